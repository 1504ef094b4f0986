//! Makes all measurements, and prints them side by side.

use std::process::{Command, ExitCode};

use serde_json::Value;

use crate::measure::{COMPLETE, SAMPLING, Tool};
use crate::workload;

/// One measurement.
struct Measurement {
    workload: &'static str,
    tool: &'static str,
    outcome: String,
    runs: u64,
    states: u64,
    steps: u64,
    cpu: f64,
    memory: f64,
}

fn measure(tool: &'static str, workload: &'static str, seconds: u64) -> Option<Measurement> {
    let program = std::env::current_exe().ok()?;
    let output =
        Command::new(program).args(["measure", tool, workload, &seconds.to_string()]).output().ok()?;
    let line = output.stdout.rsplit(|&byte| byte == b'\n').find(|line| !line.is_empty()).unwrap_or_default();
    let Ok(value) = serde_json::from_slice::<Value>(line) else {
        eprintln!("{tool} on {workload} failed: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    };
    let number = |key: &str| value[key].as_u64().unwrap_or(0);
    Some(Measurement {
        workload,
        tool,
        outcome: value["outcome"].as_str().unwrap_or("?").to_owned(),
        runs: number("runs"),
        states: number("states"),
        steps: number("steps"),
        cpu: value["cpu"].as_f64().unwrap_or(0.0),
        memory: value["memory"].as_f64().unwrap_or(0.0),
    })
}

fn heading() {
    println!(
        "{:<18} {:<15} {:<8} {:>10} {:>9} {:>9} {:>8} {:>12} {:>13}",
        "program", "tool", "outcome", "runs", "states", "CPU s", "MB", "runs/CPU s", "steps/CPU s"
    );
    println!("{}", "-".repeat(110));
}

fn line(measurement: &Measurement) {
    let rate = |count: u64| if measurement.cpu > 0.0 { count as f64 / measurement.cpu } else { 0.0 };
    let count = |number: u64| if number == 0 { "-".to_owned() } else { number.to_string() };
    let named = format!("{:<18} {:<15} {:<8}", measurement.workload, measurement.tool, measurement.outcome);
    if measurement.outcome == "n/a" {
        println!("{}", named.trim_end());
        return;
    }
    println!(
        "{named} {:>10} {:>9} {:>9.3} {:>8.1} {:>12} {:>13}",
        count(measurement.runs),
        count(measurement.states),
        measurement.cpu,
        measurement.memory,
        count(rate(measurement.runs) as u64),
        count(rate(measurement.steps) as u64),
    );
}

/// Makes and prints the measurements whose workload or tool has all these words in its name.
pub fn print(seconds: u64, filter: &[&str]) -> ExitCode {
    let wanted = |workload: &str, tool: &str| {
        filter.iter().all(|word| format!("{workload} {tool}").to_lowercase().contains(&word.to_lowercase()))
    };
    let mut all = Vec::new();
    let mut good = true;
    let mut group = |workload: &'static str, tools: &[Tool]| {
        let mut printed = false;
        for (tool, _) in tools.iter().filter(|(tool, _)| wanted(workload, tool)) {
            match measure(tool, workload, seconds) {
                Some(measurement) => {
                    line(&measurement);
                    all.push(measurement);
                    printed = true;
                }
                None => good = false,
            }
        }
        if printed {
            println!();
        }
    };
    println!(
        "Everything, at most {seconds} CPU seconds each (DNF: did not finish; n/a: more threads than the tool takes)\n"
    );
    heading();
    for workload in workload::all().iter().filter(|workload| workload.traces > 0) {
        group(workload.name, COMPLETE);
    }
    println!("Samples, about two million operations each\n");
    heading();
    for workload in workload::all().iter().filter(|workload| workload.sampled) {
        group(workload.name, SAMPLING);
    }
    if all.is_empty() && good {
        eprintln!("error: no name contains all of these words: {}", filter.join(" "));
        return ExitCode::from(2);
    }
    targets(&all);
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says how the measurements stand to what we want of ourselves.
fn targets(all: &[Measurement]) {
    let find = |workload: &str, tool: &str| {
        all.iter().find(|measurement| measurement.workload == workload && measurement.tool == tool)
    };
    if let Some(locking) = find("Locking 5x2", "raddle dpor") {
        println!(
            "dpor on Locking 5x2: {:.0} runs per CPU second (target: 100,000)",
            locking.runs as f64 / locking.cpu
        );
    }
    for (ours, theirs) in [("raddle random", "shuttle random"), ("raddle pct", "shuttle pct")] {
        let rates = |tool: &str| {
            let of_tool = all.iter().filter(|measurement| measurement.tool == tool);
            let (steps, cpu) = of_tool.fold((0, 0.0), |sum, one| (sum.0 + one.steps, sum.1 + one.cpu));
            if cpu > 0.0 { steps as f64 / cpu / 1e6 } else { 0.0 }
        };
        println!("{ours}: {:.1} million steps per CPU second ({theirs}: {:.1})", rates(ours), rates(theirs));
    }
    if let (Some(small), Some(large)) =
        (find("Fib 4 with reader", "raddle dpor"), find("Fib 5 with reader", "raddle dpor"))
    {
        println!(
            "dpor's memory on Fib with reader: {:.1} MB at 4, {:.1} MB at 5 (target: below 50)",
            small.memory, large.memory
        );
    }
    let more = all.iter().filter(|ours| ours.tool == "raddle dpor").filter(|ours| {
        let theirs = ["loom", "shuttle dfs"].into_iter().filter_map(|tool| find(ours.workload, tool));
        theirs.filter(|theirs| theirs.outcome == "complete").any(|theirs| theirs.runs < ours.runs)
    });
    let more: Vec<&str> = more.map(|ours| ours.workload).collect();
    if more.is_empty() {
        println!("dpor makes no more runs than loom or shuttle on any of them");
    } else {
        println!("dpor makes MORE runs than loom or shuttle on: {}", more.join(", "));
    }
    let wrong: Vec<&str> = all
        .iter()
        .filter(|one| one.tool == "raddle dpor" && one.outcome == "complete")
        .filter(|one| {
            workload::all()
                .iter()
                .any(|workload| workload.name == one.workload && workload.traces != one.runs)
        })
        .map(|one| one.workload)
        .collect();
    if !wrong.is_empty() {
        println!("dpor's runs are NOT the number of traces on: {}", wrong.join(", "));
    }
}
