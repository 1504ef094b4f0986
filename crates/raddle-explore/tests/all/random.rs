//! Random programs: every strategy must find exactly what the naive oracle finds.

use std::collections::BTreeSet;
use std::sync::Mutex;

use raddle_explore::bounds::Bounds;
use raddle_explore::ending::Ending;
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::{Guide, Unguided};
use raddle_explore::random::Seed;
use raddle_explore::search::{EndOfRun, Hooks, Settings, Stats, search};
use raddle_explore::strategy::Strategy;
use raddle_explore::threads::oracle::{self, Truth};
use raddle_explore::threads::{ThreadProgram, ThreadRun, generate};

/// What a search showed.
#[derive(Default, Debug)]
pub struct Shown {
    pub traces: BTreeSet<u128>,
    pub repeated: u64,
    pub final_states: BTreeSet<u128>,
    pub findings: BTreeSet<FindingKind>,
    pub stats: Stats,
}

pub fn show<G: Guide<ThreadRun>>(program: &ThreadProgram, guide: &G, settings: &Settings) -> Shown {
    let shown = Mutex::new(Shown::default());
    let on_run = |end: &EndOfRun<'_>| {
        let mut shown = shown.lock().unwrap();
        if matches!(end.ending, Ending::Complete | Ending::Deadlock(_) | Ending::Stuck(_)) {
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
    shown
}

/// How many random programs are tried; a soak tries more.
fn programs(usual: u64) -> u64 {
    std::env::var("RADDLE_SOAK_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn first_seed() -> u64 {
    std::env::var("RADDLE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// Runs the check on random programs that are small enough for the oracle, and says the seed of the first failure.
fn on_random_programs(count: u64, check: impl Fn(&ThreadProgram, &Truth) -> Result<(), String>) {
    let mut seed = first_seed();
    let mut done = 0;
    println!("seeds from {seed}");
    while done < count {
        let program = generate::program(Seed(seed));
        if let Some(truth) = oracle::explore(&program, &Bounds::default(), 4000) {
            done += 1;
            if let Err(message) = check(&program, &truth) {
                panic!("seed {seed}: {message}");
            }
        }
        seed += 1;
    }
}

fn equal<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}: expected {expected:?}, found {found:?}")) }
}

#[test]
fn dpor_is_optimal() {
    on_random_programs(programs(2000), |program, truth| {
        let shown = show(program, &Unguided, &Settings::default());
        equal("traces", &truth.traces, &shown.traces)?;
        equal("repeated", &0, &shown.repeated)?;
        equal("runs", &(truth.traces.len() as u64), &shown.stats.runs)?;
        equal("final states", &truth.final_states, &shown.final_states)?;
        equal("findings", &truth.findings, &shown.findings)
    });
}

#[test]
fn exhaustive_is_complete() {
    on_random_programs(programs(500), |program, truth| {
        let settings = Settings { strategy: Strategy::Exhaustive, ..Settings::default() };
        let shown = show(program, &Unguided, &settings);
        equal("runs", &truth.runs, &shown.stats.runs)?;
        equal("states", &truth.states, &shown.stats.states)?;
        equal("final states", &truth.final_states, &shown.final_states)?;
        equal("findings", &truth.findings, &shown.findings)
    });
}

#[test]
fn survey() {
    let mut bad = Vec::new();
    let count = programs(100);
    let (mut done, mut seed, mut traces) = (0, first_seed(), 0);
    while done < count {
        let program = generate::program(Seed(seed));
        if let Some(truth) = oracle::explore(&program, &Bounds::default(), 4000) {
            done += 1;
            traces += truth.traces.len();
            let shown = show(&program, &Unguided, &Settings::default());
            let missing = truth.traces.difference(&shown.traces).count();
            if missing > 0 || shown.repeated > 0 || truth.findings != shown.findings {
                bad.push((truth.states, seed, truth.traces.len(), missing, shown.repeated));
            }
        }
        seed += 1;
    }
    bad.sort();
    eprintln!("{} bad of {done}, average traces {}", bad.len(), traces as f64 / done as f64);
    for b in bad.iter().take(10) { eprintln!("{b:?}"); }
    if let Some(b) = bad.first() { eprintln!("{:?}", generate::program(Seed(b.1))); }
}
