//! Finds the program that the user named, whatever its language.
//!
//! A front end plugs in with a variant of [`Target`] and an arm in [`resolve`]; every command that works on programs
//! is a [`Task`], generic over them, and needs no change.

pub mod abs;
mod builtin;
pub mod java;

use std::path::Path;

use raddle_abs::machine::program::AbsProgram;
use raddle_explore::program::Program;
use raddle_jvm::explore::JavaProgram;
use raddle_threads::ThreadProgram;

use crate::mistake::Mistake;
use abs::AbsArguments;
use java::JavaArguments;

pub use builtin::list as list_builtin;

/// What names a built-in program.
pub const BUILTIN: &str = "builtin:";

/// A program that was found.
pub enum Target {
    /// One of the kernel's own.
    Builtin(Box<ThreadProgram>),
    /// An ABS program.
    Abs(Box<AbsProgram>),
    /// A Java program.
    Java(Box<JavaProgram>),
}

/// What is to be done with a program.
pub trait Task {
    /// What comes out of it.
    type Output;

    /// Does it.
    fn perform<P: Program>(self, program: &P) -> Self::Output;
}

impl Target {
    /// Does something with the program.
    pub fn perform<T: Task>(&self, task: T) -> T::Output {
        match self {
            Target::Builtin(program) => task.perform(&**program),
            Target::Abs(program) => task.perform(&**program),
            Target::Java(program) => task.perform(&**program),
        }
    }
}

/// The language of a file, by its name, or of a folder, by what is in it.
pub fn language(name: &str) -> Option<&'static str> {
    if Path::new(name).is_dir() {
        return (!abs::files_in(Path::new(name)).is_empty()).then_some("ABS");
    }
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("abs") => Some("ABS"),
        Some("java" | "class" | "jar") => Some("Java"),
        Some("maude") => Some("Maude"),
        _ => None,
    }
}

/// What the languages' programs need to be understood.
pub struct Understanding<'u> {
    /// The options of ABS programs.
    pub abs: &'u AbsArguments,
    /// The options of Java programs.
    pub java: &'u JavaArguments,
    /// The arguments of Java programs.
    pub args: &'u [String],
    /// Whether the strategy needs to know what steps touch.
    pub reduces: bool,
}

/// The files beside the first one are of an ABS program, or nothing is meant by them.
pub fn take_other_files(name: &str, others: Vec<String>, into: &mut AbsArguments) -> Result<(), Mistake> {
    if others.is_empty() {
        return Ok(());
    }
    if let Some(wrong) =
        [name].into_iter().chain(others.iter().map(String::as_str)).find(|name| language(name) != Some("ABS"))
    {
        return Err(Mistake::new(format!(
            "several names: only an ABS program is given as several files, and '{wrong}' is none of ABS"
        )));
    }
    into.other_file = others;
    Ok(())
}

/// Whether this would be a Java program.
pub fn is_java(name: &str, java: &JavaArguments) -> bool {
    match language(name) {
        Some(language) => language == "Java",
        None => !name.starts_with(BUILTIN) && (java.test.is_some() || looks_like_class(name)),
    }
}

/// The program that this names, called so in what is told of it.
pub fn resolve(name: &str, shown: &str, how: &Understanding<'_>) -> Result<Target, Mistake> {
    if let Some(rest) = name.strip_prefix(BUILTIN) {
        return builtin::resolve(rest).map(|program| Target::Builtin(Box::new(program)));
    }
    Err(match language(name) {
        Some(_) if !Path::new(name).exists() => Mistake::new(format!("there is no file '{name}'")),
        Some("ABS") => {
            return abs::read(name, shown, how.abs, how.reduces)
                .map(|program| Target::Abs(Box::new(program)));
        }
        Some("Java") if name.ends_with(".java") || name.ends_with(".jar") => {
            return java::read(name, how.java, how.args).map(|program| Target::Java(Box::new(program)));
        }
        None if looks_like_class(name) || how.java.test.is_some() => {
            return java::read(name, how.java, how.args).map(|program| Target::Java(Box::new(program)));
        }
        Some("Java") => java::classes::instead_of_class_file(name),
        Some(language) => Mistake::new(format!(
            "'{name}': raddle checks no {language} programs yet; it checks ABS and Java programs and {BUILTIN}NAME ('raddle check {BUILTIN}' lists them)"
        )),
        None if Path::new(name).is_dir() => java::classes::instead_of_folder(name),
        None if looks_like_class(&name.replace('/', ".")) => Mistake::new(format!(
            "'{name}': did you mean the class {}? Name it with -cp and where its classes are",
            name.replace('/', ".")
        )),
        None => Mistake::new(format!(
            "'{name}' names no program: expected a file such as barber.abs or Account.java, a class with -cp, or {BUILTIN}NAME?PARAMETERS ('raddle check {BUILTIN}' lists them)"
        )),
    })
}

/// Whether this could be a Java class: names with points between them, the last one with a capital letter.
fn looks_like_class(name: &str) -> bool {
    let is_name = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
            && letters.all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '$')
    };
    let capital = |part: &str| part.starts_with(char::is_uppercase);
    name.split('.').all(is_name) && name.rsplit('.').next().is_some_and(capital)
}
