//! Whether there are inputs that satisfy some conditions: the question, the answers, and who can give them.

pub mod process;
pub mod sat;

use std::fmt;

use crate::model::Model;
use crate::term::{Term, Terms};

/// What is known of a set of conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// These values satisfy all of them.
    Satisfiable(Model),
    /// No values do; those that contradict each other are among these.
    Unsatisfiable(Vec<Term>),
    /// Nobody knows, and why. Whoever asked must not go on as if one of the others had been said.
    Unknown(Reason),
}

/// Why a solver has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Whoever asked wanted to wait no longer.
    Stopped,
    /// The solver gave up at its own limit.
    Limit(String),
    /// The solver could not be started, ended, or said what can't be understood.
    Failed(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stopped => formatter.write_str("the solver was stopped before it had an answer"),
            Self::Limit(what) => write!(formatter, "the solver gave up: {what}"),
            Self::Failed(what) => write!(formatter, "the solver failed: {what}"),
        }
    }
}

/// Who decides when to wait no longer: asked now and then while a solver works.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// Somebody who can answer. The answers `Satisfiable` and `Unsatisfiable` are right, always.
pub trait Solver {
    /// Whether there are values that satisfy all conditions. Conditions are booleans of this table.
    fn solve(&mut self, terms: &Terms, conditions: &[Term], stop: Stop<'_>) -> Answer;

    /// What it is called, for reports.
    fn name(&self) -> String;
}

impl<S: Solver + ?Sized> Solver for Box<S> {
    fn solve(&mut self, terms: &Terms, conditions: &[Term], stop: Stop<'_>) -> Answer {
        (**self).solve(terms, conditions, stop)
    }

    fn name(&self) -> String {
        (**self).name()
    }
}
