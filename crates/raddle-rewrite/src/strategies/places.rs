//! Where and how a pattern matches in a term, and which rules rewrite it: all answers at once, in Maude's order.

use super::Where;
use super::compile::{RuleSet, Target};
use crate::machine::Machine;
use crate::machine::compile::Test;
use crate::machine::evaluate::Bindings;
use crate::machine::rules::Position;
use crate::machine::solve::{Flow, Rest};
use crate::terms::arena::NO_TERM;
use crate::terms::{SymbolId, TermId};
use std::collections::VecDeque;
use std::rc::Rc;

/// A place in a term: all positions, and which of them.
#[derive(Clone)]
pub(super) struct Place {
    positions: Rc<Vec<Position>>,
    index: usize,
}

impl Place {
    /// What stands there.
    pub fn term(&self) -> TermId {
        self.positions[self.index].term
    }
}

/// A match at a place.
#[derive(Clone)]
pub(super) struct Found {
    pub place: Place,
    pub bindings: Bindings,
    pub rest: Rest,
    /// Rewrites that finding it took.
    pub rewrites: u64,
}

/// What a rule makes of a term.
pub(super) enum Rewritten {
    /// The result, and how many rewrites it took.
    Done(TermId, u64),
    /// The rule's first rewriting condition is still open.
    Open { rule: usize, found: Found },
}

/// The positions that a strategy looks at.
fn places(machine: &Machine<'_>, term: TermId, everywhere: bool) -> Rc<Vec<Position>> {
    Rc::new(if everywhere {
        machine.positions_where(term, true, |_| true)
    } else {
        vec![Position { term, parent: u32::MAX, argument: 0 }]
    })
}

/// All matches of a pattern, with values for the first slots.
pub(super) fn matches<'p>(
    machine: &mut Machine<'p>,
    target: &'p Target,
    term: TermId,
    values: &[TermId],
    first: bool,
) -> VecDeque<Found> {
    let positions = places(machine, term, target.place == Where::Anywhere);
    let mut found: VecDeque<Found> = VecDeque::new();
    let outer = std::mem::replace(&mut machine.greedy, false);
    for index in 0..positions.len() {
        let place = Place { positions: Rc::clone(&positions), index };
        let mut bindings: Bindings = values.into();
        bindings.resize(target.slots, NO_TERM);
        let mut before = machine.rewrites;
        let mut receive = |machine: &mut Machine<'p>, bindings: &mut Bindings, rest: &Rest| {
            let rewrites = machine.rewrites - before;
            before = machine.rewrites;
            let known = found.iter().any(|known| {
                known.place.index == index && known.bindings == *bindings && known.rest == *rest
            });
            if !known {
                let (bindings, rest) = (bindings.clone(), rest.clone());
                found.push_back(Found { place: place.clone(), bindings, rest, rewrites });
            }
            if first || machine.stop.is_some() { Flow::Enough } else { Flow::More }
        };
        let subject = positions[index].term;
        if target.place == Where::Whole {
            machine.match_all(&target.pattern, subject, &mut bindings, &mut |machine, bindings, rest| {
                machine.satisfy(&target.condition, bindings, rest, &mut receive)
            });
        } else {
            let mut checked = |machine: &mut Machine<'p>, bindings: &mut Bindings, rest: &Rest| {
                machine.satisfy(&target.condition, bindings, rest, &mut receive)
            };
            machine.match_with_extension(&target.pattern, subject, &mut bindings, &mut checked);
        }
        if machine.stop.is_some() || (first && !found.is_empty()) {
            break;
        }
    }
    machine.greedy = outer;
    found
}

/// How many parts of a condition come before its first rewriting from a place on.
pub(super) fn until_rewriting(condition: &[Test]) -> usize {
    condition.iter().position(|test| matches!(test, Test::Reach(..))).unwrap_or(condition.len())
}

/// Everything that rules make of a term. Rewriting conditions are solved by search if `search` says so, and left open
/// otherwise.
pub(super) fn rewrites<'p>(
    machine: &mut Machine<'p>,
    set: &'p RuleSet,
    term: TermId,
    values: &[TermId],
    (top, search): (bool, bool),
) -> VecDeque<Rewritten> {
    let positions = places(machine, term, !top);
    let mut results = VecDeque::new();
    let outer = std::mem::replace(&mut machine.greedy, false);
    for index in 0..positions.len() {
        let subject = positions[index].term;
        let symbol = machine.terms.symbol(subject);
        for entry in &set.rules_of[symbol.0 as usize] {
            let number = entry.statement as usize;
            let rule = &set.rules[number];
            if !machine.quick_check(rule, subject) {
                continue;
            }
            let closed = if search { rule.condition.len() } else { until_rewriting(&rule.condition) };
            let mut bindings: Bindings = values.into();
            bindings.resize(rule.slots, NO_TERM);
            let mut before = machine.rewrites;
            let place = Place { positions: Rc::clone(&positions), index };
            let mut receive = |machine: &mut Machine<'p>, bindings: &mut Bindings, rest: &Rest| {
                if closed == rule.condition.len() {
                    let result = finish(machine, &place, symbol, rule, bindings, rest);
                    results.push_back(Rewritten::Done(result, machine.rewrites - before));
                } else {
                    let rewrites = machine.rewrites - before;
                    let (bindings, rest) = (bindings.clone(), rest.clone());
                    let found = Found { place: place.clone(), bindings, rest, rewrites };
                    results.push_back(Rewritten::Open { rule: number, found });
                }
                before = machine.rewrites;
                if machine.stop.is_some() { Flow::Enough } else { Flow::More }
            };
            let mut checked = |machine: &mut Machine<'p>, bindings: &mut Bindings, rest: &Rest| {
                if closed == 0 {
                    return receive(machine, bindings, rest);
                }
                machine.satisfy(&rule.condition[..closed], bindings, rest, &mut receive)
            };
            if entry.extension && !top {
                machine.match_with_extension(&rule.pattern, subject, &mut bindings, &mut checked);
            } else {
                machine.match_all(&rule.pattern, subject, &mut bindings, &mut checked);
            }
            if machine.stop.is_some() {
                machine.greedy = outer;
                return results;
            }
        }
    }
    machine.greedy = outer;
    results
}

/// The whole term after a rule was applied at a place.
fn finish<'p>(
    machine: &mut Machine<'p>,
    place: &Place,
    symbol: SymbolId,
    rule: &'p crate::machine::compile::Statement,
    bindings: &Bindings,
    rest: &Rest,
) -> TermId {
    let result = machine.apply(rule, symbol, bindings, rest);
    put_back(machine, place, result)
}

/// The same for a match that was kept.
pub(super) fn finish_found<'p>(
    machine: &mut Machine<'p>,
    rule: &'p crate::machine::compile::Statement,
    found: &Found,
) -> TermId {
    let symbol = machine.terms.symbol(found.place.term());
    finish(machine, &found.place, symbol, rule, &found.bindings, &found.rest)
}

/// The whole term with another one at a place.
pub(super) fn put_back(machine: &mut Machine<'_>, place: &Place, term: TermId) -> TermId {
    let whole = machine.rebuild(&place.positions, place.index, term);
    machine.reduce(whole)
}
