//! Counts are tests: the numbers of Mazurkiewicz traces that are known from the literature or by brute force.

use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, Stats, search};
use raddle_threads::{ThreadProgram, builtin};

fn traces(program: &ThreadProgram) -> Stats {
    search(program, &Unguided, &Settings::default(), &Hooks::default()).stats
}

#[track_caller]
fn check(program: ThreadProgram, expected: u64) {
    let stats = traces(&program);
    assert_eq!((stats.runs, stats.blocked_runs), (expected, 0));
}

#[test]
fn fibonacci() {
    for (n, with, without) in [(1, 11, 3), (2, 140, 19), (3, 1698, 141), (4, 19605, 1107), (5, 218243, 8953)]
    {
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
fn writes_readers_last_zero_and_mailbox() {
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
    for (n, expected, deadlocks) in [(2, 11, 5), (3, 106, 16), (4, 831, 45), (5, 5851, 121)] {
        let stats = traces(&builtin::dining(n, 2, false));
        assert_eq!((stats.runs, stats.blocked_runs, stats.deadlocks), (expected, 0, deadlocks));
    }
}

#[test]
fn file_system_and_indexer() {
    for (n, expected) in [(13, 1), (14, 2), (16, 8), (18, 32), (20, 128)] {
        check(builtin::file_system(n), expected);
    }
    for (n, expected) in [(11, 1), (12, 8), (13, 64)] {
        check(builtin::indexer(n), expected);
    }
}
