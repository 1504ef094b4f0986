//! `java.lang.ref.Reference`: references are cleared only by the program.

use super::{NativeMethod, NativeOperation, native, nothing, operation};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[
    native("getAndClearReferencePendingList", "", nothing),
    native("hasReferencePendingList", "", nothing),
    operation("refersTo0", "", NativeOperation::Receiver, |machine, _, arguments| {
        Ok(u64::from(machine.get(Ref::from_slot(arguments[0]), "referent") == arguments[1]))
    }),
    operation("clear0", "", NativeOperation::Receiver, |machine, _, arguments| {
        machine.set(Ref::from_slot(arguments[0]), "referent", 0);
        Ok(0)
    }),
];
