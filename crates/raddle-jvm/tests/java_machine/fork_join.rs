//! Random programs over fork-join pools: steps from task to task show what fine steps show.
//!
//! Each program has a tree of tasks that read and write shared data, and main and its tasks wait for one another in one of
//! several ways. Main ends with an exception that names what was seen, so that the findings of a search tell every outcome
//! that it saw. Fine steps are too many to be explored; samples of them show nothing that coarse steps do not.

use crate::library_steps::{explore, is_complete, outcomes};
use crate::random::{Random, programs};
use raddle_explore::strategy::Named;

const PROGRAMS: u64 = 11;
const MOST_RUNS: u64 = 4_000;
/// How many runs of fine steps are sampled.
const SAMPLES: u64 = 50;

const POOLS: &[&str] = &["ForkJoinPool.commonPool()", "new ForkJoinPool(1)", "new ForkJoinPool(2)"];

/// What a leaf does.
const LEAVES: &[&str] = &[
    "return ++x;",
    "int before = x; x = before + number; return before;",
    "x += number; return 1;",
    "return (int) log.compute(\"k\", (k, v) -> v == null ? number : v * 10 + number);",
];

/// What a task with two parts does.
const JOINS: &[&str] = &[
    "left.fork(); int mine = right.compute(); return mine * 100 + left.join();",
    "left.fork(); right.fork(); return right.join() * 100 + left.join();",
    "left.fork(); right.fork(); return left.join() * 100 + right.join();",
    "invokeAll(left, right); return left.join() * 100 + right.join();",
    "left.fork(); int mine = right.invoke(); return mine * 100 + (left.tryUnfork() ? 7 : left.join());",
    "left.fork(); int mine = right.compute(); int done = left.isDone() ? 1 : 0; left.join(); return mine * 10 + done;",
    "left.fork(); right.fork(); right.cancel(false); left.join(); return right.isCancelled() ? 1 : 2;",
    "right.fork(); int mine = left.compute(); ForkJoinTask<?> next = pollTask(); if (next != null) next.invoke(); \
     return mine * 100 + right.join();",
];

/// What main does with the tree.
const MAINS: &[&str] = &[
    "see(pool.invoke(new Task(1, 1)));",
    "ForkJoinTask<Integer> task = pool.submit(new Task(1, 1)); x += 5; see(task.get());",
    "Task task = new Task(1, 1); pool.execute(task); see(x); see(task.join());",
    "ForkJoinTask<Integer> first = pool.submit(new Task(0, 1)), second = pool.submit(new Task(0, 2)); \
     see(second.join()); see(first.join());",
    "ForkJoinTask<Integer> task = pool.submit(new Task(0, 1)); see(task.isDone() ? 1 : 0); see(task.cancel(true) ? 1 : 0);",
    "see(java.util.stream.IntStream.range(0, 2).parallel().map(i -> x = x * 2 + i).sum());",
    "java.util.stream.IntStream.range(1, 3).parallel().forEach(i -> x = x * 10 + i);",
    "see(java.util.stream.IntStream.range(1, 4).parallel().filter(i -> i > ++x - 2).findAny().orElse(9));",
    "see(java.util.stream.IntStream.range(1, 4).parallel().reduce(0, (a, b) -> { x++; return a - b; }));",
    "new Count(null, 2).invoke(); see(x);",
];

fn source(random: &mut Random, name: &str) -> String {
    let (pool, leaf, join, main) =
        (random.pick(POOLS), random.pick(LEAVES), random.pick(JOINS), random.pick(MAINS));
    format!(
        "import java.util.concurrent.*;
public class {name} {{
    static volatile int x;
    static final ConcurrentHashMap<String, Integer> log = new ConcurrentHashMap<>();
    static String seen = \"\";
    static void see(int value) {{ seen += value + \",\"; }}
    static class Task extends RecursiveTask<Integer> {{
        final int depth, number;
        Task(int depth, int number) {{ this.depth = depth; this.number = number; }}
        protected Integer compute() {{
            if (depth == 0) {{ {leaf} }}
            Task left = new Task(depth - 1, number * 2), right = new Task(depth - 1, number * 2 + 1);
            {join}
        }}
    }}
    static class Count extends CountedCompleter<Void> {{
        final int size;
        Count(CountedCompleter<?> parent, int size) {{ super(parent); this.size = size; }}
        public void compute() {{
            if (size > 1) {{
                setPendingCount(2);
                new Count(this, size / 2).fork();
                new Count(this, size - size / 2).fork();
            }} else x = x * 2 + 1;
            tryComplete();
        }}
        public void onCompletion(CountedCompleter<?> caller) {{ if (size > 1) x += 100; }}
    }}
    public static void main(String[] args) throws Exception {{
        ForkJoinPool pool = {pool};
        {main}
        throw new IllegalStateException(x + \" \" + log + \" \" + seen);
    }}
}}
"
    )
}

#[test]
fn steps_from_task_to_task_cover_samples_of_fine_ones() {
    let (directory, names) = programs("fork-join", PROGRAMS, source);
    let mut compared = 0;
    for name in &names {
        let coarse = explore(&directory, name, true, Named::Dpor, MOST_RUNS);
        let all = outcomes(&coarse);
        println!("{name}: {:?}, {} runs, {} outcomes", coarse.verdict, coarse.stats.runs, all.len());
        if !is_complete(&coarse) {
            continue;
        }
        compared += 1;
        for strategy in [Named::Random, Named::Pct { depth: 3 }] {
            let some = outcomes(&explore(&directory, name, false, strategy, SAMPLES));
            let lost: Vec<_> = some.difference(&all).collect();
            assert!(lost.is_empty(), "{name}: lost {lost:#?} of {all:#?}");
        }
    }
    println!("{compared} of {} programs compared", names.len());
    assert!(compared * 3 >= names.len() * 2, "only {compared} of {} programs were small enough", names.len());
}
