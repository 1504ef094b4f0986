//! Which run comes next: one file a strategy, behind one function.

pub(crate) mod dpor;
mod exhaustive;

use serde::{Deserialize, Serialize};

use crate::guide::Guide;
use crate::pool::Pool;
use crate::program::{Choice, Program};
use crate::search::{Settings, Worker};

/// Which run comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// Every interleaving, as a tree; with merging of states, as a graph.
    Exhaustive,
    /// One run per Mazurkiewicz trace.
    Dpor,
}

impl Strategy {
    /// Whether it tries some schedules only.
    pub fn samples(self) -> bool {
        match self {
            Strategy::Exhaustive | Strategy::Dpor => false,
        }
    }
}

/// An event that a run of `dpor` begins with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct PlannedEvent {
    pub choice: Choice,
    pub stamp: u32,
    pub deferred: bool,
    pub overtakers: dpor::Overtakers,
}

/// A subtree of `dpor`: the beginning of its runs. It knows nothing of its siblings.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TraceJob {
    pub events: Vec<PlannedEvent>,
    pub demands: Vec<dpor::Demand>,
    pub reverses: bool,
    pub share: f64,
}

/// A piece of a search. It can be sent to another worker, and never changes what came before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Job {
    /// All interleavings after these choices.
    Subtree { choices: Vec<Choice>, share: f64 },
    /// All traces after these events.
    Traces(TraceJob),
}

/// Puts the jobs that a search begins with into the pool.
pub(crate) fn seed_jobs(settings: &Settings, pool: &Pool<Job>) {
    match settings.strategy {
        Strategy::Exhaustive => pool.give(Job::Subtree { choices: Vec::new(), share: 1.0 }),
        Strategy::Dpor => pool.give(Job::Traces(TraceJob { share: 1.0, ..TraceJob::default() })),
    }
}

/// Takes jobs until there are none left.
pub(crate) fn work<P: Program, G: Guide<P::Run>>(worker: &mut Worker<'_, P, G>) {
    while let Some(job) = worker.shared.pool.take() {
        match job {
            Job::Subtree { choices, share } => exhaustive::explore(worker, choices, share),
            Job::Traces(job) => dpor::explore(worker, job),
        }
    }
}
