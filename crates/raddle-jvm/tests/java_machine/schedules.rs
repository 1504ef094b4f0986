//! The machine under the kernel: the exact number of traces of small programs, and the bugs that only some have.

use crate::hotspot::{compile, scratch};
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::run::RunOptions;

fn explore(name: &str, source: &str) -> Outcome {
    let directory = scratch(&format!("explore-{name}"));
    let path = directory.join(format!("{name}.java"));
    std::fs::write(&path, source).expect("a source");
    compile(&[path], &directory);
    let options = RunOptions {
        class_path: vec![directory],
        main_class: name.to_owned(),
        assertions: true,
        ..RunOptions::default()
    };
    let program = JavaProgram::new(options);
    program.check().expect("a program that starts");
    search(&program, &Unguided, &Settings::default(), &Hooks::default())
}

/// The words of all findings, in order.
fn words(outcome: &Outcome) -> Vec<&str> {
    let mut words: Vec<&str> = outcome.findings.iter().map(|finding| finding.kind.word()).collect();
    words.sort_unstable();
    words.dedup();
    words
}

#[test]
fn lost_updates_are_found() {
    let outcome = explore(
        "Lost",
        "public class Lost {
            static int count;
            public static void main(String[] args) throws Exception {
                Thread a = new Thread(() -> count++);
                Thread b = new Thread(() -> count++);
                a.start(); b.start(); a.join(); b.join();
                assert count == 2 : count;
            }
        }",
    );
    assert_eq!(words(&outcome), ["assertion", "race"], "{:?}", outcome.findings);
    // Two reads and two writes of one variable: four traces.
    assert_eq!(outcome.stats.runs, 4, "{:?}", outcome.stats);
}

#[test]
fn synchronized_updates_are_proved() {
    let outcome = explore(
        "Kept",
        "public class Kept {
            static int count;
            static synchronized void bump() { count++; }
            public static void main(String[] args) throws Exception {
                Thread a = new Thread(Kept::bump);
                Thread b = new Thread(Kept::bump);
                a.start(); b.start(); a.join(); b.join();
                assert count == 2 : count;
                System.out.println(count);
            }
        }",
    );
    assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    assert_eq!(outcome.verdict.word(), "proved", "{:?}", outcome.verdict);
    assert_eq!(outcome.stats.runs, 2, "{:?}", outcome.stats);
}

#[test]
fn two_locks_deadlock() {
    let outcome = explore(
        "Locks",
        "public class Locks {
            public static void main(String[] args) throws Exception {
                Object left = new Object(), right = new Object();
                Thread a = new Thread(() -> { synchronized (left) { synchronized (right) { } } });
                Thread b = new Thread(() -> { synchronized (right) { synchronized (left) { } } });
                a.start(); b.start(); a.join(); b.join();
            }
        }",
    );
    assert_eq!(words(&outcome), ["deadlock"], "{:?}", outcome.findings);
}

#[test]
fn a_lost_notification_is_found() {
    let outcome = explore(
        "Notify",
        "public class Notify {
            static boolean ready;
            public static void main(String[] args) throws Exception {
                Object lock = new Object();
                Thread a = new Thread(() -> { synchronized (lock) { lock.notify(); } });
                a.start();
                synchronized (lock) { lock.wait(); }
            }
        }",
    );
    assert_eq!(words(&outcome), ["stuck"], "{:?}", outcome.findings);
}

#[test]
fn atomics_are_operations() {
    let outcome = explore(
        "Composite",
        "import java.util.concurrent.atomic.AtomicInteger;
        public class Composite {
            public static void main(String[] args) throws Exception {
                AtomicInteger count = new AtomicInteger();
                Thread a = new Thread(() -> count.set(count.get() + 1));
                Thread b = new Thread(() -> count.set(count.get() + 1));
                a.start(); b.start(); a.join(); b.join();
                if (count.get() != 2) throw new IllegalStateException(\"lost\");
            }
        }",
    );
    assert_eq!(words(&outcome), ["exception"], "{:?}", outcome.findings);
    let right = explore(
        "Increment",
        "import java.util.concurrent.atomic.AtomicInteger;
        public class Increment {
            public static void main(String[] args) throws Exception {
                AtomicInteger count = new AtomicInteger();
                Thread a = new Thread(count::incrementAndGet);
                Thread b = new Thread(count::incrementAndGet);
                a.start(); b.start(); a.join(); b.join();
                if (count.get() != 2) throw new IllegalStateException(\"lost\");
            }
        }",
    );
    assert_eq!(right.verdict.word(), "proved", "{:?} {:?}", right.verdict, right.findings);
}
