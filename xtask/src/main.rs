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

const HELP: &str = "\
cargo xtask NAME

  test            everything that CI runs: installs what is missing, then
                  formatting, clippy, documentation, dependencies, all tests
  counts          expected and found numbers of runs for every program whose
                  number is known; exits with 0 only when all agree
  bench kernel    raddle beside loom, shuttle and stateright
  bench rewrite   raddle beside Maude
  bench java-machine  the Java machine beside java -Xint
  dependencies    licences of dependencies, and the direction of our own
  soak            the long random tests (RADDLE_SOAK_PROGRAMS, default 100000;
                  RADDLE_SOAK_JAVA_PROGRAMS, default 20000)
  help            this
";

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
            print!("{HELP}");
            true
        }
        [] => {
            eprint!("{HELP}");
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
