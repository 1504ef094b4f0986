//! Measures Raddle's kernel beside loom, shuttle and stateright: the same programs, in one run, one after the other.
//!
//! Each measurement is a process of its own (`peers TOOL WORKLOAD SECONDS`), so that memory and CPU time are its own;
//! without arguments, or with `--seconds N` and words that names must contain, all are made and printed as tables.

mod measure;
mod ours;
mod table;
mod with_loom;
mod with_shuttle;
mod with_stateright;
mod workload;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["measure", tool, workload, seconds] => measure::child(tool, workload, seconds.parse().unwrap_or(10)),
        ["--seconds", seconds, ref filter @ ..] if seconds.parse::<u64>().is_ok() => {
            table::print(seconds.parse().unwrap_or(10), filter)
        }
        ref filter => table::print(10, filter),
    }
}
