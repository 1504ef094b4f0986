//! Random programs: every strategy must find exactly what the naive oracle finds.

use std::collections::BTreeSet;
use std::sync::Mutex;

use raddle_explore::bounds::Bounds;
use raddle_explore::context::Unwatched;
use raddle_explore::ending::Ending;
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::{Answer, Guide, Judgement, Seen, Unguided};
use raddle_explore::names::ActorId;
use raddle_explore::operation::OperationKind;
use raddle_explore::random::Seed;
use raddle_explore::search::{EndOfRun, Hooks, Settings, Stats, search};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Bound, Verdict};
use raddle_threads::oracle::{self, Truth};
use raddle_threads::{ThreadProgram, ThreadRun, generate};

/// What a search showed.
#[derive(Default, Debug)]
pub struct Shown {
    pub traces: BTreeSet<u128>,
    pub repeated: u64,
    pub final_states: BTreeSet<u128>,
    pub findings: BTreeSet<FindingKind>,
    pub stats: Stats,
    pub verdict: Option<Verdict>,
}

impl Shown {
    /// What is the same for any number of workers.
    fn counts(&self) -> Stats {
        self.stats
    }
}

pub fn show<G: Guide<ThreadRun>>(program: &ThreadProgram, guide: &G, settings: &Settings) -> Shown {
    let shown = Mutex::new(Shown::default());
    let on_run = |end: &EndOfRun<'_>| {
        let mut shown = shown.lock().unwrap();
        let ended = matches!(end.ending, Ending::Complete | Ending::Deadlock(_) | Ending::Stuck(_));
        // Loops without an effect are all that is left; no run of these is long enough for a cycle of states.
        if ended || matches!(end.ending, Ending::Livelock(_)) {
            shown.final_states.extend(end.fingerprint);
            if !shown.traces.insert(oracle::trace(end.log)) {
                shown.repeated += 1;
            }
        }
    };
    let outcome = search(program, guide, settings, &Hooks { on_run: Some(&on_run), ..Hooks::default() });
    let mut shown = shown.into_inner().unwrap();
    shown.findings = outcome.findings.iter().map(|finding| finding.kind.clone()).collect();
    shown.stats = outcome.stats;
    shown.verdict = Some(outcome.verdict);
    shown
}

/// How many random programs the test of the optimal strategy tries in CI; the others try fewer of them.
const USUAL: u64 = 2000;

/// How many random programs are tried: a soak tries more, by the same factor in each test.
fn programs(usual: u64) -> u64 {
    let soak = std::env::var("RADDLE_SOAK_PROGRAMS").ok().and_then(|text| text.parse::<u64>().ok());
    soak.map_or(usual, |most| most * usual / USUAL)
}

fn first_seed() -> u64 {
    std::env::var("RADDLE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Seeds of programs that have shown a mistake of ours before.
const REGRESSIONS: [u64; 3] = [679, 957, 24_651];

/// Runs the check on random programs that are small enough for the oracle, and says the seed of the first failure.
fn on_random_programs(count: u64, check: impl Fn(&ThreadProgram, &Truth) -> Result<(), String>) {
    on_programs(count, generate::program, check);
}

fn on_programs(
    count: u64,
    generate: impl Fn(Seed) -> ThreadProgram,
    check: impl Fn(&ThreadProgram, &Truth) -> Result<(), String>,
) {
    let first = first_seed();
    let mut done = 0;
    println!("seeds from {first}");
    for seed in REGRESSIONS.into_iter().chain(first..) {
        if done >= count {
            return;
        }
        let program = generate(Seed(seed));
        if let Some(truth) = oracle::explore(&program, &Bounds::default(), 4000) {
            done += 1;
            if let Err(message) = check(&program, &truth) {
                panic!("seed {seed}: {message}");
            }
        }
    }
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected:?}, found {found:?}")) }
}

#[test]
fn dpor_is_optimal() {
    on_random_programs(programs(USUAL), |program, truth| {
        let shown = show(program, &Unguided, &Settings::default());
        equal("traces", &truth.traces, &shown.traces)?;
        equal("repeated", &0, &shown.repeated)?;
        equal("runs", &(truth.traces.len() as u64), &shown.stats.runs)?;
        equal("final states", &truth.final_states, &shown.final_states)?;
        equal("findings", &truth.findings, &shown.findings)
    });
}

/// Time-outs are possible only where nothing else is: every strategy that leaves something out must not lose them, nor
/// what waits there and might have gone before.
#[test]
fn time_outs_are_covered_by_every_strategy() {
    let timed = Mutex::new(0);
    on_programs(programs(800), generate::timed_program, |program, truth| {
        let whole = show(program, &Unguided, &Settings::default());
        equal("traces", &truth.traces, &whole.traces)?;
        equal("repeated", &0, &whole.repeated)?;
        equal("final states", &truth.final_states, &whole.final_states)?;
        equal("findings", &truth.findings, &whole.findings)?;
        // A guide that prunes nothing makes the strategy for cut runs take over.
        let fence = Fence { actor: ActorId(0), progress: u32::MAX, shuffles: false };
        let exhaustive = Settings { strategy: Named::Exhaustive, ..Settings::default() };
        let (expected, covered) =
            (show(program, &fence, &exhaustive), show(program, &fence, &Settings::default()));
        equal("covered final states", &expected.final_states, &covered.final_states)?;
        equal("covered findings", &expected.findings, &covered.findings)?;
        let merged = Settings { merge_states: true, ..exhaustive };
        for leave_out_states in [false, true] {
            let shown = show(program, &Unguided, &Settings { leave_out_states, ..merged.clone() });
            equal("merged final states", &truth.final_states, &shown.final_states)?;
        }
        let bounds = Bounds { timeouts: Some(1), ..Bounds::default() };
        let bounded = oracle::explore(program, &bounds, 4000).ok_or("fewer runs are too many")?;
        for strategy in [Named::Exhaustive, Named::Dpor] {
            let shown = show(program, &Unguided, &Settings { strategy, bounds, ..Settings::default() });
            equal("bounded final states", &bounded.final_states, &shown.final_states)?;
            equal("bounded findings", &bounded.findings, &shown.findings)?;
            let is_bounded = shown.verdict == Some(Verdict::Bounded([Bound::Timeouts].into()));
            equal("cut", &(bounded.cut && bounded.findings.is_empty()), &is_bounded)?;
        }
        let log = Mutex::new(false);
        let has_timeout = |end: &EndOfRun<'_>| {
            let happens = end.log.events().iter().any(|event| event.kind == OperationKind::Timeout);
            *log.lock().unwrap() |= happens;
        };
        search(
            program,
            &Unguided,
            &Settings::default(),
            &Hooks { on_run: Some(&has_timeout), ..Hooks::default() },
        );
        *timed.lock().unwrap() += u64::from(log.into_inner().unwrap());
        Ok(())
    });
    let timed = timed.into_inner().unwrap();
    assert!(timed * 4 > programs(800), "only {timed} programs had a time-out");
}

#[test]
fn exhaustive_is_complete() {
    on_random_programs(programs(500), |program, truth| {
        let settings = Settings { strategy: Named::Exhaustive, ..Settings::default() };
        let shown = show(program, &Unguided, &settings);
        equal("runs", &truth.runs, &shown.stats.runs)?;
        equal("states", &truth.states, &shown.stats.states)?;
        equal("final states", &truth.final_states, &shown.final_states)?;
        equal("findings", &truth.findings, &shown.findings)
    });
}

/// Prunes once a thread has come this far in its code: what it prunes stays pruned, in every order.
struct Fence {
    actor: ActorId,
    progress: u32,
    /// Whether it goes on in an order of its own.
    shuffles: bool,
}

impl Guide<ThreadRun> for Fence {
    type Memory = ();
    type Watcher = Unwatched;

    fn watcher(&self) -> Unwatched {
        Unwatched
    }

    fn visit(&self, (): &mut (), _: &mut Unwatched, seen: &Seen<'_, ThreadRun>) -> Answer {
        let Seen { run, pending, .. } = *seen;
        if run.progress(self.actor) >= self.progress {
            return Answer::prune(0);
        }
        // Any order will do, as long as it is a function of the state.
        let rank =
            |actor: ActorId| u64::from(actor.0 + 1 + run.progress(actor)).wrapping_mul(0x9E37_79B9) >> 7 & 3;
        let entries = pending.entries().iter().filter(|_| self.shuffles);
        Answer { ranks: entries.map(|entry| rank(entry.actor)).collect(), ..Answer::default() }
    }
}

/// Lets a thread wait for ever, and prunes where nobody else can go.
struct Patience {
    actor: ActorId,
}

impl Guide<ThreadRun> for Patience {
    type Memory = ();
    type Watcher = Unwatched;

    fn watcher(&self) -> Unwatched {
        Unwatched
    }

    fn visit(&self, (): &mut (), _: &mut Unwatched, seen: &Seen<'_, ThreadRun>) -> Answer {
        let mut can_go = seen.pending.enabled().peekable();
        let nobody_else = can_go.peek().is_some() && can_go.all(|entry| entry.actor == self.actor);
        let judgement = if nobody_else { Judgement::Prune(0) } else { Judgement::Continue };
        Answer { judgement, left_out: vec![self.actor], ..Answer::default() }
    }
}

#[test]
fn whoever_can_wait_for_ever_makes_no_step() {
    let counted = Mutex::new((0, 0));
    on_random_programs(programs(200), |program, _| {
        for actor in [0, 1].map(ActorId) {
            let settings = Settings { strategy: Named::Exhaustive, ..Settings::default() };
            // Every run of the others is one in which it makes no step.
            let (without, runs) = (Mutex::new(BTreeSet::new()), Mutex::new(BTreeSet::new()));
            let moves = |end: &EndOfRun<'_>| end.log.choices().any(|choice| choice.actor == actor);
            let trace = |end: &EndOfRun<'_>| (end.fingerprint, oracle::trace(end.log));
            let is_end = |end: &EndOfRun<'_>| !matches!(end.ending, Ending::Pruned(_));
            let plain = |end: &EndOfRun<'_>| {
                if is_end(end) && !moves(end) {
                    without.lock().unwrap().insert(trace(end));
                }
            };
            let patient = |end: &EndOfRun<'_>| {
                assert!(!moves(end));
                if is_end(end) {
                    runs.lock().unwrap().insert(trace(end));
                }
            };
            search(program, &Unguided, &settings, &Hooks { on_run: Some(&plain), ..Hooks::default() });
            let hooks = Hooks { on_run: Some(&patient), ..Hooks::default() };
            let stats = search(program, &Patience { actor }, &settings, &hooks).stats;
            let (without, runs) = (without.into_inner().unwrap(), runs.into_inner().unwrap());
            equal("runs", &without, &runs)?;
            let mut counted = counted.lock().unwrap();
            counted.0 += runs.len();
            counted.1 += stats.pruned;
        }
        Ok(())
    });
    let (runs, pruned) = counted.into_inner().unwrap();
    assert!(runs > 100 && pruned > 100, "the programs tell too little: {runs}, {pruned}");
}

#[test]
fn guided_dpor_covers_what_is_not_pruned() {
    on_random_programs(programs(600), |program, truth| {
        for (actor, progress) in [(0, 1), (1, 2), (1, u32::MAX)] {
            let fence = Fence { actor: ActorId(actor), progress, shuffles: false };
            let exhaustive = Settings { strategy: Named::Exhaustive, ..Settings::default() };
            let expected = show(program, &fence, &exhaustive);
            let fence = Fence { shuffles: progress > 1, ..fence };
            let shown = show(program, &fence, &Settings::default());
            equal("final states", &expected.final_states, &shown.final_states)?;
            equal("findings", &expected.findings, &shown.findings)?;
            equal("repeated", &0, &shown.repeated)?;
        }
        assert!(truth.runs > 0);
        Ok(())
    });
}

#[test]
fn early_deadlock_detection_loses_nothing() {
    on_random_programs(programs(600), |program, truth| {
        for strategy in [Named::Exhaustive, Named::Dpor] {
            let settings = Settings { strategy, early_deadlock: true, ..Settings::default() };
            let shown = show(program, &Unguided, &settings);
            // Runs end where a cycle exists: what would have come after it, another cycle too, is not looked for.
            let has_deadlock = |findings: &BTreeSet<FindingKind>| {
                findings.iter().any(|kind| matches!(kind, FindingKind::Deadlock(_)))
            };
            let found = has_deadlock(&shown.findings);
            equal("a deadlock is missed", &false, &(has_deadlock(&truth.findings) && !found))?;
            if !found {
                equal("final states", &truth.final_states, &shown.final_states)?;
                equal("findings", &truth.findings, &shown.findings)?;
            }
        }
        Ok(())
    });
}

#[test]
fn bounded_dpor_covers_what_bounded_search_covers() {
    on_random_programs(programs(400), |program, all| {
        let bounds = [
            Bounds { preemptions: Some(0), ..Bounds::default() },
            Bounds { preemptions: Some(1), ..Bounds::default() },
            Bounds { delays: Some(1), ..Bounds::default() },
            Bounds { depth: Some(4), ..Bounds::default() },
            Bounds { fairness: Some(2), ..Bounds::default() },
            Bounds { preemptions: Some(1), depth: Some(6), ..Bounds::default() },
        ];
        for bounds in bounds {
            let Some(truth) = oracle::explore(program, &bounds, 4000) else { continue };
            for strategy in [Named::Exhaustive, Named::Dpor] {
                let shown = show(program, &Unguided, &Settings { strategy, bounds, ..Settings::default() });
                let what = format!("{strategy:?} {bounds:?}");
                equal(&format!("{what} final states"), &truth.final_states, &shown.final_states)?;
                equal(&format!("{what} findings"), &truth.findings, &shown.findings)?;
                let bounded = matches!(shown.verdict, Some(Verdict::Bounded(_)));
                equal(&format!("{what} bounded, but nothing was cut"), &false, &(bounded && !truth.cut))?;
                if shown.verdict.as_ref().is_some_and(Verdict::is_proved) {
                    // The reduction may need no run that the bound would have cut: then all is covered.
                    equal(&format!("{what} proved"), &all.final_states, &shown.final_states)?;
                }
            }
        }
        Ok(())
    });
}

#[test]
fn merging_states_keeps_them_all() {
    on_random_programs(programs(400), |program, truth| {
        let settings = Settings { strategy: Named::Exhaustive, merge_states: true, ..Settings::default() };
        let shown = show(program, &Unguided, &settings);
        equal("final states", &truth.final_states, &shown.final_states)?;
        let no_races = |kind: &&FindingKind| !matches!(kind, FindingKind::Race(_));
        let but_races = |findings: &BTreeSet<FindingKind>| -> BTreeSet<FindingKind> {
            findings.iter().filter(no_races).cloned().collect()
        };
        equal("findings", &but_races(&truth.findings), &but_races(&shown.findings))?;
        equal("races are real", &true, &shown.findings.is_subset(&truth.findings))?;
        let races = |findings: &BTreeSet<FindingKind>| findings.len() > but_races(findings).len();
        if shown.verdict.as_ref().is_some_and(Verdict::is_proved) || races(&shown.findings) {
            equal("races", &races(&truth.findings), &races(&shown.findings))?;
        }
        Ok(())
    });
}

#[test]
fn states_left_out_show_nothing_else() {
    let (whole_graphs, sparse_graphs) = (Mutex::new(0), Mutex::new(0));
    on_random_programs(programs(1000), |program, truth| {
        let sparse = Settings { strategy: Named::Exhaustive, merge_states: true, ..Settings::default() };
        let whole = Settings { leave_out_states: false, ..sparse.clone() };
        let (sparse, whole) = (show(program, &Unguided, &sparse), show(program, &Unguided, &whole));
        equal("final states of the oracle", &truth.final_states, &sparse.final_states)?;
        equal("final states", &whole.final_states, &sparse.final_states)?;
        equal("findings", &whole.findings, &sparse.findings)?;
        equal("verdict", &whole.verdict, &sparse.verdict)?;
        *whole_graphs.lock().unwrap() += whole.stats.states;
        *sparse_graphs.lock().unwrap() += sparse.stats.states;
        Ok(())
    });
    let (whole, sparse) = (whole_graphs.into_inner().unwrap(), sparse_graphs.into_inner().unwrap());
    assert!(sparse * 3 < whole * 2, "hardly anything is left out: {sparse} of {whole} states are searched");
}

#[test]
fn fork_and_replay_agree() {
    on_random_programs(programs(150), |program, _| {
        let strategies =
            [Named::Exhaustive, Named::Dpor, Named::Random, Named::Pct { depth: 3 }, Named::Pos, Named::Surw];
        for strategy in strategies {
            for bounds in [Bounds::default(), Bounds { preemptions: Some(1), ..Bounds::default() }] {
                let with = Settings { strategy, bounds, samples: 20, ..Settings::default() };
                let without = Settings { forks: false, ..with.clone() };
                let (with, without) = (show(program, &Unguided, &with), show(program, &Unguided, &without));
                let what = strategy.name();
                equal(&format!("{what} counts"), &with.stats, &without.stats)?;
                equal(&format!("{what} final states"), &with.final_states, &without.final_states)?;
                equal(&format!("{what} findings"), &with.findings, &without.findings)?;
            }
        }
        Ok(())
    });
}

#[test]
fn jobs_agree() {
    on_random_programs(programs(150), |program, _| {
        for strategy in [Named::Exhaustive, Named::Dpor, Named::Random, Named::Pos] {
            for bounds in [
                Bounds::default(),
                Bounds { depth: Some(5), ..Bounds::default() },
                Bounds { preemptions: Some(1), ..Bounds::default() },
            ] {
                for merge_states in [false, strategy == Named::Exhaustive] {
                    let one = Settings { strategy, bounds, merge_states, samples: 20, ..Settings::default() };
                    let many = Settings { jobs: 3, ..one.clone() };
                    let (one, many) = (show(program, &Unguided, &one), show(program, &Unguided, &many));
                    let what = format!("{} {bounds:?} merge {merge_states}", strategy.name());
                    equal(&format!("{what} verdict"), &one.verdict, &many.verdict)?;
                    equal(&format!("{what} counts"), &one.counts(), &many.counts())?;
                    equal(&format!("{what} findings"), &one.findings, &many.findings)?;
                }
            }
        }
        Ok(())
    });
}

#[test]
fn samples_find_nothing_that_is_not_there() {
    on_random_programs(programs(300), |program, truth| {
        for strategy in [Named::Random, Named::Pct { depth: 2 }, Named::Pos, Named::Surw] {
            let settings = Settings { strategy, samples: 50, ..Settings::default() };
            let shown = show(program, &Unguided, &settings);
            equal(strategy.name(), &true, &shown.findings.is_subset(&truth.findings))?;
            equal(strategy.name(), &true, &shown.final_states.is_subset(&truth.final_states))?;
            equal(strategy.name(), &50, &shown.stats.runs)?;
        }
        Ok(())
    });
}
