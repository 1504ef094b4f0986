//! Slots of the stack as Java's values, and back: a slot of a 32-bit value has zeros above.

use crate::code::instruction::field_kind;

/// The value of a field as a slot of the stack.
#[inline(always)]
pub fn widen_field(kind: u8, word: u64) -> u64 {
    match kind & field_kind::SIZE {
        field_kind::WORD => u64::from(word as u32),
        field_kind::WIDE => word,
        field_kind::BYTE => u64::from(i32::from(word as i8) as u32),
        field_kind::SHORT => u64::from(i32::from(word as i16) as u32),
        _ => u64::from(word as u16),
    }
}

/// A slot of the stack as the word of a field.
#[inline(always)]
pub fn narrow_field(kind: u8, slot: u64) -> u64 {
    match kind & field_kind::SIZE {
        field_kind::WIDE => slot,
        field_kind::BYTE => u64::from(slot as u8),
        field_kind::SHORT | field_kind::CHAR => u64::from(slot as u16),
        _ => u64::from(slot as u32),
    }
}

#[inline(always)]
pub(super) fn int(slot: u64) -> i32 {
    slot as i32
}

#[inline(always)]
pub(super) fn slot(value: i32) -> u64 {
    u64::from(value as u32)
}

#[inline(always)]
pub(super) fn float(slot: u64) -> f32 {
    f32::from_bits(slot as u32)
}

#[inline(always)]
pub(super) fn double(slot: u64) -> f64 {
    f64::from_bits(slot)
}

#[inline(always)]
pub(super) fn compare<T: PartialOrd>(left: T, right: T, unordered: i32) -> u64 {
    slot(match left.partial_cmp(&right) {
        Some(std::cmp::Ordering::Less) => -1,
        Some(std::cmp::Ordering::Equal) => 0,
        Some(std::cmp::Ordering::Greater) => 1,
        None => unordered,
    })
}
