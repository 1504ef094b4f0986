//! The command line of Raddle: nothing but wiring.
//!
//! `arguments` says what can be typed, `command/` has one file a command, `program/` finds the program that the user
//! named, `terminal/` knows of screens, signals and memory. What a person or a machine reads is made by `raddle-report`.

mod arguments;
mod command;
mod config;
mod mistake;
mod program;
mod schedule_file;
mod terminal;
mod test_file;
mod units;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use arguments::{Arguments, Command};
use mistake::Mistake;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse_from(words()) {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error),
    };
    arguments.screen.apply();
    let asked = arguments.command.asks_for_form();
    let result = match arguments.command {
        Command::Check(wanted) => command::check::run(*wanted, &arguments.screen),
        Command::Replay(wanted) => command::replay::run(wanted, &arguments.screen),
        Command::Analyze(wanted) => command::analyze::run(wanted),
        Command::Run(wanted) => command::run::run(*wanted),
        Command::Init(wanted) => command::init::run(&wanted),
        Command::Rewrite(wanted) => command::rewrite::run(&wanted),
        Command::Petri(wanted) => command::petri::run(&wanted),
        Command::Help(wanted) => command::help::run(wanted),
        Command::Completions(wanted) => command::completions::run(&wanted),
        Command::Man(wanted) => command::man::run(&wanted),
    };
    let code = result.unwrap_or_else(|mistake| {
        if let Some((form, program, strategy)) = asked {
            terminal::print(&mistake.told(form, &program, &strategy));
        }
        mistake.tell()
    });
    if terminal::has_lost_output() { ExitCode::from(mistake::EXIT_CODE) } else { code }
}

/// What was typed, with the class path under the name that clap can read: `java` has words with one dash.
fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let is_class_path = |word: &&mut OsString| matches!(word.to_str(), Some("-cp" | "-classpath"));
    // Only the first one is ours: what follows a program may be the program's.
    if let Some(word) = words.iter_mut().find(is_class_path) {
        *word = "--class-path".into();
    }
    words
}

/// Shows help or the version as they are, and anything wrong in one line.
fn explain(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            terminal::print(&error.render().ansi().to_string());
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            anstream::eprint!("{}", error.render().ansi());
            ExitCode::from(mistake::EXIT_CODE)
        }
        _ => Mistake::from_clap(error).tell(),
    }
}
