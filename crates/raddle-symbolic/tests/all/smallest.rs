//! The values that are shown: as near to zero as conditions allow.

use raddle_symbolic::queries::Queries;
use raddle_symbolic::semantics::signed;
use raddle_symbolic::smallest::{Reading, smallest};
use raddle_symbolic::solver::sat::BitBlaster;
use raddle_symbolic::solver::{Answer, Solver};
use raddle_symbolic::term::{Term, Terms, Width};

use crate::trees::{Random, Shape, random_tree};

fn shown(terms: &mut Terms, conditions: &[Term], wishes: &[(Term, Reading)]) -> Vec<i64> {
    let mut queries = Queries::new(BitBlaster::default());
    let Answer::Satisfiable(model) = queries.solve(terms, conditions, &|| false) else {
        panic!("there are values")
    };
    let model = smallest(&mut queries, terms, conditions, model, wishes, &|| false);
    assert!(model.satisfies(terms, conditions.iter().copied()));
    wishes
        .iter()
        .map(|(term, reading)| match reading {
            Reading::Signed => signed(model.evaluate(terms, *term), terms.width(*term)),
            Reading::Unsigned => model.evaluate(terms, *term) as i64,
        })
        .collect()
}

#[test]
fn numbers_come_near_to_zero() {
    let mut terms = Terms::default();
    let (x, y) = (terms.unknown(Width::INT), terms.unknown(Width::INT));
    let limit = terms.constant((-1000i64) as u64, Width::INT);
    let below = terms.less_signed(x, limit);
    assert_eq!(shown(&mut terms, &[below], &[(x, Reading::Signed)]), [-1001]);
    let sum = terms.add(x, y);
    let hundred = terms.constant(100, Width::INT);
    let is_hundred = terms.equal(sum, hundred);
    let wishes = [(x, Reading::Signed), (y, Reading::Signed)];
    assert_eq!(shown(&mut terms, &[is_hundred], &wishes), [0, 100]);
    let square = terms.multiply(x, x);
    let is_square = terms.equal(square, hundred);
    assert_eq!(shown(&mut terms, &[is_square], &[(x, Reading::Signed)]), [10]);
    let smallest_int = terms.constant(1 << 31, Width::INT);
    let is_smallest = terms.equal(x, smallest_int);
    assert_eq!(shown(&mut terms, &[is_smallest], &[(x, Reading::Signed)]), [i64::from(i32::MIN)]);
    assert_eq!(shown(&mut terms, &[is_smallest], &[(x, Reading::Unsigned)]), [1 << 31]);
}

#[test]
fn no_smaller_value_is_left_out() {
    const SHAPE: Shape = Shape { widths: &[1, 6], unknowns: &[6, 6], hard: true };
    let mut compared = 0;
    for seed in 0..300 {
        let mut random = Random(seed);
        let mut terms = Terms::default();
        let unknowns: Vec<Term> =
            SHAPE.unknowns.iter().map(|width| terms.unknown(Width::new(*width))).collect();
        let tree = random_tree(&mut random, SHAPE, 1, 4);
        let condition = tree.term(&mut terms, &unknowns);
        if !matches!(BitBlaster::default().solve(&terms, &[condition], &|| false), Answer::Satisfiable(_)) {
            continue;
        }
        let wishes = [(unknowns[0], Reading::Signed), (unknowns[1], Reading::Unsigned)];
        let found = shown(&mut terms, &[condition], &wishes);
        let number = |value: u64| if value >= 32 { value as i64 - 64 } else { value as i64 };
        let best = (0..64u64 * 64)
            .map(|both| [both / 64, both % 64])
            .filter(|values| tree.value(values) == 1)
            .map(|[first, second]| (number(first).abs(), number(first) < 0, second as i64))
            .min()
            .expect("there are values");
        assert_eq!((found[0].abs(), found[0] < 0, found[1]), best, "seed {seed}: {tree:?}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}
