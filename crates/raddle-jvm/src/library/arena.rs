//! An append-only list whose elements never move, so that a reference to one outlives later additions.
//!
//! The interpreter holds `&Method` while calls load further classes; that is what this is for.

use std::cell::UnsafeCell;

/// An append-only list.
pub struct Arena<T> {
    elements: UnsafeCell<Vec<Box<T>>>,
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { elements: UnsafeCell::new(Vec::new()) }
    }
}

#[expect(unsafe_code, reason = "elements are boxed, never removed and never borrowed mutably")]
impl<T> Arena<T> {
    /// Adds an element and gives its index.
    pub fn push(&self, element: T) -> u32 {
        // SAFETY: the list is not shared between threads (`UnsafeCell` is not `Sync`), this function hands out no
        // reference to the `Vec` itself, and growing it moves the boxes but not what they point to.
        let elements = unsafe { &mut *self.elements.get() };
        elements.push(Box::new(element));
        elements.len() as u32 - 1
    }

    /// The element with this index.
    #[inline(always)]
    pub fn get(&self, index: u32) -> &T {
        // SAFETY: no mutable reference to the list is alive here, see `push`; the element lives as long as `self`,
        // because elements are never removed.
        let elements = unsafe { &*self.elements.get() };
        &elements[index as usize]
    }

    /// How many elements there are.
    pub fn len(&self) -> u32 {
        // SAFETY: as in `get`.
        unsafe { (*self.elements.get()).len() as u32 }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
