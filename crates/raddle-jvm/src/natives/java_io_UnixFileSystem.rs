//! `java.io.UnixFileSystem`: files by name.

use super::files::{file, file_path, succeeds, text};
use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::world::{Answer, Call, Errno, FileKind, Opening, Removal, Target};
use crate::machine::{Machine, Trap};

pub const METHODS: &[NativeMethod] = &[
    declared("initIDs", "()V", COMPUTES, nothing),
    file("getBooleanAttributes0", "", kind, |machine, thread, arguments| {
        let Some(call) = kind(machine, arguments) else { return Err(machine.throw_null(thread)) };
        Ok(match machine.make_call(thread, &call)? {
            Ok(Answer::Status(status)) => match status.kind {
                FileKind::File => 1 | 2,
                FileKind::Folder => 1 | 4,
                FileKind::Link | FileKind::Other => 1,
            },
            _ => 0,
        })
    }),
    file("canonicalize0", "", real_path, canonicalize),
    file("checkAccess", "", access, |machine, thread, arguments| {
        let call = access(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("checkAccess0", "", access, |machine, thread, arguments| {
        let call = access(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("getLength0", "", status, length),
    file("getLength", "", status, length),
    file("getLastModifiedTime0", "", status, modified),
    file("getLastModifiedTime", "", status, modified),
    file("createFileExclusively0", "", create_call, create),
    file("createFileExclusively", "", create_call, create),
    file("delete0", "", remove, |machine, thread, arguments| {
        let call = remove(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("createDirectory0", "", make_folder, |machine, thread, arguments| {
        let call = make_folder(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("createDirectory", "", make_folder, |machine, thread, arguments| {
        let call = make_folder(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("rename0", "", rename, |machine, thread, arguments| {
        let call = rename(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("list", "(Ljava/io/File;)[Ljava/lang/String;", list_call, list),
    file("list0", "(Ljava/io/File;)[Ljava/lang/String;", list_call, list),
    file("setLastModifiedTime", "", set_time, |machine, thread, arguments| {
        let call = set_time(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("setLastModifiedTime0", "", set_time, |machine, thread, arguments| {
        let call = set_time(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("setReadOnly", "", set_read_only, |machine, thread, arguments| {
        let call = set_read_only(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("setReadOnly0", "", set_read_only, |machine, thread, arguments| {
        let call = set_read_only(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("setPermission", "", set_permission, |machine, thread, arguments| {
        let call = set_permission(machine, arguments);
        succeeds(machine, thread, call)
    }),
    file("setPermission0", "", set_permission, |machine, thread, arguments| {
        let call = set_permission(machine, arguments);
        succeeds(machine, thread, call)
    }),
    declared("getNameMax0", "", COMPUTES, |_, _, _| Ok(255)),
];

fn kind(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Path(file_path(machine, arguments[1])?), true))
}

fn status(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Status(Target::Path(file_path(machine, arguments[1])?), false))
}

fn length(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let Some(call) = status(machine, arguments) else { return Err(machine.throw_null(thread)) };
    Ok(match machine.make_call(thread, &call)? {
        Ok(Answer::Status(status)) => status.size,
        _ => 0,
    })
}

fn modified(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let Some(call) = status(machine, arguments) else { return Err(machine.throw_null(thread)) };
    Ok(match machine.make_call(thread, &call)? {
        Ok(Answer::Status(status)) => status.modified.div_euclid(1_000_000) as u64,
        _ => 0,
    })
}

fn access(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Access(file_path(machine, arguments[1])?, arguments[2] as u32 & 0o7))
}

fn real_path(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    text(machine, arguments[1]).map(Call::RealPath)
}

/// The real path of as much as is there, with the rest behind it.
fn canonicalize(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let path = machine.require_text(thread, Ref::from_slot(arguments[1]))?;
    let (mut there, mut rest) = (path.as_str(), Vec::new());
    let text = loop {
        match machine.make_call(thread, &Call::RealPath(there.to_owned()))? {
            Ok(Answer::Text(Some(real))) => {
                let mut real = real.trim_end_matches('/').to_owned();
                for name in rest.iter().rev() {
                    match *name {
                        "." | "" => {}
                        ".." => real.truncate(real.rfind('/').unwrap_or(0)),
                        name => {
                            real.push('/');
                            real.push_str(name);
                        }
                    }
                }
                break if real.is_empty() { "/".to_owned() } else { real };
            }
            _ => match there.rsplit_once('/') {
                Some((folder, name)) => {
                    rest.push(name);
                    there = if folder.is_empty() { "/" } else { folder };
                }
                None => break path.clone(),
            },
        }
    };
    Ok(machine.new_string(thread, &text)?.slot())
}

fn create_call(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let opening = Opening { read: true, write: true, create: true, exclusive: true, ..Opening::default() };
    Some(Call::Open(text(machine, arguments[1])?, opening))
}

fn create(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let Some(call) = create_call(machine, arguments) else { return Err(machine.throw_null(thread)) };
    match machine.make_call(thread, &call)? {
        Ok(opened) => {
            machine.make_call(thread, &Call::Close(opened.number() as i32))?.ok();
            Ok(1)
        }
        Err(Errno::EXISTS) => Ok(0),
        Err(error) => Err(machine.throw(thread, "java/io/IOException", &error.text())),
    }
}

fn remove(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Remove(file_path(machine, arguments[1])?, Removal::Either))
}

fn make_folder(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::MakeFolder(file_path(machine, arguments[1])?, 0o777))
}

fn rename(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::Rename(file_path(machine, arguments[1])?, file_path(machine, arguments[2])?))
}

fn list_call(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    file_path(machine, arguments[1]).map(Call::List)
}

fn list(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let Some(call) = list_call(machine, arguments) else { return Err(machine.throw_null(thread)) };
    let Ok(Answer::Names(names)) = machine.make_call(thread, &call)? else { return Ok(0) };
    let mut texts = Vec::new();
    for name in &names {
        texts.push(machine.new_string(thread, name)?);
    }
    Ok(machine.new_reference_array(thread, machine.core.string_array, &texts)?.slot())
}

fn set_time(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let time = (arguments[2] as i64).saturating_mul(1_000_000);
    Some(Call::SetTime(Target::Path(file_path(machine, arguments[1])?), time))
}

fn set_read_only(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    Some(Call::SetMode(Target::Path(file_path(machine, arguments[1])?), 0o222, 0))
}

/// `setPermission(file, access, enable, ownerOnly)`.
fn set_permission(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    let access = arguments[2] as u32 & 0o7;
    let bits = if arguments[4] as u32 != 0 { access << 6 } else { access << 6 | access << 3 | access };
    let (clear, set) = if arguments[3] as u32 != 0 { (0, bits) } else { (bits, 0) };
    Some(Call::SetMode(Target::Path(file_path(machine, arguments[1])?), clear, set))
}
