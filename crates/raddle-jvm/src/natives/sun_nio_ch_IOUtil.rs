//! `sun.nio.ch.IOUtil`: file descriptors.

use super::footprint::{COMPUTES, Footprint, Words};
use super::{NativeMethod, declared, nothing};
use crate::machine::heap::Ref;
use raddle_explore::operation::Access;

pub const METHODS: &[NativeMethod] = &[
    declared("initIDs", "()V", COMPUTES, nothing),
    declared("iovMax", "()I", COMPUTES, |_, _, _| Ok(16)),
    declared("writevMax", "()J", COMPUTES, |_, _, _| Ok(i32::MAX as u64)),
    declared("fdLimit", "()I", COMPUTES, |_, _, _| Ok(1024)),
    declared(
        "fdVal",
        "",
        Footprint::Words(&[Words::Field(0, "fd", Access::Read)]),
        |machine, _, arguments| Ok(machine.get(Ref::from_slot(arguments[0]), "fd")),
    ),
    declared(
        "setfdVal",
        "",
        Footprint::Words(&[Words::Field(0, "fd", Access::Write)]),
        |machine, _, arguments| {
            machine.set(Ref::from_slot(arguments[0]), "fd", arguments[1]);
            Ok(0)
        },
    ),
];
