//! `raddle completions SHELL`: what a shell needs to complete our commands and options.

use std::process::ExitCode;

use clap::CommandFactory;

use crate::arguments::{Arguments, Completions};
use crate::mistake::Mistake;
use crate::terminal;

/// Prints the script.
pub fn run(wanted: &Completions) -> Result<ExitCode, Mistake> {
    let mut script = Vec::new();
    clap_complete::generate(wanted.shell, &mut Arguments::command(), "raddle", &mut script);
    terminal::print(&String::from_utf8_lossy(&script));
    Ok(ExitCode::SUCCESS)
}
