//! Terms mean what plain trees mean, whatever was simplified.

use raddle_symbolic::model::Model;
use raddle_symbolic::smtlib::readable;
use raddle_symbolic::term::{Operator, Term, Terms, Width};

use crate::trees::{Random, Shape, random_tree};

const SHAPE: Shape =
    Shape { widths: &[1, 3, 8, 16, 32, 64], unknowns: &[1, 3, 8, 16, 32, 32, 64], hard: true };

fn unknowns(terms: &mut Terms, shape: Shape) -> Vec<Term> {
    shape.unknowns.iter().map(|width| terms.unknown(Width::new(*width))).collect()
}

/// Values that rules trip over: ends of ranges and their neighbours.
fn value(random: &mut Random, width: u32) -> u64 {
    let mask = u64::MAX >> (64 - width);
    let value = match random.below(6) {
        0 => random.below(4),
        1 => mask - random.below(4).min(mask),
        2 => (1u64 << (width - 1)).wrapping_add(random.below(4)).wrapping_sub(2),
        _ => random.next(),
    };
    value & mask
}

fn model(terms: &Terms, values: &[u64]) -> Model {
    let mut model = Model::default();
    for (unknown, value) in terms.unknowns().iter().zip(values) {
        let Operator::Unknown(variable) = terms.node(*unknown).operator else { unreachable!() };
        model.set(variable, *value);
    }
    model
}

#[test]
fn simplified_terms_mean_what_trees_mean() {
    for seed in 0..60_000 {
        let mut random = Random(seed);
        let mut terms = Terms::default();
        let unknowns = unknowns(&mut terms, SHAPE);
        let width = random.of(SHAPE.widths);
        let depth = 1 + random.below(5) as u32;
        let tree = random_tree(&mut random, SHAPE, width, depth);
        let term = tree.term(&mut terms, &unknowns);
        assert_eq!(terms.width(term).bits(), width, "seed {seed}");
        for _ in 0..8 {
            let values: Vec<u64> = SHAPE.unknowns.iter().map(|width| value(&mut random, *width)).collect();
            let found = model(&terms, &values).evaluate(&terms, term);
            assert_eq!(
                found,
                tree.value(&values),
                "seed {seed}: {tree:?} became {} under {values:?}",
                readable(&terms, term)
            );
        }
    }
}

/// Every rule is there for a reason: what it makes of its own kind of term.
#[test]
fn conditions_that_say_nothing_become_constants() {
    let mut terms = Terms::default();
    let x = terms.unknown(Width::INT);
    let y = terms.unknown(Width::INT);
    let byte = terms.unknown(Width::BYTE);
    let mut number = |value: i64| terms.constant(value as u64, Width::INT);
    let (zero, one, five, minus) = (number(0), number(1), number(5), number(-1));
    let (smallest, largest, thousand) =
        (number(i64::from(i32::MIN)), number(i64::from(i32::MAX)), number(1000));
    let truth = |terms: &Terms, term: Term| terms.constant_of(term);

    let difference = terms.subtract(x, x);
    assert_eq!(truth(&terms, difference), Some(0));
    let sum = terms.add(x, five);
    let back = terms.subtract(sum, x);
    assert_eq!(truth(&terms, back), Some(5), "{}", readable(&terms, back));
    let less = terms.less_signed(x, smallest);
    assert_eq!(truth(&terms, less), Some(0));
    let less = terms.less_signed(largest, x);
    assert_eq!(truth(&terms, less), Some(0));
    let wide = terms.extend_sign(byte, Width::INT);
    let less = terms.less_signed(wide, thousand);
    assert_eq!(truth(&terms, less), Some(1));
    let same = terms.equal(wide, thousand);
    assert_eq!(truth(&terms, same), Some(0));
    let letter = terms.extend_zero(byte, Width::INT);
    let less = terms.less_signed(letter, zero);
    assert_eq!(truth(&terms, less), Some(0));
    let next = terms.add(x, one);
    let same = terms.equal(next, x);
    assert_eq!(truth(&terms, same), Some(0));
    // A comparison of longs, as bytecode makes it, and the jump on it.
    let (is_less, is_same) = (terms.less_signed(x, y), terms.equal(x, y));
    let rest = terms.choose(is_same, zero, one);
    let compared = terms.choose(is_less, minus, rest);
    let jump = terms.less_signed(compared, zero);
    assert_eq!(jump, is_less, "{}", readable(&terms, jump));
    let jump = terms.equal(compared, zero);
    let opposite = terms.not(is_less);
    let expected = terms.and(opposite, is_same);
    assert_eq!(jump, expected, "{}", readable(&terms, jump));
    // A cast to byte and back of what was a byte.
    let narrow = terms.extract(wide, 0, Width::BYTE);
    assert_eq!(narrow, byte);
}

#[test]
fn deep_terms_need_no_stack() {
    let mut terms = Terms::default();
    let x = terms.unknown(Width::INT);
    let y = terms.unknown(Width::INT);
    let mut sum = x;
    for _ in 0..200_000 {
        let product = terms.xor(sum, y);
        sum = terms.add(product, x);
    }
    // A choice among as many constants, compared with one of them.
    let mut choice = terms.constant(7, Width::INT);
    for place in 0..200_000 {
        let place_term = terms.constant(place, Width::INT);
        let is_there = terms.equal(x, place_term);
        choice = terms.choose(is_there, place_term, choice);
    }
    let seven = terms.constant(7, Width::INT);
    let compared = terms.equal(choice, seven);
    assert_eq!(Model::default().evaluate(&terms, sum), 0);
    assert_eq!(Model::default().evaluate(&terms, compared), 0);
    assert!(terms.unknowns_in([sum, compared]).len() == 2);
    assert!(readable(&terms, sum).len() < 2_000);
}

#[test]
fn a_full_table_says_so() {
    let mut terms = Terms::with_limit(10);
    let x = terms.unknown(Width::INT);
    for value in 0..20 {
        let constant = terms.constant(value * 3, Width::INT);
        terms.multiply(x, constant);
    }
    assert!(terms.is_full());
    assert!(!Terms::default().is_full());
}
