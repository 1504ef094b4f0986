//! `jdk.internal.reflect.NativeConstructorAccessorImpl`: reflective construction.

use super::footprint::{Footprint, Words};
use super::jdk_internal_reflect_NativeMethodAccessorImpl::push_arguments;
use super::{NativeMethod, declared};
use crate::machine::heap::Ref;
use crate::machine::thread::{Continuation, Thread};
use crate::machine::{Machine, Trap};
use raddle_explore::operation::Access;
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[declared(
    "newInstance0",
    "",
    Footprint::Words(&[Words::Whole(0, Access::Read), Words::Whole(1, Access::Read)]),
    new_instance,
)];

/// `newInstance0(constructor, arguments)`.
pub fn new_instance(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let constructor = Ref::from_slot(arguments[0]);
    let class = machine.mirrored(machine.get_reference(constructor, "clazz"));
    let slot = machine.get(constructor, "slot") as usize;
    let library = Rc::clone(&machine.library);
    machine.ensure_initialized(thread, class)?;
    let method = library.method(library.class(class).methods[slot]);
    let object = machine.new_instance(thread, class)?;
    let mut slots = vec![object.slot()];
    push_arguments(machine, thread, method, Ref::from_slot(arguments[1]), &mut slots)?;
    machine.push_frame(thread, method.id, &slots, Continuation::Construct(object))?;
    Err(Trap::Entered)
}
