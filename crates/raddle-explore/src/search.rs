//! One search: its settings, its progress, and its outcome.
//!
//! Workers explore (`worker`); the calling thread watches the clock and the memory, and tells of progress. So no strategy
//! ever looks at the wall clock.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::bounds::{Bounds, Budget};
use crate::circles::Circles;
use crate::context::DEFAULT_FUEL;
use crate::ending::Ending;
use crate::estimate::Explored;
use crate::events::EventLog;
use crate::finding::{Finding, Looks};
use crate::guide::Guide;
use crate::program::{Program, Run};
use crate::random::Seed;
use crate::strategy::{self, Strategy};
use crate::verdict::{Bound, Gap, Verdict};
use crate::worker::{DONE_UNIT, Leaving, Shared, Worker, lock};

/// What is wanted of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which run comes next.
    pub strategy: Strategy,
    /// Which schedules count.
    pub bounds: Bounds,
    /// When to give up.
    pub budget: Budget,
    /// What to look for beyond deadlocks and failures.
    pub looks: Looks,
    /// Whether a run ends as soon as a cycle of waiting actors exists.
    pub early_deadlock: bool,
    /// Whether states that were seen before are not explored again; only for `exhaustive`.
    pub merge_states: bool,
    /// Whether states that no finding needs are left out, where states are merged and the program foretells enough.
    pub leave_out_states: bool,
    /// Whether copies of runs are made where the program can; else everything is replayed.
    pub forks: bool,
    /// Whether the first finding ends the search.
    pub stop_at_first: bool,
    /// How many workers explore.
    pub jobs: usize,
    /// How much private code one step may run.
    pub fuel: u64,
    /// Where the randomness of strategies that sample comes from.
    pub seed: Seed,
    /// How many runs a strategy that samples makes.
    pub samples: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strategy: Strategy::Dpor,
            bounds: Bounds::default(),
            budget: Budget::default(),
            looks: Looks::default(),
            early_deadlock: false,
            merge_states: false,
            leave_out_states: true,
            forks: true,
            stop_at_first: false,
            jobs: 1,
            fuel: DEFAULT_FUEL,
            seed: Seed(0),
            samples: 10_000,
        }
    }
}

/// What a search has counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Runs that came to an end of their own or to a bound.
    pub runs: u64,
    /// Runs that were given up because all they could still show is covered elsewhere.
    pub blocked_runs: u64,
    /// Nodes of the search: tree or graph.
    pub states: u64,
    /// Points of runs that were kept because an alternative remained there.
    pub choice_points: u64,
    /// Steps made, replays not counted.
    pub steps: u64,
    /// Instructions that those steps executed, where the front end counts them.
    pub instructions: u64,
    /// Runs that ended with actors that wait for ever.
    pub deadlocks: u64,
    /// Nodes at which the guide ended the run.
    pub pruned: u64,
    /// The longest run.
    pub longest: u64,
}

impl Stats {
    pub(crate) fn add(&mut self, other: &Stats) {
        self.runs += other.runs;
        self.blocked_runs += other.blocked_runs;
        self.states += other.states;
        self.choice_points += other.choice_points;
        self.steps += other.steps;
        self.instructions += other.instructions;
        self.deadlocks += other.deadlocks;
        self.pruned += other.pruned;
        self.longest = self.longest.max(other.longest);
    }
}

/// A look at a search under way.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What has been counted so far.
    pub stats: Stats,
    /// The part of the search that is done, as far as it can be guessed.
    pub fraction: f64,
    /// How many different findings there are.
    pub findings: usize,
    /// The time since the start.
    pub elapsed: Duration,
}

/// What is told of a run at its end.
pub struct EndOfRun<'r> {
    /// How it ended.
    pub ending: &'r Ending,
    /// What happened in it.
    pub log: &'r EventLog,
    /// Its last state.
    pub fingerprint: Option<u128>,
}

/// What the caller of a search wants to hear, and how it can end it.
#[derive(Clone, Copy, Default)]
pub struct Hooks<'h> {
    /// Set by the caller to end the search.
    pub cancelled: Option<&'h AtomicBool>,
    /// Called several times a second.
    pub progress: Option<&'h (dyn Fn(&Progress) + Sync)>,
    /// Called at the end of each run.
    pub on_run: Option<&'h (dyn Fn(&EndOfRun<'_>) + Sync)>,
    /// How much memory the process holds now, in bytes.
    pub memory: Option<&'h (dyn Fn() -> u64 + Sync)>,
}

/// What came out of a search.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it says of the program.
    pub verdict: Verdict,
    /// The different findings, each replayed, in the order of their kinds.
    pub findings: Vec<Finding>,
    /// What was counted.
    pub stats: Stats,
    /// How much of the search was done.
    pub explored: Explored,
    /// How long it took.
    pub elapsed: Duration,
}

/// Explores the schedules of a program.
#[expect(clippy::disallowed_methods, reason = "budgets of time and the elapsed time need the wall clock")]
pub fn search<P, G>(program: &P, guide: &G, settings: &Settings, hooks: &Hooks<'_>) -> Outcome
where
    P: Program,
    G: Guide<P::Run>,
{
    let started = Instant::now();
    let mut settings = settings.clone();
    settings.jobs = settings.jobs.max(1);
    let settings = &settings;
    let shared = Shared::new(settings);
    // What is cut hides the events that the optimal strategy needs to see, and so do touches that change.
    let cuts = settings.bounds.any() || settings.early_deadlock || G::ACTIVE;
    let optimal = !cuts && !program.touches_depend_on_state();
    let sparse = settings.merge_states && settings.leave_out_states && !cuts && program.foretells();
    strategy::seed_jobs(settings, optimal, sparse, &shared.pool);
    std::thread::scope(|scope| {
        for _ in 0..settings.jobs {
            let shared = &shared;
            scope.spawn(move || {
                let _leaving = Leaving(shared);
                let mut worker = Worker::new(program, guide, settings, shared, *hooks);
                strategy::work(&mut worker);
                worker.finish();
            });
        }
        monitor(&shared, settings, hooks, started);
    });
    conclude(program, settings, shared, started)
}

/// Waits for the workers, watches the budgets, and tells of progress.
fn monitor(shared: &Shared, settings: &Settings, hooks: &Hooks<'_>, started: Instant) {
    let tick = Duration::from_millis(50);
    let mut left = lock(&shared.workers_left);
    while *left > 0 {
        left = shared.worker_ended.wait_timeout(left, tick).unwrap_or_else(PoisonError::into_inner).0;
        let elapsed = started.elapsed();
        if hooks.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) && *left > 0 {
            shared.give_up(Gap::Interrupted);
        }
        if settings.budget.time.is_some_and(|limit| elapsed >= limit) && *left > 0 {
            shared.give_up(Gap::Time);
        }
        if let (Some(limit), Some(memory)) = (settings.budget.memory, hooks.memory)
            && memory() > limit
        {
            shared.give_up(Gap::Memory);
        }
        if let Some(progress) = hooks.progress {
            let [runs, states, steps] = [0, 1, 2].map(|index| shared.counted[index].load(Ordering::Relaxed));
            progress(&Progress {
                stats: Stats { runs, states, steps, ..Stats::default() },
                fraction: (shared.done.load(Ordering::Relaxed) as f64 / DONE_UNIT).min(1.0),
                findings: lock(&shared.found).len(),
                elapsed,
            });
        }
    }
}

fn conclude<P: Program>(program: &P, settings: &Settings, shared: Shared, started: Instant) -> Outcome {
    let into = |mutex: Mutex<Vec<Finding>>| mutex.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut gaps = std::mem::take(&mut *lock(&shared.gaps));
    if !settings.strategy.samples() {
        gaps.extend(program.reservations().into_iter().map(Gap::Unsupported));
    }
    let mut bounds_hit = std::mem::take(&mut *lock(&shared.bounds_hit));
    let stats = *lock(&shared.finished);
    let fraction = (shared.done.load(Ordering::Relaxed) as f64 / DONE_UNIT).min(1.0);
    let mut findings = into(shared.found);
    if shared.visited.hides_races() {
        let what = "data races next to weak accesses or failed attempts, where states are merged";
        gaps.insert(Gap::Unsupported(what.to_owned()));
    }
    // A finding is shown only after it has been replayed from its schedule alone.
    findings.retain(|finding| {
        let replayed = crate::replay::shows(program, settings, &finding.schedule, &finding.kind);
        if !replayed {
            gaps.insert(Gap::NotReplayed(finding.kind.describe(program)));
        }
        replayed
    });
    findings.sort_by(|left, right| left.kind.cmp(&right.kind));
    if settings.merge_states && gaps.is_empty() && findings.is_empty() {
        let root = program.start().fingerprint().unwrap_or_default() as u64;
        match shared.visited.circles(root) {
            Circles::None => {}
            // Where something was cut, whoever seems to be unable to go may only have been kept from it: replaying tells.
            Circles::Fair(schedule) => {
                let found = crate::replay::livelock(program, settings, schedule);
                if found.is_none() {
                    bounds_hit.insert(Bound::Fairness);
                }
                findings.extend(found);
            }
            Circles::Unfair => drop(bounds_hit.insert(Bound::Fairness)),
        }
    }
    let complete = gaps.is_empty() && (findings.is_empty() || !settings.stop_at_first);
    let verdict = if !findings.is_empty() {
        Verdict::Found
    } else if !gaps.is_empty()
        && settings.strategy.samples()
        && gaps.iter().all(|gap| *gap == Gap::Runs || *gap == Gap::Time)
    {
        Verdict::Sampled
    } else if !gaps.is_empty() {
        Verdict::Incomplete(gaps)
    } else if settings.strategy.samples() {
        Verdict::Sampled
    } else if !bounds_hit.is_empty() {
        Verdict::Bounded(bounds_hit)
    } else {
        Verdict::Proved
    };
    let explored = match settings.strategy {
        _ if complete && !settings.strategy.samples() => Explored::ALL,
        Strategy::Exhaustive if !settings.merge_states && !settings.bounds.any() => {
            Explored::of_runs(program, settings.seed, stats.runs)
        }
        _ => Explored::about(fraction),
    };
    Outcome { verdict, findings, stats, explored, elapsed: started.elapsed() }
}
