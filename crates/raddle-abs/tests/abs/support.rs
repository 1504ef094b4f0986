//! What the tests share: loading programs, and a search that is too simple to be wrong.

use raddle_abs::load::load;
use raddle_abs::machine::options::Options;
use raddle_abs::machine::{program::AbsProgram, run::AbsRun};
use raddle_explore::context::StepContext;
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use std::collections::BTreeMap;

/// Loads a program from its text; panics with the diagnostics if there are errors.
pub fn program(text: &str, options: Options) -> AbsProgram {
    let loaded = load("test.abs", text.as_bytes());
    assert!(loaded.refusal().is_none(), "{}", loaded.render());
    loaded.into_program(options).expect("nothing was refused")
}

/// A file of the repository.
pub fn file(path: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    std::fs::read_to_string(format!("{root}{path}")).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What a search has counted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Nodes of the tree.
    pub states: u64,
    /// Leaves of the tree.
    pub runs: u64,
    /// Leaves with tasks that wait.
    pub deadlocks: u64,
    /// Final states by their fingerprints: how many runs end there.
    pub finals: BTreeMap<u128, u64>,
}

/// Every interleaving, by recursion.
pub fn explore(program: &AbsProgram) -> Counts {
    let mut counts = Counts::default();
    visit(&program.start(), &mut counts);
    counts
}

fn visit(run: &AbsRun, counts: &mut Counts) {
    counts.states += 1;
    let mut pending = PendingBuffer::default();
    run.pending(&mut pending);
    let choices: Vec<Choice> = pending
        .enabled()
        .flat_map(|entry| (0..entry.options).map(|option| Choice { actor: entry.actor, option }))
        .collect();
    if choices.is_empty() {
        counts.runs += 1;
        counts.deadlocks += u64::from(!pending.entries().is_empty());
        *counts.finals.entry(run.fingerprint().expect("ABS has fingerprints")).or_default() += 1;
    }
    for choice in choices {
        let mut next = run.fork().expect("ABS runs can be copied");
        let mut context = StepContext::plain();
        context.begin();
        next.step(choice, &mut context).expect("no step of a test is interrupted");
        visit(&next, counts);
    }
}
