//! Matching lists: a sequence of elements and variables against the flat arguments of an associative term.

use super::evaluate::{Bindings, Goal, Machine};
use super::pattern::ListElement;
use super::solve::{Flow, NO_GOALS, Receiver, Rest};
use crate::terms::arena::NO_TERM;
use crate::terms::{SortId, SymbolId, TermId};
use smallvec::SmallVec;

/// A list that is being matched.
struct ListMatch<'p> {
    symbol: SymbolId,
    patterns: &'p [ListElement],
    /// The list, or the one element that stands for it.
    subject: TermId,
    /// How many elements it has.
    length: usize,
    /// Whether `subject` is a term of the operator.
    flat: bool,
    /// Where the matched part starts.
    start: usize,
    /// Whether elements may be left at the end.
    open_end: bool,
    next: u32,
    /// Whether the whole term is reduced; then so is every part of it.
    reduced: bool,
}

impl<'p> Machine<'p> {
    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    pub(crate) fn solve_list(
        &mut self,
        symbol: SymbolId,
        patterns: &'p [ListElement],
        subject: TermId,
        next: u32,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let flat = self.terms.symbol(subject) == symbol;
        let length = if flat {
            self.terms.arguments(subject).len()
        } else {
            match self.terms.signature.get(symbol).identity {
                None => return Flow::More,
                Some(identity) => usize::from(identity != subject),
            }
        };
        let reduced = self.terms.normal(subject) == Some(subject);
        let list =
            ListMatch { symbol, patterns, subject, length, flat, start: 0, open_end: false, next, reduced };
        self.list_step(&list, 0, 0, bindings, rest, receive)
    }

    /// Matches any part of the list, the longest suffix first.
    pub(crate) fn list_with_extension(
        &mut self,
        symbol: SymbolId,
        patterns: &'p [ListElement],
        subject: TermId,
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let length = self.terms.arguments(subject).len();
        let reduced = self.terms.normal(subject) == Some(subject);
        for start in 0..length {
            let list = ListMatch {
                symbol,
                patterns,
                subject,
                length,
                flat: true,
                start,
                open_end: true,
                next: NO_GOALS,
                reduced,
            };
            if self.list_step(&list, 0, start, bindings, &Rest::default(), receive) == Flow::Enough {
                return Flow::Enough;
            }
        }
        Flow::More
    }

    fn list_step(
        &mut self,
        list: &ListMatch<'p>,
        index: usize,
        at: usize,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Some(pattern) = list.patterns.get(index) else {
            if at == list.length {
                if list.start == 0 {
                    return self.solve(list.next, bindings, rest, receive);
                }
            } else if !list.open_end {
                return Flow::More;
            }
            // A part that is one element or none is not a part of this operator's term.
            if at < list.start + 2 {
                return Flow::More;
            }
            let rest = Rest {
                before: SmallVec::from_slice(&self.terms.arguments(list.subject)[..list.start]),
                after: SmallVec::from_slice(&self.terms.arguments(list.subject)[at..]),
            };
            return self.solve(list.next, bindings, &rest, receive);
        };
        let left = list.length - at;
        match pattern {
            ListElement::One(pattern) => {
                let Some(element) = self.element(list, at) else { return Flow::More };
                if pattern.root(self.terms).is_some_and(|root| root != self.terms.symbol(element)) {
                    return Flow::More;
                }
                let height = self.goals.len();
                self.goals.push(Goal { pattern, subject: element, next: NO_GOALS });
                let flow = self.solve(height as u32, bindings, rest, &mut |machine, bindings, rest| {
                    machine.list_step(list, index + 1, at + 1, bindings, rest, receive)
                });
                self.goals.truncate(height);
                flow
            }
            ListElement::Variable(variable) => {
                let slot = usize::from(variable.slot);
                let bound = bindings[slot];
                if bound != NO_TERM {
                    let length = self.occurs_at(list, bound, at);
                    return match length {
                        Some(length) => self.list_step(list, index + 1, at + length, bindings, rest, receive),
                        None => Flow::More,
                    };
                }
                let required = self.required(list, index + 1, bindings);
                let least = usize::from(!variable.optional);
                let Some(mut most) = left.checked_sub(required) else { return Flow::More };
                if variable.single {
                    most = most.min(1);
                }
                let decided = !list.open_end && self.others_are_fixed(list, index + 1, bindings);
                let lengths = if decided { left - required..=left - required } else { least..=most };
                for length in lengths {
                    if length < least || length > most {
                        continue;
                    }
                    // Building the value is worth it only if what follows can be there.
                    if !self.can_follow(list, index + 1, at + length, bindings) {
                        continue;
                    }
                    let Some(value) = self.range(list, at, at + length) else { continue };
                    if !self.terms.signature.sorts.is_at_most(self.terms.sort(value), variable.sort) {
                        continue;
                    }
                    bindings[slot] = value;
                    let flow = self.list_step(list, index + 1, at + length, bindings, rest, receive);
                    bindings[slot] = NO_TERM;
                    if flow == Flow::Enough {
                        return flow;
                    }
                }
                Flow::More
            }
        }
    }

    /// The least number of elements that the patterns from `index` on need.
    fn required(&self, list: &ListMatch<'p>, index: usize, bindings: &Bindings) -> usize {
        list.patterns[index..]
            .iter()
            .map(|pattern| match pattern {
                ListElement::One(_) => 1,
                ListElement::Variable(variable) => match bindings[usize::from(variable.slot)] {
                    NO_TERM => usize::from(!variable.optional),
                    bound => self.length_as(list.symbol, bound),
                },
            })
            .sum()
    }

    /// Whether the patterns from `index` on need a number of elements that is known.
    fn others_are_fixed(&self, list: &ListMatch<'p>, index: usize, bindings: &Bindings) -> bool {
        list.patterns[index..].iter().all(|pattern| match pattern {
            ListElement::One(_) => true,
            ListElement::Variable(variable) => {
                (variable.single && !variable.optional) || bindings[usize::from(variable.slot)] != NO_TERM
            }
        })
    }

    /// Whether the element at a place is one that the pattern may match; true where it need not match one.
    fn can_follow(&self, list: &ListMatch<'p>, index: usize, at: usize, bindings: &Bindings) -> bool {
        let variable = match list.patterns.get(index) {
            None => return true,
            Some(ListElement::One(following)) => {
                let root = following.root(self.terms);
                return self
                    .element(list, at)
                    .is_some_and(|element| root.is_none_or(|root| root == self.terms.symbol(element)));
            }
            Some(ListElement::Variable(variable)) => variable,
        };
        if !variable.single || variable.optional {
            return true;
        }
        let bound = bindings[usize::from(variable.slot)];
        self.element(list, at).is_some_and(|element| {
            if bound == NO_TERM { self.has_sort(element, variable.sort) } else { bound == element }
        })
    }

    /// How many elements a value is in a term of `symbol`.
    pub(crate) fn length_as(&self, symbol: SymbolId, value: TermId) -> usize {
        if self.terms.symbol(value) == symbol {
            self.terms.arguments(value).len()
        } else {
            usize::from(self.terms.signature.get(symbol).identity != Some(value))
        }
    }

    fn element(&self, list: &ListMatch<'p>, at: usize) -> Option<TermId> {
        if at >= list.length {
            return None;
        }
        Some(if list.flat { self.terms.arguments(list.subject)[at] } else { list.subject })
    }

    /// The elements from one position to another as a value.
    fn range(&mut self, list: &ListMatch<'p>, from: usize, to: usize) -> Option<TermId> {
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

    fn occurs_at(&self, list: &ListMatch<'p>, value: TermId, at: usize) -> Option<usize> {
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

    fn accept_part(&mut self, value: TermId, reduced: bool) {
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
