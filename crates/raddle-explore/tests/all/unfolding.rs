//! The strategy `unfolding`: the counts that are published for it, and what it does not cover.

use raddle_explore::bounds::Bounds;
use raddle_explore::finding::FindingKind;
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Bound, Gap, Verdict};
use raddle_threads::{ThreadProgram, builtin};

fn check(program: &ThreadProgram, bounds: Bounds) -> Outcome {
    let settings = Settings { strategy: Named::Unfolding, bounds, ..Settings::default() };
    search(program, &Unguided, &settings, &Hooks::default())
}

#[track_caller]
fn runs(program: ThreadProgram, expected: u64) {
    let outcome = check(&program, Bounds::default());
    assert_eq!((outcome.stats.runs, outcome.stats.blocked_runs), (expected, 0), "{:?}", outcome.verdict);
    assert!(outcome.gaps.is_empty(), "{:?}", outcome.gaps);
}

#[test]
fn as_many_runs_as_published_where_every_trace_has_an_event_of_its_own() {
    for (n, with, without) in [(1, 11, 3), (2, 140, 19), (3, 1698, 141)] {
        runs(builtin::fibonacci(n, true), with);
        runs(builtin::fibonacci(n, false), without);
    }
    runs(builtin::locking(&[2, 2, 2]), 90);
    runs(builtin::locking(&[2, 2, 2, 2]), 2520);
}

#[test]
fn fewer_runs_than_traces_and_the_deadlock_is_found() {
    // There are 831 traces. 786 of them come to their end, and each has an event of its own; the other 45 are deadlocked, and
    // have none. The paper needs 798 runs on average.
    let outcome = check(&builtin::dining(4, 2, false), Bounds::default());
    assert!((786..=802).contains(&outcome.stats.runs), "{:?}", outcome.stats);
    assert!(outcome.findings.iter().any(|finding| matches!(finding.kind, FindingKind::Deadlock(_))));
    let outcome = check(&builtin::dining(3, 1, true), Bounds::default());
    assert!(matches!(outcome.verdict, Verdict::Proved { .. }), "{:?}", outcome.verdict);
    // Seven pairs of threads want the same block, so there are 128 traces.
    let outcome = check(&builtin::file_system(20), Bounds::default());
    assert!(outcome.stats.runs <= 8, "{:?}", outcome.stats);
}

#[test]
fn what_was_cut_is_not_proved() {
    let depth = Bounds { depth: Some(9), ..Bounds::default() };
    let outcome = check(&builtin::locking(&[2, 2]), depth);
    assert_eq!(outcome.verdict, Verdict::Bounded([Bound::Depth].into()));
    // All runs have twelve steps.
    let depth = Bounds { depth: Some(12), ..Bounds::default() };
    let outcome = check(&builtin::locking(&[2, 2]), depth);
    assert!(matches!(outcome.verdict, Verdict::Proved { .. }), "{:?}", outcome.verdict);
}

#[test]
fn what_has_no_place_in_the_unfolding_is_named() {
    let preemptions = Bounds { preemptions: Some(1), ..Bounds::default() };
    let outcome = check(&builtin::locking(&[2, 2]), preemptions);
    let Verdict::Incomplete(gaps) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert_eq!(
        gaps,
        [Gap::Unsupported("strategy unfolding: bounds on the order of steps".to_owned())].into()
    );
}
