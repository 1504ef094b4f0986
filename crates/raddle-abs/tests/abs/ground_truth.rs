//! Numbers that were checked independently of this implementation.

use crate::support::{explore, file, program};
use raddle_abs::exact::Exact;
use raddle_abs::machine::options::{Dependence, Options};
use raddle_explore::bounds::{Bounds, Budget};
use raddle_explore::finding::Looks;
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search, search_by};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Bound, Gap, Verdict};

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
    let options = Options { dependence: Dependence::Exact, ..Options::default() };
    let program = program(&file("benches/abs/Fact.abs"), options);
    for jobs in [1, 2, 4] {
        let settings = Settings { jobs, ..Settings::default() };
        let exact = search_by(&program, &Unguided, &Exact, &settings, &Hooks::default());
        assert_eq!(exact.stats.runs, 2, "{jobs}");
        assert!(exact.findings.iter().any(|finding| finding.kind.word() == "assertion"), "{jobs}");
    }
}

/// The kernel's bounds and budgets hold for a strategy of ABS's own.
#[test]
fn exact_reduction_keeps_to_bounds_and_budgets() {
    let options = Options { dependence: Dependence::Exact, ..Options::default() };
    let program = program(&file("examples/abs/sleeping_barber.abs"), options);
    let looks = Looks { races: false, livelocks: false };
    let with = |bounds: Bounds, budget: Budget| {
        let settings = Settings { bounds, budget, looks, ..Settings::default() };
        search_by(&program, &Unguided, &Exact, &settings, &Hooks::default())
    };
    let whole = with(Bounds::default(), Budget::default());
    assert_eq!(whole.verdict, Verdict::Found);
    let short = with(Bounds { depth: Some(2), ..Bounds::default() }, Budget::default());
    assert_eq!(short.verdict, Verdict::Bounded([Bound::Depth].into()));
    let straight = with(Bounds { preemptions: Some(0), ..Bounds::default() }, Budget::default());
    // Nothing sleeps under such a bound: all of the tree is there.
    assert_eq!((straight.stats.runs, straight.stats.states), (42, 181));
    assert!(whole.stats.runs < 42, "{:?}", whole.stats);
    let few = with(Bounds::default(), Budget { states: Some(3), ..Budget::default() });
    assert_eq!(few.verdict, Verdict::Incomplete([Gap::States].into()));
}

#[test]
fn reduction_finds_the_barbers_deadlock_with_fewer_runs() {
    let program = program(&file("examples/abs/sleeping_barber.abs"), Options::default());
    let outcome = search(&program, &Unguided, &Settings::default(), &Hooks::default());
    assert!(outcome.stats.runs < 42);
    assert!(outcome.findings.iter().any(|finding| finding.kind.word() == "deadlock"));
}
