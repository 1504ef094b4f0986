//! The least sorts of terms: what declarations say of each combination of arguments' sorts, in tables where they
//! are small.

use super::{Declaration, Shape, Signature, Symbol, SymbolId};
use crate::terms::sorts::SortId;

/// Larger tables are not built; the declarations are then asked each time.
const LARGEST_TABLE: usize = 1 << 14;

impl Signature {
    /// Makes asking for sorts quick, for a module in which terms are going to be made.
    pub fn fill_sort_tables(&mut self) {
        for index in 0..self.symbols.len() {
            if self.symbols[index].sort_table.is_empty() {
                self.fill_sort_table(index);
            }
        }
    }

    fn fill_sort_table(&mut self, index: usize) {
        let symbol = &self.symbols[index];
        let mut size = 1usize;
        for &kind in &symbol.domain {
            size = size.saturating_mul(self.sorts.get_kind(kind).sorts.len());
        }
        if symbol.domain.is_empty() || size > LARGEST_TABLE {
            return;
        }
        let members: Vec<&[SortId]> =
            symbol.domain.iter().map(|&kind| self.sorts.get_kind(kind).sorts.as_slice()).collect();
        let mut table = Vec::with_capacity(size);
        let mut places: Vec<usize> = vec![0; symbol.arity()];
        let mut arguments: Vec<SortId> = members.iter().map(|sorts| sorts[0]).collect();
        for _ in 0..size {
            table.push(self.declared_sort(symbol, &arguments).0);
            for position in (0..places.len()).rev() {
                places[position] = (places[position] + 1) % members[position].len();
                arguments[position] = members[position][places[position]];
                if places[position] > 0 {
                    break;
                }
            }
        }
        self.symbols[index].sort_table = table;
        if self.symbols[index].shape == Shape::Associative {
            self.symbols[index].final_sorts = self.find_final_sorts(index);
        }
    }

    /// For each sort of a part of a list (rows) and of the whole (columns), whether the part's sort stays as it is
    /// whatever more of the whole's elements are put after it. Empty where there are too many sorts.
    fn find_final_sorts(&self, index: usize) -> Vec<bool> {
        const MOST_SORTS: usize = 48;
        let symbol = &self.symbols[index];
        let count = self.sorts.get_kind(symbol.range).sorts.len();
        if count > MOST_SORTS {
            return Vec::new();
        }
        let after =
            |sort: usize, element: usize| self.sorts.index(SortId(symbol.sort_table[sort * count + element]));
        // Which sorts a list that has one sort can have when more elements are put after it.
        let mut reached = vec![false; count * count];
        for first in 0..count {
            let mut open = vec![first];
            while let Some(sort) = open.pop() {
                if !std::mem::replace(&mut reached[first * count + sort], true) {
                    open.extend((0..count).map(|element| after(sort, element)));
                }
            }
        }
        // An element that is in a list of a sort is its first or comes after something.
        let mut can_hold = vec![false; count * count];
        for element in 0..count {
            for before in 0..count {
                let with = after(before, element);
                for whole in 0..count {
                    can_hold[whole * count + element] |=
                        reached[with * count + whole] || reached[element * count + whole];
                }
            }
        }
        let mut found = Vec::with_capacity(count * count);
        for part in 0..count {
            for whole in 0..count {
                let stays =
                    |element: usize| !can_hold[whole * count + element] || after(part, element) == part;
                found.push((0..count).all(stays));
            }
        }
        found
    }

    fn declared_sort(&self, symbol: &Symbol, arguments: &[SortId]) -> SortId {
        let commutes = matches!(symbol.shape, Shape::Commutative | Shape::AssociativeCommutative);
        let fits = |declaration: &Declaration| {
            let at_most = |(&high, &low): (&SortId, &SortId)| self.sorts.is_at_most(low, high);
            declaration.domain.iter().zip(arguments).all(at_most)
                || (commutes && declaration.domain.iter().zip(arguments.iter().rev()).all(at_most))
        };
        let fitting = symbol.declarations.iter().filter(|declaration| fits(declaration));
        self.sorts
            .least(fitting.map(|declaration| declaration.range))
            .unwrap_or(self.sorts.error(symbol.range))
    }

    /// The least sort that the declarations give for arguments of these sorts.
    #[inline]
    pub fn least_sort(&self, id: SymbolId, arguments: &[SortId]) -> SortId {
        let symbol = self.get(id);
        if symbol.sort_table.is_empty() {
            return self.declared_sort(symbol, arguments);
        }
        let mut at = 0;
        for (&sort, &kind) in arguments.iter().zip(&symbol.domain) {
            at = at * self.sorts.get_kind(kind).sorts.len() + self.sorts.index(sort);
        }
        SortId(symbol.sort_table[at])
    }

    /// The sort of every term of an associative operator with a single declaration `s s -> s`, if it has one
    /// and the arguments have it.
    #[inline]
    pub fn uniform_sort(&self, id: SymbolId) -> Option<SortId> {
        match self.get(id).declarations.as_slice() {
            [Declaration { domain, range, .. }] if domain.iter().all(|sort| sort == range) => Some(*range),
            _ => None,
        }
    }

    /// Whether a part of a list with a sort keeps its own sort whatever more of the list's elements are put after
    /// it; false where that is not known.
    #[inline]
    pub(crate) fn is_final_sort(&self, id: SymbolId, part: SortId, whole: SortId) -> bool {
        let symbol = self.get(id);
        let count = self.sorts.get_kind(symbol.range).sorts.len();
        let at = self.sorts.index(part) * count + self.sorts.index(whole);
        symbol.final_sorts.get(at).copied().unwrap_or(false)
    }
}
