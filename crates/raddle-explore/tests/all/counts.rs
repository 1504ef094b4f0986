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
fn exact(p: &ThreadProgram) {
    let truth = raddle_explore::threads::oracle::explore(p, &Default::default(), 1000000).unwrap();
    let seen = std::sync::Mutex::new(std::collections::BTreeSet::new());
    let on_run = |end: &raddle_explore::search::EndOfRun| {
        let v: Vec<_> = end.log.choices().map(|c| c.actor.0).collect();
        let new = seen.lock().unwrap().insert(raddle_explore::threads::oracle::trace(end.log));
        eprintln!("{v:?} {}", if new {""} else {"DUP"});
    };
    search(p, &Unguided, &Settings::default(), &Hooks { on_run: Some(&on_run), ..Hooks::default() });
    let missing: Vec<_> = truth.traces.difference(&seen.lock().unwrap()).copied().collect();
    assert!(missing.is_empty(), "{}", missing.len());
}
#[test]
fn writer_last() {
    let mut program = ThreadProgram::new("writer last");
    let x = program.variable("x", 0);
    for _ in 0..3 {
        program.thread("r", |t| { let r = t.register(); t.read(r, x); });
    }
    program.thread("w", |t| t.write(x, 1));
    exact(&program);
}
#[test]
fn small_random() {
    // exhaustive small programs: sequences of R/W on 2 vars
    let mut best: Option<(usize, String)> = None;
    let mut state = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(12345u64);
    let mut next = |n: u64| { state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); (state >> 33) % n };
    let (mut bad, mut total) = (0, 0);
    for _ in 0..12000 {
        let threads = 2 + next(3);
        let mut text = String::new();
        let mut program = ThreadProgram::new("random");
        let x = program.variable("x", 0);
        let y = program.variable("y", 0);
        let mut size = 0;
        for t in 0..threads {
            let ops: Vec<_> = (0..1 + next(3)).map(|_| (next(2), next(2))).collect();
            size += ops.len();
            text += &format!("T{t}:");
            program.thread("t", |b| { let r = b.register(); for &(v, w) in &ops {
                let var = if v == 0 { x } else { y };
                text += &format!(" {}{}", if w == 0 { "r" } else { "w" }, if v == 0 { "x" } else { "y" });
                if w == 0 { b.read(r, var) } else { b.write(var, 1) } } });
            text += "; ";
        }
        let Some(truth) = raddle_explore::threads::oracle::explore(&program, &Default::default(), 3000) else { continue };
        let seen = std::sync::Mutex::new((std::collections::BTreeSet::new(), 0));
        let on_run = |end: &raddle_explore::search::EndOfRun| {
            let mut s = seen.lock().unwrap();
            if !s.0.insert(raddle_explore::threads::oracle::trace(end.log)) { s.1 += 1; }
        };
        search(&program, &Unguided, &Settings::default(), &Hooks { on_run: Some(&on_run), ..Hooks::default() });
        let s = seen.into_inner().unwrap();
        let missing = truth.traces.difference(&s.0).count();
        total += 1;
        if s.1 > 0 || missing > 0 {
            bad += 1;
            if best.as_ref().is_none_or(|b| size < b.0) { best = Some((size, format!("{text} traces {} dup {} missing {missing}", truth.traces.len(), s.1))); }
        }
    }
    eprintln!("bad {bad} of {total}: {best:?}");
}
#[test]
fn dup_case() {
    let mut program = ThreadProgram::new("d");
    let x = program.variable("x", 0);
    let y = program.variable("y", 0);
    program.thread("0", |b| { let r = b.register(); b.read(r, y); b.write(x, 1); });
    program.thread("1", |b| { let r = b.register(); b.read(r, y); b.write(x, 1); b.read(r, x);  });
    program.thread("2", |b| { let r = b.register(); b.read(r, x); b.read(r, y);  });
    program.thread("3", |b| { b.write(y, 1);});
    let seen = std::sync::Mutex::new(std::collections::BTreeMap::new());
    let on_run = |end: &raddle_explore::search::EndOfRun| {
        let v: Vec<_> = end.log.choices().map(|c| c.actor.0).collect();
        let t = raddle_explore::threads::oracle::trace(end.log);
        let mut s = seen.lock().unwrap();
        if let Some(old) = s.insert(t, v.clone()) { eprintln!("DUP {v:?} of {old:?}"); }
    };
    search(&program, &Unguided, &Settings::default(), &Hooks { on_run: Some(&on_run), ..Hooks::default() });
}
