//! Reads what stands inside a module: imports, sorts, operators, variables, classes, statements.

mod operators;
mod statements;
mod strategies;

pub use operators::operator_attributes;
use operators::operators;
use statements::statement;
use strategies::{definition, strategies};

use super::ast::*;
use super::lexer::{Token, is_special};
use super::modules::module_expression;
use super::stream::Stream;
use super::written;
use crate::names::Name;

/// A full stop before one of these ends a statement.
const KEYWORDS: [&str; 44] = [
    "op",
    "ops",
    "eq",
    "ceq",
    "cq",
    "rl",
    "crl",
    "mb",
    "cmb",
    "sort",
    "sorts",
    "subsort",
    "subsorts",
    "var",
    "vars",
    "pr",
    "protecting",
    "inc",
    "including",
    "ex",
    "extending",
    "us",
    "using",
    "gb",
    "generated-by",
    "endfm",
    "endm",
    "endom",
    "endfth",
    "endth",
    "endoth",
    "class",
    "classes",
    "subclass",
    "subclasses",
    "msg",
    "msgs",
    "strat",
    "strats",
    "sd",
    "csd",
    "endsm",
    "endsth",
    "endv",
];

fn starts_declaration(stream: &Stream) -> bool {
    KEYWORDS.contains(&stream.peek_text())
}

/// Reads one declaration; on a mistake, reports it and goes to the next one.
pub fn declaration(stream: &mut Stream, module: &mut ModuleSource) {
    let start = stream.position();
    let known = written::Counts::of(module);
    if try_declaration(stream, module).is_some() {
        // The full stop is left out.
        let mut tokens = stream.taken_since(start);
        tokens.pop();
        written::keep(module, known, &tokens);
    } else {
        let before = stream.diagnostics.len();
        if stream.position() == start {
            stream.take();
        }
        // What follows the mistake, up to a full stop before a keyword, belongs to it.
        while stream.peek().is_some() {
            let text = stream.peek_text();
            if text.starts_with("end") && KEYWORDS.contains(&text) {
                break;
            }
            stream.take();
            if text == "." && starts_declaration(stream) {
                break;
            }
        }
        if before == 0 && stream.diagnostics.is_empty() {
            let place = stream.place();
            stream.error(place, "this declaration makes no sense".to_owned());
        }
    }
}

fn try_declaration(stream: &mut Stream, module: &mut ModuleSource) -> Option<()> {
    let place = stream.place();
    let keyword = stream.take()?.name.text();
    match keyword {
        "pr" | "protecting" | "inc" | "including" | "ex" | "extending" | "us" | "using" | "gb"
        | "generated-by" => {
            let mode = match keyword {
                "pr" | "protecting" => ImportMode::Protecting,
                "ex" | "extending" => ImportMode::Extending,
                "gb" | "generated-by" => ImportMode::GeneratedBy,
                _ => ImportMode::Including,
            };
            let expression = module_expression(stream)?;
            module.imports.push((mode, expression, place));
            stream.expect(".").then_some(())
        }
        "sort" | "sorts" => {
            while !matches!(stream.peek_text(), "." | "") {
                let place = stream.place();
                let SortName::Sort(name) = sort_name(stream)? else {
                    stream.error(place, "a kind cannot be declared".to_owned());
                    return None;
                };
                module.sorts.push((name, place));
            }
            stream.expect(".").then_some(())
        }
        "subsort" | "subsorts" => subsorts(stream, module),
        "var" | "vars" => {
            let mut names = Vec::new();
            while !matches!(stream.peek_text(), ":" | "") {
                names.push((stream.identifier()?, place));
                // Commas between variables mean nothing.
                while stream.accept(",") {}
            }
            stream.expect(":");
            let sort = sort_name(stream)?;
            module.variables.extend(names.into_iter().map(|(name, place)| (name, sort, place)));
            stream.expect(".").then_some(())
        }
        "op" | "ops" | "msg" | "msgs" => operators(stream, module, keyword),
        "class" => class(stream, module),
        "subclass" | "subclasses" => {
            let mut groups: Vec<Vec<Name>> = vec![Vec::new()];
            while !matches!(stream.peek_text(), "." | "") {
                if stream.accept("<") {
                    groups.push(Vec::new());
                } else if let SortName::Sort(name) = sort_name(stream)? {
                    groups.last_mut()?.push(name);
                }
            }
            for pair in groups.windows(2) {
                for &low in &pair[0] {
                    module.subclasses.extend(pair[1].iter().map(|&high| (low, high, place)));
                }
            }
            stream.expect(".").then_some(())
        }
        "eq" | "ceq" | "cq" => statement(stream, module, StatementKind::Equation, keyword != "eq"),
        "mb" | "cmb" => statement(stream, module, StatementKind::Membership, keyword != "mb"),
        "rl" | "crl" => {
            if !module.kind.has_rules() {
                stream.error(place, "rule not allowed in a functional module".to_owned());
                return None;
            }
            statement(stream, module, StatementKind::Rule, keyword != "rl")
        }
        "strat" | "strats" | "sd" | "csd" if !module.kind.has_strategies() => {
            stream.error(place, "strategies are only allowed in strategy modules and theories".to_owned());
            None
        }
        "strat" | "strats" => strategies(stream, module),
        "sd" | "csd" => definition(stream, module, keyword == "csd"),
        other => {
            stream.error(place, format!("unexpected token {other} in module {}", module.name));
            None
        }
    }
}

fn subsorts(stream: &mut Stream, module: &mut ModuleSource) -> Option<()> {
    let place = stream.place();
    let mut groups: Vec<Vec<Name>> = vec![Vec::new()];
    while !matches!(stream.peek_text(), "." | "") {
        if stream.accept("<") {
            groups.push(Vec::new());
        } else {
            let SortName::Sort(name) = sort_name(stream)? else {
                stream.error(place, "a kind has no subsorts".to_owned());
                return None;
            };
            groups.last_mut()?.push(name);
        }
    }
    if groups.len() < 2 || groups.iter().any(Vec::is_empty) {
        stream.error(place, "expected sorts on both sides of <".to_owned());
        return None;
    }
    module.written.subsorts.push(groups.clone());
    for pair in groups.windows(2) {
        for &low in &pair[0] {
            module.subsorts.extend(pair[1].iter().map(|&high| (low, high, place)));
        }
    }
    stream.expect(".").then_some(())
}

fn class(stream: &mut Stream, module: &mut ModuleSource) -> Option<()> {
    let place = stream.place();
    if !module.kind.is_object_oriented() {
        stream.error(place, "a class outside an object-oriented module".to_owned());
        return None;
    }
    let SortName::Sort(name) = sort_name(stream)? else { return None };
    let mut attributes = Vec::new();
    if stream.accept("|") {
        while !matches!(stream.peek_text(), "." | "") {
            let attribute = stream.identifier()?;
            if !stream.expect(":") {
                return None;
            }
            attributes.push((attribute, sort_name(stream)?));
            if !stream.accept(",") {
                break;
            }
        }
    }
    module.classes.push((name, attributes, place));
    stream.expect(".").then_some(())
}

/// Reads a sort such as `Nat`, `[Nat]` or `Map{Nat,List{Qid}}`.
pub fn sort_name(stream: &mut Stream) -> Option<SortName> {
    if stream.accept("[") {
        let name = plain_sort(stream)?;
        // `[A,B]` names one kind by several of its sorts.
        while stream.accept(",") {
            plain_sort(stream)?;
        }
        return stream.expect("]").then_some(SortName::Kind(name));
    }
    Some(SortName::Sort(plain_sort(stream)?))
}

fn plain_sort(stream: &mut Stream) -> Option<Name> {
    let first = stream.identifier()?;
    if stream.peek_text() != "{" {
        return Some(first);
    }
    let mut text = first.text().to_owned();
    while stream.peek_text() == "{" {
        let mut depth = 0usize;
        loop {
            let token = stream.take()?.name.text();
            text.push_str(token);
            match token {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                "." => {
                    let place = stream.place();
                    stream.error(place, "unbalanced { in a sort".to_owned());
                    return None;
                }
                _ => {}
            }
        }
    }
    Some(Name::new(&text))
}

/// Splits the tokens of an operator's name into its pieces and its canonical name.
pub fn operator_pieces(tokens: &[Token]) -> (Name, Vec<Piece>) {
    let mut pieces = Vec::new();
    for token in tokens {
        token_pieces(token.name.text(), &mut pieces);
    }
    (Name::new(&canonical_name(&pieces)), pieces)
}

/// Splits one token: `if_then` has three pieces; a backquote separates or takes the next character.
pub fn token_pieces(text: &str, pieces: &mut Vec<Piece>) {
    let mut word = String::new();
    let flush = |word: &mut String, pieces: &mut Vec<Piece>| {
        if !word.is_empty() {
            pieces.push(Piece::Word(Name::new(word)));
            word.clear();
        }
    };
    if text.starts_with('"') {
        pieces.push(Piece::Word(Name::new(text)));
        return;
    }
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '_' => {
                flush(&mut word, pieces);
                pieces.push(Piece::Hole);
            }
            '`' => match chars.peek() {
                Some(&next) if is_special(next) => {
                    chars.next();
                    flush(&mut word, pieces);
                    pieces.push(Piece::Word(Name::new(&next.to_string())));
                }
                Some('_') => {
                    chars.next();
                    word.push('_');
                }
                _ => flush(&mut word, pieces),
            },
            c if is_special(c) => {
                flush(&mut word, pieces);
                pieces.push(Piece::Word(Name::new(&c.to_string())));
            }
            c => word.push(c),
        }
    }
    flush(&mut word, pieces);
}

/// The one-token name of an operator: special characters and the gaps between words are backquoted.
pub fn canonical_name(pieces: &[Piece]) -> String {
    let mut name = String::new();
    let mut after_word = false;
    for piece in pieces {
        match piece {
            Piece::Hole => {
                name.push('_');
                after_word = false;
            }
            Piece::Word(word) => {
                let text = word.text();
                let special = text.chars().next().is_some_and(is_special);
                if special || after_word {
                    name.push('`');
                }
                name.push_str(text);
                after_word = !special;
            }
        }
    }
    name
}

/// Reads an operator's name up to one of `stops` outside brackets.
pub fn operator_name(stream: &mut Stream, stops: &[&str]) -> Option<(Name, Vec<Piece>)> {
    let start = stream.position();
    let mut depth = 0;
    // Between round brackets around the name, others need not fit together: `op (][) to (}.{)`.
    let wrapped = stream.peek_text() == "(";
    while let Some(token) = stream.peek() {
        let text = token.name.text();
        // The first token belongs to the name whatever it is, and so does a stop inside brackets.
        if stream.position() > start && depth == 0 && stops.contains(&text) {
            break;
        }
        match text {
            "(" => depth += 1,
            ")" => depth -= 1,
            "[" | "{" if !wrapped => depth += 1,
            "]" | "}" if !wrapped => depth -= 1,
            _ => {}
        }
        stream.take();
    }
    let mut tokens = stream.taken_since(start);
    // `op (f_) : …`: brackets around the whole name only hold it together.
    if tokens.len() > 2 && tokens[0].name.text() == "(" && closes_at_end(&tokens) {
        tokens = tokens[1..tokens.len() - 1].to_vec();
    }
    if tokens.is_empty() {
        let place = stream.place();
        stream.error(place, "expected an operator's name".to_owned());
        return None;
    }
    Some(operator_pieces(&tokens))
}

fn closes_at_end(tokens: &[Token]) -> bool {
    let mut depth = 0i32;
    for (index, token) in tokens.iter().enumerate() {
        match token.name.text() {
            "(" => depth += 1,
            ")" => {
                depth -= 1;
                if depth == 0 {
                    return index + 1 == tokens.len();
                }
            }
            _ => {}
        }
    }
    false
}
