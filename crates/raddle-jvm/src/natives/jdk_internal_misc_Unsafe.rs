//! `jdk.internal.misc.Unsafe`: memory by object and offset, in every access mode; parking; classes without constructors.
//!
//! Offsets are bytes from the start of the object: 16 for the first field or element, 8 from field to field. Methods
//! that the JDK writes as loops over compare-and-set are one operation here.

use super::atomic::{self, Update};
use super::{NativeMethod, NativeOperation, native, nothing, operation};
use crate::classes::descriptor::Kind;
use crate::machine::heap::Ref;
use crate::machine::thread::{Status, Thread, Wake};
use crate::machine::{Initialization, Machine, Trap};
use std::rc::Rc;

const BOOLEAN: u8 = 0;
const BYTE: u8 = 1;
const CHAR: u8 = 2;
const SHORT: u8 = 3;
const INT: u8 = 4;
const LONG: u8 = 5;
const FLOAT: u8 = 6;
const DOUBLE: u8 = 7;
const REFERENCE: u8 = 8;

const KINDS: [Kind; 9] = [
    Kind::Boolean,
    Kind::Byte,
    Kind::Char,
    Kind::Short,
    Kind::Int,
    Kind::Long,
    Kind::Float,
    Kind::Double,
    Kind::Reference,
];

fn get<const KIND: u8>(machine: &mut Machine, _thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    Ok(atomic::read(machine, Ref::from_slot(arguments[1]), arguments[2], KINDS[KIND as usize]))
}

fn put<const KIND: u8>(machine: &mut Machine, _thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let object = Ref::from_slot(arguments[1]);
    publish_written::<KIND>(machine, object, arguments[4]);
    atomic::write(machine, object, arguments[2], KINDS[KIND as usize], arguments[4]);
    Ok(0)
}

fn publish_written<const KIND: u8>(machine: &mut Machine, object: Ref, value: u64) {
    if KIND == REFERENCE && machine.stops && !object.is_null() && machine.heap.is_shared(object) {
        machine.publish(Ref::from_slot(value));
    }
}

fn operands<const KIND: u8>(arguments: &[u64]) -> (u64, u64) {
    (arguments[4], arguments[4 + KINDS[KIND as usize].slots()])
}

fn compare_and_set<const KIND: u8>(machine: &mut Machine, _thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let kind = KINDS[KIND as usize];
    let (expected, new) = operands::<KIND>(arguments);
    let object = Ref::from_slot(arguments[1]);
    publish_written::<KIND>(machine, object, new);
    let old = atomic::compare_and_exchange(machine, object, arguments[2], kind, expected, new);
    Ok(u64::from(atomic::same(kind, old, expected)))
}

fn compare_and_exchange<const KIND: u8>(machine: &mut Machine, _thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let (expected, new) = operands::<KIND>(arguments);
    let object = Ref::from_slot(arguments[1]);
    publish_written::<KIND>(machine, object, new);
    Ok(atomic::compare_and_exchange(machine, object, arguments[2], KINDS[KIND as usize], expected, new))
}

fn get_and_set<const KIND: u8>(machine: &mut Machine, _thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let object = Ref::from_slot(arguments[1]);
    publish_written::<KIND>(machine, object, arguments[4]);
    Ok(atomic::update(machine, object, arguments[2], KINDS[KIND as usize], Update::Set, arguments[4]))
}

fn get_and_add<const KIND: u8>(machine: &mut Machine, _thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let object = Ref::from_slot(arguments[1]);
    Ok(atomic::update(machine, object, arguments[2], KINDS[KIND as usize], Update::Add, arguments[4]))
}

macro_rules! memory {
    ($($name:expr => $call:expr),* $(,)?) => {
        [$(operation($name, "", NativeOperation::Memory, $call)),*]
    };
}

macro_rules! accesses {
    ($($kind:literal $number:expr),* $(,)?) => {
        &[$(
            &memory![
                concat!("get", $kind, "Volatile") => get::<{ $number }>,
                concat!("get", $kind, "Acquire") => get::<{ $number }>,
                concat!("get", $kind, "Opaque") => get::<{ $number }>,
                concat!("put", $kind, "Volatile") => put::<{ $number }>,
                concat!("put", $kind, "Release") => put::<{ $number }>,
                concat!("put", $kind, "Opaque") => put::<{ $number }>,
                concat!("compareAndSet", $kind) => compare_and_set::<{ $number }>,
                concat!("weakCompareAndSet", $kind) => compare_and_set::<{ $number }>,
                concat!("weakCompareAndSet", $kind, "Plain") => compare_and_set::<{ $number }>,
                concat!("weakCompareAndSet", $kind, "Acquire") => compare_and_set::<{ $number }>,
                concat!("weakCompareAndSet", $kind, "Release") => compare_and_set::<{ $number }>,
                concat!("compareAndExchange", $kind) => compare_and_exchange::<{ $number }>,
                concat!("compareAndExchange", $kind, "Acquire") => compare_and_exchange::<{ $number }>,
                concat!("compareAndExchange", $kind, "Release") => compare_and_exchange::<{ $number }>,
                concat!("getAndSet", $kind) => get_and_set::<{ $number }>,
                concat!("getAndSet", $kind, "Acquire") => get_and_set::<{ $number }>,
                concat!("getAndSet", $kind, "Release") => get_and_set::<{ $number }>,
                concat!("getAndAdd", $kind) => get_and_add::<{ $number }>,
                concat!("getAndAdd", $kind, "Acquire") => get_and_add::<{ $number }>,
                concat!("getAndAdd", $kind, "Release") => get_and_add::<{ $number }>,
            ],
        )*]
    };
}

/// Accesses that exist for all kinds; those with an object and an offset only.
const ACCESSES: &[&[NativeMethod; 20]] = accesses![
    "Boolean" BOOLEAN,
    "Byte" BYTE,
    "Char" CHAR,
    "Short" SHORT,
    "Int" INT,
    "Long" LONG,
    "Float" FLOAT,
    "Double" DOUBLE,
    "Reference" REFERENCE,
];

macro_rules! plain {
    ($($kind:literal $letter:literal $number:expr),* $(,)?) => {
        &[$(
            operation(concat!("get", $kind), concat!("(Ljava/lang/Object;J)", $letter), NativeOperation::Memory, get::<{ $number }>),
            operation(concat!("put", $kind), concat!("(Ljava/lang/Object;J", $letter, ")V"), NativeOperation::Memory, put::<{ $number }>),
        )*]
    };
}

const PLAIN: &[NativeMethod] = plain![
    "Boolean" "Z" BOOLEAN,
    "Byte" "B" BYTE,
    "Char" "C" CHAR,
    "Short" "S" SHORT,
    "Int" "I" INT,
    "Long" "J" LONG,
    "Float" "F" FLOAT,
    "Double" "D" DOUBLE,
    "Reference" "Ljava/lang/Object;" REFERENCE,
];

const OTHERS: &[NativeMethod] = &[
    native("registerNatives", "", nothing),
    native("fullFence", "", nothing),
    native("loadFence", "", nothing),
    native("storeFence", "", nothing),
    native("loadLoadFence", "", nothing),
    native("storeStoreFence", "", nothing),
    native("isBigEndian0", "", nothing),
    native("unalignedAccess0", "", |_, _, _| Ok(1)),
    native("addressSize0", "", |_, _, _| Ok(8)),
    native("pageSize", "", |_, _, _| Ok(4096)),
    native("arrayBaseOffset0", "", |_, _, _| Ok(16)),
    native("arrayIndexScale0", "", |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        Ok(machine.library.class(class).element_kind().map_or(0, Kind::element_bytes) as u64)
    }),
    native("objectFieldOffset0", "", |machine, thread, arguments| field_offset(machine, thread, arguments[1])),
    native("objectFieldOffset1", "", named_field_offset),
    native("knownObjectFieldOffset0", "", named_field_offset),
    native("staticFieldOffset0", "", |machine, thread, arguments| field_offset(machine, thread, arguments[1])),
    native("staticFieldBase0", "", |machine, _, arguments| Ok(machine.get(Ref::from_slot(arguments[1]), "clazz"))),
    native("shouldBeInitialized0", "", |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        Ok(u64::from(machine.class_state(class).initialization != Initialization::Done))
    }),
    native("ensureClassInitialized0", "", |machine, thread, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        machine.ensure_initialized(thread, class).map(|()| 0)
    }),
    native("allocateInstance", "", |machine, thread, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        machine.ensure_initialized(thread, class)?;
        Ok(machine.new_instance(thread, class)?.slot())
    }),
    native("allocateMemory0", "", |machine, _, arguments| Ok(machine.allocate_native(arguments[1]))),
    native("freeMemory0", "", |machine, _, arguments| {
        machine.free_native(arguments[1]);
        Ok(0)
    }),
    native("setMemory0", "", |machine, _, arguments| {
        let object = Ref::from_slot(arguments[1]);
        for index in 0..arguments[4] {
            atomic::write(machine, object, arguments[2] + index, Kind::Byte, arguments[6]);
        }
        Ok(0)
    }),
    native("copyMemory0", "", |machine, _, arguments| {
        let (source, target) = (Ref::from_slot(arguments[1]), Ref::from_slot(arguments[4]));
        let bytes: Vec<u64> =
            (0..arguments[7]).map(|index| atomic::read(machine, source, arguments[2] + index, Kind::Byte)).collect();
        for (index, byte) in bytes.into_iter().enumerate() {
            atomic::write(machine, target, arguments[5] + index as u64, Kind::Byte, byte);
        }
        Ok(0)
    }),
    native("copySwapMemory0", "", |machine, _, arguments| {
        let (source, target) = (Ref::from_slot(arguments[1]), Ref::from_slot(arguments[4]));
        let element = arguments[9].max(1);
        let bytes: Vec<u64> =
            (0..arguments[7]).map(|index| atomic::read(machine, source, arguments[2] + index, Kind::Byte)).collect();
        for (index, byte) in bytes.into_iter().enumerate() {
            let index = index as u64;
            let swapped = index - index % element + (element - 1 - index % element);
            atomic::write(machine, target, arguments[5] + swapped, Kind::Byte, byte);
        }
        Ok(0)
    }),
    native("throwException", "", |_, _, arguments| Err(Trap::Throw(Ref::from_slot(arguments[1])))),
    native("defineClass0", "", |machine, thread, arguments| {
        let name = Ref::from_slot(arguments[1]);
        let bytes = machine.heap.byte_range(Ref::from_slot(arguments[2]), arguments[3] as u32, arguments[4] as u32);
        let loader = machine.loader_of_object(Ref::from_slot(arguments[5]));
        let _ = name;
        let library = Rc::clone(&machine.library);
        match library.define(bytes.into(), loader, "Unsafe.defineClass", true) {
            Ok(class) => Ok(machine.mirror(thread, class)?.slot()),
            Err(error) => Err(machine.load_failure(thread, error, "java/lang/NoClassDefFoundError")),
        }
    }),
    operation("park", "(ZJ)V", NativeOperation::Always, park),
    operation("unpark", "(Ljava/lang/Object;)V", NativeOperation::Always, unpark),
    native("getLoadAverage0", "", |_, _, _| Ok(u64::from(-1i32 as u32))),
    native("writebackMemory", "", nothing),
];

fn field_offset(machine: &mut Machine, thread: &mut Thread, field: u64) -> Result<u64, Trap> {
    let field = Ref::from_slot(field);
    let class = machine.mirrored(machine.get_reference(field, "clazz"));
    let slot = machine.get(field, "slot") as usize;
    let library = Rc::clone(&machine.library);
    match library.class(class).fields.get(slot) {
        Some(field) if field.is_static() => Ok(u64::from(machine.static_word(field.offset)) * 8),
        Some(field) => Ok(u64::from(field.offset) * 8),
        None => Err(machine.throw_plain(thread, "java/lang/InternalError")),
    }
}

fn named_field_offset(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let class = machine.mirrored(Ref::from_slot(arguments[1]));
    let name = machine.require_text(thread, Ref::from_slot(arguments[2]))?;
    let library = Rc::clone(&machine.library);
    let symbol = library.symbol(&name);
    match library.class(class).fields.iter().find(|field| field.name == symbol) {
        Some(field) if field.is_static() => Ok(u64::from(machine.static_word(field.offset)) * 8),
        Some(field) => Ok(u64::from(field.offset) * 8),
        None => Err(machine.throw(thread, "java/lang/InternalError", &name)),
    }
}

fn park(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    if let Some(wake) = thread.wake.take() {
        if wake == Wake::Signal {
            thread.permit = false;
        }
        return Ok(0);
    }
    if thread.permit || thread.interrupted {
        thread.permit = false;
        return Ok(0);
    }
    let (is_absolute, time) = (arguments[1] as u32 != 0, arguments[2] as i64);
    let deadline = if is_absolute {
        let start = super::java_lang_System::START_OF_TIME_MILLIS;
        let milliseconds = (time as u64).saturating_sub(start);
        Some(milliseconds.saturating_mul(1_000_000))
    } else if time > 0 {
        Some(thread.clock.saturating_add(time as u64))
    } else {
        None
    };
    if deadline.is_some_and(|deadline| deadline <= thread.clock) {
        return Ok(0);
    }
    if let (true, Some(deadline)) = (machine.stops, deadline) {
        thread.clock = thread.clock.max(deadline);
        return Ok(0);
    }
    thread.status = Status::Parked { deadline };
    Err(Trap::Block)
}

fn unpark(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let object = Ref::from_slot(arguments[1]);
    if object.is_null() {
        return Ok(0);
    }
    match machine.thread_of(thread, object) {
        Some(id) if id == thread.id => thread.permit = true,
        Some(id) => {
            let clock = thread.clock;
            let other = Rc::make_mut(&mut machine.threads[id.0 as usize]);
            other.permit = true;
            if matches!(other.status, Status::Parked { .. }) {
                other.clock = other.clock.max(clock);
            }
        }
        None => {}
    }
    Ok(0)
}

/// All methods, put together when the class is first asked for.
pub static METHODS: &[NativeMethod] = &{
    const COUNT: usize = ACCESSES.len() * 20 + PLAIN.len() + OTHERS.len();
    let mut methods: [NativeMethod; COUNT] = [const { native("", "-", nothing) }; COUNT];
    let mut at = 0;
    let mut group = 0;
    while group < ACCESSES.len() {
        let mut index = 0;
        while index < 20 {
            methods[at] = copy(&ACCESSES[group][index]);
            at += 1;
            index += 1;
        }
        group += 1;
    }
    let mut index = 0;
    while index < PLAIN.len() {
        methods[at] = copy(&PLAIN[index]);
        at += 1;
        index += 1;
    }
    let mut index = 0;
    while index < OTHERS.len() {
        methods[at] = copy(&OTHERS[index]);
        at += 1;
        index += 1;
    }
    methods
};

const fn copy(method: &NativeMethod) -> NativeMethod {
    NativeMethod { name: method.name, descriptor: method.descriptor, call: method.call, operation: method.operation }
}

