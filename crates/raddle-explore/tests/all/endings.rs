//! How runs end, and what the verdict says of it: deadlock, stuck threads, daemons, exits, spin loops, livelock.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use raddle_explore::bounds::{Bounds, Budget};
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::operation::Mode;
use raddle_explore::search::{EndOfRun, Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Bound, Gap, Verdict};
use raddle_threads::{Arithmetic, Comparison, Instruction, Operand, ThreadProgram, builtin};

fn check(program: &ThreadProgram, settings: Settings) -> Outcome {
    search(program, &Unguided, &settings, &Hooks::default())
}

fn exhaustive() -> Settings {
    Settings { strategy: Named::Exhaustive, ..Settings::default() }
}

fn words(outcome: &Outcome) -> Vec<&str> {
    outcome.findings.iter().map(|finding| finding.kind.word()).collect()
}

#[test]
fn a_deadlock_names_its_cycle() {
    let program = builtin::dining(3, 1, false);
    for settings in
        [Settings::default(), exhaustive(), Settings { early_deadlock: true, ..Settings::default() }]
    {
        let outcome = check(&program, settings);
        assert_eq!(outcome.verdict, Verdict::Found);
        let [finding] = outcome.findings.as_slice() else { panic!("{:?}", outcome.findings) };
        assert!(matches!(&finding.kind, FindingKind::Deadlock(cycle) if cycle.len() == 3));
    }
}

#[test]
fn a_thread_that_nobody_can_help_is_stuck() {
    let mut program = ThreadProgram::new("receives nothing");
    let mailbox = program.mailbox("mailbox");
    program.thread("receiver", |thread| {
        let into = thread.register();
        thread.emit(Instruction::Receive { into, mailbox });
    });
    assert_eq!(words(&check(&program, Settings::default())), ["stuck"]);
}

#[test]
fn a_daemon_may_wait_for_ever() {
    let mut program = ThreadProgram::new("daemon");
    let mailbox = program.mailbox("mailbox");
    let x = program.variable("x", 0);
    program.thread("receiver", |thread| {
        thread.daemon();
        let into = thread.register();
        thread.emit(Instruction::Receive { into, mailbox });
    });
    program.thread("worker", |thread| thread.write(x, 1));
    assert!(check(&program, Settings::default()).verdict.is_proved());
}

#[test]
fn a_lost_notification_leaves_the_waiter_stuck() {
    let mut program = ThreadProgram::new("lost notify");
    let lock = program.lock("lock");
    program.thread("waiter", |thread| {
        thread.acquire(lock);
        thread.emit(Instruction::Wait(lock));
        thread.release(lock);
    });
    program.thread("notifier", |thread| {
        thread.acquire(lock);
        thread.emit(Instruction::NotifyOne(lock));
        thread.release(lock);
    });
    let outcome = check(&program, Settings::default());
    assert_eq!((words(&outcome).as_slice(), outcome.stats.runs), (["stuck"].as_slice(), 2));
}

#[test]
fn a_spin_loop_waits_for_a_change_and_is_proved() {
    let mut program = ThreadProgram::new("spin");
    let flag = program.variable("flag", 0);
    let data = program.variable("data", 0);
    program.thread("spinner", |thread| {
        let seen = thread.register();
        thread.repeat_until(
            |thread| {
                thread.read(seen, flag);
                (seen.into(), Comparison::Equal, Operand::Constant(1))
            },
            |_| {},
        );
        thread.read_plain(seen, data);
        thread.assert(seen, Comparison::Equal, 7);
    });
    program.thread("setter", |thread| {
        thread.write_plain(data, 7);
        thread.write(flag, 1);
    });
    for settings in [Settings::default(), exhaustive()] {
        assert!(check(&program, settings).verdict.is_proved());
    }
}

/// A thread that reads a flag until somebody sets it.
fn spinner(program: &mut ThreadProgram) {
    let flag = program.variable("flag", 0);
    program.thread("spinner", |thread| {
        let seen = thread.register();
        thread.repeat_until(
            |thread| {
                thread.read(seen, flag);
                (seen.into(), Comparison::Equal, Operand::Constant(1))
            },
            |_| {},
        );
    });
}

/// Every way to cover a program.
fn ways() -> [Settings; 4] {
    let merged = Settings { merge_states: true, ..exhaustive() };
    [Settings::default(), exhaustive(), merged, Settings { early_deadlock: true, ..Settings::default() }]
}

#[test]
fn a_spin_loop_that_nobody_ends_is_a_livelock_and_may_be_allowed() {
    let mut program = ThreadProgram::new("spins for ever");
    spinner(&mut program);
    for settings in ways() {
        let outcome = check(&program, settings.clone());
        assert_eq!(words(&outcome), ["livelock"], "{settings:?}");
        let looks = Looks { livelocks: false, ..Looks::default() };
        assert!(check(&program, Settings { looks, ..settings }).verdict.is_proved());
    }
}

#[test]
fn who_waits_for_something_else_than_a_spin_loop_is_stuck() {
    let mut program = ThreadProgram::new("spins, and receives nothing");
    spinner(&mut program);
    let mailbox = program.mailbox("mailbox");
    program.thread("receiver", |thread| {
        let into = thread.register();
        thread.emit(Instruction::Receive { into, mailbox });
    });
    for settings in ways() {
        assert_eq!(words(&check(&program, settings)), ["stuck"]);
    }
}

/// Two threads that each raise their flag, and lower it again if they see the other's: both may go on for ever.
fn courteous() -> ThreadProgram {
    let mut program = ThreadProgram::new("after you");
    let flags = program.array("flag", 2, 0);
    for (own, other) in [(0, 1), (1, 0)] {
        program.thread(format!("thread {own}"), |thread| {
            let seen = thread.register();
            thread.repeat_until(
                |thread| {
                    thread.write(flags.at(own), 1);
                    thread.read(seen, flags.at(other));
                    (seen.into(), Comparison::Equal, Operand::Constant(0))
                },
                |thread| thread.write(flags.at(own), 0),
            );
        });
    }
    program
}

#[test]
fn courtesy_without_end_is_a_livelock() {
    let settings = Settings { strategy: Named::Random, samples: 2000, ..Settings::default() };
    // By chance two such threads soon part; in step they never do.
    let fair = Settings { bounds: Bounds { fairness: Some(1), ..Bounds::default() }, ..settings };
    let outcome = check(&courteous(), Settings { strategy: Named::Exhaustive, stop_at_first: true, ..fair });
    assert_eq!(words(&outcome), ["livelock"]);
}

#[test]
fn an_endless_program_is_never_proved() {
    let mut program = ThreadProgram::new("counts for ever");
    let x = program.variable("x", 0);
    program.thread("counter", |thread| {
        let value = thread.register();
        let head = thread.here();
        thread.emit(Instruction::LoopHead);
        thread.emit(Instruction::FetchAdd { into: value, cell: x.into(), value: Operand::Constant(1) });
        thread.emit(Instruction::Jump { to: head });
    });
    let bounded = Settings { bounds: Bounds { depth: Some(50), ..Bounds::default() }, ..Settings::default() };
    assert_eq!(check(&program, bounded).verdict, Verdict::Bounded([Bound::Depth].into()));
    let Verdict::Incomplete(gaps) = check(&program, Settings::default()).verdict else {
        panic!("it has no end")
    };
    assert!(matches!(gaps.first(), Some(Gap::LongRun(_))));
}

#[test]
fn private_code_without_end_is_cut_and_said() {
    let mut program = ThreadProgram::new("loops privately");
    let x = program.variable("x", 0);
    program.thread("looper", |thread| {
        thread.write(x, 1);
        let here = thread.here();
        thread.emit(Instruction::Jump { to: here });
    });
    let settings = Settings { fuel: 1000, ..exhaustive() };
    assert_eq!(check(&program, settings).verdict, Verdict::Bounded([Bound::Fuel].into()));
    let settings = Settings { fuel: 1000, ..Settings::default() };
    assert!(matches!(check(&program, settings).verdict, Verdict::Incomplete(_)));
}

#[test]
fn a_budget_that_is_used_up_is_said() {
    let budget = Budget { runs: Some(10), ..Budget::default() };
    for strategy in [Named::Exhaustive, Named::Dpor] {
        let outcome =
            check(&builtin::locking(&[2, 2, 2]), Settings { strategy, budget, ..Settings::default() });
        assert_eq!(outcome.verdict, Verdict::Incomplete([Gap::Runs].into()));
        assert_eq!(outcome.stats.runs, 10);
        assert!(outcome.explored.is_none_or(|explored| explored.fraction < 1.0));
    }
}

#[test]
fn a_counter_without_a_lock_loses_updates_and_races() {
    let found = check(&builtin::counter(2, false), Settings::default());
    let mut kinds = words(&found);
    kinds.dedup();
    assert_eq!(kinds, ["assertion", "race"]);
    assert!(check(&builtin::counter(2, true), Settings::default()).verdict.is_proved());
}

#[test]
fn a_release_write_publishes_and_a_relaxed_one_does_not() {
    for (mode, races) in [(Mode::Release, false), (Mode::Relaxed, true)] {
        let mut program = ThreadProgram::new("publication");
        let flag = program.variable("flag", 0);
        let data = program.variable("data", 0);
        program.thread("writer", |thread| {
            thread.write_plain(data, 1);
            thread.emit(Instruction::Write { to: flag.into(), value: Operand::Constant(1), mode });
        });
        program.thread("reader", |thread| {
            let seen = thread.register();
            thread.emit(Instruction::Read { into: seen, from: flag.into(), mode: Mode::Acquire });
            thread.unless(seen, Comparison::Equal, 0, |thread| {
                thread.read_plain(seen, data);
                thread.compute(seen, seen, Arithmetic::Add, 0);
            });
        });
        let outcome = check(&program, Settings::default());
        assert_eq!(!outcome.findings.is_empty(), races, "{mode:?}: {:?}", outcome.findings);
    }
}

#[test]
fn a_mistake_at_the_beginning_is_not_left_for_last() {
    // The first two threads lose an update at once; what all do then has 10!/2^5 orders for each way to begin.
    let mut program = ThreadProgram::new("early mistake");
    let (x, lock) = (program.variable("x", 0), program.lock("lock"));
    for number in 0..5 {
        program.thread(format!("thread {number}"), |thread| {
            if number < 2 {
                let value = thread.register();
                thread.read(value, x);
                thread.compute(value, value, Arithmetic::Add, 1);
                thread.write(x, value);
                thread.read(value, x);
                if number == 1 {
                    thread.assert(value, Comparison::Equal, 2);
                }
            }
            for _ in 0..2 {
                thread.acquire(lock);
                thread.release(lock);
            }
        });
    }
    let settings = Settings { stop_at_first: true, ..Settings::default() };
    let outcome = check(&program, settings);
    assert_eq!(words(&outcome), ["assertion"]);
    assert!(outcome.stats.runs < 100, "{:?}", outcome.stats);
}

/// Whoever has seen enough at the end of a run is heard before the next one: a short search would be over else.
#[test]
fn a_search_ends_with_the_run_that_was_enough() {
    let program = builtin::dining(3, 1, true);
    for settings in [Settings::default(), exhaustive()] {
        let enough = AtomicBool::new(false);
        let runs = AtomicU32::new(0);
        let on_run = |_: &EndOfRun<'_>| {
            runs.fetch_add(1, Ordering::Relaxed);
            enough.store(true, Ordering::Relaxed);
        };
        let hooks = Hooks { on_run: Some(&on_run), cancelled: Some(&enough), ..Hooks::default() };
        let outcome = search(&program, &Unguided, &settings, &hooks);
        assert_eq!(runs.load(Ordering::Relaxed), 1);
        assert_eq!(outcome.verdict, Verdict::Incomplete([Gap::Interrupted].into()));
    }
}
