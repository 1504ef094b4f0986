//! `cargo xtask bench NAME`: prints one table of measurements.

use crate::deadlock;
use crate::java_machine;
use crate::java_testing;
use crate::rewrite;
use crate::stage::{cargo, succeeds};

/// The benchmarks, each with what it measures.
pub const BENCHMARKS: &[(&str, &str)] = &[
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

/// The first of these words that means nothing to the benchmark of this name.
pub fn misunderstood<'w>(name: &str, words: &[&'w str]) -> Option<&'w str> {
    let unknown = |words: &[&'w str], is_known: &dyn Fn(&str) -> bool| {
        words.iter().copied().find(|word| !is_known(word))
    };
    match (name, words) {
        ("kernel", ["--seconds", number, rest @ ..]) if number.parse::<u32>().is_ok() => {
            misunderstood(name, rest)
        }
        // Which names there are the peers themselves know: they refuse what none of these contains.
        ("kernel", _) => unknown(words, &|word| !word.starts_with('-')),
        ("deadlock-guided", [number, rest @ ..]) if number.parse::<u64>().is_ok() => {
            unknown(rest, &deadlock::is_known)
        }
        ("deadlock-guided", _) => unknown(words, &deadlock::is_known),
        ("java-machine", ["--jpf", _, rest @ ..]) => unknown(rest, &java_machine::is_known),
        ("java-machine", _) => unknown(words, &java_machine::is_known),
        ("java-testing", ["--seconds" | "--jpf", _, rest @ ..]) => misunderstood(name, rest),
        ("java-testing", _) => unknown(words, &java_testing::is_known),
        ("rewrite", ["--part", ..]) => None,
        ("rewrite", _) => unknown(words, &|word| matches!(word, "full" | "programs" | "conformance")),
        _ => words.first().copied(),
    }
}

/// Runs the benchmark of this name.
pub fn run(words: &[&str]) -> bool {
    if let [name, rest @ ..] = words
        && BENCHMARKS.iter().any(|(known, _)| known == name)
        && let Some(word) = misunderstood(name, rest)
    {
        eprintln!("error: 'bench {name}' does not know '{word}'; see cargo xtask help");
        return false;
    }
    match words {
        ["kernel", rest @ ..] => kernel(rest),
        ["rewrite", rest @ ..] => rewrite::table(rest),
        ["deadlock-guided", rest @ ..] => deadlock::guided_table(rest),
        ["java-machine", rest @ ..] => java_machine::run(rest),
        ["java-testing", rest @ ..] => java_testing::table(rest),
        ["deadlock-analysis", ..] => deadlock::analysis_table(),
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
