//! `java.io.FileOutputStream`: the standard streams, and files.

use super::files::{
    OF_STREAM, OPENS_STREAM, TAKES_ARRAY, byte_range, make, open_stream, stream_number, text, touching,
    wrong_range,
};
use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};
use crate::machine::thread::Thread;
use crate::machine::world::{Call, Opening};
use crate::machine::{Machine, Trap};

pub const METHODS: &[NativeMethod] = &[
    declared("initIDs", "()V", COMPUTES, nothing),
    touching("writeBytes", "([BIIZ)V", write, TAKES_ARRAY, write_bytes),
    touching("write", "(IZ)V", write_one, OF_STREAM, |machine, thread, arguments| {
        let call = write_one(machine, arguments);
        make(machine, thread, call).map(|_| 0)
    }),
    touching("open0", "(Ljava/lang/String;Z)V", open, OPENS_STREAM, |machine, thread, arguments| {
        let call = open(machine, arguments);
        open_stream(machine, thread, arguments[0], call)
    }),
];

fn open(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let append = arguments[2] as u32 != 0;
    let opening = Opening { write: true, create: true, append, truncate: !append, ..Opening::default() };
    Some(Call::Open(text(machine, arguments[1])?, opening))
}

/// The call that writes one byte.
pub fn write_one(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Write(stream_number(machine, arguments[0]), None, vec![arguments[1] as u8]))
}

/// The call that writes a part of an array.
pub fn write(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let (array, offset, count) = byte_range(machine, &arguments[1..])?;
    let bytes = machine.heap.byte_range(array, offset, count);
    Some(Call::Write(stream_number(machine, arguments[0]), None, bytes)).filter(|_| count > 0)
}

/// Writes a part of an array.
pub fn write_bytes(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let Some((_, _, count)) = byte_range(machine, &arguments[1..]) else {
        return Err(wrong_range(machine, thread, arguments[1]));
    };
    if count > 0 {
        let call = write(machine, arguments);
        make(machine, thread, call)?;
    }
    Ok(0)
}
