//! The whole state of a machine in 128 bits, so that runs which met in one state can be told from others.
//!
//! Objects are known by their names (creating thread, and the how-many-eth object of it), threads by their paths,
//! classes and methods by what they are called; addresses, numbers of threads and the order of loading are left out.
//! So two orders of steps that do not depend on each other lead to the same fingerprint.
//!
//! Most of the heap was there before the first choice. [`Machine::keep_base`] keeps that state, and a fingerprint then
//! costs what has changed since: base objects on pages that were written to, and new objects that can be reached.
//! Garbage is left out. Slots of frames are told apart by the verifier's inference, so that a number is never taken for
//! a reference.
//!
//! Guarantee: states with the same fingerprint have the same futures, up to collisions of the hash. What a run has
//! printed is no part of its future. `None`: the state has parts outside the machine, such as decompressions that are under way.

mod learnt;

use super::heap::{Heap, Ref};
use super::thread::{Continuation, Frame, Status, Thread, ThreadId, Wake};
use super::{ClassState, Initialization, Machine};
use crate::code::verify::{self, Slot};
use crate::library::{ClassId, ClassShape, Library, MethodId};
use learnt::{Learnt, SlotsOfMethod};
use std::cell::RefCell;
use std::rc::Rc;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// What all runs of a program have in common: the state before the first choice.
pub struct Base {
    heap: Heap,
    class_states: Rc<Vec<ClassState>>,
    resolved: Rc<Vec<Ref>>,
}

/// What a slot of a frame holds, locals first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// Nothing that anybody reads.
    Nothing,
    /// A number.
    Number,
    /// A reference.
    Reference,
}

/// Numbers that become a hash.
struct Words(Vec<u8>);

impl Words {
    fn new() -> Words {
        Words(Vec::with_capacity(256))
    }

    fn add(&mut self, word: u64) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn hash(&self) -> u128 {
        xxh3_128(&self.0)
    }
}

/// One look at a machine.
struct Look<'a> {
    machine: &'a Machine,
    library: &'a Library,
    base: Option<&'a Base>,
    learnt: &'a mut Learnt,
    work: Vec<Ref>,
    sum: u128,
    /// Filled for each object anew.
    words: Words,
    text: Words,
    /// What the object refers to that is looked at, and was not in the base.
    references: Vec<Ref>,
    /// Whether nothing that it refers to can come to be told apart by something else.
    is_settled: bool,
}

impl Machine {
    /// Takes the present state as the one that all later fingerprints are relative to.
    pub fn keep_base(&mut self) {
        self.base = Some(Rc::new(Base {
            heap: self.heap.clone(),
            class_states: Rc::clone(&self.class_states),
            resolved: Rc::clone(&self.resolved),
        }));
    }

    /// The fingerprint of the state; every thread must stand still, in its place.
    pub fn fingerprint(&self) -> Option<u128> {
        if !self.inflaters.is_empty() {
            return None;
        }
        let learnt = Rc::clone(&self.learnt);
        let mut learnt = learnt.borrow_mut();
        learnt.begin();
        let mut look = Look {
            machine: self,
            library: &self.library,
            base: self.base.as_deref(),
            learnt: &mut learnt,
            work: Vec::with_capacity(64),
            sum: 0,
            words: Words::new(),
            text: Words::new(),
            references: Vec::new(),
            is_settled: true,
        };
        look.machine_state()?;
        for thread in &self.threads {
            look.thread(thread)?;
        }
        look.classes();
        look.changed_base_objects();
        while let Some(object) = look.work.pop() {
            look.object(object);
        }
        Some(look.sum)
    }
}

impl Look<'_> {
    fn include(&mut self, words: &Words) {
        self.sum = self.sum.wrapping_add(words.hash());
    }

    fn class_name(&mut self, class: ClassId) -> u64 {
        self.learnt.class_name(self.library, class)
    }

    fn method_name(&mut self, method: MethodId) -> u64 {
        let declared = self.library.method(method);
        let class = self.class_name(declared.class);
        let library = self.library;
        *self.learnt.method_names.entry(method).or_insert_with(|| {
            let text = format!("{}{}", library.text(declared.name), library.text(declared.descriptor));
            class.rotate_left(1) ^ xxh3_64(text.as_bytes())
        })
    }

    fn path(&self, thread: ThreadId) -> u64 {
        u64::from(self.machine.threads[thread.0 as usize].path)
    }

    /// Whether an object was there in the base.
    fn is_base(&self, object: Ref) -> bool {
        self.base.is_some_and(|base| {
            base.heap.has_page_of(object)
                && base.heap.word(object.0) == self.machine.heap.word(object.0)
                && base.heap.word(object.0) != 0
                && base.heap.name(object) == self.machine.heap.name(object)
        })
    }

    /// What tells an object from others; its content will be looked at, if it can be new.
    fn reference(&mut self, object: Ref) -> u64 {
        if object.is_null() {
            return 0;
        }
        let met = self.learnt.identity(object);
        if let Some(identity) = met.filter(|identity| *identity != 0) {
            if !self.is_base(object) {
                self.references.push(object);
            }
            return identity;
        }
        if !self.is_base(object) {
            self.references.push(object);
            if met.is_none() {
                self.work.push(object);
            }
        }
        let machine = self.machine;
        let class = machine.heap.class_of(object);
        let mut identity = machine.heap.name(object) ^ self.class_name(class).rotate_left(17);
        // The names of these are only hashes of what they stand for.
        if class == machine.core.class {
            identity ^= self.class_name(machine.mirrored(object)).rotate_left(34);
        } else if class == machine.core.string {
            let value = machine.heap.reference(object, machine.core.string_value);
            if value.is_null() {
                self.is_settled = false;
            } else {
                self.text.clear();
                self.text.add(u64::from(machine.heap.length(value)));
                for word in 2..machine.heap.size_of(self.library, value) {
                    self.text.add(machine.heap.word(value.0 + word));
                }
                identity ^= xxh3_64(&self.text.0).rotate_left(34);
            }
        }
        // Only null is zero. Every bit counts: neighbours differ in the lowest one.
        let identity = identity.max(1);
        self.learnt.meet(object, identity);
        identity
    }

    /// Comes to an object that need not be told from others.
    fn visit(&mut self, object: Ref) {
        if self.learnt.identity(object).is_none() {
            self.learnt.meet(object, 0);
            self.work.push(object);
        }
    }

    fn object(&mut self, object: Ref) {
        let heap = &self.machine.heap;
        self.references.clear();
        if let Some(hash) = self.learnt.known(heap, object, &mut self.references) {
            self.sum = self.sum.wrapping_add(hash);
            let references = std::mem::take(&mut self.references);
            for reference in &references {
                self.visit(*reference);
            }
            self.references = references;
            return;
        }
        self.is_settled = true;
        let class = self.library.class(heap.class_of(object));
        let mut words = std::mem::replace(&mut self.words, Words(Vec::new()));
        words.clear();
        words.add(heap.word(object.0 + 1));
        words.add(self.class_name(class.id));
        match class.shape {
            ClassShape::ReferenceArray(_) => {
                words.add(u64::from(heap.length(object)));
                for index in 0..heap.length(object) {
                    words.add(self.reference(Ref(heap.element32(object, index))));
                }
            }
            ClassShape::PrimitiveArray(_) => {
                words.add(u64::from(heap.length(object)));
                for word in 2..heap.size_of(self.library, object) {
                    words.add(heap.word(object.0 + word));
                }
            }
            _ => self.fields(object, class.id, &mut words),
        }
        let hash = words.hash();
        self.sum = self.sum.wrapping_add(hash);
        self.words = words;
        if self.is_settled {
            let size = heap.size_of(self.library, object);
            self.learnt.keep(heap, object, size, hash, &self.references);
        }
    }

    fn fields(&mut self, object: Ref, class: ClassId, words: &mut Words) {
        let machine = self.machine;
        let linked = self.library.class(class);
        let id_word = u32::from(machine.core.class_id);
        let is_mirror = class == machine.core.class;
        let mut statics: &[u16] = &[];
        if is_mirror {
            let mirrored = self.library.class(machine.mirrored(object));
            words.add(self.class_name(mirrored.id));
            statics = &mirrored.static_reference_words;
        }
        let references = self.learnt.references(self.library, class);
        let is_reference = |word: u32| {
            references.get(word as usize).is_some_and(|is_reference| *is_reference)
                || word > id_word && statics.contains(&((word - id_word - 1) as u16))
        };
        // A recorded stack is full of numbers of methods, which differ from library to library.
        let backtrace = linked.is_throwable.then_some(u32::from(machine.core.throwable_backtrace));
        for word in 2..machine.heap.length(object) {
            if backtrace == Some(word) {
                for (method, pc) in machine.backtrace(object) {
                    words.add(self.method_name(method) ^ u64::from(pc));
                }
            } else if is_reference(word) {
                words.add(self.reference(machine.heap.reference(object, word as u16)));
            } else if !is_mirror || word != id_word {
                words.add(machine.heap.word(object.0 + word));
            }
        }
    }

    /// What lies outside heap and threads.
    fn machine_state(&mut self) -> Option<()> {
        let machine = self.machine;
        let mut words = Words::new();
        machine.world.state(&mut |word| words.add(word))?;
        words.add(u64::from(machine.thread_numbers) << 32 | machine.threads_made);
        words.add(u64::from(machine.main_failed) | u64::from(machine.concurrent) << 1);
        for what in machine.reservations.iter() {
            words.add(xxh3_64(what.as_bytes()));
        }
        for (address, bytes) in machine.native_memory.iter() {
            words.add(*address);
            words.add(xxh3_64(bytes));
        }
        self.include(&words);
        // What is no news to anybody who can still learn it does not matter.
        let running = machine.threads.iter().filter(|thread| !thread.has_ended());
        let known_to_all = running.map(|thread| thread.clock).min().unwrap_or(u64::MAX);
        for (place, moment) in machine.moments.iter().filter(|(_, moment)| **moment > known_to_all) {
            let mut words = Words::new();
            words.add(place.object);
            words.add(u64::from(place.part));
            words.add(*moment);
            self.include(&words);
        }
        for (object, monitor) in &machine.monitors {
            let mut words = Words::new();
            words.add(self.reference(*object));
            words.add(monitor.owner.map_or(u64::MAX, |owner| self.path(owner)));
            words.add(u64::from(monitor.count));
            words.add(monitor.clock);
            for waiter in &monitor.waiters {
                words.add(self.path(*waiter));
            }
            self.include(&words);
        }
        for loader in machine.loaders.iter() {
            self.reference(*loader);
        }
        for (loader, class) in machine.made.iter() {
            let mut words = Words::new();
            words.add(self.reference(machine.loader_object(loader)));
            words.add(machine.library.class(class).file.as_ref().map_or(0, |file| xxh3_64(&file.bytes)));
            self.include(&words);
        }
        let known = self.base.map_or(&[][..], |base| &base.resolved);
        for (number, resolved) in machine.resolved.iter().enumerate() {
            if known.get(number) != Some(resolved) {
                self.reference(*resolved);
            }
        }
        Some(())
    }

    fn classes(&mut self) {
        let known = self.base.map(|base| &base.class_states);
        if known.is_some_and(|known| Rc::ptr_eq(known, &self.machine.class_states)) {
            return;
        }
        for (number, state) in self.machine.class_states.iter().enumerate() {
            let before = known.and_then(|known| known.get(number));
            let same = |before: &ClassState| {
                before.mirror == state.mirror && before.initialization == state.initialization
            };
            let is_untouched = state.initialization == Initialization::Untouched && state.mirror.is_null();
            if is_untouched || before.is_some_and(same) {
                continue;
            }
            let mut words = Words::new();
            words.add(self.class_name(ClassId(number as u32)));
            words.add(self.reference(state.mirror));
            let (kind, owner, starts) = match state.initialization {
                Initialization::Untouched => (0, 0, 0),
                Initialization::Running(owner) => (1, self.path(owner), 0),
                Initialization::Done => (2, 0, 0),
                Initialization::DoneBy(owner, starts) => (3, self.path(owner), starts),
                Initialization::Failed => (4, 0, 0),
            };
            words.add(kind << 32 | owner);
            words.add(u64::from(starts));
            self.include(&words);
        }
    }

    /// Objects of the base that are not what they were.
    fn changed_base_objects(&mut self) {
        let Some(base) = self.base else { return };
        let mut changed = Vec::new();
        let heap = &self.machine.heap;
        heap.for_each_on_changed_pages(&base.heap, self.library, |object, words| {
            let differs = |word: u32| heap.word(object.0 + word) != base.heap.word(object.0 + word);
            if self.is_base(object) && (1..words).any(differs) {
                changed.push(object);
            }
        });
        for object in changed {
            self.object(object);
        }
    }

    fn thread(&mut self, thread: &Thread) -> Option<()> {
        let Thread {
            id: _,
            object,
            path,
            frames,
            stack: _,
            status,
            waits,
            wake,
            allocations,
            starts,
            made,
            namers,
            outside,
            scoped_values,
            interrupted,
            permit,
            daemon,
            clock,
            looks,
            jumps,
            ticks,
            early,
            nested,
            granted,
            uncaught,
            handling,
            silent,
            // It only tells, within one step, what was hidden inside of a call that counts as one.
            within: _,
            atomic,
            // It only tells sections apart that follow each other within one step.
            section: _,
            ending,
            exit_called,
            parent: _,
            ordinal: _,
            operated,
            iterations,
            held,
            passed,
            initializing,
            operations,
            bytecodes: _,
            was_spurious,
            unwinding,
        } = thread;
        let mut words = Words::new();
        words.add(u64::from(*path));
        words.add(self.reference(*object));
        self.status(*status, &mut words);
        words.add(wake.map_or(0, wake_number) << 8 | waits.map_or(0, |waits| 1 + waits as u64));
        words.add(u64::from(*allocations) << 32 | u64::from(*starts));
        words.add(u64::from(made.0) << 32 | u64::from(made.1));
        words.add(u64::from(*outside));
        for (class, made) in namers {
            words.add(u64::from(*class) << 32 | u64::from(*made));
        }
        let flags =
            [interrupted, permit, daemon, granted, ending, exit_called, operated, was_spurious, handling];
        words.add(flags.iter().fold(0, |sum, flag| sum << 1 | u64::from(**flag)));
        // Who has ended looks no more; what others learn of its time stands at the places that it wrote.
        words.add(if *status == Status::Ended { 0 } else { *clock });
        words.add(looks.iter().fold(jumps.0 ^ u64::from(jumps.1) << 48, |sum, (place, count)| {
            sum.wrapping_add(place.wrapping_mul(u64::from(*count) * 2 + 1))
        }));
        words.add(u64::from(*ticks) << 8 | u64::from(*early));
        words.add(u64::from(*nested) << 32 | u64::from(*silent));
        words.add(u64::from(*held) << 32 | u64::from(*atomic));
        words.add(self.reference(*uncaught));
        words.add(self.reference(*scoped_values));
        words.add(self.reference(*unwinding));
        // Where a loop began is only a means to find out that it spins; what it read says when it may go on.
        for iteration in iterations {
            words.add(u64::from(iteration.stale) | u64::from(iteration.looked) << 1);
            if matches!(status, Status::Spinning(_)) {
                let places: u128 = iteration
                    .read
                    .iter()
                    .map(|place| xxh3_128(format!("{place:?}").as_bytes()))
                    .fold(0, u128::wrapping_add);
                words.add(places as u64);
            }
        }
        words.add(passed.iter().fold(0, |sum: u64, (class, starts)| {
            sum.wrapping_add(self.class_name(*class).wrapping_mul(u64::from(*starts) * 2 + 1))
        }));
        for (class, began) in initializing {
            words.add(self.class_name(*class));
            words.add(operations - began);
        }
        for frame in frames {
            self.frame(thread, frame, &mut words)?;
        }
        self.include(&words);
        Some(())
    }

    fn status(&mut self, status: Status, words: &mut Words) {
        match status {
            Status::Runnable => words.add(0),
            Status::Entering(object) => {
                words.add(1);
                words.add(self.reference(object));
            }
            Status::Waiting { monitor, count, deadline, wake } => {
                words.add(2 | u64::from(count) << 8);
                words.add(self.reference(monitor));
                words.add(deadline.unwrap_or(u64::MAX));
                words.add(wake.map_or(0, wake_number));
            }
            Status::Parked { deadline } => {
                words.add(3);
                words.add(deadline.unwrap_or(u64::MAX));
            }
            Status::Sleeping { deadline } => {
                words.add(4);
                words.add(deadline);
            }
            Status::AwaitingClass(class) => {
                words.add(5);
                words.add(self.class_name(class));
            }
            Status::Joining { target, deadline } => {
                words.add(6);
                words.add(self.path(target));
                words.add(deadline.unwrap_or(u64::MAX));
            }
            Status::Spinning(number) => words.add(7 | u64::from(number) << 8),
            Status::Ended => words.add(8),
            Status::AwaitingEnds => words.add(9),
        }
    }

    fn frame(&mut self, thread: &Thread, frame: &Frame, words: &mut Words) -> Option<()> {
        let Frame { method, pc, base, sp, lock, continuation, silence, marks } = *frame;
        words.add(self.method_name(method));
        words.add(u64::from(pc) << 32 | u64::from(marks.bits()) << 24 | u64::from(silence));
        words.add(self.reference(lock));
        match continuation {
            Continuation::Call => words.add(0),
            Continuation::Initialize(class) => {
                words.add(1);
                words.add(self.class_name(class));
            }
            Continuation::Reflect => words.add(2),
            Continuation::Construct(object) => {
                words.add(3);
                words.add(self.reference(object));
            }
            // Values whose kind is not known, and calls from inside the machine, which do not stand still.
            Continuation::Replace(_) | Continuation::Boundary => return None,
            Continuation::ThreadStart => words.add(4),
        }
        let slots = self.slots(method)?;
        let held = slots.get(pc as usize)?;
        let stack = thread.stack.get(base as usize..sp as usize)?;
        if stack.len() > held.len() {
            return None;
        }
        for (slot, holds) in stack.iter().zip(held) {
            match holds {
                Holds::Nothing => {}
                Holds::Number => words.add(*slot),
                Holds::Reference => words.add(self.reference(Ref::from_slot(*slot))),
            }
        }
        Some(())
    }

    /// What the slots of a method hold before each of its instructions.
    fn slots(&mut self, method: MethodId) -> Option<SlotsOfMethod> {
        let library = self.library;
        self.learnt
            .slots
            .entry(method)
            .or_insert_with(|| {
                let states = verify::slots(library, library.method(method)).ok()?;
                let holds = |slot: &Slot| match slot {
                    slot if slot.is_reference() => Holds::Reference,
                    Slot::Unusable | Slot::Second => Holds::Nothing,
                    _ => Holds::Number,
                };
                let of_state = |state: &Option<verify::State>| -> Box<[Holds]> {
                    let slots = state.iter().flat_map(|state| state.locals.iter().chain(&state.stack));
                    slots.map(holds).collect()
                };
                Some(states.iter().map(of_state).collect())
            })
            .clone()
    }
}

fn wake_number(wake: Wake) -> u64 {
    match wake {
        Wake::Signal => 1,
        Wake::Timeout => 2,
        Wake::Interrupt => 3,
    }
}

/// Shared by all forks of a machine.
pub type SharedLearnt = Rc<RefCell<Learnt>>;
