//! Every program of `examples/abs` shows what it says, and every program of `benches/abs` type-checks and runs.

use std::collections::BTreeSet;

use crate::support::file;
use raddle_abs::load::{Dialect, FileText, Reading, load_files};
use raddle_abs::machine::options::Options;
use raddle_abs::machine::program::AbsProgram;
use raddle_abs::simulate::simulate;
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;

fn texts(folder: &str) -> Vec<(String, String)> {
    let root = format!("{}/../../{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(root)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".abs"))
        .collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), file(&format!("{folder}/{name}")))).collect()
}

fn compile(name: &str, text: &str, touches: bool) -> AbsProgram {
    // They are of today's dialect, whether or not anything in them shows it.
    let file = FileText { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
    let loaded = load_files(&[file], &Reading { dialect: Some(Dialect::Today), ..Reading::default() });
    assert!(loaded.diagnostics.is_empty(), "{}", loaded.render());
    loaded.into_program(Options { touches, ..Options::default() }).expect("not refused")
}

fn words(outcome: &Outcome) -> Vec<String> {
    let words: BTreeSet<String> = outcome.findings.iter().map(|f| f.kind.word().to_owned()).collect();
    words.into_iter().collect()
}

#[test]
fn every_example_finds_what_it_says() {
    let examples = texts("examples/abs");
    assert!(examples.len() >= 10);
    for (name, text) in examples {
        let line = text.lines().find_map(|line| line.strip_prefix("// finds:"));
        let wanted: Vec<&str> =
            line.unwrap_or_else(|| panic!("{name} says what it finds")).split_whitespace().collect();
        assert!(text.contains("// Shows:"), "{name} says what it shows");
        let settings = Settings { strategy: Named::Exhaustive, merge_states: true, ..Settings::default() };
        let outcome = search(&compile(&name, &text, false), &Unguided, &settings, &Hooks::default());
        assert_eq!(words(&outcome), wanted, "{name}, merged: {:?}", outcome.verdict);
        let outcome =
            search(&compile(&name, &text, true), &Unguided, &Settings::default(), &Hooks::default());
        assert_eq!(words(&outcome), wanted, "{name}, reduced: {:?}", outcome.verdict);
    }
}

#[test]
fn every_benchmark_runs() {
    let benchmarks = texts("benches/abs");
    assert!(benchmarks.len() >= 12);
    for (name, text) in benchmarks {
        let program = compile(&name, &text, false);
        for seed in 0..3 {
            let simulation = simulate(&program, seed, 10_000, &mut |_| {});
            assert!(simulation.ending.is_some(), "{name}");
            let free = name.starts_with('f');
            assert!(!free || simulation.trace.waiting.is_empty(), "{name} is free of deadlocks");
        }
    }
}

/// The sizes that the headers of the benchmarks state.
#[test]
fn the_smaller_benchmarks_have_their_sizes() {
    for (name, states) in
        [("FA", 39_432), ("fFA", 24_804), ("HB", 114_031), ("fPA", 23_452), ("fP2P", 156_674)]
    {
        let text = file(&format!("benches/abs/{name}.abs"));
        let program = compile(name, &text, false);
        let settings = Settings { strategy: Named::Exhaustive, ..Settings::default() };
        let outcome = search(&program, &Unguided, &settings, &Hooks::default());
        assert_eq!(outcome.stats.states, states, "{name}");
        let shown = states.to_string();
        let (thousands, rest) = shown.split_at(shown.len() - 3);
        assert!(text.contains(&format!("{thousands},{rest} states")), "{name} states its size");
    }
}
