//! Conditions that are watched: their parts from left to right, and back to one that may have another solution when a
//! later one fails.

use super::Machine;
use crate::machine::compile::{Statement, StatementTerms, Test};
use crate::machine::evaluate::{Bindings, Stop};
use crate::machine::solve::Flow;
use crate::parser::Fragment;

impl<'p> Machine<'p> {
    /// Whether a statement's condition holds; its variables get the values of the first solution.
    pub(super) fn watched_condition(&mut self, statement: &'p Statement, bindings: &mut Bindings) -> bool {
        if self.condition_depth >= self.limits.condition_depth {
            self.stop = Some(Stop::ConditionDepth(self.limits.condition_depth));
            return false;
        }
        self.condition_depth += 1;
        let trial = self.tell_trial(statement, bindings);
        if let Some(watch) = &mut self.watch {
            watch.conditions += 1;
        }
        let guard = self.guard.take();
        let source = self.source_of(statement);
        let mut found = None;
        let flow = self.watched_parts(statement, source, 0, bindings, trial, &mut found);
        let holds = flow == Flow::Enough && self.stop.is_none();
        if let (true, Some(solution)) = (holds, found) {
            *bindings = solution;
        }
        self.guard = guard;
        if let Some(watch) = &mut self.watch {
            watch.conditions -= 1;
        }
        self.tell_verdict(trial, holds);
        self.condition_depth -= 1;
        holds
    }

    fn watched_parts(
        &mut self,
        statement: &'p Statement,
        source: &'p StatementTerms,
        part: usize,
        bindings: &mut Bindings,
        trial: Option<u32>,
        found: &mut Option<Bindings>,
    ) -> Flow {
        let (Some(fragment), Some(test)) = (source.condition.get(part), statement.condition.get(part)) else {
            *found = Some(bindings.clone());
            return Flow::Enough;
        };
        self.tell_fragment(trial, "solving", fragment);
        let value_of = |machine: &mut Machine<'p>, pattern| {
            let value = machine.watched_value(pattern, statement, bindings);
            machine.stop.is_none().then_some(value)
        };
        let flow = match (fragment, test) {
            (&Fragment::Equality(left, right), _) => {
                let (Some(left), Some(right)) = (value_of(self, left), value_of(self, right)) else {
                    return Flow::Enough;
                };
                if left == right {
                    self.watched_solution(statement, source, part, bindings, trial, found)
                } else {
                    Flow::More
                }
            }
            (&Fragment::Membership(term, sort), _) => {
                let Some(value) = value_of(self, term) else { return Flow::Enough };
                if self.has_sort(value, sort) {
                    self.watched_solution(statement, source, part, bindings, trial, found)
                } else {
                    Flow::More
                }
            }
            (&Fragment::Assignment(_, term), Test::Match(pattern, _) | Test::Assign(pattern, _)) => {
                let Some(value) = value_of(self, term) else { return Flow::Enough };
                self.match_all(pattern, value, bindings, &mut |machine, bindings, _| {
                    machine.watched_solution(statement, source, part, bindings, trial, found)
                })
            }
            (&Fragment::Rewriting(term, _), Test::Reach(_, pattern)) => {
                let Some(value) = value_of(self, term) else { return Flow::Enough };
                self.watched_reach(value, pattern, bindings, &mut |machine, bindings, _| {
                    machine.watched_solution(statement, source, part, bindings, trial, found)
                })
            }
            _ => {
                self.stop = Some(Stop::Unsupported("a trace of this condition".to_owned()));
                return Flow::Enough;
            }
        };
        if flow == Flow::More && self.stop.is_none() {
            self.tell_fragment(trial, "failure for", fragment);
        }
        flow
    }

    /// Goes on after a solution of a part that may have others.
    fn watched_solution(
        &mut self,
        statement: &'p Statement,
        source: &'p StatementTerms,
        part: usize,
        bindings: &mut Bindings,
        trial: Option<u32>,
        found: &mut Option<Bindings>,
    ) -> Flow {
        let fragment = &source.condition[part];
        self.tell_solution(trial, fragment, statement, bindings);
        let flow = self.watched_parts(statement, source, part + 1, bindings, trial, found);
        if flow == Flow::More && self.stop.is_none() {
            self.tell_fragment(trial, "re-solving", fragment);
        }
        flow
    }
}
