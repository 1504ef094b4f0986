//! `sun.nio.ch.FileDispatcherImpl`: reading and writing through channels, between files and memory outside the heap.
//!
//! Locks of files are between processes, and there is one: `FileLockTable` keeps a process from locking twice.

use super::files::{OF_DESCRIPTOR, count_read, descriptor_number, file, make, touching, touching_memory};
use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};
use crate::machine::thread::Thread;
use crate::machine::world::{Answer, Call, FileKind, Seek, Target};
use crate::machine::{Machine, Trap};
use raddle_explore::operation::Access;

/// `IOStatus.UNSUPPORTED`.
pub const UNSUPPORTED: u64 = -4i64 as u64;

pub const METHODS: &[NativeMethod] = &[
    declared("init", "()V", COMPUTES, nothing),
    declared("init0", "()V", COMPUTES, nothing),
    declared("preClose0", "", COMPUTES, nothing),
    declared("allocationGranularity0", "()J", COMPUTES, |_, _, _| Ok(4096)),
    declared("canTransferToFromOverlappedMap0", "()Z", COMPUTES, nothing),
    declared("force0", "", COMPUTES, nothing),
    declared("lock0", "", COMPUTES, nothing),
    declared("release0", "", COMPUTES, nothing),
    touching("close0", "(Ljava/io/FileDescriptor;)V", closes, OF_DESCRIPTOR, close),
    file("closeIntFD", "(I)V", close_number, |machine, thread, arguments| {
        super::files::close(machine, thread, arguments[0] as i32)
    }),
    touching("isOther0", "", status, OF_DESCRIPTOR, |machine, thread, arguments| {
        let call = status(machine, arguments);
        let answer = make(machine, thread, call)?;
        Ok(u64::from(matches!(answer, Answer::Status(status) if status.kind == FileKind::Other)))
    }),
    touching_memory("read0", "(Ljava/io/FileDescriptor;JI)I", read, Access::Write, read_into_memory),
    touching_memory("pread0", "(Ljava/io/FileDescriptor;JIJ)I", read, Access::Write, read_into_memory),
    touching_memory("readv0", "(Ljava/io/FileDescriptor;JI)J", read_scattered, Access::Write, scatter),
    touching_memory(
        "write0",
        "(Ljava/io/FileDescriptor;JI)I",
        write,
        Access::Read,
        |machine, thread, arguments| {
            let call = write(machine, arguments);
            make(machine, thread, call).map(|answer| answer.number())
        },
    ),
    touching_memory(
        "pwrite0",
        "(Ljava/io/FileDescriptor;JIJ)I",
        write,
        Access::Read,
        |machine, thread, arguments| {
            let call = write(machine, arguments);
            make(machine, thread, call).map(|answer| answer.number())
        },
    ),
    touching_memory(
        "writev0",
        "(Ljava/io/FileDescriptor;JI)J",
        write_gathered,
        Access::Read,
        |machine, thread, arguments| {
            let call = write_gathered(machine, arguments);
            make(machine, thread, call).map(|answer| answer.number())
        },
    ),
    touching("seek0", "(Ljava/io/FileDescriptor;J)J", seek, OF_DESCRIPTOR, |machine, thread, arguments| {
        let call = seek(machine, arguments);
        match make(machine, thread, call)? {
            Answer::Moved(_, now) => Ok(now),
            _ => Ok(0),
        }
    }),
    touching(
        "size0",
        "(Ljava/io/FileDescriptor;)J",
        whole_status,
        OF_DESCRIPTOR,
        |machine, thread, arguments| {
            let call = whole_status(machine, arguments);
            match make(machine, thread, call)? {
                Answer::Status(status) => Ok(status.size),
                _ => Ok(0),
            }
        },
    ),
    touching(
        "available0",
        "(Ljava/io/FileDescriptor;)I",
        left,
        OF_DESCRIPTOR,
        |machine, thread, arguments| {
            let call = left(machine, arguments);
            Ok(make(machine, thread, call)?.number().min(i32::MAX as u64))
        },
    ),
    touching(
        "truncate0",
        "(Ljava/io/FileDescriptor;J)I",
        truncate,
        OF_DESCRIPTOR,
        |machine, thread, arguments| {
            let call = truncate(machine, arguments);
            make(machine, thread, call).map(|_| 0)
        },
    ),
    file(
        "transferTo0",
        "(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;Z)J",
        transfer,
        |machine, thread, arguments| transfer_to(machine, thread, transfer(machine, arguments)),
    ),
    // The channel then reads and writes by itself.
    declared("transferFrom0", "", COMPUTES, |_, _, _| Ok(UNSUPPORTED)),
];

fn closes(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Close(descriptor_number(machine, arguments[0])))
}

/// The call that closes a file by its number.
pub fn close_number(_machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Close(arguments[0] as i32))
}

/// Closes the file of a descriptor.
pub fn close(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let number = descriptor_number(machine, arguments[0]);
    super::files::close(machine, thread, number)
}

fn status(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Open(descriptor_number(machine, arguments[0])), true))
}

fn whole_status(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Open(descriptor_number(machine, arguments[0])), false))
}

fn left(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Left(descriptor_number(machine, arguments[0])))
}

/// The position that follows address and count, if there is one.
fn position(arguments: &[u64]) -> Option<u64> {
    arguments.get(4).copied()
}

fn read(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let number = descriptor_number(machine, arguments[0]);
    Some(Call::Read(number, position(arguments), arguments[3] as u32 as usize))
}

fn read_into_memory(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let call = read(machine, arguments);
    let bytes = make(machine, thread, call)?.bytes();
    machine.set_native_range(arguments[1], &bytes);
    Ok(count_read(bytes.len(), arguments[3] as u32 as usize))
}

/// The blocks of memory that a vector of addresses and lengths names.
fn blocks(machine: &Machine, arguments: &[u64]) -> Vec<(u64, usize)> {
    const ENTRY: u64 = 16;
    (0..u64::from(arguments[3] as u32))
        .map(|index| arguments[1] + index * ENTRY)
        .map(|entry| (machine.native_bytes(entry, 8), machine.native_bytes(entry + 8, 8) as usize))
        .collect()
}

fn read_scattered(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let wanted = blocks(machine, arguments).iter().map(|(_, length)| length).sum();
    Some(Call::Read(descriptor_number(machine, arguments[0]), None, wanted))
}

fn scatter(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let blocks = blocks(machine, arguments);
    let wanted: usize = blocks.iter().map(|(_, length)| length).sum();
    let call = read_scattered(machine, arguments);
    let bytes = make(machine, thread, call)?.bytes();
    let mut rest = bytes.as_slice();
    for (address, length) in blocks {
        let (part, others) = rest.split_at(length.min(rest.len()));
        machine.set_native_range(address, part);
        rest = others;
    }
    Ok(if bytes.is_empty() && wanted > 0 { -1i64 as u64 } else { bytes.len() as u64 })
}

fn write(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let bytes = machine.native_range(arguments[1], arguments[3] as u32 as usize);
    Some(Call::Write(descriptor_number(machine, arguments[0]), position(arguments), bytes))
}

fn write_gathered(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let parts = blocks(machine, arguments).into_iter();
    let bytes = parts.flat_map(|(address, length)| machine.native_range(address, length)).collect();
    Some(Call::Write(descriptor_number(machine, arguments[0]), None, bytes))
}

fn seek(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let target = arguments[1] as i64;
    let seek = if target < 0 { Seek::By(0) } else { Seek::To(target as u64) };
    Some(Call::Seek(descriptor_number(machine, arguments[0]), seek))
}

fn truncate(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::SetLength(descriptor_number(machine, arguments[0]), false, arguments[1]))
}

/// The call of `transferTo0(from, position, count, to)`.
pub fn transfer(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let from = descriptor_number(machine, arguments[0]);
    let to = descriptor_number(machine, arguments[5]);
    // What goes to the standard streams goes by reading and writing.
    (to > 2).then_some(Call::Copy(from, to, Some((arguments[1], arguments[3]))))
}

/// Copies between files.
pub fn transfer_to(machine: &mut Machine, thread: &mut Thread, call: Option<Call>) -> Result<u64, Trap> {
    if call.is_none() {
        return Ok(UNSUPPORTED);
    }
    make(machine, thread, call).map(|answer| answer.number())
}
