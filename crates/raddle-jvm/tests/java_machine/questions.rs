//! Questions that a program asks about others: the states of threads, who waits, sizes, sums. With coarse library steps and
//! with fine ones each gets a definite answer, and the same.
//!
//! Every program dies of an exception that names what it saw, so that the findings of a search are all answers.

use crate::hotspot::{compile, scratch};
use raddle_explore::bounds::Budget;
use raddle_explore::context::Failure;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Settings, search};
use raddle_explore::strategy::Named;
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::run::RunOptions;
use std::collections::BTreeSet;

/// What is shared, what another thread does, what main does while that runs, and the answers that there are.
const PROGRAMS: &[(&str, &str, &str, &[&str])] = &[
    (
        "Object m = new Object();",
        "synchronized (m) { }",
        "synchronized (m) { t.start(); see(t.getState()); }",
        &["RUNNABLE", "BLOCKED"],
    ),
    (
        "Object m = new Object();",
        "synchronized (m) { m.wait(); }",
        "t.start(); see(t.getState()); t.interrupt();",
        &["RUNNABLE", "WAITING"],
    ),
    (
        "Object m = new Object();",
        "synchronized (m) { m.wait(); }",
        "t.start(); while (t.getState() != Thread.State.WAITING) Thread.onSpinWait();
         synchronized (m) { m.notify(); see(t.getState()); }",
        &["BLOCKED"],
    ),
    ("", "Thread.sleep(5);", "t.start(); see(t.getState());", &["RUNNABLE", "TIMED_WAITING", "TERMINATED"]),
    (
        "",
        "LockSupport.park();",
        "t.start(); see(t.getState()); LockSupport.unpark(t);",
        &["RUNNABLE", "WAITING"],
    ),
    (
        "Thread main = Thread.currentThread();",
        "main.join();",
        "t.start(); see(t.getState()); t.interrupt();",
        &["RUNNABLE", "WAITING"],
    ),
    (
        "ReentrantLock lock = new ReentrantLock();",
        "lock.lock(); lock.unlock();",
        "lock.lock(); t.start(); see(t.getState()); lock.unlock();",
        &["RUNNABLE", "WAITING"],
    ),
    (
        "ReentrantLock lock = new ReentrantLock(); int[] x = new int[1];",
        "lock.lock(); lock.unlock();",
        "lock.lock(); t.start(); see(lock.hasQueuedThreads() + \" \" + lock.getQueueLength()); lock.unlock();",
        &["false 0", "false 1", "true 1"],
    ),
    ("", "", "t.start(); see(t.isAlive());", &["true", "false"]),
    // Asked in few schedules only.
    (
        "AtomicInteger x = new AtomicInteger(); Object m = new Object();",
        "x.set(1); synchronized (m) { }",
        "t.start(); synchronized (m) { if (x.get() == 1) see(t.getState()); }",
        &["", "RUNNABLE", "BLOCKED", "TERMINATED"],
    ),
    (
        "ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();",
        "map.put(1, 1);",
        "t.start(); if (map.containsKey(1)) see(map.size());",
        &["", "0", "1"],
    ),
    (
        "LongAdder sum = new LongAdder();",
        "sum.increment(); sum.increment();",
        "t.start(); see(sum.sum());",
        &["0", "1", "2"],
    ),
];

fn source(name: &str, (shared, other, main, _): &(&str, &str, &str, &[&str])) -> String {
    format!(
        "import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
public class {name} {{
    static String seen = \"\";
    static void see(Object what) {{ seen += what; }}
    interface Body {{ void run() throws Exception; }}
    static Runnable quiet(Body body) {{
        return () -> {{ try {{ body.run(); }} catch (Exception e) {{ }} }};
    }}
    public static void main(String[] args) throws Exception {{
        {shared}
        Thread t = new Thread(quiet(() -> {{ {other} }}));
        {main}
        t.join();
        throw new IllegalStateException(\"seen:\" + seen + \";\");
    }}
}}
"
    )
}

#[test]
fn questions_get_the_same_answers_by_coarse_and_fine_steps() {
    let directory = scratch("questions");
    let names: Vec<String> = (0..PROGRAMS.len()).map(|number| format!("Question{number}")).collect();
    let mut paths = Vec::new();
    for (name, program) in names.iter().zip(PROGRAMS) {
        let path = directory.join(format!("{name}.java"));
        std::fs::write(&path, source(name, program)).expect("a source");
        paths.push(path);
    }
    compile(&paths, &directory);
    for (name, (_, _, main, answers)) in names.iter().zip(PROGRAMS) {
        for coarse_library_steps in [true, false] {
            let program = JavaProgram::new(RunOptions {
                class_path: vec![directory.clone()],
                main_class: name.clone(),
                coarse_library_steps,
                ..RunOptions::default()
            });
            let looks = Looks { races: false, livelocks: false };
            let budget = Budget { runs: Some(20_000), ..Budget::default() };
            let settings = Settings { strategy: Named::Dpor, budget, looks, ..Settings::default() };
            let outcome = search(&program, &Unguided, &settings, &Hooks::default());
            assert!(outcome.gaps.is_empty(), "{main}: {:?}", outcome.gaps);
            let seen = outcome.findings.iter().map(|finding| match &finding.kind {
                FindingKind::Failure(_, Failure::Exception(thrown)) => thrown.to_string(),
                other => format!("{other:?}"),
            });
            let seen: BTreeSet<String> = seen
                .map(|words| {
                    words.split("seen:").nth(1).unwrap_or(&words).split(';').next().unwrap_or("").to_owned()
                })
                .collect();
            let expected: BTreeSet<String> = answers.iter().map(|answer| (*answer).to_owned()).collect();
            assert_eq!(seen, expected, "{main}, coarse: {coarse_library_steps}");
        }
    }
}
