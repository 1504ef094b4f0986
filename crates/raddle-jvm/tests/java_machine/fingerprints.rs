//! Fingerprints of states: equal after independent steps in either order, different where something is different, and
//! the same verdicts whether states are merged by them or not.

use crate::hotspot::{compile, scratch};
use raddle_explore::context::StepContext;
use raddle_explore::guide::Unguided;
use raddle_explore::operation::conflict;
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_jvm::explore::{JavaProgram, JavaRun};
use raddle_jvm::run::RunOptions;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A program of one class, compiled for this test.
pub fn program(name: &str, source: &str) -> JavaProgram {
    program_in(name, source, &[]).0
}

/// The same with arguments, and where its classes are.
pub fn program_in(name: &str, source: &str, arguments: &[&str]) -> (JavaProgram, PathBuf) {
    let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
    let directory = scratch(&format!("{test}-{name}"));
    let path = directory.join(format!("{name}.java"));
    std::fs::write(&path, source).expect("a source");
    compile(&[path], &directory);
    let program = JavaProgram::new(RunOptions {
        class_path: vec![directory.clone()],
        main_class: name.to_owned(),
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        assertions: true,
        ..RunOptions::default()
    });
    (program, directory)
}

/// The words of all findings but races, which are not looked for where states are merged.
fn words(outcome: &Outcome) -> BTreeSet<&str> {
    outcome.findings.iter().map(|finding| finding.kind.word()).filter(|word| *word != "race").collect()
}

fn step(run: &mut JavaRun, choice: Choice) {
    run.step(choice, &mut StepContext::plain()).expect("a step");
}

/// Boxes, strings, arrays, maps, exceptions, locks and threads that start threads: much that could depend on order.
const MIXED: &str = r#"
import java.util.HashMap;
import java.util.concurrent.atomic.AtomicInteger;
public class Mixed {
    static int[] shared = new int[3];
    static Object last;
    static final AtomicInteger total = new AtomicInteger();
    static volatile String text = "";
    record Pair(int left, Object right) { }
    static void work(int id) {
        HashMap<String, Pair> map = new HashMap<>();
        for (int i = 0; i < 3; i++) {
            map.put("k" + id + i, new Pair(i, shared));
            shared[id] += map.size();
            total.addAndGet(id + 1);
            synchronized (shared) { last = map; }
        }
        try {
            throw new IllegalStateException("from " + id);
        } catch (IllegalStateException exception) {
            text = text + exception.getMessage().length();
        }
        if (id == 1) {
            Thread inner = new Thread(() -> { shared[2]++; total.incrementAndGet(); });
            inner.start();
            try { inner.join(); } catch (InterruptedException exception) { throw new RuntimeException(exception); }
        }
    }
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int id = i;
            threads[i] = new Thread(() -> work(id));
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        System.out.println(total);
    }
}
"#;

#[test]
fn independent_steps_commute() {
    let program = program("Mixed", MIXED);
    let mut random: u64 = 0x2545_F491_4F6C_DD1D;
    let mut below = |bound: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 16) as usize % bound
    };
    let (mut commuted, mut distinct) = (0, 0);
    for _ in 0..6 {
        let mut run = program.start();
        let mut buffer = PendingBuffer::default();
        loop {
            run.pending(&mut buffer);
            let enabled: Vec<_> = buffer.enabled().copied().collect();
            if enabled.is_empty() {
                break;
            }
            let before = run.fingerprint().expect("a fingerprint");
            for (number, left) in enabled.iter().enumerate() {
                for right in &enabled[number + 1..] {
                    let (first, second) = (Choice::first(left.actor), Choice::first(right.actor));
                    let is_independent = !conflict(buffer.touches(left), buffer.touches(right));
                    let mut forward = run.clone();
                    step(&mut forward, first);
                    assert_ne!(forward.fingerprint(), Some(before), "{left:?} changed nothing");
                    let mut after = PendingBuffer::default();
                    forward.pending(&mut after);
                    if !is_independent || !after.of(right.actor).is_some_and(|right| right.is_enabled()) {
                        continue;
                    }
                    step(&mut forward, second);
                    let mut backward = run.clone();
                    step(&mut backward, second);
                    distinct += usize::from(backward.fingerprint() != Some(before));
                    step(&mut backward, first);
                    assert_eq!(forward.fingerprint(), backward.fingerprint(), "{left:?} and {right:?}");
                    commuted += 1;
                }
            }
            let chosen = enabled[below(enabled.len())].actor;
            step(&mut run, Choice::first(chosen));
        }
    }
    assert!(commuted > 200, "only {commuted} pairs");
    assert_eq!(commuted, distinct);
}

#[test]
fn merging_keeps_every_verdict() {
    const LOST: &str = "public class Lost {
        static int count;
        public static void main(String[] args) throws Exception {
            Thread a = new Thread(() -> { count++; count++; });
            Thread b = new Thread(() -> { count++; count++; });
            a.start(); b.start(); a.join(); b.join();
            assert count != 2 : count;
        }
    }";
    const KEPT: &str = "public class Kept {
        static int count;
        static synchronized void bump() { count++; }
        public static void main(String[] args) throws Exception {
            Thread[] threads = new Thread[3];
            for (int i = 0; i < 3; i++) (threads[i] = new Thread(() -> { bump(); bump(); })).start();
            for (Thread thread : threads) thread.join();
            assert count == 6 : count;
        }
    }";
    for (name, source, is_wrong) in [("Lost", LOST, true), ("Kept", KEPT, false)] {
        let program = program(name, source);
        let mut settings =
            Settings { strategy: Named::Exhaustive, merge_states: true, ..Settings::default() };
        settings.budget.runs = Some(200_000);
        let merged = search(&program, &Unguided, &settings, &Hooks::default());
        let reduced = search(&program, &Unguided, &Settings::default(), &Hooks::default());
        assert_eq!(words(&merged), words(&reduced), "{name}");
        assert_eq!(words(&merged).contains("assertion"), is_wrong, "{name}");
        assert!(merged.stats.runs < 2_000, "{name}: merging saves nothing: {:?}", merged.stats);
        if !is_wrong {
            assert_ne!(merged.verdict.word(), "incomplete", "{name}: {:?}", merged.verdict);
        }
    }
}
