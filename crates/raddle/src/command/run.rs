//! `raddle run PROGRAM`: one schedule, and what the program prints, as a simulator or a virtual machine would.

use std::process::ExitCode;

use raddle_abs::simulate::simulate;
use raddle_explore::ending::Ending;
use raddle_explore::program::Program;
use raddle_jvm::machine::{Halt, Sinks};
use raddle_jvm::run::RunOptions;

use crate::arguments::Run;
use crate::mistake::Mistake;
use crate::program::{self, abs, java};
use crate::terminal;

/// The exit codes of a run whose program did not end as programs do.
const FAILED: u8 = 1;
const INCOMPLETE: u8 = 4;

/// Runs the program that the arguments name.
pub fn run(wanted: Run) -> Result<ExitCode, Mistake> {
    match wanted.program.as_str() {
        name if abs::is_meant(name) => run_abs(wanted),
        name if program::is_maude(name) => {
            Err(Mistake::new(format!("'{name}' is a Maude file: use 'raddle rewrite {name}'")))
        }
        _ if wanted.program.starts_with(program::BUILTIN) => {
            Err(Mistake::new("built-in programs print nothing: use 'raddle check'"))
        }
        _ => run_java(wanted),
    }
}

fn run_abs(mut wanted: Run) -> Result<ExitCode, Mistake> {
    if let Some(option) = wanted.arguments.iter().find(|argument| argument.starts_with('-')) {
        return Err(Mistake::new(format!("{option}: options stand before the files of an ABS program")));
    }
    program::take_other_files(&wanted.program, wanted.arguments, &mut wanted.abs)?;
    let program = abs::read(&wanted.program, &wanted.program, &wanted.abs, false)?;
    let simulation = simulate(&program, wanted.seed, wanted.max_steps, &mut |text| terminal::print(text));
    let mut failed = false;
    for failure in simulation.failures() {
        failed = true;
        anstream::eprintln!("{failure}");
    }
    if let Some(interruption) = simulation.interruption() {
        return Err(Mistake::new(format!("a step did not come to its end: {interruption}")).not_supported());
    }
    let names = |actors: &[_]| {
        let name = |&actor| simulation.words.actor(actor, program.names());
        actors.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    match &simulation.ending {
        Some(Ending::Deadlock(cycle)) => {
            failed = true;
            anstream::eprintln!("deadlock: {}", names(cycle));
            anstream::eprintln!("{}", simulation.trace.waits());
        }
        Some(Ending::Stuck(actors)) => {
            failed = true;
            anstream::eprintln!("stuck: {}", names(actors));
            anstream::eprintln!("{}", simulation.trace.waits());
        }
        Some(_) => {}
        None => {
            anstream::eprintln!("stopped after {} steps: --max-steps allows more", wanted.max_steps);
            return Ok(ExitCode::from(INCOMPLETE));
        }
    }
    Ok(ExitCode::from(if failed { FAILED } else { 0 }))
}

fn run_java(wanted: Run) -> Result<ExitCode, Mistake> {
    if wanted.java.spurious_wakeups
        || wanted.java.explore_random
        || !wanted.java.allow_read.is_empty()
        || wanted.java.timeouts != java::WhenTimeouts::default()
    {
        let what = "--spurious-wakeups, --explore-random, --timeouts and --allow-read are for 'raddle check'";
        return Err(Mistake::new(what));
    }
    let options = RunOptions {
        variables: std::env::vars().collect(),
        assertions: wanted.assertions,
        host_input: true,
        ..wanted.java.options(&wanted.program, &wanted.arguments)?
    };
    let sinks = Sinks { out: Box::new(std::io::stdout()), err: Box::new(std::io::stderr()) };
    match raddle_jvm::run::run(&options, sinks) {
        Halt::Exit(code) => Ok(ExitCode::from((code & 0xff) as u8)),
        Halt::Deadlock(how) => {
            anstream::eprintln!("deadlock: {how}");
            Ok(ExitCode::from(FAILED))
        }
        other => Err(java::refused(other)),
    }
}
