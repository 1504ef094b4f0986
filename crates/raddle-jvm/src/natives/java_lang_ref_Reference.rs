//! `java.lang.ref.Reference`: references are cleared only by the program, and a proof says so where one was looked at.

use super::footprint::{COMPUTES, Footprint, Words};
use super::{NativeMethod, declared, nothing};
use crate::library::LoaderId;
use crate::machine::heap::Ref;
use crate::machine::looks::Look;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use raddle_explore::operation::Access;

/// Fills a new reference. One with a queue tells by that when it was cleared, without being looked at.
fn fill(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let reference = Ref::from_slot(arguments[0]);
    let mut queue = Ref::from_slot(arguments[2]);
    if queue.is_null() {
        queue = no_queue(machine, thread)?;
    } else {
        machine.note_look(thread, Look::References);
    }
    for (field, value) in [("referent", Ref::from_slot(arguments[1])), ("queue", queue)] {
        if machine.heap.is_shared(reference) && !value.is_null() {
            machine.publish(value);
        }
        machine.set(reference, field, value.slot());
    }
    Ok(0)
}

/// The queue of references that have none.
fn no_queue(machine: &mut Machine, thread: &mut Thread) -> Result<Ref, Trap> {
    let class = machine.load_class(thread, LoaderId::BOOT, "java/lang/ref/ReferenceQueue")?;
    machine.initialize_now(thread, class)?;
    // The name that newer JDKs have for it, and that of older ones.
    let names = ["NULL_QUEUE", "NULL"];
    let known = names.iter().find(|name| machine.library.field_named(class, name).is_some());
    Ok(known.map_or(Ref::NULL, |name| machine.static_reference("java/lang/ref/ReferenceQueue", name)))
}

pub const METHODS: &[NativeMethod] = &[
    declared(
        "<init>",
        "(Ljava/lang/Object;Ljava/lang/ref/ReferenceQueue;)V",
        Footprint::Words(&[
            Words::Field(0, "referent", Access::Write),
            Words::Field(0, "queue", Access::Write),
        ]),
        fill,
    ),
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
