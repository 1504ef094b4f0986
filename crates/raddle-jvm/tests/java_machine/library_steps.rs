//! Random programs over `java.util.concurrent`: coarse library steps find what fine ones find.
//!
//! Each program has two or three threads that call locks, conditions, semaphores, latches, queues, maps, futures and a pool.
//! Main ends with an exception that names what every thread saw and the final state, so that the findings of a search
//! tell every outcome that it saw. Where the fine search comes to its end, the coarse one has to have the same findings.

use crate::random::{Random, programs};
use raddle_explore::bounds::Budget;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::program::Program;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::run::RunOptions;
use std::collections::BTreeSet;
use std::path::Path;

const PROGRAMS: u64 = 30;
/// Programs with more traces of fine steps than this are left out of the comparison.
const MOST_RUNS: u64 = 2_000;
const POOL_PROGRAMS: u64 = 12;
const MOST_POOL_RUNS: u64 = 4_000;
/// How many runs of fine steps are sampled.
const SAMPLES: u64 = 60;

/// The shared objects that a program may use, each with its operations; `seen` collects what a thread saw.
const OBJECTS: &[(&str, &[&str])] = &[
    (
        "static final ReentrantLock lock = new ReentrantLock();",
        &[
            "lock.lock(); try { see(x++); } finally { lock.unlock(); }",
            "if (lock.tryLock()) { x += 2; lock.unlock(); } else see(8);",
            "see(lock.isLocked() ? 1 : 0);",
            "lock.lock(); x = 5;",
        ],
    ),
    (
        "static final ReentrantLock lock = new ReentrantLock(); static final Condition turn = lock.newCondition();",
        &[
            "lock.lock(); try { while (x == 0) turn.await(); see(x); } finally { lock.unlock(); }",
            "lock.lock(); try { x = 1; turn.signal(); } finally { lock.unlock(); }",
            "lock.lock(); try { turn.await(); } finally { lock.unlock(); }",
        ],
    ),
    (
        "static final ReentrantLock lock = new ReentrantLock(true);",
        &[
            "lock.lock(); see(x++); lock.unlock();",
            "if (lock.tryLock()) { x++; lock.unlock(); } else see(9);",
        ],
    ),
    (
        "static final Semaphore some = new Semaphore(1);",
        &[
            "some.acquire(); see(x++); some.release();",
            "see(some.tryAcquire() ? 1 : 0);",
            "some.release();",
            "see(some.availablePermits());",
        ],
    ),
    (
        "static final CountDownLatch gate = new CountDownLatch(1);",
        &["gate.countDown();", "gate.await(); see(3);", "see((int) gate.getCount());"],
    ),
    (
        "static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();",
        &[
            "lock.readLock().lock(); see(x); lock.readLock().unlock();",
            "lock.writeLock().lock(); x++; lock.writeLock().unlock();",
            "if (lock.writeLock().tryLock()) { x = 7; lock.writeLock().unlock(); }",
        ],
    ),
    (
        "static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();",
        &[
            "Integer old = map.get(1); map.put(1, old == null ? 1 : old + 1);",
            "see(map.putIfAbsent(1, ID));",
            "map.merge(1, 10, Integer::sum);",
            "see(map.remove(1));",
            "map.computeIfAbsent(1, key -> { x++; return 4; });",
            "see(map.size());",
            "see(map.containsKey(17) ? 1 : 0);",
        ],
    ),
    (
        "static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);",
        &[
            "queue.put(ID);",
            "see(queue.take());",
            "see(queue.poll());",
            "see(queue.offer(ID) ? 1 : 0);",
            "see(queue.size());",
        ],
    ),
    (
        "static final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);",
        &["queue.put(ID);", "see(queue.take());", "see(queue.poll());", "see(queue.peek());"],
    ),
    (
        "static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();",
        &["queue.add(ID);", "see(queue.poll());", "see(queue.peek());", "see(queue.isEmpty() ? 1 : 0);"],
    ),
    (
        "static final CopyOnWriteArrayList<Integer> list = new CopyOnWriteArrayList<>();",
        &[
            "list.add(ID);",
            "see(list.size());",
            "see(list.addIfAbsent(4) ? 1 : 0);",
            "if (!list.isEmpty()) see(list.get(0));",
        ],
    ),
    (
        "static final CompletableFuture<Integer> answer = new CompletableFuture<>();",
        &[
            "see(answer.complete(ID) ? 1 : 0);",
            "see(answer.join());",
            "see(answer.getNow(-1));",
            "answer.thenAccept(value -> x += value);",
        ],
    ),
    (
        "static final FutureTask<Integer> task = new FutureTask<>(() -> ++x);",
        &[
            "task.run();",
            "see(task.isDone() ? 1 : 0);",
            "task.cancel(false);",
            "try { see(task.get()); } catch (CancellationException e) { see(6); }",
        ],
    ),
    (
        "static final CyclicBarrier barrier = new CyclicBarrier(2);",
        &["see(barrier.await());", "x++; barrier.await(); see(x);", "see(barrier.getNumberWaiting());"],
    ),
    (
        "static final SynchronousQueue<Integer> queue = new SynchronousQueue<>();",
        &["queue.put(ID);", "see(queue.take());", "see(queue.offer(ID) ? 1 : 0);", "see(queue.poll());"],
    ),
    (
        "static final Phaser phaser = new Phaser(2);",
        &["see(phaser.arrive());", "see(phaser.arriveAndAwaitAdvance());", "see(phaser.getPhase());"],
    ),
    (
        "static final StampedLock lock = new StampedLock();",
        &[
            "long stamp = lock.writeLock(); x++; lock.unlockWrite(stamp);",
            "long stamp = lock.tryOptimisticRead(); int y = x; see(lock.validate(stamp) ? y : -1);",
            "long stamp = lock.tryWriteLock(); if (stamp != 0) { x += 3; lock.unlockWrite(stamp); }",
        ],
    ),
];

/// Pools, and what main or another thread may do with them; `log` is what was seen, by whom.
const POOLS: &[&str] = &[
    "new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1))",
    "Executors.newFixedThreadPool(2)",
    "Executors.newSingleThreadExecutor()",
    "Executors.newCachedThreadPool()",
    "Executors.newScheduledThreadPool(1)",
    "ForkJoinPool.commonPool()",
];
const POOL_ACTIONS: &[&str] = &[
    "Future<Integer> f = pool.submit(() -> ++x); see(f.get());",
    "Future<Integer> f = pool.submit(() -> ++x); see(f.cancel(true) ? 1 : 0); see(f.isDone() ? 1 : 0);",
    "pool.execute(() -> x += 2); see(x);",
    "pool.shutdown(); see(pool.isShutdown() ? 1 : 0);",
    "see(pool.shutdownNow().size());",
    "CompletableFuture<Integer> f = CompletableFuture.supplyAsync(() -> 3, pool).thenApply(v -> v + x); see(f.join());",
    "CompletableFuture<Void> f = CompletableFuture.runAsync(() -> x++, pool); see(f.isDone() ? 1 : 0); f.complete(null);",
    "see(pool.isTerminated() ? 1 : 0);",
    "int s = 0; for (Future<Integer> f : pool.invokeAll(java.util.List.<Callable<Integer>>of(() -> ++x, () -> 5))) s += f.get(); see(s);",
];

/// A program whose main and one more thread use a pool, which is shut down at the end.
fn pool_source(random: &mut Random, name: &str) -> String {
    let pool = random.pick(POOLS);
    let mut bodies = (0..2).map(|_| {
        let count = 1 + random.below(4) / 3;
        (0..count).map(|_| format!("        {{ {} }}\n", random.pick(POOL_ACTIONS))).collect::<String>()
    });
    let (first, second) = (bodies.next().unwrap_or_default(), bodies.next().unwrap_or_default());
    format!(
        "import java.util.concurrent.*;
public class {name} {{
    static volatile int x;
    static final ExecutorService pool = {pool};
    static abstract class Seer extends Thread {{
        String seen = \"\";
        void see(Integer value) {{ seen += value + \",\"; }}
        abstract void act() throws Exception;
        public void run() {{ try {{ act(); }} catch (Exception e) {{ seen += e.getClass().getSimpleName(); }} }}
    }}
    static class T0 extends Seer {{ void act() throws Exception {{
{first}    }} }}
    static class T1 extends Seer {{ void act() throws Exception {{
{second}    }} }}
    public static void main(String[] args) throws Exception {{
        Seer t0 = new T0(), t1 = new T1();
        t0.start();
        t1.run();
        t0.join();
        pool.shutdown();
        throw new IllegalStateException(x + \" \" + t0.seen + \" \" + t1.seen);
    }}
}}
"
    )
}

fn source(random: &mut Random, name: &str) -> String {
    let (object, operations) = OBJECTS[random.below(OBJECTS.len())];
    let threads = 2 + usize::from(random.below(6) == 0);
    let mut text = format!(
        "import java.util.concurrent.*;
import java.util.concurrent.locks.*;
public class {name} {{
    static volatile int x;
    {object}
    static abstract class Seer extends Thread {{
        String seen = \"\";
        void see(Integer value) {{ seen += value + \",\"; }}
        abstract void act() throws Exception;
        public void run() {{ try {{ act(); }} catch (Exception e) {{ seen += e.getClass().getSimpleName(); }} }}
    }}
"
    );
    for thread in 0..threads {
        let count = if threads == 2 { 1 + random.below(2) } else { 1 };
        let body: String = (0..count)
            .map(|_| {
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
    text += &format!("        throw new IllegalStateException(x{seen});\n    }}\n}}\n")
        .replace("(x +", "(\"\" + x +");
    text
}

fn program(directory: &Path, name: &str, coarse_library_steps: bool) -> JavaProgram {
    let program = JavaProgram::new(RunOptions {
        class_path: vec![directory.to_owned()],
        main_class: name.to_owned(),
        assertions: true,
        coarse_library_steps,
        ..RunOptions::default()
    });
    program.check().expect("a program that starts");
    program
}

pub fn explore(directory: &Path, name: &str, coarse: bool, strategy: Named, runs: u64) -> Outcome {
    let program = program(directory, name, coarse);
    let budget = Budget { runs: Some(runs), ..Budget::default() };
    let looks = Looks { races: false, livelocks: false };
    let settings = Settings { strategy, budget, looks, samples: runs, ..Settings::default() };
    search(&program, &Unguided, &settings, &Hooks::default())
}

/// What is wrong, without who waits for whom: a call that has not begun because it would wait knows more of that.
pub fn outcomes(outcome: &Outcome) -> BTreeSet<String> {
    let words = |kind: &FindingKind| match kind {
        FindingKind::Deadlock(_) | FindingKind::Stuck(_) => "a standstill".to_owned(),
        other => format!("{other:?}"),
    };
    outcome.findings.iter().map(|finding| words(&finding.kind)).collect()
}

pub fn is_complete(outcome: &Outcome) -> bool {
    !matches!(outcome.verdict.word(), "incomplete" | "bounded") && outcome.gaps.is_empty()
}

/// Fine steps of a pool are too many to be explored, but samples of them show nothing that coarse steps do not.
#[test]
fn coarse_steps_of_pools_cover_samples_of_fine_ones() {
    let (directory, names) = programs("library-pools", POOL_PROGRAMS, pool_source);
    let mut compared = 0;
    for name in &names {
        let coarse = explore(&directory, name, true, Named::Dpor, MOST_POOL_RUNS);
        if !is_complete(&coarse) {
            println!("{name}: {:?} after {} runs", coarse.verdict, coarse.stats.runs);
            continue;
        }
        compared += 1;
        let all = outcomes(&coarse);
        for strategy in [Named::Random, Named::Pct { depth: 3 }] {
            let some = outcomes(&explore(&directory, name, false, strategy, SAMPLES));
            let lost: Vec<_> = some.difference(&all).collect();
            assert!(lost.is_empty(), "{name}: lost {lost:#?} of {all:#?}");
        }
    }
    println!("{compared} of {} programs compared", names.len());
    assert!(compared * 2 >= names.len(), "only {compared} of {} programs were small enough", names.len());
}

/// Forks one task of itself; with a look at the pool's size, if it is told to.
fn forking(name: &str, look: &str) -> String {
    format!(
        "import java.util.concurrent.*;
public class {name} extends RecursiveTask<Integer> {{
    final int number;
    {name}(int number) {{ this.number = number; }}
    protected Integer compute() {{
        if (number < 2) return number;
        {name} first = new {name}(number - 1);
        first.fork();
        return new {name}(number - 2).compute() + first.join();
    }}
    public static void main(String[] args) {{
        ForkJoinPool pool = new ForkJoinPool(2);
        if (pool.invoke(new {name}(2)) != 1) throw new IllegalStateException();
        {look}
    }}
}}
"
    )
}

#[test]
fn idle_workers_are_kept_unless_somebody_counts_them() {
    for (look, most_runs, kept) in [("", 100, true), ("pool.getPoolSize();", 5, false)] {
        let directory = format!("idle-workers-{kept}");
        let (directory, names) = programs(&directory, 1, |_, name| forking(name, look));
        let program = program(&directory, &names[0], true);
        let settings =
            Settings { budget: Budget { runs: Some(most_runs), ..Budget::default() }, ..Settings::default() };
        let outcome = search(&program, &Unguided, &settings, &Hooks::default());
        let told = program.assumptions().iter().any(|what| what.contains("idle workers"));
        assert_eq!((outcome.verdict.word() == "proved", told), (kept, kept), "{:?}", outcome.verdict);
    }
}

#[test]
fn coarse_library_steps_lose_nothing() {
    let (directory, names) = programs("library-steps", PROGRAMS, source);
    let (mut compared, mut fine_runs, mut coarse_runs) = (0, 0, 0);
    for name in &names {
        let coarse = explore(&directory, name, true, Named::Dpor, MOST_RUNS);
        let fine = explore(&directory, name, false, Named::Dpor, MOST_RUNS);
        // Outcomes of a search that was cut are outcomes all the same.
        let (few, many) = (outcomes(&coarse), outcomes(&fine));
        if is_complete(&coarse) {
            let lost: Vec<_> = many.difference(&few).collect();
            assert!(lost.is_empty(), "{name}: lost {lost:#?} of {many:#?}");
        }
        if is_complete(&fine) {
            let more: Vec<_> = few.difference(&many).collect();
            assert!(more.is_empty(), "{name}: more {more:#?} than {many:#?}");
        }
        if is_complete(&coarse) && is_complete(&fine) {
            compared += 1;
            fine_runs += fine.stats.runs;
            coarse_runs += coarse.stats.runs + coarse.stats.blocked_runs;
        }
        if std::env::var("RADDLE_VERBOSE").is_ok() {
            println!(
                "{name}: fine {:?} {:?} {:?}; coarse {:?} {:?} {:?}",
                fine.verdict, fine.gaps, fine.stats, coarse.verdict, coarse.gaps, coarse.stats
            );
        }
    }
    let programs = names.len();
    println!("{compared} of {programs} programs compared: {fine_runs} fine runs, {coarse_runs} coarse ones");
    assert!(compared * 2 >= programs, "only {compared} of {programs} programs were small enough");
}
