//! States without names: two have the same fingerprint if and only if a naive comparison finds a way to map one onto the
//! other. The twin walks both heaps whole, side by side, from all threads and all classes, and knows nothing of bases, pages
//! and numbers.

use crate::fingerprints::program;
use raddle_explore::context::StepContext;
use raddle_explore::ending::Ending;
use raddle_explore::finding::Looks;
use raddle_explore::guide::Unguided;
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::random::{Random, Seed};
use raddle_explore::search::{EndOfRun, Hooks, Settings, search};
use raddle_explore::strategy::Named;
use raddle_jvm::code::verify;
use raddle_jvm::explore::{JavaProgram, JavaRun};
use raddle_jvm::library::{ClassId, ClassShape};
use raddle_jvm::machine::Machine;
use raddle_jvm::machine::heap::Ref;
use raddle_jvm::machine::thread::{Continuation, Frame, Status, Thread, ThreadId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;

/// Two machines of one program and one OS thread, walked side by side.
struct Pair<'a> {
    left: &'a Machine,
    right: &'a Machine,
    there: FxHashMap<Ref, Ref>,
    back: FxHashMap<Ref, Ref>,
    work: Vec<(Ref, Ref)>,
}

impl Pair<'_> {
    /// Takes two objects for each other, if neither is another's.
    fn tie(&mut self, left: Ref, right: Ref) -> bool {
        if left.is_null() || right.is_null() {
            return left == right;
        }
        match (self.there.get(&left), self.back.get(&right)) {
            (None, None) => {
                self.there.insert(left, right);
                self.back.insert(right, left);
                self.work.push((left, right));
                true
            }
            (Some(known), _) => *known == right,
            (None, Some(_)) => false,
        }
    }

    fn frames(&mut self, left: (&Thread, &Frame), right: (&Thread, &Frame)) -> bool {
        let ((left_thread, left), (right_thread, right)) = (left, right);
        let same = left.method == right.method
            && left.pc == right.pc
            && left.marks == right.marks
            && left.silence == right.silence
            && left.sp - left.base == right.sp - right.base
            && self.tie(left.lock, right.lock)
            && match (left.continuation, right.continuation) {
                (Continuation::Construct(left), Continuation::Construct(right)) => self.tie(left, right),
                (left, right) => left == right,
            };
        if !same {
            return false;
        }
        let library = &self.left.library;
        let states = verify::slots(library, library.method(left.method)).expect("it was verified");
        let Some(state) = &states[left.pc as usize] else { return true };
        let kinds: Vec<bool> =
            state.locals.iter().chain(&state.stack).map(|slot| slot.is_reference()).collect();
        let dead = |index: usize| {
            let slot = state.locals.iter().chain(&state.stack).nth(index);
            slot.is_none_or(|slot| matches!(slot, verify::Slot::Unusable | verify::Slot::Second))
        };
        (0..(left.sp - left.base) as usize).all(|index| {
            let one = left_thread.stack[left.base as usize + index];
            let other = right_thread.stack[right.base as usize + index];
            dead(index)
                || if kinds[index] {
                    self.tie(Ref::from_slot(one), Ref::from_slot(other))
                } else {
                    one == other
                }
        })
    }

    fn threads(&mut self, left: &Thread, right: &Thread) -> bool {
        let status = match (left.status, right.status) {
            (Status::Entering(left), Status::Entering(right)) => self.tie(left, right),
            (
                Status::Waiting { monitor, count, deadline, wake },
                Status::Waiting { monitor: other, count: counted, deadline: until, wake: woken },
            ) => (count, deadline, wake) == (counted, until, woken) && self.tie(monitor, other),
            (left, right) => left == right,
        };
        let numbers = |thread: &Thread| {
            let flags = [thread.interrupted, thread.permit, thread.daemon, thread.granted, thread.ending];
            let counts =
                [thread.starts, thread.made.0, thread.made.1, thread.held, thread.silent, thread.atomic];
            (thread.path, flags, counts, thread.operated, thread.exit_called, thread.iterations.len())
        };
        status
            && numbers(left) == numbers(right)
            && self.tie(left.object, right.object)
            && self.tie(left.uncaught, right.uncaught)
            && left.frames.len() == right.frames.len()
            && left
                .frames
                .iter()
                .zip(&right.frames)
                .all(|(one, other)| self.frames((left, one), (right, other)))
    }

    fn objects(&mut self, left: Ref, right: Ref) -> bool {
        let (one, other) = (&self.left.heap, &self.right.heap);
        let library = std::rc::Rc::clone(&self.left.library);
        if one.word(left.0) != other.word(right.0)
            || one.is_shared(left) != other.is_shared(right)
            || one.is_owned(left) != other.is_owned(right)
            || !self.monitors(left, right)
        {
            return false;
        }
        let class = library.class(one.class_of(left));
        match class.shape {
            ClassShape::ReferenceArray(_) => (0..one.length(left))
                .all(|index| self.tie(Ref(one.load32(left, index)), Ref(other.load32(right, index)))),
            ClassShape::PrimitiveArray(_) => (2..one.size_of(&library, left))
                .all(|word| one.word(left.0 + word) == other.word(right.0 + word)),
            _ => {
                let mut references: BTreeSet<u16> = class.reference_words.iter().copied().collect();
                if class.id == self.left.core.class {
                    let mirrored = library.class(self.left.mirrored(left));
                    let statics = mirrored.static_reference_words.iter();
                    references.extend(statics.map(|offset| self.left.static_word(*offset)));
                }
                (2..one.length(left)).all(|word| {
                    let (mine, theirs) = (one.word(left.0 + word), other.word(right.0 + word));
                    if references.contains(&(word as u16)) {
                        self.tie(Ref::from_slot(mine), Ref::from_slot(theirs))
                    } else {
                        mine == theirs
                    }
                })
            }
        }
    }

    fn monitors(&self, left: Ref, right: Ref) -> bool {
        let told = |machine: &Machine, object: Ref| {
            machine.monitors.get(&object).map(|monitor| {
                let path = |thread: ThreadId| machine.threads[thread.0 as usize].path;
                let waiters: Vec<u32> = monitor.waiters.iter().map(|waiter| path(*waiter)).collect();
                (monitor.owner.map(path), monitor.count, monitor.clock, waiters)
            })
        };
        told(self.left, left) == told(self.right, right)
    }
}

/// Whether one state can be mapped onto the other.
fn isomorphic(left: &Machine, right: &Machine) -> bool {
    let mut pair =
        Pair { left, right, there: FxHashMap::default(), back: FxHashMap::default(), work: Vec::new() };
    let sorted = |machine: &Machine| {
        let threads = machine.threads.iter().map(|thread| (thread.path, std::rc::Rc::clone(thread)));
        threads.collect::<BTreeMap<u32, _>>()
    };
    let (ours, theirs) = (sorted(left), sorted(right));
    if ours.len() != theirs.len()
        || !ours.values().zip(theirs.values()).all(|(one, other)| pair.threads(one, other))
    {
        return false;
    }
    for number in 0..left.class_states.len().max(right.class_states.len()) {
        let class = ClassId(number as u32);
        let (one, other) = (left.class_state(class), right.class_state(class));
        if one.initialization != other.initialization || !pair.tie(one.mirror, other.mirror) {
            return false;
        }
    }
    while let Some((one, other)) = pair.work.pop() {
        if !pair.objects(one, other) {
            return false;
        }
    }
    true
}

/// Threads that change a graph for ever: they add nodes, copy them, let two ways lead to one, and drop them.
const GRAPH: &str = r"
public class Graph {
    static class Node { Node left, right; int value; }
    static Node root = new Node();
    static final Object lock = new Object();
    static void grow() {
        Node fresh = new Node();
        synchronized (lock) {
            fresh.left = root.left;
            root.left = root.left != null && root.left.left != null ? null : fresh;
        }
    }
    static void swap() { synchronized (lock) { Node left = root.left; root.left = root.right; root.right = left; } }
    static void tie() { synchronized (lock) { if (root.left != null) root.left.right = root.right; } }
    static void copy() {
        synchronized (lock) {
            if (root.right == null) return;
            Node copy = new Node();
            copy.value = 1 - root.right.value;
            copy.left = root.right.left;
            root.right = copy;
        }
    }
    static void forever(Runnable step) { new Thread(() -> { while (true) step.run(); }).start(); }
    public static void main(String[] args) {
        forever(Graph::grow);
        while (true) { swap(); tie(); copy(); }
    }
}";

/// A client and a server for ever, with a new message for each round.
const SERVER: &str = r#"
public class Server {
    record Message(int number, String text) { }
    static Message slot;
    static final Object lock = new Object();
    static void serve() throws InterruptedException {
        while (true) {
            Message message;
            synchronized (lock) {
                while (slot == null) lock.wait();
                message = slot;
                slot = null;
                lock.notifyAll();
            }
            assert message.text().length() == 1 + message.number() : message;
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Thread server = new Thread(() -> {
            try { serve(); } catch (InterruptedException exception) { throw new RuntimeException(exception); }
        });
        server.start();
        for (int number = 0; true; number = (number + 1) % 2) {
            Message message = new Message(number, "x".repeat(1 + number));
            synchronized (lock) {
                while (slot != null) lock.wait();
                slot = message;
                lock.notifyAll();
            }
        }
    }
}"#;

/// States of random runs, each once in so many steps.
fn states(program: &JavaProgram, seed: u64, runs: usize, steps: usize, stride: usize) -> Vec<JavaRun> {
    let mut random = Random::new(Seed(seed));
    let mut states = Vec::new();
    for _ in 0..runs {
        let mut run = program.start();
        let mut pending = PendingBuffer::default();
        for step in 0..steps {
            run.pending(&mut pending);
            let enabled: Vec<_> = pending.enabled().collect();
            if enabled.is_empty() {
                break;
            }
            let entry = enabled[random.below(enabled.len() as u32) as usize];
            let choice = Choice { actor: entry.actor, option: random.below(entry.options) };
            run.step(choice, &mut StepContext::plain()).expect("a step");
            if step % stride == stride - 1 {
                states.push(run.clone());
            }
        }
    }
    states
}

fn compare(name: &str, states: &[JavaRun]) {
    let prints: Vec<u128> = states.iter().map(|run| run.fingerprint().expect("a fingerprint")).collect();
    let names: Vec<u128> =
        states.iter().map(|run| run.fingerprint_named().expect("a fingerprint").named).collect();
    let (mut same, mut renamed, mut different) = (0, 0, 0);
    for (index, left) in states.iter().enumerate() {
        for other in index + 1..states.len() {
            let right = &states[other];
            let (left, right) = (left.machine().expect("a machine"), right.machine().expect("a machine"));
            let is_same = isomorphic(left, right);
            assert_eq!(prints[index] == prints[other], is_same, "{name}: states {index} and {other}");
            same += usize::from(is_same);
            different += usize::from(!is_same);
            renamed += usize::from(is_same && names[index] != names[other]);
        }
    }
    assert!(
        same >= 20 && renamed >= 10 && different >= 1_000,
        "{name}: {same} same, {renamed} renamed, {different}"
    );
}

#[test]
fn fingerprints_are_the_same_for_isomorphic_states_and_for_no_others() {
    let graph = program("Graph", GRAPH);
    compare("graph", &states(&graph, 5, 12, 400, 20));
    let server = program("Server", SERVER);
    compare("server", &states(&server, 6, 6, 120, 6));
}

#[test]
fn a_server_that_allocates_for_ever_has_finitely_many_states() {
    let program = program("Server", SERVER);
    let looks = Looks { livelocks: false, ..Looks::default() };
    let merged = Settings { strategy: Named::Exhaustive, merge_states: true, looks, ..Settings::default() };
    let outcome = search(&program, &Unguided, &merged, &Hooks::default());
    assert_eq!(outcome.verdict.word(), "proved", "{:?} {:?}", outcome.verdict, outcome.stats);
    assert!(outcome.stats.states < 2_000, "{:?}", outcome.stats);
    // Whoever asks whether it ends hears that it does not.
    let looks = Looks::default();
    let outcome = search(&program, &Unguided, &Settings { looks, ..merged }, &Hooks::default());
    assert_eq!(outcome.findings.iter().map(|finding| finding.kind.word()).collect::<Vec<_>>(), ["livelock"]);
}

/// An object may be made or not before the one whose hash code is taken.
const CODES: &str = "
public class Codes {
    static volatile boolean flag;
    static volatile int code, last;
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            if (flag) { Object dropped = new Object(); dropped = null; }
            flag = false;
            code = new Object().hashCode();
        });
        other.start();
        flag = true;
        other.join();
    }
}";

#[test]
fn names_count_where_hash_codes_are_taken() {
    let last_states = |merge_states: bool| {
        let program = program("Codes", CODES);
        let ends: Mutex<BTreeSet<Option<u128>>> = Mutex::default();
        let on_run = |end: &EndOfRun<'_>| {
            if matches!(end.ending, Ending::Complete) {
                ends.lock().expect("no panic").insert(end.fingerprint);
            }
        };
        let settings = Settings { strategy: Named::Exhaustive, merge_states, ..Settings::default() };
        let hooks = Hooks { on_run: Some(&on_run), ..Hooks::default() };
        let outcome = search(&program, &Unguided, &settings, &hooks);
        assert!(
            outcome.gaps.is_empty() && outcome.findings.is_empty(),
            "{:?} {:?}",
            outcome.gaps,
            outcome.findings
        );
        ends.into_inner().expect("no panic").len()
    };
    let (merged, tree) = (last_states(true), last_states(false));
    assert!(tree >= 2, "{tree}: the codes do not differ");
    assert!(merged >= tree, "{merged} of {tree} last states");
}
