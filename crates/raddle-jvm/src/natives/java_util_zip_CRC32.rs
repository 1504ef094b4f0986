//! `java.util.zip.CRC32`.

use super::footprint::{COMPUTES, Footprint, Words};
use super::{NativeMethod, declared};
use crate::machine::heap::Ref;
use raddle_explore::operation::Access;

pub const METHODS: &[NativeMethod] = &[
    declared("update", "(II)I", COMPUTES, |_, _, arguments| {
        Ok(u64::from(update(arguments[0] as u32, &[arguments[1] as u8])))
    }),
    declared(
        "updateBytes0",
        "(I[BII)I",
        Footprint::Words(&[Words::Elements(1, 2, 3, Access::Read)]),
        |machine, _, arguments| {
            let bytes = machine.heap.byte_range(
                Ref::from_slot(arguments[1]),
                arguments[2] as u32,
                arguments[3] as u32,
            );
            Ok(u64::from(update(arguments[0] as u32, &bytes)))
        },
    ),
];

fn update(checksum: u32, bytes: &[u8]) -> u32 {
    let mut rest = !checksum;
    for byte in bytes {
        rest ^= u32::from(*byte);
        for _ in 0..8 {
            rest = (rest >> 1) ^ (0xEDB8_8320 & (rest & 1).wrapping_neg());
        }
    }
    !rest
}
