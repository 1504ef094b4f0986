//! Numbers that were checked independently of this implementation.

use crate::support::{explore, file, program};
use raddle_abs::exact::{self, ExactSettings};
use raddle_abs::machine::options::{Dependence, Options};
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Named;

#[test]
fn sleeping_barber_has_181_states_42_runs_6_deadlocks() {
    let counts = explore(&program(&file("examples/abs/sleeping_barber.abs"), Options::default()));
    assert_eq!((counts.states, counts.runs, counts.deadlocks), (181, 42, 6));
}

#[test]
fn database_has_6_runs_2_of_them_deadlocked() {
    let counts = explore(&program(&file("benches/abs/DB.abs"), Options::default()));
    assert_eq!((counts.runs, counts.deadlocks), (6, 2));
}

/// The runs of Fact(5, 2) that a strategy makes, and whether the wrong result is found.
fn fact(strategy: Named, dependence: Dependence) -> (u64, bool) {
    let options = Options { dependence, ..Options::default() };
    let program = program(&file("benches/abs/Fact.abs"), options);
    let settings = Settings { strategy, ..Settings::default() };
    let outcome = search(&program, &Unguided, &settings, &Hooks::default());
    (outcome.stats.runs, outcome.findings.iter().any(|finding| finding.kind.word() == "assertion"))
}

#[test]
fn fact_has_280_18_8_and_2_runs() {
    assert_eq!(fact(Named::Exhaustive, Dependence::Fields), (280, true));
    assert_eq!(fact(Named::Dpor, Dependence::None), (280, true));
    assert_eq!(fact(Named::Dpor, Dependence::Location), (18, true));
    assert_eq!(fact(Named::Dpor, Dependence::Fields), (8, true));
    let exact = exact::explore(
        &program(
            &file("benches/abs/Fact.abs"),
            Options { dependence: Dependence::Exact, ..Options::default() },
        ),
        ExactSettings::default(),
    );
    assert_eq!(exact.stats.runs, 2);
    assert!(exact.findings.iter().any(|finding| finding.kind.word() == "assertion"));
}

#[test]
fn reduction_finds_the_barbers_deadlock_with_fewer_runs() {
    let program = program(&file("examples/abs/sleeping_barber.abs"), Options::default());
    let outcome = search(&program, &Unguided, &Settings::default(), &Hooks::default());
    assert!(outcome.stats.runs < 42);
    assert!(outcome.findings.iter().any(|finding| finding.kind.word() == "deadlock"));
}
