//! One thread's private state, and the value of one place, in 128 bits.
//!
//! Both are told in the kernel's words, where places are made of names: so objects that others can reach are known by their
//! names, and how many objects a thread has made, which names those to come, is part of its private state. What it alone can
//! reach is written down as the whole state is, by numbers. What others change of a thread (its permit, whether it was
//! interrupted or notified, whether what it waits for has changed) is the value of a place, and no part of it.
//!
//! Guarantee: what a step of a thread does depends on its private state and on the values of the places that it touches.
//! Not told are values of the world (files, streams), of memory outside of the heap, and of what the library keeps for itself.

use super::super::heap::Ref;
use super::super::heap::observe::is_outside;
use super::super::pending::{ELEMENTS, END, INITIALIZATION, MONITOR, PERMIT, STATE};
use super::super::thread::{Status, ThreadId};
use super::super::world::World;
use super::super::{Initialization, Machine};
use super::{Asked, Creator, Look, hash_of};
use crate::classes::descriptor::Kind;
use raddle_explore::operation::Place;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Machine {
    /// The private state of a thread that stands still.
    pub fn fingerprint_thread(&self, id: ThreadId, creators: &BTreeSet<Creator>) -> Option<u128> {
        let learnt = Rc::clone(&self.learnt);
        let mut learnt = learnt.borrow_mut();
        let asked = Asked { marks: &[], creators, with_names: false };
        let mut look = Look::new(self, &mut learnt, asked);
        look.by_names = true;
        let thread = self.threads.get(id.0 as usize)?;
        look.thread(thread)?;
        look.walk(0);
        look.state.add(u64::from(thread.allocations));
        Some(look.state.hash())
    }

    /// The value of a place.
    pub fn fingerprint_place(&self, place: Place, creators: &BTreeSet<Creator>) -> Option<u128> {
        if World::has(place) || is_outside(place) {
            return None;
        }
        let object = self.object_named(place.object, creators)?;
        match place.part {
            MONITOR => Some(self.monitor_value(object)),
            PERMIT | END | STATE => self.thread_value(object, place.part),
            INITIALIZATION => Some(self.initialization_value(object)),
            part if self.is_kept_by_library(object, part) => None,
            part => self.word_value(object, part),
        }
    }

    /// The object of this name, if it can be reached.
    fn object_named(&self, name: u64, creators: &BTreeSet<Creator>) -> Option<Ref> {
        let learnt = Rc::clone(&self.learnt);
        let mut learnt = learnt.borrow_mut();
        if let Some(object) = learnt.named(&self.heap, name) {
            return Some(object);
        }
        if let Some(base) = self.base.as_ref().filter(|_| self.new_object_of(name).is_none()) {
            base.heap
                .for_each_object(&self.library, |object, _| learnt.keep_name(base.heap.name(object), object));
        }
        let asked = Asked { marks: &[], creators, with_names: false };
        let mut look = Look::new(self, &mut learnt, asked);
        look.whole()?;
        let met = std::mem::take(&mut look.met);
        for object in met {
            learnt.keep_name(self.heap.name(object), object);
        }
        learnt.named(&self.heap, name)
    }

    fn path_of(&self, thread: ThreadId) -> u64 {
        u64::from(self.threads[thread.0 as usize].path)
    }

    /// Who holds a monitor, who waits for it, and who of them was woken.
    fn monitor_value(&self, object: Ref) -> u128 {
        let mut words = Vec::new();
        if let Some(monitor) = self.monitors.get(&object) {
            words.push(monitor.owner.map_or(0, |owner| self.path_of(owner)));
            words.push(u64::from(monitor.count));
            words.extend(monitor.waiters.iter().map(|waiter| self.path_of(*waiter)));
        }
        let mut woken: Vec<u64> = self
            .threads
            .iter()
            .filter(|thread| match thread.status {
                Status::Waiting { monitor, wake, .. } => monitor == object && wake.is_some(),
                _ => false,
            })
            .map(|thread| u64::from(thread.path) | 1 << 40)
            .collect();
        woken.sort_unstable();
        words.extend(woken);
        hash_of(&words)
    }

    /// What others change of a thread, or learn of it.
    fn thread_value(&self, object: Ref, part: u32) -> Option<u128> {
        let thread = self.threads.iter().find(|thread| thread.object == object)?;
        Some(match part {
            PERMIT => u128::from(thread.permit) | u128::from(thread.interrupted) << 1,
            END => u128::from(thread.has_ended()),
            _ => thread.waits.map_or(0, |waits| 1 + waits as u128),
        })
    }

    fn initialization_value(&self, mirror: Ref) -> u128 {
        let (kind, owner, starts) = match self.class_state(self.mirrored(mirror)).initialization {
            Initialization::Untouched => (0, 0, 0),
            Initialization::Running(owner) => (1, self.path_of(owner), 0),
            Initialization::Done => (2, 0, 0),
            Initialization::DoneBy(owner, starts) => (3, self.path_of(owner), starts),
            Initialization::Failed => (4, 0, 0),
        };
        hash_of(&[kind, owner, u64::from(starts)])
    }

    /// The value of a field, a static field or an element.
    fn word_value(&self, object: Ref, part: u32) -> Option<u128> {
        let class = self.library.class(self.heap.class_of(object));
        if let Some(kind) = class.element_kind() {
            let index = part.checked_sub(ELEMENTS).filter(|index| *index < self.heap.length(object))?;
            return Some(match kind {
                Kind::Reference => self.reference_value_of(Ref(self.heap.load32(object, index))),
                _ => {
                    let bytes = kind.element_bytes() as u32;
                    let (word, shift) = (index * bytes / 8, index * bytes % 8 * 8);
                    let word = self.heap.word(object.0 + 2 + word) >> shift;
                    u128::from(if bytes == 8 { word } else { word & ((1 << (bytes * 8)) - 1) })
                }
            });
        }
        if part < 2 || part >= self.heap.length(object) {
            return None;
        }
        let word = part as u16;
        let first_static = self.static_word(0);
        let is_reference = if class.id == self.core.class && word >= first_static {
            let mirrored = self.library.class(self.mirrored(object));
            mirrored.static_reference_words.contains(&(word - first_static))
        } else {
            class.reference_words.contains(&word)
        };
        let value = self.heap.load_field(object, word);
        Some(if is_reference { self.reference_value_of(Ref::from_slot(value)) } else { u128::from(value) })
    }

    /// What a reference is as a value: the name of what it refers to, with its class, since some names are only hashes.
    fn reference_value_of(&self, object: Ref) -> u128 {
        if object.is_null() {
            return 0;
        }
        let class = u64::from(self.class_hash(self.heap.class_of(object)));
        let mirrored = (self.heap.class_of(object) == self.core.class)
            .then(|| u64::from(self.class_hash(self.mirrored(object))));
        hash_of(&[self.heap.name(object), class, mirrored.unwrap_or_default()])
    }
}
