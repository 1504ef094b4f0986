//! One-step successors. Rules are tried at every position from the root down to the first list or set on each way;
//! what happens inside an element of a list or set is asked of the memo, since the same elements come again in other
//! states. Local rules are applied by exchanging elements; all others by the matcher.

use super::compile::Statement;
use super::evaluate::Machine;
use super::local::memo::{NewAnswer, Subject};
use super::rules::{Position, Step};
use super::solve::Flow;
use crate::terms::TermId;
use crate::terms::signature::Shape;
use smallvec::SmallVec;

/// Elements inside elements are asked of the memo down to this depth, and looked through position by position below:
/// this recurses.
const DEEPEST: usize = 24;

impl<'p> Machine<'p> {
    /// All one-step successors of a reduced term, root first, with repetitions.
    pub fn successors(&mut self, term: TermId, steps: &mut Vec<Step>) {
        // Nobody is looking at answers but conditions' own searches and elements' elements.
        if self.condition_depth == 0 && self.nesting == 0 && self.terms.step_memo.is_full() {
            self.terms.step_memo.clear();
        }
        self.add_steps(term, steps);
    }

    fn add_steps(&mut self, term: TermId, steps: &mut Vec<Step>) {
        let elements = self.nesting >= DEEPEST;
        let positions = self.positions(term, elements);
        for index in 0..positions.len() {
            self.steps_at(&positions, index, steps);
            if self.stop.is_none() && !elements {
                self.steps_in_elements(&positions, index, steps);
            }
            if self.stop.is_some() {
                return;
            }
        }
    }

    /// Steps at the top of a position.
    fn steps_at(&mut self, positions: &[Position], index: usize, steps: &mut Vec<Step>) {
        let place = positions[index].term;
        let symbol = self.terms.symbol(place);
        let program = self.program;
        for entry in &program.rules_of[symbol.0 as usize] {
            let rule: &'p Statement = &program.rules[entry.statement as usize];
            if !self.quick_check(rule, place) {
                continue;
            }
            if entry.extension
                && let Some(local) = &rule.local
                && let Some(soup) = self.soup_of(local, place)
            {
                self.local_steps(entry.statement, local, place, soup, &mut |machine, result| {
                    machine.rewrites += 1;
                    machine.finish_step(positions, index, entry.statement, result, steps)
                });
            } else {
                self.every_match(rule, place, entry.extension, &mut |machine, bindings, rest| {
                    let result = machine.apply(rule, symbol, bindings, rest);
                    if machine.stop.is_some() {
                        return Flow::Enough;
                    }
                    machine.computed_steps += 1;
                    machine.finish_step(positions, index, entry.statement, result, steps)
                });
            }
            if self.stop.is_some() {
                return;
            }
        }
    }

    /// Steps inside the elements of a list or set.
    fn steps_in_elements(&mut self, positions: &[Position], index: usize, steps: &mut Vec<Step>) {
        let place = positions[index].term;
        let symbol = self.terms.symbol(place);
        let kept = self.terms.signature.get(symbol);
        let set = kept.shape == Shape::AssociativeCommutative;
        if !(set || kept.shape == Shape::Associative) || kept.frozen.contains(&true) {
            return;
        }
        let reduced = self.program.quiet[symbol.0 as usize] && self.terms.normal(place) == Some(place);
        let mut last = None;
        for argument in 0..self.terms.arguments(place).len() {
            let element = self.terms.arguments(place)[argument];
            // Equal elements of a set give equal results.
            let repeated = set && last == Some(element);
            last = Some(element);
            if repeated || !self.may_move(element) {
                continue;
            }
            let Some(found) = self.steps_inside(element) else { return };
            for (rule, result) in found {
                self.rewrites += 1;
                let whole = self.terms.replace_argument(place, argument, result);
                if reduced && self.terms.symbol(whole) == symbol && self.terms.normal(result) == Some(result)
                {
                    self.terms.set_normal(whole, whole);
                }
                if self.finish_step(positions, index, rule, whole, steps) == Flow::Enough {
                    return;
                }
            }
        }
    }

    /// The steps of an element, each once; `None` if the machine stopped.
    fn steps_inside(&mut self, element: TermId) -> Option<SmallVec<[(u32, TermId); 4]>> {
        let known = self.terms.step_memo.find(Subject::Inside, &[element]);
        if let Some(answers) = known {
            let memo = &self.terms.step_memo;
            return Some(answers.each().map(|answer| (memo.rule(answer), memo.get(answer).1[0])).collect());
        }
        let mut steps = Vec::new();
        self.nesting += 1;
        self.add_steps(element, &mut steps);
        self.nesting -= 1;
        if self.stop.is_some() {
            return None;
        }
        // They are counted whenever they are taken.
        self.rewrites -= steps.len() as u64;
        let mut found: SmallVec<[(u32, TermId); 4]> = SmallVec::new();
        for Step { rule, result } in steps {
            if !found.contains(&(rule, result)) {
                found.push((rule, result));
            }
        }
        if !self.terms.step_memo.is_full() {
            let answer = |&(rule, result): &(u32, TermId)| NewAnswer {
                rule,
                around: SmallVec::new(),
                elements: SmallVec::from_slice(&[result]),
            };
            let answers: Vec<NewAnswer> = found.iter().map(answer).collect();
            self.terms.step_memo.keep(Subject::Inside, &[element], &answers);
        }
        Some(found)
    }

    /// Puts the result at a position back into the whole term and adds the step.
    fn finish_step(
        &mut self,
        positions: &[Position],
        index: usize,
        rule: u32,
        result: TermId,
        steps: &mut Vec<Step>,
    ) -> Flow {
        let whole = self.rebuild(positions, index, result);
        let whole = self.reduce(whole);
        steps.push(Step { rule, result: whole });
        if self.stop.is_some() { Flow::Enough } else { Flow::More }
    }
}
