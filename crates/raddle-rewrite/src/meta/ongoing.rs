//! A question with several answers, which are given out by their numbers: what is known of it so far.

use crate::commands::CompiledTarget;
use crate::machine::solve::Rest;
use crate::machine::{Search, Solution};
use crate::terms::TermId;

/// The last question that was asked of a module.
pub(crate) struct Ongoing {
    /// What was asked: all arguments but the number of the answer.
    pub question: Vec<TermId>,
    pub answers: Answers,
}

/// What is known.
pub(crate) enum Answers {
    /// A search, which can go on, and its solutions so far.
    Search(Box<OngoingSearch>),
    /// Matches, and whether there are no more.
    Matches(Matches),
}

pub(crate) struct OngoingSearch {
    pub search: Search,
    pub target: CompiledTarget,
    pub solutions: Vec<Solution>,
    pub exhausted: bool,
}

#[derive(Default)]
pub(crate) struct Matches {
    pub found: Vec<Found>,
    pub complete: bool,
    /// Where the pattern may match.
    pub places: Vec<super::context::Place>,
    /// The variables of each pattern's slots.
    pub slots: Vec<TermId>,
}

impl Matches {
    /// The match of a number.
    pub fn get(&self, number: u64) -> Option<&Found> {
        usize::try_from(number).ok().and_then(|number| self.found.get(number))
    }
}

/// A match.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Found {
    /// The rule, by its place among those of the label.
    pub rule: usize,
    /// The place in the term.
    pub place: usize,
    pub bindings: Vec<TermId>,
    pub rest: Rest,
}

impl Ongoing {
    /// What is known of the question, if it is this one.
    pub fn of(last: &mut Option<Ongoing>, question: &[TermId]) -> Option<Answers> {
        last.take().filter(|ongoing| ongoing.question == question).map(|ongoing| ongoing.answers)
    }
}
