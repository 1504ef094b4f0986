//! Which objects of a run are the library's own (`library/owned.rs` has the rule and its reasons).
//!
//! A collection or an array becomes owned when an owned field leads to it, as its class is initialised or as the object with
//! the field becomes known to others, and so does a part of a collection that is put, while only its maker knows it, where an
//! owned collection has its parts. It never stops being owned.

use super::Machine;
use super::heap::Ref;
use crate::library::{ClassId, ClassShape, owned};
use std::rc::Rc;

impl Machine {
    /// Gives what the owned static fields of a class lead to to the library.
    pub fn own_statics_of(&mut self, class: ClassId) {
        let library = Rc::clone(&self.library);
        let linked = library.class(class);
        let mirror = self.class_state(class).mirror;
        if mirror.is_null() || !library.is_of_jdk(class) {
            return;
        }
        for field in linked.fields.iter().filter(|field| field.is_static()) {
            if linked.static_reference_words.contains(&field.offset)
                && library.owns(class, library.text(field.name))
            {
                let value = self.heap.load_reference(mirror, self.static_word(field.offset));
                self.own(value);
            }
        }
    }

    /// Gives an object to the library, if it is a collection or an array.
    pub fn own(&mut self, object: Ref) {
        if object.is_null() || self.heap.is_owned(object) {
            return;
        }
        let library = Rc::clone(&self.library);
        let class = library.class(self.heap.class_of(object));
        if class.element_kind().is_some() || owned::is_collection(library.class_name(class.id)) {
            self.own_with_parts(object);
        }
    }

    /// Gives an object to the library, with the parts that it is made of.
    fn own_with_parts(&mut self, object: Ref) {
        self.heap.set_owned(object);
        let holder = self.heap.class_of(object);
        for part in self.references_in(object) {
            if !part.is_null() && !self.heap.is_owned(part) && self.is_part(holder, part) {
                self.own_with_parts(part);
            }
        }
    }

    fn is_part(&self, holder: ClassId, part: Ref) -> bool {
        let part = self.heap.class_of(part);
        owned::is_made_of(self.library.class_name(holder), self.library.class_name(part))
    }

    fn references_in(&self, object: Ref) -> Vec<Ref> {
        let class = self.library.class(self.heap.class_of(object));
        match class.shape {
            ClassShape::ReferenceArray(_) => {
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
        if self.is_part(self.heap.class_of(holder), value) {
            self.own_with_parts(value);
        }
    }
}
