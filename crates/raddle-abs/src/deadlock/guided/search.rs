//! The guided search: for each abstract cycle a trace, or that there is none, or that it was not decided.
//!
//! **Source.** Seed 000, sections 5.2 and 6.1.3: the three criteria. **Guarantee.** Every deadlock represents
//! some elementary cycle of the analysis. So if all cycles are listed, each is searched to its end, and none
//! has a deadlock, the program has none. A trace is reported only after it was replayed.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use raddle_explore::alarm::Limits;
use raddle_explore::bounds::Budget;
use raddle_explore::context::Unwatched;
use raddle_explore::ending::Ending;
use raddle_explore::finding::{Finding, FindingKind, Looks};
use raddle_explore::guide::{Answer, Guide, Seen};
use raddle_explore::program::Choice;
use raddle_explore::replay;
use raddle_explore::search::{EndOfRun, Hooks, Settings};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Coverage, Gap, Verdict as KernelVerdict};

use super::constraints::Constraints;
use super::guide::{Counts, CycleGuide, Stop, Way};
use super::reach::Reachability;
use crate::deadlock::analysis::Analysis;
use crate::machine::program::AbsProgram;
use crate::machine::run::AbsRun;

/// What is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Criterion {
    /// One deadlock, whichever.
    #[default]
    FirstDeadlock,
    /// For each cycle a deadlock that represents it.
    DeadlockPerCycle,
    /// Every deadlocked run that the constraints of some cycle admit, to its end.
    AllDeadlocks,
}

/// In which order the first deadlock is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// One cycle after the other.
    #[default]
    InTurn,
    /// Cycles side by side; those that are under way come to their end.
    Parallel,
    /// Without constraints, but with early detection.
    Unguided,
}

/// The settings of a guided search.
#[derive(Clone, Debug)]
pub struct GuidedSettings {
    /// What is wanted.
    pub criterion: Criterion,
    /// For the first deadlock: in which order.
    pub order: Order,
    /// For the first deadlock: goes on after it, to every state at which a deadlock first exists.
    pub all: bool,
    /// How it is found out what a task can still come to.
    pub reachability: Reachability,
    /// `check` is made at every n-th state.
    pub check_every: u64,
    /// Whether the step that brings a task nearest to a point of the cycle comes first.
    pub ordered: bool,
    /// Shuffles the order of steps, as far as nothing else orders them.
    pub shuffle: Option<u64>,
    /// Whether steps that no deadlock of a cycle can need are left out, where one deadlock is enough and no bound counts
    /// steps.
    pub movers_only: bool,
    /// When so many states have been seen, the cycles that are left are not searched.
    pub total_states: Option<u64>,
    /// When so much time has passed, the cycles that are left are not searched.
    pub total_time: Option<Duration>,
    /// How many workers there are in all: for cycles that are searched at the same time, or for one cycle after the other.
    pub workers: usize,
    /// The kernel's settings: strategy, bounds, and the budget of each cycle. What concerns deadlocks, findings
    /// and workers is set by the search itself.
    pub kernel: Settings,
}

impl Default for GuidedSettings {
    fn default() -> Self {
        Self {
            criterion: Criterion::default(),
            order: Order::default(),
            all: false,
            reachability: Reachability::default(),
            check_every: 1,
            ordered: true,
            shuffle: None,
            movers_only: true,
            total_states: None,
            total_time: None,
            workers: 1,
            kernel: Settings::default(),
        }
    }
}

/// What is known of a cycle after its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CycleOutcome {
    /// There is a deadlock, and this leads to it.
    Deadlock(Finding),
    /// There is none.
    Unfeasible,
    /// It is not known, and why.
    Undecided(String),
    /// It was not searched, because what was wanted was found before.
    Skipped,
}

/// The search for one cycle.
#[derive(Clone, Debug)]
pub struct CycleSearch {
    /// The cycle's number; none for the search without constraints.
    pub cycle: Option<usize>,
    /// What came out.
    pub outcome: CycleOutcome,
    /// What was counted.
    pub counts: Counts,
    /// Runs that came to their end without a deadlock.
    pub complete: u64,
    /// Steps of all runs.
    pub steps: u64,
    /// All different deadlocks that were found, each replayed; the first one is the outcome's.
    pub deadlocks: Vec<Finding>,
    /// What else was found on the way.
    pub others: Vec<Finding>,
    /// What is missing of its search.
    pub limits: BTreeSet<Gap>,
    /// What its search has covered.
    pub coverage: Coverage,
    /// How long it took.
    pub elapsed: Duration,
}

/// What a guided search says of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuidedVerdict {
    /// There is no deadlock, and nobody waits for ever for a condition.
    DeadlockFree,
    /// There is one.
    Deadlock,
    /// There is none among futures and locations as far as was searched, but a task waits for ever for a condition.
    Stuck,
    /// Not all cycles were decided.
    Undecided,
}

/// What came out of a guided search.
#[derive(Clone, Debug)]
pub struct Guided {
    /// What it says of the program.
    pub verdict: GuidedVerdict,
    /// One entry for each cycle, and one more if there were more cycles than the bound allows.
    pub searches: Vec<CycleSearch>,
    /// What the searches have covered together, by the promise of the analysis that every deadlock represents a cycle.
    pub coverage: Coverage,
}

impl Guided {
    /// What was counted in all searches.
    #[must_use]
    pub fn total(&self) -> Counts {
        let mut total = Counts::default();
        for search in &self.searches {
            total.states += search.counts.states;
            total.pruned += search.counts.pruned;
            total.deadlocks += search.counts.deadlocks;
        }
        total
    }

    /// Cycles with a deadlock, unfeasible ones, and all: the column D/U/C of the seeds' tables.
    #[must_use]
    pub fn decided(&self) -> (usize, usize, usize) {
        let cycles = || self.searches.iter().filter(|search| search.cycle.is_some());
        let deadlocks = cycles().filter(|search| matches!(search.outcome, CycleOutcome::Deadlock(_)));
        let unfeasible = cycles().filter(|search| search.outcome == CycleOutcome::Unfeasible);
        (deadlocks.count(), unfeasible.count(), cycles().count())
    }
}

/// Searches for the deadlocks of all cycles of an analysis. Of the hooks, `on_run` is not called.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "a limit of time needs the wall clock")]
pub fn search(
    program: &AbsProgram,
    analysis: &Analysis,
    settings: &GuidedSettings,
    hooks: &Hooks<'_>,
) -> Guided {
    let first_only = settings.criterion == Criterion::FirstDeadlock && !settings.all;
    let unguided = settings.criterion == Criterion::FirstDeadlock && settings.order == Order::Unguided;
    let mut jobs: Vec<Option<usize>> = Vec::new();
    if !unguided {
        jobs.extend((0..analysis.cycles.len()).map(Some));
    }
    // Cycles that the bound left out are covered by a search without constraints.
    if unguided || analysis.more_cycles {
        jobs.push(None);
    }
    // One after the other, each cycle has all workers.
    let in_turn = first_only && settings.order == Order::InTurn;
    let workers = if in_turn { 1 } else { settings.workers.clamp(1, jobs.len().max(1)) };
    let workers_each = (settings.workers / workers).max(1);
    let next = AtomicUsize::new(0);
    let found = AtomicUsize::new(0);
    let states = AtomicU64::new(0);
    let results: Mutex<Vec<(usize, CycleSearch)>> = Mutex::default();
    let started = Instant::now();
    let total = Budget { time: settings.total_time, ..settings.kernel.budget };
    let limits = Limits::new(&total, started, hooks);
    let work = || {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            let Some(&cycle) = jobs.get(job) else { return };
            let enough = first_only && found.load(Ordering::Relaxed) > 0;
            let too_many = settings.total_states.is_some_and(|most| states.load(Ordering::Relaxed) >= most);
            let result = if enough {
                not_searched(cycle, CycleOutcome::Skipped)
            } else if too_many {
                let why = "the searches for the cycles before it took too many states".to_owned();
                not_searched(cycle, CycleOutcome::Undecided(why))
            } else if let Some(gap) = limits.reached() {
                let undecided = CycleOutcome::Undecided(gap.to_string());
                CycleSearch { limits: [gap].into(), ..not_searched(cycle, undecided) }
            } else {
                let left = settings.total_time.map(|total| total.saturating_sub(started.elapsed()));
                let mut settings = settings.clone();
                settings.kernel.jobs = workers_each;
                let own = settings.kernel.budget.time;
                settings.kernel.budget.time = left.map(|left| own.map_or(left, |own| own.min(left))).or(own);
                search_cycle(program, analysis, cycle, &settings, hooks)
            };
            states.fetch_add(result.counts.states, Ordering::Relaxed);
            if matches!(result.outcome, CycleOutcome::Deadlock(_)) {
                found.fetch_add(1, Ordering::Relaxed);
            }
            if let Ok(mut results) = results.lock() {
                results.push((job, result));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..workers {
            scope.spawn(work);
        }
        work();
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(job, _)| *job);
    let searches: Vec<CycleSearch> = results.into_iter().map(|(_, search)| search).collect();
    let outcomes = || searches.iter().map(|search| &search.outcome);
    let found = |wanted: fn(&FindingKind) -> bool| {
        outcomes().any(|outcome| matches!(outcome, CycleOutcome::Deadlock(finding) if wanted(&finding.kind)))
    };
    let verdict = if found(|kind| matches!(kind, FindingKind::Deadlock(_))) {
        GuidedVerdict::Deadlock
    } else if found(|_| true) {
        GuidedVerdict::Stuck
    } else if outcomes().all(|outcome| *outcome == CycleOutcome::Unfeasible) {
        GuidedVerdict::DeadlockFree
    } else {
        GuidedVerdict::Undecided
    };
    let coverage = searches.iter().map(|search| search.coverage.clone()).reduce(Coverage::and);
    let coverage = coverage.unwrap_or_else(|| covered_by_analysis(program, settings, hooks));
    Guided { verdict, searches, coverage }
}

/// Where the analysis names no cycle, every state is pruned by its promise, the first one already.
struct NoCycle;

impl Guide<AbsRun> for NoCycle {
    type Memory = ();
    type Watcher = Unwatched;

    fn watcher(&self) -> Unwatched {
        Unwatched
    }

    fn visit(&self, (): &mut (), _: &mut Unwatched, _: &Seen<'_, AbsRun>) -> Answer {
        Answer::prune(0)
    }
}

fn covered_by_analysis(program: &AbsProgram, settings: &GuidedSettings, hooks: &Hooks<'_>) -> Coverage {
    let kernel = Settings { jobs: 1, ..settings.kernel.clone() };
    raddle_explore::search::search(program, &NoCycle, &kernel, &Hooks { on_run: None, ..*hooks }).coverage
}

fn not_searched(cycle: Option<usize>, outcome: CycleOutcome) -> CycleSearch {
    CycleSearch {
        cycle,
        outcome,
        counts: Counts::default(),
        complete: 0,
        steps: 0,
        deadlocks: Vec::new(),
        others: Vec::new(),
        limits: BTreeSet::new(),
        coverage: Coverage::nothing(),
        elapsed: Duration::ZERO,
    }
}

/// What the ends of runs tell.
#[derive(Default)]
struct Ends {
    deadlocks: Vec<(FindingKind, Vec<Choice>)>,
    counts: Counts,
    complete: u64,
    /// Why runs did not come to their end, other than that the guide ended them.
    cut: BTreeSet<String>,
}

fn list<T: std::fmt::Display>(entries: impl IntoIterator<Item = T>) -> String {
    entries.into_iter().map(|entry| entry.to_string()).collect::<Vec<_>>().join(", ")
}

/// Searches for the deadlocks of one cycle, or of the whole program.
#[must_use]
pub fn search_cycle(
    program: &AbsProgram,
    analysis: &Analysis,
    cycle: Option<usize>,
    settings: &GuidedSettings,
    hooks: &Hooks<'_>,
) -> CycleSearch {
    let constraints =
        cycle.map(|cycle| Constraints::of_cycle(program, analysis, cycle, settings.reachability));
    let (stop, first_only) = match settings.criterion {
        Criterion::FirstDeadlock => (Stop::AtAny, !settings.all),
        Criterion::DeadlockPerCycle => (Stop::AtRepresentative, true),
        Criterion::AllDeadlocks => (Stop::Never, false),
    };
    let movers_only = settings.movers_only && first_only && !settings.kernel.bounds.any();
    let is_tree = settings.kernel.strategy == Named::Exhaustive && !settings.kernel.merge_states;
    let way = Way {
        check_every: settings.check_every,
        ordered: settings.ordered,
        shuffle: settings.shuffle,
        movers_only,
        normal_form: movers_only && is_tree,
    };
    let guide = CycleGuide::new(analysis, constraints, stop, first_only, way);
    let kernel = Settings {
        early_deadlock: false,
        stop_at_first: false,
        looks: Looks { races: false, livelocks: false },
        ..settings.kernel.clone()
    };
    let ends = Mutex::new(Ends { counts: guide.no_counts(), ..Ends::default() });
    let on_run = |end: &EndOfRun<'_>| {
        let Ok(mut ends) = ends.lock() else { return };
        let kind = match end.ending {
            Ending::Pruned(reason) => {
                ends.counts.take(*reason);
                None
            }
            Ending::Stopped(kind) => {
                guide.take_found(kind);
                ends.counts.deadlocks += 1;
                Some(kind.clone())
            }
            // One that does not represent the cycle belongs to another one.
            Ending::Deadlock(_) if stop == Stop::AtRepresentative => None,
            Ending::Deadlock(actors) => {
                ends.counts.deadlocks += 1;
                Some(FindingKind::Deadlock(actors.clone()))
            }
            Ending::Complete | Ending::Stuck(_) => {
                ends.complete += 1;
                None
            }
            Ending::Cut(bound) => {
                ends.cut.insert(format!("runs were cut by a bound: {bound}"));
                None
            }
            Ending::Livelock(_) => {
                ends.cut.insert("runs go round for ever".to_owned());
                None
            }
            Ending::Interrupted => {
                ends.cut.insert("a step did not come to its end".to_owned());
                None
            }
            _ => None,
        };
        if let Some(kind) = kind
            && ends.deadlocks.iter().all(|(known, _)| *known != kind)
        {
            ends.deadlocks.push((kind, end.log.choices().collect()));
        }
    };
    let hooks = Hooks { on_run: Some(&on_run), ..*hooks };
    let outcome = raddle_explore::search::search(program, &guide, &kernel, &hooks);
    let ends = ends.into_inner().unwrap_or_default();
    let replayable = Settings { early_deadlock: true, ..kernel };
    let found = ends.deadlocks.len();
    let mut deadlocks: Vec<Finding> = ends
        .deadlocks
        .into_iter()
        .map(|(kind, schedule)| Finding { kind, schedule, minimised: false })
        .filter(|finding| replay::shows(program, &replayable, &finding.schedule, &finding.kind))
        .collect();
    deadlocks.sort_by_key(|finding| !matches!(finding.kind, FindingKind::Deadlock(_)));
    let incomplete = match &outcome.verdict {
        KernelVerdict::Proved { .. } => (!ends.cut.is_empty()).then(|| list(&ends.cut)),
        KernelVerdict::Found if !outcome.gaps.is_empty() => Some(list(&outcome.gaps)),
        // Other findings hide whether something was bounded, but the ends of runs tell.
        KernelVerdict::Found => (!ends.cut.is_empty()).then(|| list(&ends.cut)),
        KernelVerdict::Bounded(bounds) => Some(format!("runs were cut by these bounds: {}", list(bounds))),
        KernelVerdict::Sampled => Some("runs were only sampled".to_owned()),
        KernelVerdict::Incomplete(gaps) => Some(list(gaps)),
    };
    let counts = Counts { states: outcome.stats.states - outcome.stats.between, ..ends.counts };
    let outcome_of_cycle = match (deadlocks.first(), incomplete) {
        (Some(first), _) => CycleOutcome::Deadlock(first.clone()),
        (None, _) if found > 0 => CycleOutcome::Undecided("a deadlock's trace did not replay".to_owned()),
        (None, Some(why)) => CycleOutcome::Undecided(why),
        (None, None) => CycleOutcome::Unfeasible,
    };
    let is_deadlock =
        |finding: &Finding| matches!(finding.kind, FindingKind::Deadlock(_) | FindingKind::Stuck(_));
    CycleSearch {
        cycle,
        outcome: outcome_of_cycle,
        counts,
        complete: ends.complete,
        steps: outcome.stats.steps,
        deadlocks,
        others: outcome.findings.into_iter().filter(|finding| !is_deadlock(finding)).collect(),
        limits: outcome.gaps,
        coverage: outcome.coverage,
        elapsed: outcome.elapsed,
    }
}
