//! Guides the kernel towards the deadlocks of one abstract cycle, and stops where one is there.
//!
//! **Source.** Rule MSTEP2 of seed 001: a state is left alone as soon as it holds a deadlock chain (definition 2,
//! theorem 1), for which it is looked after steps that end with `await` or `get`, or no longer passes `check`
//! (definition 5). **Guarantee.** What is pruned leads to no deadlock that represents the cycle, in whatever order; so
//! it works with every strategy, reduced or not. Steps that no such deadlock can need ([`super::relevance`]) are left
//! out; in the tree of all interleavings, so are orders of steps for which others stand ([`super::normal_form`]). If only
//! one step can follow another, the two are one step, and there is no node between.
//!
//! What it answers is a function of the path: any number of workers may use it. Whoever hears of the ends of runs counts
//! the reasons for pruning ([`Counts::take`]) and tells the guide what was found ([`CycleGuide::take_found`]).

use std::sync::atomic::{AtomicBool, Ordering};

use raddle_explore::context::Unwatched;
use raddle_explore::ending::{Ending, of_standstill, wait_cycle};
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::{Answer, Guide, Judgement, Seen};
use raddle_explore::names::ActorId;
use raddle_explore::program::{Pending, PendingBuffer, Run as _};

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

/// Reasons to prune; a smaller number is that of the time constraint that can't be met. First: what was looked for has been
/// found, so that the node is not looked at.
const DONE: u32 = u32::MAX;
/// Nobody who could move could help to meet the constraints.
const HELPLESS: u32 = u32::MAX - 1;
/// Nobody can be stuck any more without being deadlocked.
const DEADLOCKED: u32 = u32::MAX - 2;

impl Counts {
    /// Counts a node that was pruned for a reason of the guide's.
    pub fn take(&mut self, reason: u32) {
        if reason == DONE {
            return;
        }
        self.pruned += 1;
        match reason {
            HELPLESS => self.helpless += 1,
            DEADLOCKED => {}
            constraint => {
                let constraint = constraint as usize;
                self.pruned_by.resize(self.pruned_by.len().max(constraint + 1), 0);
                self.pruned_by[constraint] += 1;
            }
        }
    }
}

/// At a node where only these may go next. If one of them can, there is no choice, and the node does not count.
fn keep_to(followers: &[ActorId], pending: &PendingBuffer) -> Answer {
    let enabled = pending.enabled().map(|entry| entry.actor);
    let (follow, left_out): (Vec<_>, Vec<_>) = enabled.partition(|actor| followers.contains(actor));
    if follow.is_empty() {
        return Answer::prune(HELPLESS);
    }
    Answer { left_out, is_between: follow.len() == 1, ..Answer::default() }
}

/// Guides towards one cycle; towards any deadlock if there are no constraints.
pub struct CycleGuide<'a> {
    analysis: &'a Analysis,
    constraints: Option<Constraints>,
    stop: Stop,
    first_only: bool,
    way: Way,
    /// Has a deadlock been found, and has somebody been found stuck? The only thing that changes: it ends the search.
    found: [AtomicBool; 2],
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
        let way = Way { check_every: way.check_every.max(1), ..way };
        Self { analysis, constraints, stop, first_only, way, found: Default::default() }
    }

    /// Counts of nothing, with a place for each time constraint.
    #[must_use]
    pub fn no_counts(&self) -> Counts {
        let times = self.constraints.as_ref().map_or(0, |constraints| constraints.times.len());
        Counts { pruned_by: vec![0; times], ..Counts::default() }
    }

    /// A run was stopped at this.
    pub fn take_found(&self, kind: &FindingKind) {
        self.found[usize::from(matches!(kind, FindingKind::Stuck(_)))].store(true, Ordering::Relaxed);
    }

    /// Has what was looked for been found? One search stands for all cycles that are not listed, so that a deadlock of one
    /// kind is not enough there.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let is_one_of_many = self.constraints.is_none() && self.stop == Stop::AtRepresentative;
        let mut found = self.found.iter().map(|found| found.load(Ordering::Relaxed));
        self.first_only && if is_one_of_many { found.all(|found| found) } else { found.any(|found| found) }
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

impl CycleGuide<'_> {
    /// What to do at a node; `states` are those on the way to it that count, and then this one, too.
    fn judge(&self, states: &mut u64, seen: &Seen<'_, AbsRun>) -> Answer {
        let Seen { run, pending, .. } = *seen;
        if self.is_done() {
            return Answer { is_between: true, ..Answer::prune(DONE) };
        }
        // The first node of a search stands for itself.
        if seen.event().is_some()
            && let Some(followers) = self.followers(run)
        {
            let answer = keep_to(&followers, pending);
            *states += u64::from(!answer.is_between);
            return answer;
        }
        *states += 1;
        if let Some(kind) = self.found(run, pending) {
            return Answer { judgement: Judgement::Found(kind), ..Answer::default() };
        }
        if self.is_deadlocked(run, pending) {
            return Answer::prune(DEADLOCKED);
        }
        match &self.constraints {
            Some(constraints) if states.is_multiple_of(self.way.check_every) => {
                self.check(constraints, run, pending)
            }
            _ => Answer::default(),
        }
    }

    /// Whether the constraints can still be met, and whose steps that can't need.
    fn check(&self, constraints: &Constraints, run: &AbsRun, pending: &PendingBuffer) -> Answer {
        let fixed = &run.shared().fixed;
        let state = run.state();
        let checked = if self.way.movers_only {
            constraints.movers(self.analysis, fixed, state)
        } else {
            constraints.failing(&self.analysis.facts, fixed, state).map_or(Ok(None), Err)
        };
        let movers = match checked {
            Err(constraint) => return Answer::prune(constraint as u32),
            Ok(None) => return Answer::default(),
            Ok(Some(movers)) => movers,
        };
        let tasks = state.active.iter().zip(movers).filter(|(_, moves)| !moves);
        let mut left_out: Vec<ActorId> = tasks.map(|(&task, _)| state.task(task).info.actor).collect();
        if self.way.normal_form
            && let Some(segments) = self.analysis.segments(fixed)
        {
            left_out.extend(can_come_later(segments, &self.analysis.facts, fixed, state));
        }
        // Nobody who can move helps, so that nothing comes of it.
        if pending.enabled().all(|entry| left_out.contains(&entry.actor)) {
            return Answer::prune(HELPLESS);
        }
        Answer { left_out, ..Answer::default() }
    }

    /// In which order to go on.
    fn ranks(&self, seen: &Seen<'_, AbsRun>) -> Vec<u64> {
        let Seen { run, pending, .. } = *seen;
        if !self.way.ordered && self.way.shuffle.is_none() {
            return Vec::new();
        }
        let state = run.state();
        let near = match &self.constraints {
            Some(constraints) if self.way.ordered => {
                constraints.ranks(&self.analysis.facts, &run.shared().fixed, state)
            }
            _ => Vec::new(),
        };
        // A shuffle is a function of the state, so that it is the same for whoever comes there.
        let number = self.way.shuffle.and_then(|_| run.fingerprint()).unwrap_or_default() as u64;
        let rank = |(at, entry): (usize, &Pending)| {
            let fits = |&&(task, _): &&(TaskId, u64)| state.task(task).info.actor == entry.actor;
            let rank = near.iter().find(fits).map_or(u64::from(u16::MAX), |&(_, rank)| rank);
            rank << 32 | self.shuffled(number, at)
        };
        pending.entries().iter().enumerate().map(rank).collect()
    }
}

impl Guide<AbsRun> for CycleGuide<'_> {
    /// How many states on the way count.
    type Memory = u64;
    type Watcher = Unwatched;

    fn watcher(&self) -> Unwatched {
        Unwatched
    }

    fn visit(&self, states: &mut u64, _: &mut Unwatched, seen: &Seen<'_, AbsRun>) -> Answer {
        let answer = self.judge(states, seen);
        let goes_on = answer.judgement == Judgement::Continue;
        Answer { ranks: if goes_on { self.ranks(seen) } else { Vec::new() }, ..answer }
    }
}
