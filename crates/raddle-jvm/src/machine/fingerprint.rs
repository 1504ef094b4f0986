//! The whole state of a machine in 128 bits, so that runs which met in one state can be told from others.
//!
//! **Names are left out.** A program cannot see how its objects are called, so states that differ in nothing else have one
//! fingerprint: a loop that allocates comes back to where it was. The heap is written down in a canonical order: from its
//! roots on (threads in the order of their paths, then what is left of the machine in the order of what it is called), breadth
//! first, references in the order of the words that hold them. An object is known by its number in this walk. Since roots
//! and words are ordered there is at most one way to map one heap onto another, and the walk finds it: two states are
//! written down alike if and only if they are isomorphic. So nothing has to be guessed and refined, as it would be for graphs
//! whose edges have no order.
//!
//! **What is known by a name all the same** means the same in every run: objects of the state before the first choice, class
//! mirrors, interned texts, what class initialisers have made ([`STABLE`]). Threads are known by their paths, classes and methods
//! by what they are called; addresses, numbers of threads and the order of loading are left out. And an identity hash code is
//! made of a name: where the program takes one of an object that a thread made, the names of all objects of this thread, and how
//! many it has made, are part of the state from then on ([`Asked::creators`]; `explore/identities.rs` begins the search again).
//!
//! **Cost.** Most of the heap was there before the first choice. [`Machine::keep_base`] keeps that state; what is looked at is
//! what has changed since: base objects on pages that were written to, and new objects that can be reached. What an object
//! is but for the numbers of others is kept with its page (`learnt`), so that an object on a page that was not written to costs
//! a look at what it refers to. Garbage is left out. Slots of frames are told apart by the verifier's inference, so that a
//! number is never taken for a reference.
//!
//! **Guarantee.** States with the same fingerprint have the same futures but for names, up to collisions of the hash. Whoever
//! compares places of different runs needs names, too ([`NamedState::named`]). What a run has printed is no part of its future.
//! `None`: the state has parts outside the machine, such as decompressions that are under way.

mod learnt;
mod outside;
mod parts;
mod threads;

use super::heap::{Heap, Ref};
use super::{ClassState, Machine};
use crate::library::{ClassId, ClassShape, Library, MethodId};
use learnt::Learnt;
use raddle_explore::program::{Mark, NamedState};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// The bit in the names of objects that belong to no thread: what they stand for is their name.
pub const STABLE: u64 = 1 << 62;

/// What all runs of a program have in common: the state before the first choice.
pub struct Base {
    heap: Heap,
    class_states: Rc<Vec<ClassState>>,
    resolved: Rc<Vec<Ref>>,
    /// The creators that there were, and how many objects each had made.
    creators: Vec<(Creator, u32)>,
}

/// A thread as the names of its objects tell it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Creator(u32);

impl Creator {
    /// The thread of this path.
    pub fn of_path(path: u32) -> Creator {
        Creator(path >> 3)
    }

    /// The thread that somebody wrote down.
    pub fn read(words: &str) -> Option<Creator> {
        u32::from_str_radix(words, 16).ok().map(Creator)
    }

    /// The thread that has made an object, by the object's name; `None` where it belongs to no thread.
    pub fn of_name(name: u64) -> Option<Creator> {
        (name & STABLE == 0).then_some(Creator((name >> 32) as u32 & (u32::MAX >> 3)))
    }
}

impl fmt::Display for Creator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:08x}", self.0)
    }
}

/// What a look at a machine is to tell.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// What somebody keeps with objects.
    pub marks: &'a [Mark],
    /// The names of these threads' objects can be seen.
    pub creators: &'a BTreeSet<Creator>,
    /// Whether names are asked for, too.
    pub with_names: bool,
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

    fn add_long(&mut self, word: u128) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn hash(&self) -> u128 {
        xxh3_128(&self.0)
    }
}

/// The hash of a few numbers.
fn hash_of(numbers: &[u64]) -> u128 {
    let mut words = Words::new();
    numbers.iter().for_each(|number| words.add(*number));
    words.hash()
}

/// Stands in an object's own words for a reference whose number the walk gives.
const NUMBERED: u64 = 1;
/// Base objects are told from numbers by this bit.
const OF_BASE: u64 = 1 << 63;

/// One look at a machine.
struct Look<'a> {
    machine: &'a Machine,
    library: &'a Library,
    base: Option<&'a Base>,
    learnt: &'a mut Learnt,
    asked: Asked<'a>,
    /// The state as it is written down.
    state: Words,
    /// The objects that were met, in this order: their numbers are their places here, from one on.
    met: Vec<Ref>,
    /// What is left of the references to objects that the machine itself keeps by their names.
    places: outside::Places,
    /// Filled for each object anew: its own words, and what it refers to that was not in the base.
    words: Words,
    references: Vec<Ref>,
    /// References are told by the names of what they refer to where others can reach that, too.
    by_names: bool,
}

impl Machine {
    /// Takes the present state as the one that all later fingerprints are relative to.
    pub fn keep_base(&mut self) {
        let creators = self.threads.iter().map(|thread| (Creator::of_path(thread.path), thread.allocations));
        self.base = Some(Rc::new(Base {
            heap: self.heap.clone(),
            class_states: Rc::clone(&self.class_states),
            resolved: Rc::clone(&self.resolved),
            creators: creators.collect(),
        }));
    }

    /// The thread that has made an object since the base was kept, by the object's name; `None` where it was there before, or
    /// belongs to no thread.
    pub fn new_object_of(&self, name: u64) -> Option<Creator> {
        let creator = Creator::of_name(name)?;
        let base = self.base.as_ref()?;
        let known = base.creators.iter().find(|(known, _)| *known == creator);
        let is_new = known.is_none_or(|(_, made)| name as u32 > *made);
        is_new.then_some(creator)
    }

    /// The fingerprints of the state; every thread must stand still, in its place.
    pub fn fingerprints(&self, asked: Asked<'_>) -> Option<NamedState> {
        if !self.inflaters.is_empty() {
            return None;
        }
        let learnt = Rc::clone(&self.learnt);
        let mut learnt = learnt.borrow_mut();
        let mut look = Look::new(self, &mut learnt, asked);
        look.whole()?;
        look.places()?;
        let state = look.state.hash();
        Some(NamedState { state, named: if asked.with_names { look.names(state) } else { state } })
    }
}

impl<'a> Look<'a> {
    fn new(machine: &'a Machine, learnt: &'a mut Learnt, asked: Asked<'a>) -> Look<'a> {
        learnt.begin(asked.creators.len());
        Look {
            machine,
            library: &machine.library,
            base: machine.base.as_deref(),
            learnt,
            asked,
            state: Words(Vec::with_capacity(4096)),
            met: Vec::with_capacity(64),
            places: outside::Places::default(),
            words: Words::new(),
            references: Vec::new(),
            by_names: false,
        }
    }

    /// Writes down everything, from the roots on.
    fn whole(&mut self) -> Option<()> {
        self.machine_state()?;
        let mut order: Vec<usize> = (0..self.machine.threads.len()).collect();
        order.sort_unstable_by_key(|index| self.machine.threads[*index].path);
        for index in &order {
            self.thread(&self.machine.threads[*index])?;
        }
        self.classes();
        self.changed_base_objects();
        self.resolved();
        self.loaders();
        self.walk(0);
        Some(())
    }

    /// Writes down the objects that were met but for the first ones, and those that they lead to.
    fn walk(&mut self, first: usize) {
        let mut next = first;
        while let Some(object) = self.met.get(next).copied() {
            next += 1;
            self.object(object);
        }
    }

    /// The state, and the names of everything that was written down.
    fn names(&self, state: u128) -> u128 {
        let mut words = Words(Vec::with_capacity(8 * self.met.len() + 64));
        words.add_long(state);
        for object in &self.met {
            words.add(self.machine.heap.name(*object));
        }
        let threads = self.machine.threads.iter();
        let made = threads.map(|thread| hash_of(&[thread.path.into(), thread.allocations.into()]));
        words.add_long(made.fold(0, u128::wrapping_add));
        words.hash()
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

    /// Whether an object was there in the base.
    fn is_base(&self, object: Ref) -> bool {
        self.base.is_some_and(|base| {
            base.heap.has_page_of(object)
                && base.heap.word(object.0) == self.machine.heap.word(object.0)
                && base.heap.word(object.0) != 0
                && base.heap.name(object) == self.machine.heap.name(object)
        })
    }

    /// What a base object is called, in every process.
    fn base_identity(&mut self, object: Ref) -> u64 {
        if let Some(known) = self.learnt.base_identity(object) {
            return known;
        }
        let machine = self.machine;
        let class = machine.heap.class_of(object);
        let mut identity = machine.heap.name(object) ^ self.class_name(class).rotate_left(17);
        // The names of these are only hashes of what they stand for.
        if class == machine.core.class {
            identity ^= self.class_name(machine.mirrored(object)).rotate_left(34);
        } else if class == machine.core.string {
            // The text of a string stays as it is, and the base keeps it.
            let heap = self.base.map_or(&machine.heap, |base| &base.heap);
            let value = heap.load_reference(object, machine.core.string_value);
            if !value.is_null() {
                let mut text = Words::new();
                text.add(u64::from(heap.length(value)));
                for word in 2..heap.size_of(self.library, value) {
                    text.add(heap.word(value.0 + word));
                }
                identity ^= xxh3_64(&text.0).rotate_left(34);
            }
        }
        // Every bit but the highest counts: neighbours differ in the lowest one.
        let identity = identity | OF_BASE;
        self.learnt.keep_base_identity(object, identity);
        identity
    }

    /// The number of an object that was not in the base. It is written down later, if it was not met before.
    fn number(&mut self, object: Ref) -> u64 {
        if let Some(number) = self.learnt.number(object) {
            return number;
        }
        self.met.push(object);
        let number = self.met.len() as u64;
        self.learnt.meet(object, number);
        number
    }

    /// What tells an object from others; null is zero.
    fn reference(&mut self, object: Ref) -> u64 {
        if object.is_null() {
            return 0;
        }
        if let Some(number) = self.learnt.number(object) {
            return number;
        }
        if self.is_base(object) {
            return self.base_identity(object);
        }
        if self.by_names && self.machine.heap.is_shared(object) {
            return self.machine.heap.name(object) | OF_BASE;
        }
        self.number(object)
    }

    /// Writes an object down.
    fn object(&mut self, object: Ref) {
        let heap = &self.machine.heap;
        let mut references = std::mem::take(&mut self.references);
        references.clear();
        let known = self.learnt.known(heap, object, &mut references);
        let own = known.unwrap_or_else(|| {
            let own = self.own_words(object, &mut references);
            let size = heap.size_of(self.library, object);
            self.learnt.keep(heap, object, size, own, &references);
            own
        });
        self.state.add_long(own);
        for reference in &references {
            let number = if self.by_names { self.reference(*reference) } else { self.number(*reference) };
            self.state.add(number);
        }
        self.references = references;
    }

    /// What an object is but for the numbers of new objects that it refers to, which are added.
    fn own_words(&mut self, object: Ref, references: &mut Vec<Ref>) -> u128 {
        let heap = &self.machine.heap;
        let class = self.library.class(heap.class_of(object));
        let mut words = std::mem::replace(&mut self.words, Words(Vec::new()));
        words.clear();
        words.add(u64::from(heap.is_shared(object)) | u64::from(heap.is_owned(object)) << 1);
        let name = heap.name(object);
        let is_seen = match Creator::of_name(name) {
            None => true,
            Some(creator) => self.asked.creators.contains(&creator),
        };
        words.add(if is_seen { name } else { 0 });
        words.add(self.class_name(class.id));
        match class.shape {
            ClassShape::ReferenceArray(_) => {
                words.add(u64::from(heap.length(object)));
                for index in 0..heap.length(object) {
                    words.add(self.own_word(Ref(heap.load32(object, index)), references));
                }
            }
            ClassShape::PrimitiveArray(_) => {
                words.add(u64::from(heap.length(object)));
                for word in 2..heap.size_of(self.library, object) {
                    words.add(heap.word(object.0 + word));
                }
            }
            _ => self.fields(object, class.id, &mut words, references),
        }
        let hash = words.hash();
        self.words = words;
        hash
    }

    /// What a reference is in an object's own words.
    fn own_word(&mut self, object: Ref, references: &mut Vec<Ref>) -> u64 {
        if object.is_null() {
            0
        } else if self.is_base(object) {
            self.base_identity(object)
        } else {
            references.push(object);
            NUMBERED
        }
    }

    fn fields(&mut self, object: Ref, class: ClassId, words: &mut Words, found: &mut Vec<Ref>) {
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
                words.add(self.own_word(machine.heap.load_reference(object, word as u16), found));
            } else if !is_mirror || word != id_word {
                words.add(machine.heap.word(object.0 + word));
            }
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
        let mut changed: Vec<(u64, Ref)> =
            changed.into_iter().map(|object| (self.base_identity(object), object)).collect();
        changed.sort_unstable();
        for (identity, object) in changed {
            self.state.add(identity);
            self.object(object);
        }
    }
}

/// Shared by all forks of a machine.
pub type SharedLearnt = Rc<RefCell<Learnt>>;
