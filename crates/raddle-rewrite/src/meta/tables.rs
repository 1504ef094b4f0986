//! What the meta-level remembers of an arena: which modules its terms stand for, representations of its terms, and
//! where its signature has the constructors of representations.

use crate::names::Name;
use crate::terms::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where a module comes from that a term stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Origin {
    /// It is the module of this name.
    Named(Name),
    /// It was built from the term, as the n-th one.
    Built(u64),
}

/// The tables of one arena.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The modules that terms stand for.
    pub modules: FxHashMap<TermId, Origin>,
    /// Representations of terms of this arena.
    pub terms: FxHashMap<TermId, TermId>,
    /// Constructors by name, number of arguments and a sort of the result's kind.
    symbols: FxHashMap<(&'static str, usize, &'static str), Option<SymbolId>>,
    /// Two arenas never have the same, nor has one before and after terms were dropped.
    pub generation: u64,
}

fn next_generation() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Default for Tables {
    fn default() -> Tables {
        Tables {
            modules: FxHashMap::default(),
            terms: FxHashMap::default(),
            symbols: FxHashMap::default(),
            generation: next_generation(),
        }
    }
}

impl Clone for Tables {
    /// A copy of an arena goes its own way.
    fn clone(&self) -> Tables {
        Tables::default()
    }
}

impl Tables {
    /// Terms have been dropped, and others have new names.
    pub fn after_collection(&mut self, find: impl Fn(TermId) -> Option<TermId>) {
        let known = std::mem::take(&mut self.modules);
        self.modules = known.into_iter().filter_map(|(term, origin)| Some((find(term)?, origin))).collect();
        self.terms.clear();
        self.generation = next_generation();
    }
}

/// A constructor of representations.
pub(super) fn find(
    terms: &mut Terms,
    name: &'static str,
    arity: usize,
    range: &'static str,
) -> Option<SymbolId> {
    if let Some(&known) = terms.meta.symbols.get(&(name, arity, range)) {
        return known;
    }
    let signature = &terms.signature;
    let found = signature.sorts.find(Name::new(range)).and_then(|sort| {
        let kind = signature.sorts.kind(sort);
        signature.overloads(Name::new(name)).iter().copied().find(|&id| {
            let symbol = signature.get(id);
            symbol.range == kind && symbol.arity() == arity
        })
    });
    terms.meta.symbols.insert((name, arity, range), found);
    found
}

/// A term of a constructor.
pub(super) fn make(
    terms: &mut Terms,
    name: &'static str,
    range: &'static str,
    arguments: &[TermId],
) -> Option<TermId> {
    let symbol = find(terms, name, arguments.len(), range)?;
    Some(terms.make(symbol, arguments))
}

/// The same where several constructors differ only in the kinds of their arguments.
pub(super) fn make_fitting(terms: &mut Terms, name: &'static str, arguments: &[TermId]) -> Option<TermId> {
    let sorts = &terms.signature.sorts;
    let kinds: Vec<_> = arguments.iter().map(|&argument| sorts.kind(terms.sort(argument))).collect();
    let symbol = terms.signature.find(Name::new(name), &kinds, None)?;
    Some(terms.make(symbol, arguments))
}

/// The parts joined by an associative constructor, or its identity.
pub(super) fn joined(
    terms: &mut Terms,
    name: &'static str,
    empty: &'static str,
    range: &'static str,
    parts: &[TermId],
) -> Option<TermId> {
    match parts {
        [] => make(terms, empty, range, &[]),
        [one] => Some(*one),
        _ => {
            let symbol = find(terms, name, 2, range)?;
            Some(terms.make(symbol, parts))
        }
    }
}

/// The elements of a term that an associative constructor may have joined.
pub(super) fn elements(
    terms: &mut Terms,
    name: &'static str,
    empty: &'static str,
    range: &'static str,
    term: TermId,
) -> Option<Vec<TermId>> {
    let symbol = terms.symbol(term);
    if Some(symbol) == find(terms, name, 2, range) {
        return Some(terms.arguments(term).to_vec());
    }
    if Some(symbol) == find(terms, empty, 0, range) {
        return Some(Vec::new());
    }
    let sort = terms.signature.sorts.find(Name::new(range))?;
    (terms.signature.sorts.kind(sort) == terms.signature.get(symbol).range).then(|| vec![term])
}
