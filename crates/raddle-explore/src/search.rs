//! One search: its settings, its progress, and its outcome.
//!
//! Workers explore (`worker`); the calling thread watches the clock and the memory, and tells of progress. So no strategy
//! ever looks at the wall clock.

use std::collections::BTreeSet;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::alarm::{Alarm, Limits, grace};
use crate::bounds::{Bounds, Budget};
use crate::circles::Circles;
use crate::context::{DEFAULT_FUEL, Interruption, StepContext, Unwatched};
use crate::ending::Ending;
use crate::estimate::Explored;
use crate::events::EventLog;
use crate::finding::{Finding, FindingKind, Looks};
use crate::guide::Guide;
use crate::pool::Pool;
use crate::program::{Choice, Program, Run};
use crate::random::Seed;
use crate::replay::Mismatch;
use crate::rounds::in_rounds;
use crate::strategy::{self, Named, Strategy};
use crate::verdict::{Bound, Coverage, Gap, Verdict};
use crate::words::Words;
use crate::worker::{Leaving, Shared, Worker, lock};

/// What is wanted of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Which run comes next, where the search is not given a strategy as it is.
    pub strategy: Named,
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
    /// What ends everything that is done with these settings beside a search.
    pub alarm: Alarm,
}

impl Settings {
    /// The part that so many samples are of all that are wanted, where that is known.
    fn fraction_of_samples(&self, runs: u64) -> Option<f64> {
        let is_known = self.samples < u64::MAX;
        is_known.then(|| runs as f64 / self.samples as f64)
    }

    /// What a step is given that is made beside a search.
    pub fn context(&self) -> StepContext<'_, Unwatched> {
        let mut context = StepContext::new(self.alarm.flag(), Unwatched);
        context.fuel_per_step = self.fuel;
        context
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            strategy: Named::Dpor,
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
            alarm: Alarm::default(),
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
    /// Nodes that count as states here, but lie between two steps that the guide takes for one.
    pub between: u64,
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
        self.between += other.between;
        self.longest = self.longest.max(other.longest);
    }
}

/// A look at a search under way.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What has been counted so far.
    pub stats: Stats,
    /// The part of the search that is done, where that is known: of so many samples.
    pub fraction: Option<f64>,
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

/// Says of a misbehaviour, with the choices that lead to it, whether it may be.
pub type Judge<'j> = dyn Fn(&FindingKind, &[Choice]) -> bool + Sync + 'j;

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
    /// Asked of each new misbehaviour, with the choices that lead to it, whether it is known and may be: then it is not
    /// reported, and the search goes on behind it. Whoever allows something has to say so beside the verdict.
    pub allows: Option<&'h Judge<'h>>,
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
    /// How much of the search was done, where that is known.
    pub explored: Option<Explored>,
    /// How long it took.
    pub elapsed: Duration,
    /// What is missing, whatever the verdict: a search that found something may have been cut all the same.
    pub gaps: BTreeSet<Gap>,
    /// What was covered, but for what is missing.
    pub coverage: Coverage,
    /// How often the search was begun: more than once if the program was revised ([`Program::revise`]). The counts are
    /// those of the last round.
    pub rounds: u32,
}

/// Explores the schedules of a program, again for as long as the program revises itself by that.
pub fn search<P, G>(program: &P, guide: &G, settings: &Settings, hooks: &Hooks<'_>) -> Outcome
where
    P: Program,
    G: Guide<P::Run>,
{
    let once = |settings: &Settings| (search_once(program, guide, settings, hooks), ());
    in_rounds(program, settings, once).0
}

/// The same by a strategy of anybody's, whatever the settings name.
pub fn search_by<P, G, S>(
    program: &P,
    guide: &G,
    strategy: &S,
    settings: &Settings,
    hooks: &Hooks<'_>,
) -> Outcome
where
    P: Program,
    G: Guide<P::Run>,
    S: Strategy<P, G>,
{
    let once = |settings: &Settings| (search_once_by(program, guide, strategy, settings, hooks), ());
    in_rounds(program, settings, once).0
}

/// Explores the schedules of a program as it is now.
#[expect(clippy::disallowed_methods, reason = "budgets of time and the elapsed time need the wall clock")]
pub fn search_once<P, G>(program: &P, guide: &G, settings: &Settings, hooks: &Hooks<'_>) -> Outcome
where
    P: Program,
    G: Guide<P::Run>,
{
    settings.strategy.search(program, guide, settings, hooks, Instant::now())
}

/// The same by a strategy of anybody's, whatever the settings name.
#[expect(clippy::disallowed_methods, reason = "budgets of time and the elapsed time need the wall clock")]
pub fn search_once_by<P, G, S>(
    program: &P,
    guide: &G,
    strategy: &S,
    settings: &Settings,
    hooks: &Hooks<'_>,
) -> Outcome
where
    P: Program,
    G: Guide<P::Run>,
    S: Strategy<P, G>,
{
    once_by(program, guide, strategy, settings, hooks, Instant::now())
}

/// Explores a part of a search as the program is now, and keeps some jobs of it for others; what was explored, and those jobs.
/// The outcome covers what was explored only: others may add theirs ([`Coverage::and`]).
#[expect(clippy::disallowed_methods, reason = "budgets of time and the elapsed time need the wall clock")]
pub fn search_part_by<P, G, S>(
    program: &P,
    guide: &G,
    strategy: &S,
    settings: &Settings,
    hooks: &Hooks<'_>,
    part: Part<S::Job>,
) -> (Outcome, Vec<S::Job>)
where
    P: Program,
    G: Guide<P::Run>,
    S: Strategy<P, G>,
{
    explore_part(program, guide, strategy, settings, hooks, part, Instant::now())
}

/// A part of a search.
pub struct Part<J> {
    /// What to explore; without any, all that the strategy begins with.
    pub jobs: Option<Vec<J>>,
    /// How many jobs to keep for others, if there are as many.
    pub spare: usize,
}

/// Explores all jobs of a strategy in a search that began at a moment.
pub(crate) fn once_by<P, G, S>(
    program: &P,
    guide: &G,
    strategy: &S,
    settings: &Settings,
    hooks: &Hooks<'_>,
    started: Instant,
) -> Outcome
where
    P: Program,
    G: Guide<P::Run>,
    S: Strategy<P, G>,
{
    let whole = Part { jobs: None, spare: 0 };
    explore_part(program, guide, strategy, settings, hooks, whole, started).0
}

fn explore_part<P, G, S>(
    program: &P,
    guide: &G,
    strategy: &S,
    settings: &Settings,
    hooks: &Hooks<'_>,
    part: Part<S::Job>,
    started: Instant,
) -> (Outcome, Vec<S::Job>)
where
    P: Program,
    G: Guide<P::Run>,
    S: Strategy<P, G>,
{
    let mut settings = settings.clone();
    settings.jobs = settings.jobs.max(1);
    let settings = &settings;
    let abilities = program.abilities();
    let jobs = Pool::new(settings.jobs, part.spare);
    let shared = Shared::new(settings, &jobs);
    let seeds = part.jobs.unwrap_or_else(|| strategy.seed(settings));
    seeds.into_iter().for_each(|job| jobs.seed(job));
    let (view, jobs_left, told) = (&shared, &jobs, *hooks);
    let work = move || {
        let _leaving = Leaving(view);
        let mut worker = Worker::new(program, guide, settings, abilities, view, told);
        strategy::work(strategy, &mut worker, jobs_left);
        worker.finish();
    };
    let samples = strategy.samples();
    std::thread::scope(|scope| {
        scope.spawn(move || monitor(view, settings, samples, &told, started));
        for _ in 1..settings.jobs {
            scope.spawn(work);
        }
        // One of them works here: a front end may have started the program on this thread already, at some cost.
        work();
    });
    let estimate = |settings: &Settings, runs| strategy.estimate(program, settings, runs);
    // Where a guide may say that it found something, it may have been a cycle of waiting actors.
    let settings = &Settings { early_deadlock: settings.early_deadlock || G::ACTIVE, ..settings.clone() };
    let outcome = conclude(program, settings, shared, strategy.samples(), &estimate, started, hooks);
    (outcome, jobs.spared())
}

/// Waits for the workers, watches the budgets, and tells of progress.
fn monitor(shared: &Shared<'_>, settings: &Settings, samples: bool, hooks: &Hooks<'_>, started: Instant) {
    let tick = Duration::from_millis(50);
    let limits = Limits::new(&settings.budget, started, hooks);
    let mut left = lock(&shared.workers_left);
    while *left > 0 {
        left = shared.worker_ended.wait_timeout(left, tick).unwrap_or_else(PoisonError::into_inner).0;
        let elapsed = started.elapsed();
        if let Some(gap) = limits.reached().filter(|_| *left > 0) {
            shared.give_up(gap);
        }
        if let Some(progress) = hooks.progress {
            let [runs, states, steps] = [0, 1, 2].map(|index| shared.counted[index].load(Ordering::Relaxed));
            progress(&Progress {
                stats: Stats { runs, states, steps, ..Stats::default() },
                fraction: if samples { settings.fraction_of_samples(runs) } else { None },
                findings: lock(&shared.found).len(),
                elapsed,
            });
        }
    }
}

/// Whether something that was begun at a moment must come to its end: some time is left to it, whatever the limits.
fn is_over(limits: &Limits<'_>, begun: Instant, patience: Duration) -> Option<Gap> {
    if begun.elapsed() < patience { None } else { limits.reached() }
}

/// How much of a search so many runs are, where somebody can tell.
type Estimate<'e> = &'e dyn Fn(&Settings, u64) -> Option<Explored>;

/// Sees to what the workers have left, and says what it comes to.
#[expect(clippy::disallowed_methods, reason = "what is left to be done has its limits, too")]
fn conclude<P: Program>(
    program: &P,
    settings: &Settings,
    shared: Shared<'_>,
    samples: bool,
    estimate: Estimate<'_>,
    started: Instant,
    hooks: &Hooks<'_>,
) -> Outcome {
    let mut gaps = std::mem::take(&mut *lock(&shared.gaps));
    if !samples {
        gaps.extend(program.reservations().into_iter().map(Gap::Unsupported));
    }
    if shared.visited.hides_races() {
        let what = "data races next to weak accesses or failed attempts, where states are merged";
        gaps.insert(Gap::Unsupported(what.to_owned()));
    }
    let mut bounds_hit = std::mem::take(&mut *lock(&shared.bounds_hit));
    bounds_hit.extend(program.reached_bounds());
    let stats = *lock(&shared.finished);
    let found = std::mem::take(&mut *lock(&shared.found));
    let limits = Limits::new(&settings.budget, started, hooks);
    let (ended, patience) = (Instant::now(), grace(settings.budget.time));
    let limit = || is_over(&limits, ended, patience);
    let ((findings, estimate), reached) = Alarm::watch(&limit, |alarm| {
        let settings = &Settings { alarm: alarm.clone(), ..settings.clone() };
        let mut findings = confirmed(program, settings, found, &mut gaps);
        if settings.merge_states && gaps.is_empty() && findings.is_empty() && !alarm.rings() {
            let found = livelock(program, settings, &shared, &mut bounds_hit);
            let allows = |finding: &Finding| {
                hooks.allows.is_some_and(|allows| allows(&finding.kind, &finding.schedule))
            };
            findings.extend(found.filter(|finding| !allows(finding)));
        }
        let was_cut_short = gaps.iter().any(Gap::is_limit);
        let estimate = if was_cut_short { estimate(settings, stats.runs) } else { None };
        (findings, estimate)
    });
    // What was still to be done may be what would have been wrong.
    gaps.extend(reached);
    if gaps.iter().any(Gap::is_limit) {
        // No other round follows.
        gaps.remove(&Gap::Outdated);
    }
    let complete = gaps.is_empty() && (findings.is_empty() || !settings.stop_at_first);
    let coverage = if samples {
        Coverage::of_samples(stats.runs)
    } else if shared.stop.load(Ordering::Relaxed) {
        Coverage::nothing()
    } else {
        Coverage::of_finished_jobs(bounds_hit)
    };
    let verdict = Verdict::of(&coverage, !findings.is_empty(), &gaps);
    let explored = if complete && !samples { Some(Explored::ALL) } else { estimate };
    Outcome { verdict, findings, stats, explored, elapsed: started.elapsed(), gaps, coverage, rounds: 1 }
}

/// The findings that show again when they are replayed from their schedules alone, in the order of their kinds.
fn confirmed<P: Program>(
    program: &P,
    settings: &Settings,
    mut found: Vec<Finding>,
    gaps: &mut BTreeSet<Gap>,
) -> Vec<Finding> {
    found.retain(|finding| match crate::replay::replay(program, settings, &finding.schedule) {
        Ok(replayed) if replayed.shows.contains(&finding.kind) => true,
        // The next round will tell.
        Err(Mismatch::Interrupted(Interruption::Outdated)) => {
            gaps.insert(Gap::Outdated);
            false
        }
        // A limit was reached, and the search says so.
        _ if settings.alarm.rings() => false,
        _ => {
            gaps.insert(Gap::NotReplayed(finding.kind.describe(program, &Words::default())));
            false
        }
    });
    found.sort_by(|left, right| left.kind.cmp(&right.kind));
    found
}

/// The livelock that the steps between all states show, where states were merged.
fn livelock<P: Program>(
    program: &P,
    settings: &Settings,
    shared: &Shared<'_>,
    bounds_hit: &mut BTreeSet<Bound>,
) -> Option<Finding> {
    let root = program.start().fingerprint().unwrap_or_default() as u64;
    let found = match shared.visited.circles(root, &settings.alarm)? {
        Circles::None => return None,
        // Where something was cut, whoever seems to be unable to go may only have been kept from it: replaying tells.
        Circles::Fair(schedule) => crate::replay::livelock(program, settings, schedule),
        Circles::Unfair => None,
    };
    if found.is_none() {
        bounds_hit.insert(Bound::Fairness);
    }
    found
}
