//! What an exploration asks: may this path go on under that condition? Most answers need no solver.
//!
//! The values that a path was found with are tried first; then only the conditions that concern the new one are asked
//! ([`crate::slices`]), of the cache first ([`crate::cache`]), and of the solver last. An answer is `Unknown` if and only if
//! the solver said so: nothing is guessed.

use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::cache::{self, Cache, Known};
use crate::model::Model;
use crate::slices::Slices;
use crate::solver::{Answer, Solver, Stop};
use crate::term::{Term, Terms};

/// Conditions that hold along a path, with values that satisfy all of them.
#[derive(Clone, Debug, Default)]
pub struct Path {
    conditions: Vec<Term>,
    model: Model,
}

impl Path {
    /// The conditions, in the order in which they were taken.
    pub fn conditions(&self) -> &[Term] {
        &self.conditions
    }

    /// Values that satisfy all of them.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Goes on under a condition, with values for the path that it makes: those that [`Queries::may_take`] gave.
    pub fn take(&mut self, terms: &Terms, condition: Term, model: Model) {
        debug_assert!(
            model.satisfies(terms, self.conditions.iter().copied().chain([condition])),
            "a path's values satisfy its conditions"
        );
        if terms.constant_of(condition).is_none() && !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
        self.model = model;
    }
}

/// How questions were answered, and what that took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Questions in all.
    pub asked: u64,
    /// Answered by the values that the path has already.
    pub by_path: u64,
    /// Answered by what was known of other questions.
    pub by_cache: u64,
    /// Given to the solver.
    pub by_solver: u64,
    /// Without an answer.
    pub unknown: u64,
    /// The solver's time.
    pub in_solver: Duration,
}

/// Whoever is asked.
pub struct Queries<S> {
    solver: S,
    cache: Cache,
    slices: Slices,
    statistics: Statistics,
}

impl<S: Solver> Queries<S> {
    /// Questions that end at this solver.
    pub fn new(solver: S) -> Self {
        Self { solver, cache: Cache::default(), slices: Slices::default(), statistics: Statistics::default() }
    }

    /// How questions were answered up to now.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The solver's name.
    pub fn solver(&self) -> String {
        self.solver.name()
    }

    /// Whether a path may go on under a condition; the model satisfies the path and the condition.
    pub fn may_take(&mut self, terms: &Terms, path: &Path, condition: Term, stop: Stop<'_>) -> Answer {
        self.statistics.asked += 1;
        if path.model.satisfies(terms, [condition]) {
            self.statistics.by_path += 1;
            return Answer::Satisfiable(path.model.clone());
        }
        let mut conditions = self.slices.concerning(terms, &path.conditions, condition);
        conditions.push(condition);
        match self.ask(terms, &conditions, stop) {
            Answer::Satisfiable(part) => {
                let mut model = path.model.clone();
                self.adopt(terms, &mut model, &part, &conditions);
                Answer::Satisfiable(model)
            }
            other => other,
        }
    }

    /// Whether all of some conditions can be satisfied together.
    pub fn solve(&mut self, terms: &Terms, conditions: &[Term], stop: Stop<'_>) -> Answer {
        self.statistics.asked += 1;
        let mut model = Model::default();
        let mut unknown = None;
        for group in self.slices.groups(terms, conditions) {
            match self.ask(terms, &group, stop) {
                Answer::Satisfiable(part) => self.adopt(terms, &mut model, &part, &group),
                Answer::Unsatisfiable(core) => return Answer::Unsatisfiable(core),
                // Another group may still show that there is nothing to be found.
                Answer::Unknown(reason) => unknown = Some(reason),
            }
        }
        unknown.map_or(Answer::Satisfiable(model), Answer::Unknown)
    }

    /// Takes the values of the unknowns that occur in some conditions over from a model that may know of others too.
    fn adopt(&mut self, terms: &Terms, model: &mut Model, part: &Model, conditions: &[Term]) {
        for condition in conditions {
            for unknown in self.slices.unknowns_of(terms, *condition).iter() {
                model.set(*unknown, part.value(*unknown));
            }
        }
    }

    fn ask(&mut self, terms: &Terms, conditions: &[Term], stop: Stop<'_>) -> Answer {
        let question = cache::question(conditions);
        if let Some(known) = self.cache.look_up(terms, &question) {
            self.statistics.by_cache += 1;
            return match known {
                Known::Model(model) => Answer::Satisfiable((*model).clone()),
                Known::Contradiction(core) => Answer::Unsatisfiable(core.to_vec()),
            };
        }
        self.statistics.by_solver += 1;
        #[expect(clippy::disallowed_methods, reason = "the solver's time is shown; nothing depends on it")]
        let begun = Instant::now();
        let answer = self.solver.solve(terms, &question, stop);
        self.statistics.in_solver += begun.elapsed();
        match &answer {
            Answer::Satisfiable(model) => {
                self.cache.remember(&question, Known::Model(Rc::new(model.clone())));
            }
            Answer::Unsatisfiable(core) => {
                let core = cache::question(core);
                self.cache.remember(&question, Known::Contradiction(core.into()));
            }
            Answer::Unknown(_) => self.statistics.unknown += 1,
        }
        answer
    }
}
