//! `cargo xtask bench NAME`: prints one table of measurements.

use crate::stage::{cargo, succeeds};

/// The benchmarks, each with what it measures.
const BENCHMARKS: &[(&str, &str)] = &[(
    "kernel",
    "the kernel beside loom, shuttle and stateright: [--seconds N] [words that names must contain]",
)];

/// Runs the benchmark of this name.
pub fn run(words: &[&str]) -> bool {
    match words {
        ["kernel", rest @ ..] => kernel(rest),
        _ => {
            let name = words.first().copied().unwrap_or("");
            eprintln!("error: unknown benchmark '{name}': known are");
            for (known, measures) in BENCHMARKS {
                eprintln!("  {known:<8} {measures}");
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
