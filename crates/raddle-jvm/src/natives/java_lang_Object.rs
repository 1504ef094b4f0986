//! `java.lang.Object`: class, identity, copying, and the wait set.

use super::footprint::{CONSTANT, Footprint, Words};
use super::{NativeMethod, declared};
use crate::library::ClassShape;
use crate::machine::heap::Ref;
use crate::machine::looks::Look;
use crate::machine::pending::{MONITOR, NextOperation};
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use raddle_explore::operation::{Access, Mode, OperationKind};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("getClass", "", CONSTANT, get_class).repeatable(),
    declared("hashCode", "()I", CONSTANT, |machine, thread, arguments| {
        machine.note_look(thread, Look::Identity);
        Ok(machine.identity_hash(Ref::from_slot(arguments[0])) as u64)
    })
    .repeatable(),
    declared("clone", "()Ljava/lang/Object;", Footprint::Words(&[Words::Whole(0, Access::Read)]), clone),
    declared("notify", "()V", Footprint::Operation(&[0], wakes_one), |machine, thread, arguments| {
        let which = std::mem::take(&mut machine.notified);
        machine.notify(thread, Ref::from_slot(arguments[0]), false, which).map(|()| 0)
    }),
    declared("notifyAll", "()V", Footprint::Operation(&[0], wakes_all), |machine, thread, arguments| {
        machine.notify(thread, Ref::from_slot(arguments[0]), true, 0).map(|()| 0)
    }),
    declared("wait", "(J)V", Footprint::Operation(&[0], waits), wait),
    declared("wait0", "(J)V", Footprint::Operation(&[0], waits), wait),
];

fn waits(machine: &Machine, thread: &Thread, arguments: &[u64]) -> NextOperation {
    let spot = machine.spot(Ref::from_slot(arguments[0]), MONITOR);
    machine.interruptible(thread, NextOperation::on(spot, OperationKind::Wait, Mode::Synchronising))
}

fn wakes_one(machine: &Machine, _thread: &Thread, arguments: &[u64]) -> NextOperation {
    let object = Ref::from_slot(arguments[0]);
    let spot = machine.spot(object, MONITOR);
    let mut operation = NextOperation::on(spot, OperationKind::NotifyOne, Mode::Synchronising);
    let waiters = machine.monitors.get(&object).map_or(0, |monitor| monitor.waiters.len());
    operation.options = waiters.max(1) as u32;
    operation
}

fn wakes_all(machine: &Machine, _thread: &Thread, arguments: &[u64]) -> NextOperation {
    let spot = machine.spot(Ref::from_slot(arguments[0]), MONITOR);
    NextOperation::on(spot, OperationKind::NotifyAll, Mode::Synchronising)
}

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
    machine.heap.copy_object(&library, object, copy);
    Ok(copy.slot())
}
