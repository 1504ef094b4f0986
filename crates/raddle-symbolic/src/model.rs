//! Values of the unknowns, and what terms come to under them.

use rustc_hash::FxHashMap;

use crate::semantics;
use crate::term::{Operator, Term, Terms, Variable};

/// Values of unknowns. One that is not mentioned is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    values: FxHashMap<Variable, u64>,
}

impl Model {
    /// The value of an unknown.
    pub fn value(&self, variable: Variable) -> u64 {
        self.values.get(&variable).copied().unwrap_or(0)
    }

    /// Gives an unknown a value.
    pub fn set(&mut self, variable: Variable, value: u64) {
        self.values.insert(variable, value);
    }

    /// Takes over all values of another model.
    pub fn extend(&mut self, other: &Self) {
        self.values.extend(other.values.iter().map(|(variable, value)| (*variable, *value)));
    }

    /// What a term comes to.
    pub fn evaluate(&self, terms: &Terms, term: Term) -> u64 {
        Evaluation::new(self).value(terms, term)
    }

    /// Whether all conditions are true.
    pub fn satisfies(&self, terms: &Terms, conditions: impl IntoIterator<Item = Term>) -> bool {
        let mut evaluation = Evaluation::new(self);
        conditions.into_iter().all(|condition| evaluation.value(terms, condition) == 1)
    }
}

/// The values of several terms under one model, each part computed once.
struct Evaluation<'a> {
    model: &'a Model,
    known: FxHashMap<Term, u64>,
    open: Vec<Term>,
}

impl<'a> Evaluation<'a> {
    fn new(model: &'a Model) -> Self {
        Self { model, known: FxHashMap::default(), open: Vec::new() }
    }

    fn value(&mut self, terms: &Terms, term: Term) -> u64 {
        self.open.push(term);
        while let Some(&next) = self.open.last() {
            let before = self.open.len();
            let node = terms.node(next);
            let mut arguments = [(0, node.width); 3];
            for (argument, place) in node.arguments().iter().zip(&mut arguments) {
                match self.known.get(argument) {
                    Some(value) => *place = (*value, terms.width(*argument)),
                    None => self.open.push(*argument),
                }
            }
            if self.open.len() > before {
                continue;
            }
            self.open.pop();
            let value = match node.operator {
                Operator::Unknown(variable) => self.model.value(variable) & node.width.mask(),
                operator => semantics::apply(operator, node.width, &arguments[..operator.arity()])
                    .expect("every operator but an unknown has a value"),
            };
            self.known.insert(next, value);
        }
        self.known[&term]
    }
}
