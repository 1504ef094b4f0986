//! `java.util.zip.Inflater`: decompression, with its state in the machine so that forks have their own.

use super::footprint::{COMPUTES, Footprint, OWN_THREAD, Words};
use super::{NativeMethod, declared, nothing};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use miniz_oxide::inflate::stream::{InflateState, inflate};
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};
use raddle_explore::operation::Access;
use std::rc::Rc;

/// How far a decompression is.
const STATE: Footprint = Footprint::Words(&[Words::Outside(0, Access::Write)]);

pub const METHODS: &[NativeMethod] = &[
    declared("initIDs", "()V", COMPUTES, nothing),
    declared("init", "(Z)J", OWN_THREAD, |machine, thread, arguments| {
        let format = if arguments[0] as u32 != 0 { DataFormat::Raw } else { DataFormat::Zlib };
        // Raw streams are told apart by their address, for a reset.
        let address = thread.next_address(8) | u64::from(format == DataFormat::Zlib);
        Rc::make_mut(&mut machine.inflaters).insert(address, InflateState::new(format));
        Ok(address)
    }),
    declared(
        "inflateBytesBytes",
        "",
        Footprint::Words(&[
            Words::Elements(3, 4, 5, Access::Read),
            Words::Elements(6, 7, 8, Access::Write),
            Words::Outside(1, Access::Write),
        ]),
        inflate_bytes,
    ),
    declared("getAdler", "", COMPUTES, |_, _, _| Ok(1)),
    declared("reset", "(J)V", STATE, |machine, _, arguments| {
        let format = if arguments[0] & 1 == 0 { DataFormat::Raw } else { DataFormat::Zlib };
        Rc::make_mut(&mut machine.inflaters).insert(arguments[0], InflateState::new(format));
        Ok(0)
    }),
    declared("end", "(J)V", STATE, |machine, _, arguments| {
        Rc::make_mut(&mut machine.inflaters).remove(&arguments[0]);
        Ok(0)
    }),
];

/// `inflateBytesBytes(address, input, offset, length, output, offset, length)`: what was consumed and produced, packed.
fn inflate_bytes(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let input =
        machine.heap.byte_range(Ref::from_slot(arguments[3]), arguments[4] as u32, arguments[5] as u32);
    let mut output = vec![0; arguments[8] as u32 as usize];
    let inflaters = Rc::make_mut(&mut machine.inflaters);
    let Some(state) = inflaters.get_mut(&arguments[1]) else {
        return Err(machine.throw(thread, "java/lang/NullPointerException", "Inflater has been closed"));
    };
    let result = inflate(state, &input, &mut output, MZFlush::None);
    let finished = match result.status {
        Ok(MZStatus::StreamEnd) => true,
        Ok(_) | Err(MZError::Buf) => false,
        Err(_) => {
            return Err(machine.throw(thread, "java/util/zip/DataFormatException", "invalid stored block"));
        }
    };
    machine.heap.set_byte_range(
        Ref::from_slot(arguments[6]),
        arguments[7] as u32,
        &output[..result.bytes_written],
    );
    Ok(result.bytes_consumed as u64 | (result.bytes_written as u64) << 31 | u64::from(finished) << 62)
}
