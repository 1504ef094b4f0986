//! From terms to their representation: constants and variables become quoted identifiers, applications lists.

use super::down::Constructors;
use super::memo::Memo;
use crate::names::Name;
use crate::print::{escape, float_text};
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;
use crate::terms::{SortId, TermId, Terms};
use num_traits::One;

/// The name of a sort inside a quoted identifier; kinds are written with backquotes.
pub(super) fn sort_text(terms: &Terms, sort: SortId) -> String {
    quoted(terms.signature.sorts.name(sort).text())
}

/// Backquotes before special characters.
pub(super) fn quoted(text: &str) -> String {
    let mut result = String::new();
    for c in text.chars() {
        if crate::syntax::lexer::is_special(c) {
            result.push('`');
        }
        result.push(c);
    }
    result
}

/// A sort as a quoted identifier.
pub(super) fn sort_qid(from: &Terms, sort: SortId, to: &mut Terms) -> Option<TermId> {
    to.qid(Name::new(&sort_text(from, sort)))
}

/// The representation of a term, in another arena.
pub(super) fn up(from: &Terms, term: TermId, to: &mut Terms, memo: &mut Memo) -> Option<TermId> {
    let constructors = Constructors::of(to)?;
    let mut work = vec![(term, false)];
    let mut values: Vec<TermId> = Vec::new();
    while let Some((term, visited)) = work.pop() {
        if let Some(&known) = memo.ups.get(&term) {
            values.push(known);
            continue;
        }
        let arguments = from.arguments(term);
        let made = if arguments.is_empty() {
            to.qid(Name::new(&leaf_text(from, term)))?
        } else if visited {
            let parts = values.split_off(values.len() - arguments.len());
            let symbol = from.symbol(term);
            let head = if from.signature.get(symbol).shape == Shape::Iterated {
                Name::new(&head_text(from, term))
            } else {
                *memo.names.entry(symbol).or_insert_with(|| Name::new(&head_text(from, term)))
            };
            application(to, constructors, head, &parts)?
        } else {
            work.push((term, true));
            work.extend(arguments.iter().rev().map(|&argument| (argument, false)));
            continue;
        };
        memo.ups.insert(term, made);
        values.push(made);
    }
    values.pop()
}

/// The representation of a term in its own arena.
pub(super) fn up_within(terms: &mut Terms, term: TermId) -> Option<TermId> {
    let constructors = Constructors::of(terms)?;
    let mut work = vec![(term, false)];
    let mut values: Vec<TermId> = Vec::new();
    while let Some((term, visited)) = work.pop() {
        if let Some(&known) = terms.meta.terms.get(&term) {
            values.push(known);
            continue;
        }
        let count = terms.arguments(term).len();
        let made = if count == 0 {
            let text = leaf_text(terms, term);
            terms.qid(Name::new(&text))?
        } else if visited {
            let parts = values.split_off(values.len() - count);
            let head = Name::new(&head_text(terms, term));
            application(terms, constructors, head, &parts)?
        } else {
            work.push((term, true));
            work.extend(terms.arguments(term).iter().rev().map(|&argument| (argument, false)));
            continue;
        };
        terms.meta.terms.insert(term, made);
        values.push(made);
    }
    values.pop()
}

/// The representation of an application.
pub(super) fn application(
    to: &mut Terms,
    constructors: Constructors,
    head: Name,
    parts: &[TermId],
) -> Option<TermId> {
    let head = to.qid(head)?;
    let arguments = if parts.len() == 1 { parts[0] } else { to.make(constructors.list, parts) };
    Some(to.make(constructors.apply, &[head, arguments]))
}

/// The name of a term's operator.
pub(super) fn head_text(from: &Terms, term: TermId) -> String {
    let symbol = from.signature.get(from.symbol(term));
    let name = symbol.name.text();
    if let Hook::SortTest(sort) = symbol.hook {
        return format!("_::`{}", sort_text(from, sort));
    }
    if symbol.shape == Shape::Iterated {
        let count = from.iterations(term);
        if !count.is_one() {
            return format!("{name}^{count}");
        }
    }
    name.to_owned()
}

fn leaf_text(from: &Terms, term: TermId) -> String {
    let symbol = from.signature.get(from.symbol(term));
    let sort = sort_text(from, from.sort(term));
    match symbol.hook {
        Hook::StringLiteral => {
            format!("{}.{sort}", escape(from.literals.string(from.payload(term))))
        }
        Hook::FloatLiteral => format!("{}.{sort}", float_text(from.literals.float(from.payload(term)))),
        Hook::QidLiteral => format!("'{}.{sort}", Name::from_index(from.payload(term) as usize)),
        _ if symbol.shape == Shape::Variable => {
            let (name, sort) = from.literals.variable(from.payload(term));
            format!("{name}:{}", sort_text(from, sort))
        }
        _ => format!("{}.{sort}", symbol.name),
    }
}
