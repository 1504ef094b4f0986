//! Which run comes next: one file a strategy, behind one function.

pub(crate) mod agenda;
mod covering;
pub(crate) mod dpor;
mod exhaustive;
pub(crate) mod history;
mod persistent;
mod sample;

use serde::{Deserialize, Serialize};

pub(crate) use history::History;

use crate::guide::Guide;
use crate::names::ActorId;
use crate::pool::Pool;
use crate::program::{Choice, Program};
use crate::search::Settings;
use crate::worker::Worker;

/// Which run comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Every interleaving, as a tree; with merging of states, as a graph.
    Exhaustive,
    /// One run per Mazurkiewicz trace.
    Dpor,
    /// Any enabled actor, each with the same chance.
    Random,
    /// Random priorities that change at `depth - 1` steps.
    Pct {
        /// The number of ordering constraints of the bugs that are looked for.
        depth: u32,
    },
    /// Random priorities of operations.
    Pos,
    /// Uniform over the orders of the operations on one place.
    Surw,
}

impl Strategy {
    /// Whether it tries some schedules only.
    pub fn samples(self) -> bool {
        match self {
            Strategy::Exhaustive | Strategy::Dpor => false,
            Strategy::Random | Strategy::Pct { .. } | Strategy::Pos | Strategy::Surw => true,
        }
    }

    /// What it is called on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Exhaustive => "exhaustive",
            Strategy::Dpor => "dpor",
            Strategy::Random => "random",
            Strategy::Pct { .. } => "pct",
            Strategy::Pos => "pos",
            Strategy::Surw => "surw",
        }
    }
}

/// An event that a run of `dpor` begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct PlannedEvent {
    pub choice: Choice,
    pub stamp: u32,
    pub deferred: bool,
    pub overtakers: history::Overtakers,
}

/// A subtree of `dpor`: the beginning of its runs. It knows nothing of its siblings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TraceJob {
    pub events: Vec<PlannedEvent>,
    pub demands: Vec<agenda::Demand>,
    pub reverses: bool,
}

/// A piece of a search. It can be sent to another worker, and never changes what came before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Job {
    /// All interleavings after these choices.
    Subtree { choices: Vec<Choice> },
    /// All states that a finding may need.
    States,
    /// All traces after these events.
    Traces(TraceJob),
    /// Every trace after these choices, less those that begin with a sleeping actor.
    Covering { choices: Vec<Choice>, asleep: Vec<ActorId> },
    /// Samples, until all are made.
    Samples,
}

/// Puts the jobs that a search begins with into the pool.
pub(crate) fn seed_jobs(settings: &Settings, optimal: bool, sparse: bool, pool: &Pool<Job>) {
    match settings.strategy {
        Strategy::Exhaustive if sparse => pool.give(Job::States),
        Strategy::Exhaustive => pool.give(Job::Subtree { choices: Vec::new() }),
        _ if settings.strategy.samples() => (0..settings.jobs).for_each(|_| pool.give(Job::Samples)),
        _ if !optimal => {
            pool.give(Job::Covering { choices: Vec::new(), asleep: Vec::new() });
        }
        _ => pool.give(Job::Traces(TraceJob::default())),
    }
}

/// Takes jobs until there are none left.
pub(crate) fn work<P: Program, G: Guide<P::Run>>(worker: &mut Worker<'_, P, G>) {
    while let Some(job) = worker.shared.pool.take() {
        match job {
            Job::Subtree { choices } => exhaustive::explore(worker, choices),
            Job::States => persistent::explore(worker),
            Job::Traces(job) => dpor::explore(worker, job),
            Job::Covering { choices, asleep } => covering::explore(worker, choices, asleep),
            Job::Samples => sample::explore(worker),
        }
    }
}
