//! States that can be reached in a watched condition: breadth first, each step told of when it is taken, and each new
//! state tried at once.

use super::Machine;
use crate::machine::evaluate::{Bindings, Stop};
use crate::machine::pattern::Pattern;
use crate::machine::solve::{Flow, Receiver, Rest};
use crate::terms::TermId;
use crate::terms::arena::NO_TERM;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

impl<'p> Machine<'p> {
    pub(super) fn watched_reach(
        &mut self,
        start: TermId,
        pattern: &'p Pattern,
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut queue = vec![start];
        seen.insert(start);
        if self.try_state(start, pattern, bindings, receive) == Flow::Enough {
            return Flow::Enough;
        }
        let mut at = 0;
        while at < queue.len() {
            let term = queue[at];
            at += 1;
            let positions = self.positions(term, true);
            for index in 0..positions.len() {
                let inner = positions[index].term;
                let flow = self.each_watched_step(inner, &mut |machine, result| {
                    let whole = machine.rebuild(&positions, index, result);
                    let state = machine.watched_reduce(whole);
                    if machine.stop.is_some() {
                        return Flow::Enough;
                    }
                    if !seen.insert(state) {
                        return Flow::More;
                    }
                    if queue.len() >= machine.limits.states {
                        machine.stop = Some(Stop::States(machine.limits.states));
                        return Flow::Enough;
                    }
                    queue.push(state);
                    machine.try_state(state, pattern, bindings, receive)
                });
                if flow == Flow::Enough || self.stop.is_some() {
                    return Flow::Enough;
                }
            }
        }
        Flow::More
    }

    fn try_state(
        &mut self,
        state: TermId,
        pattern: &'p Pattern,
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        self.match_all(pattern, state, bindings, &mut |machine, bindings, _| {
            receive(machine, bindings, &Rest::default())
        })
    }

    /// Every step of every rule at the top of a term.
    fn each_watched_step(
        &mut self,
        term: TermId,
        receive: &mut dyn FnMut(&mut Machine<'p>, TermId) -> Flow,
    ) -> Flow {
        let symbol = self.terms.symbol(term);
        let program = self.program;
        for entry in &program.rules_of[symbol.0 as usize] {
            let rule = &program.rules[entry.statement as usize];
            if !self.quick_check(rule, term) {
                continue;
            }
            let mut bindings: Bindings = SmallVec::from_elem(NO_TERM, rule.slots);
            let outer = std::mem::replace(&mut self.greedy, false);
            let mut step = |machine: &mut Machine<'p>, bindings: &mut Bindings, rest: &Rest| {
                let mut solution = bindings.clone();
                if !rule.condition.is_empty() && !machine.watched_condition(rule, &mut solution) {
                    return if machine.stop.is_some() { Flow::Enough } else { Flow::More };
                }
                match machine.take_watched_step(rule, symbol, term, &solution, rest) {
                    Some(result) if machine.stop.is_none() => receive(machine, result),
                    _ => Flow::Enough,
                }
            };
            let flow = if entry.extension {
                self.match_with_extension(&rule.pattern, term, &mut bindings, &mut step)
            } else {
                self.match_all(&rule.pattern, term, &mut bindings, &mut step)
            };
            self.greedy = outer;
            if flow == Flow::Enough || self.stop.is_some() {
                return Flow::Enough;
            }
        }
        Flow::More
    }
}
