//! What the workers of a search share, and what each of them counts, reports and keeps to itself.
//!
//! What a worker finds is collected under one lock, after it has been seen to be new. What it counts it tells the others
//! now and then, so that nobody waits for anybody in a hot path.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashSet;

use crate::circles::Edge;
use crate::context::{Interruption, StepContext, Watcher as _};
use crate::ending::Ending;
use crate::events::EventLog;
use crate::finding::{Finding, FindingKind};
use crate::guide::Guide;
use crate::hidden::Net;
use crate::lingering::Lingering;
use crate::livelock;
use crate::pool::Close;
use crate::program::{Abilities, Choice, Mark, Program, Run};
use crate::races::{RaceDetector, Sorts};
use crate::search::{EndOfRun, Hooks, Settings, Stats};
use crate::verdict::{Bound, Gap};
use crate::visited::Visited;

/// What all workers share.
pub(crate) struct Shared<'s> {
    pub stop: AtomicBool,
    pool: &'s dyn Close,
    /// The states that were seen, where states are merged.
    pub visited: Visited,
    pub counted: [AtomicU64; 3],
    pub found: Mutex<Vec<Finding>>,
    pub bounds_hit: Mutex<BTreeSet<Bound>>,
    pub gaps: Mutex<BTreeSet<Gap>>,
    pub finished: Mutex<Stats>,
    pub workers_left: Mutex<usize>,
    pub worker_ended: Condvar,
    runs_left: Option<AtomicU64>,
    states_left: Option<AtomicU64>,
}

/// So many states of a guided search are explored before any of it is given away.
const STATES_ALONE: u64 = 2_000;

/// What breaks the first promise of a front end.
pub(crate) const UNFAITHFUL: &str = "a program that does not do the same for the same choices";

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'s> Shared<'s> {
    pub fn new(settings: &Settings, pool: &'s dyn Close) -> Shared<'s> {
        Shared {
            stop: AtomicBool::new(false),
            pool,
            visited: Visited::new(),
            counted: Default::default(),
            found: Mutex::default(),
            bounds_hit: Mutex::default(),
            gaps: Mutex::default(),
            finished: Mutex::default(),
            workers_left: Mutex::new(settings.jobs),
            worker_ended: Condvar::new(),
            runs_left: settings.budget.runs.map(AtomicU64::new),
            states_left: settings.budget.states.map(AtomicU64::new),
        }
    }

    /// The search can't be completed.
    pub fn give_up(&self, gap: Gap) {
        lock(&self.gaps).insert(gap);
        self.halt();
    }

    /// Counts a run against their limit: whether there were as many as may be before. The last one ends the search.
    fn is_run_too_many(&self, ending: &Ending) -> bool {
        let Some(left) = &self.runs_left else { return false };
        match ending {
            Ending::Blocked
            | Ending::Pruned(_)
            | Ending::Stopped(_)
            | Ending::Merged
            | Ending::Interrupted => {
                return false;
            }
            _ => {}
        }
        let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left: u64| left.checked_sub(1));
        if before.is_ok_and(|left| left > 1) {
            return false;
        }
        self.give_up(Gap::Runs);
        before.is_err()
    }

    /// What was explored does not count.
    pub fn outdate(&self) {
        self.give_up(Gap::Outdated);
    }

    /// Ends the search.
    fn halt(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.pool.close();
    }
}

/// One worker's view of the search: what it explores, and where it puts what it finds.
pub struct Worker<'s, P: Program, G: Guide<P::Run>> {
    /// What is explored.
    pub program: &'s P,
    /// Who tells where to go.
    pub guide: &'s G,
    /// What is wanted of the search.
    pub settings: &'s Settings,
    /// What the program can do.
    pub abilities: Abilities,
    /// What the last step was given, and what it left behind.
    pub context: StepContext<'s, G::Watcher>,
    /// What this worker has counted.
    pub stats: Stats,
    pub(crate) shared: &'s Shared<'s>,
    flushed: Stats,
    hooks: Hooks<'s>,
    detector: RaceDetector,
    races: Vec<crate::races::Race>,
    net: Net,
    labels: Vec<u32>,
    /// The steps between states, where these are merged.
    edges: Vec<Edge>,
    sorts: Sorts,
    known: FxHashSet<FindingKind>,
    bounds_hit: BTreeSet<Bound>,
}

impl<'s, P: Program, G: Guide<P::Run>> Worker<'s, P, G> {
    pub(crate) fn new(
        program: &'s P,
        guide: &'s G,
        settings: &'s Settings,
        abilities: Abilities,
        shared: &'s Shared<'s>,
        hooks: Hooks<'s>,
    ) -> Self {
        let mut context = StepContext::new(&shared.stop, guide.watcher());
        context.fuel_per_step = settings.fuel;
        Worker {
            program,
            guide,
            settings,
            abilities,
            shared,
            context,
            stats: Stats::default(),
            flushed: Stats::default(),
            hooks,
            detector: RaceDetector::default(),
            races: Vec::new(),
            net: Net::default(),
            labels: Vec::new(),
            edges: Vec::new(),
            sorts: Sorts::default(),
            known: FxHashSet::default(),
            bounds_hit: BTreeSet::new(),
        }
    }

    /// The search can't be completed: it ends, and says why.
    pub fn give_up(&self, gap: Gap) {
        self.shared.give_up(gap);
    }

    /// The program did not do the same for the same choices, which breaks its first promise: the search ends.
    pub fn give_up_unfaithful(&self) {
        self.give_up(Gap::Unsupported(UNFAITHFUL.to_owned()));
    }

    /// Something is not covered, but the search goes on.
    pub fn miss(&self, gap: Gap) {
        lock(&self.shared.gaps).insert(gap);
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
        self.begin_step();
        self.stats.steps += 1;
        let executed = self.context.instructions;
        let result = run.step(choice, &mut self.context);
        self.stats.instructions += self.context.instructions - executed;
        if !self.context.effects.failures.is_empty() {
            let mut schedule = earlier();
            schedule.push(choice);
            for failure in self.context.effects.failures.clone() {
                self.report(FindingKind::failed(choice.actor, failure), || schedule.clone());
            }
        }
        result
    }

    /// Forgets the steps that were counted since this was counted: somebody else has counted them.
    pub fn forget_steps_since(&mut self, earlier: &Stats) {
        self.stats.steps = earlier.steps;
        self.stats.instructions = earlier.instructions;
    }

    /// Repeats a step whose failures are known.
    pub fn repeat(&mut self, run: &mut P::Run, choice: Choice) -> Result<(), Interruption> {
        if self.stopped() {
            return Err(Interruption::Cancelled);
        }
        self.begin_step();
        run.step(choice, &mut self.context)
    }

    #[inline]
    fn begin_step(&mut self) {
        self.context.begin();
        self.context.watcher().begin();
    }

    /// Whether pieces of the search may be given away. A guided search is alone with the first states: it is often over
    /// soon, and then its counts are the same for any number of workers although it ends with the first finding.
    pub fn may_share(&self) -> bool {
        !G::ACTIVE || self.stats.states >= STATES_ALONE
    }

    /// Comes to a node of the search; `false` if there were as many as may be, and it is none any more.
    #[inline]
    pub fn count_state(&mut self) -> bool {
        if let Some(left) = &self.shared.states_left {
            let take = |left: u64| left.checked_sub(1);
            if left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).is_err() {
                self.give_up(Gap::States);
                return false;
            }
        }
        self.stats.states += 1;
        if self.stats.states & 0xfff == 0 {
            self.flush();
        }
        true
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
                self.miss(Gap::Unsupported(what));
                Ending::Interrupted
            }
            Interruption::Outdated => {
                self.give_up(Gap::Outdated);
                Ending::Interrupted
            }
            Interruption::Pruned(reason) => Ending::Pruned(reason),
            Interruption::Abandoned => {
                self.miss(Gap::Abandoned);
                Ending::Interrupted
            }
            Interruption::Cancelled => Ending::Interrupted,
        }
    }

    /// A step that went well before did not come to its end when it was repeated: the search can't go on.
    pub fn lost(&self, interruption: Interruption) {
        self.give_up(match interruption {
            Interruption::Cancelled if self.stopped() => return,
            Interruption::Outdated => Gap::Outdated,
            _ => Gap::Unsupported(UNFAITHFUL.to_owned()),
        });
    }

    /// The run closed a cycle that began at this position: how it ends by that.
    pub fn cycle(&mut self, log: &EventLog, start: usize) -> Ending {
        match livelock::fair_cycle(self.program, &self.shared.stop, log, start) {
            Some(actors) => Ending::Livelock(actors),
            None => {
                self.hit(Bound::Fairness);
                Ending::Cut(Bound::Fairness)
            }
        }
    }

    /// Comes to a state by the last step of the run, where states are merged.
    pub(crate) fn merging(&mut self, edge: Option<Edge>, log: &EventLog) {
        if self.settings.looks.livelocks {
            self.edges.extend(edge);
        }
        if let Some(event) = log.events().last().filter(|_| self.settings.looks.races) {
            let foreseen = self.context.effects.touched.is_none();
            self.sorts.add(event, log.touches(event), foreseen);
        }
    }

    /// A run has ended.
    pub fn end_run(&mut self, run: &P::Run, log: &EventLog, ending: &Ending) {
        // Where states are merged, the way to a state is whichever came first, and its length says nothing.
        if !self.settings.merge_states {
            self.stats.longest = self.stats.longest.max(log.len() as u64);
        }
        let schedule = || log.choices().collect::<Vec<_>>();
        if self.shared.is_run_too_many(ending) {
            return;
        }
        match ending {
            Ending::Blocked => self.stats.blocked_runs += 1,
            Ending::Pruned(_) | Ending::Stopped(_) => self.stats.pruned += 1,
            Ending::Merged => {}
            // It was on its way when the search ended.
            Ending::Interrupted if self.stopped() => {}
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
            Ending::Livelock(actors) if self.settings.looks.livelocks => {
                self.report(FindingKind::Livelock(actors.clone()), schedule);
            }
            _ => {}
        }
        if !self.settings.merge_states {
            self.net.conflicts(log, &mut self.labels);
            self.expose();
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
            // Whoever looks at runs may have seen enough: he is heard at once, not when the monitor looks next, by when a
            // short search may have come to its end.
            if self.hooks.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                self.shared.give_up(Gap::Interrupted);
            }
        }
        if self.stats.runs & 0x3f == 0 {
            self.flush();
        }
    }

    /// Where states are merged: what lingers of what was hidden on the way to the present state.
    pub(crate) fn linger(&mut self, lingering: &mut Lingering, log: &EventLog) -> Vec<Mark> {
        let marks = lingering.follow(log, &mut self.labels);
        self.expose();
        marks
    }

    /// Has the program expose what was hidden in a conflict: what was explored so far does not count.
    fn expose(&mut self) {
        let will_be_seen = self.labels.drain(..).filter(|label| self.program.expose(*label)).count() > 0;
        if will_be_seen {
            self.shared.outdate();
        }
    }

    /// Takes note of a misbehaviour, if it is a new one.
    pub fn report(&mut self, kind: FindingKind, schedule: impl FnOnce() -> Vec<Choice>) {
        if self.known.contains(&kind) {
            return;
        }
        let is_new = |found: &[Finding]| found.iter().all(|finding| finding.kind != kind);
        if is_new(&lock(&self.shared.found)) {
            let finding = Finding { kind: kind.clone(), schedule: schedule(), minimised: false };
            // To judge it takes a replay, for which the others need not wait.
            if self.hooks.allows.is_some_and(|allows| allows(&kind, &finding.schedule)) {
                self.known.insert(kind);
                return;
            }
            let mut found = lock(&self.shared.found);
            if is_new(&found) {
                found.push(finding);
            }
        }
        self.known.insert(kind);
        if self.settings.stop_at_first {
            self.shared.halt();
        }
    }

    /// Tells the others what was counted since the last time.
    pub(crate) fn flush(&mut self) {
        let news = [
            self.stats.runs - self.flushed.runs,
            self.stats.states - self.flushed.states,
            self.stats.steps - self.flushed.steps,
        ];
        for (counter, new) in self.shared.counted.iter().zip(news) {
            counter.fetch_add(new, Ordering::Relaxed);
        }
        self.flushed = self.stats;
    }

    /// Gives what was counted to the search.
    pub(crate) fn finish(mut self) {
        self.flush();
        self.shared.visited.add(&mut self.edges, std::mem::take(&mut self.sorts));
        lock(&self.shared.finished).add(&self.stats);
        lock(&self.shared.bounds_hit).append(&mut self.bounds_hit);
    }
}

/// Tells the monitor that a worker is gone, however it went.
pub(crate) struct Leaving<'s>(pub &'s Shared<'s>);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.halt();
        }
        *lock(&self.0.workers_left) -= 1;
        self.0.worker_ended.notify_all();
    }
}
