//! Bit-blasting onto CaDiCaL: a fresh solver for each question, which was measured to be faster than one that is never
//! cleaned. Each condition is an assumption, so that those that contradict each other come back.

use super::{Answer, Reason, Solver, Stop};
use crate::blast::Blaster;
use crate::gates::Literal;
use crate::model::Model;
use crate::term::{Term, Terms};

/// The solver that is always there.
#[derive(Debug, Default)]
pub struct BitBlaster {
    conflicts: Option<i32>,
}

impl BitBlaster {
    /// One that gives up after so many conflicts: a limit that does not depend on the machine.
    pub fn with_conflicts(conflicts: i32) -> Self {
        Self { conflicts: Some(conflicts) }
    }
}

/// What CaDiCaL asks now and then.
struct Asked<'a>(Stop<'a>);

impl cadical::Callbacks for Asked<'_> {
    fn terminate(&mut self) -> bool {
        self.0()
    }
}

impl Solver for BitBlaster {
    fn solve(&mut self, terms: &Terms, conditions: &[Term], stop: Stop<'_>) -> Answer {
        if let Some(never) = conditions.iter().find(|condition| terms.constant_of(**condition) == Some(0)) {
            return Answer::Unsatisfiable(vec![*never]);
        }
        let blaster = Blaster::new(terms, conditions);
        let literals = || conditions.iter().map(|condition| (*condition, blaster.literal(*condition)));
        // Gates may have found out more than terms did.
        if let Some((never, _)) = literals().find(|(_, literal)| *literal == Literal::FALSE) {
            return Answer::Unsatisfiable(vec![never]);
        }
        if literals().all(|(_, literal)| literal == Literal::TRUE) {
            return Answer::Satisfiable(Model::default());
        }
        let mut solver = cadical::Solver::new();
        solver.set_callbacks(Some(Asked(stop)));
        if let Some(conflicts) = self.conflicts
            && let Err(error) = solver.set_limit("conflicts", conflicts)
        {
            return Answer::Unknown(Reason::Failed(error.to_string()));
        }
        for clause in blaster.clauses().split(|number| *number == 0).filter(|clause| !clause.is_empty()) {
            solver.add_clause(clause.iter().copied());
        }
        match solver.solve_with(literals().map(|(_, literal)| literal.number())) {
            Some(true) => {
                let model = blaster.model(|literal| solver.value(literal.number()) == Some(true));
                debug_assert!(
                    model.satisfies(terms, conditions.iter().copied()),
                    "circuits mean what terms mean"
                );
                Answer::Satisfiable(model)
            }
            Some(false) => {
                let failed = literals().filter(|(_, literal)| solver.failed(literal.number()));
                Answer::Unsatisfiable(failed.map(|(condition, _)| condition).collect())
            }
            None if stop() => Answer::Unknown(Reason::Stopped),
            None => Answer::Unknown(Reason::Limit(match self.conflicts {
                Some(conflicts) => format!("{conflicts} conflicts"),
                None => "no reason was given".to_owned(),
            })),
        }
    }

    fn name(&self) -> String {
        "cadical".to_owned()
    }
}
