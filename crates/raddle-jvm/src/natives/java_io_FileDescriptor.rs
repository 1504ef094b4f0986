//! `java.io.FileDescriptor`.

use super::files::{close, descriptor_number, touching};
use super::footprint::{COMPUTES, Words};
use super::{NativeMethod, declared, nothing};
use crate::machine::heap::Ref;
use crate::machine::world::Call;
use raddle_explore::operation::Access;

pub const METHODS: &[NativeMethod] = &[
    declared("initIDs", "()V", COMPUTES, nothing),
    declared("getHandle", "", COMPUTES, |_, _, _| Ok(-1i64 as u64)),
    declared("getAppend", "", COMPUTES, nothing),
    declared("sync", "", COMPUTES, nothing),
    declared("sync0", "", COMPUTES, nothing),
    touching(
        "close0",
        "",
        |machine, arguments| Some(Call::Close(descriptor_number(machine, arguments[0]))),
        &[Words::Field(0, "fd", Access::Write)],
        |machine, thread, arguments| {
            let number = descriptor_number(machine, arguments[0]);
            machine.set(Ref::from_slot(arguments[0]), "fd", u64::from(-1i32 as u32));
            close(machine, thread, number)
        },
    ),
];
