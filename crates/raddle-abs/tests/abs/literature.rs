//! Programs of the kinds that the literature on futures and active objects uses, in `tests/programs/literature`: those in
//! `free` have no deadlock, those in `deadlock` are their sisters that have one. Each says why.

use crate::support::{file, program};
use raddle_abs::deadlock::guided::search::{GuidedSettings, GuidedVerdict, search};
use raddle_abs::deadlock::{AnalysisOptions, GraphKind, analyze};
use raddle_abs::machine::options::Options;
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::Verdict;

/// How many programs without a deadlock the analysis alone may suspect.
const FALSE_ALARMS: usize = 4;

fn names(folder: &str) -> Vec<String> {
    let root = format!("{}/../../tests/programs/literature/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(root).expect("the folder is there");
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    names
}

fn read(folder: &str, name: &str) -> (String, AbsProgram) {
    let text = file(&format!("tests/programs/literature/{folder}/{name}"));
    let read = program(&text, Options::default());
    (text, read)
}

/// Does some interleaving deadlock? Every one is looked at, and nothing else goes wrong.
fn deadlocks(name: &str, program: &AbsProgram) -> bool {
    let looks = Looks { races: false, livelocks: false };
    let settings = Settings { strategy: Named::Exhaustive, merge_states: true, looks, ..Settings::default() };
    let outcome = raddle_explore::search::search(program, &Unguided, &settings, &Hooks::default());
    assert!(
        matches!(outcome.verdict, Verdict::Proved { .. } | Verdict::Found),
        "{name}: {:?}",
        outcome.verdict
    );
    let is_deadlock = |kind: &FindingKind| matches!(kind, FindingKind::Deadlock(_));
    assert!(
        outcome.findings.iter().all(|finding| is_deadlock(&finding.kind)),
        "{name}: {:?}",
        outcome.findings
    );
    !outcome.findings.is_empty()
}

fn guided(program: &AbsProgram) -> GuidedVerdict {
    let analysis = analyze(program, AnalysisOptions::default());
    let looks = Looks { races: false, livelocks: false };
    let kernel = Settings { strategy: Named::Exhaustive, looks, ..Settings::default() };
    let settings = GuidedSettings { kernel, ..GuidedSettings::default() };
    search(program, &analysis, &settings, &Hooks::default()).verdict
}

#[test]
fn few_programs_without_a_deadlock_are_suspected() {
    let names = names("free");
    assert!(names.len() >= 30, "{names:?}");
    let mut suspected = Vec::new();
    for name in names {
        let (text, program) = read("free", &name);
        assert!(text.starts_with("// deadlocks: 0\n"), "{name}");
        assert!(!deadlocks(&name, &program), "{name}");
        assert_eq!(guided(&program), GuidedVerdict::DeadlockFree, "{name}");
        if !analyze(&program, AnalysisOptions::default()).cycles.is_empty() {
            suspected.push(name);
        }
    }
    println!("suspected: {suspected:?}");
    assert!(suspected.len() <= FALSE_ALARMS, "{suspected:?}");
}

#[test]
fn every_sister_with_a_deadlock_is_suspected_and_convicted() {
    for name in names("deadlock") {
        let (text, program) = read("deadlock", &name);
        assert!(text.starts_with("// deadlocks: some\n"), "{name}");
        assert!(deadlocks(&name, &program), "{name}");
        assert!(!analyze(&program, AnalysisOptions::default()).cycles.is_empty(), "{name}");
        assert_eq!(guided(&program), GuidedVerdict::Deadlock, "{name}");
    }
}

/// How many cycles there are, and how many if nothing is known of births and constants.
fn cycles(name: &str) -> (usize, usize) {
    let (_, program) = read("free", name);
    let count =
        |graph| analyze(&program, AnalysisOptions { graph, ..AnalysisOptions::default() }).cycles.len();
    (count(GraphKind::Sharp), count(GraphKind::AsPublished))
}

/// Lemma B1: what is given to an object as it is made is older, what it makes is younger.
#[test]
fn births_of_locations() {
    for name in ["chain_of_gets.abs", "recursion_with_new_objects.abs", "worker_per_task.abs"] {
        let (sharp, published) = cycles(name);
        assert!(sharp == 0 && published > 0, "{name}: {sharp}, {published}");
    }
}

/// Lemma B2: a task is younger than what it is given as it is called.
#[test]
fn births_of_tasks() {
    for name in ["pipeline_of_futures.abs", "pipeline_of_objects.abs"] {
        let (sharp, published) = cycles(name);
        assert!(sharp == 0 && published > 0, "{name}: {sharp}, {published}");
    }
}
