//! What `dpor` still has to do: runs with siblings that are not made, and which of them comes next.
//!
//! The search tree of `dpor` is the same in whatever order it is walked, since a subtree knows nothing of its siblings;
//! only the time to the first finding depends on it. Two *walks* share one tree. The cheap one goes depth first and
//! changes a run as late as it can, so that the next run has most of this one in common; but it may stay for ever at
//! the end of runs whose beginning was harmless. The other one goes depth first, too, and changes a run as early as it
//! can; it soon has runs that look quite different. They take turns at first; then the cheap one does most of the work.

use serde::{Deserialize, Serialize};

use crate::names::ActorId;
use crate::program::Choice;
use crate::strategy::Job;
use crate::strategy::history::{Entry, EventName, History, Overtakers, Reversal, Stamp};

/// For so many runs the walks take turns.
const TURNS: u64 = 1_000;
/// After that, the early walk makes one run of so many.
const EARLY_SHARE: u64 = 512;

/// An event that a run of `dpor` begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct PlannedEvent {
    pub choice: Choice,
    pub stamp: Stamp,
    pub deferred: bool,
    pub overtakers: Overtakers,
}

/// A subtree of `dpor`: the beginning of its runs. It knows nothing of its siblings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct TraceJob {
    events: Vec<PlannedEvent>,
    demands: Vec<SentDemand>,
    reverses: bool,
}

/// A [`Demand`] that names its actors instead of having a slot for each.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SentDemand {
    actor: ActorId,
    stamp: Stamp,
    option: Option<u32>,
    overtakers: Overtakers,
    overtaken: Vec<EventName>,
    pinned: Box<[EventName]>,
}

impl Job for TraceJob {
    fn for_each_actor(&mut self, rename: &mut dyn FnMut(&mut ActorId)) {
        for event in &mut self.events {
            rename(&mut event.choice.actor);
            event.overtakers.iter_mut().for_each(|(actor, _)| rename(actor));
        }
        for demand in &mut self.demands {
            rename(&mut demand.actor);
            let lists = [&mut demand.overtakers[..], &mut demand.overtaken, &mut demand.pinned];
            lists.into_iter().flatten().for_each(|(actor, _)| rename(actor));
        }
    }
}

impl From<Demand> for SentDemand {
    fn from(Demand { actor, stamp, option, overtakers, overtaken, pinned }: Demand) -> SentDemand {
        let known = overtaken.iter().enumerate().filter(|(_, events)| **events > 0);
        let overtaken = known.map(|(actor, &events)| (ActorId(actor as u32), events)).collect();
        SentDemand { actor, stamp, option, overtakers, overtaken, pinned }
    }
}

impl From<SentDemand> for Demand {
    fn from(SentDemand { actor, stamp, option, overtakers, overtaken, pinned }: SentDemand) -> Demand {
        let slots = overtaken.iter().map(|(actor, _)| actor.index() + 1).max().unwrap_or(0);
        let mut known = vec![0; slots];
        overtaken.iter().for_each(|&(actor, events)| known[actor.index()] = events);
        Demand { actor, stamp, option, overtakers, overtaken: known.into(), pinned }
    }
}

/// A step that a plan demands, after what it keeps.
#[derive(Clone, Debug)]
pub(crate) struct Demand {
    pub actor: ActorId,
    pub stamp: Stamp,
    /// The option to take; without one, all of them, each in a run of its own.
    pub option: Option<u32>,
    /// What the reversed event has been put behind.
    pub overtakers: Overtakers,
    /// What the events knew that the reversing one has been put before.
    pub overtaken: Box<[u32]>,
    /// What was pinned before the reversing one was put there.
    pub pinned: Box<[EventName]>,
}

impl Demand {
    fn new(actor: ActorId, stamp: Stamp) -> Demand {
        let (overtakers, overtaken, pinned) = Default::default();
        Demand { actor, stamp, option: None, overtakers, overtaken, pinned }
    }
}

/// A sibling of the present run.
#[derive(Clone, Debug)]
pub(crate) enum Alternative {
    /// Put this actor's event at `end`, or its blocked operation, before the one at `event`; `clock` is what it knows
    /// there.
    Reverse {
        event: u32,
        actor: ActorId,
        end: u32,
        clock: Vec<u32>,
        overtakers: Overtakers,
        overtaken: Box<[u32]>,
        pinned: Box<[EventName]>,
    },
    /// Take another option at `event`, then go on with the demand that came next.
    Option { event: u32, option: u32, next: Option<Demand> },
}

impl Alternative {
    fn event(&self) -> usize {
        match self {
            Alternative::Reverse { event, .. } | Alternative::Option { event, .. } => *event as usize,
        }
    }
}

/// Who walks the tree.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Walk {
    /// Changes a run as late as it can.
    #[default]
    Late,
    /// Changes a run as early as it can.
    Early,
}

/// A run that has siblings left, and what is needed to make them.
#[derive(Default)]
pub(crate) struct Level {
    /// In the order of the events that they change, once the level is kept.
    pub alternatives: Vec<Alternative>,
    /// Whose run it is.
    walk: Walk,
    entries: Vec<Entry>,
    overtakers: Vec<(u32, Overtakers)>,
    /// How much of this run was left in all those that were made between this level and the next.
    valid: usize,
}

impl Level {
    /// Adds the siblings that put this actor's event at `end` before earlier ones.
    pub fn add_reversals(&mut self, actor: ActorId, end: u32, reversals: &mut Vec<Reversal>) {
        for Reversal { position, clock, overtakers, overtaken, pinned } in reversals.drain(..) {
            let event = position as u32;
            let reverse = Alternative::Reverse { event, actor, end, clock, overtakers, overtaken, pinned };
            self.alternatives.push(reverse);
        }
    }

    /// What to do for an alternative: what to keep of the present run, which begins with `valid` events of this one,
    /// and what to demand then.
    fn plan(&self, alternative: Alternative, valid: usize, plan: &mut Plan) {
        let event = alternative.event();
        let reversed = &self.entries[event];
        plan.keep = event.min(valid);
        plan.events.clear();
        plan.events.extend((plan.keep..event).map(|position| self.planned(position)));
        plan.demands.clear();
        let Entry { choice, stamp, .. } = *reversed;
        match alternative {
            Alternative::Option { option, next, .. } => {
                plan.reverses = false;
                let overtakers = self.overtakers_at(event);
                let demand = Demand { option: Some(option), overtakers, ..Demand::new(choice.actor, stamp) };
                plan.demands.push(demand);
                plan.demands.extend(next);
            }
            Alternative::Reverse { actor, end, clock, overtakers, overtaken, pinned, .. } => {
                plan.reverses = true;
                let knows = |actor: ActorId| clock.get(actor.index()).copied().unwrap_or(0);
                for position in event + 1..end as usize {
                    let entry = &self.entries[position];
                    if entry.stamp < stamp || knows(entry.choice.actor) >= entry.index {
                        plan.events.push(self.planned(position));
                    }
                }
                let highest = self.entries.iter().map(|entry| entry.stamp).max().unwrap_or(0);
                // The reversing event may have been added already, and then jump again: it is the last one all the same.
                plan.demands.push(Demand { overtaken, pinned, ..Demand::new(actor, highest + 1) });
                plan.demands.push(Demand { overtakers, ..Demand::new(choice.actor, stamp) });
            }
        }
    }

    fn overtakers_at(&self, position: usize) -> Overtakers {
        self.overtakers
            .iter()
            .find(|(at, _)| *at as usize == position)
            .map_or_else(Box::default, |(_, overtakers)| overtakers.clone())
    }

    fn planned(&self, position: usize) -> PlannedEvent {
        let Entry { choice, stamp, deferred, .. } = self.entries[position];
        PlannedEvent { choice, stamp, deferred, overtakers: self.overtakers_at(position) }
    }
}

/// The beginning of a run: what to keep of the present one, what to repeat, what to demand.
#[derive(Default)]
pub(crate) struct Plan {
    pub keep: usize,
    pub events: Vec<PlannedEvent>,
    pub demands: Vec<Demand>,
    /// The first demand is the reversing event: without it the plan is void.
    pub reverses: bool,
}

impl Plan {
    pub fn from_job(job: TraceJob) -> Plan {
        let demands = job.demands.into_iter().map(Demand::from).collect();
        Plan { keep: 0, events: job.events, demands, reverses: job.reverses }
    }

    fn into_job(self) -> TraceJob {
        let demands = self.demands.into_iter().map(SentDemand::from).collect();
        TraceJob { events: self.events, demands, reverses: self.reverses }
    }
}

/// The runs that have siblings left. A later one was made after an earlier one, whoever walks.
#[derive(Default)]
pub(crate) struct Agenda {
    levels: Vec<Level>,
    spare: Vec<Level>,
    /// Whose turn it is, and how many runs have been planned.
    walk: Walk,
    planned: u64,
}

impl Agenda {
    /// A level to fill.
    pub fn fresh_level(&mut self) -> Level {
        let mut level = self.spare.pop().unwrap_or_default();
        level.alternatives.clear();
        level
    }

    /// Keeps the siblings of a run; gives the number of events at which there are any.
    pub fn keep(&mut self, mut level: Level, history: &History) -> u64 {
        if level.alternatives.is_empty() {
            self.spare.push(level);
            return 0;
        }
        level.walk = self.walk;
        level.entries.clear();
        level.entries.extend_from_slice(&history.entries);
        level.overtakers.clear();
        level.overtakers.extend(history.overtakers.iter().map(|(&at, overtakers)| (at, overtakers.clone())));
        level.valid = history.len();
        level.alternatives.sort_by_key(Alternative::event);
        let points = level.alternatives.chunk_by(|left, right| left.event() == right.event()).count();
        self.levels.push(level);
        points as u64
    }

    /// Takes the next sibling; `false` when there is none.
    pub fn next_plan(&mut self, plan: &mut Plan) -> bool {
        let Some(last) = self.levels.len().checked_sub(1) else { return false };
        self.planned += 1;
        let turns = if self.planned <= TURNS { 2 } else { EARLY_SHARE };
        self.walk = if self.planned.is_multiple_of(turns) { Walk::Early } else { Walk::Late };
        let own = self.levels.iter().rposition(|level| level.walk == self.walk);
        match self.walk {
            Walk::Late => {
                let index = own.unwrap_or(last);
                self.take(index, self.levels[index].alternatives.len() - 1, plan);
            }
            // A walk that has nothing of its own begins where the other one has most to do.
            Walk::Early => self.take(own.unwrap_or(0), 0, plan),
        }
        true
    }

    fn take(&mut self, index: usize, alternative: usize, plan: &mut Plan) {
        let valid = self.levels[index..].iter().map(|level| level.valid).min().unwrap_or(0);
        let level = &mut self.levels[index];
        let alternative = level.alternatives.remove(alternative);
        level.plan(alternative, valid, plan);
        if level.alternatives.is_empty() {
            let level = self.levels.remove(index);
            if let Some(parent) = self.levels[..index].last_mut() {
                parent.valid = parent.valid.min(level.valid);
            }
            self.spare.push(level);
        }
        // The present run is about to be changed there.
        if let Some(last) = self.levels.last_mut() {
            last.valid = last.valid.min(plan.keep);
        }
    }

    /// Takes the largest piece of work out, for another worker; `None` when there is none to spare.
    pub fn spare_job(&mut self) -> Option<TraceJob> {
        let pieces: usize = self.levels.iter().map(|level| level.alternatives.len()).sum();
        if pieces < 2 {
            return None;
        }
        let level = &mut self.levels[0];
        let alternative = level.alternatives.remove(0);
        let mut plan = Plan::default();
        level.plan(alternative, 0, &mut plan);
        if level.alternatives.is_empty() {
            self.levels.remove(0);
        }
        Some(plan.into_job())
    }
}
