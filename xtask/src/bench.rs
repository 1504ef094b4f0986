//! `cargo xtask bench NAME`: prints one table of measurements.

use crate::deadlock;
use crate::java_machine;
use crate::java_testing;
use crate::rewrite;
use crate::stage::{cargo, succeeds};

/// The benchmarks, each with what it measures.
const BENCHMARKS: &[(&str, &str)] = &[
    (
        "kernel",
        "the kernel beside loom, shuttle and stateright: [--seconds N] [words that names must contain]",
    ),
    (
        "deadlock-guided",
        "ABS programs: all interleavings, and those that can still meet a deadlock cycle: [seconds] [names]",
    ),
    (
        "java-machine",
        "the Java machine beside java -Xint, and JPF if a folder is given: [--jpf FOLDER] [names of programs]",
    ),
    (
        "rewrite",
        "Maude files and conformance beside real Maude: [programs] [conformance] [full: Maude on the largest, too]",
    ),
    ("deadlock-analysis", "the static deadlock analysis of ABS programs of 100 to 10,000 lines"),
    (
        "java-testing",
        "Java programs until their bug is found: [--seconds N] [--jpf FOLDER] [words that names must contain]",
    ),
];

/// Runs the benchmark of this name.
pub fn run(words: &[&str]) -> bool {
    match words {
        ["kernel", rest @ ..] => kernel(rest),
        ["rewrite", rest @ ..] => rewrite::table(rest),
        ["deadlock-guided", rest @ ..] => deadlock::guided_table(rest),
        ["java-machine", rest @ ..] => java_machine::run(rest),
        ["java-testing", rest @ ..] => java_testing::table(rest),
        ["deadlock-analysis"] => deadlock::analysis_table(),
        ["deadlock-analysis", word, ..] => {
            eprintln!("error: 'bench deadlock-analysis' takes no more words, and '{word}' is one");
            false
        }
        _ => {
            let name = words.first().copied().unwrap_or("");
            eprintln!("error: unknown benchmark '{name}': known are");
            for (known, measures) in BENCHMARKS {
                eprintln!("  {known:<18} {measures}");
            }
            false
        }
    }
}

/// The peers are a workspace of their own, so that nobody else builds them.
fn kernel(rest: &[&str]) -> bool {
    let mut command = cargo(&[
        "run",
        "--quiet",
        "--release",
        "--locked",
        "--manifest-path",
        "benches/peers/Cargo.toml",
        "--",
    ]);
    command.args(rest);
    succeeds(&mut command)
}
