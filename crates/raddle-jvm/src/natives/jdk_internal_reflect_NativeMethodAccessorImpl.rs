//! `jdk.internal.reflect.NativeMethodAccessorImpl`: reflective calls.

use super::footprint::{Footprint, Words};
use super::java_lang_reflect_Array::widen;
use super::{NativeMethod, declared};
use crate::classes::descriptor::{Kind, parse_method};
use crate::library::Method;
use crate::machine::heap::Ref;
use crate::machine::thread::{Continuation, Thread};
use crate::machine::{Machine, Trap};
use raddle_explore::operation::Access;
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[declared(
    "invoke0",
    "",
    Footprint::Words(&[Words::Whole(0, Access::Read), Words::Whole(2, Access::Read)]),
    invoke,
)];

/// `invoke0(method, receiver, arguments)`.
pub fn invoke(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let object = Ref::from_slot(arguments[0]);
    let class = machine.mirrored(machine.get_reference(object, "clazz"));
    let slot = machine.get(object, "slot") as usize;
    let library = Rc::clone(&machine.library);
    let method = library.method(library.class(class).methods[slot]);
    let mut slots = Vec::new();
    let mut target = method.id;
    if method.is_static() {
        machine.ensure_initialized(thread, class)?;
    } else {
        let receiver = Ref::from_slot(arguments[1]);
        if receiver.is_null() {
            return Err(machine.throw_null(thread));
        }
        if !library.is_subclass(machine.heap.class_of(receiver), class) {
            let text = "object is not an instance of declaring class";
            return Err(machine.throw(thread, "java/lang/IllegalArgumentException", text));
        }
        slots.push(receiver.slot());
        target = machine.select_for(thread, receiver, method.id)?;
    }
    push_arguments(machine, thread, method, Ref::from_slot(arguments[2]), &mut slots)?;
    let called = library.method(target);
    if called.native.is_some() || called.is_native() {
        return match machine.call_native(thread, called, &slots) {
            Ok(value) => Ok(machine.box_value(thread, called.result, value)?.slot()),
            Err(Trap::Throw(exception)) => {
                let wrapper =
                    machine.new_exception(thread, "java/lang/reflect/InvocationTargetException", None)?;
                machine.heap.set_field(wrapper, machine.core.throwable_cause, 0);
                machine.set(wrapper, "target", exception.slot());
                Err(Trap::Throw(wrapper))
            }
            Err(other) => Err(other),
        };
    }
    machine.push_frame(thread, target, &slots, Continuation::Reflect)?;
    Err(Trap::Entered)
}

/// Unboxes the arguments of a reflective call.
pub fn push_arguments(
    machine: &mut Machine,
    thread: &mut Thread,
    method: &Method,
    array: Ref,
    slots: &mut Vec<u64>,
) -> Result<(), Trap> {
    let library = Rc::clone(&machine.library);
    let values = if array.is_null() { Vec::new() } else { machine.references(array) };
    let Ok(shape) = parse_method(library.text(method.descriptor)) else { return Ok(()) };
    if values.len() != shape.parameters.len() {
        return Err(machine.throw(thread, "java/lang/IllegalArgumentException", "wrong number of arguments"));
    }
    for (value, parameter) in values.into_iter().zip(shape.parameters) {
        let kind = Kind::of(parameter);
        let slot = if kind == Kind::Reference {
            let expected = machine.mirror_of_descriptor(thread, method.class, parameter)?;
            let fits = value.is_null()
                || library.is_subclass(machine.heap.class_of(value), machine.mirrored(expected));
            fits.then(|| value.slot())
        } else {
            machine.unbox(value).and_then(|(from, value)| widen(from, kind, value))
        };
        let Some(slot) = slot else {
            return Err(machine.throw(
                thread,
                "java/lang/IllegalArgumentException",
                "argument type mismatch",
            ));
        };
        slots.push(slot);
        if kind.is_wide() {
            slots.push(0);
        }
    }
    Ok(())
}
