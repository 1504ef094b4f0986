//! Guides the kernel towards the deadlocks of one abstract cycle, and stops where one is there.
//!
//! **Source.** Rule MSTEP2 of seed 001: a state is left alone as soon as it holds a deadlock chain (definition 2,
//! theorem 1) or no longer passes `check` (definition 5). **Guarantee.** What is pruned leads to no deadlock
//! that represents the cycle, in whatever order; so it works with every strategy, reduced or not.
//!
//! The guide keeps its own counts, because to the kernel both kinds of stops are pruned nodes. One worker at a
//! time may use it: [`CycleGuide::stopped_at_deadlock`] tells of the node that was judged last.

use std::sync::{Mutex, MutexGuard, PoisonError};

use raddle_explore::ending::wait_cycle;
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::{Guide, Judgement};
use raddle_explore::program::PendingBuffer;

use super::Analysis;
use super::constraints::Constraints;
use crate::machine::run::AbsRun;

/// When a deadlock chain ends a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// As soon as there is one.
    AtAny,
    /// As soon as there is one that represents the cycle.
    AtRepresentative,
    /// Never: a later state may hold more than one deadlock.
    Never,
}

/// What a guide has counted.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// Nodes of the search.
    pub states: u64,
    /// Nodes that failed `check`.
    pub pruned: u64,
    /// Nodes at which a deadlock ended the run.
    pub deadlocks: u64,
    /// For each time constraint, how many nodes it pruned.
    pub pruned_by: Vec<u64>,
}

#[derive(Default)]
struct Progress {
    counts: Counts,
    stopped: Option<FindingKind>,
    done: bool,
}

/// Guides towards one cycle; towards any deadlock if there are no constraints.
pub struct CycleGuide<'a> {
    analysis: &'a Analysis,
    constraints: Option<Constraints>,
    stop: Stop,
    first_only: bool,
    check_every: u64,
    progress: Mutex<Progress>,
}

impl<'a> CycleGuide<'a> {
    /// A guide that is done after its first deadlock, or never.
    #[must_use]
    pub fn new(
        analysis: &'a Analysis,
        constraints: Option<Constraints>,
        stop: Stop,
        first_only: bool,
        check_every: u64,
    ) -> Self {
        let mut progress = Progress::default();
        let times = constraints.as_ref().map_or(0, |constraints| constraints.times.len());
        progress.counts.pruned_by = vec![0; times];
        let check_every = check_every.max(1);
        Self { analysis, constraints, stop, first_only, check_every, progress: Mutex::new(progress) }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has been counted so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.progress().counts.clone()
    }

    /// The deadlock at which the run that ends now was stopped, if it was.
    pub fn stopped_at_deadlock(&self) -> Option<FindingKind> {
        self.progress().stopped.take()
    }

    /// Has what was looked for been found?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.progress().done
    }

    /// The deadlock that ends the run here.
    fn deadlock(&self, run: &AbsRun, pending: &PendingBuffer) -> Option<FindingKind> {
        if self.stop == Stop::Never {
            return None;
        }
        let cycle = wait_cycle(pending)?;
        // A killed object's tasks are over, and who waits for them goes on.
        if self.analysis.kills && pending.enabled().next().is_some() {
            return None;
        }
        let codes = &run.shared().fixed.code.codes;
        let ends = match (&self.constraints, self.stop) {
            (Some(constraints), Stop::AtRepresentative) => {
                constraints.represented(&self.analysis.facts, codes, run.state())
            }
            _ => true,
        };
        ends.then_some(FindingKind::Deadlock(cycle))
    }
}

impl Guide<AbsRun> for CycleGuide<'_> {
    fn judge(&self, run: &AbsRun, pending: &PendingBuffer) -> Judgement {
        let mut progress = self.progress();
        if progress.done {
            return Judgement::Prune;
        }
        progress.counts.states += 1;
        if let Some(kind) = self.deadlock(run, pending) {
            progress.counts.deadlocks += 1;
            progress.stopped = Some(kind);
            progress.done = self.first_only;
            return Judgement::Prune;
        }
        if !progress.counts.states.is_multiple_of(self.check_every) {
            return Judgement::Continue;
        }
        let Some(constraints) = &self.constraints else { return Judgement::Continue };
        let codes = &run.shared().fixed.code.codes;
        match constraints.failing(&self.analysis.facts, codes, run.state()) {
            Some(constraint) => {
                progress.counts.pruned += 1;
                progress.counts.pruned_by[constraint] += 1;
                Judgement::Prune
            }
            None => Judgement::Continue,
        }
    }
}
