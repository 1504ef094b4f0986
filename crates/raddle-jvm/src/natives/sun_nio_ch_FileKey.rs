//! `sun.nio.ch.FileKey`: what tells files apart.

use super::files::{descriptor_number, make, touching};
use super::footprint::{COMPUTES, Words};
use super::{NativeMethod, declared, nothing};
use crate::machine::Machine;
use crate::machine::heap::Ref;
use crate::machine::world::{Answer, Call, Target};
use raddle_explore::operation::Access;

const FIRST: &[Words] = &[Words::Field(0, "fd", Access::Read), Words::Whole(1, Access::Write)];
const SECOND: &[Words] = &[Words::Whole(0, Access::Write), Words::Field(1, "fd", Access::Read)];

pub const METHODS: &[NativeMethod] = &[
    declared("initIDs", "()V", COMPUTES, nothing),
    touching("init", "(Ljava/io/FileDescriptor;)V", of_second, SECOND, |machine, thread, arguments| {
        let call = of_second(machine, arguments);
        if let Answer::Status(status) = make(machine, thread, call)? {
            let key = Ref::from_slot(arguments[0]);
            machine.set(key, "st_dev", status.device);
            machine.set(key, "st_ino", status.identity);
        }
        Ok(0)
    }),
    touching("init", "(Ljava/io/FileDescriptor;[J)V", of_first, FIRST, |machine, thread, arguments| {
        let call = of_first(machine, arguments);
        if let Answer::Status(status) = make(machine, thread, call)? {
            let numbers = Ref::from_slot(arguments[1]);
            machine.heap.set_bytes_at(numbers, 16, 8, status.device);
            machine.heap.set_bytes_at(numbers, 24, 8, status.identity);
        }
        Ok(0)
    }),
];

fn of_first(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Open(descriptor_number(machine, arguments[0])), true))
}

fn of_second(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    of_first(machine, &arguments[1..])
}
