//! The programs of `benches/java`: each bug is found, of the right kind; each correction is proved; the families have
//! exactly as many runs as there are classes of schedules.

use super::support::{Group, assert_all_right, brief, kinds, not_nothing};

static PROGRAMS: Group = Group::new("benches", &["benches/java"]);

/// A program, the kind of its bug, and the size at which its correction is small enough to be proved.
const PROGRAMS_AND_KINDS: &[(&str, &str, &str)] = &[
    ("TwoStage", "exception", "fixed"),
    ("WrongLock", "exception", "fixed"),
    ("ProducerConsumer", "exception", "fixed,2,2"),
    ("BlockBarrier", "exception", "fixed,3,2"),
    ("Reorder", "exception", "fixed"),
    ("DeadlockD1", "deadlock", "fixed"),
    ("DeadlockD2", "deadlock", "fixed"),
    ("DiningPhilosopher", "deadlock", "fixed"),
    ("LoseNotify", "stuck", "fixed"),
    ("Clean", "stuck", "fixed"),
    ("NestedMonitor", "stuck", "fixed"),
    ("AlarmClock", "exception", "fixed"),
    ("RaxExtend", "exception", "fixed"),
    ("Daisy", "exception", "fixed"),
    ("ReadersWritersDeadlock", "stuck", "fixed"),
    ("ReadersWritersException", "exception", "fixed"),
    ("ReplicatedWorker", "stuck", "fixed,2,2"),
    ("BoundedBuffer", "stuck", "fixed,2"),
    ("LinkedList", "exception", "fixed"),
    ("Piper", "stuck", "fixed,2,2"),
    ("AccountRace", "exception", "fixed"),
    ("AccountDeadlock", "deadlock", "fixed"),
    ("AccountSubtype", "exception", "fixed"),
];

#[test]
fn every_bug_is_found_with_its_kind() {
    let mut wrong = Vec::new();
    for (program, kind, _) in PROGRAMS_AND_KINDS {
        let result = PROGRAMS.check_and_replay(program, &["--time-limit", "60"]);
        if kinds(&result).first() != Some(kind) {
            wrong.push(format!("{program}: {kind} expected: {}", brief(&result)));
        }
    }
    assert_all_right(&wrong);
}

/// The states that JPF needs for each bug: of the published figure and what was measured, the lower.
const STATES_OF_JPF: &[(&str, u64)] = &[
    ("TwoStage", 60),
    ("WrongLock", 21),
    ("ProducerConsumer", 121),
    ("BlockBarrier", 896),
    ("Reorder", 25),
    ("DeadlockD1", 51),
    ("DeadlockD2", 15),
    ("DiningPhilosopher", 482),
    ("LoseNotify", 8),
    ("Clean", 614),
    ("NestedMonitor", 33),
    ("AlarmClock", 540),
    ("RaxExtend", 90_000),
    ("Daisy", 50_222),
    ("ReadersWritersDeadlock", 182_000),
    ("ReadersWritersException", 182_000),
    ("ReplicatedWorker", 14_067),
    ("BoundedBuffer", 344_720),
    ("LinkedList", 2298),
    ("Piper", 224),
    ("AccountRace", 344),
    ("AccountDeadlock", 314_118),
    ("AccountSubtype", 9859),
];

#[test]
fn the_reduced_search_needs_fewer_states_than_jpf() {
    let mut wrong = Vec::new();
    for ((program, kind, _), (same, states)) in PROGRAMS_AND_KINDS.iter().zip(STATES_OF_JPF) {
        assert_eq!(program, same);
        let options = ["--strategy", "dpor", "--allow", "races", "--jobs", "1", "--time-limit", "60"];
        let result = PROGRAMS.check(program, &options);
        let points = result["stats"]["choice_points"].as_u64();
        if kinds(&result).first() != Some(kind) || points.is_none_or(|points| points >= *states) {
            wrong.push(format!("{program}: {kind} below {states} expected: {}", brief(&result)));
        }
    }
    assert_all_right(&wrong);
}

#[test]
fn every_correction_is_proved() {
    let mut wrong = Vec::new();
    for (program, _, size) in PROGRAMS_AND_KINDS {
        let result = PROGRAMS.check(program, &["--time-limit", "60", "--args", size]);
        wrong.extend(not_nothing(&result).map(|what| format!("{program} {size}: {what}")));
    }
    assert_all_right(&wrong);
}

#[test]
fn the_families_have_their_exact_numbers_of_runs() {
    let mut wrong = Vec::new();
    for (program, size, runs, deadlocks) in [
        ("Fib", "1", 3, 0),
        ("Fib", "2", 19, 0),
        ("Fib", "3", 141, 0),
        ("Fib", "4", 1107, 0),
        ("Fib", "5", 8953, 0),
        ("Fib", "1,reader", 11, 0),
        ("Fib", "2,reader", 140, 0),
        ("Fib", "3,reader", 1698, 0),
        ("Fib", "4,reader", 19_605, 0),
        ("Fib", "5,reader", 218_243, 0),
        ("Locking", "2,2,2", 90, 0),
        ("Locking", "2,2,2,2", 2520, 0),
        ("Locking", "2,2,2,2,1", 22_680, 0),
        ("Locking", "2,2,2,2,2", 113_400, 0),
        ("Writes", "3,3", 1680, 0),
        ("Readers", "8", 256, 0),
        ("Lastzero", "8", 704, 0),
        ("Filesystem", "13", 1, 0),
        ("Filesystem", "14", 2, 0),
        ("Filesystem", "15", 4, 0),
        ("Filesystem", "16", 8, 0),
        ("Filesystem", "17", 16, 0),
        ("Filesystem", "18", 32, 0),
        ("Filesystem", "19", 64, 0),
        ("Filesystem", "20", 128, 0),
        ("Indexer", "11", 1, 0),
        ("Indexer", "12", 8, 0),
        ("Dining", "2,1", 3, 1),
        ("Dining", "3,1", 7, 1),
        ("Dining", "4,1", 15, 1),
        ("Dining", "5,1", 31, 1),
        ("Dining", "6,1", 63, 1),
        ("Dining", "7,1", 127, 1),
        ("Dining", "6,1,ordered", 62, 0),
        ("Dining", "2,2", 11, 5),
        ("Dining", "3,2", 106, 16),
        ("Dining", "4,2", 831, 45),
        ("Dining", "5,2", 5851, 121),
        ("Dining", "2,2,ordered", 6, 0),
        ("Dining", "3,2,ordered", 90, 0),
        ("Dining", "4,2,ordered", 786, 0),
    ] {
        let options = ["--strategy", "dpor", "--allow", "races", "--all", "--args", size];
        let result = PROGRAMS.check(program, &options);
        let stats = &result["stats"];
        let expected = if deadlocks > 0 { "found" } else { "proved" };
        let right = stats["runs"] == runs
            && stats["deadlocks"] == deadlocks
            && stats["blocked_runs"] == 0
            && result["verdict"] == expected;
        if !right {
            wrong.push(format!("{program} {size}: {runs}, {deadlocks} expected: {}", brief(&result)));
        }
    }
    assert_all_right(&wrong);
}
