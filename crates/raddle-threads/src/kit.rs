//! A kit that tests a strategy, ours or another's, against the naive oracle, on random programs.
//!
//! What every strategy must keep: what it finds is there; and where it says that all is covered, every event, every last state
//! (unless it claims events only), every deadlock, every failure and every race was met. Beyond that a strategy may claim more ([`Claims`]), and the same counts
//! must come out for any number of workers.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use raddle_explore::bounds::Bounds;
use raddle_explore::ending::Ending;
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::Unguided;
use raddle_explore::random::Seed;
use raddle_explore::search::{EndOfRun, Hooks, Outcome, Settings, search_by};
use raddle_explore::strategy::Strategy;

use crate::oracle::{self, Truth};
use crate::{ThreadProgram, generate};

/// What a strategy claims beyond what every strategy must keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// It has exactly one run for each trace, and none for nothing.
    pub one_run_a_trace: bool,
    /// It shows every event and every misbehaviour, but not every last state.
    pub events_only: bool,
    /// It has every interleaving, and counts every state of the tree.
    pub whole_tree: bool,
}

/// Programs with more runs than this are too much for the oracle.
const MOST_RUNS: u64 = 4_000;

/// Tests a strategy on so many random programs from a seed on; what is wrong, and the seed of the program that shows it.
pub fn test<S>(strategy: &S, claims: Claims, first: u64, programs: usize) -> Result<(), String>
where
    S: Strategy<ThreadProgram, Unguided>,
{
    test_on(strategy, claims, first, programs, generate::program)
}

/// The same on programs that another generator makes of seeds.
pub fn test_on<S>(
    strategy: &S,
    claims: Claims,
    first: u64,
    programs: usize,
    generate: impl Fn(Seed) -> ThreadProgram,
) -> Result<(), String>
where
    S: Strategy<ThreadProgram, Unguided>,
{
    let mut left = programs;
    for seed in first.. {
        if left == 0 {
            break;
        }
        let program = generate(Seed(seed));
        let Some(truth) = oracle::explore_and(&program, &Bounds::default(), MOST_RUNS, true) else {
            continue;
        };
        left -= 1;
        let mut counts = None;
        for jobs in [1, 3] {
            let shown = show(&program, strategy, jobs);
            compare(&truth, &shown, claims)
                .map_err(|wrong| format!("seed {seed}, {jobs} workers: {wrong}"))?;
            let stats = shown.outcome.stats;
            if *counts.get_or_insert(stats) != stats && !shown.outcome.coverage.is_sampled() {
                return Err(format!("seed {seed}: one worker counts {counts:?}, {jobs} count {stats:?}"));
            }
        }
    }
    Ok(())
}

/// What a search showed.
struct Shown {
    outcome: Outcome,
    findings: BTreeSet<FindingKind>,
    traces: BTreeSet<u128>,
    events: BTreeSet<u128>,
    final_states: BTreeSet<u128>,
}

fn show<S: Strategy<ThreadProgram, Unguided>>(program: &ThreadProgram, strategy: &S, jobs: usize) -> Shown {
    let ends: Mutex<[BTreeSet<u128>; 3]> = Mutex::default();
    let on_run = |end: &EndOfRun<'_>| {
        use Ending::{Complete, Deadlock, Livelock, Stuck};
        if matches!(end.ending, Complete | Deadlock(_) | Stuck(_) | Livelock(_)) {
            let mut ends = ends.lock().unwrap_or_else(PoisonError::into_inner);
            let [traces, events, states] = &mut *ends;
            traces.insert(oracle::trace(end.log));
            events.extend(oracle::events(end.log));
            states.extend(end.fingerprint);
        }
    };
    let settings = Settings { jobs, samples: 200, ..Settings::default() };
    let hooks = Hooks { on_run: Some(&on_run), ..Hooks::default() };
    let outcome = search_by(program, &Unguided, strategy, &settings, &hooks);
    let findings = outcome.findings.iter().map(|finding| finding.kind.clone()).collect();
    let [traces, events, final_states] = ends.into_inner().unwrap_or_else(PoisonError::into_inner);
    Shown { outcome, findings, traces, events, final_states }
}

fn compare(truth: &Truth, shown: &Shown, claims: Claims) -> Result<(), String> {
    let (outcome, stats) = (&shown.outcome, &shown.outcome.stats);
    if !outcome.gaps.is_empty() {
        return Err(format!("gaps: {:?}", outcome.gaps));
    }
    for (what, is_real) in [
        ("finding", shown.findings.is_subset(&truth.findings)),
        ("event", shown.events.is_subset(&truth.events)),
        ("trace", shown.traces.is_subset(&truth.traces)),
        ("last state", shown.final_states.is_subset(&truth.final_states)),
    ] {
        if !is_real {
            return Err(format!("a {what} that is not there"));
        }
    }
    if outcome.coverage.is_sampled() {
        return Ok(());
    }
    equal("events", truth.events.len(), shown.events.len())?;
    if !claims.events_only {
        equal("last states", truth.final_states.len(), shown.final_states.len())?;
    }
    equal("findings", truth.findings.len(), shown.findings.len())?;
    if claims.one_run_a_trace {
        equal("traces", truth.traces.len(), shown.traces.len())?;
        equal("runs", truth.traces.len() as u64, stats.runs)?;
        equal("runs for nothing", 0, stats.blocked_runs)?;
    }
    if claims.whole_tree {
        equal("runs", truth.runs, stats.runs)?;
        equal("states", truth.states, stats.states)?;
    }
    Ok(())
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, expected: T, found: T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected:?}, found {found:?}")) }
}
