//! One measurement, in a process of its own: runs a tool on a workload, and prints one line of JSON at its end or when
//! its time is over.

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use serde_json::json;

use crate::workload::{self, Workload};
use crate::{ours, with_loom, with_shuttle, with_stateright};

/// How many times its CPU limit a measurement may take by the clock on the wall.
const MOST_WAITING: u64 = 10;

/// What is counted while a tool runs.
pub static RUNS: AtomicU64 = AtomicU64::new(0);
/// Scheduling steps: decisions of the scheduler, operations of the program, or transitions of a model.
pub static STEPS: AtomicU64 = AtomicU64::new(0);
/// Different states, where a tool keeps them.
pub static STATES: AtomicU64 = AtomicU64::new(0);

/// How many steps each sampling tool makes, about: as many runs as that takes.
const SAMPLED_STEPS: u64 = 2_000_000;

/// How many runs of a workload each sampling tool makes.
pub fn samples(workload: &Workload) -> u64 {
    let steps: usize = workload.threads.iter().map(Vec::len).sum();
    SAMPLED_STEPS / steps.max(1) as u64
}

/// Counts one operation.
pub fn step() {
    STEPS.fetch_add(1, Ordering::Relaxed);
}

/// Counts one run.
pub fn run() {
    RUNS.fetch_add(1, Ordering::Relaxed);
}

fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes =
        line.and_then(|line| line.split_whitespace().next()).and_then(|text| text.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}

/// Prints what was counted, and ends the process.
fn finish(outcome: &str) -> ! {
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "{}",
        json!({
            "outcome": outcome,
            "runs": count(&RUNS),
            "states": count(&STATES),
            "steps": count(&STEPS),
            "cpu": cpu_seconds(),
            "memory": peak_megabytes(),
        })
    );
    std::process::exit(0)
}

/// The tools, and what runs each of them; `false` where the tool can't take the workload.
pub type Tool = (&'static str, fn(&Workload) -> bool);

/// Tools that visit everything.
pub const COMPLETE: &[Tool] = &[
    ("raddle dpor", ours::dpor),
    ("raddle graph", ours::graph),
    ("loom", with_loom::complete),
    ("shuttle dfs", with_shuttle::depth_first),
    ("stateright", with_stateright::breadth_first),
];

/// Tools that sample.
pub const SAMPLING: &[Tool] = &[
    ("raddle random", ours::random),
    ("shuttle random", with_shuttle::random),
    ("raddle pct", ours::pct),
    ("shuttle pct", with_shuttle::pct),
];

/// Makes one measurement.
pub fn child(tool: &str, name: &str, seconds: u64) -> ExitCode {
    let Some(workload) = workload::all().into_iter().find(|workload| workload.name == name) else {
        eprintln!("error: unknown workload '{name}'");
        return ExitCode::from(2);
    };
    let Some((_, run)) = COMPLETE.iter().chain(SAMPLING).find(|(known, _)| *known == tool) else {
        eprintln!("error: unknown tool '{tool}'");
        return ExitCode::from(2);
    };
    std::thread::spawn(move || {
        // The limit is one of CPU time, so that a busy machine is no disadvantage; but nobody waits for ever.
        for _ in 0..seconds.saturating_mul(MOST_WAITING * 20) {
            std::thread::sleep(Duration::from_millis(50));
            if cpu_seconds() >= seconds as f64 {
                break;
            }
        }
        finish("DNF");
    });
    finish(if run(&workload) { "complete" } else { "n/a" })
}
