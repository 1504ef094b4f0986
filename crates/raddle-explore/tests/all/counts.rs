//! Counts are tests: the numbers of Mazurkiewicz traces that are known from the literature or by brute force.

use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, Stats, search};
use raddle_explore::threads::{ThreadProgram, builtin};

fn traces(program: &ThreadProgram) -> Stats {
    let outcome = search(program, &Unguided, &Settings::default(), &Hooks::default());
    eprintln!("{:?} {:?} {:?}", outcome.stats, outcome.verdict, outcome.elapsed);
    outcome.stats
}

fn check(program: ThreadProgram, expected: u64) {
    let stats = traces(&program);
    assert_eq!((stats.runs, stats.blocked_runs), (expected, 0));
}

#[test]
fn fibonacci() {
    for (n, with, without) in [(1, 11, 3), (2, 140, 19), (3, 1698, 141), (4, 19605, 1107)] {
        check(builtin::fibonacci(n, true), with);
        check(builtin::fibonacci(n, false), without);
    }
}

#[test]
fn locking() {
    check(builtin::locking(&[2, 2]), 6);
    check(builtin::locking(&[2, 2, 2]), 90);
    check(builtin::locking(&[2, 2, 2, 2]), 2520);
    check(builtin::locking(&[2, 2, 2, 2, 1]), 22680);
    check(builtin::locking(&[2, 2, 2, 2, 2]), 113400);
}

#[test]
fn others() {
    for (n, expected) in [(1, 6), (2, 90), (3, 1680)] {
        check(builtin::writes(3, n), expected);
    }
    for (n, expected) in [(3, 8), (5, 32), (8, 256)] {
        check(builtin::readers(n), expected);
    }
    for (n, expected) in [(3, 12), (5, 64), (8, 704), (10, 3328)] {
        check(builtin::last_zero(n), expected);
    }
    for (n, expected) in [(3, 6), (4, 24), (5, 120), (6, 720), (7, 5040)] {
        check(builtin::mailbox(n), expected);
    }
}
#[test]
fn dining() {
    for n in 3..=7u64 {
        check(builtin::dining(n as u32, 1, false), (1 << n) - 1);
        check(builtin::dining(n as u32, 1, true), (1 << n) - 2);
    }
    for (n, expected) in [(2, 11), (3, 106), (4, 831), (5, 5851)] {
        check(builtin::dining(n, 2, false), expected);
    }
}
#[test]
fn big() {
    for (n, expected) in [(13, 1), (14, 2), (16, 8), (18, 32), (20, 128)] {
        check(builtin::file_system(n), expected);
    }
    for (n, expected) in [(11, 1), (12, 8), (13, 64)] {
        check(builtin::indexer(n), expected);
    }
}
#[test]
fn debug() {
    let p = builtin::fibonacci(1, true);
    let truth = raddle_explore::threads::oracle::explore(&p, &Default::default(), 100000).unwrap();
    let seen = std::sync::Mutex::new(std::collections::BTreeSet::new());
    let on_run = |end: &raddle_explore::search::EndOfRun| {
        let v: Vec<_> = end.log.choices().map(|c| c.actor.0).collect();
        eprintln!("{v:?}");
        assert!(seen.lock().unwrap().insert(raddle_explore::threads::oracle::trace(end.log)));
    };
    search(&p, &Unguided, &Settings::default(), &Hooks { on_run: Some(&on_run), ..Hooks::default() });
    let missing: Vec<_> = truth.traces.difference(&seen.lock().unwrap()).copied().collect();
    let on_run = |end: &raddle_explore::search::EndOfRun| {
        if missing.contains(&raddle_explore::threads::oracle::trace(end.log)) {
            let v: Vec<_> = end.log.choices().map(|c| c.actor.0).collect();
            eprintln!("missing {v:?}");
        }
    };
    let s = Settings { strategy: raddle_explore::strategy::Strategy::Exhaustive, ..Settings::default() };
    search(&p, &Unguided, &s, &Hooks { on_run: Some(&on_run), ..Hooks::default() });
}
