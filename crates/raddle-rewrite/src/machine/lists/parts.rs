//! Parts of lists and sets as values: elements, ranges, and what is left around a matched part. A part of a reduced term
//! is reduced.

use super::ListMatch;
use crate::machine::evaluate::{Bindings, Machine};
use crate::machine::pattern::ListElement;
use crate::machine::solve::Rest;
use crate::terms::arena::NO_TERM;
use crate::terms::{SortId, SymbolId, TermId};
use smallvec::SmallVec;

impl<'p> Machine<'p> {
    /// What is not in a part of the list; `None` if the part is one element or none, which is not a part of this
    /// operator's term.
    pub(in crate::machine) fn rest_of(
        &self,
        list: &ListMatch<'p>,
        first: usize,
        last: usize,
    ) -> Option<Rest> {
        if last < first + 2 {
            return None;
        }
        let elements = self.terms.arguments(list.subject);
        Some(Rest {
            before: SmallVec::from_slice(&elements[..first]),
            after: SmallVec::from_slice(&elements[last..]),
        })
    }

    /// How many elements a pattern takes, if that is known before it is matched.
    pub(super) fn known_length(
        &self,
        symbol: SymbolId,
        pattern: &ListElement,
        bindings: &Bindings,
    ) -> Option<usize> {
        match pattern {
            ListElement::One(_) => Some(1),
            ListElement::Variable(variable) => match bindings[usize::from(variable.slot)] {
                NO_TERM => (variable.single && !variable.optional).then_some(1),
                bound => Some(self.length_as(symbol, bound)),
            },
        }
    }

    /// How many elements a value is in a term of `symbol`.
    pub(crate) fn length_as(&self, symbol: SymbolId, value: TermId) -> usize {
        if self.terms.symbol(value) == symbol {
            self.terms.arguments(value).len()
        } else {
            usize::from(self.terms.signature.get(symbol).identity != Some(value))
        }
    }

    pub(in crate::machine) fn element(&self, list: &ListMatch<'p>, at: usize) -> Option<TermId> {
        if at >= list.length {
            return None;
        }
        Some(if list.flat { self.terms.arguments(list.subject)[at] } else { list.subject })
    }

    /// The elements from one position to another as a value.
    pub(in crate::machine) fn range(
        &mut self,
        list: &ListMatch<'p>,
        from: usize,
        to: usize,
    ) -> Option<TermId> {
        if !list.flat {
            return if from == to {
                self.terms.signature.get(list.symbol).identity
            } else {
                Some(list.subject)
            };
        }
        let value = self.terms.make_from_range(list.subject, from, to)?;
        self.accept_part(value, list.reduced);
        Some(value)
    }

    /// A part of a reduced list as a value.
    pub(crate) fn list_part(&mut self, list: TermId, from: usize, to: usize) -> Option<TermId> {
        let value = self.terms.make_from_range(list, from, to)?;
        self.accept_part(value, true);
        Some(value)
    }

    /// A set without one of its elements, as a value.
    pub(crate) fn set_without(&mut self, set: TermId, index: usize, reduced: bool) -> Option<TermId> {
        let value = self.terms.make_without(set, index)?;
        self.accept_part(value, reduced);
        Some(value)
    }

    pub(in crate::machine) fn occurs_at(
        &self,
        list: &ListMatch<'p>,
        value: TermId,
        at: usize,
    ) -> Option<usize> {
        if self.terms.symbol(value) == list.symbol {
            let needed = self.terms.arguments(value);
            let fits = list.flat && self.terms.arguments(list.subject)[at..].starts_with(needed);
            return fits.then_some(needed.len());
        }
        if self.terms.signature.get(list.symbol).identity == Some(value) {
            return Some(0);
        }
        (self.element(list, at) == Some(value)).then_some(1)
    }

    /// A part of a flat term as a value. If the whole is reduced, so is the part: an equation that fits the part
    /// fits the whole with the other elements left over.
    pub(crate) fn part(
        &mut self,
        symbol: SymbolId,
        part: &[TermId],
        reduced: bool,
        whole: SortId,
    ) -> Option<TermId> {
        let value = self.terms.make_from_part(symbol, part, whole)?;
        self.accept_part(value, reduced);
        Some(value)
    }

    pub(super) fn accept_part(&mut self, value: TermId, reduced: bool) {
        if self.terms.normal(value).is_some() {
            return;
        }
        if reduced {
            self.accept_normal(value);
        } else if !self.program.memberships.is_empty() {
            self.refresh_sort(value);
        }
    }
}
