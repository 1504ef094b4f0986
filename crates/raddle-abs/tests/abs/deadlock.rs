//! The deadlock analysis and the search guided by it: the seeds' figures, and random programs.

use crate::mini::{generate, write};
use crate::support::{file, program};
use raddle_abs::deadlock::constraints::Reachability;
use raddle_abs::deadlock::describe::Describe;
use raddle_abs::deadlock::search::{
    Criterion, CycleOutcome, Guided, GuidedSettings, GuidedVerdict, Order, search,
};
use raddle_abs::deadlock::{AnalysisOptions, analyze};
use raddle_abs::machine::options::{Dependence, Options};
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::bounds::Budget;
use raddle_explore::finding::Looks;
use raddle_explore::guide::Unguided;
use raddle_explore::replay;
use raddle_explore::search::{Hooks, Settings, search as explore};
use raddle_explore::strategy::Strategy;
use raddle_explore::verdict::Verdict;

/// How many random programs are searched in every way.
const PROGRAMS: u64 = 600;
/// Programs with more states are left out.
const STATES: u64 = 600;

fn exhaustive() -> Settings {
    let looks = Looks { races: false, livelocks: false };
    Settings { strategy: Strategy::Exhaustive, looks, ..Settings::default() }
}

fn load(path: &str) -> AbsProgram {
    program(&file(path), Options { dependence: Dependence::None, ..Options::default() })
}

fn guided(path: &str, settings: &GuidedSettings) -> Guided {
    let program = load(path);
    let analysis = analyze(&program, AnalysisOptions::default());
    search(&program, &analysis, settings)
}

#[test]
fn the_barber_has_the_one_cycle_of_example_4() {
    let program = load("examples/abs/sleeping_barber.abs");
    for precision in 0..3 {
        let analysis = analyze(&program, AnalysisOptions { precision, ..AnalysisOptions::default() });
        let describe = Describe::new(&program, &analysis);
        assert_eq!(analysis.cycles.len(), 1);
        assert_eq!(
            describe.cycle_line(0),
            "barber (line 37) -[line 14]-> chair.taken -[line 22]-> client.sits -> \
             client (line 38) -[line 31]-> barber.cuts -> barber (line 37)"
        );
        assert!(describe.text().contains(
            "barber (line 37) is blocked by barber.sleeps, which waits in line 14 for chair.taken."
        ));
        assert_eq!(describe.json()["cycles"][0]["edges"].as_array().map(Vec::len), Some(5));
        assert_eq!(describe.json()["cycles"][0]["constraints"].as_array().map(Vec::len), Some(3));
        assert_eq!(describe.dot().matches("penwidth").count(), 5);
    }
}

fn all_derivations(reachability: Reachability) -> GuidedSettings {
    GuidedSettings { all: true, reachability, kernel: exhaustive(), ..GuidedSettings::default() }
}

#[test]
fn the_barber_guided_has_19_states() {
    for reachability in [Reachability::Syntactic, Reachability::PointsTo] {
        let found = guided("examples/abs/sleeping_barber.abs", &all_derivations(reachability));
        let total = found.total();
        assert_eq!((total.states, total.deadlocks, total.pruned), (19, 6, 3));
    }
}

#[test]
fn the_database_guided_has_2_deadlocked_runs_and_no_other() {
    let found = guided("benches/abs/DB.abs", &all_derivations(Reachability::Syntactic));
    assert_eq!(found.searches.len(), 1);
    assert_eq!((found.total().deadlocks, found.searches[0].complete), (2, 0));
}

/// Cycles with a deadlock, unfeasible ones and all of them, and the states of the search.
fn per_cycle(name: &str) -> ((usize, usize, usize), u64) {
    let settings = GuidedSettings {
        criterion: Criterion::DeadlockPerCycle,
        kernel: exhaustive(),
        ..GuidedSettings::default()
    };
    let found = guided(&format!("benches/abs/{name}.abs"), &settings);
    (found.decided(), found.total().states)
}

#[test]
fn benchmarks_keep_their_cycles() {
    for (name, decided, most) in [
        ("DB", (1, 0, 1), 4),
        ("HB", (3, 0, 3), 8000),
        ("FA", (1, 0, 1), 30),
        ("UL", (1, 0, 1), 8),
        ("SB", (2, 0, 2), 23),
        ("PA", (6, 0, 6), 1977),
        ("fFA", (0, 0, 0), 0),
        ("fPA", (0, 3, 3), 11_505),
        ("fUL", (0, 1, 1), 10_555),
    ] {
        let (found, states) = per_cycle(name);
        assert_eq!(found, decided, "{name}");
        assert!(states <= most, "{name}: {states} states");
    }
}

/// Whether the program has a deadlock, by every interleaving; none if there are too many.
fn has_deadlock(program: &AbsProgram) -> Option<bool> {
    let budget = Budget { states: Some(STATES), ..Budget::default() };
    let outcome = explore(program, &Unguided, &Settings { budget, ..exhaustive() }, &Hooks::default());
    if outcome.stats.states > STATES || matches!(outcome.verdict, Verdict::Incomplete(_)) {
        return None;
    }
    Some(outcome.findings.iter().any(|finding| finding.kind.word() == "deadlock"))
}

fn variants(seed: u64) -> Vec<GuidedSettings> {
    let strategy = if seed.is_multiple_of(2) { Strategy::Dpor } else { Strategy::Exhaustive };
    let reachability = if seed.is_multiple_of(3) { Reachability::Syntactic } else { Reachability::PointsTo };
    let order = if seed.is_multiple_of(5) { Order::Unguided } else { Order::InTurn };
    [Criterion::FirstDeadlock, Criterion::DeadlockPerCycle, Criterion::AllDeadlocks]
        .map(|criterion| GuidedSettings {
            criterion,
            order,
            reachability,
            check_every: 1 + seed / 7 % 3,
            kernel: Settings { strategy, ..exhaustive() },
            ..GuidedSettings::default()
        })
        .into()
}

#[test]
fn guided_testing_finds_a_deadlock_if_and_only_if_there_is_one() {
    let (mut compared, mut deadlocked, mut flagged, mut seed) = (0, 0, 0, 0);
    while compared < PROGRAMS {
        seed += 1;
        let source = write(&generate(seed));
        let program = program(&source, Options::default());
        let Some(expected) = has_deadlock(&program) else { continue };
        let precision = (seed % 3) as usize;
        let analysis = analyze(&program, AnalysisOptions { precision, ..AnalysisOptions::default() });
        if analysis.cycles.is_empty() {
            assert!(!expected, "seed {seed}: the analysis is silent\n{source}");
            // Silence is quickly checked; most of the time goes to programs with cycles.
            compared += u64::from(seed.is_multiple_of(4));
            continue;
        }
        compared += 1;
        deadlocked += u64::from(expected);
        flagged += 1;
        for settings in variants(seed) {
            let found = search(&program, &analysis, &settings);
            let verdict = if expected { GuidedVerdict::Deadlock } else { GuidedVerdict::DeadlockFree };
            assert_eq!(found.verdict, verdict, "seed {seed}, {settings:?}\n{source}");
            for search in &found.searches {
                if let CycleOutcome::Deadlock(finding) = &search.outcome {
                    let settings = Settings { early_deadlock: true, ..exhaustive() };
                    assert!(
                        replay::shows(&program, &settings, &finding.schedule, &finding.kind),
                        "seed {seed}\n{source}"
                    );
                }
            }
        }
    }
    println!("{compared} programs of {seed} seeds, {flagged} with cycles, {deadlocked} with a deadlock");
    assert!(deadlocked > PROGRAMS / 20 && flagged > deadlocked, "the programs tell too little");
}

/// Every program of the folder is free of deadlocks, and the guided search says so.
#[test]
fn programs_without_deadlocks_are_proved_to_have_none() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/deadlock_free");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    assert!(names.len() >= 8, "{names:?}");
    let mut flagged = 0;
    for name in names {
        let path = format!("tests/programs/deadlock_free/{name}");
        let program = program(&file(&path), Options::default());
        let analysis = analyze(&program, AnalysisOptions::default());
        flagged += u64::from(!analysis.cycles.is_empty());
        for strategy in [Strategy::Exhaustive, Strategy::Dpor] {
            let kernel = Settings { strategy, ..exhaustive() };
            let settings = GuidedSettings { kernel, ..GuidedSettings::default() };
            let found = search(&program, &analysis, &settings);
            assert_eq!(found.verdict, GuidedVerdict::DeadlockFree, "{name}: {:?}", found.searches);
        }
        println!("{name}: {} cycles", analysis.cycles.len());
    }
    assert!(flagged >= 5, "the programs are too easy for the analysis");
}
