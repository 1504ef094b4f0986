//! Reads modules, theories, views and module expressions.

use super::ast::*;
use super::declarations;
use super::stream::Stream;
use crate::diagnostic::Severity;
use crate::names::Name;

/// Reads a module whose opening keyword is next. `None` if its header makes no sense.
pub fn module(stream: &mut Stream) -> Option<ModuleSource> {
    let place = stream.place();
    let keyword = stream.take()?.name.text();
    let (kind, end) = match keyword {
        "fmod" => (ModuleKind::Functional, "endfm"),
        "mod" => (ModuleKind::System, "endm"),
        "omod" => (ModuleKind::ObjectOriented, "endom"),
        "fth" => (ModuleKind::FunctionalTheory, "endfth"),
        "th" => (ModuleKind::SystemTheory, "endth"),
        "oth" => (ModuleKind::ObjectOrientedTheory, "endoth"),
        "sth" => (ModuleKind::StrategyTheory, "endsth"),
        _ => (ModuleKind::Strategy, "endsm"),
    };
    let name = stream.identifier()?;
    let mut source = ModuleSource::new(kind, name, parameters(stream)?, place);
    if !stream.expect("is") {
        skip_past(stream, end);
        return None;
    }
    loop {
        if stream.peek().is_none() {
            stream.error(place, format!("module {name} is never closed by {end}"));
            return Some(source);
        }
        if stream.accept(end) {
            return Some(source);
        }
        if stream.peek_text().starts_with("end") && END_WORDS.contains(&stream.peek_text()) {
            let place = stream.place();
            let found = stream.peek_text();
            stream.error(place, format!("module {name} is closed by {found} instead of {end}"));
            stream.take();
            return Some(source);
        }
        declarations::declaration(stream, &mut source);
    }
}

const END_WORDS: [&str; 9] =
    ["endfm", "endm", "endom", "endfth", "endth", "endoth", "endv", "endsm", "endsth"];

fn skip_past(stream: &mut Stream, end: &str) {
    while let Some(token) = stream.take() {
        if token.name.text() == end {
            return;
        }
    }
}

/// `{X :: TRIV, Y :: TRIV}`, or nothing.
fn parameters(stream: &mut Stream) -> Option<Vec<(Name, ModuleExpression)>> {
    let mut parameters = Vec::new();
    if !stream.accept("{") {
        return Some(parameters);
    }
    loop {
        let name = stream.identifier()?;
        if !stream.expect("::") {
            return None;
        }
        parameters.push((name, module_expression(stream)?));
        if stream.accept("}") {
            return Some(parameters);
        }
        if !stream.expect(",") {
            return None;
        }
    }
}

/// How deep brackets may nest in a module expression.
const DEEPEST_EXPRESSION: usize = 100;

/// Reads a module expression.
pub fn module_expression(stream: &mut Stream) -> Option<ModuleExpression> {
    expression_sum(stream, 0)
}

fn expression_sum(stream: &mut Stream, depth: usize) -> Option<ModuleExpression> {
    let first = expression_product(stream, depth)?;
    if stream.peek_text() != "+" {
        return Some(first);
    }
    let mut parts = vec![first];
    while stream.accept("+") {
        parts.push(expression_product(stream, depth)?);
    }
    Some(ModuleExpression::Sum(parts))
}

fn expression_product(stream: &mut Stream, depth: usize) -> Option<ModuleExpression> {
    if depth > DEEPEST_EXPRESSION {
        let place = stream.place();
        stream.error(place, "module expression is nested too deeply".to_owned());
        return None;
    }
    let mut expression = if stream.accept("(") {
        let inner = expression_sum(stream, depth + 1)?;
        if !stream.expect(")") {
            return None;
        }
        inner
    } else {
        ModuleExpression::Named(stream.identifier()?)
    };
    loop {
        if stream.accept("{") {
            expression = ModuleExpression::Instance(Box::new(expression), view_arguments(stream, depth)?);
        } else if stream.peek_text() == "*" && stream.text_ahead(1) == "(" {
            stream.take();
            stream.take();
            expression = ModuleExpression::Renamed(Box::new(expression), renaming(stream)?);
        } else {
            return Some(expression);
        }
    }
}

/// Arguments after an opening brace, up to and with the closing one.
fn view_arguments(stream: &mut Stream, depth: usize) -> Option<Vec<ViewExpression>> {
    if depth > DEEPEST_EXPRESSION {
        let place = stream.place();
        stream.error(place, "module expression is nested too deeply".to_owned());
        return None;
    }
    let mut arguments = Vec::new();
    loop {
        let name = stream.identifier()?;
        let mut argument = ViewExpression { name, arguments: Vec::new() };
        while stream.accept("{") {
            if !argument.arguments.is_empty() {
                // V{A}{B}: the first instantiation becomes the name, as Maude writes it.
                let text = view_text(&argument);
                argument = ViewExpression { name: Name::new(&text), arguments: Vec::new() };
            }
            argument.arguments = view_arguments(stream, depth + 1)?;
        }
        arguments.push(argument);
        if stream.accept("}") {
            return Some(arguments);
        }
        if !stream.expect(",") {
            return None;
        }
    }
}

/// The way a view expression is written inside sort names.
pub fn view_text(view: &ViewExpression) -> String {
    if view.arguments.is_empty() {
        return view.name.text().to_owned();
    }
    let inner: Vec<String> = view.arguments.iter().map(view_text).collect();
    format!("{}{{{}}}", view.name, inner.join(","))
}

fn renaming(stream: &mut Stream) -> Option<Vec<Mapping>> {
    let mut mappings = Vec::new();
    loop {
        mappings.push(mapping(stream, &[",", ")"])?);
        if stream.accept(")") {
            return Some(mappings);
        }
        if !stream.expect(",") {
            return None;
        }
    }
}

/// One mapping; `ends` are the tokens that may follow it.
fn mapping(stream: &mut Stream, ends: &[&str]) -> Option<Mapping> {
    let place = stream.place();
    match stream.take()?.name.text() {
        "sort" | "class" => {
            let from = declarations::sort_name(stream)?;
            if !stream.expect("to") {
                return None;
            }
            Some(Mapping::Sort(from, declarations::sort_name(stream)?))
        }
        "label" => {
            let from = stream.identifier()?;
            if !stream.expect("to") {
                return None;
            }
            Some(Mapping::Label(from, stream.identifier()?))
        }
        "op" | "msg" => operator_mapping(stream, ends, place),
        "strat" => strategy_mapping(stream),
        "attr" => {
            stream.report(Severity::Unsupported, place, "attribute mappings".to_owned());
            None
        }
        other => {
            stream.error(place, format!("expected sort, op or label but found {other}"));
            None
        }
    }
}

/// `s to t`, perhaps with the sorts of `s`, which the name alone decides here.
fn strategy_mapping(stream: &mut Stream) -> Option<Mapping> {
    let from = stream.identifier()?;
    while !matches!(stream.peek_text(), "to" | "." | "") {
        stream.take();
    }
    if !stream.expect("to") {
        return None;
    }
    let place = stream.place();
    if stream.peek_text() == "expr" {
        stream.report(Severity::Unsupported, place, "mappings of strategies to expressions".to_owned());
        return None;
    }
    Some(Mapping::Strategy(from, stream.identifier()?))
}

fn operator_mapping(stream: &mut Stream, ends: &[&str], place: crate::diagnostic::Place) -> Option<Mapping> {
    let start = stream.position();
    let (from, _) = declarations::operator_name(stream, &[":", "to"])?;
    let from_tokens = stream.taken_since(start);
    let mut arity = None;
    if stream.accept(":") {
        let mut domain = Vec::new();
        while !matches!(stream.peek_text(), "->" | "~>" | "") {
            domain.push(declarations::sort_name(stream)?);
        }
        stream.take();
        arity = Some((domain, declarations::sort_name(stream)?));
    }
    if !stream.expect("to") {
        return None;
    }
    if stream.peek_text() == "term" {
        stream.take();
        let start = stream.position();
        let mut depth = 0;
        while let Some(token) = stream.peek() {
            let text = token.name.text();
            if depth == 0 && ends.contains(&text) {
                break;
            }
            match text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            stream.take();
        }
        let to = stream.taken_since(start);
        return Some(Mapping::Term { from: from_tokens, to, place });
    }
    let mut stops: Vec<&str> = ends.to_vec();
    stops.push("[");
    let (to, pieces) = declarations::operator_name(stream, &stops)?;
    let mut attributes = OperatorAttributes::default();
    if stream.accept("[") {
        attributes = declarations::operator_attributes(stream)?;
    }
    Some(Mapping::Operator { from, arity, to, pieces, attributes })
}

/// Reads a view whose keyword is next.
pub fn view(stream: &mut Stream) -> Option<ViewSource> {
    let place = stream.place();
    stream.take();
    let name = stream.identifier()?;
    let parameters = parameters(stream)?;
    if !stream.expect("from") {
        return None;
    }
    let from = module_expression(stream)?;
    if !stream.expect("to") {
        return None;
    }
    let to = module_expression(stream)?;
    if !stream.expect("is") {
        return None;
    }
    let mut source =
        ViewSource { name, parameters, from, to, mappings: Vec::new(), variables: Vec::new(), place };
    loop {
        match stream.peek_text() {
            "endv" => {
                stream.take();
                return Some(source);
            }
            "" => {
                stream.error(place, format!("view {name} is never closed by endv"));
                return Some(source);
            }
            "var" | "vars" => {
                let place = stream.place();
                stream.take();
                let mut names = Vec::new();
                while !matches!(stream.peek_text(), ":" | "") {
                    names.push(stream.identifier()?);
                }
                stream.expect(":");
                let sort = declarations::sort_name(stream)?;
                source.variables.extend(names.into_iter().map(|name| (name, sort, place)));
                stream.expect(".");
            }
            _ => {
                source.mappings.push(mapping(stream, &["."])?);
                stream.expect(".");
            }
        }
    }
}
