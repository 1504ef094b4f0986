//! Whether random formulas can be satisfied: by our own circuits, by trying all values where these are few, and by z3.

use raddle_symbolic::model::Model;
use raddle_symbolic::smtlib::readable;
use raddle_symbolic::solver::process::Process;
use raddle_symbolic::solver::sat::BitBlaster;
use raddle_symbolic::solver::{Answer, Reason, Solver};
use raddle_symbolic::term::{Term, Terms, Width};

use crate::trees::{Random, Shape, Tree, random_tree};

/// Random conditions, as trees and as terms.
pub fn conditions(random: &mut Random, shape: Shape, depth: u32) -> (Terms, Vec<Tree>, Vec<Term>) {
    let mut terms = Terms::default();
    let unknowns: Vec<Term> = shape.unknowns.iter().map(|width| terms.unknown(Width::new(*width))).collect();
    let count = 1 + random.below(3);
    let trees: Vec<Tree> = (0..count).map(|_| random_tree(random, shape, 1, depth)).collect();
    let made = trees.iter().map(|tree| tree.term(&mut terms, &unknowns)).collect();
    (terms, trees, made)
}

fn assert_right(answer: &Answer, terms: &Terms, conditions: &[Term], solver: &mut impl Solver, seed: u64) {
    match answer {
        Answer::Satisfiable(model) => {
            assert!(model.satisfies(terms, conditions.iter().copied()), "seed {seed}");
        }
        Answer::Unsatisfiable(core) => {
            assert!(core.iter().all(|condition| conditions.contains(condition)), "seed {seed}");
            let again = solver.solve(terms, core, &|| false);
            assert!(matches!(again, Answer::Unsatisfiable(_)), "seed {seed}: a core contradicts itself");
        }
        Answer::Unknown(reason) => panic!("seed {seed}: {reason}"),
    }
}

/// Ten bits of unknowns: all values are tried.
#[test]
fn circuits_agree_with_trying_all_values() {
    const SMALL: Shape = Shape { widths: &[1, 2, 4, 7], unknowns: &[1, 2, 3, 4], hard: true };
    let mut satisfiable = 0;
    for seed in 0..6_000 {
        let mut random = Random(seed);
        let (terms, trees, made) = conditions(&mut random, SMALL, 4);
        let mut all = (0..1u64 << 10).map(|bits| [bits & 1, bits >> 1 & 3, bits >> 3 & 7, bits >> 6]);
        let holds = all.any(|values| trees.iter().all(|tree| tree.value(&values) == 1));
        let mut solver = BitBlaster::default();
        let answer = solver.solve(&terms, &made, &|| false);
        assert_eq!(matches!(answer, Answer::Satisfiable(_)), holds, "seed {seed}: {trees:?}");
        assert_right(&answer, &terms, &made, &mut solver, seed);
        satisfiable += u32::from(holds);
    }
    assert!((1_000..5_500).contains(&satisfiable), "both answers occur: {satisfiable}");
}

/// Neither may contradict the other; what one of them does not know within its limit is counted.
#[test]
fn ten_thousand_formulas_agree_with_z3() {
    const WIDE: Shape = Shape { widths: &[1, 8, 16, 32, 64], unknowns: &[1, 8, 16, 32, 32, 64], hard: false };
    const COUNT: u64 = 10_000;
    let mut z3 = Process::new("z3 -in -t:2000").expect("a command");
    let (mut satisfiable, mut unknown) = (0, 0);
    for seed in 0..COUNT {
        let mut random = Random(1_000_000 + seed);
        let (terms, _, made) = conditions(&mut random, WIDE, 3);
        let ours = BitBlaster::with_conflicts(50_000).solve(&terms, &made, &|| false);
        if let Answer::Satisfiable(model) = &ours {
            assert!(model.satisfies(&terms, made.iter().copied()), "seed {seed}");
            satisfiable += 1;
        }
        match (ours, z3.solve(&terms, &made, &|| false)) {
            (Answer::Satisfiable(_), Answer::Satisfiable(_))
            | (Answer::Unsatisfiable(_), Answer::Unsatisfiable(_)) => {}
            (Answer::Unknown(_), _) | (_, Answer::Unknown(Reason::Limit(_))) => unknown += 1,
            (ours, theirs) => {
                let told: Vec<String> = made.iter().map(|term| readable(&terms, *term)).collect();
                panic!("seed {seed}: ours {ours:?}, z3's {theirs:?}: {told:?}");
            }
        }
    }
    assert!((1_000..COUNT - 500).contains(&satisfiable), "both answers occur: {satisfiable}");
    assert!(unknown * 100 <= COUNT, "at most one in a hundred is unknown: {unknown}");
}

/// Products and quotients of unknowns in 64 bits, each within a limit that does not depend on the machine.
#[test]
fn hard_formulas_are_mostly_known() {
    const HARD: Shape = Shape { widths: &[64], unknowns: &[64, 64], hard: true };
    let count = std::env::var("RADDLE_HARD_FORMULAS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let mut unknown = 0;
    for seed in 0..count {
        let mut random = Random(2_000_000 + seed);
        let (terms, _, made) = conditions(&mut random, HARD, 4);
        let mut solver = BitBlaster::with_conflicts(20_000);
        match solver.solve(&terms, &made, &|| false) {
            Answer::Unknown(_) => unknown += 1,
            Answer::Satisfiable(model) => {
                assert!(model.satisfies(&terms, made.iter().copied()), "seed {seed}");
            }
            Answer::Unsatisfiable(_) => {}
        }
    }
    assert!(unknown * 20 <= count, "at most one in twenty is unknown: {unknown} of {count}");
}

#[test]
fn a_solver_stops_when_it_is_told_to() {
    let mut terms = Terms::default();
    let (x, y) = (terms.unknown(Width::LONG), terms.unknown(Width::LONG));
    // Two factors of a product of two primes near 2^31: not found at once.
    let product = terms.multiply(x, y);
    let number = terms.constant(2_147_483_647 * 2_147_483_629, Width::LONG);
    let limit = terms.constant(1 << 32, Width::LONG);
    let one = terms.constant(1, Width::LONG);
    let conditions = [
        terms.equal(product, number),
        terms.less_unsigned(x, limit),
        terms.less_unsigned(y, limit),
        terms.less_unsigned(one, x),
        terms.less_unsigned(one, y),
    ];
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    let answer = BitBlaster::default().solve(&terms, &conditions, &stop);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    let answer = BitBlaster::with_conflicts(10).solve(&terms, &conditions, &|| false);
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    let model = Model::default();
    assert!(!model.satisfies(&terms, conditions));
}
