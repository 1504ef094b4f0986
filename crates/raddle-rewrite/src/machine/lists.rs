//! Matching lists: a sequence of elements and variables against the flat arguments of an associative term.
//!
//! Solutions come in the order in which Maude finds them. What stands at the ends and has a known length is matched
//! first. In what is left, *blocks* of known length alternate with runs of variables; each block moves from left to
//! right, the last one fastest; then each run shares the elements between its blocks, so that the start of its first
//! variable moves fastest and every start moves from left to right. Elements that are left over at either end of a
//! part are one more share of the first and of the last run. A term that only becomes a list by an identity goes to
//! each variable in turn.

mod parts;
mod runs;

use super::evaluate::{Bindings, Goal, Machine};
use super::pattern::{ElementVariable, ListElement};
use super::solve::{Flow, NO_GOALS, Receiver, Rest};
use crate::terms::arena::NO_TERM;
use crate::terms::{SymbolId, TermId};
use smallvec::SmallVec;

/// A list that is being matched.
pub(super) struct ListMatch<'p> {
    pub symbol: SymbolId,
    pub patterns: &'p [ListElement],
    /// The list, or the one element that stands for it.
    pub subject: TermId,
    /// How many elements it has.
    pub length: usize,
    /// Whether `subject` is a term of the operator.
    pub flat: bool,
    /// Whether elements may be left over at both ends.
    pub extension: bool,
    /// Whether the first share that fits is as good as any other; see `greedy`.
    pub greedy: bool,
    pub next: u32,
    /// Whether the whole term is reduced; then so is every part of it.
    reduced: bool,
}

/// What is left of a pattern and of its list when both ends are matched.
pub(super) struct Plan<'p> {
    /// Runs of variables, one more than there are blocks.
    pub runs: SmallVec<[&'p [ListElement]; 4]>,
    /// Blocks between them, with their lengths.
    pub blocks: SmallVec<[(&'p [ListElement], usize); 4]>,
    /// The first element.
    pub from: usize,
    /// The end of the elements.
    pub to: usize,
}

/// Where the parts of a plan are put.
#[derive(Default)]
struct Places {
    /// Where each block starts.
    blocks: SmallVec<[usize; 4]>,
    /// The matched part.
    first: usize,
    last: usize,
}

impl<'p> Machine<'p> {
    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    pub(crate) fn solve_list(
        &mut self,
        symbol: SymbolId,
        (patterns, greedy): (&'p [ListElement], bool),
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
            ListMatch { symbol, patterns, subject, length, flat, extension: false, greedy, next, reduced };
        if !flat && length == 1 {
            return self.collapsed_list(&list, bindings, rest, receive);
        }
        self.list_ends(&list, (0, patterns.len()), (0, length), bindings, rest, receive)
    }

    /// Matches any part of the list.
    pub(crate) fn list_with_extension(
        &mut self,
        symbol: SymbolId,
        (patterns, greedy): (&'p [ListElement], bool),
        subject: TermId,
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let length = self.terms.arguments(subject).len();
        let reduced = self.terms.normal(subject) == Some(subject);
        let list = ListMatch {
            symbol,
            patterns,
            subject,
            length,
            flat: true,
            extension: true,
            greedy,
            next: NO_GOALS,
            reduced,
        };
        self.list_middle(&list, (0, patterns.len()), (0, length), bindings, &Rest::default(), receive)
    }

    /// One element that stands for the list: each pattern takes it in turn, and all others take the identity.
    fn collapsed_list(
        &mut self,
        list: &ListMatch<'p>,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        for taker in 0..list.patterns.len() {
            if self.collapse_to(list, taker, 0, bindings, rest, receive) == Flow::Enough {
                return Flow::Enough;
            }
        }
        Flow::More
    }

    fn collapse_to(
        &mut self,
        list: &ListMatch<'p>,
        taker: usize,
        index: usize,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Some(pattern) = list.patterns.get(index) else {
            return self.solve(list.next, bindings, rest, receive);
        };
        let variable = match pattern {
            ListElement::Variable(variable) => variable,
            ListElement::One(_) if index != taker => return Flow::More,
            ListElement::One(_) => {
                return self.list_fixed(list, pattern, 0, bindings, rest, &mut |machine, bindings, rest| {
                    machine.collapse_to(list, taker, index + 1, bindings, rest, receive)
                });
            }
        };
        let value = if index == taker {
            list.subject
        } else {
            match self.terms.signature.get(list.symbol).identity {
                Some(identity) if variable.optional => identity,
                _ => return Flow::More,
            }
        };
        let slot = usize::from(variable.slot);
        let bound = bindings[slot];
        if (bound != NO_TERM && bound != value) || !self.has_sort(value, variable.sort) {
            return Flow::More;
        }
        bindings[slot] = value;
        let flow = self.collapse_to(list, taker, index + 1, bindings, rest, receive);
        bindings[slot] = bound;
        flow
    }

    /// Matches what has a known length at either end, then the rest.
    fn list_ends(
        &mut self,
        list: &ListMatch<'p>,
        (low, high): (usize, usize),
        (from, to): (usize, usize),
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        if low == high {
            return if from == to { self.solve(list.next, bindings, rest, receive) } else { Flow::More };
        }
        let (first, last) = (&list.patterns[low], &list.patterns[high - 1]);
        if let Some(length) = self.known_length(list.symbol, first, bindings) {
            if to - from < length {
                return Flow::More;
            }
            return self.list_fixed(list, first, from, bindings, rest, &mut |machine, bindings, rest| {
                machine.list_ends(list, (low + 1, high), (from + length, to), bindings, rest, receive)
            });
        }
        if let Some(length) = self.known_length(list.symbol, last, bindings) {
            if to - from < length {
                return Flow::More;
            }
            return self.list_fixed(
                list,
                last,
                to - length,
                bindings,
                rest,
                &mut |machine, bindings, rest| {
                    machine.list_ends(list, (low, high - 1), (from, to - length), bindings, rest, receive)
                },
            );
        }
        match first {
            ListElement::Variable(variable) if high - low == 1 => {
                if !variable.may_hold(to - from) {
                    return Flow::More;
                }
                self.give_range(list, variable, (from, to), bindings, &mut |machine, bindings| {
                    machine.solve(list.next, bindings, rest, receive)
                })
            }
            _ => self.list_middle(list, (low, high), (from, to), bindings, rest, receive),
        }
    }

    /// Matches a pattern of known length at a place.
    pub(super) fn list_fixed(
        &mut self,
        list: &ListMatch<'p>,
        pattern: &'p ListElement,
        at: usize,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        match pattern {
            ListElement::One(pattern) => {
                let Some(element) = self.element(list, at) else { return Flow::More };
                if pattern.root(self.terms).is_some_and(|root| root != self.terms.symbol(element)) {
                    return Flow::More;
                }
                let height = self.goals.len();
                self.goals.push(Goal { pattern, subject: element, next: NO_GOALS });
                let flow = self.solve(height as u32, bindings, rest, receive);
                self.goals.truncate(height);
                flow
            }
            ListElement::Variable(variable) => {
                let bound = bindings[usize::from(variable.slot)];
                if bound != NO_TERM {
                    return match self.occurs_at(list, bound, at) {
                        Some(_) => receive(self, bindings, rest),
                        None => Flow::More,
                    };
                }
                self.give_range(list, variable, (at, at + 1), bindings, &mut |machine, bindings| {
                    receive(machine, bindings, rest)
                })
            }
        }
    }

    /// Gives a part of the list to a variable without a value, if its sort allows it.
    fn give_range(
        &mut self,
        list: &ListMatch<'p>,
        variable: &ElementVariable,
        (from, to): (usize, usize),
        bindings: &mut Bindings,
        then: &mut dyn FnMut(&mut Machine<'p>, &mut Bindings) -> Flow,
    ) -> Flow {
        let Some(value) = self.range(list, from, to) else { return Flow::More };
        if !self.terms.signature.sorts.is_at_most(self.terms.sort(value), variable.sort) {
            return Flow::More;
        }
        let slot = usize::from(variable.slot);
        bindings[slot] = value;
        let flow = then(self, bindings);
        bindings[slot] = NO_TERM;
        flow
    }

    /// Matches runs of variables with blocks between them.
    fn list_middle(
        &mut self,
        list: &ListMatch<'p>,
        (low, high): (usize, usize),
        (from, to): (usize, usize),
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let mut plan = Plan { runs: SmallVec::new(), blocks: SmallVec::new(), from, to };
        let mut at = low;
        loop {
            let run = at;
            while at < high && self.known_length(list.symbol, &list.patterns[at], bindings).is_none() {
                at += 1;
            }
            plan.runs.push(&list.patterns[run..at]);
            if at == high {
                break;
            }
            let (block, mut length) = (at, 0);
            while at < high
                && let Some(one) = self.known_length(list.symbol, &list.patterns[at], bindings)
            {
                length += one;
                at += 1;
            }
            plan.blocks.push((&list.patterns[block..at], length));
        }
        if self.needed_after(list, &plan, 0, bindings) > to - from {
            return Flow::More;
        }
        if list.greedy
            && self.greedy
            && let Some(flow) = self.greedy_list(list, &plan, bindings, rest, receive)
        {
            return flow;
        }
        self.place_block(list, &plan, (0, from), &mut Places::default(), bindings, rest, receive)
    }

    /// Moves a block from left to right; `index` counts blocks, `at` is the end of the one before.
    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    fn place_block(
        &mut self,
        list: &ListMatch<'p>,
        plan: &Plan<'p>,
        (index, at): (usize, usize),
        places: &mut Places,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let (least, mut most) = self.bounds(list, plan.runs[index], bindings);
        if list.extension && (index == 0 || index == plan.blocks.len()) {
            most = usize::MAX;
        }
        let Some(&(block, length)) = plan.blocks.get(index) else {
            let gap = plan.to - at;
            if gap < least || gap > most {
                return Flow::More;
            }
            return self.share_run(list, plan, 0, places, bindings, rest, receive);
        };
        let needed = length + self.needed_after(list, plan, index + 1, bindings);
        let mut place = at + least;
        while place + needed <= plan.to && place - at <= most {
            let flow = self.match_block(
                list,
                block,
                place + length,
                bindings,
                rest,
                &mut |machine, bindings, rest| {
                    places.blocks.push(place);
                    let then = (index + 1, place + length);
                    let flow = machine.place_block(list, plan, then, places, bindings, rest, receive);
                    places.blocks.pop();
                    flow
                },
            );
            if flow == Flow::Enough {
                return flow;
            }
            place += 1;
        }
        Flow::More
    }

    /// Matches a block that ends at a place, from its end on.
    fn match_block(
        &mut self,
        list: &ListMatch<'p>,
        block: &'p [ListElement],
        end: usize,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Some((last, others)) = block.split_last() else { return receive(self, bindings, rest) };
        // Values of variables that the block itself binds are single elements.
        let length = self.known_length(list.symbol, last, bindings).unwrap_or(1);
        let Some(at) = end.checked_sub(length) else { return Flow::More };
        self.list_fixed(list, last, at, bindings, rest, &mut |machine, bindings, rest| {
            machine.match_block(list, others, at, bindings, rest, receive)
        })
    }
}
