//! Random programs that use several objects of `java.util.concurrent` at once: states that are merged between coarse
//! library steps, states that are merged between fine ones, and the reduced search with either, find the same.
//!
//! Main ends with an exception that names what every thread saw and the final state, so that the findings of a search
//! tell every outcome that it saw. Each search that comes to its end has to have what any other has found, cut or not.

use crate::random::{Random, programs};
use raddle_explore::bounds::Budget;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::run::RunOptions;
use std::collections::BTreeSet;
use std::path::Path;

const PROGRAMS: u64 = 20;
/// Searches with more traces or states than this are cut.
const MOST_RUNS: u64 = 400;
const MOST_STATES: u64 = 2_500;

/// Objects, and what threads do with them: plain calls, and pieces of code that are meant to be one step and are not.
const OBJECTS: &[(&str, &[&str])] = &[
    (
        "static final ReentrantLock lock = new ReentrantLock(); static final Condition turn = lock.newCondition();",
        &[
            "lock.lock(); try { see(x++); } finally { lock.unlock(); }",
            "if (lock.tryLock()) try { x += 2; } finally { lock.unlock(); } else see(8);",
            "lock.lock(); try { turn.await(); see(x); } finally { lock.unlock(); }",
            "lock.lock(); try { x = 1; turn.signalAll(); } finally { lock.unlock(); }",
            "lock.lock(); try { synchronized (lock) { x--; } } finally { lock.unlock(); }",
            "synchronized (lock) { lock.lock(); x = 4; lock.unlock(); }",
        ],
    ),
    (
        "static final AtomicInteger count = new AtomicInteger();",
        &[
            "see(count.incrementAndGet());",
            "count.set(count.get() + 1);",
            "see(count.compareAndSet(1, 5) ? 1 : 0);",
            "see(count.getAndUpdate(value -> value + x));",
            "while (count.get() == 0) Thread.onSpinWait();",
        ],
    ),
    (
        "static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();",
        &[
            "if (!map.containsKey(1)) map.put(1, ID);",
            "see(map.putIfAbsent(1, ID));",
            "map.merge(1, 10, Integer::sum);",
            "see(map.remove(1));",
            "map.compute(1, (key, value) -> value == null ? x++ : null);",
            "see(map.getOrDefault(1, -1));",
        ],
    ),
    (
        "static final CountDownLatch gate = new CountDownLatch(2);",
        &["gate.countDown();", "gate.await(); see(x);", "see((int) gate.getCount());"],
    ),
    (
        "static final ArrayBlockingQueue<Integer> bounded = new ArrayBlockingQueue<>(1);",
        &[
            "bounded.put(ID);",
            "see(bounded.take());",
            "see(bounded.poll());",
            "see(bounded.offer(ID) ? 1 : 0);",
        ],
    ),
    (
        "static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();",
        &["queue.add(ID);", "see(queue.poll());", "if (queue.isEmpty()) queue.add(7);"],
    ),
    (
        "static final Semaphore some = new Semaphore(1);",
        &["some.acquire(); x++; some.release();", "see(some.tryAcquire() ? 1 : 0);", "some.release();"],
    ),
];

fn source(random: &mut Random, name: &str) -> String {
    let first = random.below(OBJECTS.len());
    let second = (first + 1 + random.below(OBJECTS.len() - 1)) % OBJECTS.len();
    let objects = format!("{}\n    {}", OBJECTS[first].0, OBJECTS[second].0);
    let threads = 2 + usize::from(random.below(5) == 0);
    let mut text = format!(
        "import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
public class {name} {{
    static volatile int x;
    {objects}
    static abstract class Seer extends Thread {{
        String seen = \"\";
        void see(Integer value) {{ seen += value + \",\"; }}
        abstract void act() throws Exception;
        public void run() {{ try {{ act(); }} catch (Exception e) {{ seen += e.getClass().getSimpleName(); }} }}
    }}
"
    );
    for thread in 0..threads {
        let count = if threads == 2 { 1 + random.below(3) } else { 1 };
        let body: String = (0..count)
            .map(|_| {
                let (_, operations) = OBJECTS[if random.below(2) == 0 { first } else { second }];
                format!("        {{ {} }}\n", random.pick(operations).replace("ID", &thread.to_string()))
            })
            .collect();
        text += &format!(
            "    static class T{thread} extends Seer {{ void act() throws Exception {{\n{body}    }} }}\n"
        );
    }
    let each = |line: &dyn Fn(usize) -> String| (0..threads).map(line).collect::<String>();
    text += "    public static void main(String[] args) throws Exception {\n";
    text += &each(&|thread| format!("        Seer t{thread} = new T{thread}();\n"));
    text += &each(&|thread| format!("        t{thread}.start();\n"));
    if random.below(5) == 0 {
        text += "        t0.interrupt();\n";
    }
    text += &each(&|thread| format!("        t{thread}.join();\n"));
    let seen = each(&|thread| format!(" + \" \" + t{thread}.seen"));
    text += &format!("        throw new IllegalStateException(\"\" + x{seen});\n    }}\n}}\n");
    text
}

/// One way to search.
#[derive(Clone, Copy, Debug)]
struct Way {
    coarse: bool,
    merged: bool,
}

fn explore(directory: &Path, name: &str, way: Way) -> Outcome {
    let program = JavaProgram::new(RunOptions {
        class_path: vec![directory.to_owned()],
        main_class: name.to_owned(),
        assertions: true,
        coarse_library_steps: way.coarse,
        ..RunOptions::default()
    });
    program.check().expect("a program that starts");
    let strategy = if way.merged { Named::Exhaustive } else { Named::Dpor };
    let budget = Budget { runs: Some(MOST_RUNS), states: Some(MOST_STATES), ..Budget::default() };
    let looks = Looks { races: false, livelocks: false };
    let settings = Settings { strategy, budget, looks, merge_states: way.merged, ..Settings::default() };
    search(&program, &Unguided, &settings, &Hooks::default())
}

/// What is wrong, without who waits for whom: a call that has not begun because it would wait knows more of that.
fn outcomes(outcome: &Outcome) -> BTreeSet<String> {
    let words = |kind: &FindingKind| match kind {
        FindingKind::Deadlock(_) | FindingKind::Stuck(_) => "a standstill".to_owned(),
        other => format!("{other:?}"),
    };
    outcome.findings.iter().map(|finding| words(&finding.kind)).collect()
}

fn is_complete(outcome: &Outcome) -> bool {
    !matches!(outcome.verdict.word(), "incomplete" | "bounded") && outcome.gaps.is_empty()
}

#[test]
fn merged_coarse_steps_lose_nothing() {
    let (directory, names) = programs("merged-library-steps", PROGRAMS, source);
    let ways = [(true, true), (true, false), (false, true), (false, false)];
    let ways = ways.map(|(coarse, merged)| Way { coarse, merged });
    let mut compared = 0;
    let mut complete_by_way = [0; 4];
    for name in &names {
        let searches = ways.map(|way| explore(&directory, name, way));
        let found = searches.each_ref().map(outcomes);
        let complete = searches.each_ref().map(is_complete);
        for (index, way) in ways.iter().enumerate().filter(|(index, _)| complete[*index]) {
            complete_by_way[index] += 1;
            for (other, other_way) in ways.iter().enumerate() {
                let lost: Vec<_> = found[other].difference(&found[index]).collect();
                assert!(lost.is_empty(), "{name}: {way:?} lost {lost:#?}, which {other_way:?} found");
            }
        }
        compared +=
            usize::from(complete[0] && complete.iter().filter(|is_complete| **is_complete).count() > 1);
        if std::env::var("RADDLE_VERBOSE").is_ok() {
            let stats = searches.each_ref().map(|search| (search.verdict.word(), search.stats.runs));
            println!("{name}: {stats:?}");
        }
    }
    let all = names.len();
    println!("{compared} of {all} programs compared; complete by way: {complete_by_way:?}");
    assert!(compared * 2 >= all, "only {compared} of {all} programs were small enough");
}
