//! What a state is made of beside threads and objects: the world, monitors, times, classes, constants; and what is kept with
//! places, by whomever.
//!
//! Places are made of objects' names. Where an object was met, its number stands for it. Where it is one of a thread's that
//! was not met, nobody can reach it any more, and what is kept with it makes no other future. All others mean the same in
//! every run: what was there before the first choice, the world's, what belongs to no thread.

use super::super::world::World;
use super::super::{ClassState, Initialization};
use super::{Look, OF_BASE, Words, hash_of};
use crate::library::ClassId;
use raddle_explore::operation::Place;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64;

/// Places, each with what is kept there.
#[derive(Default)]
pub(super) struct Places(Vec<(Place, u128)>);

impl Places {
    pub(super) fn extend(&mut self, places: impl Iterator<Item = (Place, u128)>) {
        self.0.extend(places);
    }
}

impl Look<'_> {
    /// What lies outside heap and threads.
    pub(super) fn machine_state(&mut self) -> Option<()> {
        let machine = self.machine;
        let words = &mut self.state;
        machine.world.state(&mut |word| words.add(word))?;
        words.add(u64::from(machine.thread_numbers) << 32 | machine.threads_made);
        words.add(u64::from(machine.main_failed) | u64::from(machine.concurrent) << 1);
        words.add((machine.reservations.len() as u64) << 32 | machine.native_memory.len() as u64);
        for what in machine.reservations.iter() {
            words.add(xxh3_64(what.as_bytes()));
        }
        for (address, bytes) in machine.native_memory.iter() {
            words.add(*address);
            words.add(xxh3_64(bytes));
        }
        Some(())
    }

    /// Everything that is kept by places, and with objects. All objects that can be reached must have been met.
    pub(super) fn places(&mut self) -> Option<()> {
        let machine = self.machine;
        // What is no news to anybody who can still learn it does not matter.
        let running = machine.threads.iter().filter(|thread| !thread.has_ended());
        let known_to_all = running.map(|thread| thread.clock).min().unwrap_or(u64::MAX);
        let moments = machine.moments.iter().filter(|(_, moment)| **moment > known_to_all);
        self.places.extend(moments.map(|(place, at)| (*place, hash_of(&[u64::from(place.part), *at]))));
        self.places.extend(self.asked.marks.iter().map(|mark| (mark.place, mark.what)));
        let monitors = self.monitors();
        self.state.add_long(monitors);
        let places = self.sum_of_places();
        self.state.add_long(places);
        Some(())
    }

    fn sum_of_places(&self) -> u128 {
        let Places(places) = &self.places;
        if places.is_empty() {
            return 0;
        }
        let mut wanted: FxHashMap<u64, u64> = places.iter().map(|(place, _)| (place.object, 0)).collect();
        for (index, object) in self.met.iter().enumerate() {
            if let Some(number) = wanted.get_mut(&self.machine.heap.name(*object)) {
                *number = index as u64 + 1;
            }
        }
        let parts = places.iter().map(|(place, what)| {
            // The world has names of its own.
            let is_of_heap = place.object & OF_BASE == 0 && !World::has(*place);
            let object = match wanted.get(&place.object) {
                Some(&number) if is_of_heap && number != 0 => number,
                _ if is_of_heap && self.machine.new_object_of(place.object).is_some() => return 0,
                _ => place.object | OF_BASE,
            };
            hash_of(&[object, u64::from(is_of_heap), *what as u64, (*what >> 64) as u64])
        });
        parts.fold(0, u128::wrapping_add)
    }

    fn monitors(&mut self) -> u128 {
        let machine = self.machine;
        let mut sum: u128 = 0;
        for (object, monitor) in &machine.monitors {
            let identity = match self.learnt.number(*object) {
                Some(number) => number,
                None if self.is_base(*object) => self.base_identity(*object),
                // Nobody can come upon it any more.
                None => continue,
            };
            let mut words = Words::new();
            words.add(identity);
            words.add(monitor.owner.map_or(u64::MAX, |owner| self.path(owner)));
            words.add(u64::from(monitor.count));
            words.add(monitor.clock);
            for waiter in &monitor.waiters {
                words.add(self.path(*waiter));
            }
            sum = sum.wrapping_add(words.hash());
        }
        sum
    }

    pub(super) fn loaders(&mut self) {
        let machine = self.machine;
        let mut made: Vec<(u64, u32)> = Vec::new();
        for (loader, class) in machine.made.iter() {
            made.push((
                machine.library.class(class).file.as_ref().map_or(0, |file| xxh3_64(&file.bytes)),
                loader.0,
            ));
        }
        made.sort_unstable();
        for (file, loader) in made {
            let loader = machine.loaders.get(loader as usize).copied().unwrap_or_default();
            let loader = self.reference(loader);
            self.state.add(file);
            self.state.add(loader);
        }
        for loader in machine.loaders.iter() {
            self.reference(*loader);
        }
    }

    /// What constants and call sites came to since the base.
    pub(super) fn resolved(&mut self) {
        let machine = self.machine;
        let base = self.base.map(|base| &base.resolved);
        if base.is_some_and(|base| Rc::ptr_eq(base, &machine.resolved)) {
            return;
        }
        let known = base.map_or(&[][..], |base| base);
        let changed = self.learnt.resolved(&machine.resolved, |resolved| {
            let news = resolved
                .iter()
                .enumerate()
                .filter(|(number, reference)| !reference.is_null() && known.get(*number) != Some(*reference));
            news.map(|(number, reference)| (machine.library.resolved_key(number as u32), *reference))
                .collect()
        });
        for (key, reference) in changed.iter() {
            let number = self.reference(*reference);
            self.state.add(*key);
            self.state.add(number);
        }
    }

    /// Classes that are not what they were in the base.
    pub(super) fn classes(&mut self) {
        let machine = self.machine;
        let known = self.base.map(|base| &base.class_states);
        if known.is_some_and(|known| Rc::ptr_eq(known, &machine.class_states)) {
            return;
        }
        let library = self.library;
        let changed = self.learnt.classes(&machine.class_states, |states| {
            let is_changed = |number: usize, state: &ClassState| {
                let before = known.and_then(|known| known.get(number));
                let same = |before: &ClassState| {
                    before.mirror == state.mirror && before.initialization == state.initialization
                };
                let is_untouched =
                    state.initialization == Initialization::Untouched && state.mirror.is_null();
                !is_untouched && !before.is_some_and(same)
            };
            let changed = states.iter().enumerate().filter(|(number, state)| is_changed(*number, state));
            let numbers = changed.map(|(number, _)| ClassId(number as u32));
            numbers.map(|class| (xxh3_64(library.class_name(class).as_bytes()), class)).collect()
        });
        for (name, class) in changed.iter() {
            let state = machine.class_state(*class);
            let mirror = self.reference(state.mirror);
            let (kind, owner, starts) = match state.initialization {
                Initialization::Untouched => (0, 0, 0),
                Initialization::Running(owner) => (1, self.path(owner), 0),
                Initialization::Done => (2, 0, 0),
                Initialization::DoneBy(owner, starts) => (3, self.path(owner), starts),
                Initialization::Failed => (4, 0, 0),
            };
            self.state.add(*name);
            self.state.add(mirror);
            self.state.add(kind << 32 | owner);
            self.state.add(u64::from(starts));
        }
    }
}
