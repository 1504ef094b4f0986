//! From representations back to terms. What does not represent a term of the target gives nothing.

use super::memo::Memo;
use super::tables::{elements, find};
use crate::names::Name;
use crate::parser::Fragment;
use crate::parser::leaves::{float, unescape};
use crate::terms::signature::Shape;
use crate::terms::{SortId, SymbolId, TermId, Terms};
use num_bigint::BigUint;

/// The constructors of terms' representations.
#[derive(Clone, Copy)]
pub(super) struct Constructors {
    /// `_,_`
    pub list: SymbolId,
    /// `_[_]`
    pub apply: SymbolId,
}

impl Constructors {
    pub(super) fn of(terms: &mut Terms) -> Option<Constructors> {
        Some(Constructors {
            list: find(terms, "_`,_", 2, "TermList")?,
            apply: find(terms, "_`[_`]", 2, "Term")?,
        })
    }

    /// The operator and the arguments of an application.
    fn open(self, terms: &Terms, term: TermId) -> Option<(Name, &[TermId])> {
        if terms.symbol(term) != self.apply {
            return None;
        }
        let [head, list] = terms.arguments(term) else { return None };
        let head = terms.qid_value(*head)?;
        let parts = if terms.symbol(*list) == self.list {
            terms.arguments(*list)
        } else {
            std::slice::from_ref(list)
        };
        Some((head, parts))
    }
}

/// The term that a representation in one arena stands for in another.
pub(super) fn down(from: &mut Terms, term: TermId, to: &mut Terms, memo: &mut Memo) -> Option<TermId> {
    let constructors = Constructors::of(from)?;
    let mut work = vec![(term, false)];
    let mut values: Vec<TermId> = Vec::new();
    while let Some((term, visited)) = work.pop() {
        if let Some(name) = from.qid_value(term) {
            values.push(memo.leaf(to, name)?);
            continue;
        }
        if let Some(&known) = memo.downs.get(&term) {
            values.push(known);
            continue;
        }
        let (head, parts) = constructors.open(from, term)?;
        if visited {
            let arguments = values.split_off(values.len() - parts.len());
            let made = memo.application(to, head, &arguments)?;
            memo.downs.insert(term, made);
            values.push(made);
        } else {
            work.push((term, true));
            work.extend(parts.iter().rev().map(|&part| (part, false)));
        }
    }
    values.pop()
}

/// The same with all arguments as they are given: only to be shown.
pub(super) fn down_as_given(from: &mut Terms, term: TermId, to: &mut Terms) -> Option<TermId> {
    let constructors = Constructors::of(from)?;
    let mut work = vec![(term, false)];
    let mut values: Vec<TermId> = Vec::new();
    while let Some((term, visited)) = work.pop() {
        if let Some(name) = from.qid_value(term) {
            values.push(leaf(to, name.text())?);
            continue;
        }
        let (head, parts) = constructors.open(from, term)?;
        if visited {
            let arguments = values.split_off(values.len() - parts.len());
            let candidates = candidates(to, head.text());
            let found = fitting(to, &candidates, &arguments)?;
            values.push(match &found.count {
                Some(count) => to.make_iterated(found.symbol, arguments[0], count),
                None => to.make_as_given(found.symbol, &arguments),
            });
        } else {
            work.push((term, true));
            work.extend(parts.iter().rev().map(|&part| (part, false)));
        }
    }
    values.pop()
}

/// The term that a representation stands for in its own arena.
pub(super) fn down_within(terms: &mut Terms, term: TermId) -> Option<TermId> {
    let constructors = Constructors::of(terms)?;
    let mut work = vec![(term, false)];
    let mut values: Vec<TermId> = Vec::new();
    while let Some((term, visited)) = work.pop() {
        if let Some(name) = terms.qid_value(term) {
            values.push(leaf(terms, name.text())?);
            continue;
        }
        let (head, parts) = constructors.open(terms, term)?;
        if visited {
            let arguments = values.split_off(values.len() - parts.len());
            let candidates = candidates(terms, head.text());
            values.push(application(terms, &candidates, &arguments)?);
        } else {
            let parts = parts.to_vec();
            work.push((term, true));
            work.extend(parts.into_iter().rev().map(|part| (part, false)));
        }
    }
    values.pop()
}

/// A sort or a kind from its text.
pub(super) fn sort(to: &Terms, text: &str) -> Option<SortId> {
    let sorts = &to.signature.sorts;
    match text.strip_prefix("`[").and_then(|inner| inner.strip_suffix("`]")) {
        Some(inner) => {
            // Any of its sorts names the kind; all of them must belong to it.
            let mut kind = None;
            for part in kind_members(inner) {
                let sort = sorts.find(Name::new(&part))?;
                if kind.is_some_and(|kind| kind != sorts.kind(sort)) {
                    return None;
                }
                kind = Some(sorts.kind(sort));
            }
            Some(sorts.error(kind?))
        }
        None => sorts.find(Name::new(&text.replace('`', ""))),
    }
}

/// The sorts in the name of a kind, without its brackets.
pub(super) fn kind_members(inner: &str) -> Vec<String> {
    let mut members = vec![String::new()];
    let mut depth = 0;
    for c in inner.chars().filter(|&c| c != '`') {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                members.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = members.last_mut() {
            last.push(c);
        }
    }
    members
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

/// A constant or a variable.
pub(super) fn leaf(to: &mut Terms, text: &str) -> Option<TermId> {
    let (dot, colon) = (split(text, b'.'), split(text, b':'));
    let constant = match (dot, colon) {
        (Some((before, _)), Some((name, _))) => before.len() > name.len(),
        (dot, _) => dot.is_some(),
    };
    if !constant {
        let (name, sort_text) = colon?;
        let sort = sort(to, sort_text)?;
        return Some(to.variable(Name::new(name), sort));
    }
    let (name, sort_text) = dot?;
    let sort = sort(to, sort_text)?;
    let kind = to.signature.sorts.kind(sort);
    if let Some(symbol) = to.signature.find(Name::new(name), &[], Some(kind)) {
        return Some(to.make(symbol, &[]));
    }
    let made = if let Some(inner) = name.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')) {
        to.string(&unescape(inner)?)
    } else if let Some(inner) = name.strip_prefix('\'') {
        to.qid(Name::new(inner))
    } else {
        to.float(float(name)?)
    };
    made.filter(|&made| to.signature.sorts.kind(to.sort(made)) == kind)
}

/// What an operator's name in a representation may mean.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    symbol: SymbolId,
    /// How often it is applied, where the name says so.
    count: Option<BigUint>,
}

/// The operators with a name.
pub(super) fn candidates(to: &Terms, head: &str) -> Vec<Candidate> {
    let plain = |name: &str| to.signature.overloads(Name::new(name)).to_vec();
    let mut found: Vec<Candidate> = match head.strip_prefix("_::`") {
        Some(sort) => plain(&format!("_::{}", sort.replace('`', ""))),
        None if head.starts_with("_::") => Vec::new(),
        None => plain(head),
    }
    .into_iter()
    .map(|symbol| Candidate { symbol, count: None })
    .collect();
    if let Some((base, count)) = head.rsplit_once('^')
        && let Ok(count) = count.parse::<BigUint>()
        && count.bits() > 0
    {
        for symbol in plain(base) {
            if to.signature.get(symbol).shape == Shape::Iterated {
                found.push(Candidate { symbol, count: Some(count.clone()) });
            }
        }
    }
    found
}

/// The first operator that fits the arguments.
fn fitting<'a>(to: &Terms, candidates: &'a [Candidate], arguments: &[TermId]) -> Option<&'a Candidate> {
    let kind = |term: TermId| to.signature.sorts.kind(to.sort(term));
    candidates.iter().filter(|_| !arguments.is_empty()).find(|candidate| {
        let symbol = to.signature.get(candidate.symbol);
        match symbol.shape {
            Shape::Associative | Shape::AssociativeCommutative => {
                arguments.len() >= 2 && arguments.iter().all(|&argument| kind(argument) == symbol.range)
            }
            Shape::Variable => false,
            _ => {
                symbol.domain.len() == arguments.len()
                    && arguments
                        .iter()
                        .zip(&symbol.domain)
                        .all(|(&argument, &domain)| kind(argument) == domain)
            }
        }
    })
}

/// The application of the first operator that fits the arguments.
pub(super) fn application(to: &mut Terms, candidates: &[Candidate], arguments: &[TermId]) -> Option<TermId> {
    let found = fitting(to, candidates, arguments)?;
    Some(match &found.count {
        Some(count) => to.make_iterated(found.symbol, arguments[0], count),
        None => to.make(found.symbol, arguments),
    })
}

/// The parts of a represented condition.
pub(super) fn condition(
    from: &mut Terms,
    term: TermId,
    to: &mut Terms,
    memo: &mut Memo,
) -> Option<Vec<Fragment>> {
    let parts = elements(from, "_/\\_", "nil", "Condition", term)?;
    parts.into_iter().map(|part| fragment(from, part, to, memo)).collect()
}

fn fragment(from: &mut Terms, term: TermId, to: &mut Terms, memo: &mut Memo) -> Option<Fragment> {
    let name = from.signature.get(from.symbol(term)).name.text();
    let &[left, right] = from.arguments(term) else { return None };
    let first = down(from, left, to, memo)?;
    Some(match name {
        "_=_" => Fragment::Equality(first, down(from, right, to, memo)?),
        "_:=_" => Fragment::Assignment(first, down(from, right, to, memo)?),
        "_=>_" => Fragment::Rewriting(first, down(from, right, to, memo)?),
        "_:_" => Fragment::Membership(first, sort(to, from.qid_value(right)?.text())?),
        _ => return None,
    })
}

/// The variables and values of a represented substitution.
pub(super) fn substitution(
    from: &mut Terms,
    term: TermId,
    to: &mut Terms,
    memo: &mut Memo,
) -> Option<Vec<(TermId, TermId)>> {
    let assign = find(from, "_<-_", 2, "Substitution")?;
    let parts = elements(from, "_;_", "none", "Substitution", term)?;
    let mut pairs = Vec::new();
    for part in parts {
        if from.symbol(part) != assign {
            return None;
        }
        let &[variable, value] = from.arguments(part) else { return None };
        let variable = down(from, variable, to, memo)?;
        let value = down(from, value, to, memo)?;
        let sorts = &to.signature.sorts;
        if !to.is_variable(variable) || sorts.kind(to.sort(variable)) != sorts.kind(to.sort(value)) {
            return None;
        }
        pairs.push((variable, value));
    }
    Some(pairs)
}
