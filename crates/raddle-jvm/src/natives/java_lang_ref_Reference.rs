//! `java.lang.ref.Reference`: references are cleared only by the program, and a proof says so where one was looked at.

use super::footprint::{COMPUTES, Footprint, Words};
use super::{NativeMethod, declared, nothing};
use crate::machine::heap::Ref;
use crate::machine::looks::Look;
use raddle_explore::operation::Access;

pub const METHODS: &[NativeMethod] = &[
    declared("getAndClearReferencePendingList", "", COMPUTES, nothing),
    declared("hasReferencePendingList", "", COMPUTES, nothing),
    declared(
        "get",
        "()Ljava/lang/Object;",
        Footprint::Words(&[Words::Field(0, "referent", Access::Read)]),
        |machine, thread, arguments| {
            machine.note_look(thread, Look::References);
            Ok(machine.get(Ref::from_slot(arguments[0]), "referent"))
        },
    )
    .repeatable(),
    declared(
        "refersTo0",
        "",
        Footprint::Words(&[Words::Field(0, "referent", Access::Read)]),
        |machine, thread, arguments| {
            machine.note_look(thread, Look::References);
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
