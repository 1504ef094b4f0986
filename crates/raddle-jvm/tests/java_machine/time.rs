//! Time: who may give up waiting and when, what a look at the clock gives, and what a proof says of both.

use crate::hotspot::{compile, scratch};
use raddle_explore::bounds::Bounds;
use raddle_explore::finding::Looks;
use raddle_explore::guide::Unguided;
use raddle_explore::program::Program;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Named;
use raddle_jvm::explore::JavaProgram;
use raddle_jvm::machine::looks::Look;
use raddle_jvm::machine::time::Timeouts;
use raddle_jvm::run::RunOptions;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Threads that wait for something that surely comes: a time-out of any of them throws.
const PATIENT: &[(&str, &str)] = &[
    (
        "Waits",
        "static boolean ready;
        public static void main(String[] args) throws Exception {
            Object lock = new Object();
            new Thread(() -> { synchronized (lock) { ready = true; lock.notifyAll(); } }).start();
            synchronized (lock) { if (!ready) lock.wait(1000); assert ready; }
        }",
    ),
    (
        "Joins",
        "static int x;
        public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> x = 1);
            other.start();
            other.join(1000);
            assert !other.isAlive() && x == 1;
        }",
    ),
    (
        "Polls",
        "public static void main(String[] args) throws Exception {
            ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            new Thread(() -> queue.offer(\"late\")).start();
            assert queue.poll(1, TimeUnit.SECONDS) != null;
        }",
    ),
    (
        "Locks",
        "public static void main(String[] args) throws Exception {
            ReentrantLock lock = new ReentrantLock();
            new Thread(() -> { lock.lock(); lock.unlock(); }).start();
            assert lock.tryLock(1, TimeUnit.SECONDS);
            lock.unlock();
        }",
    ),
    (
        "Latches",
        "public static void main(String[] args) throws Exception {
            CountDownLatch latch = new CountDownLatch(1);
            new Thread(latch::countDown).start();
            assert latch.await(1, TimeUnit.SECONDS);
        }",
    ),
    (
        "Pools",
        "public static void main(String[] args) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            Future<Integer> answer = pool.submit(() -> 7);
            assert answer.get(5, TimeUnit.SECONDS) == 7;
            pool.shutdown();
            assert pool.awaitTermination(10, TimeUnit.SECONDS);
        }",
    ),
    (
        "Parks",
        "static volatile boolean done;
        public static void main(String[] args) throws Exception {
            Thread main = Thread.currentThread();
            new Thread(() -> { done = true; LockSupport.unpark(main); }).start();
            LockSupport.parkNanos(1_000_000_000L);
            assert done;
        }",
    ),
    (
        "Spins",
        "static volatile boolean done;
        public static void main(String[] args) throws Exception {
            new Thread(() -> done = true).start();
            long end = System.nanoTime() + 1_000_000_000L;
            while (!done && System.nanoTime() < end) Thread.onSpinWait();
            assert done;
        }",
    ),
    (
        "Futures",
        "public static void main(String[] args) throws Exception {
            CompletableFuture<Integer> future = new CompletableFuture<Integer>().orTimeout(1, TimeUnit.SECONDS);
            new Thread(() -> future.complete(3)).start();
            assert future.join() == 3;
        }",
    ),
];

/// Programs whose verdict does not depend on when time-outs come, with that verdict.
const OTHERS: &[(&str, &str, &str)] = &[
    (
        // Nobody comes: the time must run out.
        "Alone",
        "proved",
        "public static void main(String[] args) throws Exception {
            Object lock = new Object();
            synchronized (lock) { lock.wait(10); }
            assert new LinkedBlockingQueue<String>().poll(1, TimeUnit.SECONDS) == null;
            LockSupport.parkNanos(1000);
            Thread other = new Thread(LockSupport::park);
            other.setDaemon(true);
            other.start();
            other.join(10);
            assert other.isAlive();
        }",
    ),
    (
        // Any of those that wait may be the first to give up.
        "Either",
        "assertion",
        "static final Object first = new Object(), second = new Object();
        static volatile int winner;
        static void wait(Object lock, int time, int number) {
            synchronized (lock) {
                try { lock.wait(time); } catch (InterruptedException never) { }
            }
            if (winner == 0) winner = number;
        }
        public static void main(String[] args) throws Exception {
            Thread one = new Thread(() -> wait(first, 10, 1)), two = new Thread(() -> wait(second, 20, 2));
            one.start(); two.start(); one.join(); two.join();
            assert winner == 1;
        }",
    ),
    (
        "Deadlines",
        "proved",
        "public static void main(String[] args) throws Exception {
            long end = System.currentTimeMillis() + 1000;
            int count = 0;
            while (System.currentTimeMillis() < end) count++;
            long now = System.nanoTime(), then = now + 5_000_000_000L;
            while (now < then) { Thread.sleep(10); now = System.nanoTime(); }
            while (System.nanoTime() < then + 1_000_000_000L) { }
            assert count > 0;
        }",
    ),
    (
        // Sleeping orders nothing.
        "Sleeps",
        "assertion",
        "static volatile int x;
        public static void main(String[] args) throws Exception {
            new Thread(() -> x = 1).start();
            Thread.sleep(1000);
            assert x == 1;
        }",
    ),
    (
        // A tick may come at any time.
        "Ticks",
        "assertion",
        "static volatile boolean ticked;
        public static void main(String[] args) throws Exception {
            java.util.Timer timer = new java.util.Timer(true);
            timer.schedule(new java.util.TimerTask() { public void run() { ticked = true; } }, 1000);
            assert !ticked;
        }",
    ),
    (
        "Rates",
        "bounded",
        "public static void main(String[] args) throws Exception {
            ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
            AtomicInteger count = new AtomicInteger();
            pool.scheduleAtFixedRate(count::incrementAndGet, 0, 10, TimeUnit.MILLISECONDS);
            Thread.sleep(50);
            pool.shutdown();
            assert count.get() >= 0;
        }",
    ),
    (
        // A loop of time-outs that has no end is a circle: nobody looks at the clock.
        "Circles",
        "livelock",
        "static boolean ready;
        public static void main(String[] args) throws Exception {
            Object lock = new Object();
            new Thread(() -> { }).start();
            synchronized (lock) { while (!ready) lock.wait(10); }
        }",
    ),
    (
        // Where it looks, every state is a new one.
        "Retries",
        "bounded",
        "public static void main(String[] args) throws Exception {
            LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
            new Thread(() -> { }).start();
            while (queue.poll(10, TimeUnit.MILLISECONDS) == null) { }
        }",
    ),
];

/// Exceptions that leave a thread, with the verdict.
const DYING: &[(&str, &str, &str)] = &[
    (
        "OwnHandler",
        "proved",
        "public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> { throw new IllegalStateException(); });
            other.setUncaughtExceptionHandler((thread, exception) -> { });
            other.start();
        }",
    ),
    (
        "DefaultHandler",
        "proved",
        "public static void main(String[] args) throws Exception {
            Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> { });
            new Thread(() -> { throw new IllegalStateException(); }).start();
        }",
    ),
    (
        "GroupHandler",
        "proved",
        "public static void main(String[] args) throws Exception {
            ThreadGroup group = new ThreadGroup(\"own\") {
                public void uncaughtException(Thread thread, Throwable exception) { }
            };
            new Thread(new ThreadGroup(group, \"inner\"), () -> { throw new IllegalStateException(); }).start();
        }",
    ),
    (
        "NoHandler",
        "exception",
        "public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> { });
            other.setUncaughtExceptionHandler((thread, exception) -> { });
            other.start();
            new Thread(() -> { throw new IllegalStateException(); }).start();
        }",
    ),
    (
        "FailingHandler",
        "exception",
        "public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> { throw new IllegalStateException(); });
            other.setUncaughtExceptionHandler((thread, exception) -> { throw new RuntimeException(\"handler\"); });
            other.start();
        }",
    ),
];

#[test]
fn what_a_handler_of_the_program_takes_is_caught() {
    for (name, expected, _) in DYING {
        let outcome = explore(&program(name, Timeouts::Last), &reduced());
        assert_eq!(word(&outcome), *expected, "{name}: {:?} {:?}", outcome.verdict, outcome.findings);
        if *name == "FailingHandler" {
            assert_eq!(outcome.findings.len(), 1);
            assert!(format!("{:?}", outcome.findings).contains("handler"), "{:?}", outcome.findings);
        }
    }
}

/// A park may end without a reason where that is wanted.
const SPURIOUS: (&str, &str) = (
    "Spurious",
    "static volatile boolean done;
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        new Thread(() -> { done = true; LockSupport.unpark(main); }).start();
        LockSupport.park();
        assert done;
    }",
);

#[test]
fn a_park_may_end_without_a_reason() {
    for (spurious_wakeups, expected) in [(false, "proved"), (true, "assertion")] {
        let program = JavaProgram::new(RunOptions {
            class_path: vec![classes().clone()],
            main_class: SPURIOUS.0.to_owned(),
            assertions: true,
            spurious_wakeups,
            ..RunOptions::default()
        });
        assert_eq!(word(&explore(&program, &reduced())), expected);
    }
}

/// Ways by which what one thread has seen on the clock comes before what another one sees: `tell` and `learn`.
const WAYS: &[(&str, &str)] = &[
    ("Volatile", "static volatile int flag; void tell() { flag = 1; } boolean learn() { return flag == 1; }"),
    (
        "Atomic",
        "final AtomicInteger flag = new AtomicInteger();
        void tell() { flag.incrementAndGet(); } boolean learn() { return flag.get() == 1; }",
    ),
    (
        "Monitor",
        "boolean flag; synchronized void tell() { flag = true; } synchronized boolean learn() { return flag; }",
    ),
    (
        "Notify",
        "boolean flag; synchronized void tell() { flag = true; notifyAll(); }
        synchronized boolean learn() throws Exception { while (!flag) wait(); return true; }",
    ),
    (
        "Park",
        "final Thread main = Thread.currentThread();
        void tell() { LockSupport.unpark(main); } boolean learn() { LockSupport.park(); return true; }",
    ),
    (
        "Interrupt",
        "final Thread main = Thread.currentThread();
        void tell() { main.interrupt(); } boolean learn() { return Thread.interrupted(); }",
    ),
    (
        "Queue",
        "final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        void tell() { queue.add(\"\"); } boolean learn() throws Exception { queue.take(); return true; }",
    ),
    (
        "Latch",
        "final CountDownLatch latch = new CountDownLatch(1);
        void tell() { latch.countDown(); } boolean learn() throws Exception { latch.await(); return true; }",
    ),
    (
        "Initialisation",
        "static class Late { static int x = 1; static { x = 2; } }
        static volatile boolean begun;
        void tell() { begun = true; int x = Late.x; } boolean learn() { return begun && Late.x == 2; }",
    ),
];

fn way(name: &str, members: &str) -> String {
    format!(
        "public class Way{name} {{
            {members}
            static volatile long seen;
            static long unseen;
            void go() throws Exception {{
                Thread other = new Thread(() -> {{
                    System.nanoTime();
                    try {{ Thread.sleep(500); }} catch (InterruptedException never) {{ }}
                    unseen = System.nanoTime();
                    tell();
                }});
                other.start();
                long before = System.nanoTime();
                if (learn()) {{
                    long now = System.nanoTime();
                    assert now >= before : \"backwards\";
                    while (other.isAlive()) {{
                        try {{ other.join(); }} catch (InterruptedException again) {{ }}
                    }}
                    assert now >= unseen : now + \" after \" + unseen;
                }}
                while (other.isAlive()) {{
                    try {{ other.join(); }} catch (InterruptedException again) {{ }}
                }}
                assert System.nanoTime() >= unseen;
            }}
            public static void main(String[] args) throws Exception {{ new Way{name}().go(); }}
        }}"
    )
}

fn classes() -> &'static PathBuf {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        // Each test may be a process of its own.
        let test = std::thread::current().name().unwrap_or("all").replace("::", "-");
        let directory = scratch(&format!("time-{test}"));
        let imports = "import java.util.concurrent.*; import java.util.concurrent.atomic.*; \
            import java.util.concurrent.locks.*;";
        let of_class =
            |name: &str, body: &str| (name.to_owned(), format!("public class {name} {{ {body} }}"));
        let patient = PATIENT.iter().map(|(name, body)| of_class(name, body));
        let others = OTHERS.iter().map(|(name, _, body)| of_class(name, body));
        let ways = WAYS.iter().map(|(name, members)| (format!("Way{name}"), way(name, members)));
        let dying = DYING.iter().map(|(name, _, body)| of_class(name, body));
        let dying = dying.chain([of_class(SPURIOUS.0, SPURIOUS.1)]);
        let looking = LOOKING.iter().map(|(name, body, _)| of_class(name, body));
        let paths: Vec<PathBuf> = patient
            .chain(others)
            .chain(ways)
            .chain(looking)
            .chain(dying)
            .map(|(name, source)| {
                let path = directory.join(format!("{name}.java"));
                std::fs::write(&path, format!("{imports} {source}")).expect("a source");
                path
            })
            .collect();
        compile(&paths, &directory);
        directory
    })
}

fn program(name: &str, timeouts: Timeouts) -> JavaProgram {
    let program = JavaProgram::new(RunOptions {
        class_path: vec![classes().clone()],
        main_class: name.to_owned(),
        assertions: true,
        coarse_library_steps: true,
        timeouts,
        ..RunOptions::default()
    });
    program.check().expect("a program that starts");
    program
}

const BOUNDS: Bounds =
    Bounds { preemptions: None, delays: None, depth: None, fairness: None, timeouts: Some(4) };

fn reduced() -> Settings {
    Settings { bounds: BOUNDS, stop_at_first: true, ..Settings::default() }
}

fn merged() -> Settings {
    // Sleeping is a weak access, beside which races may hide.
    let looks = Looks { races: false, ..Looks::default() };
    Settings { strategy: Named::Exhaustive, merge_states: true, looks, ..reduced() }
}

/// The verdict, or the kind of what was found.
fn word(outcome: &Outcome) -> String {
    let found = outcome.findings.first().map(|finding| finding.kind.word().to_owned());
    found.unwrap_or_else(|| outcome.verdict.word().to_owned())
}

fn explore(program: &JavaProgram, settings: &Settings) -> Outcome {
    search(program, &Unguided, settings, &Hooks::default())
}

#[test]
fn what_surely_comes_is_waited_for() {
    for (name, _) in PATIENT {
        let program = program(name, Timeouts::Last);
        for settings in [reduced(), merged()] {
            let outcome = explore(&program, &settings);
            assert_eq!(word(&outcome), "proved", "{name}: {:?} {:?}", outcome.verdict, outcome.findings);
        }
        // The time of a future without a thread that waits is that of the library's own timer.
        let file = if *name == "Futures" { "LockSupport" } else { name };
        let expected = format!("timed waits ending only when nothing else can go on (at {file}.java:");
        let relied = program.assumptions().join("; ");
        assert!(relied.contains(&expected), "{name}: {relied}");
    }
}

#[test]
fn time_outs_at_any_time_are_found() {
    for (name, _) in PATIENT {
        let program = program(name, Timeouts::Any);
        let outcome = explore(&program, &reduced());
        assert!(
            ["assertion", "exception"].contains(&word(&outcome).as_str()),
            "{name}: {:?}",
            outcome.verdict
        );
        assert!(!program.assumptions().iter().any(|relied| relied.contains("timed")), "{name}");
    }
}

#[test]
fn time_passes_where_nothing_else_can_go_on() {
    for (name, expected, _) in OTHERS {
        let settings = if *expected == "livelock" { merged() } else { reduced() };
        let outcome = explore(&program(name, Timeouts::Last), &settings);
        assert_eq!(word(&outcome), *expected, "{name}: {:?} {:?}", outcome.verdict, outcome.findings);
    }
}

#[test]
fn a_look_gives_no_less_than_what_happened_before() {
    for (name, _) in WAYS {
        let program = program(&format!("Way{name}"), Timeouts::Last);
        for settings in [reduced(), merged()] {
            let outcome = explore(&program, &settings);
            assert_eq!(word(&outcome), "proved", "{name}: {:?} {:?}", outcome.verdict, outcome.findings);
        }
    }
}

/// Programs that look at their environment, with what a proof says of it.
const LOOKING: &[(&str, &str, &[&str])] = &[
    (
        "Identity",
        "public static void main(String[] args) { System.out.println(new Object()); }",
        &["identity hash codes as Raddle gives them (at Identity.java:1)"],
    ),
    (
        "Randoms",
        "public static void main(String[] args) {
            int x = new java.util.Random().nextInt();
            java.util.UUID id = java.util.UUID.randomUUID();
        }",
        &[
            "one sequence of random numbers (--explore-random tries others) (at Randoms.java:2, Randoms.java:3)",
        ],
    ),
    (
        "Machines",
        "public static void main(String[] args) {
            Runtime machine = Runtime.getRuntime();
            long x = machine.availableProcessors() + machine.freeMemory();
        }",
        &["4 processors (at Machines.java:3)", "the size of Raddle's heap (at Machines.java:3)"],
    ),
    (
        "Weak",
        "public static void main(String[] args) {
            assert new java.lang.ref.WeakReference<>(\"x\").get() != null;
        }",
        &["references that are cleared only by the program (at Weak.java:2)"],
    ),
    (
        "Queued",
        "public static void main(String[] args) {
            var queue = new java.lang.ref.ReferenceQueue<Object>();
            new java.lang.ref.WeakReference<>(new Object(), queue);
            assert queue.poll() == null;
        }",
        &["references that are cleared only by the program (at Queued.java:3)"],
    ),
    (
        "WeakMap",
        "public static void main(String[] args) {
            var map = new java.util.WeakHashMap<Object, Integer>();
            map.put(new Object(), 1);
            assert map.size() == 1;
        }",
        &["references that are cleared only by the program (at WeakMap.java:3)"],
    ),
    (
        "Cleaned",
        "static volatile boolean cleaned;
        public static void main(String[] args) {
            java.lang.ref.Cleaner.create().register(new Object(), () -> cleaned = true);
            assert !cleaned;
        }",
        &["references that are cleared only by the program (at Cleaned.java:3)"],
    ),
    (
        "Finalised",
        "static volatile boolean cleaned;
        static class Forgotten { protected void finalize() { cleaned = true; } }
        public static void main(String[] args) {
            new Forgotten();
            assert !cleaned;
        }",
        &["references that are cleared only by the program (at Finalised.java:4)"],
    ),
    (
        "Logged",
        "public static void main(String[] args) {
            java.util.logging.LogManager.getLogManager();
        }",
        // The JDK keeps its hooks in a map by identity.
        &[
            "identity hash codes as Raddle gives them (at Logged.java:2)",
            "references that are cleared only by the program (at Logged.java:2)",
            "what the JDK registers for the end changing nothing (at Logged.java:2)",
        ],
    ),
    (
        "Workers",
        "public static void main(String[] args) throws Exception {
            new java.util.concurrent.ForkJoinPool(1).submit(() -> { }).get();
        }",
        &["fork-join workers looking for tasks in one order (at Workers.java:2)"],
    ),
    (
        "Clocks",
        "public static void main(String[] args) { java.time.Instant now = java.time.Instant.now(); }",
        &["how long things take on Raddle's clock (at Clocks.java:1)"],
    ),
    (
        // What the library looks at for itself is no look of the program's.
        "Nothing",
        "public static void main(String[] args) {
            java.util.Map<Object, Integer> map = new ConcurrentHashMap<>();
            map.put(new Object(), 1);
            java.util.Set<Thread> set = new java.util.HashSet<>();
            set.add(Thread.currentThread());
            int x = new java.util.Random(4).nextInt();
        }",
        &[],
    ),
];

#[test]
fn a_proof_names_what_the_program_looked_at() {
    for (name, _, expected) in LOOKING {
        let program = program(name, Timeouts::Last);
        let outcome = explore(&program, &reduced());
        assert_eq!(outcome.verdict.word(), "proved", "{name}: {:?}", outcome.verdict);
        let relied = program.assumptions();
        let relied: Vec<&str> =
            relied.iter().map(String::as_str).filter(|words| words.contains("(at ")).collect();
        assert_eq!(relied, *expected, "{name}");
    }
}

/// The guide has one table of what a proof relies on; its rows are the words of the result.
#[test]
fn the_guide_lists_what_a_proof_relies_on() {
    let guide = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/java-testing.md");
    let guide = std::fs::read_to_string(guide).expect("the guide");
    for look in Look::ALL {
        let words = look.assumption().split(" (").next().unwrap_or_default();
        assert!(guide.contains(&format!("\n| {words} | ")), "not in the table: {words}");
    }
}
