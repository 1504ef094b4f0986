//! From terms to their representation: constants and variables become quoted identifiers, applications lists.

use crate::names::Name;
use crate::print::{escape, float_text};
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;
use crate::terms::{SortId, TermId, Terms};
use num_traits::One;

/// The name of a sort inside a quoted identifier; kinds are written with backquotes.
pub fn sort_text(terms: &Terms, sort: SortId) -> String {
    let text = terms.signature.sorts.name(sort).text();
    if terms.signature.sorts.is_error(sort) {
        return format!("`[{}`]", text.trim_start_matches('[').trim_end_matches(']').replace(',', "`,"));
    }
    quoted(text)
}

/// Backquotes before special characters.
pub fn quoted(text: &str) -> String {
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
pub fn sort_qid(from: &Terms, sort: SortId, to: &mut Terms) -> Option<TermId> {
    to.qid(Name::new(&sort_text(from, sort)))
}

/// The representation of a term, in another arena.
pub fn up(from: &Terms, term: TermId, to: &mut Terms) -> Option<TermId> {
    let (list, apply) = constructors(to)?;
    let mut work = vec![(term, false)];
    let mut values: Vec<TermId> = Vec::new();
    while let Some((term, visited)) = work.pop() {
        let arguments = from.arguments(term);
        if arguments.is_empty() {
            values.push(to.qid(Name::new(&leaf_text(from, term)))?);
        } else if visited {
            let parts = values.split_off(values.len() - arguments.len());
            values.push(application(to, list, apply, &head_text(from, term), &parts)?);
        } else {
            work.push((term, true));
            work.extend(arguments.iter().rev().map(|&argument| (argument, false)));
        }
    }
    values.pop()
}

/// The representation of a term in its own arena.
pub fn up_within(terms: &mut Terms, term: TermId) -> Option<TermId> {
    let (list, apply) = constructors(terms)?;
    let mut work = vec![(term, false)];
    let mut values: Vec<TermId> = Vec::new();
    while let Some((term, visited)) = work.pop() {
        if let Some(&known) = terms.meta_terms.get(&term) {
            values.push(known);
            continue;
        }
        let count = terms.arguments(term).len();
        let made = if count == 0 {
            let text = leaf_text(terms, term);
            terms.qid(Name::new(&text))?
        } else if visited {
            let parts = values.split_off(values.len() - count);
            let head = head_text(terms, term);
            application(terms, list, apply, &head, &parts)?
        } else {
            work.push((term, true));
            work.extend(terms.arguments(term).iter().rev().map(|&argument| (argument, false)));
            continue;
        };
        terms.meta_terms.insert(term, made);
        values.push(made);
    }
    values.pop()
}

fn constructors(to: &Terms) -> Option<(crate::terms::SymbolId, crate::terms::SymbolId)> {
    Some((super::find(to, "_`,_", 2, "TermList")?, super::find(to, "_`[_`]", 2, "Term")?))
}

fn application(
    to: &mut Terms,
    list: crate::terms::SymbolId,
    apply: crate::terms::SymbolId,
    head: &str,
    parts: &[TermId],
) -> Option<TermId> {
    let head = to.qid(Name::new(head))?;
    let arguments = if parts.len() == 1 { parts[0] } else { to.make(list, parts) };
    Some(to.make(apply, &[head, arguments]))
}

fn head_text(from: &Terms, term: TermId) -> String {
    let symbol = from.signature.get(from.symbol(term));
    let name = symbol.name.text();
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
