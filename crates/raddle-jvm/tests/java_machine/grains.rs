//! What Java tells of its threads and variables, and that jobs mean the same in every process.

use crate::fingerprints::program;
use raddle_explore::context::StepContext;
use raddle_explore::guide::Unguided;
use raddle_explore::names::ActorPath;
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::random::Seed;
use raddle_explore::search::Settings;
use raddle_explore::strategy::{Dpor, Sampling, Strategy};
use raddle_jvm::explore::JavaProgram;
use raddle_threads::{grains, letters};

const PARTS: &str = r#"
public class Parts {
    static class Box { int value; Box next; int[] array = new int[2]; }
    static final Box box = new Box();
    static volatile boolean ready;
    static void work(int id) {
        Box own = new Box();
        own.value = id;
        synchronized (box) {
            box.value += id;
            box.array[id % 2]++;
            if (id == 1) box.next = own;
        }
        if (id == 2) { synchronized (box) { ready = true; box.notifyAll(); } }
        if (id == 3) {
            synchronized (box) {
                while (!ready) {
                    try { box.wait(); } catch (InterruptedException exception) { return; }
                }
            }
        }
        own.array[0] = box.array[1];
    }
    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int id = i + 1;
            (threads[i] = new Thread(() -> work(id))).start();
        }
        for (Thread thread : threads) thread.join();
    }
}"#;

#[test]
fn a_step_changes_its_own_thread_and_what_it_writes() {
    let program = program("Parts", PARTS);
    let changes = grains::test(&program, Seed(3), 20, 200).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(changes.steps > 300 && changes.actors > 200 && changes.places > 100, "{changes:?}");
}

#[test]
fn equal_values_are_equal_and_different_ones_are_not() {
    const WRITES: &str = "public class Writes {
        static volatile int left, right;
        static volatile Object object;
        public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> { right = 7; });
            other.start();
            left = 7; left = 8; left = 7;
            object = Writes.class; object = null; object = Writes.class;
            other.join();
        }
    }";
    let program = program("Writes", WRITES);
    let mut run = program.start();
    let mut pending = PendingBuffer::default();
    let mut values: Vec<(raddle_explore::operation::Place, u128)> = Vec::new();
    let mut private = Vec::new();
    loop {
        run.pending(&mut pending);
        let Some(entry) = pending.enabled().next().copied() else { break };
        let touched = pending.touches(&entry).first().map(|touch| touch.place);
        let is_write = entry.kind == raddle_explore::operation::OperationKind::Write;
        run.step(Choice::first(entry.actor), &mut StepContext::plain()).expect("a step");
        private.push((entry.actor, run.fingerprint_actor(entry.actor)));
        if let Some(place) = touched.filter(|_| is_write) {
            values.extend(run.fingerprint_place(place).map(|value| (place, value)));
        }
    }
    let of = |index: usize| values[index].1;
    // The ends of threads are written, too.
    assert_eq!(values.len(), 9, "{values:?}");
    assert_eq!(of(0), of(2));
    assert_ne!(of(0), of(1));
    assert_eq!(of(3), of(5));
    assert_ne!(of(3), of(4));
    assert_eq!(of(0), of(6), "seven is seven");
    let count = private.len();
    private.sort_unstable();
    private.dedup();
    assert_eq!(private.len(), count, "each step leads elsewhere");
}

/// Three threads, each of which starts another one.
const STARTS: &str = "public class Starts {
    static int x;
    static volatile int y;
    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                y = 1;
                new Thread(() -> { y = 2; }).start();
            }).start();
        }
    }
}";

fn send<S: Strategy<JavaProgram, Unguided>>(strategy: &S) {
    let (home, away) = (program("Starts", STARTS), program("Starts", STARTS));
    // The other process heard of the threads that are started last before all others.
    let paths = [vec![0, 1, 0], vec![0, 0, 0], vec![0, 1], vec![0, 0]];
    for path in &paths {
        away.names().resolve(&ActorPath(path.clone()));
    }
    let settings = Settings { samples: 100, ..Settings::default() };
    let sent = letters::send(&home, &away, strategy, &settings).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(sent > 0, "nothing was sent");
    let numbers = |program: &JavaProgram| paths.clone().map(|path| program.names().resolve(&ActorPath(path)));
    assert_ne!(numbers(&home), numbers(&away), "the numbers mean the same");
}

#[test]
fn jobs_mean_the_same_elsewhere() {
    // The whole tree of so many threads takes minutes; the thread language and ABS send jobs of the other kinds.
    send(&Dpor);
    send(&Sampling::Random);
}
