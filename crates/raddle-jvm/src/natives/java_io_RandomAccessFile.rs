//! `java.io.RandomAccessFile`: one position for reading and writing.

use super::files::{
    FILLS_ARRAY, OF_STREAM, OPENS_STREAM, TAKES_ARRAY, make, open_stream, stream_number, text, touching,
};
use super::footprint::COMPUTES;
use super::java_io_FileInputStream::{position, read, read_bytes, read_one, status};
use super::java_io_FileOutputStream::{write, write_bytes, write_one};
use super::{NativeMethod, declared, nothing};
use crate::machine::thread::Thread;
use crate::machine::world::{Answer, Call, Opening, Seek};
use crate::machine::{Machine, Trap};

pub const METHODS: &[NativeMethod] = &[
    declared("initIDs", "()V", COMPUTES, nothing),
    touching("open0", "(Ljava/lang/String;I)V", open, OPENS_STREAM, |machine, thread, arguments| {
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
    touching("write0", "(I)V", write_one, OF_STREAM, |machine, thread, arguments| {
        let call = write_one(machine, arguments);
        make(machine, thread, call).map(|_| 0)
    }),
    touching("writeBytes", "([BII)V", write, TAKES_ARRAY, write_bytes),
    touching("writeBytes0", "([BII)V", write, TAKES_ARRAY, write_bytes),
    touching("getFilePointer", "()J", position, OF_STREAM, |machine, thread, arguments| {
        let call = position(machine, arguments);
        match make(machine, thread, call)? {
            Answer::Moved(_, now) => Ok(now),
            _ => Ok(0),
        }
    }),
    touching("seek0", "(J)V", seek, OF_STREAM, |machine, thread, arguments| {
        let call = seek(machine, arguments);
        make(machine, thread, call).map(|_| 0)
    }),
    touching("length", "()J", status, OF_STREAM, length),
    touching("length0", "()J", status, OF_STREAM, length),
    touching("setLength", "(J)V", set_length, OF_STREAM, resize),
    touching("setLength0", "(J)V", set_length, OF_STREAM, resize),
];

fn open(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    const READ_WRITE: u64 = 2;
    let writes = arguments[2] & READ_WRITE != 0;
    let opening = Opening { read: true, write: writes, create: writes, ..Opening::default() };
    Some(Call::Open(text(machine, arguments[1])?, opening))
}

fn seek(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Seek(stream_number(machine, arguments[0]), Seek::To(arguments[1])))
}

fn length(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let call = status(machine, arguments);
    match make(machine, thread, call)? {
        Answer::Status(status) => Ok(status.size),
        _ => Ok(0),
    }
}

fn set_length(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::SetLength(stream_number(machine, arguments[0]), true, arguments[1]))
}

fn resize(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let call = set_length(machine, arguments);
    make(machine, thread, call).map(|_| 0)
}
