//! Finds the program that the user named, whatever its language.
//!
//! A language plugs in with a [`front_end::FrontEnd`]; every command that works on programs is a [`Task`], generic over them,
//! and needs no change.

pub mod abs;
mod builtin;
pub mod front_end;
pub mod java;

use std::path::Path;

use raddle_abs::machine::program::AbsProgram;
use raddle_explore::program::Program;
use raddle_jvm::explore::JavaProgram;
use raddle_threads::ThreadProgram;

use crate::mistake::Mistake;
use abs::AbsArguments;

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

/// The files beside the first one are of an ABS program, or nothing is meant by them.
pub fn take_other_files(name: &str, others: Vec<String>, into: &mut AbsArguments) -> Result<(), Mistake> {
    if others.is_empty() {
        return Ok(());
    }
    let names = || [name].into_iter().chain(others.iter().map(String::as_str));
    if let Some(wrong) = names().find(|name| !abs::is_meant(name)) {
        return Err(Mistake::new(format!(
            "several names: only an ABS program is given as several files, and '{wrong}' is none of ABS"
        )));
    }
    into.other_file = others;
    Ok(())
}

/// The end of a file's name.
fn extension(name: &str) -> &str {
    Path::new(name).extension().and_then(|extension| extension.to_str()).unwrap_or_default()
}

/// Whether this is a Maude file.
pub fn is_maude(name: &str) -> bool {
    extension(name) == "maude"
}

/// What is wrong with a name that stands for no program.
fn unknown(name: &str) -> Mistake {
    let as_class = name.replace('/', ".");
    if is_maude(name) && !Path::new(name).exists() {
        Mistake::new(format!("there is no file '{name}'"))
    } else if is_maude(name) {
        Mistake::new(format!(
            "'{name}': raddle checks no Maude programs yet; it checks ABS and Java programs and {BUILTIN}NAME ('raddle check {BUILTIN}' lists them)"
        ))
    } else if Path::new(name).is_dir() {
        java::classes::instead_of_folder(name)
    } else if looks_like_class(&as_class) {
        Mistake::new(format!(
            "'{name}': did you mean the class {as_class}? Name it with -cp and where its classes are"
        ))
    } else {
        Mistake::new(format!(
            "'{name}' names no program: expected a file such as barber.abs or Account.java, a class with -cp, or {BUILTIN}NAME?PARAMETERS ('raddle check {BUILTIN}' lists them)"
        ))
    }
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
