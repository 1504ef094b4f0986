//! Small natural numbers as ids of their own: `s_^n(0)` needs no node as long as `n` is small, so counting costs no
//! look-up. Such an id is as good as any other; only where a module gives equations or memberships to numbers
//! themselves are their sorts and normal forms kept, in a table on the side.

use super::{NO_TERM, TermId, Terms};
use crate::terms::signature::{Signature, SymbolId};
use crate::terms::sorts::SortId;
use rustc_hash::FxHashMap;

/// Ids from here on are numbers.
const FIRST: u32 = 0xC000_0000;
/// Numbers from here on have nodes.
const LIMIT: u32 = 0x3FFF_FFF0;
/// Sorts of `0`, `s 0`, `s s 0`… must stop changing within this many steps.
const MOST_SORTS: usize = 64;

/// What numbers without nodes are, where the signature has them.
#[derive(Debug, Clone)]
pub(super) struct Numbers {
    pub zero: SymbolId,
    pub successor: SymbolId,
    /// Sorts of the first numbers; the last stands for all others.
    sorts: Vec<SortId>,
    /// Whether no statement is about numbers themselves.
    plain: bool,
    /// Sorts and normal forms of numbers that statements are about.
    marked: FxHashMap<u32, (SortId, TermId)>,
}

/// `0` as the only argument of a number.
pub(super) static ZERO_ARGUMENT: [TermId; 1] = [TermId(FIRST)];

impl TermId {
    /// The value of a number without a node.
    #[inline]
    pub(crate) fn immediate(self) -> Option<u32> {
        (self.0 >= FIRST && self.0 - FIRST < LIMIT).then(|| self.0 - FIRST)
    }
}

impl Numbers {
    pub(super) fn new(signature: &Signature) -> Option<Numbers> {
        let (zero, successor) = (signature.known.zero?, signature.known.successor?);
        let mut sort = signature
            .sorts
            .least(signature.get(zero).declarations.iter().map(|declaration| declaration.range))?;
        let mut sorts = Vec::new();
        while sorts.last() != Some(&sort) {
            if sorts.len() == MOST_SORTS {
                return None;
            }
            sorts.push(sort);
            sort = signature.least_sort(successor, &[sort]);
        }
        Some(Numbers { zero, successor, sorts, plain: false, marked: FxHashMap::default() })
    }

    #[inline]
    pub(super) fn declared_sort(&self, value: u32) -> SortId {
        self.sorts[(value as usize).min(self.sorts.len() - 1)]
    }

    pub(super) fn sort(&self, value: u32) -> SortId {
        match self.marked.get(&value) {
            Some(&(sort, _)) if !self.plain => sort,
            _ => self.declared_sort(value),
        }
    }

    #[inline]
    pub(super) fn normal(&self, value: u32) -> TermId {
        if self.plain {
            return TermId(FIRST + value);
        }
        self.marked.get(&value).map_or(NO_TERM, |&(_, normal)| normal)
    }

    pub(super) fn set_sort(&mut self, value: u32, sort: SortId) {
        if !self.plain {
            self.marked.entry(value).or_insert((sort, NO_TERM)).0 = sort;
        }
    }

    pub(super) fn set_normal(&mut self, value: u32, normal: TermId) {
        if !self.plain {
            let sort = self.declared_sort(value);
            self.marked.entry(value).or_insert((sort, NO_TERM)).1 = normal;
        }
    }
}

impl Terms {
    /// Says whether no statement is about numbers themselves, so that each is its own normal form.
    pub(crate) fn set_plain_numbers(&mut self, plain: bool) {
        if let Some(numbers) = &mut self.numbers {
            numbers.plain = plain;
        }
    }

    /// Whether no statement is about numbers themselves.
    pub(crate) fn has_plain_numbers(&self) -> bool {
        self.numbers.as_ref().is_none_or(|numbers| numbers.plain)
    }

    /// The symbols of `0` and `s_`, where small numbers have no nodes.
    pub(crate) fn number_symbols(&self) -> Option<(SymbolId, SymbolId)> {
        self.numbers.as_ref().map(|numbers| (numbers.zero, numbers.successor))
    }

    /// Whether this is the symbol of `s_`, where small numbers have no nodes.
    #[inline]
    pub(crate) fn is_successor(&self, symbol: SymbolId) -> bool {
        self.numbers.as_ref().is_some_and(|numbers| numbers.successor == symbol)
    }

    /// The id of a number, if it needs no node.
    #[inline]
    pub(crate) fn immediate(&self, value: u64) -> Option<TermId> {
        (self.numbers.is_some() && value < u64::from(LIMIT)).then(|| TermId(FIRST + value as u32))
    }

    /// A number in the middle of a reduction: one without a node, or an intermediate one. `None` where statements
    /// are about numbers themselves.
    #[inline]
    pub(crate) fn make_number(&mut self, value: u64) -> Option<TermId> {
        let numbers = self.numbers.as_ref().filter(|numbers| numbers.plain)?;
        if value < u64::from(LIMIT) {
            return Some(TermId(FIRST + value as u32));
        }
        let (symbol, sort) = (numbers.successor, numbers.declared_sort(LIMIT));
        Some(self.scratch.add_number(symbol, sort, value))
    }

    /// The value of a number of 64 bits.
    #[inline]
    pub(crate) fn number_value(&self, term: TermId) -> Option<u64> {
        if let Some(value) = term.immediate() {
            return Some(u64::from(value));
        }
        if term.is_scratch() { self.scratch.number(term) } else { self.small_value(term) }
    }

    /// The id of a term that is a number without a node.
    #[inline]
    pub(super) fn as_immediate(
        &self,
        symbol: SymbolId,
        payload: u32,
        arguments: &[TermId],
    ) -> Option<TermId> {
        let numbers = self.numbers.as_ref()?;
        if symbol == numbers.successor {
            return (payload < LIMIT && arguments == ZERO_ARGUMENT).then(|| TermId(FIRST + payload));
        }
        (symbol == numbers.zero).then_some(TermId(FIRST))
    }
}
