//! Which objects of a run are the library's own (`library/owned.rs` has the rule and its reasons).
//!
//! An object becomes owned when a static field of a root leads to it, as such fields are initialised, or when it is put,
//! while only its maker knows it, where an owned collection has its parts. It never stops being owned.

use super::Machine;
use super::heap::Ref;
use crate::library::{ClassId, owned};
use std::rc::Rc;

impl Machine {
    /// Gives what the static fields of a root lead to to the library.
    pub fn own_statics_of(&mut self, class: ClassId) {
        let library = Rc::clone(&self.library);
        let linked = library.class(class);
        if !library.is_of_jdk(class) || !owned::is_root(library.class_name(class)) {
            return;
        }
        let mirror = self.class_state(class).mirror;
        if mirror.is_null() {
            return;
        }
        for offset in &linked.static_reference_words {
            let value = self.heap.load_reference(mirror, self.static_word(*offset));
            self.own(value, None);
        }
    }

    /// Gives an object to the library, if it is a collection, a part of one, or an instance of a root that leads to one.
    fn own(&mut self, object: Ref, holder: Option<ClassId>) {
        if object.is_null() || self.heap.is_owned(object) {
            return;
        }
        let library = Rc::clone(&self.library);
        let class = self.heap.class_of(object);
        let name = library.class_name(class);
        let is_part = holder.is_some_and(|holder| owned::is_made_of(library.class_name(holder), name));
        let is_collection = owned::is_collection(name)
            && holder.is_none_or(|holder| owned::is_root(library.class_name(holder)));
        let is_instance = owned::is_root(name) && library.is_of_jdk(class) && class != self.core.class;
        if !is_part && !is_collection && !is_instance {
            return;
        }
        self.heap.set_owned(object);
        for reference in self.references_in(object) {
            self.own(reference, Some(class));
        }
    }

    fn references_in(&self, object: Ref) -> Vec<Ref> {
        let class = self.library.class(self.heap.class_of(object));
        match class.shape {
            crate::library::ClassShape::ReferenceArray(_) => {
                (0..self.heap.length(object)).map(|index| Ref(self.heap.load32(object, index))).collect()
            }
            _ => {
                class.reference_words.iter().map(|offset| self.heap.load_reference(object, *offset)).collect()
            }
        }
    }

    /// An object is put where others can reach it. What only its maker knew becomes part of an owned collection by that,
    /// if it is such a part.
    #[inline(always)]
    pub fn publish_in(&mut self, holder: Ref, value: Ref) {
        if !value.is_null() && !self.heap.is_shared(value) {
            if self.heap.is_owned(holder) {
                self.own_part(holder, value);
            }
            self.hand_on(value);
        }
    }

    #[cold]
    fn own_part(&mut self, holder: Ref, value: Ref) {
        let (holder, part) = (self.heap.class_of(holder), self.heap.class_of(value));
        if owned::is_made_of(self.library.class_name(holder), self.library.class_name(part)) {
            self.own(value, Some(holder));
        }
    }
}
