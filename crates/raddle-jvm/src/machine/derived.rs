//! Fields of the JDK's own objects that may be caches: a view of a map, the hash of a number, a text that was made once.
//!
//! Such a field is *derived*: its class says that it is no part of what the object is, since it is transient, or left out of
//! `serialPersistentFields`. That alone makes no cache, since the table of a `HashMap` is transient, too. Whether one is used
//! as a cache, the race detector decides by the values that threads see there (`raddle_explore::races`), which are told
//! here. A reference is told by what it refers to: two views of one map have the same value, and so have equal texts.
//!
//! Flags are never taken for caches: who finds one set does something else than who sets it.

use super::Machine;
use super::heap::Ref;
use super::pending::{ELEMENTS, NextOperation, Spot};
use crate::classes::class_file::access::TRANSIENT;
use crate::classes::descriptor::Kind;
use crate::library::{ClassId, Field, Visibility};
use crate::machine::thread::Thread;
use raddle_explore::operation::{Mode, OperationKind};
use xxhash_rust::xxh3::Xxh3;

impl Machine {
    /// Whether a field of a class of the JDK is derived from what the object is.
    pub(super) fn is_derived(&self, class: ClassId, field: &Field) -> bool {
        let is_candidate = !field.is_static() && field.kind != Kind::Boolean;
        is_candidate && (field.access & TRANSIENT != 0 || self.is_left_out(class, field))
    }

    /// Whether a class lists what its objects are, and a field is not among that.
    fn is_left_out(&self, class: ClassId, field: &Field) -> bool {
        let library = &self.library;
        let own = &library.class(class).fields;
        let list =
            own.iter().find(|own| own.is_static() && library.text(own.name) == "serialPersistentFields");
        let mirror = self.class_state(class).mirror;
        let Some(list) = list.filter(|_| !mirror.is_null()) else { return false };
        let list = self.heap.load_reference(mirror, self.static_word(list.offset));
        if list.is_null() {
            return false;
        }
        let name = library.text(field.name);
        let mut persistent = (0..self.heap.length(list)).map(|index| Ref(self.heap.load32(list, index)));
        !persistent.any(|entry| self.string_text(self.get_reference(entry, "name")) == name)
    }

    /// The derived field that an operation of the JDK's own code reads or writes.
    pub fn derived_spot(&self, thread: &Thread, operation: &NextOperation) -> Option<Spot> {
        let is_access = matches!(operation.kind, OperationKind::Read | OperationKind::Write);
        let spot = operation.spot.filter(|_| is_access && operation.mode == Mode::Plain)?;
        let method = thread.frames.last()?.method;
        let is_of_library = self.library.method(method).visibility != Visibility::Program;
        (is_of_library && spot.part < ELEMENTS && self.is_derived_word(spot)).then_some(spot)
    }

    /// The value of a field, for comparison with others in the same run; zero is what it has from the beginning.
    pub fn comparable_value(&self, spot: Spot) -> u64 {
        let word = self.heap.load_field(spot.object, spot.part as u16);
        let is_reference =
            self.field_in_word(spot.object, spot.part).is_some_and(|field| field.kind == Kind::Reference);
        let object = Ref::from_slot(word);
        if !is_reference || object.is_null() {
            return word;
        }
        let mut hash = Xxh3::new();
        let library = &self.library;
        let class = library.class(self.heap.class_of(object));
        hash.update(&class.id.0.to_le_bytes());
        if class.id == self.core.string || class.element_kind().is_some() {
            return self.reference_value(object) | 1;
        }
        for ancestor in &class.ancestors {
            for field in library.class(*ancestor).fields.iter().filter(|field| !field.is_static()) {
                let word = self.heap.load_field(object, field.offset);
                let is_reference = field.kind == Kind::Reference;
                let value = if is_reference { self.reference_value(Ref::from_slot(word)) } else { word };
                hash.update(&value.to_le_bytes());
            }
        }
        hash.digest() | 1
    }

    /// Texts by what they say, other objects by who they are.
    fn reference_value(&self, object: Ref) -> u64 {
        if object.is_null() {
            return 0;
        }
        if self.heap.class_of(object) != self.core.string {
            return self.heap.name(object);
        }
        let mut hash = Xxh3::new();
        for unit in self.string_units(object) {
            hash.update(&unit.to_le_bytes());
        }
        hash.digest()
    }
}
