//! Conditions that share no unknown don't concern each other: they are asked apart, which makes questions small, and makes
//! the same question come up again.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::term::{Term, Terms, Variable};

/// How many conditions are remembered with their unknowns.
const MOST: usize = 1 << 16;

/// Which unknowns occur in which conditions, as far as it was asked for.
#[derive(Debug, Default)]
pub struct Slices {
    unknowns: FxHashMap<Term, Rc<[Variable]>>,
}

impl Slices {
    /// The unknowns of a condition, in order.
    pub fn unknowns_of(&mut self, terms: &Terms, condition: Term) -> Rc<[Variable]> {
        if let Some(known) = self.unknowns.get(&condition) {
            return Rc::clone(known);
        }
        if self.unknowns.len() >= MOST {
            self.unknowns.clear();
        }
        let unknowns: Rc<[Variable]> = terms.unknowns_in([condition]).into();
        self.unknowns.insert(condition, Rc::clone(&unknowns));
        unknowns
    }

    /// The conditions that concern one: those that share an unknown with it, or with one that does, in their order.
    pub fn concerning(&mut self, terms: &Terms, conditions: &[Term], one: Term) -> Vec<Term> {
        let mut reached: Vec<Variable> = self.unknowns_of(terms, one).to_vec();
        let mut left: Vec<(usize, Term, Rc<[Variable]>)> = (conditions.iter().enumerate())
            .map(|(place, condition)| (place, *condition, self.unknowns_of(terms, *condition)))
            .collect();
        let mut concerned = Vec::new();
        loop {
            let before = left.len();
            left.retain(|(place, condition, unknowns)| {
                let is_concerned = unknowns.iter().any(|unknown| reached.contains(unknown));
                if is_concerned {
                    concerned.push((*place, *condition));
                    for unknown in unknowns.iter() {
                        if !reached.contains(unknown) {
                            reached.push(*unknown);
                        }
                    }
                }
                !is_concerned
            });
            if left.len() == before {
                break;
            }
        }
        concerned.sort_unstable();
        concerned.into_iter().map(|(_, condition)| condition).collect()
    }

    /// All conditions in groups that share no unknown. One without unknowns is a group of its own.
    pub fn groups(&mut self, terms: &Terms, conditions: &[Term]) -> Vec<Vec<Term>> {
        let mut left = conditions.to_vec();
        let mut groups = Vec::new();
        while let Some(first) = left.pop() {
            let mut group = self.concerning(terms, &left, first);
            left.retain(|condition| !group.contains(condition));
            group.push(first);
            groups.push(group);
        }
        groups
    }
}
