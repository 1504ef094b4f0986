//! The machine against the naive interpreter, on random programs and with every way to search.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::mini::{Mini, generate, write};
use crate::naive::{self, Seen};
use crate::support::program;
use raddle_abs::exact::Exact;
use raddle_abs::machine::options::{Dependence, Options};
use raddle_abs::machine::value::Value;
use raddle_abs::machine::{program::AbsProgram, run::AbsRun};
use raddle_explore::context::StepContext;
use raddle_explore::ending::Ending;
use raddle_explore::finding::Looks;
use raddle_explore::guide::Unguided;
use raddle_explore::program::{Choice, Program, Run};
use raddle_explore::search::{Hooks, Outcome, Settings, search, search_by};
use raddle_explore::strategy::Named;

/// How many programs are compared.
const PROGRAMS: u64 = 1000;
/// Programs with more states are left out: the naive interpreter is slow.
const STATES: u64 = 1000;

/// The dependences with which the kernel's reduction is compared.
const REDUCED: [Dependence; 3] = [Dependence::None, Dependence::Location, Dependence::Fields];
/// Runs of each strategy that samples.
const SAMPLES: u64 = 8;

/// The state of a run in the oracle's words.
fn text(run: &AbsRun) -> String {
    let state = run.state();
    let mut objects = BTreeMap::new();
    for location in &state.locations {
        for object in &location.objects {
            let (creator, ordinal) = &object.info.creator;
            let kept = match &object.fields[2] {
                Value::Future(task) => format!("{:?}", state.task(*task).info.path),
                _ => "null".to_owned(),
            };
            let number = |value: &Value| match value {
                Value::Int(number) => *number,
                other => panic!("{other:?} is no number"),
            };
            let (x, y) = (number(&object.fields[0]), number(&object.fields[1]));
            let line = format!("{:?}/{ordinal}: {x} {y} {kept}\n", creator.path);
            objects.insert((creator.path.clone(), *ordinal), line);
        }
    }
    let mut text: String = objects.into_values().collect();
    for &task in &state.active {
        text.push_str(&format!("{:?}\n", state.task(task).info.path));
    }
    text
}

/// The final states of the runs that a strategy makes.
fn finals(program: &AbsProgram, strategy: Named) -> (BTreeMap<String, u64>, u64, u64) {
    let settings = Settings { strategy, ..settings() };
    finals_of(program, |hooks| search(program, &Unguided, &settings, hooks))
}

fn settings() -> Settings {
    Settings { looks: Looks { races: false, livelocks: false }, samples: SAMPLES, ..Settings::default() }
}

/// The final states that a search comes to, each with the number of runs, and what it counted: states and deadlocks.
fn finals_of(
    program: &AbsProgram,
    search: impl FnOnce(&Hooks<'_>) -> Outcome,
) -> (BTreeMap<String, u64>, u64, u64) {
    let schedules: Mutex<Vec<Vec<Choice>>> = Mutex::default();
    let keep = |end: &raddle_explore::search::EndOfRun<'_>| {
        if matches!(end.ending, Ending::Complete | Ending::Deadlock(_) | Ending::Stuck(_)) {
            schedules.lock().expect("no panic").push(end.log.choices().collect());
        }
    };
    let hooks = Hooks { on_run: Some(&keep), ..Hooks::default() };
    let outcome = search(&hooks);
    let mut finals = BTreeMap::new();
    for schedule in schedules.into_inner().expect("no panic") {
        let mut run = program.start();
        for choice in schedule {
            let mut context = StepContext::plain();
            context.begin();
            run.step(choice, &mut context).expect("a schedule replays");
        }
        *finals.entry(text(&run)).or_default() += 1;
    }
    (finals, outcome.stats.states, outcome.stats.deadlocks)
}

/// Early detection, merged states and reduction find a deadlock if and only if the plain tree has one.
fn deadlocks_agree(seed: u64, source: &str, program: &AbsProgram) {
    let looks = Looks { races: false, livelocks: false };
    let plain = Settings { strategy: Named::Exhaustive, looks, ..Settings::default() };
    let variants = [
        plain.clone(),
        Settings { early_deadlock: true, ..plain.clone() },
        Settings { merge_states: true, ..plain.clone() },
        Settings { strategy: Named::Dpor, ..plain.clone() },
        Settings { strategy: Named::Dpor, early_deadlock: true, ..plain },
    ];
    let found = variants.map(|settings| {
        let outcome = search(program, &Unguided, &settings, &Hooks::default());
        outcome.findings.iter().any(|finding| finding.kind.word() == "deadlock")
    });
    assert!(found.iter().all(|&deadlock| deadlock == found[0]), "seed {seed}: {found:?}\n{source}");
}

fn compare(seed: u64, mini: &Mini, expected: &Seen) {
    let source = write(mini);
    let load = |dependence| program(&source, Options { dependence, ..Options::default() });
    let (exhaustive, states, deadlocks) = finals(&load(Dependence::Fields), Named::Exhaustive);
    assert_eq!(exhaustive, expected.finals, "seed {seed}, exhaustive\n{source}");
    assert_eq!((states, deadlocks), (expected.states, expected.deadlocks), "seed {seed}\n{source}");
    let all: Vec<&String> = expected.finals.keys().collect();
    for dependence in REDUCED {
        let (reduced, ..) = finals(&load(dependence), Named::Dpor);
        let found: Vec<&String> = reduced.keys().collect();
        assert_eq!(found, all, "seed {seed}, dpor, {dependence:?}\n{source}");
    }
    let sampled = load(Dependence::Fields);
    for strategy in [Named::Random, Named::Pct { depth: 2 }, Named::Pos, Named::Surw] {
        let (some, ..) = finals(&sampled, strategy);
        assert!(
            some.keys().all(|state| expected.finals.contains_key(state)),
            "seed {seed}, {strategy:?}\n{source}"
        );
    }
    deadlocks_agree(seed, &source, &sampled);
    let exact_program = load(Dependence::Exact);
    let of_workers = |jobs| {
        let settings = Settings { jobs, ..settings() };
        finals_of(&exact_program, |hooks| search_by(&exact_program, &Unguided, &Exact, &settings, hooks))
    };
    let (exact, states, deadlocks) = of_workers(1);
    assert_eq!(deadlocks > 0, expected.deadlocks > 0, "seed {seed}, exact\n{source}");
    assert_eq!(exact.keys().collect::<Vec<_>>(), all, "seed {seed}, exact\n{source}");
    if seed.is_multiple_of(10) {
        assert_eq!(of_workers(3), (exact, states, deadlocks), "seed {seed}, exact, three workers\n{source}");
    }
}

#[test]
fn the_machine_agrees_with_the_naive_interpreter() {
    let mut compared = 0;
    let mut deadlocked = 0;
    let mut seed = 0;
    while compared < PROGRAMS {
        seed += 1;
        let mini = generate(seed);
        let Some(seen) = naive::explore(&mini, STATES) else { continue };
        // A single run tells little; some of them are kept for what they do in it.
        if seen.runs == 1 && seed % 10 != 0 {
            continue;
        }
        compared += 1;
        deadlocked += u64::from(seen.deadlocks > 0);
        compare(seed, &mini, &seen);
    }
    println!("{compared} programs of {seed} seeds, {deadlocked} with a deadlock");
    assert!(deadlocked > PROGRAMS / 20, "the generator makes too few deadlocks");
    assert!(deadlocked < PROGRAMS, "the generator makes nothing but deadlocks");
}
