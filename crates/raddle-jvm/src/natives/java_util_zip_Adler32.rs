//! `java.util.zip.Adler32`.

use super::{NativeMethod, native};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[
    native("update", "(II)I", |_, _, arguments| Ok(u64::from(update(arguments[0] as u32, &[arguments[1] as u8])))),
    native("updateBytes", "(I[BII)I", |machine, _, arguments| {
        let bytes = machine.heap.byte_range(Ref::from_slot(arguments[1]), arguments[2] as u32, arguments[3] as u32);
        Ok(u64::from(update(arguments[0] as u32, &bytes)))
    }),
];

fn update(checksum: u32, bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65521;
    let (mut low, mut high) = (checksum & 0xFFFF, checksum >> 16);
    for byte in bytes {
        low = (low + u32::from(*byte)) % MODULUS;
        high = (high + low) % MODULUS;
    }
    (high << 16) | low
}
