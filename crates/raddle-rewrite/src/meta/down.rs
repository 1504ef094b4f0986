//! From representations back to terms. What does not represent a term of the target gives nothing.

use crate::names::Name;
use crate::parser::Fragment;
use crate::parser::leaves::{float, unescape};
use crate::terms::signature::Shape;
use crate::terms::{SortId, TermId, Terms};
use num_bigint::BigUint;

/// One step of reading a representation.
enum Node {
    /// A constant or a variable.
    Leaf(Name),
    /// An operator and its arguments.
    Application(Name, Vec<TermId>),
}

fn node(from: &Terms, term: TermId) -> Option<Node> {
    if let Some(name) = from.qid_value(term) {
        return Some(Node::Leaf(name));
    }
    let symbol = from.signature.get(from.symbol(term));
    if symbol.name.text() != "_`[_`]" {
        return None;
    }
    let arguments = from.arguments(term);
    let head = from.qid_value(arguments[0])?;
    let list = arguments[1];
    let parts = if from.signature.get(from.symbol(list)).name.text() == "_`,_" {
        from.arguments(list).to_vec()
    } else {
        vec![list]
    };
    Some(Node::Application(head, parts))
}

/// The term that a representation in one arena stands for in another.
pub fn down(from: &Terms, term: TermId, to: &mut Terms) -> Option<TermId> {
    let mut work = vec![(term, false)];
    let mut values: Vec<TermId> = Vec::new();
    while let Some((term, visited)) = work.pop() {
        match node(from, term)? {
            Node::Leaf(name) => values.push(leaf(to, name.text())?),
            Node::Application(head, parts) => {
                if visited {
                    let arguments = values.split_off(values.len() - parts.len());
                    values.push(application(to, head.text(), &arguments)?);
                } else {
                    work.push((term, true));
                    work.extend(parts.into_iter().rev().map(|part| (part, false)));
                }
            }
        }
    }
    values.pop()
}

/// The term that a representation stands for in its own arena.
pub fn down_within(terms: &mut Terms, term: TermId) -> Option<TermId> {
    let mut work = vec![(term, false)];
    let mut values: Vec<TermId> = Vec::new();
    while let Some((term, visited)) = work.pop() {
        match node(terms, term)? {
            Node::Leaf(name) => values.push(leaf(terms, name.text())?),
            Node::Application(head, parts) => {
                if visited {
                    let arguments = values.split_off(values.len() - parts.len());
                    values.push(application(terms, head.text(), &arguments)?);
                } else {
                    work.push((term, true));
                    work.extend(parts.into_iter().rev().map(|part| (part, false)));
                }
            }
        }
    }
    values.pop()
}

/// A sort or a kind from its text.
pub fn sort(to: &Terms, text: &str) -> Option<SortId> {
    let plain = text.replace('`', "");
    let sorts = &to.signature.sorts;
    match plain.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        Some(inner) => {
            let first =
                sorts.find(Name::new(inner.split(',').next()?)).or_else(|| sorts.find(Name::new(inner)))?;
            Some(sorts.error(sorts.kind(first)))
        }
        None => sorts.find(Name::new(&plain)),
    }
}

/// The last separator that is not inside a structured sort.
fn split(text: &str, separator: u8) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut depth = 0;
    for at in (1..bytes.len()).rev() {
        match bytes[at] {
            b'}' | b']' => depth += 1,
            b'{' | b'[' => depth -= 1,
            byte if byte == separator && depth == 0 && at + 1 < bytes.len() => {
                return Some((&text[..at], &text[at + 1..]));
            }
            _ => {}
        }
    }
    None
}

fn leaf(to: &mut Terms, text: &str) -> Option<TermId> {
    if let Some((name, sort_text)) = split(text, b'.')
        && let Some(sort) = sort(to, sort_text)
    {
        if let Some(inner) = name.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
            let value = unescape(inner)?;
            return to.string(&value);
        }
        if let Some(inner) = name.strip_prefix('\'') {
            return to.qid(Name::new(inner));
        }
        let kind = to.signature.sorts.kind(sort);
        if let Some(symbol) = to.signature.find(Name::new(name), &[], Some(kind)) {
            return Some(to.make(symbol, &[]));
        }
        if let Some(value) = float(name) {
            return to.float(value);
        }
    }
    let (name, sort_text) = split(text, b':')?;
    let sort = sort(to, sort_text)?;
    Some(to.variable(Name::new(name), sort))
}

fn application(to: &mut Terms, head: &str, arguments: &[TermId]) -> Option<TermId> {
    let (name, count) = match head.rsplit_once('^') {
        Some((base, count)) if !base.is_empty() && count.parse::<BigUint>().is_ok() => {
            (base, count.parse::<BigUint>().ok())
        }
        _ => (head, None),
    };
    let sorts = &to.signature.sorts;
    let kinds: Vec<_> = arguments.iter().map(|&argument| sorts.kind(to.sort(argument))).collect();
    let find = |name: &str, iterated: bool| {
        to.signature.overloads(Name::new(name)).iter().copied().find(|&id| {
            let symbol = to.signature.get(id);
            match symbol.shape {
                Shape::Associative | Shape::AssociativeCommutative => {
                    kinds.len() >= 2 && kinds.iter().all(|&kind| kind == symbol.range) && !iterated
                }
                shape => symbol.domain == kinds && (!iterated || shape == Shape::Iterated),
            }
        })
    };
    if let Some(symbol) = find(head, false) {
        return Some(to.make(symbol, arguments));
    }
    let symbol = find(name, true)?;
    Some(to.make_iterated(symbol, arguments[0], &count?))
}

/// The parts of a represented condition.
pub fn condition(from: &Terms, term: TermId, to: &mut Terms) -> Option<Vec<Fragment>> {
    let symbol = from.signature.get(from.symbol(term));
    let arguments = from.arguments(term);
    Some(match symbol.name.text() {
        "nil" => Vec::new(),
        "_/\\_" => {
            let mut all = Vec::new();
            for &part in arguments {
                // Flat by associativity: no part is a conjunction again.
                all.extend(fragment(from, part, to)?);
            }
            all
        }
        _ => fragment(from, term, to)?,
    })
}

fn fragment(from: &Terms, term: TermId, to: &mut Terms) -> Option<Vec<Fragment>> {
    let name = from.signature.get(from.symbol(term)).name.text();
    let (left, right) = match from.arguments(term) {
        [left, right] => (*left, *right),
        _ => return None,
    };
    let first = down(from, left, to)?;
    Some(vec![match name {
        "_=_" => Fragment::Equality(first, down(from, right, to)?),
        "_:=_" => Fragment::Assignment(first, down(from, right, to)?),
        "_=>_" => Fragment::Rewriting(first, down(from, right, to)?),
        "_:_" => Fragment::Membership(first, sort(to, from.qid_value(right)?.text())?),
        _ => return None,
    }])
}
