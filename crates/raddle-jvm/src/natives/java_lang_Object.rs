//! `java.lang.Object`: class, identity, copying, and the wait set.

use super::{NativeMethod, NativeOperation, native, operation};
use crate::library::ClassShape;
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    native("getClass", "", get_class),
    native("hashCode", "()I", |machine, _, arguments| Ok(machine.identity_hash(Ref::from_slot(arguments[0])) as u64)),
    operation("clone", "()Ljava/lang/Object;", NativeOperation::Receiver, clone),
    operation("notify", "()V", NativeOperation::Receiver, |machine, thread, arguments| {
        let which = std::mem::take(&mut machine.notified);
        machine.notify(thread, Ref::from_slot(arguments[0]), false, which).map(|()| 0)
    }),
    operation("notifyAll", "()V", NativeOperation::Receiver, |machine, thread, arguments| {
        machine.notify(thread, Ref::from_slot(arguments[0]), true, 0).map(|()| 0)
    }),
    operation("wait", "(J)V", NativeOperation::Receiver, wait),
    operation("wait0", "(J)V", NativeOperation::Receiver, wait),
];

fn get_class(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let class = machine.heap.class_of(Ref::from_slot(arguments[0]));
    Ok(machine.mirror(thread, class)?.slot())
}

fn wait(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let milliseconds = arguments[1] as i64;
    if milliseconds < 0 {
        return Err(machine.throw(thread, "java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    let nanoseconds = (milliseconds > 0).then(|| (milliseconds as u64).saturating_mul(1_000_000));
    machine.wait_on(thread, Ref::from_slot(arguments[0]), nanoseconds).map(|()| 0)
}

fn clone(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let object = Ref::from_slot(arguments[0]);
    let library = Rc::clone(&machine.library);
    let class = library.class(machine.heap.class_of(object));
    let cloneable = machine.load_class(thread, crate::library::LoaderId::BOOT, "java/lang/Cloneable")?;
    if !library.is_subclass(class.id, cloneable) {
        let name = machine.external_name(class.id);
        return Err(machine.throw(thread, "java/lang/CloneNotSupportedException", &name));
    }
    let copy = match class.shape {
        ClassShape::Instance => machine.new_instance(thread, class.id)?,
        _ => {
            let length = machine.heap.length(object) as i32;
            machine.new_array(thread, class.id, length)?
        }
    };
    let words = machine.heap.size_of(&library, object);
    for word in 2..words {
        let value = machine.heap.word(object.0 + word);
        machine.heap.set_word(copy.0 + word, value);
    }
    Ok(copy.slot())
}
