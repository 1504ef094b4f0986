//! Java programs: their options on the command line, and how classes, jars, sources and tests become a program.

mod cache;
pub mod classes;
mod compile;
pub mod tests;

use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use raddle_explore::minimise::Effort;
use raddle_jvm::classes::class_path::ClassPath;
use raddle_jvm::classes::jdk::Jdk;
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::machine::time::Timeouts;
use raddle_jvm::machine::{Halt, Limits};
use raddle_jvm::run::RunOptions;

use crate::command::AUTO;
use crate::mistake::Mistake;
use crate::program::front_end::{FrontEnd, Options};
use crate::program::{Target, extension, is_maude, looks_like_class};
use crate::terminal::files;

pub use compile::DRIVER_INTERFACE;

/// The options of Java programs.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
#[command(next_help_heading = "Java programs")]
pub struct JavaArguments {
    /// Where the classes are: folders and jars (-cp for short)
    #[arg(long, visible_alias = "cp", value_name = "PATHS", value_delimiter = ':')]
    pub class_path: Vec<PathBuf>,

    /// Classes that take the place of the JDK's, or join them: java.base=FOLDER, as java and javac have it
    #[arg(long, value_name = "MODULE=FOLDER", value_parser = patch)]
    pub patch_module: Vec<PathBuf>,

    /// The home of the JDK (default: JAVA_HOME, or the java on the path)
    #[arg(long, value_name = "FOLDER")]
    pub jdk: Option<PathBuf>,

    /// A test of JUnit 4 or 5 instead of main, such as com.acme.FooTest#transfer; all tests of a class without '#'
    #[arg(long, value_name = "TEST")]
    pub test: Option<String>,

    /// When a wait for something gives up (wait, await, poll, tryLock, get, join ... with a time): 'last' where nothing
    /// else can go on, which a proof names as an assumption; 'any' at any time, as if whatever is waited for could be late
    #[arg(long, value_name = "WHEN", default_value = "last")]
    pub timeouts: WhenTimeouts,

    /// Let a wait or a park end without a reason, as Java allows
    #[arg(long)]
    pub spurious_wakeups: bool,

    /// Explore what java.util.Random and Math.random give, instead of one sequence
    #[arg(long)]
    pub explore_random: bool,

    /// How far to look into calls of java.util.concurrent: 'coarse' takes each for one step up to where it waits, which
    /// relies on the JDK, 'fine' stops inside
    #[arg(long, value_name = "STEPS", default_value = "coarse")]
    pub library_steps: LibrarySteps,

    /// Let 'check' read this folder or file too (repeatable); the class path, the program's folder, the current one and
    /// the JDK it reads anyway. It never writes: what the program writes is seen by its own run only
    #[arg(long, value_name = "DIR")]
    pub allow_read: Vec<PathBuf>,

    /// The folder that relative paths of the program begin in, for a replay from another one
    #[arg(long, value_name = "DIR", hide = true)]
    pub directory: Option<PathBuf>,

    /// The largest heap of the program, in megabytes; more is an OutOfMemoryError (default: 2048)
    #[arg(long, value_name = "MB")]
    pub max_heap: Option<u64>,

    /// The deepest call stack of the program, in frames; more is a StackOverflowError (default: 12000)
    #[arg(long, value_name = "N")]
    pub max_frames: Option<usize>,
}

/// The folder of a patch: which module it is of makes no difference, since classes are found by their names.
fn patch(text: &str) -> Result<PathBuf, String> {
    let folder = text.split_once('=').map(|(_, folder)| PathBuf::from(folder));
    match folder {
        Some(folder) if folder.exists() => Ok(folder),
        Some(folder) => Err(format!("'{}' is not there", folder.display())),
        None => Err("a module and a folder are needed, such as java.base=patches".to_owned()),
    }
}

/// How far to look into calls of `java.util.concurrent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum LibrarySteps {
    /// Each is one step.
    #[default]
    Coarse,
    /// Each access inside is a step.
    Fine,
}

/// When a wait for something gives up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum WhenTimeouts {
    /// Where nothing else can go on.
    #[default]
    Last,
    /// At any time.
    Any,
}

/// The options alone, to read them back from a schedule file.
#[derive(Parser)]
struct Alone {
    #[command(flatten)]
    arguments: JavaArguments,
    #[arg(long, value_delimiter = ',')]
    args: Vec<String>,
}

impl JavaArguments {
    /// The options as words, for a schedule file, which means the same from every folder. `is_file`: the program is one,
    /// and no class in this folder.
    pub fn words(&self, arguments: &[String], is_file: bool) -> Vec<String> {
        let mut words = self.given(arguments, is_file);
        if self.directory.is_none() {
            words.push(format!("--directory={}", files::from_anywhere(Path::new(".")).display()));
        }
        words
    }

    /// The options that the user gave, as words.
    pub fn given(&self, arguments: &[String], is_file: bool) -> Vec<String> {
        let place = |option: &str, path: &Path| format!("{option}={}", files::from_anywhere(path).display());
        let here = [PathBuf::from(".")];
        let class_path = if self.class_path.is_empty() && !is_file { &here[..] } else { &self.class_path };
        let mut words: Vec<String> = class_path.iter().map(|path| place("--class-path", path)).collect();
        let patches = self.patch_module.iter().map(|path| files::from_anywhere(path));
        words.extend(patches.map(|path| format!("--patch-module=java.base={}", path.display())));
        words.extend(self.jdk.iter().map(|jdk| place("--jdk", jdk)));
        words.extend(self.test.iter().map(|test| format!("--test={test}")));
        let flags = [
            (self.timeouts == WhenTimeouts::Any, "--timeouts=any"),
            (self.spurious_wakeups, "--spurious-wakeups"),
            (self.explore_random, "--explore-random"),
            (self.library_steps == LibrarySteps::Fine, "--library-steps=fine"),
        ];
        words.extend(flags.iter().filter(|(set, _)| *set).map(|(_, word)| (*word).to_owned()));
        words.extend(self.allow_read.iter().map(|path| place("--allow-read", path)));
        words.extend(self.directory.iter().map(|path| place("--directory", path)));
        words.extend(self.max_heap.iter().map(|heap| format!("--max-heap={heap}")));
        words.extend(self.max_frames.iter().map(|frames| format!("--max-frames={frames}")));
        words.extend(arguments.iter().map(|argument| format!("--args={argument}")));
        words
    }

    /// The options of a schedule file, and the program's arguments.
    pub fn from_words(words: &[String]) -> Result<(JavaArguments, Vec<String>), Mistake> {
        let words = std::iter::once("raddle").chain(words.iter().map(String::as_str));
        Alone::try_parse_from(words)
            .map(|alone| (alone.arguments, alone.args))
            .map_err(|_| Mistake::new("the schedule's options are damaged: check again with --save"))
    }

    /// What to run: a source file, which is compiled first, a jar, or a class; or a test among these.
    pub fn options(&self, program: &str, arguments: &[String]) -> Result<RunOptions, Mistake> {
        let mut class_path = expanded(&self.class_path);
        let mut main_class = program.to_owned();
        let mut arguments = arguments.to_vec();
        let path = Path::new(program);
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let support = compile::support(self.jdk.as_deref());
        if extension == "java" {
            let mut known = class_path.clone();
            known.extend(support.as_ref().ok().cloned());
            let compiled = compile::source(path, self.jdk.as_deref(), &known)?;
            class_path.insert(0, compiled.folder);
            main_class = compiled.main_class;
        } else if extension == "jar" && path.is_file() {
            class_path.insert(0, path.to_owned());
            main_class = match (ClassPath::main_class_of_jar(path), &self.test) {
                (Ok(Some(name)), _) => name,
                (Ok(None), Some(_)) => String::new(),
                (Ok(None), None) => {
                    return Err(Mistake::new(format!(
                        "'{program}': its manifest names no Main-Class: name the class, -cp {program} com.acme.Main"
                    )));
                }
                (Err(error), _) => return Err(Mistake::new(format!("'{program}': {error}"))),
            };
        } else if class_path.is_empty() {
            class_path.push(".".into());
        }
        if let Some(test) = &self.test {
            arguments = tests::driver_arguments(test)?;
            main_class = tests::DRIVER.to_owned();
        }
        match support {
            Ok(folder) => class_path.push(folder),
            // Without a compiler, programs that bring all of their classes run as well.
            Err(_) if self.test.is_none() => {}
            Err(mistake) => return Err(mistake),
        }
        let usual = Limits::default();
        let limits = Limits {
            frames: self.max_frames.unwrap_or(usual.frames),
            heap_bytes: self.max_heap.map_or(usual.heap_bytes, |megabytes| megabytes.saturating_mul(1 << 20)),
            ..usual
        };
        // A program that is a file lies among its own.
        let folder = path.parent().filter(|_| path.is_file()).map(|folder| Path::new(".").join(folder));
        Ok(RunOptions {
            readable: self.allow_read.iter().cloned().chain(folder).collect(),
            directory: self.directory.clone().filter(|folder| folder.is_dir()),
            limits,
            jdk: self.jdk.clone(),
            patches: self.patch_module.clone(),
            class_path,
            main_class,
            arguments,
            timeouts: match self.timeouts {
                WhenTimeouts::Last => Timeouts::Last,
                WhenTimeouts::Any => Timeouts::Any,
            },
            spurious_wakeups: self.spurious_wakeups,
            explore_random: self.explore_random,
            coarse_library_steps: self.library_steps == LibrarySteps::Coarse,
            ..RunOptions::default()
        })
    }
}

/// Whether this is the name of a file of Java.
pub fn is_file_name(name: &str) -> bool {
    !Path::new(name).is_dir() && matches!(extension(name), "java" | "class" | "jar")
}

/// A state of a Java program is a whole heap: telling whether it was seen before takes about a millisecond.
const EFFORT: Effort = Effort { states: 300, replays: 2_000 };

/// Java, as the command line sees it.
pub struct Java;

impl FrontEnd for Java {
    fn language(&self) -> &'static str {
        "Java"
    }

    fn takes(&self, name: &str, options: &Options) -> bool {
        let is_class = || options.java.test.is_some() || looks_like_class(name);
        is_file_name(name) || (!is_maude(name) && is_class())
    }

    fn is_file(&self, name: &str) -> bool {
        is_file_name(name)
    }

    fn given_option(&self, options: &Options) -> Option<String> {
        options.java.given(&options.args, true).into_iter().next()
    }

    fn default_strategy(&self) -> &'static str {
        AUTO
    }

    fn effort(&self) -> Effort {
        EFFORT
    }

    fn tells_every_step(&self) -> bool {
        false
    }

    fn platform(&self, options: &Options) -> Option<String> {
        Jdk::find(options.java.jdk.as_deref()).ok().map(|jdk| jdk.version)
    }

    fn read(&self, name: &str, _: &str, options: &Options, _: bool) -> Result<Target, Mistake> {
        if is_file_name(name) && !Path::new(name).exists() {
            return Err(Mistake::new(format!("there is no file '{name}'")));
        }
        if is_file_name(name) && extension(name) == "class" {
            return Err(classes::instead_of_class_file(name));
        }
        read(name, &options.java, &options.args).map(|program| Target::Java(Box::new(program)))
    }

    fn words(&self, name: &str, options: &Options) -> Vec<String> {
        options.java.words(&options.args, is_file_name(name))
    }

    fn options_of(&self, words: &[String]) -> Result<Options, Mistake> {
        let (java, args) = JavaArguments::from_words(words)?;
        Ok(Options { java, args, ..Options::usual()? })
    }
}

/// The program of a source file, a jar, a class or a test, with its assertions on.
pub fn read(program: &str, how: &JavaArguments, arguments: &[String]) -> Result<JavaProgram, Mistake> {
    let options = RunOptions { assertions: true, ..how.options(program, arguments)? };
    let read = JavaProgram::new(options);
    match read.check() {
        Ok(()) => Ok(read),
        Err(Halt::BadInput(what)) if what.starts_with(NO_CLASS) => {
            Err(Mistake::new(format!("{what}{}", looked_for(program, how))))
        }
        Err(halt) => Err(refused(halt)),
    }
}

/// A class path in which `lib/*` stands for all jars of that folder, as it does for `java`.
fn expanded(class_path: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for path in class_path {
        if path.file_name().is_none_or(|name| name != "*") {
            all.push(path.clone());
            continue;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let is_jar =
            |path: &PathBuf| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("jar"));
        let mut jars: Vec<PathBuf> = entries.filter(is_jar).collect();
        jars.sort();
        all.extend(jars);
    }
    all
}

/// What the machine says of a class that it does not find.
const NO_CLASS: &str = "could not find or load main class";

/// Where a class was looked for, and what may be wrong with that.
fn looked_for(program: &str, how: &JavaArguments) -> String {
    let missing: Vec<String> = how
        .class_path
        .iter()
        .filter(|path| !path.exists() && path.file_name().is_none_or(|name| name != "*"))
        .map(|path| format!("there is no '{}'", path.display()))
        .collect();
    let source = format!("{program}.java");
    let places: Vec<String> = how.class_path.iter().map(|path| format!("'{}'", path.display())).collect();
    match (places.is_empty(), missing.is_empty()) {
        _ if Path::new(&source).is_file() => format!(": did you mean {source}?"),
        (true, _) => " in this folder: name where the classes are with -cp".to_owned(),
        (false, true) => match classes::meant(program, &expanded(&how.class_path)) {
            Some(class) => format!(" in {}: did you mean {class}?", places.join(", ")),
            None => format!(" in {}", places.join(", ")),
        },
        (false, false) => format!(": {}", missing.join(", ")),
    }
}

/// Why a machine stopped that should have gone on.
pub fn refused(halt: Halt) -> Mistake {
    match halt {
        Halt::Incomplete { missing, stack } => {
            let stack: String = stack.iter().map(|frame| format!("    at {frame}\n")).collect();
            let line = format!(
                "not supported: {missing}; this is raddle's gap, not your program's: please report it"
            );
            Mistake::in_file(stack, line).not_supported()
        }
        Halt::Limit(which) => Mistake::new(format!("a limit was reached: {which}")).not_supported(),
        Halt::BadInput(what) | Halt::Deadlock(what) => Mistake::new(what),
        Halt::Exit(code) => Mistake::new(format!("the program ended with code {code} before it began")),
    }
}
