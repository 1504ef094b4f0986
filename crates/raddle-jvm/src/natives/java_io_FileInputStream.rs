//! `java.io.FileInputStream`: standard input as the run was given it, and files.

use super::files::{
    FILLS_ARRAY, OF_STREAM, OPENS_STREAM, byte_range, count_read, file, make, open_stream, stream_number,
    text, touching, wrong_range,
};
use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};
use crate::machine::thread::Thread;
use crate::machine::world::{Answer, Call, FileKind, Opening, Seek, Target};
use crate::machine::{Machine, Trap};

pub const METHODS: &[NativeMethod] = &[
    declared("initIDs", "()V", COMPUTES, nothing),
    touching("open0", "(Ljava/lang/String;)V", open, OPENS_STREAM, |machine, thread, arguments| {
        let call = open(machine, arguments);
        open_stream(machine, thread, arguments[0], call)
    }),
    touching("read0", "()I", read_one, OF_STREAM, |machine, thread, arguments| {
        let call = read_one(machine, arguments);
        let bytes = make(machine, thread, call)?.bytes();
        Ok(bytes.first().map_or(u64::from(-1i32 as u32), |byte| u64::from(*byte)))
    }),
    touching("readBytes", "([BII)I", read, FILLS_ARRAY, read_bytes),
    touching("readBytes0", "([BII)I", read, FILLS_ARRAY, read_bytes),
    touching("available0", "()I", left, OF_STREAM, |machine, thread, arguments| {
        let call = left(machine, arguments);
        Ok(make(machine, thread, call)?.number().min(i32::MAX as u64))
    }),
    touching("length0", "()J", status, OF_STREAM, |machine, thread, arguments| {
        let call = status(machine, arguments);
        match make(machine, thread, call)? {
            Answer::Status(status) => Ok(status.size),
            _ => Ok(0),
        }
    }),
    touching("position0", "()J", position, OF_STREAM, |machine, thread, arguments| {
        let call = position(machine, arguments);
        match make(machine, thread, call)? {
            Answer::Moved(_, now) => Ok(now),
            _ => Ok(0),
        }
    }),
    touching("skip0", "(J)J", skip, OF_STREAM, |machine, thread, arguments| {
        let call = skip(machine, arguments);
        match make(machine, thread, call)? {
            Answer::Moved(before, after) => Ok(after.wrapping_sub(before)),
            _ => Ok(0),
        }
    }),
    file("isRegularFile0", "", is_regular, |machine, thread, arguments| {
        let call = is_regular(machine, arguments);
        let answer = make(machine, thread, call)?;
        Ok(u64::from(matches!(answer, Answer::Status(status) if status.kind == FileKind::File)))
    }),
];

fn open(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Open(text(machine, arguments[1])?, Opening { read: true, ..Opening::default() }))
}

fn is_regular(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let number = super::files::descriptor_number(machine, arguments[1]);
    Some(Call::Status(Target::Open(number), true))
}

/// The call that reads one byte.
pub fn read_one(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Read(stream_number(machine, arguments[0]), None, 1))
}

/// The call that reads into a part of an array.
pub fn read(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let (_, _, count) = byte_range(machine, &arguments[1..])?;
    Some(Call::Read(stream_number(machine, arguments[0]), None, count as usize)).filter(|_| count > 0)
}

/// Reads into a part of an array.
pub fn read_bytes(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let Some((array, offset, count)) = byte_range(machine, &arguments[1..]) else {
        return Err(wrong_range(machine, thread, arguments[1]));
    };
    if count == 0 {
        return Ok(0);
    }
    let call = read(machine, arguments);
    let bytes = make(machine, thread, call)?.bytes();
    machine.heap.set_byte_range(array, offset, &bytes);
    Ok(count_read(bytes.len(), count as usize))
}

fn left(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Left(stream_number(machine, arguments[0])))
}

/// The call for the length of a stream's file.
pub fn status(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Open(stream_number(machine, arguments[0])), false))
}

/// The call for the position of a stream's file.
pub fn position(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Seek(stream_number(machine, arguments[0]), Seek::By(0)))
}

fn skip(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Seek(stream_number(machine, arguments[0]), Seek::By(arguments[1] as i64)))
}
