//! Finds the program that the user named, whatever its language.
//!
//! A front end plugs in with a variant of [`Target`] and an arm in [`resolve`]; every command that works on programs
//! is a [`Task`], generic over them, and needs no change.

mod builtin;

use std::path::Path;

use raddle_explore::program::Program;
use raddle_explore::threads::ThreadProgram;

use crate::mistake::Mistake;

pub use builtin::list as list_builtin;

/// What names a built-in program.
pub const BUILTIN: &str = "builtin:";

/// A program that was found.
pub enum Target {
    /// One of the kernel's own.
    Builtin(Box<ThreadProgram>),
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
        }
    }
}

/// The program that this names.
pub fn resolve(name: &str) -> Result<Target, Mistake> {
    if let Some(rest) = name.strip_prefix(BUILTIN) {
        return builtin::resolve(rest).map(|program| Target::Builtin(Box::new(program)));
    }
    let path = Path::new(name);
    let language = match path.extension().and_then(|extension| extension.to_str()) {
        Some("abs") => Some("ABS"),
        Some("java" | "class" | "jar") => Some("Java"),
        Some("maude") => Some("Maude"),
        _ => None,
    };
    Err(match language {
        Some(_) if !path.exists() => Mistake::new(format!("there is no file '{name}'")),
        Some(language) => Mistake::new(format!(
            "'{name}': this build checks no {language} programs yet; it checks {BUILTIN}NAME ('raddle check {BUILTIN}' lists them)"
        )),
        None => Mistake::new(format!(
            "'{name}' names no program: expected {BUILTIN}NAME?PARAMETERS ('raddle check {BUILTIN}' lists them)"
        )),
    })
}
