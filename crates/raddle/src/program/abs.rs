//! ABS programs: their options on the command line, and how a file becomes a program.

use clap::{Args, Parser, ValueEnum};
use std::path::{Path, PathBuf};

use raddle_abs::deadlock::GraphKind;
use raddle_abs::diagnostic::Diagnostic;
use raddle_abs::load::{Dialect, FileText, Loaded, Reading, Refusal, load_files};
use raddle_abs::machine::options::{AwaitSemantics, Dependence, Options, RandomSource};
use raddle_abs::machine::program::AbsProgram;
use raddle_report::diagnostics::{Remark, Severity, render};

use crate::mistake::Mistake;
use crate::program::front_end::{FrontEnd, Options as LanguageOptions};
use crate::program::{Target, extension};
use crate::terminal::files;

/// What `await` does when its guard holds already.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Await {
    /// The task goes on.
    Continues,
    /// The task gives its location away all the same.
    Suspends,
}

/// What plain `new` means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DialectName {
    /// The object stays; 'new cog' makes a location.
    Old,
    /// A location is made; 'new local' stays.
    New,
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

/// Which edges the dependency graph has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WhichGraph {
    /// Those that constants and the order of births leave possible.
    Sharp,
    /// Every one that the points-to analysis finds, to compare with the published figures.
    AsPublished,
}

impl WhichGraph {
    /// The same for the analysis.
    pub fn kind(self) -> GraphKind {
        match self {
            WhichGraph::Sharp => GraphKind::Sharp,
            WhichGraph::AsPublished => GraphKind::AsPublished,
        }
    }
}

/// Ancestors beyond this many tell nothing apart that a program could hold.
fn precision(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number) if number <= 16 => Ok(number),
        _ => Err("expected a number from 0 to 16".to_owned()),
    }
}

/// The options of ABS programs.
#[derive(Args, Clone, PartialEq, Eq, Debug)]
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

    /// Which edges the dependency graph of the static analysis has
    #[arg(long, value_enum, default_value_t = WhichGraph::Sharp, value_name = "WHICH")]
    pub graph: WhichGraph,

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

    /// The module whose main block is run, where several have one
    #[arg(long, value_name = "MODULE")]
    pub main: Option<String>,

    /// The product of a product line whose program is meant (by default: the program without its deltas)
    #[arg(long, value_name = "NAME")]
    pub product: Option<String>,

    /// What 'new C()' means: in the older dialect the object stays in its creator's location (by default: as the files show)
    #[arg(long, value_enum, value_name = "WHICH")]
    pub dialect: Option<DialectName>,

    /// The lines that readln gives: those of this file
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,

    /// The program's other files, as the user named them; on the command line they stand beside the first.
    #[arg(long, hide = true)]
    pub other_file: Vec<String>,

    /// Where each of the other files is, whatever folder one stands in.
    #[arg(long, hide = true)]
    pub other_path: Vec<PathBuf>,
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
        words.extend(self.main.iter().map(|main| format!("--main={main}")));
        words.extend(self.product.iter().map(|product| format!("--product={product}")));
        words.extend(
            self.dialect
                .and_then(|dialect| dialect.to_possible_value())
                .map(|dialect| format!("--dialect={}", dialect.get_name())),
        );
        let input = self.input.as_ref().map(|input| files::from_anywhere(input));
        words.extend(input.map(|input| format!("--input={}", input.display())));
        for file in &self.other_file {
            words.push(format!("--other-file={file}"));
            words.push(format!("--other-path={}", files::from_anywhere(Path::new(file)).display()));
        }
        words
    }

    /// Whether none of them was given, or only as it is anyhow.
    pub fn is_usual(&self) -> bool {
        self.unusual().is_empty()
    }

    /// The first one that is not as usual; empty where there is none.
    pub fn unusual(&self) -> &'static str {
        let given = [
            (self.await_semantics != Await::Continues, "--await"),
            (self.dependence != Depends::Fields, "--dependence"),
            (self.precision != 1, "--precision"),
            (self.graph != WhichGraph::Sharp, "--graph"),
            (self.reachable != Reachable::Values, "--reachable"),
            (self.check_every.get() != 1, "--check-every"),
            (self.criterion != Wanted::FirstDeadlock, "--criterion"),
            (self.cycles != CycleOrder::InTurn, "--cycles"),
            (self.random_seed.is_some(), "--random-seed"),
            (self.main.is_some(), "--main"),
            (self.product.is_some(), "--product"),
            (self.input.is_some(), "--input"),
            (self.dialect.is_some(), "--dialect"),
        ];
        given.into_iter().find(|(given, _)| *given).map_or("", |(_, option)| option)
    }

    /// The options of a schedule file.
    pub fn from_words(words: &[String]) -> Result<AbsArguments, Mistake> {
        let words = std::iter::once("raddle").chain(words.iter().map(String::as_str));
        Alone::try_parse_from(words)
            .map(|alone| alone.arguments)
            .map_err(|_| Mistake::new("the schedule's options are damaged: check again with --save"))
    }

    fn reading(&self) -> Result<Reading, Mistake> {
        Ok(Reading {
            main: self.main.clone(),
            product: self.product.clone(),
            dialect: self.dialect.map(|dialect| match dialect {
                DialectName::Old => Dialect::Older,
                DialectName::New => Dialect::Today,
            }),
            input: self.input.as_deref().map(lines_of).transpose()?,
        })
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

/// Whether this is a file of ABS, or a folder with some.
pub fn is_meant(name: &str) -> bool {
    let path = Path::new(name);
    if path.is_dir() { !files_in(path).is_empty() } else { extension(name) == "abs" }
}

/// ABS, as the command line sees it.
pub struct Abs;

impl FrontEnd for Abs {
    fn language(&self) -> &'static str {
        "ABS"
    }

    fn takes(&self, name: &str, _: &LanguageOptions) -> bool {
        is_meant(name)
    }

    fn given_option(&self, options: &LanguageOptions) -> Option<String> {
        let unusual = (!options.abs.is_usual()).then(|| options.abs.unusual());
        options.abs_only.or(unusual).map(str::to_owned)
    }

    fn has_guide(&self) -> bool {
        true
    }

    fn read(
        &self,
        name: &str,
        shown: &str,
        options: &LanguageOptions,
        reduces: bool,
    ) -> Result<Target, Mistake> {
        read(name, shown, &options.abs, reduces).map(|program| Target::Abs(Box::new(program)))
    }

    fn words(&self, _: &str, options: &LanguageOptions) -> Vec<String> {
        options.abs.words()
    }

    fn options_of(&self, words: &[String]) -> Result<LanguageOptions, Mistake> {
        Ok(LanguageOptions { abs: AbsArguments::from_words(words)?, ..LanguageOptions::usual()? })
    }
}

/// How deep a folder of sources may be, and how many entries it may hold: beyond, it is no folder of one program.
const DEEPEST: usize = 32;
const MOST_ENTRIES: usize = 100_000;

/// The ABS files of a folder and of those in it, in the order of their names; what begins with a point is left out, as
/// are links, which may lead in a circle.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(folder, 0, &mut 0, &mut found);
    found.sort();
    found
}

fn collect(folder: &Path, depth: usize, seen: &mut usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        let Ok(kind) = entry.file_type() else { continue };
        *seen += 1;
        if hidden || *seen > MOST_ENTRIES {
            continue;
        }
        if kind.is_dir() && depth < DEEPEST {
            collect(&path, depth + 1, seen, found);
        } else if kind.is_file() && path.extension().is_some_and(|extension| extension == "abs") {
            found.push(path);
        }
    }
}

/// The files that a name stands for, each with what it is called: itself, or all of a folder.
fn meant(name: &str, shown: &str) -> Result<Vec<(PathBuf, String)>, Mistake> {
    let path = Path::new(name);
    if !path.is_dir() {
        if !path.exists() {
            return Err(Mistake::new(format!("there is no file '{name}'")));
        }
        return Ok(vec![(path.to_owned(), shown.to_owned())]);
    }
    let files = files_in(path);
    if files.is_empty() {
        return Err(Mistake::new(format!("there is no ABS file in the folder '{name}'")));
    }
    let shown = |file: &PathBuf| match file.strip_prefix(path) {
        Ok(inside) => Path::new(shown).join(inside).display().to_string(),
        Err(_) => file.display().to_string(),
    };
    Ok(files.iter().map(|file| (file.clone(), shown(file))).collect())
}

/// No input is longer.
const LONGEST_INPUT: u64 = 1 << 28;

/// The lines of a file, without their ends.
fn lines_of(path: &Path) -> Result<Vec<String>, Mistake> {
    let wrong = |why: String| Mistake::new(format!("--input '{}': {why}", path.display()));
    let bytes = files::read_whole(path, LONGEST_INPUT).map_err(wrong)?;
    let text = String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8".to_owned()))?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// The texts of a program: those of a file or a folder, which is called `shown` in what is told of it, and of the files
/// beside it.
fn texts_of(name: &str, shown: &str, arguments: &AbsArguments) -> Result<Vec<FileText>, Mistake> {
    let mut paths = meant(name, shown)?;
    for (at, file) in arguments.other_file.iter().enumerate() {
        let known = arguments.other_path.get(at).filter(|path| path.exists());
        let place = known.and_then(|path| path.to_str()).unwrap_or(file);
        paths.extend(meant(place, file)?);
    }
    let mut seen = Vec::new();
    let mut texts = Vec::new();
    for (path, name) in paths {
        // A file may be named twice, alone and with its folder.
        let place = path.canonicalize().unwrap_or_else(|_| path.clone());
        if seen.contains(&place) {
            continue;
        }
        seen.push(place);
        let bytes = std::fs::read(&path).map_err(|error| Mistake::new(format!("'{name}': {error}")))?;
        texts.push(FileText { name, bytes });
    }
    Ok(texts)
}

/// What is wrong with the files, or strange in them.
fn remarks(loaded: &Loaded) -> String {
    let remark = |diagnostic: &Diagnostic| {
        let source = loaded.sources.get(diagnostic.span.source);
        let position = source.position(diagnostic.span.start);
        Remark {
            severity: match diagnostic.severity {
                raddle_abs::diagnostic::Severity::Warning => Severity::Warning,
                raddle_abs::diagnostic::Severity::Unsupported => Severity::Unsupported,
                raddle_abs::diagnostic::Severity::Error => Severity::Error,
            },
            message: diagnostic.message.clone(),
            file: source.name.clone(),
            line: position.line as usize,
            column: position.column as usize,
            length: diagnostic.length(&loaded.sources),
            text: source.line_text(position.line).to_owned(),
        }
    };
    render(&loaded.diagnostics.iter().map(remark).collect::<Vec<_>>())
}

/// The products that a program declares.
pub fn products(name: &str, arguments: &AbsArguments) -> Result<Vec<String>, Mistake> {
    let texts = texts_of(name, name, arguments)?;
    let loaded = load_files(&texts, &arguments.reading()?);
    if loaded.products.is_empty() {
        // Either there is none, or the files can't be read.
        let errors = loaded.refusal() == Some(Refusal::Invalid);
        let told = if errors { remarks(&loaded) } else { String::new() };
        return Err(Mistake::in_file(told, format!("--all-products: '{name}' declares no product")));
    }
    Ok(loaded.products)
}

/// Reads a program: a file or a folder, which is called `shown` in what is told of it, and the files beside it.
/// `reduces`: the strategy needs to know what steps touch.
pub fn read(name: &str, shown: &str, arguments: &AbsArguments, reduces: bool) -> Result<AbsProgram, Mistake> {
    let texts = texts_of(name, shown, arguments)?;
    let loaded = load_files(&texts, &arguments.reading()?);
    let diagnostics = remarks(&loaded);
    match loaded.refusal() {
        None => {
            // Warnings: the program runs all the same.
            if !diagnostics.is_empty() {
                anstream::eprint!("{diagnostics}");
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
