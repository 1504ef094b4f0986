//! `java.io.UnixFileSystem`: files by name.

use super::{NativeMethod, native, nothing};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::path::PathBuf;

pub const METHODS: &[NativeMethod] = &[
    native("initIDs", "()V", nothing),
    native("getBooleanAttributes0", "", |machine, thread, arguments| {
        let path = path(machine, thread, arguments[1])?;
        Ok(match std::fs::metadata(path) {
            Ok(data) => 1 | if data.is_file() { 2 } else { 0 } | if data.is_dir() { 4 } else { 0 },
            Err(_) => 0,
        })
    }),
    native("canonicalize0", "", |machine, thread, arguments| {
        let text = machine.require_text(thread, Ref::from_slot(arguments[1]))?;
        let text = std::fs::canonicalize(&text).map_or(text, |path| path.display().to_string());
        Ok(machine.new_string(thread, &text)?.slot())
    }),
    native("checkAccess", "", |machine, thread, arguments| {
        let path = path(machine, thread, arguments[1])?;
        Ok(u64::from(path.exists()))
    }),
    native("checkAccess0", "", |machine, thread, arguments| {
        let path = path(machine, thread, arguments[1])?;
        Ok(u64::from(path.exists()))
    }),
    native("getLength0", "", length),
    native("getLength", "", length),
    native("getLastModifiedTime0", "", |_, _, _| Ok(super::java_lang_System::START_OF_TIME_MILLIS)),
    native("getLastModifiedTime", "", |_, _, _| Ok(super::java_lang_System::START_OF_TIME_MILLIS)),
    native("createFileExclusively0", "", create),
    native("createFileExclusively", "", create),
    native("delete0", "", |machine, thread, arguments| {
        let path = path(machine, thread, arguments[1])?;
        let removed = if path.is_dir() { std::fs::remove_dir(path) } else { std::fs::remove_file(path) };
        Ok(u64::from(removed.is_ok()))
    }),
    native("createDirectory0", "", |machine, thread, arguments| {
        let path = path(machine, thread, arguments[1])?;
        Ok(u64::from(std::fs::create_dir(path).is_ok()))
    }),
    native("getNameMax0", "", |_, _, _| Ok(255)),
];

fn path(machine: &mut Machine, thread: &mut Thread, file: u64) -> Result<PathBuf, Trap> {
    let text = machine.get_reference(Ref::from_slot(file), "path");
    Ok(PathBuf::from(machine.require_text(thread, text)?))
}

fn length(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let path = path(machine, thread, arguments[1])?;
    Ok(std::fs::metadata(path).map_or(0, |data| data.len()))
}

fn create(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let path = machine.require_text(thread, Ref::from_slot(arguments[1]))?;
    match std::fs::OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(_) => Ok(1),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(0),
        Err(error) => Err(machine.throw(thread, "java/io/IOException", &error.to_string())),
    }
}
