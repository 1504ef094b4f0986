//! `java.lang.reflect.Array`.

use super::footprint::{CONSTANT, Footprint, MAKES, Words};
use super::{NativeMethod, declared};
use crate::classes::descriptor::Kind;
use crate::library::ClassShape;
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use crate::natives::atomic;
use raddle_explore::operation::Access;

const READS: Footprint = Footprint::Words(&[Words::Element(0, 1, Access::Read)]);
const WRITES: Footprint = Footprint::Words(&[Words::Element(0, 1, Access::Write)]);

macro_rules! getter {
    ($name:literal, $kind:expr) => {
        declared($name, "", READS, |machine, thread, arguments| {
            let (from, value) = element(machine, thread, arguments)?;
            convert(machine, thread, from, $kind, value)
        })
    };
}

macro_rules! setter {
    ($name:literal, $kind:expr) => {
        declared($name, "", WRITES, |machine, thread, arguments| {
            let (to, _) = element(machine, thread, arguments)?;
            let value = convert(machine, thread, $kind, to, arguments[2])?;
            store(machine, arguments, to, value)
        })
    };
}

pub const METHODS: &[NativeMethod] = &[
    declared("getLength", "", CONSTANT, |machine, thread, arguments| {
        let array = Ref::from_slot(arguments[0]);
        require_array(machine, thread, array)?;
        Ok(u64::from(machine.heap.length(array)))
    }),
    declared("newArray", "", MAKES, |machine, thread, arguments| {
        let component = Ref::from_slot(arguments[0]);
        if component.is_null() {
            return Err(machine.throw_null(thread));
        }
        let component = machine.mirrored(component);
        if machine.library.class(component).shape == ClassShape::Primitive(Kind::Void) {
            return Err(machine.throw_plain(thread, "java/lang/IllegalArgumentException"));
        }
        let class = machine.library.array_of(component);
        Ok(machine.new_array(thread, class, arguments[1] as i32)?.slot())
    }),
    declared(
        "multiNewArray",
        "",
        Footprint::Words(&[Words::Whole(1, Access::Read)]),
        |machine, thread, arguments| {
            let mut class = machine.mirrored(Ref::from_slot(arguments[0]));
            let lengths = Ref::from_slot(arguments[1]);
            let lengths: Vec<i32> = (0..machine.heap.length(lengths))
                .map(|index| machine.heap.element32(lengths, index) as i32)
                .collect();
            if lengths.is_empty() {
                return Err(machine.throw(
                    thread,
                    "java/lang/IllegalArgumentException",
                    "Empty dimensions array",
                ));
            }
            if let Some(negative) = lengths.iter().find(|length| **length < 0) {
                return Err(machine.throw(
                    thread,
                    "java/lang/NegativeArraySizeException",
                    &negative.to_string(),
                ));
            }
            for _ in &lengths {
                class = machine.library.array_of(class);
            }
            Ok(machine.new_multi_array(thread, class, &lengths)?.slot())
        },
    ),
    declared("get", "", READS, |machine, thread, arguments| {
        let (kind, value) = element(machine, thread, arguments)?;
        Ok(machine.box_value(thread, kind, value)?.slot())
    }),
    declared("set", "", WRITES, |machine, thread, arguments| {
        let (kind, _) = element(machine, thread, arguments)?;
        let value = Ref::from_slot(arguments[2]);
        if kind == Kind::Reference {
            let array = Ref::from_slot(arguments[0]);
            let component = match machine.library.class(machine.heap.class_of(array)).shape {
                ClassShape::ReferenceArray(component) => component,
                _ => machine.core.object,
            };
            if !value.is_null() && !machine.library.is_subclass(machine.heap.class_of(value), component) {
                return Err(machine.throw(
                    thread,
                    "java/lang/IllegalArgumentException",
                    "array element type mismatch",
                ));
            }
            if machine.heap.is_shared(array) {
                machine.hand_on(value);
            }
            return store(machine, arguments, kind, value.slot());
        }
        let Some((from, value)) = machine.unbox(value) else {
            return Err(machine.throw(
                thread,
                "java/lang/IllegalArgumentException",
                "argument type mismatch",
            ));
        };
        let value = convert(machine, thread, from, kind, value)?;
        store(machine, arguments, kind, value)
    }),
    getter!("getBoolean", Kind::Boolean),
    getter!("getByte", Kind::Byte),
    getter!("getChar", Kind::Char),
    getter!("getShort", Kind::Short),
    getter!("getInt", Kind::Int),
    getter!("getLong", Kind::Long),
    getter!("getFloat", Kind::Float),
    getter!("getDouble", Kind::Double),
    setter!("setBoolean", Kind::Boolean),
    setter!("setByte", Kind::Byte),
    setter!("setChar", Kind::Char),
    setter!("setShort", Kind::Short),
    setter!("setInt", Kind::Int),
    setter!("setLong", Kind::Long),
    setter!("setFloat", Kind::Float),
    setter!("setDouble", Kind::Double),
];

fn require_array(machine: &mut Machine, thread: &mut Thread, array: Ref) -> Result<Kind, Trap> {
    if array.is_null() {
        return Err(machine.throw_null(thread));
    }
    match machine.library.class(machine.heap.class_of(array)).element_kind() {
        Some(kind) => Ok(kind),
        None => Err(machine.throw(thread, "java/lang/IllegalArgumentException", "Argument is not an array")),
    }
}

fn element(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<(Kind, u64), Trap> {
    let array = Ref::from_slot(arguments[0]);
    let kind = require_array(machine, thread, array)?;
    let index = arguments[1] as i32;
    let length = machine.heap.length(array);
    if index as u32 >= length {
        return Err(machine.throw_plain(thread, "java/lang/ArrayIndexOutOfBoundsException"));
    }
    let offset = 16 + index as u64 * kind.element_bytes() as u64;
    Ok((kind, atomic::read(machine, array, offset, kind)))
}

fn store(machine: &mut Machine, arguments: &[u64], kind: Kind, value: u64) -> Result<u64, Trap> {
    let offset = 16 + u64::from(arguments[1] as u32) * kind.element_bytes() as u64;
    atomic::write(machine, Ref::from_slot(arguments[0]), offset, kind, value);
    Ok(0)
}

/// Widens a primitive value, or throws if it does not fit the kind.
pub fn convert(
    machine: &mut Machine,
    thread: &mut Thread,
    from: Kind,
    to: Kind,
    value: u64,
) -> Result<u64, Trap> {
    match widen(from, to, value) {
        Some(value) => Ok(value),
        None => Err(machine.throw(thread, "java/lang/IllegalArgumentException", "argument type mismatch")),
    }
}

/// A value after the widening conversions of method calls; `None` where there is none.
pub fn widen(from: Kind, to: Kind, value: u64) -> Option<u64> {
    use Kind::{Byte, Char, Double, Float, Int, Long, Short};
    if from == to {
        return Some(value);
    }
    let int = value as i32;
    Some(match (from, to) {
        (Byte, Short | Int) | (Short | Char, Int) => value,
        (Byte | Short | Char | Int, Long) => i64::from(int) as u64,
        (Byte | Short | Char | Int, Float) => u64::from((int as f32).to_bits()),
        (Byte | Short | Char | Int, Double) => f64::from(int).to_bits(),
        (Long, Float) => u64::from((value as i64 as f32).to_bits()),
        (Long, Double) => (value as i64 as f64).to_bits(),
        (Float, Double) => f64::from(f32::from_bits(value as u32)).to_bits(),
        _ => return None,
    })
}
