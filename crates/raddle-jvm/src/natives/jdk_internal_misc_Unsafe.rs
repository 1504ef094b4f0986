//! `jdk.internal.misc.Unsafe`: memory by object and offset, in every access mode; parking; classes without constructors.
//!
//! Offsets are bytes from the start of the object: 16 for the first field or element, 8 from field to field. Methods
//! that the JDK writes as loops over compare-and-set are one operation here.

use super::atomic::{self, Update};
use super::footprint::{COMPUTES, CONSTANT, Footprint, MAKES, Memory, OWN_THREAD, TABLES, Variable, Words};
use super::{NativeMethod, declared, nothing};
use crate::classes::descriptor::Kind;
use crate::machine::heap::Ref;
use crate::machine::pending::{NextOperation, PERMIT, Readiness};
use crate::machine::thread::{Status, Thread, Waits, Wake};
use crate::machine::{Initialization, Machine, Trap};
use raddle_explore::operation::{Access, Mode, OperationKind, Touch};
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

/// The object and the offset that a method is given, if there is a variable of this kind.
fn variable(machine: &Machine, thread: &Thread, arguments: &[u64], kind: Kind) -> Result<(Ref, u64), Trap> {
    let (object, offset) = (Ref::from_slot(arguments[1]), arguments[2]);
    match machine.why_no_variable(object, offset, kind) {
        None => Ok((object, offset)),
        Some(why) => Err(machine.incomplete(thread, why)),
    }
}

fn get<const KIND: u8>(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let kind = KINDS[KIND as usize];
    let (object, offset) = variable(machine, thread, arguments, kind)?;
    Ok(atomic::read(machine, object, offset, kind))
}

fn put<const KIND: u8>(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let kind = KINDS[KIND as usize];
    let (object, offset) = variable(machine, thread, arguments, kind)?;
    publish_written(machine, object, kind, arguments[4]);
    atomic::write(machine, object, offset, kind, arguments[4]);
    Ok(0)
}

/// What is written to a shared variable can be reached by others from now on.
fn publish_written(machine: &mut Machine, object: Ref, kind: Kind, value: u64) {
    if machine.stops && kind == Kind::Reference && !object.is_null() && machine.heap.is_shared(object) {
        machine.publish_in(object, Ref::from_slot(value));
    }
}

fn operands(kind: Kind, arguments: &[u64]) -> (u64, u64) {
    (arguments[4], arguments[4 + kind.slots()])
}

fn compare_and_set<const KIND: u8>(
    machine: &mut Machine,
    thread: &mut Thread,
    arguments: &[u64],
) -> Result<u64, Trap> {
    let kind = KINDS[KIND as usize];
    let (expected, _) = operands(kind, arguments);
    let old = compare_and_exchange::<KIND>(machine, thread, arguments)?;
    Ok(u64::from(atomic::same(kind, old, expected)))
}

fn compare_and_exchange<const KIND: u8>(
    machine: &mut Machine,
    thread: &mut Thread,
    arguments: &[u64],
) -> Result<u64, Trap> {
    let kind = KINDS[KIND as usize];
    let (object, offset) = variable(machine, thread, arguments, kind)?;
    let (expected, new) = operands(kind, arguments);
    publish_written(machine, object, kind, new);
    Ok(atomic::compare_and_exchange(machine, object, offset, kind, expected, new))
}

fn update<const KIND: u8>(
    machine: &mut Machine,
    thread: &mut Thread,
    arguments: &[u64],
    update: Update,
) -> Result<u64, Trap> {
    let kind = KINDS[KIND as usize];
    let (object, offset) = variable(machine, thread, arguments, kind)?;
    publish_written(machine, object, kind, arguments[4]);
    Ok(atomic::update(machine, object, offset, kind, update, arguments[4]))
}

macro_rules! accesses {
    ($($kind:literal $number:expr),* $(,)?) => {
        &[$(
            &accesses!(@ $number,
                concat!("get", $kind, "Volatile") => read Synchronising get::<{ $number }>,
                concat!("get", $kind, "Acquire") => read Acquire get::<{ $number }>,
                concat!("get", $kind, "Opaque") => read Relaxed get::<{ $number }>,
                concat!("put", $kind, "Volatile") => write Synchronising put::<{ $number }>,
                concat!("put", $kind, "Release") => write Release put::<{ $number }>,
                concat!("put", $kind, "Opaque") => write Relaxed put::<{ $number }>,
                concat!("compareAndSet", $kind) => attempt Synchronising compare_and_set::<{ $number }>,
                concat!("weakCompareAndSet", $kind) => attempt Synchronising compare_and_set::<{ $number }>,
                concat!("weakCompareAndSet", $kind, "Plain") => attempt Relaxed compare_and_set::<{ $number }>,
                concat!("weakCompareAndSet", $kind, "Acquire") => attempt Acquire compare_and_set::<{ $number }>,
                concat!("weakCompareAndSet", $kind, "Release") => attempt Release compare_and_set::<{ $number }>,
                concat!("compareAndExchange", $kind) => attempt Synchronising compare_and_exchange::<{ $number }>,
                concat!("compareAndExchange", $kind, "Acquire") => attempt Acquire compare_and_exchange::<{ $number }>,
                concat!("compareAndExchange", $kind, "Release") => attempt Release compare_and_exchange::<{ $number }>,
                concat!("getAndSet", $kind) => update Synchronising accesses!(Set $number),
                concat!("getAndSet", $kind, "Acquire") => update Acquire accesses!(Set $number),
                concat!("getAndSet", $kind, "Release") => update Release accesses!(Set $number),
                concat!("getAndAdd", $kind) => update Synchronising accesses!(Add $number),
                concat!("getAndAdd", $kind, "Acquire") => update Acquire accesses!(Add $number),
                concat!("getAndAdd", $kind, "Release") => update Release accesses!(Add $number),
                concat!("getAndBitwiseOr", $kind) => update Synchronising accesses!(Or $number),
                concat!("getAndBitwiseOr", $kind, "Acquire") => update Acquire accesses!(Or $number),
                concat!("getAndBitwiseOr", $kind, "Release") => update Release accesses!(Or $number),
                concat!("getAndBitwiseAnd", $kind) => update Synchronising accesses!(And $number),
                concat!("getAndBitwiseAnd", $kind, "Acquire") => update Acquire accesses!(And $number),
                concat!("getAndBitwiseAnd", $kind, "Release") => update Release accesses!(And $number),
                concat!("getAndBitwiseXor", $kind) => update Synchronising accesses!(Xor $number),
                concat!("getAndBitwiseXor", $kind, "Acquire") => update Acquire accesses!(Xor $number),
                concat!("getAndBitwiseXor", $kind, "Release") => update Release accesses!(Xor $number),
            ),
        )*]
    };
    (@ $number:expr, $($name:expr => $access:ident $mode:ident $call:expr,)*) => {
        [$(declared(
            $name,
            "",
            Footprint::Variable(Variable::$access(KINDS[$number as usize], Mode::$mode)),
            $call,
        )),*]
    };
    ($update:ident $number:expr) => {
        |machine, thread, arguments| update::<{ $number }>(machine, thread, arguments, Update::$update)
    };
}

/// How many there are of each kind.
const MODES: usize = 29;

/// Accesses that exist for all kinds; those with an object and an offset only.
const ACCESSES: &[&[NativeMethod; MODES]] = accesses![
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
            declared(
                concat!("get", $kind),
                concat!("(Ljava/lang/Object;J)", $letter),
                Footprint::Variable(Variable::read(KINDS[$number as usize], Mode::Plain)),
                get::<{ $number }>,
            ),
            declared(
                concat!("put", $kind),
                concat!("(Ljava/lang/Object;J", $letter, ")V"),
                Footprint::Variable(Variable::write(KINDS[$number as usize], Mode::Plain)),
                put::<{ $number }>,
            ),
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

/// What reflection says of a field.
const FIELD: Footprint = Footprint::Words(&[Words::Whole(1, Access::Read)]);
/// `setMemory0(object, offset, bytes, value)`.
const SETS: Footprint =
    Footprint::Memory(&[Memory { object: 1, offset: 2, bytes: 4, access: Access::Write }]);
/// `copyMemory0(object, offset, object, offset, bytes)`.
const COPIES: Footprint = Footprint::Memory(&[
    Memory { object: 1, offset: 2, bytes: 7, access: Access::Read },
    Memory { object: 4, offset: 5, bytes: 7, access: Access::Write },
]);

const OTHERS: &[NativeMethod] = &[
    declared("registerNatives", "", COMPUTES, nothing),
    declared("fullFence", "", COMPUTES, nothing).repeatable(),
    declared("loadFence", "", COMPUTES, nothing).repeatable(),
    declared("storeFence", "", COMPUTES, nothing).repeatable(),
    declared("loadLoadFence", "", COMPUTES, nothing),
    declared("storeStoreFence", "", COMPUTES, nothing),
    declared("isBigEndian0", "", COMPUTES, nothing),
    declared("unalignedAccess0", "", COMPUTES, |_, _, _| Ok(1)),
    declared("addressSize0", "", COMPUTES, |_, _, _| Ok(8)),
    declared("pageSize", "", COMPUTES, |_, _, _| Ok(4096)),
    declared("arrayBaseOffset0", "", COMPUTES, |_, _, _| Ok(16)),
    declared("arrayIndexScale0", "", CONSTANT, |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        Ok(machine.library.class(class).element_kind().map_or(0, Kind::element_bytes) as u64)
    }),
    declared("objectFieldOffset0", "", FIELD, |machine, thread, arguments| {
        field_offset(machine, thread, arguments[1])
    }),
    declared("objectFieldOffset1", "", CONSTANT, named_field_offset),
    declared("knownObjectFieldOffset0", "", CONSTANT, named_field_offset),
    declared("staticFieldOffset0", "", FIELD, |machine, thread, arguments| {
        field_offset(machine, thread, arguments[1])
    }),
    declared("staticFieldBase0", "", FIELD, |machine, _, arguments| {
        Ok(machine.get(Ref::from_slot(arguments[1]), "clazz"))
    }),
    declared("shouldBeInitialized0", "", TABLES, |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        Ok(u64::from(machine.class_state(class).initialization != Initialization::Done))
    }),
    declared("ensureClassInitialized0", "", TABLES, |machine, thread, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        machine.ensure_initialized(thread, class).map(|()| 0)
    }),
    declared("allocateInstance", "", MAKES, |machine, thread, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        machine.ensure_initialized(thread, class)?;
        Ok(machine.new_instance(thread, class)?.slot())
    }),
    declared("allocateMemory0", "", OWN_THREAD, |machine, thread, arguments| {
        match machine.allocate_native(thread, arguments[1]) {
            0 => Err(machine.incomplete(thread, "more than 4 GiB outside of the heap")),
            address => Ok(address),
        }
    }),
    declared("freeMemory0", "", Footprint::Operation(&[], frees), |machine, _, arguments| {
        machine.free_native(arguments[1]);
        Ok(0)
    }),
    declared("setMemory0", "", SETS, |machine, thread, arguments| {
        let (target, at) = (Ref::from_slot(arguments[1]), arguments[2]);
        require_bytes(machine, thread, target, at, arguments[4])?;
        for index in 0..arguments[4] {
            atomic::write(machine, target, at + index, Kind::Byte, arguments[6]);
        }
        Ok(0)
    }),
    declared("copyMemory0", "", COPIES, |machine, thread, arguments| {
        copy_memory(machine, thread, arguments, 1)
    }),
    declared("copySwapMemory0", "", COPIES, |machine, thread, arguments| {
        copy_memory(machine, thread, arguments, arguments[9].max(1))
    }),
    declared("throwException", "", COMPUTES, |_, _, arguments| {
        Err(Trap::Throw(Ref::from_slot(arguments[1])))
    }),
    declared(
        "defineClass0",
        "",
        Footprint::Words(&[Words::Elements(2, 3, 4, Access::Read)]),
        |machine, thread, arguments| {
            let name = Ref::from_slot(arguments[1]);
            let bytes = machine.heap.byte_range(
                Ref::from_slot(arguments[2]),
                arguments[3] as u32,
                arguments[4] as u32,
            );
            let loader = machine.loader_of_object(Ref::from_slot(arguments[5]));
            let _ = name;
            let library = Rc::clone(&machine.library);
            let made = Rc::make_mut(&mut machine.made);
            match library.define_for(made, bytes.into(), loader, "Unsafe.defineClass", true) {
                Ok(class) => Ok(machine.mirror(thread, class)?.slot()),
                Err(error) => Err(machine.load_failure(thread, error, "java/lang/NoClassDefFoundError")),
            }
        },
    ),
    declared("park", "(ZJ)V", Footprint::Operation(&[], parks), park),
    declared("unpark", "(Ljava/lang/Object;)V", Footprint::Operation(&[], unparks), unpark),
    declared("getLoadAverage0", "", COMPUTES, |_, _, _| Ok(u64::from(-1i32 as u32))),
    declared("writebackMemory", "", COMPUTES, nothing),
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

/// The bytes that a method is given must be those of one array of numbers, or of one block of memory.
fn require_bytes(
    machine: &Machine,
    thread: &Thread,
    object: Ref,
    offset: u64,
    bytes: u64,
) -> Result<(), Trap> {
    let why = match bytes {
        0 => None,
        1 => machine.why_no_variable(object, offset, Kind::Byte),
        _ => machine
            .why_no_variable(object, offset, Kind::Byte)
            .or_else(|| machine.why_no_variable(object, offset + bytes - 1, Kind::Byte)),
    };
    why.map_or(Ok(()), |why| Err(machine.incomplete(thread, why)))
}

/// Copies bytes, in elements of some bytes whose order is turned round.
fn copy_memory(
    machine: &mut Machine,
    thread: &mut Thread,
    arguments: &[u64],
    element: u64,
) -> Result<u64, Trap> {
    let (source, from) = (Ref::from_slot(arguments[1]), arguments[2]);
    let (target, to) = (Ref::from_slot(arguments[4]), arguments[5]);
    let count = arguments[7];
    require_bytes(machine, thread, source, from, count)?;
    require_bytes(machine, thread, target, to, count)?;
    let bytes: Vec<u64> =
        (0..count).map(|index| atomic::read(machine, source, from + index, Kind::Byte)).collect();
    for (index, byte) in bytes.into_iter().enumerate() {
        let index = index as u64;
        let turned = index - index % element + (element - 1 - index % element);
        atomic::write(machine, target, to + turned, Kind::Byte, byte);
    }
    Ok(0)
}

/// All of the block.
fn frees(machine: &Machine, _thread: &Thread, arguments: &[u64]) -> NextOperation {
    let spots = machine.memory_spots(Ref::NULL, arguments[1], machine.native_length(arguments[1]));
    let touches = spots.iter().map(|spot| Touch::write(spot.place)).collect();
    NextOperation::new(OperationKind::Step, Mode::Plain, touches)
}

fn parks(machine: &Machine, thread: &Thread, arguments: &[u64]) -> NextOperation {
    let spot = machine.spot(thread.object, PERMIT);
    let mut operation = NextOperation::on(spot, OperationKind::Step, Mode::Acquire);
    if is_over(machine, thread, arguments) {
        return operation;
    }
    let has_time = end_of_park(thread, arguments).is_some();
    if !thread.permit && !thread.interrupted {
        operation.waits = Some(if has_time { Waits::ForTime } else { Waits::ForOthers });
    }
    let is_timed = has_time && !(machine.idle_workers_wait && machine.is_idle_worker(thread));
    if thread.permit || thread.interrupted || thread.wake.is_some() {
        return operation;
    }
    if is_timed {
        return operation.with_time(machine, thread, machine.sort_of_wait(thread));
    }
    if !machine.may_wake_without_reason(thread.id) {
        operation.ready = Readiness::WaitsForAnyone;
    }
    operation
}

fn unparks(machine: &Machine, _thread: &Thread, arguments: &[u64]) -> NextOperation {
    let target = Ref::from_slot(arguments[1]);
    if target.is_null() {
        return NextOperation::new(OperationKind::Step, Mode::Release, Vec::new());
    }
    NextOperation::on(machine.spot(target, PERMIT), OperationKind::Step, Mode::Release)
}

/// The moment up to which a thread that is about to park would wait; `None` if that has no end.
fn end_of_park(thread: &Thread, arguments: &[u64]) -> Option<u64> {
    let (is_absolute, time) = (arguments[1] as u32 != 0, arguments[2] as i64);
    if is_absolute {
        let start = super::java_lang_System::START_OF_TIME_MILLIS;
        let milliseconds = (time.max(0) as u64).saturating_sub(start);
        Some(milliseconds.saturating_mul(1_000_000))
    } else {
        (time != 0).then(|| thread.clock.saturating_add_signed(time))
    }
}

/// Whether a thread would park up to a moment that lies behind: then it does not wait.
fn is_over(machine: &Machine, thread: &Thread, arguments: &[u64]) -> bool {
    let (is_absolute, time) = (arguments[1] as u32 != 0, arguments[2] as i64);
    let now = thread.clock.max(machine.start_of_time);
    time < 0 || is_absolute && end_of_park(thread, arguments).is_some_and(|deadline| deadline <= now)
}

fn park(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let deadline = end_of_park(thread, arguments);
    if let Some(wake) = thread.wake.take() {
        match (wake, deadline) {
            (Wake::Signal, _) => thread.permit = false,
            (Wake::Timeout, Some(deadline)) => machine.pass_until(thread, deadline),
            _ => {}
        }
        return Ok(0);
    }
    if thread.permit || thread.interrupted {
        thread.permit = false;
        return Ok(0);
    }
    if is_over(machine, thread, arguments) {
        return Ok(0);
    }
    if let (true, Some(deadline)) = (machine.stops, deadline) {
        machine.pass_until(thread, deadline);
        return Ok(0);
    }
    if machine.stops && machine.may_wake_without_reason(thread.id) {
        thread.was_spurious = true;
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
    const COUNT: usize = ACCESSES.len() * MODES + PLAIN.len() + OTHERS.len();
    let mut methods: [NativeMethod; COUNT] = [const { declared("", "-", COMPUTES, nothing) }; COUNT];
    let mut at = 0;
    let mut group = 0;
    while group < ACCESSES.len() {
        let mut index = 0;
        while index < MODES {
            methods[at] = ACCESSES[group][index];
            at += 1;
            index += 1;
        }
        group += 1;
    }
    let mut index = 0;
    while index < PLAIN.len() {
        methods[at] = PLAIN[index];
        at += 1;
        index += 1;
    }
    let mut index = 0;
    while index < OTHERS.len() {
        methods[at] = OTHERS[index];
        at += 1;
        index += 1;
    }
    methods
};
