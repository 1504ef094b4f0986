//! Conditions: their parts are solved from left to right, and a part with several solutions is asked again when a
//! later one fails. Also memberships, which are conditions on a term's sort.

use super::compile::Test;
use super::evaluate::{Bindings, Machine, Stop};
use super::search::reachable_matches;
use super::solve::{Flow, Receiver, Rest};
use crate::terms::arena::NO_TERM;
use crate::terms::{SortId, TermId};

impl<'p> Machine<'p> {
    /// Tells `receive` of every way to satisfy the condition.
    pub(crate) fn satisfy(
        &mut self,
        tests: &'p [Test],
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        if self.condition_depth >= self.limits.condition_depth {
            self.stop = Some(Stop::ConditionDepth(self.limits.condition_depth));
            return Flow::Enough;
        }
        self.condition_depth += 1;
        // Matches inside the condition do not wait for it.
        let guard = self.guard.take();
        let flow = self.satisfy_from(tests, bindings, rest, receive);
        self.guard = guard;
        self.condition_depth -= 1;
        flow
    }

    fn satisfy_from(
        &mut self,
        tests: &'p [Test],
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Some((test, others)) = tests.split_first() else { return receive(self, bindings, rest) };
        match test {
            Test::Equal(left, right) => {
                let left = self.run_code(left, bindings);
                let right = if self.stop.is_some() { left } else { self.run_code(right, bindings) };
                if self.stop.is_some() {
                    return Flow::Enough;
                }
                if left == right { self.satisfy_from(others, bindings, rest, receive) } else { Flow::More }
            }
            Test::Sort(code, sort) => {
                let value = self.run_code(code, bindings);
                if self.stop.is_some() {
                    return Flow::Enough;
                }
                if self.has_sort(value, *sort) {
                    self.satisfy_from(others, bindings, rest, receive)
                } else {
                    Flow::More
                }
            }
            Test::Match(pattern, code) | Test::Assign(pattern, code) => {
                let value = self.run_code(code, bindings);
                if self.stop.is_some() {
                    return Flow::Enough;
                }
                self.match_all(pattern, value, bindings, &mut |machine, bindings, _| {
                    machine.satisfy_from(others, bindings, rest, receive)
                })
            }
            Test::Reach(code, pattern) => {
                let value = self.run_code(code, bindings);
                if self.stop.is_some() {
                    return Flow::Enough;
                }
                reachable_matches(self, value, pattern, bindings, &mut |machine, bindings, _| {
                    machine.satisfy_from(others, bindings, rest, receive)
                })
            }
        }
    }

    pub(crate) fn has_sort(&self, term: TermId, sort: SortId) -> bool {
        self.terms.signature.sorts.is_at_most(self.terms.sort(term), sort)
    }

    /// Computes the sort of a term from its arguments and memberships, without reducing it.
    pub(crate) fn refresh_sort(&mut self, term: TermId) {
        let sort = self.terms.declared_sort(term);
        self.terms.set_sort(term, sort);
        self.apply_memberships(term);
    }

    /// Lowers a term's sort as long as a membership does.
    pub(crate) fn apply_memberships(&mut self, term: TermId) {
        let program = self.program;
        let symbol = self.terms.symbol(term);
        let entries = &program.memberships_of[symbol.0 as usize];
        let mut again = !entries.is_empty();
        while again {
            again = false;
            for entry in entries {
                let membership = &program.memberships[entry.statement as usize];
                let Some(sort) = membership.sort else { continue };
                let current = self.terms.sort(term);
                // A sort that is not below the present one would not make it more precise.
                if current == sort || !self.terms.signature.sorts.is_at_most(sort, current) {
                    continue;
                }
                if self.first_match(membership, term, false).is_some() {
                    self.rewrites += 1;
                    self.terms.set_sort(term, sort);
                    again = true;
                }
                if self.stop.is_some() {
                    return;
                }
            }
        }
        debug_assert!(term != NO_TERM);
    }
}
