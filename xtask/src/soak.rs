//! `cargo xtask soak`: the random tests, for as long as it takes.

use crate::stage::{Stages, cargo};
use std::process::Command;

/// How many random programs, where the environment does not say.
const PROGRAMS: &str = "100000";
/// How many random Java programs over the whole vocabulary, and how many of them are compiled together.
const JAVA_PROGRAMS: u64 = 20_000;
const JAVA_BATCH: u64 = 500;
/// How many pairs and triples of calls of the concurrent library.
const PAIRS: &str = "20000";

/// How many damaged classes are compared with HotSpot.
const MUTANTS: &str = "10000";

/// Runs the tests whose names say that they make random programs.
pub fn run() -> bool {
    let programs = std::env::var("RADDLE_SOAK_PROGRAMS").unwrap_or_else(|_| PROGRAMS.to_owned());
    eprintln!("{programs} random programs");
    let mut stages = Stages::default();
    let mut tests = cargo(&[
        "test",
        "--locked",
        "--release",
        "--package",
        "raddle-explore",
        "--package",
        "raddle-abs",
        "--",
        "random",
        "--nocapture",
    ]);
    tests.env("RADDLE_SOAK_PROGRAMS", programs);
    stages.command("random programs", tests);
    let asked = std::env::var("RADDLE_SOAK_JAVA_PROGRAMS").ok().and_then(|text| text.parse().ok());
    let java_programs: u64 = asked.unwrap_or(JAVA_PROGRAMS);
    for first in (1..=java_programs).step_by(JAVA_BATCH as usize) {
        let count = JAVA_BATCH.min(java_programs + 1 - first);
        stages.command(&format!("Java programs {first} to {}", first + count - 1), vocabulary(first, count));
    }
    let mut pairs = java_machine(&["every_method", "--nocapture"]);
    let count = std::env::var("RADDLE_PAIRS").unwrap_or_else(|_| PAIRS.to_owned());
    pairs.env("RADDLE_PAIRS", count).env("RADDLE_PREEMPTIONS", "2").env("RADDLE_FINE_STATES", "20000");
    stages.command("pairs and triples of library calls", pairs);
    let mut mutants = java_machine(&["random_mutants", "--nocapture"]);
    mutants.env("RADDLE_MUTANTS", std::env::var("RADDLE_MUTANTS").unwrap_or_else(|_| MUTANTS.to_owned()));
    stages.command("damaged classes", mutants);
    let words = ["test", "--locked", "--release", "--package", "raddle", "--test", "all", "--"];
    let mut replays = cargo(&words);
    replays.arg("java_testing::answers").env("RADDLE_ALL_REPLAYS", "1");
    stages.command("every finding replayed", replays);
    stages.summary()
}

/// Random Java programs with these seeds, by every strategy and on HotSpot.
fn vocabulary(first: u64, count: u64) -> Command {
    let mut tests = java_machine(&["vocabulary::", "--nocapture"]);
    tests.env("RADDLE_SEED", first.to_string()).env("RADDLE_PROGRAMS", count.to_string());
    tests
}

/// Tests of the Java machine, with the words that choose them.
fn java_machine(words: &[&str]) -> Command {
    let mut tests =
        cargo(&["test", "--locked", "--release", "--package", "raddle-jvm", "--test", "java_machine", "--"]);
    tests.args(words);
    tests
}
