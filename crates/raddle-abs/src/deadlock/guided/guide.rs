//! Guides the kernel towards the deadlocks of one abstract cycle, and stops where one is there.
//!
//! **Source.** Rule MSTEP2 of seed 001: a state is left alone as soon as it holds a deadlock chain (definition 2,
//! theorem 1), for which it is looked after steps that end with `await` or `get`, or no longer passes `check`
//! (definition 5). **Guarantee.** What is pruned leads to no deadlock that represents the cycle, in whatever order; so
//! it works with every strategy, reduced or not. Steps that no such deadlock can need ([`super::relevance`]) are left
//! out; in the tree of all interleavings, so are orders of steps for which others stand ([`super::normal_form`]). If only
//! one step can follow another, the two are one step, and there is no node between.
//!
//! The guide keeps its own counts, because to the kernel both kinds of stops are pruned nodes. One worker at a
//! time may use it: [`CycleGuide::stopped_at_deadlock`] tells of the node that was judged last.

use std::sync::{Mutex, MutexGuard, PoisonError};

use raddle_explore::ending::{Ending, of_standstill, wait_cycle};
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::{Guide, Judgement};
use raddle_explore::names::ActorId;
use raddle_explore::program::{PendingBuffer, Run as _};

use super::constraints::Constraints;
use super::normal_form::{can_come_later, followers};
use crate::deadlock::analysis::Analysis;
use crate::machine::run::AbsRun;
use crate::machine::value::TaskId;

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

/// How a guide goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// `check` is made at every n-th state.
    pub check_every: u64,
    /// Whether the most promising step comes first.
    pub ordered: bool,
    /// What shuffles the steps that are as good as each other.
    pub shuffle: Option<u64>,
    /// Whether steps that no deadlock of the cycle can need are left out.
    pub movers_only: bool,
    /// Whether orders of steps are left out, too, for which others stand; only in the tree of all interleavings.
    pub normal_form: bool,
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
    /// Nodes at which nobody who could move could help to meet the constraints.
    pub helpless: u64,
}

#[derive(Default)]
struct Progress {
    counts: Counts,
    stopped: Option<FindingKind>,
    done: bool,
    /// Has a deadlock been found, and has somebody been found stuck?
    found: [bool; 2],
    /// The actors of the node that was judged last whose steps are left out there.
    idle: Vec<ActorId>,
}

impl Progress {
    /// At a node where only these may go next. If one of them can, there is no choice, and the node does not count.
    fn keep_to(&mut self, followers: &[ActorId], pending: &PendingBuffer) -> Judgement {
        let enabled = pending.enabled().map(|entry| entry.actor);
        let (follow, others): (Vec<_>, Vec<_>) = enabled.partition(|actor| followers.contains(actor));
        self.idle = others;
        if follow.len() == 1 {
            return Judgement::Continue;
        }
        self.counts.states += 1;
        if !follow.is_empty() {
            return Judgement::Continue;
        }
        self.counts.pruned += 1;
        self.counts.helpless += 1;
        Judgement::Prune
    }
}

/// Guides towards one cycle; towards any deadlock if there are no constraints.
pub struct CycleGuide<'a> {
    analysis: &'a Analysis,
    constraints: Option<Constraints>,
    stop: Stop,
    first_only: bool,
    way: Way,
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
        way: Way,
    ) -> Self {
        let mut progress = Progress::default();
        let times = constraints.as_ref().map_or(0, |constraints| constraints.times.len());
        progress.counts.pruned_by = vec![0; times];
        let way = Way { check_every: way.check_every.max(1), ..way };
        Self { analysis, constraints, stop, first_only, way, progress: Mutex::new(progress) }
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

    /// Whether tasks wait for ever here in the way that is looked for, so that the run ends.
    fn found(&self, run: &AbsRun, pending: &PendingBuffer) -> Option<FindingKind> {
        let fixed = &run.shared().fixed;
        let represented =
            |constraints: &Constraints| constraints.represented(&self.analysis.facts, fixed, run.state());
        // Only what looks for conditions, or for everything, looks at the end for who is stuck.
        if self.constraints.as_ref().is_none_or(Constraints::is_condition)
            && pending.enabled().next().is_none()
            && let Ending::Stuck(actors) = of_standstill(pending, run.has_exited())
        {
            return self.constraints.as_ref().is_none_or(represented).then_some(FindingKind::Stuck(actors));
        }
        if self.stop == Stop::Never || self.constraints.as_ref().is_some_and(Constraints::is_condition) {
            return None;
        }
        // A killed object's tasks are over, and who waits for them goes on.
        if self.analysis.kills && pending.enabled().next().is_some() {
            return None;
        }
        let ends = |_: &Vec<ActorId>| match (&self.constraints, self.stop) {
            (Some(constraints), Stop::AtRepresentative) => represented(constraints),
            _ => true,
        };
        // Chains stay, and constraints are met by tasks that begin to wait: nothing is new after other steps.
        if !run.may_have_closed_a_chain() && !self.analysis.kills {
            debug_assert!(wait_cycle(pending).filter(ends).is_none());
            return None;
        }
        wait_cycle(pending).filter(ends).map(FindingKind::Deadlock)
    }

    /// Can nobody be stuck any more without being deadlocked?
    fn is_deadlocked(&self, run: &AbsRun, pending: &PendingBuffer) -> bool {
        self.constraints.as_ref().is_some_and(Constraints::is_condition)
            && !self.analysis.kills
            && run.may_have_closed_a_chain()
            && wait_cycle(pending).is_some()
    }

    /// Who alone may go next, because of the step that was made last; none if anybody may.
    fn followers(&self, run: &AbsRun) -> Option<Vec<ActorId>> {
        let applies =
            self.way.normal_form && self.constraints.as_ref().is_some_and(Constraints::is_made_by_movers);
        if applies { followers(run) } else { None }
    }

    /// A number that shuffles what ranks leave open.
    fn shuffled(&self, number: u64, at: usize) -> u64 {
        self.way.shuffle.map_or(0, |seed| {
            let mixed = (seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_add(at as u64 + 1);
            let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed >> 32
        })
    }
}

impl Guide<AbsRun> for CycleGuide<'_> {
    fn judge(&self, run: &AbsRun, pending: &PendingBuffer) -> Judgement {
        let mut progress = self.progress();
        if progress.done {
            return Judgement::Prune;
        }
        progress.idle.clear();
        // The first node of a search stands for itself.
        if progress.counts.states > 0
            && let Some(followers) = self.followers(run)
        {
            return progress.keep_to(&followers, pending);
        }
        progress.counts.states += 1;
        if let Some(kind) = self.found(run, pending) {
            progress.counts.deadlocks += 1;
            let is_stuck = matches!(kind, FindingKind::Stuck(_));
            progress.found[usize::from(is_stuck)] = true;
            // One search stands for all cycles that are not listed, so that a deadlock of one kind is not enough.
            let is_one_of_many = self.constraints.is_none() && self.stop == Stop::AtRepresentative;
            progress.done = self.first_only && (!is_one_of_many || progress.found == [true; 2]);
            progress.stopped = Some(kind);
            return Judgement::Prune;
        }
        if self.is_deadlocked(run, pending) {
            progress.counts.pruned += 1;
            return Judgement::Prune;
        }
        if !progress.counts.states.is_multiple_of(self.way.check_every) {
            return Judgement::Continue;
        }
        let Some(constraints) = &self.constraints else { return Judgement::Continue };
        let fixed = &run.shared().fixed;
        let state = run.state();
        let checked = if self.way.movers_only {
            constraints.movers(self.analysis, fixed, state)
        } else {
            constraints.failing(&self.analysis.facts, fixed, state).map_or(Ok(None), Err)
        };
        match checked {
            Err(constraint) => {
                progress.counts.pruned += 1;
                progress.counts.pruned_by[constraint] += 1;
                return Judgement::Prune;
            }
            Ok(None) => {}
            Ok(Some(movers)) => {
                let tasks = state.active.iter().zip(movers).filter(|(_, moves)| !moves);
                progress.idle = tasks.map(|(&task, _)| state.task(task).info.actor).collect();
                if self.way.normal_form
                    && let Some(segments) = self.analysis.segments(fixed)
                {
                    progress.idle.extend(can_come_later(segments, &self.analysis.facts, fixed, state));
                }
                // Nobody who can move helps, so that nothing comes of it.
                if pending.enabled().all(|entry| progress.idle.contains(&entry.actor)) {
                    progress.counts.pruned += 1;
                    progress.counts.helpless += 1;
                    return Judgement::Prune;
                }
            }
        }
        Judgement::Continue
    }

    fn can_wait_for_ever(&self, actor: ActorId) -> bool {
        self.progress().idle.contains(&actor)
    }

    fn rank(&self, run: &AbsRun, pending: &PendingBuffer, ranks: &mut Vec<u64>) {
        let progress = self.progress();
        if progress.done || !self.way.ordered && self.way.shuffle.is_none() {
            return;
        }
        let number = progress.counts.states;
        drop(progress);
        let state = run.state();
        let near = match &self.constraints {
            Some(constraints) if self.way.ordered => {
                constraints.ranks(&self.analysis.facts, &run.shared().fixed, state)
            }
            _ => Vec::new(),
        };
        for (at, entry) in pending.entries().iter().enumerate() {
            let fits = |&&(task, _): &&(TaskId, u64)| state.task(task).info.actor == entry.actor;
            let rank = near.iter().find(fits).map_or(u64::from(u16::MAX), |&(_, rank)| rank);
            ranks.push(rank << 32 | self.shuffled(number, at));
        }
    }
}
