//! What was answered before: by the same question, by a contradiction among the conditions that is known, or by values that
//! satisfied another question and satisfy this one too.
//!
//! Memory is bounded: everything is kept in two generations. When the younger is full it becomes the older, whose answers
//! are forgotten unless somebody asked for them meanwhile.

use std::collections::VecDeque;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::Model;
use crate::term::{Term, Terms};

/// How many questions a generation remembers.
const QUESTIONS: usize = 1 << 15;

/// How many models are tried.
const MODELS: usize = 16;

/// What is known of a question: values that satisfy it, or that there are none.
#[derive(Clone, Debug)]
pub enum Known {
    /// These satisfy it.
    Model(Rc<Model>),
    /// These of its conditions contradict each other.
    Contradiction(Rc<[Term]>),
}

#[derive(Debug, Default)]
struct Generation {
    answers: FxHashMap<Box<[Term]>, Known>,
    /// Contradictions by their largest condition.
    contradictions: FxHashMap<Term, Vec<Rc<[Term]>>>,
}

/// The answers of a search.
#[derive(Debug, Default)]
pub struct Cache {
    young: Generation,
    old: Generation,
    recent: VecDeque<Rc<Model>>,
}

/// A question: its conditions in order, each once.
pub fn question(conditions: &[Term]) -> Vec<Term> {
    let mut question = conditions.to_vec();
    question.sort_unstable();
    question.dedup();
    question
}

impl Cache {
    /// What is known of a [`question`].
    pub fn look_up(&mut self, terms: &Terms, question: &[Term]) -> Option<Known> {
        if let Some(known) = self.young.answers.get(question) {
            return Some(known.clone());
        }
        let known = (self.old.answers.get(question).cloned())
            .or_else(|| self.contradiction(question).map(Known::Contradiction))
            .or_else(|| self.model(terms, question).map(Known::Model))?;
        self.remember(question, known.clone());
        Some(known)
    }

    /// Remembers what was found out.
    pub fn remember(&mut self, question: &[Term], known: Known) {
        if self.young.answers.len() >= QUESTIONS {
            self.old = std::mem::take(&mut self.young);
        }
        match &known {
            Known::Model(model) => {
                if !self.recent.iter().any(|other| Rc::ptr_eq(other, model)) {
                    if self.recent.len() >= MODELS {
                        self.recent.pop_back();
                    }
                    self.recent.push_front(Rc::clone(model));
                }
            }
            Known::Contradiction(conditions) => {
                if let Some(largest) = conditions.last() {
                    let among = self.young.contradictions.entry(*largest).or_default();
                    if !among.contains(conditions) {
                        among.push(Rc::clone(conditions));
                    }
                }
            }
        }
        self.young.answers.insert(question.into(), known);
    }

    fn contradiction(&self, question: &[Term]) -> Option<Rc<[Term]>> {
        let is_within =
            |part: &[Term]| part.iter().all(|condition| question.binary_search(condition).is_ok());
        [&self.young, &self.old].into_iter().find_map(|generation| {
            let candidates = question.iter().filter_map(|largest| generation.contradictions.get(largest));
            candidates.flatten().find(|part| is_within(part)).cloned()
        })
    }

    fn model(&mut self, terms: &Terms, question: &[Term]) -> Option<Rc<Model>> {
        let fits = |model: &Rc<Model>| model.satisfies(terms, question.iter().copied());
        let place = self.recent.iter().position(fits)?;
        let model = self.recent.remove(place)?;
        self.recent.push_front(Rc::clone(&model));
        Some(model)
    }
}
