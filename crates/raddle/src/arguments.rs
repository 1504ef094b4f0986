//! What can be typed. The commands' own files say what happens then.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use raddle_report::allow::{Allowance, KINDS};
use raddle_report::form::Form;

use crate::command::outputs::{ReportFile, report_file};
use crate::program::abs::{AbsArguments, Until};
use crate::program::java::JavaArguments;
use crate::units;

/// Finds the schedule that breaks a concurrent program, or shows that there is none.
#[derive(Parser, Debug)]
#[command(
    name = "raddle",
    version = env!("RADDLE_VERSION"),
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "Try it: raddle check 'builtin:dining?count=3'\nTopics: raddle help exit-codes, strategies, programs, schedules, json"
)]
pub struct Arguments {
    /// How the screen is used.
    #[command(flatten)]
    pub screen: Screen,

    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// How the screen is used.
#[derive(Args, Clone, Debug)]
pub struct Screen {
    /// When to use colours; auto means on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,

    /// No progress, and no more than the answer
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub quiet: bool,

    /// Say more: all findings' traces, all statistics
    #[arg(long, short, global = true, action = ArgAction::SetTrue)]
    pub verbose: bool,
}

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Screen {
    /// Lets everything that is printed from now on follow the user's wish for colours.
    pub fn apply(&self) {
        match self.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Explore a program's schedules: a finding, or a proof that there is none
    Check(Box<Check>),
    /// Run a schedule that was saved, and show what happens step by step
    Replay(Replay),
    /// Show what a static analysis says of an ABS program: its possible deadlock cycles
    Analyze(Analyze),
    /// Run one schedule of a program, and print what the program prints
    Run(Box<Run>),
    /// Write a commented raddle.toml, or what a driver of a language needs
    Init(Init),
    /// Run the commands of a Maude file, and print what Maude prints
    Rewrite(Rewrite),
    /// Unfold a Petri net: how large its prefix is, and whether it can come to a standstill
    Petri(Petri),
    /// Explain a topic (exit-codes, strategies, programs, schedules, json) or a command
    Help(Help),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Write the manual pages into a folder
    Man(Man),
}

impl Command {
    /// Where the result is wanted for a machine: in which form, of which program, and by which strategy.
    pub fn asks_for_form(&self) -> Option<(Form, String, String)> {
        let (format, program) = match self {
            Command::Check(wanted) => {
                let name = wanted.java.test.as_ref().or(wanted.program.as_ref()).cloned().unwrap_or_default();
                let strategy = wanted.strategy.clone().unwrap_or_default();
                return (wanted.format != Form::Text).then_some((wanted.format, name, strategy));
            }
            Command::Replay(wanted) => (wanted.format, wanted.program.clone()),
            Command::Analyze(wanted) => (wanted.format, Some(wanted.program.clone())),
            Command::Petri(wanted) => (wanted.format, Some(wanted.file.display().to_string())),
            _ => return None,
        };
        (format == Format::Json).then(|| (Form::Json, program.unwrap_or_default(), String::new()))
    }
}

/// The forms of reports, by their names.
fn form() -> impl TypedValueParser<Value = Form> {
    let names = PossibleValuesParser::new(Form::ALL.map(|(name, _)| name));
    names.map(|name| {
        let known = Form::ALL.into_iter().find(|(known, _)| *known == name);
        known.map_or(Form::Text, |(_, form)| form)
    })
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For machines; see 'raddle help json'.
    Json,
}

/// On or off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Switch {
    /// Yes.
    On,
    /// No.
    Off,
}

/// What may happen without being reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Allowed {
    /// Data races: they are not looked for.
    Races,
    /// Livelocks: they are not looked for.
    Livelocks,
    /// Findings of a kind at a place.
    Known(Allowance),
}

/// Understands what may happen.
fn allowed(text: &str) -> Result<Allowed, String> {
    match text {
        "races" => Ok(Allowed::Races),
        "livelocks" => Ok(Allowed::Livelocks),
        _ => Allowance::parse(text).map(Allowed::Known).ok_or_else(|| {
            let kinds = KINDS.join(", ");
            format!("expected races, livelocks, or a kind and a place, such as race:Stats.hits, with one of {kinds}")
        }),
    }
}

/// Verdicts that the exit code may treat as success.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Accepted {
    /// Every schedule within the bounds was covered.
    Bounded,
    /// Some schedules were tried.
    Sampled,
    /// The search was cut short.
    Incomplete,
}

/// `raddle check`.
#[derive(Args, Debug)]
pub struct Check {
    /// The program: a file such as barber.abs, Account.java or app.jar, a folder of ABS files, a Java class with its
    /// packages, or builtin:NAME?PARAMETERS ('builtin:' lists them)
    #[arg(required_unless_present = "test")]
    pub program: Option<String>,

    /// The other files of an ABS program, or folders of them
    #[arg(value_name = "FILES")]
    pub others: Vec<String>,

    /// Which runs to make, such as dpor, exhaustive, random, pct:depth=3 (see 'raddle help strategies');
    /// by default auto for Java programs, deadlock-guided and then dpor for ABS programs, dpor for others
    #[arg(long, short, value_name = "NAME")]
    pub strategy: Option<String>,

    /// Which schedules count, such as preemptions=2,depth=100; of preemptions, delays, depth, fairness, timeouts
    #[arg(long, short, value_name = "NAME=N", value_delimiter = ',')]
    pub bound: Vec<String>,

    /// Give up after this time, such as 30s, 5m, 1h, all that is done counted; auto takes a minute if nothing is said
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time_limit: Option<Duration>,

    /// Give up after so many runs; sampling strategies stop after 100,000 if nothing limits them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_runs: Option<u64>,

    /// Give up after so many states
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_states: Option<u64>,

    /// Give up when the process holds so much memory, such as 500MB, 2GiB
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory_limit: Option<u64>,

    /// How many workers explore (default: all cores)
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,

    /// Where sampling strategies start; the same seed makes the same runs
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// Go on after the first finding, to the end
    #[arg(long)]
    pub all: bool,

    /// Explore states that were seen before only once (exhaustive only; data races are then not looked for)
    #[arg(long)]
    pub merge_states: bool,

    /// End a run as soon as some threads wait for each other in a cycle, though others could go on
    /// (default: on for ABS programs under all strategies but exhaustive, else off)
    #[arg(long, value_enum, value_name = "WHETHER")]
    pub early_deadlock: Option<Switch>,

    /// What may be: races or livelocks, which are then not looked for; or a kind of finding at a place, such as
    /// race:com.acme.Stats.hits, race:Stats.java:12 or 'exception:com.acme.*', which is then listed, and the search goes on
    #[arg(long, value_delimiter = ',', value_name = "KIND[:PLACE]", value_parser = allowed)]
    pub allow: Vec<Allowed>,

    /// Fail only for what is not in this file, which --save-baseline wrote
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Write what was found to this file, for --baseline; --all finds all of it
    #[arg(long, value_name = "FILE")]
    pub save_baseline: Option<PathBuf>,

    /// Exit with 0 for these verdicts too
    #[arg(long, value_enum, value_delimiter = ',', value_name = "VERDICT")]
    pub accept: Vec<Accepted>,

    /// Leave the schedules of findings as they were found, instead of making them short; that takes as long as the
    /// search did, or a second, within the time limit
    #[arg(long)]
    pub no_minimise: bool,

    /// Write the first finding's schedule to this file, for 'raddle replay'
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// How to write the result: for people, for machines ('raddle help json'), or for what a build reads (see docs/ci.md)
    #[arg(long, value_parser = form(), default_value = "text", value_name = "FORM")]
    pub format: Form,

    /// Write the result to a file, too, such as --report sarif=out.sarif --report junit=out.xml (forms as of --format)
    #[arg(long, value_name = "FORM=FILE", value_parser = report_file)]
    pub report: Vec<ReportFile>,

    /// How ABS programs are understood.
    #[command(flatten)]
    pub abs: AbsArguments,

    /// Show the interleavings table of the first finding's run
    #[arg(long, help_heading = "ABS programs")]
    pub table: bool,

    /// Check every product that the program declares, and give a table
    #[arg(long, help_heading = "ABS programs", conflicts_with_all = ["product", "save", "tests", "until", "table"])]
    pub all_products: bool,

    /// Write a test case for each run that is kept into this folder
    #[arg(long, value_name = "FOLDER", help_heading = "ABS programs")]
    pub tests: Option<PathBuf>,

    /// Keep only runs that cover something new, and stop when all of this is covered
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "ABS programs")]
    pub until: Option<Until>,

    /// How Java programs are found.
    #[command(flatten)]
    pub java: JavaArguments,

    /// The arguments of a Java program
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Java programs")]
    pub args: Vec<String>,
}

/// `raddle analyze`.
#[derive(Args, Debug)]
pub struct Analyze {
    /// The program: a file such as barber.abs, or a folder of such files
    pub program: String,

    /// Its other files, or folders of them
    #[arg(value_name = "FILES")]
    pub others: Vec<String>,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Write the dependency graph in the language of Graphviz
    #[arg(long)]
    pub dot: bool,

    /// Write the constraints of each cycle: what must hold in every state on the way to its deadlocks
    #[arg(long)]
    pub constraints: bool,

    /// How ABS programs are understood.
    #[command(flatten)]
    pub abs: AbsArguments,
}

/// `raddle run`.
#[derive(Args, Debug)]
pub struct Run {
    /// The program: a file such as bank.abs, Foo.java or app.jar, or a Java class with its packages
    pub program: String,

    /// The arguments of a Java program, or the other files of an ABS program, behind all options
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<String>,

    /// Which schedule of an ABS program
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "ABS programs")]
    pub seed: u64,

    /// Stop an ABS program after so many macro steps
    #[arg(long, value_name = "N", default_value_t = 10_000_000, help_heading = "ABS programs")]
    pub max_steps: u64,

    /// How ABS programs are understood.
    #[command(flatten)]
    pub abs: AbsArguments,

    /// How Java programs are found.
    #[command(flatten)]
    pub java: JavaArguments,

    /// Check assert statements of Java programs
    #[arg(long, help_heading = "Java programs")]
    pub assertions: bool,
}

/// `raddle init`.
#[derive(Args, Debug)]
pub struct Init {
    /// The language of a driver whose interface is wanted; without one, raddle.toml is written
    #[arg(value_enum)]
    pub language: Option<DriverLanguage>,

    /// The folder of the sources; the file of a driver goes into the folder of its package
    #[arg(default_value = ".")]
    pub folder: PathBuf,
}

/// A language that has an interface for drivers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DriverLanguage {
    /// Java: the class raddle.Raddle.
    Java,
}

/// `raddle petri`.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit codes: 1 the net has a deadlock, or reaches what --reach names; 0 it does not, in no\nreachable marking; 4 a limit was met before that was known.\n\nThe net must be safe: one token a place at most. If it is not, a way to two tokens is shown."
)]
pub struct Petri {
    /// The net: a file of the PEP tools (.ll_net) or PNML
    pub file: PathBuf,

    /// Ask whether these places can hold tokens together, instead of whether there is a deadlock
    #[arg(long, value_name = "'P1 P2'")]
    pub reach: Option<String>,

    /// With --reach: and no other place holds one
    #[arg(long, requires = "reach")]
    pub exactly: bool,

    /// Print the prefix of the unfolding as a graph for Graphviz, and nothing else
    #[arg(long, conflicts_with_all = ["reach", "net_dot", "format"])]
    pub dot: bool,

    /// Print the net itself as a graph for Graphviz, and nothing else
    #[arg(long, conflicts_with_all = ["reach", "format"])]
    pub net_dot: bool,

    /// How the answer is written
    #[arg(long, value_enum, default_value_t = Format::Text, value_name = "FORMAT")]
    pub format: Format,

    /// Give up after this time, such as 30s or 5m
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub time_limit: Option<Duration>,

    /// Give up after so many events
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_events: Option<u64>,
}

/// `raddle rewrite`.
#[derive(Args, Debug)]
pub struct Rewrite {
    /// The Maude file
    pub file: PathBuf,

    /// Leave out the times, so that results can be compared
    #[arg(long)]
    pub no_timing: bool,
}

/// `raddle replay`.
#[derive(Args, Debug)]
pub struct Replay {
    /// The schedule, as written by 'raddle check --save'; or a test case or a folder of them, as written by '--tests'
    pub file: PathBuf,

    /// The program, where it is no longer where the schedule says
    #[arg(long, value_name = "PROGRAM")]
    pub program: Option<String>,

    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// `raddle help`.
#[derive(Args, Debug)]
pub struct Help {
    /// What to explain
    pub topic: Option<String>,
}

/// `raddle completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// `raddle man`.
#[derive(Args, Debug)]
pub struct Man {
    /// The folder to write raddle.1 and the commands' pages into; it is made if it does not exist
    pub folder: PathBuf,
}
