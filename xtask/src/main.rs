//! What developers run: `cargo xtask NAME`. One file a task; `stage` runs other programs and measures them.

mod bench;
mod counts;
mod deadlock;
mod deadlock_shapes;
mod dependencies;
mod java_machine;
mod java_testing;
mod measure;
mod rewrite;
mod soak;
mod stage;
mod table;
mod test;
mod tools;

use std::process::ExitCode;

/// The tasks, each with what it does.
const TASKS: &[(&str, &str)] = &[
    (
        "test",
        "everything that CI runs: installs what is missing, then formatting, clippy, documentation, dependencies, all tests",
    ),
    (
        "counts",
        "expected and found numbers of runs for every program whose number is known; exits with 0 only when all agree",
    ),
    ("bench NAME", "one table of measurements; the names are below"),
    ("dependencies", "licences of dependencies, and the direction of our own"),
    (
        "soak",
        "the long random tests (RADDLE_SOAK_PROGRAMS, default 100000; RADDLE_SOAK_JAVA_PROGRAMS, default 20000)",
    ),
    ("help", "this"),
];

/// All tasks and benchmarks.
fn help() -> String {
    let line = |&(name, does): &(&str, &str)| format!("  {name:<18} {does}\n");
    let tasks: String = TASKS.iter().map(line).collect();
    let benchmarks: String = bench::BENCHMARKS.iter().map(line).collect();
    format!("cargo xtask NAME\n\n{tasks}\ncargo xtask bench NAME\n\n{benchmarks}")
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let good = match words[..] {
        ["test"] => test::run(),
        ["counts"] => counts::run(),
        ["bench", ref rest @ ..] => bench::run(rest),
        ["dependencies"] => dependencies::run(),
        ["soak"] => soak::run(),
        ["help" | "--help" | "-h"] => {
            print!("{}", help());
            true
        }
        [] => {
            eprint!("{}", help());
            return ExitCode::from(2);
        }
        [name @ ("test" | "counts" | "dependencies" | "soak" | "help"), word, ..] => {
            eprintln!("error: '{name}' takes no more words, and '{word}' is one; see cargo xtask help");
            return ExitCode::from(2);
        }
        [name, ..] => {
            eprintln!(
                "error: unknown task '{name}': known are test, counts, bench, dependencies, soak, help"
            );
            return ExitCode::from(2);
        }
    };
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests {
    use super::{TASKS, bench, help};

    #[test]
    fn help_lists_every_task_and_benchmark() {
        let help = help();
        for (name, _) in TASKS.iter().chain(bench::BENCHMARKS) {
            assert!(help.lines().any(|line| line.trim_start().starts_with(name)), "{name}:\n{help}");
        }
    }

    /// A word that means nothing is refused before anything is measured.
    #[test]
    fn every_benchmark_refuses_words_that_it_does_not_know() {
        for (name, _) in bench::BENCHMARKS {
            for words in [&["--limit", "10"][..], &["no-such-program"]] {
                // The names of the kernel's programs belong to a workspace of their own.
                let is_elsewhere = *name == "kernel" && words.len() == 1;
                assert!(is_elsewhere || bench::misunderstood(name, words).is_some(), "{name} {words:?}");
            }
            assert!(bench::misunderstood(name, &[]).is_none(), "{name}");
        }
        for good in [&["5", "HB"][..], &["PA", "WM"], &["10"]] {
            assert!(bench::misunderstood("deadlock-guided", good).is_none(), "{good:?}");
        }
        assert!(bench::misunderstood("deadlock-guided", &["HB", "10"]).is_some());
        assert!(bench::misunderstood("kernel", &["--seconds", "3", "dpor"]).is_none());
        assert!(bench::misunderstood("rewrite", &["programs", "full"]).is_none());
    }
}
