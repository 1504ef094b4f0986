//! `java.lang.StackStreamFactory.AbstractStackWalker`: walking the stack. The anchor that Java keeps between batches is
//! one more than the number of frames below the next one: those cannot change while the walk runs above them.

use super::footprint::{Footprint, Words};
use super::{NativeMethod, declared};
use crate::machine::heap::Ref;
use crate::machine::thread::{Continuation, Thread};
use crate::machine::{Machine, Trap};
use raddle_explore::operation::Access;
use std::rc::Rc;

const SHOW_HIDDEN: u64 = 0x20;

/// The buffer is filled, or the objects in it are.
const FETCHES: Footprint =
    Footprint::Words(&[Words::Each(7, Access::Write), Words::Field(0, "anchor", Access::Write)]);

/// The buffer of the first batch: newer JDKs have one argument more.
fn walked(arguments: &[u64]) -> &'static [Words] {
    if arguments.len() == 7 { &[Words::Each(6, Access::Write)] } else { &[Words::Each(7, Access::Write)] }
}

pub const METHODS: &[NativeMethod] = &[
    declared("callStackWalk", "", Footprint::Given(walked), call_stack_walk),
    declared("fetchStackFrames", "(IJIII[Ljava/lang/Object;)I", FETCHES, |machine, thread, arguments| {
        // (mode, anchor, last batch, batch size, start index, buffer)
        let buffer = Ref::from_slot(arguments[7]);
        let below = arguments[2] as usize - 1;
        let (batch, start) = (arguments[5] as u32, arguments[6] as u32);
        let (end, anchor) = fill(machine, thread, arguments[1], below, batch, start, buffer)?;
        machine.set(Ref::from_slot(arguments[0]), "anchor", anchor as u64 + 1);
        Ok(u64::from(end - start))
    }),
    declared("fetchStackFrames", "(JJII[Ljava/lang/Object;)I", FETCHES, |machine, thread, arguments| {
        // (mode, anchor, batch size, start index, buffer)
        let buffer = Ref::from_slot(arguments[7]);
        let (end, anchor) = fill(
            machine,
            thread,
            arguments[1],
            arguments[3] as usize - 1,
            arguments[5] as u32,
            arguments[6] as u32,
            buffer,
        )?;
        machine.set(Ref::from_slot(arguments[0]), "anchor", anchor as u64 + 1);
        Ok(u64::from(end))
    }),
];

/// `callStackWalk(mode, skip, batch size, start index, buffer)`, with scope and continuation in newer JDKs.
fn call_stack_walk(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    // Older: a long mode, no scope; newer: an int mode, then scope and continuation.
    let (skip, rest) = if arguments.len() == 7 { (arguments[3], 4) } else { (arguments[2], 5) };
    let (batch, start) = (arguments[rest] as u32, arguments[rest + 1] as u32);
    let buffer = Ref::from_slot(arguments[rest + 2]);
    let library = Rc::clone(&machine.library);
    let mut below = thread.frames.len();
    while below > 0 {
        let name = library.class_name(library.method(thread.frames[below - 1].method).class);
        if !name.starts_with("java/lang/StackStreamFactory") && !name.starts_with("java/lang/StackWalker") {
            break;
        }
        below -= 1;
    }
    below = below.saturating_sub(skip as u32 as usize);
    let (end, anchor) = fill(machine, thread, arguments[1], below, batch, start, buffer)?;
    // Newer JDKs want the number of frames where older ones want the size of the batch.
    let third = if arguments.len() == 7 { batch } else { end - start };
    let walker = Ref::from_slot(arguments[0]);
    let class = machine.heap.class_of(walker);
    let mut ancestors = library.class(class).ancestors.iter().rev();
    let walk = ancestors
        .find_map(|ancestor| library.declared_method(*ancestor, "doStackWalk", "(JIIII)Ljava/lang/Object;"));
    let Some(walk) = walk else { return Err(machine.incomplete(thread, "AbstractStackWalker.doStackWalk")) };
    let slots =
        [walker.slot(), anchor as u64 + 1, 0, skip, u64::from(third), u64::from(start), u64::from(end)];
    machine.push_frame(thread, walk.id, &slots, Continuation::Call)?;
    Err(Trap::Entered)
}

/// Fills the buffer with frames, innermost first; gives the index after the last and the next anchor.
fn fill(
    machine: &mut Machine,
    thread: &mut Thread,
    mode: u64,
    below: usize,
    batch: u32,
    start: u32,
    buffer: Ref,
) -> Result<(u32, usize), Trap> {
    let library = Rc::clone(&machine.library);
    let wants_classes = machine.heap.class_of(buffer) == machine.core.class_array;
    let mut index = start;
    let mut next = below;
    while next > 0 && index < start + batch && index < machine.heap.length(buffer) {
        let frame = thread.frames[next - 1];
        next -= 1;
        let method = library.method(frame.method);
        if method.hidden && mode & SHOW_HIDDEN == 0 {
            continue;
        }
        let mirror = machine.mirror(thread, method.class)?;
        if wants_classes {
            machine.heap.set_element32(buffer, index, mirror.0);
        } else {
            let info = Ref(machine.heap.element32(buffer, index));
            let member = machine.get_reference(info, "memberName");
            let name = machine.intern_text(thread, library.text(method.name))?;
            let descriptor = machine.intern_text(thread, library.text(method.descriptor))?;
            const IS_METHOD: u64 = 0x1_0000;
            if !member.is_null() {
                machine.set(member, "clazz", mirror.slot());
                machine.set(member, "name", name.slot());
                machine.set(member, "type", descriptor.slot());
                machine.set(member, "flags", IS_METHOD | u64::from(method.access));
            }
            machine.set(info, "bci", u64::from(frame.pc));
            // Newer JDKs keep it flat: those who ask for classes only get the class.
            if library.class_name(machine.heap.class_of(info)) == "java/lang/ClassFrameInfo" {
                machine.set(info, "classOrMemberName", mirror.slot());
                machine.set(info, "flags", machine.get(info, "flags") | u64::from(method.access));
                index += 1;
                continue;
            }
            if machine.library.field_named(machine.heap.class_of(info), "classOrMemberName").is_some() {
                let boot = crate::library::LoaderId::BOOT;
                let resolved_class =
                    machine.load_class(thread, boot, "java/lang/invoke/ResolvedMethodName")?;
                let resolved = machine.new_instance(thread, resolved_class)?;
                machine.set(resolved, "vmholder", mirror.slot());
                machine.set(info, "classOrMemberName", resolved.slot());
            }
            machine.set(info, "name", name.slot());
            machine.set(info, "type", descriptor.slot());
            let flags = machine.get(info, "flags") | u64::from(method.access);
            machine.set(info, "flags", flags);
            // The element is made at once: where the frame stands is known only now.
            let element_class =
                machine.load_class(thread, crate::library::LoaderId::BOOT, "java/lang/StackTraceElement")?;
            machine.initialize_now(thread, element_class)?;
            let element = machine.new_instance(thread, element_class)?;
            super::java_lang_StackTraceElement::describe(machine, thread, element, frame.method, frame.pc)?;
            machine.set(info, "ste", element.slot());
        }
        index += 1;
    }
    Ok((index, next))
}
