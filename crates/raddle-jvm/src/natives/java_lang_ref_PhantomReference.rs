//! `java.lang.ref.PhantomReference`.

use super::footprint::{Footprint, Words};
use super::{NativeMethod, declared};
use crate::machine::heap::Ref;
use raddle_explore::operation::Access;

pub const METHODS: &[NativeMethod] = &[
    declared(
        "refersTo0",
        "",
        Footprint::Words(&[Words::Field(0, "referent", Access::Read)]),
        |machine, _, arguments| {
            Ok(u64::from(machine.get(Ref::from_slot(arguments[0]), "referent") == arguments[1]))
        },
    ),
    declared(
        "clear0",
        "",
        Footprint::Words(&[Words::Field(0, "referent", Access::Write)]),
        |machine, _, arguments| {
            machine.set(Ref::from_slot(arguments[0]), "referent", 0);
            Ok(0)
        },
    ),
];
