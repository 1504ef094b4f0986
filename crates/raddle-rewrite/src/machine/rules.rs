//! Steps with rules: at which positions, by which rules, with which results. Also the strategies of `rewrite`
//! and `frewrite`.

use super::compile::Statement;
use super::evaluate::{Bindings, Machine};
use super::solve::Rest;
use crate::terms::arena::Arguments;
use crate::terms::hooks::Hook;
use crate::terms::signature::Shape;
use crate::terms::{SymbolId, TermId};
use smallvec::SmallVec;

/// One step: the rule and the reduced result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the rule in the program.
    pub rule: u32,
    /// The state it leads to.
    pub result: TermId,
}

/// A position: the way from the root, as pairs of a term and the argument taken.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub term: TermId,
    pub parent: u32,
    pub argument: u32,
}

impl<'p> Machine<'p> {
    pub(crate) fn apply(
        &mut self,
        rule: &'p Statement,
        symbol: SymbolId,
        bindings: &Bindings,
        rest: &Rest,
    ) -> TermId {
        self.rewrites += 1;
        let value = self.run_code(&rule.code, bindings);
        if self.stop.is_some() || (rest.before.is_empty() && rest.after.is_empty()) {
            return value;
        }
        self.with_rest(symbol, value, rest)
    }

    /// The positions where rules may be applied, parents before children; those without any rule below them
    /// are still listed, since looking is cheap. Elements of lists and sets are positions only if asked for.
    pub(super) fn positions(&self, term: TermId, elements: bool) -> Vec<Position> {
        self.positions_where(term, elements, |inner| self.may_move(inner))
    }

    /// The positions inside which something is wanted.
    pub(crate) fn positions_where(
        &self,
        term: TermId,
        elements: bool,
        wanted: impl Fn(TermId) -> bool,
    ) -> Vec<Position> {
        let mut positions = vec![Position { term, parent: u32::MAX, argument: 0 }];
        let mut at = 0;
        while at < positions.len() {
            let term = positions[at].term;
            let symbol = self.terms.signature.get(self.terms.symbol(term));
            let flat = matches!(symbol.shape, Shape::Associative | Shape::AssociativeCommutative);
            if flat && !elements {
                at += 1;
                continue;
            }
            let mut last = None;
            for (argument, &inner) in self.terms.arguments(term).iter().enumerate() {
                let frozen = if flat {
                    symbol.frozen.contains(&true)
                } else {
                    symbol.frozen.get(argument) == Some(&true)
                };
                // Equal elements of a set give equal results.
                let repeated = symbol.shape == Shape::AssociativeCommutative && last == Some(inner);
                last = Some(inner);
                if !frozen && !repeated && wanted(inner) {
                    positions.push(Position { term: inner, parent: at as u32, argument: argument as u32 });
                }
            }
            at += 1;
        }
        positions
    }

    /// Whether a rule could apply to the term or inside it.
    pub(super) fn may_move(&self, term: TermId) -> bool {
        self.program.moves[self.terms.symbol(term).0 as usize]
    }

    pub(crate) fn rebuild(&mut self, positions: &[Position], index: usize, result: TermId) -> TermId {
        let mut whole = result;
        let mut at = index;
        while positions[at].parent != u32::MAX {
            let Position { parent, argument, .. } = positions[at];
            at = parent as usize;
            whole = self.terms.replace_argument(positions[at].term, argument as usize, whole);
        }
        whole
    }

    /// `rewrite`: applies rules, the topmost position first and the rules of a symbol in turn, at most `limit`
    /// times.
    pub fn rewrite(&mut self, term: TermId, limit: Option<u64>) -> TermId {
        let mut term = self.evaluate(term);
        let mut done = 0;
        while self.stop.is_none() && limit.is_none_or(|limit| done < limit) {
            term = self.between_steps(term);
            let Some(next) = self.rewrite_once(term) else { break };
            term = next;
            done += 1;
            if !self.within_limits() {
                break;
            }
        }
        term
    }

    fn rewrite_once(&mut self, term: TermId) -> Option<TermId> {
        let positions = self.positions(term, true);
        for index in 0..positions.len() {
            if let Some(result) = self.step_at(positions[index].term) {
                let whole = self.rebuild(&positions, index, result);
                return Some(self.reduce(whole));
            }
            if self.stop.is_some() {
                return None;
            }
        }
        None
    }

    /// The first step at the top of a term, starting from the rule whose turn it is; not reduced.
    fn step_at(&mut self, term: TermId) -> Option<TermId> {
        let symbol = self.terms.symbol(term);
        let program = self.program;
        let entries = &program.rules_of[symbol.0 as usize];
        if entries.is_empty() {
            return self.count(term);
        }
        if self.next_rule.is_empty() {
            self.next_rule = vec![0; program.rules_of.len()];
        }
        let first = self.next_rule[symbol.0 as usize] as usize;
        for turn in 0..entries.len() {
            let number = (first + turn) % entries.len();
            let entry = entries[number];
            let rule = &program.rules[entry.statement as usize];
            if !self.quick_check(rule, term) {
                continue;
            }
            if self.watch.is_some() {
                if let Some(result) = self.watched_step(rule, symbol, term, entry.extension) {
                    self.next_rule[symbol.0 as usize] = ((number + 1) % entries.len()) as u32;
                    return Some(result);
                }
            } else if let Some((bindings, rest)) = self.first_match(rule, term, entry.extension) {
                self.next_rule[symbol.0 as usize] = ((number + 1) % entries.len()) as u32;
                return Some(self.apply(rule, symbol, &bindings, &rest.unwrap_or_default()));
            }
            if self.stop.is_some() {
                return None;
            }
        }
        None
    }

    /// The number that takes the place of `counter`.
    fn count(&mut self, term: TermId) -> Option<TermId> {
        if self.terms.signature.get(self.terms.symbol(term)).hook != Hook::Counter {
            return None;
        }
        let number = self.terms.small_natural(self.counter)?;
        self.counter += 1;
        self.rewrites += 1;
        Some(number)
    }

    /// `frewrite`: sweeps over all positions, depth first, giving each its turn of `gas` rewrites, until nothing
    /// moves or `limit` rewrites were made.
    pub fn fair_rewrite(&mut self, term: TermId, limit: Option<u64>, gas: u64) -> TermId {
        let mut term = self.evaluate(term);
        let mut left = limit.unwrap_or(u64::MAX);
        self.is_cut = false;
        while left > 0 && self.stop.is_none() {
            term = self.between_steps(term);
            let before = left;
            term = self.fair_sweep(term, &mut left, gas.max(1));
            if left == before {
                break;
            }
            if !self.within_limits() {
                break;
            }
        }
        term
    }

    /// One sweep, arguments before the operator itself, with an explicit stack.
    fn fair_sweep(&mut self, term: TermId, left: &mut u64, gas: u64) -> TermId {
        struct Visit {
            term: TermId,
            next: usize,
            results: Arguments,
        }
        let mut stack = vec![Visit { term, next: 0, results: SmallVec::new() }];
        let mut value: Option<TermId> = None;
        while let Some(visit) = stack.last_mut() {
            if let Some(result) = value.take() {
                visit.results.push(result);
            }
            let arguments = self.terms.arguments(visit.term);
            if let Some(&argument) = arguments.get(visit.next) {
                let symbol = self.terms.signature.get(self.terms.symbol(visit.term));
                let frozen = symbol.frozen.get(visit.next.min(symbol.frozen.len().saturating_sub(1)));
                visit.next += 1;
                if frozen == Some(&true) || *left == 0 {
                    visit.results.push(argument);
                } else {
                    stack.push(Visit { term: argument, next: 0, results: SmallVec::new() });
                }
                continue;
            }
            let changed = arguments != visit.results.as_slice();
            let (whole, results) = (visit.term, visit.results.clone());
            stack.pop();
            let mut result = whole;
            if changed {
                result = self.terms.with_arguments(whole, &results);
                if *left > 0 {
                    result = self.reduce(result);
                } else {
                    // The sweep ends inside the term: what is around the last step waits for `continue`.
                    self.is_cut = true;
                }
            }
            for _ in 0..gas {
                if *left == 0 || self.stop.is_some() {
                    break;
                }
                let Some(next) = self.step_at(result) else { break };
                *left -= 1;
                result = self.reduce(next);
            }
            value = Some(result);
        }
        value.unwrap_or(term)
    }
}
