//! Reads operator declarations and their attributes.

use super::{closes_at_end, operator_pieces, sort_name, starts_declaration};
use crate::diagnostic::Severity;
use crate::names::Name;
use crate::syntax::ast::*;
use crate::syntax::stream::Stream;

pub(super) fn operators(stream: &mut Stream, module: &mut ModuleSource, keyword: &str) -> Option<()> {
    let place = stream.place();
    let mut names = Vec::new();
    if keyword == "op" || keyword == "msg" {
        // The `:` before the type is the last one before an arrow: `op pc[_]:_ : A B -> C`.
        names.push(single_operator_name(stream)?);
    } else {
        while !matches!(stream.peek_text(), ":" | "") {
            if stream.peek_text() == "(" {
                let start = stream.position();
                let mut depth = 0;
                while let Some(token) = stream.take() {
                    match token.name.text() {
                        "(" => depth += 1,
                        ")" => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        break;
                    }
                }
                let tokens = stream.taken_since(start);
                if tokens.len() > 2 {
                    names.push(operator_pieces(&tokens[1..tokens.len() - 1]));
                }
            } else {
                let token = stream.take()?;
                names.push(operator_pieces(&[token]));
            }
        }
    }
    if !stream.expect(":") {
        return None;
    }
    let mut domain = Vec::new();
    while !matches!(stream.peek_text(), "->" | "~>" | "" | ".") {
        domain.push(sort_name(stream)?);
    }
    let partial = stream.peek_text() == "~>";
    if !stream.accept("->") && !stream.accept("~>") {
        stream.expect("->");
        return None;
    }
    let mut range = sort_name(stream)?;
    if partial {
        range = SortName::Kind(range.name());
        domain = domain.into_iter().map(|sort| SortName::Kind(sort.name())).collect();
    }
    for (name, pieces) in &names {
        let holes = pieces.iter().filter(|piece| **piece == Piece::Hole).count();
        if holes != domain.len() && holes > 0 {
            let message = format!(
                "number of underscores ({holes}) does not match number of arguments ({}) for operator {name}",
                domain.len()
            );
            stream.report(Severity::Warning, place, message);
        }
    }
    let mut attributes =
        if stream.accept("[") { operator_attributes(stream)? } else { OperatorAttributes::default() };
    attributes.message |= keyword.starts_with("msg");
    for (name, pieces) in names {
        module.operators.push(OperatorSource {
            name,
            pieces,
            domain: domain.clone(),
            range,
            attributes: attributes.clone(),
            place,
        });
    }
    stream.expect(".").then_some(())
}

/// The name in a single declaration: up to the last `:` that an arrow follows before the declaration ends.
fn single_operator_name(stream: &mut Stream) -> Option<(Name, Vec<Piece>)> {
    let start = stream.position();
    let mut colon = None;
    while let Some(token) = stream.peek() {
        match token.name.text() {
            "->" | "~>" if colon.is_some() => break,
            ":" if stream.position() > start => colon = Some(stream.position()),
            _ => {}
        }
        if token.name.text() == "." {
            stream.take();
            if starts_declaration(stream) {
                break;
            }
            continue;
        }
        stream.take();
    }
    stream.rewind(start);
    let Some(colon) = colon else {
        let place = stream.place();
        stream.error(place, "expected : and a type after the operator's name".to_owned());
        return None;
    };
    while stream.position() < colon {
        stream.take();
    }
    let mut tokens = stream.taken_since(start);
    if tokens.len() > 2 && tokens[0].name.text() == "(" && closes_at_end(&tokens) {
        tokens = tokens[1..tokens.len() - 1].to_vec();
    }
    Some(operator_pieces(&tokens))
}

fn number(stream: &mut Stream) -> Option<u32> {
    let place = stream.place();
    let text = stream.take()?.name.text();
    let value = text.parse().ok();
    if value.is_none() {
        stream.error(place, format!("expected a number but found {text}"));
    }
    value
}

fn numbers(stream: &mut Stream) -> Option<Vec<u32>> {
    if !stream.expect("(") {
        return None;
    }
    let mut values = Vec::new();
    while !stream.accept(")") {
        values.push(number(stream)?);
    }
    Some(values)
}

/// Reads attributes up to and with the closing bracket.
pub fn operator_attributes(stream: &mut Stream) -> Option<OperatorAttributes> {
    let mut attributes = OperatorAttributes::default();
    loop {
        let place = stream.place();
        match stream.take()?.name.text() {
            "]" => return Some(attributes),
            "assoc" | "associative" => attributes.associative = true,
            "comm" | "commutative" => attributes.commutative = true,
            "idem" | "idempotent" => attributes.idempotent = true,
            "iter" | "iterated" => attributes.iterated = true,
            "ctor" | "constructor" => attributes.constructor = true,
            "memo" => attributes.memo = true,
            "ditto" => attributes.ditto = true,
            "config" | "configuration" => attributes.configuration = true,
            "obj" | "object" => attributes.object = true,
            "msg" | "message" => attributes.message = true,
            "prec" | "precedence" => attributes.precedence = Some(number(stream)?),
            "gather" | "gathering" => {
                stream.expect("(");
                let mut pattern = Vec::new();
                while !stream.accept(")") {
                    pattern.push(match stream.take()?.name.text() {
                        "e" => Gather::Lower,
                        "E" => Gather::Equal,
                        "&" => Gather::Any,
                        other => {
                            stream.error(place, format!("bad gather character {other}"));
                            return None;
                        }
                    });
                }
                attributes.gather = Some(pattern);
            }
            "format" => {
                stream.expect("(");
                let mut words = Vec::new();
                while !stream.accept(")") {
                    words.push(stream.take()?.name);
                }
                attributes.format = Some(words);
            }
            "strat" | "strategy" => attributes.strategy = strategy(stream)?,
            "frozen" => {
                let positions = if stream.peek_text() == "(" { numbers(stream)? } else { Vec::new() };
                attributes.frozen = Some(positions);
            }
            "poly" | "polymorphic" => attributes.polymorphic = Some(numbers(stream)?),
            "metadata" => attributes.metadata = Some(stream.take()?.name),
            "latex" => {
                stream.take()?;
            }
            "id:" => attributes.identity = Some(identity(stream, true, true)?),
            "left" => {
                stream.expect("id:");
                attributes.identity = Some(identity(stream, true, false)?);
            }
            "right" => {
                stream.expect("id:");
                attributes.identity = Some(identity(stream, false, true)?);
            }
            "special" => attributes.special = special(stream)?,
            "pconst" | "portal" => {
                stream.report(Severity::Unsupported, place, "this operator attribute".to_owned());
                return None;
            }
            other => {
                stream.error(place, format!("unknown operator attribute {other}"));
                return None;
            }
        }
    }
}

const ATTRIBUTE_WORDS: [&str; 34] = [
    "assoc",
    "associative",
    "comm",
    "commutative",
    "idem",
    "idempotent",
    "iter",
    "iterated",
    "ctor",
    "constructor",
    "memo",
    "ditto",
    "config",
    "configuration",
    "obj",
    "object",
    "msg",
    "message",
    "prec",
    "precedence",
    "gather",
    "gathering",
    "format",
    "strat",
    "strategy",
    "frozen",
    "poly",
    "polymorphic",
    "metadata",
    "id:",
    "left",
    "right",
    "special",
    "latex",
];

/// An evaluation strategy. One with negative numbers (evaluate when needed) is read and ignored, as in Maude.
#[expect(clippy::option_option, reason = "no strategy, and none that could be read")]
fn strategy(stream: &mut Stream) -> Option<Option<Vec<u32>>> {
    let place = stream.place();
    let end = (1..).find(|&at| stream.text_ahead(at).parse::<i32>().is_err())?;
    if !(1..end).any(|at| stream.text_ahead(at).starts_with('-')) {
        return numbers(stream).map(Some);
    }
    for _ in 0..end {
        stream.take();
    }
    if !stream.expect(")") {
        return None;
    }
    let message = "a strategy with negative numbers is ignored, as in Maude".to_owned();
    stream.report(Severity::Warning, place, message);
    Some(None)
}

fn identity(stream: &mut Stream, left: bool, right: bool) -> Option<IdentitySource> {
    let start = stream.position();
    let mut depth = 0;
    while let Some(token) = stream.peek() {
        let text = token.name.text();
        if depth == 0 && (text == "]" || (stream.position() > start && ATTRIBUTE_WORDS.contains(&text))) {
            break;
        }
        match text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        stream.take();
    }
    Some(IdentitySource { left, right, tokens: stream.taken_since(start) })
}

#[expect(clippy::option_option, reason = "the outer one is a syntax error")]
fn special(stream: &mut Stream) -> Option<Option<(Name, Vec<Name>)>> {
    if !stream.expect("(") {
        return None;
    }
    let mut hook = None;
    let mut depth = 1;
    while let Some(token) = stream.take() {
        match token.name.text() {
            "(" => depth += 1,
            ")" => {
                depth -= 1;
                if depth == 0 {
                    return Some(hook);
                }
            }
            "id-hook" if depth == 1 => {
                let name = stream.identifier()?;
                let mut arguments = Vec::new();
                if stream.accept("(") {
                    while !stream.accept(")") {
                        arguments.push(stream.take()?.name);
                    }
                }
                hook = Some((name, arguments));
            }
            _ => {}
        }
    }
    None
}
