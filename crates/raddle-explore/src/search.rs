//! One search: its settings, what its workers share, and its outcome.
//!
//! Workers explore; the calling thread watches the clock and the memory, and tells of progress. So no strategy ever
//! looks at the wall clock. What a worker finds is collected under one lock, after it has been seen to be new.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use crate::bounds::{Bounds, Budget};
use crate::circles::{Circles, Edge};
use crate::context::{DEFAULT_FUEL, Interruption, StepContext, Unwatched};
use crate::ending::Ending;
use crate::estimate::Explored;
use crate::events::EventLog;
use crate::finding::{Finding, FindingKind, Looks};
use crate::guide::Guide;
use crate::livelock;
use crate::pool::Pool;
use crate::program::{Choice, Pending, Program, Run};
use crate::races::{RaceDetector, Sorts};
use crate::random::Seed;
use crate::strategy::{self, Job, Strategy};
use crate::verdict::{Bound, Gap, Verdict};
use crate::visited::Visited;

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
    fn add(&mut self, other: &Stats) {
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

/// What all workers share.
pub(crate) struct Shared {
    pub stop: AtomicBool,
    pub pool: Pool<Job>,
    /// The states that were seen, where states are merged.
    pub visited: Visited,
    counted: [AtomicU64; 3],
    /// The part of the search that is done, in units of 2^-52.
    done: AtomicU64,
    found: Mutex<Vec<Finding>>,
    bounds_hit: Mutex<BTreeSet<Bound>>,
    gaps: Mutex<BTreeSet<Gap>>,
    finished: Mutex<Stats>,
    workers_left: Mutex<usize>,
    worker_ended: Condvar,
    runs_left: Option<AtomicU64>,
    next_sample: AtomicU64,
}

const DONE_UNIT: f64 = (1u64 << 52) as f64;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn new(settings: &Settings) -> Shared {
        Shared {
            stop: AtomicBool::new(false),
            pool: Pool::new(settings.jobs),
            visited: Visited::new(),
            counted: Default::default(),
            done: AtomicU64::new(0),
            found: Mutex::default(),
            bounds_hit: Mutex::default(),
            gaps: Mutex::default(),
            finished: Mutex::default(),
            workers_left: Mutex::new(settings.jobs),
            worker_ended: Condvar::new(),
            runs_left: settings.budget.runs.map(AtomicU64::new),
            next_sample: AtomicU64::new(0),
        }
    }

    pub fn give_up(&self, gap: Gap) {
        lock(&self.gaps).insert(gap);
        self.halt();
    }

    fn halt(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.pool.close();
    }
}

/// One worker's view of the search: what it explores, and where it puts what it finds.
pub(crate) struct Worker<'s, P: Program, G> {
    pub program: &'s P,
    pub guide: &'s G,
    pub settings: &'s Settings,
    pub shared: &'s Shared,
    pub context: StepContext<'s, Unwatched>,
    pub stats: Stats,
    flushed: Stats,
    hooks: Hooks<'s>,
    detector: RaceDetector,
    races: Vec<crate::races::Race>,
    /// The steps between states, where these are merged.
    edges: Vec<Edge>,
    sorts: Sorts,
    known: FxHashSet<FindingKind>,
    bounds_hit: BTreeSet<Bound>,
}

impl<'s, P: Program, G: Guide<P::Run>> Worker<'s, P, G> {
    fn new(
        program: &'s P,
        guide: &'s G,
        settings: &'s Settings,
        shared: &'s Shared,
        hooks: Hooks<'s>,
    ) -> Self {
        let mut context = StepContext::new(&shared.stop, Unwatched);
        context.fuel_per_step = settings.fuel;
        Worker {
            program,
            guide,
            settings,
            shared,
            context,
            stats: Stats::default(),
            flushed: Stats::default(),
            hooks,
            detector: RaceDetector::default(),
            races: Vec::new(),
            edges: Vec::new(),
            sorts: Sorts::default(),
            known: FxHashSet::default(),
            bounds_hit: BTreeSet::new(),
        }
    }

    /// Whether the search is over.
    pub fn stopped(&self) -> bool {
        self.shared.stop.load(Ordering::Relaxed)
    }

    /// Makes one step and takes note of what failed in it. `earlier` is the run up to here.
    pub fn step(
        &mut self,
        run: &mut P::Run,
        choice: Choice,
        earlier: impl FnOnce() -> Vec<Choice>,
    ) -> Result<(), Interruption> {
        self.context.begin();
        self.stats.steps += 1;
        let executed = self.context.instructions;
        let result = run.step(choice, &mut self.context);
        self.stats.instructions += self.context.instructions - executed;
        if !self.context.effects.failures.is_empty() {
            let mut schedule = earlier();
            schedule.push(choice);
            for failure in std::mem::take(&mut self.context.effects.failures) {
                self.report(FindingKind::Failure(choice.actor, failure), || schedule.clone());
            }
        }
        result
    }

    /// Repeats a step whose failures are known.
    pub fn repeat(&mut self, run: &mut P::Run, choice: Choice) -> Result<(), Interruption> {
        self.context.begin();
        run.step(choice, &mut self.context)
    }

    /// A bound cut something off.
    pub fn hit(&mut self, bound: Bound) {
        self.bounds_hit.insert(bound);
    }

    /// A step did not come to its end: says so, and how the run ends by it.
    pub fn interrupted(&mut self, interruption: Interruption) -> Ending {
        match interruption {
            Interruption::OutOfFuel => {
                self.hit(Bound::Fuel);
                Ending::Cut(Bound::Fuel)
            }
            Interruption::Unsupported { what } => {
                lock(&self.shared.gaps).insert(Gap::Unsupported(what));
                Ending::Interrupted
            }
            Interruption::Cancelled | Interruption::Abandoned => Ending::Interrupted,
        }
    }

    /// The run closed a cycle that began at this position: how it ends by that.
    pub fn cycle(&mut self, log: &EventLog, start: usize) -> Ending {
        match livelock::fair_cycle(self.program, log, start) {
            Some(actors) if self.settings.looks.livelocks => Ending::Livelock(actors),
            _ => {
                self.hit(Bound::Fairness);
                Ending::Cut(Bound::Fairness)
            }
        }
    }

    /// Comes to a state by the last step of the run, where states are merged.
    pub fn merging(&mut self, edge: Option<Edge>, log: &EventLog) {
        if self.settings.looks.livelocks {
            self.edges.extend(edge);
        }
        if let Some(event) = log.events().last().filter(|_| self.settings.looks.races) {
            let foreseen = self.context.effects.touched.is_none();
            self.sorts |= Sorts::of(event, log.touches(event), foreseen);
        }
    }

    /// A run has ended.
    pub fn end_run(&mut self, run: &P::Run, log: &EventLog, ending: &Ending) {
        // Where states are merged, the way to a state is whichever came first, and its length says nothing.
        if !self.settings.merge_states {
            self.stats.longest = self.stats.longest.max(log.len() as u64);
        }
        let schedule = || log.choices().collect::<Vec<_>>();
        match ending {
            Ending::Blocked => self.stats.blocked_runs += 1,
            Ending::Pruned => self.stats.pruned += 1,
            Ending::Merged => {}
            _ => self.stats.runs += 1,
        }
        match ending {
            Ending::Deadlock(cycle) => {
                self.stats.deadlocks += 1;
                self.report(FindingKind::Deadlock(cycle.clone()), schedule);
            }
            Ending::Stuck(actors) => {
                self.stats.deadlocks += 1;
                self.report(FindingKind::Stuck(actors.clone()), schedule);
            }
            Ending::Livelock(actors) => {
                self.report(FindingKind::Livelock(actors.clone()), schedule);
            }
            _ => {}
        }
        if self.settings.looks.races && !self.settings.merge_states {
            let mut races = std::mem::take(&mut self.races);
            self.detector.detect(log, &mut races);
            for race in races.drain(..) {
                self.report(FindingKind::Race(race), schedule);
            }
            self.races = races;
        }
        if let Some(on_run) = self.hooks.on_run {
            on_run(&EndOfRun { ending, log, fingerprint: run.fingerprint() });
        }
        if let Some(left) = &self.shared.runs_left
            && left.fetch_sub(1, Ordering::Relaxed) <= 1
        {
            self.shared.give_up(Gap::Runs);
        }
        if self.stats.runs & 0x3f == 0 {
            self.flush();
        }
    }

    /// Takes note of a misbehaviour, if it is a new one.
    pub fn report(&mut self, kind: FindingKind, schedule: impl FnOnce() -> Vec<Choice>) {
        if self.known.contains(&kind) {
            return;
        }
        let mut found = lock(&self.shared.found);
        if found.iter().all(|finding| finding.kind != kind) {
            found.push(Finding { kind: kind.clone(), schedule: schedule(), minimised: false });
        }
        drop(found);
        self.known.insert(kind);
        if self.settings.stop_at_first {
            self.shared.halt();
        }
    }

    /// The number of the next sample to make, until all are made.
    pub fn next_sample(&self) -> Option<u64> {
        let number = self.shared.next_sample.fetch_add(1, Ordering::Relaxed);
        (number < self.settings.samples).then_some(number)
    }

    /// A part of the search is done: its share of the whole, between 0 and 1.
    pub fn done(&self, share: f64) {
        self.shared.done.fetch_add((share * DONE_UNIT) as u64, Ordering::Relaxed);
    }

    /// Tells the others what was counted since the last time.
    pub fn flush(&mut self) {
        let news = [
            self.stats.runs - self.flushed.runs,
            self.stats.states - self.flushed.states,
            self.stats.steps - self.flushed.steps,
        ];
        for (counter, new) in self.shared.counted.iter().zip(news) {
            counter.fetch_add(new, Ordering::Relaxed);
        }
        self.flushed = self.stats;
        let states = self.shared.counted[1].load(Ordering::Relaxed);
        if self.settings.budget.states.is_some_and(|limit| states >= limit) {
            self.shared.give_up(Gap::States);
        }
    }

    fn finish(mut self) {
        self.flush();
        self.shared.visited.add(&mut self.edges, self.sorts);
        lock(&self.shared.finished).add(&self.stats);
        lock(&self.shared.bounds_hit).append(&mut self.bounds_hit);
    }
}

/// Tells the monitor that a worker is gone, however it went.
struct Leaving<'s>(&'s Shared);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.halt();
        }
        *lock(&self.0.workers_left) -= 1;
        self.0.worker_ended.notify_all();
    }
}

/// The pending operation of a choice.
pub(crate) fn entry_of(pending: &crate::program::PendingBuffer, choice: Choice) -> Option<Pending> {
    pending.of(choice.actor).copied().filter(|entry| entry.is_enabled() && choice.option < entry.options)
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
