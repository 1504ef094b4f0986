//! `java.lang.ref.Reference`: references are cleared only by the program.

use super::{NativeMethod, native, nothing};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[
    native("getAndClearReferencePendingList", "", nothing),
    native("hasReferencePendingList", "", nothing),
    native("refersTo0", "", |machine, _, arguments| {
        Ok(u64::from(machine.get(Ref::from_slot(arguments[0]), "referent") == arguments[1]))
    }),
    native("clear0", "", |machine, _, arguments| {
        machine.set(Ref::from_slot(arguments[0]), "referent", 0);
        Ok(0)
    }),
];
