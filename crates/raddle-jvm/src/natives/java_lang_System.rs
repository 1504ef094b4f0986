//! `java.lang.System`: time, copying of arrays, identity, and the standard streams.

use super::footprint::{COMPUTES, CONSTANT, Footprint, MAKES, OWN_THREAD, Words};
use super::{NativeMethod, declared, nothing};
use crate::classes::descriptor::Kind;
use crate::library::ClassShape;
use crate::machine::heap::Ref;
use crate::machine::looks::Look;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use raddle_explore::operation::Access;
use std::rc::Rc;

/// The moment at which every run begins: 1 January 2026, 00:00 UTC.
pub const START_OF_TIME_MILLIS: u64 = 1_767_225_600_000;

pub const METHODS: &[NativeMethod] = &[
    declared("registerNatives", "", COMPUTES, nothing),
    declared("currentTimeMillis", "()J", OWN_THREAD, |machine, thread, _| {
        Ok(START_OF_TIME_MILLIS + machine.look_at_clock(thread) / 1_000_000)
    })
    .repeatable(),
    declared("nanoTime", "()J", OWN_THREAD, |machine, thread, _| Ok(machine.look_at_clock(thread)))
        .repeatable(),
    declared("identityHashCode", "(Ljava/lang/Object;)I", CONSTANT, |machine, thread, arguments| {
        let object = Ref::from_slot(arguments[0]);
        machine.note_look(thread, Look::Identity);
        Ok(if object.is_null() { 0 } else { machine.identity_hash(object) as u64 })
    }),
    declared(
        "arraycopy",
        "",
        Footprint::Words(&[Words::Elements(0, 1, 4, Access::Read), Words::Elements(2, 3, 4, Access::Write)]),
        array_copy,
    ),
    declared("mapLibraryName", "", MAKES, |machine, thread, arguments| {
        let name = machine.require_text(thread, Ref::from_slot(arguments[0]))?;
        Ok(machine.new_string(thread, &format!("lib{name}.so"))?.slot())
    }),
    declared(
        "setIn0",
        "",
        Footprint::Words(&[Words::Static("java/lang/System", "in", Access::Write)]),
        |machine, thread, arguments| set_stream(machine, thread, "in", arguments[0]),
    ),
    declared(
        "setOut0",
        "",
        Footprint::Words(&[Words::Static("java/lang/System", "out", Access::Write)]),
        |machine, thread, arguments| set_stream(machine, thread, "out", arguments[0]),
    ),
    declared(
        "setErr0",
        "",
        Footprint::Words(&[Words::Static("java/lang/System", "err", Access::Write)]),
        |machine, thread, arguments| set_stream(machine, thread, "err", arguments[0]),
    ),
    declared("loadLibrary", "(Ljava/lang/String;)V", COMPUTES, |machine, thread, arguments| {
        let name = machine.require_text(thread, Ref::from_slot(arguments[0]))?;
        // The JDK's own libraries are natives here.
        if matches!(
            name.as_str(),
            "net" | "nio" | "zip" | "java" | "jimage" | "prefs" | "management" | "extnet"
        ) {
            return Ok(0);
        }
        Err(machine.incomplete(thread, format!("System.loadLibrary(\"{name}\")")))
    }),
];

fn set_stream(machine: &mut Machine, thread: &mut Thread, name: &str, value: u64) -> Result<u64, Trap> {
    let system = machine.load_class(thread, crate::library::LoaderId::BOOT, "java/lang/System")?;
    machine.set_static(thread, system, name, value)?;
    Ok(0)
}

fn array_copy(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let (source, target) = (Ref::from_slot(arguments[0]), Ref::from_slot(arguments[2]));
    let (from, to, count) = (arguments[1] as i32, arguments[3] as i32, arguments[4] as i32);
    if source.is_null() || target.is_null() {
        return Err(machine.throw_null(thread));
    }
    let library = Rc::clone(&machine.library);
    let source_class = library.class(machine.heap.class_of(source));
    let target_class = library.class(machine.heap.class_of(target));
    let (Some(source_kind), Some(target_kind)) = (source_class.element_kind(), target_class.element_kind())
    else {
        let (class, place) =
            if source_class.is_array() { (target_class, "destination") } else { (source_class, "source") };
        let text = format!("arraycopy: {place} type {} is not an array", machine.external_name(class.id));
        return Err(machine.throw(thread, "java/lang/ArrayStoreException", &text));
    };
    if source_kind != target_kind {
        let name = |kind: Kind| match kind {
            Kind::Reference => "object array[]".to_owned(),
            kind => format!("{}[]", kind.keyword()),
        };
        let text = format!(
            "arraycopy: type mismatch: can not copy {} into {}",
            name(source_kind),
            name(target_kind)
        );
        return Err(machine.throw(thread, "java/lang/ArrayStoreException", &text));
    }
    let (source_length, target_length) = (machine.heap.length(source), machine.heap.length(target));
    let kind_name = if source_kind == Kind::Reference { "object array" } else { source_kind.keyword() };
    let problem = if from < 0 {
        Some(format!("arraycopy: source index {from} out of bounds for {kind_name}[{source_length}]"))
    } else if to < 0 {
        Some(format!("arraycopy: destination index {to} out of bounds for {kind_name}[{target_length}]"))
    } else if count < 0 {
        Some(format!("arraycopy: length {count} is negative"))
    } else if from as u32 as u64 + count as u64 > u64::from(source_length) {
        let end = from as u32 as u64 + count as u64;
        Some(format!("arraycopy: last source index {end} out of bounds for {kind_name}[{source_length}]"))
    } else if to as u32 as u64 + count as u64 > u64::from(target_length) {
        let end = to as u32 as u64 + count as u64;
        Some(format!(
            "arraycopy: last destination index {end} out of bounds for {kind_name}[{target_length}]"
        ))
    } else {
        None
    };
    if let Some(text) = problem {
        return Err(machine.throw(thread, "java/lang/ArrayIndexOutOfBoundsException", &text));
    }
    let (from, to, count) = (from as u32, to as u32, count as u32);
    if source_kind == Kind::Reference {
        copy_references(machine, thread, (source, from), (target, to), count)
    } else {
        let bytes = source_kind.element_bytes() as u64;
        copy_bytes(
            machine,
            (source, 16 + u64::from(from) * bytes),
            (target, 16 + u64::from(to) * bytes),
            u64::from(count) * bytes,
        );
        Ok(0)
    }
}

fn copy_references(
    machine: &mut Machine,
    thread: &mut Thread,
    source: (Ref, u32),
    target: (Ref, u32),
    count: u32,
) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let component = |machine: &Machine, array: Ref| match library.class(machine.heap.class_of(array)).shape {
        ClassShape::ReferenceArray(component) => component,
        _ => machine.core.object,
    };
    let (from_class, to_class) = (component(machine, source.0), component(machine, target.0));
    if machine.stops && machine.heap.is_shared(target.0) {
        for index in 0..count {
            let element = Ref(machine.heap.element32(source.0, source.1 + index));
            machine.hand_on(element);
        }
    }
    if library.is_subclass(from_class, to_class) {
        copy_bytes(
            machine,
            (source.0, 16 + u64::from(source.1) * 4),
            (target.0, 16 + u64::from(target.1) * 4),
            u64::from(count) * 4,
        );
        return Ok(0);
    }
    for index in 0..count {
        let element = Ref(machine.heap.element32(source.0, source.1 + index));
        if !element.is_null() && !library.is_subclass(machine.heap.class_of(element), to_class) {
            let text = format!(
                "arraycopy: element type mismatch: can not cast one of the elements of {}[] to the type of the destination array, {}",
                machine.external_name(from_class),
                machine.external_name(to_class)
            );
            return Err(machine.throw(thread, "java/lang/ArrayStoreException", &text));
        }
        machine.heap.set_element32(target.0, target.1 + index, element.0);
    }
    Ok(0)
}

/// Copies bytes between objects, which may be one and the same.
pub fn copy_bytes(machine: &mut Machine, source: (Ref, u64), target: (Ref, u64), count: u64) {
    let is_aligned = (source.1 ^ target.1) & 7 == 0;
    let backwards = source.0 == target.0 && source.1 < target.1;
    if backwards {
        let mut rest = count;
        while rest > 0 {
            let step = if is_aligned && (source.1 + rest) & 7 == 0 && rest >= 8 { 8 } else { 1 };
            rest -= step;
            let value = machine.heap.bytes_at(source.0, source.1 + rest, step as u32);
            machine.heap.set_bytes_at(target.0, target.1 + rest, step as u32, value);
        }
        return;
    }
    let mut done = 0;
    while done < count {
        let left = count - done;
        let step = if (target.1 + done) & 7 == 0 && left >= 8 && (is_aligned || source.0 != target.0) {
            8
        } else {
            1
        };
        let value = machine.heap.bytes_at(source.0, source.1 + done, step as u32);
        machine.heap.set_bytes_at(target.0, target.1 + done, step as u32, value);
        done += step;
    }
}
