//! `sun.nio.fs.UnixNativeDispatcher`: the platform's calls for paths. Owners, and what a file store says of itself, are not
//! here.

use super::files::{file, make_for_paths, touching, unix_failure};
use super::footprint::{COMPUTES, MAKES, Words};
use super::sun_nio_ch_FileDispatcherImpl::close_number;
use super::{NativeMethod, declared};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::world::{Answer, Call, Errno, Opening, Removal, Status, Target};
use crate::machine::{Machine, Trap};
use raddle_explore::operation::Access;

/// The attributes that are filled, behind an address or behind a number.
const ATTRIBUTES: &[Words] = &[Words::Whole(2, Access::Write)];
const OPEN_ATTRIBUTES: &[Words] = &[Words::Whole(1, Access::Write)];

pub const METHODS: &[NativeMethod] = &[
    // None of the optional calls, so that the JDK asks for plain ones.
    declared("init", "()I", COMPUTES, |_, _, _| Ok(0)),
    declared("fchmodatNoFollowSupported0", "()Z", COMPUTES, |_, _, _| Ok(0)),
    declared("getcwd", "()[B", MAKES, |machine, thread, _| {
        let directory = machine.world.directory();
        Ok(machine.new_byte_array(thread, directory.as_bytes())?.slot())
    }),
    touching(
        "stat0",
        "(JLsun/nio/fs/UnixFileAttributes;)I",
        status,
        ATTRIBUTES,
        |machine, thread, arguments| {
            let Some(call) = status(machine, arguments) else { return Ok(Errno::INVALID.0 as u64) };
            Ok(match machine.make_call(thread, &call)? {
                Ok(answer) => fill_from(machine, arguments[2], &answer),
                Err(error) => error.0 as u64,
            })
        },
    ),
    touching("stat0", "", status, ATTRIBUTES, |machine, thread, arguments| {
        let call = status(machine, arguments);
        let answer = make_for_paths(machine, thread, call)?;
        Ok(fill_from(machine, arguments[2], &answer))
    }),
    // The file's mode, or zero.
    file("stat1", "(J)I", kind, |machine, thread, arguments| {
        let Some(call) = kind(machine, arguments) else { return Ok(0) };
        Ok(match machine.make_call(thread, &call)? {
            Ok(Answer::Status(status)) => u64::from(status.kind.bits() | status.mode),
            _ => 0,
        })
    }),
    touching("lstat0", "", link_status, ATTRIBUTES, |machine, thread, arguments| {
        let call = link_status(machine, arguments);
        let answer = make_for_paths(machine, thread, call)?;
        Ok(fill_from(machine, arguments[2], &answer))
    }),
    touching("fstat", "", open_status, OPEN_ATTRIBUTES, status_of_open),
    touching("fstat0", "", open_status, OPEN_ATTRIBUTES, status_of_open),
    file("access0", "(JI)I", access, |machine, thread, arguments| {
        let Some(call) = access(machine, arguments) else { return Ok(Errno::INVALID.0 as u64) };
        Ok(machine.make_call(thread, &call)?.err().map_or(0, |error| error.0 as u64))
    }),
    file("access0", "(JI)V", access, |machine, thread, arguments| {
        let call = access(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("exists0", "(J)Z", kind, |machine, thread, arguments| {
        let Some(call) = kind(machine, arguments) else { return Ok(0) };
        Ok(u64::from(machine.make_call(thread, &call)?.is_ok()))
    }),
    file("open0", "(JII)I", open, |machine, thread, arguments| {
        let call = open(machine, arguments);
        make_for_paths(machine, thread, call).map(|answer| answer.number())
    }),
    file("close0", "(I)V", close_number, |machine, thread, arguments| {
        super::files::close(machine, thread, arguments[0] as i32)
    }),
    file("unlink0", "(J)V", unlink, |machine, thread, arguments| {
        let call = unlink(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("rmdir0", "(J)V", remove_folder, |machine, thread, arguments| {
        let call = remove_folder(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("mkdir0", "(JI)V", make_folder, |machine, thread, arguments| {
        let call = make_folder(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("rename0", "(JJ)V", rename, |machine, thread, arguments| {
        let call = rename(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("link0", "(JJ)V", link, |machine, thread, arguments| {
        let call = link(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("symlink0", "(JJ)V", symbolic_link, |machine, thread, arguments| {
        let call = symbolic_link(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("readlink0", "(J)[B", read_link, |machine, thread, arguments| {
        let call = read_link(machine, arguments);
        give_text(machine, thread, call)
    }),
    file("realpath0", "(J)[B", real_path, |machine, thread, arguments| {
        let call = real_path(machine, arguments);
        give_text(machine, thread, call)
    }),
    file("chmod0", "(JI)V", set_mode, |machine, thread, arguments| {
        let call = set_mode(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("fchmod", "(II)V", set_open_mode, |machine, thread, arguments| {
        let call = set_open_mode(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("fchmod0", "(II)V", set_open_mode, |machine, thread, arguments| {
        let call = set_open_mode(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("utimes0", "(JJJ)V", set_micros, |machine, thread, arguments| {
        let call = set_micros(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("futimes", "(IJJ)V", set_open_micros, |machine, thread, arguments| {
        let call = set_open_micros(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("futimens", "(IJJ)V", set_open_nanos, |machine, thread, arguments| {
        let call = set_open_nanos(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("futimens0", "(IJJ)V", set_open_nanos, |machine, thread, arguments| {
        let call = set_open_nanos(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("utimensat0", "(IJJJI)V", set_nanos, |machine, thread, arguments| {
        let call = set_nanos(machine, arguments);
        make_for_paths(machine, thread, call).map(|_| 0)
    }),
    file("opendir0", "(J)J", open_folder, |machine, thread, arguments| {
        let call = open_folder(machine, arguments);
        make_for_paths(machine, thread, call).map(|answer| answer.number())
    }),
    file("closedir", "(J)V", close_number, |machine, thread, arguments| {
        super::files::close(machine, thread, arguments[0] as i32)
    }),
    file("readdir", "(J)[B", next_name, |machine, thread, arguments| {
        let call = next_name(machine, arguments);
        give_text(machine, thread, call)
    }),
    file("readdir0", "(J)[B", next_name, |machine, thread, arguments| {
        let call = next_name(machine, arguments);
        give_text(machine, thread, call)
    }),
    declared("strerror", "(I)[B", MAKES, |machine, thread, arguments| {
        let text = Errno(arguments[0] as i32).text();
        Ok(machine.new_byte_array(thread, text.as_bytes())?.slot())
    }),
];

/// The zero-terminated path at an address.
fn path(machine: &Machine, address: u64) -> String {
    const LONGEST_PATH: u64 = 4096;
    let bytes: Vec<u8> = (0..LONGEST_PATH)
        .map(|offset| machine.native_bytes(address + offset, 1) as u8)
        .take_while(|byte| *byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn status(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Path(path(machine, arguments[0])), false))
}

fn kind(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Path(path(machine, arguments[0])), true))
}

fn link_status(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Link(path(machine, arguments[0])), false))
}

fn open_status(_machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Open(arguments[0] as i32), false))
}

fn status_of_open(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let call = open_status(machine, arguments);
    let answer = make_for_paths(machine, thread, call)?;
    Ok(fill_from(machine, arguments[1], &answer))
}

fn access(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Access(path(machine, arguments[0]), arguments[2] as u32 & 0o7))
}

/// `open0(path, flags, mode)`.
fn open(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    const WRITE_ONLY: u64 = 1;
    const READ_ONLY: u64 = 0;
    const CREATE: u64 = 0o100;
    const EXCLUSIVE: u64 = 0o200;
    const TRUNCATE: u64 = 0o1000;
    const APPEND: u64 = 0o2000;
    const NO_FOLLOW: u64 = 0o400_000;
    let flags = arguments[2];
    let access = flags & 3;
    let writes = access != READ_ONLY;
    let opening = Opening {
        read: access != WRITE_ONLY,
        write: writes,
        append: flags & APPEND != 0,
        create: writes && flags & CREATE != 0,
        exclusive: flags & EXCLUSIVE != 0,
        truncate: writes && flags & TRUNCATE != 0,
        no_follow: flags & NO_FOLLOW != 0,
        mode: arguments[3] as u32 & 0o777,
    };
    Some(Call::Open(path(machine, arguments[0]), opening))
}

fn unlink(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Remove(path(machine, arguments[0]), Removal::File))
}

fn remove_folder(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Remove(path(machine, arguments[0]), Removal::Folder))
}

fn make_folder(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::MakeFolder(path(machine, arguments[0]), arguments[2] as u32 & 0o777))
}

fn rename(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Rename(path(machine, arguments[0]), path(machine, arguments[2])))
}

/// `link0(existing, new)`.
fn link(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Link(path(machine, arguments[0]), path(machine, arguments[2])))
}

/// `symlink0(target, link)`.
fn symbolic_link(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::SymbolicLink(path(machine, arguments[0]), path(machine, arguments[2])))
}

fn read_link(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::ReadLink(path(machine, arguments[0])))
}

fn real_path(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::RealPath(path(machine, arguments[0])))
}

fn set_mode(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::SetMode(Target::Path(path(machine, arguments[0])), 0o7777, arguments[2] as u32 & 0o7777))
}

fn set_open_mode(_machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::SetMode(Target::Open(arguments[0] as i32), 0o7777, arguments[1] as u32 & 0o7777))
}

/// `utimes0(path, access, modification)`.
fn set_micros(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let time = (arguments[4] as i64).saturating_mul(1_000);
    Some(Call::SetTime(Target::Path(path(machine, arguments[0])), time))
}

fn set_open_micros(_machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::SetTime(Target::Open(arguments[0] as i32), (arguments[3] as i64).saturating_mul(1_000)))
}

fn set_open_nanos(_machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::SetTime(Target::Open(arguments[0] as i32), arguments[3] as i64))
}

/// `utimensat0(folder, path, access, modification, flags)`, where the path is never relative to a folder.
fn set_nanos(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::SetTime(Target::Path(path(machine, arguments[1])), arguments[5] as i64))
}

fn open_folder(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::OpenFolder(path(machine, arguments[0])))
}

fn next_name(_machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::NextName(arguments[0] as i32))
}

/// A path or a name as bytes, or null.
fn give_text(machine: &mut Machine, thread: &mut Thread, call: Option<Call>) -> Result<u64, Trap> {
    match make_for_paths(machine, thread, call)? {
        Answer::Text(Some(text)) => Ok(machine.new_byte_array(thread, text.as_bytes())?.slot()),
        Answer::Text(None) => Ok(0),
        _ => Err(unix_failure(machine, thread, Errno::INPUT_OUTPUT)),
    }
}

/// Fills a `UnixFileAttributes`; gives zero, for success.
fn fill_from(machine: &mut Machine, attributes: u64, answer: &Answer) -> u64 {
    if let Answer::Status(status) = answer {
        fill(machine, Ref::from_slot(attributes), status);
    }
    0
}

fn fill(machine: &mut Machine, attributes: Ref, status: &Status) {
    let seconds = status.modified.div_euclid(1_000_000_000) as u64;
    let nanos = status.modified.rem_euclid(1_000_000_000) as u64;
    for (name, value) in [
        ("st_mode", u64::from(status.kind.bits() | status.mode)),
        ("st_ino", status.identity),
        ("st_dev", status.device),
        ("st_nlink", u64::from(status.links)),
        ("st_uid", u64::from(status.user)),
        ("st_gid", u64::from(status.group)),
        ("st_size", status.size),
        ("st_atime_sec", seconds),
        ("st_atime_nsec", nanos),
        ("st_mtime_sec", seconds),
        ("st_mtime_nsec", nanos),
        ("st_ctime_sec", seconds),
        ("st_ctime_nsec", nanos),
    ] {
        machine.set(attributes, name, value);
    }
}
