//! `jdk.internal.reflect.Reflection`: who called.

use super::footprint::{CONSTANT, OWN_THREAD};
use super::{NativeMethod, declared};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("getCallerClass", "", OWN_THREAD, caller_class),
    declared("getClassAccessFlags", "", CONSTANT, |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[0]));
        Ok(u64::from(machine.library.class(class).access))
    }),
    declared("areNestMates", "", CONSTANT, |machine, thread, arguments| {
        let left = machine.mirrored(Ref::from_slot(arguments[0]));
        let right = machine.mirrored(Ref::from_slot(arguments[1]));
        Ok(u64::from(machine.are_nestmates(thread, left, right)?))
    }),
];

/// The caller of the method that asks, without frames of reflection and hidden ones.
fn caller_class(machine: &mut Machine, thread: &mut Thread, _arguments: &[u64]) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let caller = thread
        .frames
        .iter()
        .rev()
        .skip(1)
        .map(|frame| library.method(frame.method))
        .find(|method| {
            let name = library.class_name(method.class);
            let is_invoke = name == "java/lang/reflect/Method" && library.text(method.name) == "invoke";
            !method.hidden && !is_invoke && !name.starts_with("jdk/internal/reflect/")
        })
        .map(|method| method.class);
    match caller {
        Some(class) => Ok(machine.mirror(thread, class)?.slot()),
        None => Ok(0),
    }
}
