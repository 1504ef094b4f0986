//! Reads, writes and atomic updates of one variable, given by object and byte offset: what `Unsafe` and variable
//! handles have in common.

use crate::classes::descriptor::Kind;
use crate::machine::Machine;
use crate::machine::heap::Ref;

/// What an atomic update does with old value and operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Update {
    /// Puts the operand.
    Set,
    /// Adds.
    Add,
    /// Bitwise or.
    Or,
    /// Bitwise and.
    And,
    /// Bitwise exclusive or.
    Xor,
}

/// A value of a kind as a slot, from the low bytes of memory.
pub fn extend(kind: Kind, raw: u64) -> u64 {
    match kind {
        Kind::Boolean => u64::from(raw as u8 & 1),
        Kind::Byte => u64::from(i32::from(raw as i8) as u32),
        Kind::Short => u64::from(i32::from(raw as i16) as u32),
        Kind::Char => u64::from(raw as u16),
        Kind::Long | Kind::Double => raw,
        _ => u64::from(raw as u32),
    }
}

/// Reads a variable.
pub fn read(machine: &Machine, object: Ref, offset: u64, kind: Kind) -> u64 {
    let bytes = kind.element_bytes() as u32;
    let raw = if object.is_null() {
        machine.native_bytes(offset, bytes)
    } else {
        machine.heap.bytes_at(object, offset, bytes)
    };
    extend(kind, raw)
}

/// Writes a variable.
pub fn write(machine: &mut Machine, object: Ref, offset: u64, kind: Kind, value: u64) {
    let bytes = kind.element_bytes() as u32;
    if object.is_null() {
        machine.set_native_bytes(offset, bytes, value);
    } else {
        machine.heap.set_bytes_at(object, offset, bytes, value);
    }
}

/// Whether two values are the same to a compare-and-set: bit by bit.
pub fn same(kind: Kind, left: u64, right: u64) -> bool {
    extend(kind, left) == extend(kind, right)
}

/// Writes the new value if the old one is as expected, and gives the old one.
pub fn compare_and_exchange(
    machine: &mut Machine,
    object: Ref,
    offset: u64,
    kind: Kind,
    expected: u64,
    new: u64,
) -> u64 {
    let old = read(machine, object, offset, kind);
    let succeeds = same(kind, old, expected);
    if !object.is_null() && machine.heap.is_shared(object) {
        machine.attempt_failed = !succeeds;
        machine.attempt_succeeded = succeeds;
    }
    if succeeds {
        write(machine, object, offset, kind, new);
    }
    old
}

/// Updates a variable and gives the old value.
pub fn update(
    machine: &mut Machine,
    object: Ref,
    offset: u64,
    kind: Kind,
    update: Update,
    operand: u64,
) -> u64 {
    let old = read(machine, object, offset, kind);
    let new = match update {
        Update::Set => operand,
        Update::Or => old | operand,
        Update::And => old & operand,
        Update::Xor => old ^ operand,
        Update::Add => match kind {
            Kind::Float => u64::from((f32::from_bits(old as u32) + f32::from_bits(operand as u32)).to_bits()),
            Kind::Double => (f64::from_bits(old) + f64::from_bits(operand)).to_bits(),
            _ => old.wrapping_add(operand),
        },
    };
    write(machine, object, offset, kind, new);
    old
}
