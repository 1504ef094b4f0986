//! `sun.nio.fs.UnixNativeDispatcher`: as much as paths and questions about files need; reading and writing goes through
//! `java.io`.

use super::{NativeMethod, native};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::os::unix::fs::MetadataExt;

const NO_ENTRY: u64 = 2;

pub const METHODS: &[NativeMethod] = &[
    native("init", "()I", |_, _, _| Ok(0)),
    native("getcwd", "()[B", current_directory),
    native("stat0", "", |machine, thread, arguments| stat(machine, thread, arguments, true)),
    native("lstat0", "", |machine, thread, arguments| stat(machine, thread, arguments, false)),
    native("access0", "(JI)I", |machine, _, arguments| {
        Ok(if std::path::Path::new(&path(machine, arguments[0])).exists() { 0 } else { NO_ENTRY })
    }),
    native("access0", "(JI)V", |machine, thread, arguments| {
        let path = path(machine, arguments[0]);
        done(machine, thread, std::fs::metadata(path).map(|_| ()))
    }),
    native("open0", "(JII)I", open),
    native("close0", "(I)V", |machine, _, arguments| {
        machine.files.borrow_mut().remove(&(arguments[0] as i32));
        Ok(0)
    }),
    native("unlink0", "(J)V", |machine, thread, arguments| {
        let path = path(machine, arguments[0]);
        done(machine, thread, std::fs::remove_file(path))
    }),
    native("rmdir0", "(J)V", |machine, thread, arguments| {
        let path = path(machine, arguments[0]);
        done(machine, thread, std::fs::remove_dir(path))
    }),
    native("mkdir0", "(JI)V", |machine, thread, arguments| {
        let path = path(machine, arguments[0]);
        done(machine, thread, std::fs::create_dir(path))
    }),
    native("realpath0", "(J)[B", |machine, thread, arguments| {
        let path = path(machine, arguments[0]);
        match std::fs::canonicalize(path) {
            Ok(path) => Ok(machine.new_byte_array(thread, path.display().to_string().as_bytes())?.slot()),
            Err(error) => Err(failure(machine, thread, &error)),
        }
    }),
    native("strerror", "(I)[B", |machine, thread, arguments| {
        let text = match arguments[0] {
            2 => "No such file or directory",
            13 => "Permission denied",
            17 => "File exists",
            39 => "Directory not empty",
            _ => "Input/output error",
        };
        Ok(machine.new_byte_array(thread, text.as_bytes())?.slot())
    }),
    native("fstat", "", stat_open),
    native("fstat0", "", stat_open),
    native("exists0", "(J)Z", |machine, _, arguments| {
        Ok(u64::from(std::path::Path::new(&path(machine, arguments[0])).exists()))
    }),
];

/// The zero-terminated path at an address.
fn path(machine: &Machine, address: u64) -> String {
    const LONGEST_PATH: u64 = 4096;
    let bytes: Vec<u8> =
        (0..LONGEST_PATH).map(|offset| machine.native_bytes(address + offset, 1) as u8).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn current_directory(machine: &mut Machine, thread: &mut Thread, _arguments: &[u64]) -> Result<u64, Trap> {
    let directory = std::env::current_dir().map_or_else(|_| "/".to_owned(), |path| path.display().to_string());
    Ok(machine.new_byte_array(thread, directory.as_bytes())?.slot())
}

/// Fills the attributes. The newer `stat0` gives the error number; all others throw it.
fn stat(machine: &mut Machine, thread: &mut Thread, arguments: &[u64], follow: bool) -> Result<u64, Trap> {
    let path = path(machine, arguments[0]);
    let attributes = Ref::from_slot(arguments[2]);
    let data = if follow { std::fs::metadata(path) } else { std::fs::symlink_metadata(path) };
    let data = match data {
        Ok(data) => data,
        Err(error) => {
            let has_result = follow && machine.core.java_version >= 21;
            return if has_result { Ok(number(&error)) } else { Err(failure(machine, thread, &error)) };
        }
    };
    fill(machine, attributes, &data);
    Ok(0)
}

fn stat_open(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let data = machine.files.borrow().get(&(arguments[0] as i32)).map(std::fs::File::metadata);
    match data {
        Some(Ok(data)) => {
            fill(machine, Ref::from_slot(arguments[1]), &data);
            Ok(0)
        }
        Some(Err(error)) => Err(failure(machine, thread, &error)),
        None => Err(failure(machine, thread, &std::io::ErrorKind::NotFound.into())),
    }
}

/// `open0(path, flags, mode)`.
fn open(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    const WRITE_ONLY: u64 = 1;
    const READ_WRITE: u64 = 2;
    const CREATE: u64 = 0o100;
    const EXCLUSIVE: u64 = 0o200;
    const TRUNCATE: u64 = 0o1000;
    const APPEND: u64 = 0o2000;
    let path = path(machine, arguments[0]);
    let flags = arguments[2];
    let mut options = std::fs::OpenOptions::new();
    let access = flags & 3;
    options.read(access != WRITE_ONLY).write(access == WRITE_ONLY || access == READ_WRITE);
    options.append(flags & APPEND != 0).truncate(flags & TRUNCATE != 0);
    if flags & CREATE != 0 {
        if flags & EXCLUSIVE != 0 {
            options.create_new(true);
        } else {
            options.create(true);
        }
    }
    match options.open(path) {
        Ok(file) => {
            let mut files = machine.files.borrow_mut();
            let number = (3..).find(|number| !files.contains_key(number)).unwrap_or(3);
            files.insert(number, file);
            Ok(number as u64)
        }
        Err(error) => Err(failure(machine, thread, &error)),
    }
}

/// The error number of the platform.
fn number(error: &std::io::Error) -> u64 {
    error.raw_os_error().map_or(NO_ENTRY, |number| number as u64)
}

fn failure(machine: &mut Machine, thread: &mut Thread, error: &std::io::Error) -> Trap {
    let made = (|| {
        let class = machine.load_class(thread, crate::library::LoaderId::BOOT, "sun/nio/fs/UnixException")?;
        machine.initialize_now(thread, class)?;
        let exception = machine.new_instance(thread, class)?;
        machine.run_constructor(thread, exception, "(I)V", &[number(error)])?;
        Ok(exception)
    })();
    match made {
        Ok(exception) => Trap::Throw(exception),
        Err(trap) => trap,
    }
}

fn done(machine: &mut Machine, thread: &mut Thread, result: std::io::Result<()>) -> Result<u64, Trap> {
    match result {
        Ok(()) => Ok(0),
        Err(error) => Err(failure(machine, thread, &error)),
    }
}

fn fill(machine: &mut Machine, attributes: Ref, data: &std::fs::Metadata) {
    for (name, value) in [
        ("st_mode", u64::from(data.mode())),
        ("st_ino", data.ino()),
        ("st_dev", data.dev()),
        ("st_nlink", data.nlink()),
        ("st_uid", u64::from(data.uid())),
        ("st_gid", u64::from(data.gid())),
        ("st_size", data.size()),
        ("st_mtime_sec", data.mtime() as u64),
    ] {
        machine.set(attributes, name, value);
    }
}
