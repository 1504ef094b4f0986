//! Which run comes next: the trait of a strategy, and the kernel's own strategies, one file each.
//!
//! A strategy cuts the search into *jobs*, pieces that know nothing of each other, and says how one is explored. Workers
//! take jobs until there are none left; one that has more than it needs gives some away while others wait
//! ([`Pool::hungry`]). Anybody can write a strategy: it reports to a [`Worker`], walks with a [`crate::walker::Walker`],
//! and is searched with by [`crate::search::search_by`].
//!
//! What does not live here: what a run's end means (`worker`), budgets and verdicts (`search`), and how the kernel's own
//! strategies are called (`named`).

pub(crate) mod agenda;
mod covering;
mod dpor;
mod exhaustive;
pub(crate) mod history;
mod job;
mod named;
mod persistent;
mod sample;
mod unfolding;

pub use covering::Covering;
pub use dpor::Dpor;
pub use exhaustive::Exhaustive;
pub(crate) use history::History;
pub use job::{Envelope, Job};
pub use named::Named;
pub use sample::Sampling;
pub use unfolding::Unfolded;

use crate::estimate::Explored;
use crate::guide::Guide;
use crate::pool::Pool;
use crate::program::Program;
use crate::search::Settings;
use crate::worker::Worker;

/// Which run comes next.
///
/// Promises of a strategy, on which every verdict relies:
/// * When all jobs that it seeded, and all that were given away since, have been explored, it has covered every schedule
///   that the settings ask for, unless it said otherwise by [`Worker::give_up`], [`Worker::miss`] or [`Worker::hit`].
/// * It tells the worker of every step that it makes for the first time ([`Worker::step`]) and of every run's end
///   ([`Worker::end_run`]): what is wrong with a run is found there.
pub trait Strategy<P: Program, G: Guide<P::Run>>: Sync {
    /// A piece of the search.
    type Job: Job;

    /// The jobs that a search begins with.
    fn seed(&self, settings: &Settings) -> Vec<Self::Job>;

    /// Explores one job, all of it but what it gives away.
    fn explore(&self, worker: &mut Worker<'_, P, G>, jobs: &Pool<Self::Job>, job: Self::Job);

    /// Whether it tries some schedules only, so that it proves nothing.
    fn samples(&self) -> bool {
        false
    }

    /// How much of the search so many runs are, where the strategy can tell. Asked when a search was cut short.
    fn estimate(&self, program: &P, settings: &Settings, runs: u64) -> Option<Explored> {
        let _ = (program, settings, runs);
        None
    }
}

/// Takes jobs until there are none left.
pub(crate) fn work<P, G, S>(strategy: &S, worker: &mut Worker<'_, P, G>, jobs: &Pool<S::Job>)
where
    P: Program,
    G: Guide<P::Run>,
    S: Strategy<P, G>,
{
    while let Some(job) = jobs.take() {
        strategy.explore(worker, jobs, job);
    }
}
