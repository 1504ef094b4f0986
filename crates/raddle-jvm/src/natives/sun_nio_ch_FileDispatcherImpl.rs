//! `sun.nio.ch.FileDispatcherImpl`: reading and writing through channels, between files and memory outside the heap.

use super::{NativeMethod, native, nothing};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::io::{Read, Seek, SeekFrom, Write};

pub const METHODS: &[NativeMethod] = &[
    native("init", "()V", nothing),
    native("init0", "()V", nothing),
    native("preClose0", "", nothing),
    native("allocationGranularity0", "()J", |_, _, _| Ok(4096)),
    native("canTransferToFromOverlappedMap0", "()Z", nothing),
    native("close0", "(Ljava/io/FileDescriptor;)V", close),
    native("closeIntFD", "(I)V", |machine, _, arguments| {
        machine.files.borrow_mut().remove(&(arguments[0] as i32));
        Ok(0)
    }),
    native("isOther0", "", nothing),
    native("force0", "", nothing),
    native("read0", "(Ljava/io/FileDescriptor;JI)I", |machine, thread, arguments| {
        let bytes = with_file(machine, thread, arguments[0], |file| {
            let mut bytes = vec![0; arguments[3] as u32 as usize];
            file.read(&mut bytes).map(|count| {
                bytes.truncate(count);
                bytes
            })
        })?;
        for (index, byte) in bytes.iter().enumerate() {
            machine.set_native_bytes(arguments[1] + index as u64, 1, u64::from(*byte));
        }
        Ok(if bytes.is_empty() && arguments[3] as u32 > 0 { u64::from(-1i32 as u32) } else { bytes.len() as u64 })
    }),
    native("write0", "(Ljava/io/FileDescriptor;JI)I", |machine, thread, arguments| {
        let bytes: Vec<u8> = (0..u64::from(arguments[3] as u32))
            .map(|index| machine.native_bytes(arguments[1] + index, 1) as u8)
            .collect();
        with_file(machine, thread, arguments[0], |file| file.write_all(&bytes))?;
        Ok(bytes.len() as u64)
    }),
    native("seek0", "(Ljava/io/FileDescriptor;J)J", |machine, thread, arguments| {
        let target = if (arguments[1] as i64) < 0 { SeekFrom::Current(0) } else { SeekFrom::Start(arguments[1]) };
        with_file(machine, thread, arguments[0], |file| file.seek(target))
    }),
    native("size0", "(Ljava/io/FileDescriptor;)J", |machine, thread, arguments| {
        with_file(machine, thread, arguments[0], |file| file.metadata().map(|data| data.len()))
    }),
    native("available0", "(Ljava/io/FileDescriptor;)I", |machine, thread, arguments| {
        with_file(machine, thread, arguments[0], |file| {
            let length = file.metadata()?.len();
            Ok(length.saturating_sub(file.stream_position()?).min(i32::MAX as u64))
        })
    }),
    native("truncate0", "(Ljava/io/FileDescriptor;J)I", |machine, thread, arguments| {
        with_file(machine, thread, arguments[0], |file| file.set_len(arguments[1]))?;
        Ok(0)
    }),
];

/// Closes the file of a descriptor.
pub fn close(machine: &mut Machine, _thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let number = machine.get(Ref::from_slot(arguments[0]), "fd") as i32;
    machine.files.borrow_mut().remove(&number);
    Ok(0)
}

fn with_file<T>(
    machine: &mut Machine,
    thread: &mut Thread,
    descriptor: u64,
    act: impl FnOnce(&mut std::fs::File) -> std::io::Result<T>,
) -> Result<T, Trap> {
    let number = machine.get(Ref::from_slot(descriptor), "fd") as i32;
    let result = machine.files.borrow_mut().get_mut(&number).map(act);
    match result {
        Some(Ok(value)) => Ok(value),
        Some(Err(error)) => Err(machine.throw(thread, "java/io/IOException", &error.to_string())),
        None => Err(machine.throw(thread, "java/io/IOException", "Bad file descriptor")),
    }
}
