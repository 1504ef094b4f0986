//! Reads and writes of the heap by natives and by the machine's own code, which can be asked what they touched.
//!
//! Whoever wants to know calls [`Heap::begin_observing`] before, and [`Heap::take_observed`] after. Without that, an
//! access costs one more look at a flag; the interpreter's own accesses (`load…`, `store…`) not even that.
//!
//! Guarantee: every word of a shared object that is read or written here in between is told, as the part of the object
//! that instructions know it by. Headers are no words of the object, nor are its name and whether it is shared. Memory outside
//! of the heap is told byte by byte, with null for the object: views of other widths overlap there.

use super::{Heap, Ref};
use crate::classes::class_file::access;
use crate::library::{Class, Library};
use crate::machine::pending::{ELEMENTS, Spot};
use raddle_explore::operation::{Access, Place};
use std::cell::{Cell, RefCell};

/// Bytes of an object that were touched.
#[derive(Clone, Copy, Debug)]
struct Touched {
    object: Ref,
    from: u64,
    to: u64,
    access: Access,
}

/// Who is asked what was touched.
#[derive(Clone, Default)]
pub(super) struct Observer {
    /// How many have asked and not been answered: a native may call code that calls natives.
    asked: Cell<u32>,
    touched: RefCell<Vec<Touched>>,
}

impl Heap {
    /// From now on, what is touched is kept.
    pub fn begin_observing(&self) {
        self.observer.asked.set(self.observer.asked.get() + 1);
    }

    /// What was touched since; words of unshared objects are not reported, nor are reads of final fields, unless they are
    /// asked for because somebody writes one. Must follow each [`Self::begin_observing`].
    pub fn take_observed(&self, library: &Library, with_finals: bool) -> Vec<(Spot, Access)> {
        self.observer.asked.set(self.observer.asked.get() - 1);
        let mut parts = Vec::new();
        for touched in self.observer.touched.borrow_mut().drain(..) {
            if touched.object.is_null() {
                let bytes = touched.from..touched.to;
                parts.extend(bytes.map(|address| (outside_spot(address), touched.access)));
                continue;
            }
            let name = self.name(touched.object);
            for part in parts_of(self, library, touched, with_finals) {
                let spot = Spot { object: touched.object, part, place: Place::new(name, part) };
                parts.push((spot, touched.access));
            }
        }
        parts.sort_unstable_by_key(|(spot, access)| (spot.object, spot.part, *access));
        parts.dedup();
        parts
    }

    #[inline(always)]
    fn observe(&self, object: Ref, from: u64, bytes: u64, access: Access) {
        if self.observer.asked.get() != 0 {
            self.keep(object, from, bytes, access);
        }
    }

    #[cold]
    #[inline(never)]
    fn keep(&self, object: Ref, from: u64, bytes: u64, access: Access) {
        if bytes == 0 || !object.is_null() && !self.is_shared(object) {
            return;
        }
        let to = from + bytes;
        let mut touched = self.observer.touched.borrow_mut();
        // What is copied is copied word by word, to and fro.
        let recent = touched.iter_mut().rev().take(2);
        for last in recent {
            if last.object == object && last.access == access && from <= last.to && last.from <= to {
                last.from = last.from.min(from);
                last.to = last.to.max(to);
                return;
            }
        }
        touched.push(Touched { object, from, to, access });
    }

    /// Bytes at an address outside of the heap, which anybody can reach.
    pub fn observe_outside(&self, address: u64, bytes: u64, access: Access) {
        self.observe(Ref::NULL, address, bytes, access);
    }

    /// A field, by its word offset.
    #[inline(always)]
    pub fn field(&self, object: Ref, offset: u16) -> u64 {
        self.observe(object, u64::from(offset) * 8, 8, Access::Read);
        self.load_field(object, offset)
    }

    /// Writes a field.
    #[inline(always)]
    pub fn set_field(&mut self, object: Ref, offset: u16, value: u64) {
        self.observe(object, u64::from(offset) * 8, 8, Access::Write);
        self.store_field(object, offset, value);
    }

    /// A reference field.
    pub fn reference(&self, object: Ref, offset: u16) -> Ref {
        Ref(self.field(object, offset) as u32)
    }

    /// The value of `bytes` bytes (1, 2, 4 or 8) at a byte offset into an object, with zeros above.
    #[inline(always)]
    pub fn bytes_at(&self, object: Ref, offset: u64, bytes: u32) -> u64 {
        self.observe(object, offset, u64::from(bytes), Access::Read);
        let word = self.word(object.0 + (offset >> 3) as u32);
        if bytes == 8 && offset & 7 == 0 {
            return word;
        }
        let shift = (offset & 7) as u32 * 8;
        let mut value = word >> shift;
        if shift + bytes * 8 > 64 {
            value |= self.word(object.0 + (offset >> 3) as u32 + 1) << (64 - shift);
        }
        if bytes == 8 { value } else { value & ((1 << (bytes * 8)) - 1) }
    }

    /// Writes `bytes` bytes at a byte offset into an object.
    #[inline(always)]
    pub fn set_bytes_at(&mut self, object: Ref, offset: u64, bytes: u32, value: u64) {
        self.observe(object, offset, u64::from(bytes), Access::Write);
        let index = object.0 + (offset >> 3) as u32;
        if bytes == 8 && offset & 7 == 0 {
            self.set_word(index, value);
            return;
        }
        let shift = (offset & 7) as u32 * 8;
        let mask = if bytes == 8 { u64::MAX } else { (1 << (bytes * 8)) - 1 };
        let value = value & mask;
        let old = self.word(index);
        self.set_word(index, (old & !(mask << shift)) | (value << shift));
        if shift + bytes * 8 > 64 {
            let old = self.word(index + 1);
            self.set_word(index + 1, (old & !(mask >> (64 - shift))) | (value >> (64 - shift)));
        }
    }

    #[inline(always)]
    fn observe_elements(&self, array: Ref, index: u32, count: u32, bytes: u64, access: Access) {
        self.observe(array, super::HEADER_BYTES + u64::from(index) * bytes, u64::from(count) * bytes, access);
    }

    /// A 32-bit element.
    #[inline(always)]
    pub fn element32(&self, array: Ref, index: u32) -> u32 {
        self.observe_elements(array, index, 1, 4, Access::Read);
        self.load32(array, index)
    }

    /// Writes a 32-bit element.
    #[inline(always)]
    pub fn set_element32(&mut self, array: Ref, index: u32, value: u32) {
        self.observe_elements(array, index, 1, 4, Access::Write);
        self.store32(array, index, value);
    }

    /// A 16-bit element.
    #[inline(always)]
    pub fn element16(&self, array: Ref, index: u32) -> u16 {
        self.observe_elements(array, index, 1, 2, Access::Read);
        self.load16(array, index)
    }

    /// Writes a 16-bit element.
    #[inline(always)]
    pub fn set_element16(&mut self, array: Ref, index: u32, value: u16) {
        self.observe_elements(array, index, 1, 2, Access::Write);
        self.store16(array, index, value);
    }

    /// An 8-bit element.
    #[inline(always)]
    pub fn element8(&self, array: Ref, index: u32) -> u8 {
        self.observe_elements(array, index, 1, 1, Access::Read);
        self.load8(array, index)
    }

    /// Writes an 8-bit element.
    #[inline(always)]
    pub fn set_element8(&mut self, array: Ref, index: u32, value: u8) {
        self.observe_elements(array, index, 1, 1, Access::Write);
        self.store8(array, index, value);
    }

    /// A 64-bit element.
    #[inline(always)]
    pub fn element64(&self, array: Ref, index: u32) -> u64 {
        self.observe_elements(array, index, 1, 8, Access::Read);
        self.load64(array, index)
    }

    /// Writes a 64-bit element.
    #[inline(always)]
    pub fn set_element64(&mut self, array: Ref, index: u32, value: u64) {
        self.observe_elements(array, index, 1, 8, Access::Write);
        self.store64(array, index, value);
    }

    /// A range of the elements of a byte array.
    pub fn byte_range(&self, array: Ref, start: u32, count: u32) -> Vec<u8> {
        self.observe_elements(array, start, count, 1, Access::Read);
        let mut bytes = Vec::with_capacity(count as usize);
        let end = start + count;
        let mut index = start;
        while index < end {
            if index & 7 == 0 && index + 8 <= end {
                bytes.extend_from_slice(&self.word(array.0 + 2 + (index >> 3)).to_le_bytes());
                index += 8;
            } else {
                bytes.push(self.load8(array, index));
                index += 1;
            }
        }
        bytes
    }

    /// Writes a range of the elements of a byte array.
    pub fn set_byte_range(&mut self, array: Ref, start: u32, bytes: &[u8]) {
        self.observe_elements(array, start, bytes.len() as u32, 1, Access::Write);
        let mut at = 0;
        while at < bytes.len() {
            let index = start + at as u32;
            if index & 7 == 0
                && let Some(chunk) = bytes.get(at..at + 8)
            {
                let word = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
                self.set_word(array.0 + 2 + (index >> 3), word);
                at += 8;
            } else {
                self.store8(array, index, bytes[at]);
                at += 1;
            }
        }
    }

    /// Copies all fields or elements of an object to a new one of the same class and length.
    pub fn copy_object(&mut self, library: &Library, object: Ref, copy: Ref) {
        let words = self.size_of(library, object);
        self.observe(object, super::HEADER_BYTES, u64::from(words.saturating_sub(2)) * 8, Access::Read);
        for word in 2..words {
            let value = self.word(object.0 + word);
            self.set_word(copy.0 + word, value);
        }
    }
}

/// What the names of memory outside of the heap have.
const OUTSIDE: u64 = 1 << 63;

/// Whether a place is memory outside of the heap.
pub fn is_outside(place: Place) -> bool {
    place.object & OUTSIDE != 0 && place.object < u64::MAX - 16
}

/// The byte at an address outside of the heap. Addresses are made of who asked for the memory and how much it had asked for
/// before, so that they mean the same in every run.
pub fn outside_spot(address: u64) -> Spot {
    let part = address as u32;
    Spot { object: Ref::NULL, part, place: Place::new(OUTSIDE | address >> 32, part) }
}

/// The parts of an object that some of its bytes belong to.
fn parts_of(heap: &Heap, library: &Library, touched: Touched, with_finals: bool) -> Vec<u32> {
    let Touched { object, from, to, access } = touched;
    let class = library.class(heap.class_of(object));
    if let Some(kind) = class.element_kind() {
        let bytes = kind.element_bytes() as u64;
        let first = from.saturating_sub(super::HEADER_BYTES) / bytes;
        let last = to.saturating_sub(super::HEADER_BYTES).div_ceil(bytes).min(u64::from(heap.length(object)));
        return (first as u32..last as u32).map(|index| ELEMENTS.saturating_add(index)).collect();
    }
    let words = (from / 8) as u32..to.div_ceil(8) as u32;
    let is_told =
        |word: &u32| with_finals || access == Access::Write || !never_changes(library, class, *word);
    words.filter(is_told).collect()
}

/// Whether a word of an instance is that of a final field.
fn never_changes(library: &Library, class: &Class, word: u32) -> bool {
    let mut next = Some(class);
    while let Some(class) = next {
        let mut fields = class.fields.iter().filter(|field| !field.is_static());
        if let Some(field) = fields.find(|field| u32::from(field.offset) == word) {
            return field.access & access::FINAL != 0;
        }
        next = class.superclass.map(|superclass| library.class(superclass));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::ClassId;

    #[test]
    fn only_what_is_shared_and_asked_for_is_kept() {
        let mut heap = Heap::new(1 << 20);
        let shared = heap.allocate(10, ClassId(1), 8, 1).expect("there is room");
        let own = heap.allocate(10, ClassId(1), 8, 2).expect("there is room");
        heap.set_shared(shared);
        heap.set_element64(shared, 0, 1);
        heap.begin_observing();
        heap.set_element64(own, 0, 1);
        for index in 2..5 {
            heap.set_element64(own, index, heap.element64(shared, index));
        }
        heap.set_bytes_at(shared, 40, 4, 7);
        let touched = heap.observer.touched.borrow();
        let kept: Vec<_> =
            touched.iter().map(|kept| (kept.object, kept.from..kept.to, kept.access)).collect();
        assert_eq!(kept, [(shared, 32..56, Access::Read), (shared, 40..44, Access::Write)]);
    }
}
