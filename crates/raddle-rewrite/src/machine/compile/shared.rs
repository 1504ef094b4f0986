//! What a right-hand side has twice is made once, as in Maude: a function that calls itself twice with the same
//! arguments must not do its work twice. The two sides of a branch know what was made before the branch, and nothing
//! of each other.

use super::super::pattern::Slot;
use crate::terms::hooks::Hook;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;

/// The parts of a right-hand side that are in slots.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// The first slot that no variable has; `None` where nothing is shared.
    next: Option<usize>,
    /// For the term and each branch that is being compiled: how often it has each part.
    counts: Vec<FxHashMap<TermId, u32>>,
    /// Parts that are in slots, and how many there were when each of the branches began.
    made: Vec<(TermId, Slot)>,
    starts: Vec<usize>,
}

impl Shared {
    /// For a right-hand side whose variables have the slots below a number.
    pub(super) fn new(
        terms: &Terms,
        term: TermId,
        slots: usize,
        strategies: &[Option<Box<[u32]>>],
    ) -> Shared {
        let mut shared = Shared { next: Some(slots), ..Shared::default() };
        shared.enter(terms, term, strategies);
        shared
    }

    /// The slot of a part that has been made.
    pub(super) fn find(&self, term: TermId) -> Option<Slot> {
        self.made.iter().find(|(made, _)| *made == term).map(|&(_, slot)| slot)
    }

    /// A slot for a part that is made now, if it is needed again.
    pub(super) fn keep(&mut self, terms: &Terms, term: TermId) -> Option<Slot> {
        let next = self.next?;
        let again = self.counts.last()?.get(&term).is_some_and(|&count| count > 1);
        // A branch leaves its value in several places.
        if !again || terms.signature.get(terms.symbol(term)).hook == Hook::Branch {
            return None;
        }
        let slot = Slot::try_from(next).ok()?;
        self.next = Some(next + 1);
        self.made.push((term, slot));
        Some(slot)
    }

    /// Begins a side of a branch, or the term.
    pub(super) fn enter(&mut self, terms: &Terms, term: TermId, strategies: &[Option<Box<[u32]>>]) {
        if self.next.is_none() {
            return;
        }
        self.starts.push(self.made.len());
        let mut counts: FxHashMap<TermId, u32> = FxHashMap::default();
        // A part of a part that comes again is counted once: only the larger one is made again.
        let mut stack = vec![term];
        while let Some(part) = stack.pop() {
            if terms.is_ground(part) || terms.is_variable(part) {
                continue;
            }
            let count = counts.entry(part).or_default();
            *count += 1;
            if *count > 1 {
                continue;
            }
            let symbol = terms.symbol(part);
            // What is made before a branch is known to its sides; what only they have is looked at when they begin.
            if terms.signature.get(symbol).hook == Hook::Branch || strategies[symbol.0 as usize].is_none() {
                stack.extend_from_slice(terms.arguments(part));
            }
        }
        self.counts.push(counts);
    }

    /// Ends a side of a branch.
    pub(super) fn leave(&mut self) {
        if let Some(start) = self.starts.pop() {
            self.made.truncate(start);
            self.counts.pop();
        }
    }
}
