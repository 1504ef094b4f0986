//! Making objects known to more than one thread.
//!
//! What a thread writes to an object that only it can reach is no operation. Where such an object becomes known in the
//! presence of others, its words count as written by then (`raddle_explore::races::Fresh`): a reader that came to the object
//! without synchronisation races with them, whatever way it came. Told are words that are not zero: that a word was set to
//! the value it has from the beginning, nobody can see.
//!
//! Not told are final and volatile fields, what the library owns, and what one comes to by final fields alone: whoever
//! reads a final field sees what that led to when its object had been made (JLS 17.5). What linking and initialising
//! classes make known has no writer: everybody who uses the class is ordered behind them.

use super::Machine;
use super::heap::Ref;
use super::pending::ELEMENTS;
use super::thread::ThreadId;
use crate::classes::class_file::access::{FINAL, VOLATILE};
use crate::library::{Class, ClassId, ClassShape, owned};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// Words of an object that were written before others could reach it.
#[derive(Clone, Copy, Debug)]
pub struct FreshWords {
    /// By whom.
    pub thread: ThreadId,
    /// The name of the object.
    pub object: u64,
    /// A part of it, and which of the 64 from there on.
    pub first: u32,
    /// One bit for each.
    pub written: u64,
    /// They became known behind the operation of the step.
    pub behind: bool,
}

/// What is to be told of the instances of a class.
#[derive(Debug)]
struct Layout {
    /// One bit for each word: fields that are neither final nor volatile, nor the library's own business.
    told: Vec<u64>,
    /// Words of final fields.
    finals: Vec<u64>,
    /// Words of fields that are the library's own business, where they are references.
    owned: Vec<u16>,
}

impl Layout {
    fn has(words: &[u64], word: u16) -> bool {
        words[usize::from(word) / 64] >> (word % 64) & 1 != 0
    }
}

/// What is made known, and what is known of classes for that.
#[derive(Clone, Debug)]
pub struct Publications {
    /// Since somebody asked.
    pub fresh: Vec<FreshWords>,
    /// Who runs.
    pub running: ThreadId,
    /// The operation of the step is done, and something was written out of sight since.
    pub behind: bool,
    layouts: Rc<RefCell<FxHashMap<ClassId, Rc<Layout>>>>,
}

impl Default for Publications {
    fn default() -> Publications {
        Publications { fresh: Vec::new(), running: ThreadId(0), behind: false, layouts: Rc::default() }
    }
}

impl Machine {
    /// Makes an object known to more than one thread, with all that it leads to. The bytes of a string never change, so
    /// nobody has to see who reads them: they are not marked.
    pub fn publish(&mut self, object: Ref) {
        if !object.is_null() && !self.heap.is_shared(object) {
            self.reach(object, false);
        }
    }

    /// The same for an object that the running thread hands on: what it wrote there is told.
    #[inline]
    pub fn hand_on(&mut self, object: Ref) {
        if !object.is_null() && !self.heap.is_shared(object) {
            self.reach(object, self.concurrent && self.hidden.records);
        }
    }

    fn reach(&mut self, object: Ref, tells: bool) {
        let mut work = vec![object];
        // What final fields lead to, which other ways may lead to as well.
        let mut frozen = Vec::new();
        let mut is_frozen = false;
        self.heap.set_shared(object);
        let library = Rc::clone(&self.library);
        loop {
            let Some(object) = work.pop() else {
                if frozen.is_empty() {
                    return;
                }
                is_frozen = true;
                let left = std::mem::take(&mut frozen);
                for object in left {
                    if !self.heap.is_shared(object) {
                        self.heap.set_shared(object);
                        work.push(object);
                    }
                }
                continue;
            };
            let class = library.class(self.heap.class_of(object));
            if class.id == self.core.string {
                continue;
            }
            let is_told = tells && !is_frozen && !self.heap.is_owned(object);
            let is_array = class.element_kind().is_some();
            if is_told && is_array {
                self.tell_elements(object);
            }
            let layout =
                (!is_array && (tells || !class.reference_words.is_empty())).then(|| self.layout(class));
            for word in layout.iter().flat_map(|layout| &layout.owned) {
                let value = self.heap.load_reference(object, *word);
                self.own(value);
            }
            let layout = layout.filter(|_| tells);
            if let Some(layout) = layout.as_ref().filter(|_| is_told) {
                self.tell_fields(object, layout);
            }
            let mut reach = |machine: &mut Machine, reference: Ref, by_final: bool| {
                if reference.is_null() || machine.heap.is_shared(reference) {
                    return;
                }
                if by_final {
                    frozen.push(reference);
                } else {
                    machine.heap.set_shared(reference);
                    work.push(reference);
                }
            };
            if let ClassShape::ReferenceArray(_) = class.shape {
                for index in 0..self.heap.length(object) {
                    let reference = Ref(self.heap.load32(object, index));
                    reach(self, reference, false);
                }
            } else {
                for offset in &class.reference_words {
                    let reference = self.heap.load_reference(object, *offset);
                    let by_final = layout.as_ref().is_some_and(|layout| Layout::has(&layout.finals, *offset));
                    reach(self, reference, by_final && !is_frozen);
                }
            }
        }
    }

    fn tell(&mut self, object: Ref, first: u32, written: u64) {
        if written != 0 {
            let object = self.heap.name(object);
            let Publications { running: thread, behind, .. } = self.publications;
            self.publications.fresh.push(FreshWords { thread, object, first, written, behind });
        }
    }

    fn tell_fields(&mut self, object: Ref, layout: &Layout) {
        for (chunk, told) in layout.told.iter().enumerate() {
            let (mut left, mut written) = (*told, 0);
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                let word = chunk as u16 * 64 + bit as u16;
                written |= u64::from(self.heap.load_field(object, word) != 0) << bit;
            }
            self.tell(object, chunk as u32 * 64, written);
        }
    }

    fn tell_elements(&mut self, array: Ref) {
        let class = self.library.class(self.heap.class_of(array));
        let bytes = class.element_kind().map_or(8, |kind| kind.element_bytes() as u32);
        let length = self.heap.length(array);
        let each = 8 / bytes;
        let mask = if bytes == 8 { u64::MAX } else { (1 << (bytes * 8)) - 1 };
        for start in (0..length).step_by(64) {
            let mut written = 0;
            for index in (start..length.min(start + 64)).step_by(each as usize) {
                let word = self.heap.load64(array, index / each);
                if word == 0 {
                    continue;
                }
                for element in 0..each.min(length - index) {
                    let is_set = word >> (element * bytes * 8) & mask != 0;
                    written |= u64::from(is_set) << (index - start + element);
                }
            }
            self.tell(array, ELEMENTS.saturating_add(start), written);
        }
    }

    fn layout(&self, class: &Class) -> Rc<Layout> {
        if let Some(known) = self.publications.layouts.borrow().get(&class.id) {
            return Rc::clone(known);
        }
        let library = &self.library;
        let chunks = class.instance_words as usize / 64 + 1;
        let mut layout = Layout { told: vec![0; chunks], finals: vec![0; chunks], owned: Vec::new() };
        let is_let = library.is_of_jdk(class.id) && owned::may_race(library.class_name(class.id));
        for ancestor in std::iter::successors(Some(class.id), |class| library.class(*class).superclass) {
            let (owner, is_of_jdk) = (library.class_name(ancestor), library.is_of_jdk(ancestor));
            for field in library.class(ancestor).fields.iter().filter(|field| !field.is_static()) {
                let (chunk, bit) = (usize::from(field.offset) / 64, field.offset % 64);
                let is_final = field.access & FINAL != 0;
                let is_owned = library.owns(ancestor, library.text(field.name));
                let is_of_library = is_owned || is_let || is_of_jdk && owned::may_race(owner);
                if is_owned && class.reference_words.contains(&field.offset) {
                    layout.owned.push(field.offset);
                }
                let is_told = !is_final && field.access & VOLATILE == 0 && !is_of_library;
                layout.finals[chunk] |= u64::from(is_final) << bit;
                layout.told[chunk] |= u64::from(is_told) << bit;
            }
        }
        let layout = Rc::new(layout);
        self.publications.layouts.borrow_mut().insert(class.id, Rc::clone(&layout));
        layout
    }
}
