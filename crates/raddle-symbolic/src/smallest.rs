//! Among all values that satisfy some conditions, those that a person wants to see: numbers near zero, positive rather than
//! negative, the first of the list before the second.

use crate::model::Model;
use crate::queries::Queries;
use crate::semantics::signed;
use crate::solver::{Answer, Solver, Stop};
use crate::term::{Term, Terms};

/// How a term's values are to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Without sign: lengths, characters.
    Unsigned,
    /// In two's complement: what Java calls int and long.
    Signed,
}

/// Makes the terms small, one after the other, starting from values that satisfy the conditions. Where the solver does not
/// know, or is stopped, the best values up to then are kept; they always satisfy the conditions.
pub fn smallest<S: Solver>(
    queries: &mut Queries<S>,
    terms: &mut Terms,
    conditions: &[Term],
    model: Model,
    wishes: &[(Term, Reading)],
    stop: Stop<'_>,
) -> Model {
    let mut conditions = conditions.to_vec();
    let mut best = model;
    for (term, reading) in wishes {
        let width = terms.width(*term);
        let size = |model: &Model, terms: &Terms| {
            let value = model.evaluate(terms, *term);
            match reading {
                Reading::Unsigned => value,
                Reading::Signed => signed(value, width).unsigned_abs(),
            }
        };
        // No value is smaller than `from`.
        let mut from = 0;
        let mut guess = 0;
        loop {
            let found = size(&best, terms);
            if from >= found || stop() {
                break;
            }
            let within = within(terms, *term, *reading, guess);
            match ask(queries, terms, &conditions, within, stop) {
                Answer::Satisfiable(model) => best = model,
                Answer::Unsatisfiable(_) => from = guess + 1,
                Answer::Unknown(_) => break,
            }
            let found = size(&best, terms);
            guess = from + found.saturating_sub(from) / 2;
        }
        if *reading == Reading::Signed && signed(best.evaluate(terms, *term), width) < 0 {
            let positive = terms.constant(size(&best, terms), width);
            let is_positive = terms.equal(*term, positive);
            let zero = terms.constant(0, width);
            let is_negative = terms.less_signed(positive, zero);
            let not_negative = terms.not(is_negative);
            let wish = terms.and(is_positive, not_negative);
            if let Answer::Satisfiable(model) = ask(queries, terms, &conditions, wish, stop) {
                best = model;
            }
        }
        let value = terms.constant(best.evaluate(terms, *term), width);
        let settled = terms.equal(*term, value);
        conditions.push(settled);
    }
    best
}

fn ask<S: Solver>(
    queries: &mut Queries<S>,
    terms: &Terms,
    conditions: &[Term],
    wish: Term,
    stop: Stop<'_>,
) -> Answer {
    let mut conditions = conditions.to_vec();
    conditions.push(wish);
    queries.solve(terms, &conditions, stop)
}

/// Whether a term is at most so large, or so far from zero.
fn within(terms: &mut Terms, term: Term, reading: Reading, size: u64) -> Term {
    let width = terms.width(term);
    let (shifted, largest) = match reading {
        Reading::Unsigned => (term, size),
        // From -size to size: from 0 to twice the size, once it was moved there.
        Reading::Signed if size >= width.sign() => return terms.boolean(true),
        Reading::Signed => {
            let size_term = terms.constant(size, width);
            (terms.add(term, size_term), size.wrapping_mul(2))
        }
    };
    if largest >= width.mask() {
        return terms.boolean(true);
    }
    let above = terms.constant(largest + 1, width);
    terms.less_unsigned(shifted, above)
}
