//! What the command line asks of a language: what it takes, its options, how its programs are searched where nobody says,
//! and how they are told. Everything else that a command does is the same for all.
//!
//! A language plugs in with a type that answers this, a place in [`FRONT_ENDS`], and a variant of [`Target`].

use raddle_explore::minimise::Effort;

use super::abs::{Abs, AbsArguments};
use super::builtin::Builtin;
use super::java::{Java, JavaArguments};
use super::{Target, unknown};
use crate::mistake::Mistake;

/// What was said of the program, whatever its language turns out to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// The options of ABS programs.
    pub abs: AbsArguments,
    /// An option of a command that only ABS programs have, if it was given.
    pub abs_only: Option<&'static str>,
    /// The options of Java programs.
    pub java: JavaArguments,
    /// The arguments of Java programs.
    pub args: Vec<String>,
}

impl Options {
    /// What nobody has said anything of.
    pub fn usual() -> Result<Options, Mistake> {
        let (java, args) = JavaArguments::from_words(&[])?;
        Ok(Options { abs: AbsArguments::from_words(&[])?, abs_only: None, java, args })
    }
}

/// A language, as the command line sees it.
pub trait FrontEnd: Sync {
    /// What it is called; empty where the name stands for no program.
    fn language(&self) -> &'static str;

    /// Whether this names one of its programs.
    fn takes(&self, name: &str, options: &Options) -> bool;

    /// Whether this is a file or folder, and no name that the language looks up.
    fn is_file(&self, name: &str) -> bool {
        let _ = name;
        true
    }

    /// An option of its own that was given; one that means nothing for the program at hand would be taken for heard.
    fn given_option(&self, options: &Options) -> Option<String> {
        let _ = options;
        None
    }

    /// How its programs are searched where nobody says.
    fn default_strategy(&self) -> &'static str {
        "dpor"
    }

    /// Whether it has a guide, which a search follows first where nobody says otherwise, and actors of which some that wait
    /// in a cycle end a run.
    fn has_guide(&self) -> bool {
        false
    }

    /// How much may be tried to make a schedule short.
    fn effort(&self) -> Effort {
        Effort::default()
    }

    /// Whether every step of its programs is worth telling, and not only those that others could notice.
    fn tells_every_step(&self) -> bool {
        true
    }

    /// What its programs run on, with its version, where that is no part of raddle.
    fn platform(&self, options: &Options) -> Option<String> {
        let _ = options;
        None
    }

    /// The program of this name, which is called `shown` in what is told of it. `reduces`: the strategy needs to know what
    /// steps touch.
    fn read(&self, name: &str, shown: &str, options: &Options, reduces: bool) -> Result<Target, Mistake>;

    /// The options as words, for a schedule file.
    fn words(&self, name: &str, options: &Options) -> Vec<String> {
        let _ = (name, options);
        Vec::new()
    }

    /// The options of a schedule file.
    fn options_of(&self, words: &[String]) -> Result<Options, Mistake> {
        let _ = words;
        Options::usual()
    }
}

/// Takes what nobody else does, to say what would be right.
struct Nothing;

impl FrontEnd for Nothing {
    fn language(&self) -> &'static str {
        ""
    }

    fn takes(&self, _: &str, _: &Options) -> bool {
        true
    }

    fn is_file(&self, _: &str) -> bool {
        false
    }

    fn read(&self, name: &str, _: &str, _: &Options, _: bool) -> Result<Target, Mistake> {
        Err(unknown(name))
    }

    /// A test stands for a program only beside its options.
    fn options_of(&self, words: &[String]) -> Result<Options, Mistake> {
        Java.options_of(words)
    }
}

/// All of them; the first one that takes a name has it.
const FRONT_ENDS: [&dyn FrontEnd; 4] = [&Builtin, &Abs, &Java, &Nothing];

/// The one that takes this name.
pub fn of(name: &str, options: &Options) -> &'static dyn FrontEnd {
    FRONT_ENDS.into_iter().find(|front_end| front_end.takes(name, options)).unwrap_or(&Nothing)
}

/// Refuses an option of another language than that of the program.
pub fn refuse_options_of_others(name: &str, options: &Options) -> Result<(), Mistake> {
    let own = of(name, options).language();
    // Of a name that stands for no program, that is said first.
    let others = FRONT_ENDS.into_iter().filter(|other| !own.is_empty() && other.language() != own);
    match others.into_iter().find_map(|other| Some((other.language(), other.given_option(options)?))) {
        None => Ok(()),
        Some((language, option)) => {
            let option = option.split('=').next().unwrap_or(&option);
            Err(Mistake::new(format!(
                "{option} is for {language} programs, and means nothing for '{name}': leave it out"
            )))
        }
    }
}
