//! ABS programs: their options on the command line, and how a file becomes a program.

use clap::{Args, Parser, ValueEnum};
use raddle_abs::load::{Refusal, load};
use raddle_abs::machine::options::{AwaitSemantics, Dependence, Options, RandomSource};
use raddle_abs::machine::program::AbsProgram;

use crate::mistake::Mistake;

/// What `await` does when its guard holds already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Await {
    /// The task goes on.
    Continues,
    /// The task gives its location away all the same.
    Suspends,
}

/// Which macro steps depend on each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Depends {
    /// All of them: no reduction.
    None,
    /// Those of one location.
    Location,
    /// Those of one location that touch a field in common, one of them writing.
    Fields,
    /// As fields, but not two steps that commute in the state at hand.
    Exact,
}

/// How it is found out what a task can still come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Reachable {
    /// By names alone.
    Syntactic,
    /// By the points-to analysis.
    PointsTo,
    /// By the points-to analysis and the constants that tasks hold.
    Values,
}

/// What a guided search looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Wanted {
    /// One deadlock, whichever.
    FirstDeadlock,
    /// For each cycle a deadlock that represents it.
    DeadlockPerCycle,
    /// Every deadlocked run.
    AllDeadlocks,
}

/// In which order cycles are searched for the first deadlock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CycleOrder {
    /// One after the other.
    InTurn,
    /// Side by side.
    Parallel,
    /// Not at all: a search for any deadlock.
    Unguided,
}

/// What a suite of test cases is to cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Until {
    /// Every statement.
    Statements,
    /// Every branch.
    Branches,
}

/// Ancestors beyond this many tell nothing apart that a program could hold.
fn precision(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number) if number <= 16 => Ok(number),
        _ => Err("expected a number from 0 to 16".to_owned()),
    }
}

/// The options of ABS programs.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug)]
#[command(next_help_heading = "ABS programs")]
pub struct AbsArguments {
    /// What 'await f?' does when the future is ready already
    #[arg(long = "await", value_enum, default_value_t = Await::Continues, value_name = "HOW")]
    pub await_semantics: Await,

    /// Which steps depend on each other, for dpor
    #[arg(long, value_enum, default_value_t = Depends::Fields, value_name = "WHICH")]
    pub dependence: Depends,

    /// How many ancestors tell locations of one creation site apart, for the static analysis
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = precision)]
    pub precision: usize,

    /// How it is found out what a task can still come to, for deadlock-guided
    #[arg(long, value_enum, default_value_t = Reachable::Values, value_name = "HOW")]
    pub reachable: Reachable,

    /// Ask at every n-th state only whether a deadlock cycle can still come true, for deadlock-guided
    #[arg(long, value_name = "N", default_value = "1")]
    pub check_every: std::num::NonZeroU64,

    /// What deadlock-guided looks for
    #[arg(long, value_enum, default_value_t = Wanted::FirstDeadlock, value_name = "WHAT")]
    pub criterion: Wanted,

    /// In which order deadlock-guided searches cycles for the first deadlock
    #[arg(long, value_enum, default_value_t = CycleOrder::InTurn, value_name = "HOW")]
    pub cycles: CycleOrder,

    /// Draw random numbers from this seed instead of exploring all values
    #[arg(long, value_name = "N")]
    pub random_seed: Option<u64>,
}

/// The options alone, to read them back from a schedule file.
#[derive(Parser)]
struct Alone {
    #[command(flatten)]
    arguments: AbsArguments,
}

impl AbsArguments {
    /// The options as words, for a schedule file.
    pub fn words(&self) -> Vec<String> {
        let value = |value: clap::builder::PossibleValue| value.get_name().to_owned();
        let mut words = vec![
            format!("--await={}", self.await_semantics.to_possible_value().map_or_else(String::new, value)),
            format!("--dependence={}", self.dependence.to_possible_value().map_or_else(String::new, value)),
        ];
        words.extend(self.random_seed.map(|seed| format!("--random-seed={seed}")));
        words
    }

    /// The options of a schedule file.
    pub fn from_words(words: &[String]) -> Result<AbsArguments, Mistake> {
        let words = std::iter::once("raddle").chain(words.iter().map(String::as_str));
        Alone::try_parse_from(words)
            .map(|alone| alone.arguments)
            .map_err(|_| Mistake::new("the schedule's options are damaged: check again with --save"))
    }

    fn options(&self) -> Options {
        Options {
            await_semantics: match self.await_semantics {
                Await::Continues => AwaitSemantics::Continues,
                Await::Suspends => AwaitSemantics::Suspends,
            },
            random: self.random_seed.map_or(RandomSource::Explored, RandomSource::Seeded),
            dependence: match self.dependence {
                Depends::None => Dependence::None,
                Depends::Location => Dependence::Location,
                Depends::Fields => Dependence::Fields,
                Depends::Exact => Dependence::Exact,
            },
            ..Options::default()
        }
    }
}

/// Reads a file. `reduces`: the strategy needs to know what steps touch.
pub fn read(name: &str, arguments: &AbsArguments, reduces: bool) -> Result<AbsProgram, Mistake> {
    let bytes = std::fs::read(name).map_err(|error| Mistake::new(format!("'{name}': {error}")))?;
    let loaded = load(name, &bytes);
    let diagnostics = loaded.render();
    match loaded.refusal() {
        None => {
            // Warnings: the program runs all the same.
            if !diagnostics.is_empty() {
                anstream::eprintln!("{diagnostics}");
            }
        }
        Some(Refusal::Invalid) => {
            return Err(Mistake::in_file(diagnostics, format!("'{name}' is not a program that can be run")));
        }
        Some(Refusal::Unsupported) => {
            let line = format!("'{name}' uses what raddle does not support, so nothing is claimed");
            return Err(Mistake::in_file(diagnostics, line).not_supported());
        }
    }
    let options = Options { touches: reduces, ..arguments.options() };
    loaded.into_program(options).ok_or_else(|| Mistake::new(format!("'{name}' has no program in it")))
}
