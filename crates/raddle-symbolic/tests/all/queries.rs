//! What explorations ask: answers are those of the plain solver, and most of them need none.

use raddle_symbolic::queries::{Path, Queries};
use raddle_symbolic::solver::sat::BitBlaster;
use raddle_symbolic::solver::{Answer, Reason, Solver, Stop};
use raddle_symbolic::term::{Term, Terms, Width};

use crate::trees::{Random, Shape, random_tree};

const SHAPE: Shape = Shape { widths: &[1, 8, 16], unknowns: &[1, 8, 8, 8, 16], hard: false };

/// Random paths through random conditions: both sides of each are asked, and one is taken.
#[test]
fn answers_are_those_of_the_solver_alone() {
    let mut terms = Terms::default();
    let unknowns: Vec<Term> = SHAPE.unknowns.iter().map(|width| terms.unknown(Width::new(*width))).collect();
    let mut queries = Queries::new(BitBlaster::default());
    let mut random = Random(7);
    // Few conditions, so that they come up again.
    let pool: Vec<Term> =
        (0..24).map(|_| random_tree(&mut random, SHAPE, 1, 3).term(&mut terms, &unknowns)).collect();
    for round in 0..400 {
        let mut path = Path::default();
        for _ in 0..8 {
            let mut condition = random.of(&pool);
            if random.below(2) == 0 {
                condition = terms.not(condition);
            }
            let answer = queries.may_take(&terms, &path, condition, &|| false);
            let mut all = path.conditions().to_vec();
            all.push(condition);
            let plain = BitBlaster::default().solve(&terms, &all, &|| false);
            match answer {
                Answer::Satisfiable(model) => {
                    assert!(matches!(plain, Answer::Satisfiable(_)), "round {round}");
                    assert!(model.satisfies(&terms, all), "round {round}");
                    path.take(&terms, condition, model);
                }
                Answer::Unsatisfiable(core) => {
                    assert!(matches!(plain, Answer::Unsatisfiable(_)), "round {round}");
                    assert!(core.iter().all(|part| all.contains(part)), "round {round}");
                }
                Answer::Unknown(reason) => panic!("round {round}: {reason}"),
            }
        }
    }
    let statistics = queries.statistics();
    assert_eq!(statistics.asked, 3_200);
    assert!(statistics.by_path > 0 && statistics.by_cache > 0 && statistics.by_solver > 0, "{statistics:?}");
    assert!(statistics.by_solver * 4 < statistics.asked, "most need no solver: {statistics:?}");
}

/// Somebody who never knows.
struct Ignorant;

impl Solver for Ignorant {
    fn solve(&mut self, _: &Terms, _: &[Term], _: Stop<'_>) -> Answer {
        Answer::Unknown(Reason::Limit("nobody knows".to_owned()))
    }

    fn name(&self) -> String {
        "ignorant".to_owned()
    }
}

#[test]
fn what_is_not_known_is_never_guessed_nor_remembered() {
    let mut terms = Terms::default();
    let x = terms.unknown(Width::INT);
    let five = terms.constant(5, Width::INT);
    let condition = terms.less_signed(five, x);
    let mut queries = Queries::new(Ignorant);
    for _ in 0..2 {
        let answer = queries.may_take(&terms, &Path::default(), condition, &|| false);
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
        let answer = queries.solve(&terms, &[condition], &|| false);
        assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    }
    assert_eq!(queries.statistics().unknown, 4);
}

/// A contradiction among conditions that don't concern the unknown one is an answer all the same.
#[test]
fn independent_conditions_are_asked_apart() {
    let mut terms = Terms::default();
    let unknowns: Vec<Term> = (0..40).map(|_| terms.unknown(Width::INT)).collect();
    let conditions: Vec<Term> = (unknowns.iter().enumerate())
        .map(|(place, unknown)| {
            let value = terms.constant(100 + place as u64, Width::INT);
            terms.equal(*unknown, value)
        })
        .collect();
    let mut queries = Queries::new(BitBlaster::default());
    let Answer::Satisfiable(model) = queries.solve(&terms, &conditions, &|| false) else {
        panic!("there are values")
    };
    assert!(model.satisfies(&terms, conditions.iter().copied()));
    let other = terms.constant(1, Width::INT);
    let contradiction = terms.equal(unknowns[3], other);
    let mut all = conditions.clone();
    all.push(contradiction);
    let Answer::Unsatisfiable(core) = queries.solve(&terms, &all, &|| false) else {
        panic!("there are none")
    };
    assert!(core.len() == 2 && core.contains(&contradiction) && core.contains(&conditions[3]), "{core:?}");
}
