//! `java.io.FileInputStream`: standard input as the run was given it, and files.

use super::{NativeMethod, native, nothing};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::io::{Read, Seek, SeekFrom};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    native("initIDs", "()V", nothing),
    native("open0", "(Ljava/lang/String;)V", |machine, thread, arguments| {
        let path = machine.require_text(thread, Ref::from_slot(arguments[1]))?;
        let mut options = std::fs::OpenOptions::new();
        options.read(true);
        machine.open_file(thread, arguments[0], &path, &options)
    }),
    native("read0", "()I", |machine, thread, arguments| {
        let bytes = read(machine, thread, arguments[0], 1)?;
        Ok(bytes.first().map_or(u64::from(-1i32 as u32), |byte| u64::from(*byte)))
    }),
    native("readBytes", "([BII)I", read_bytes),
    native("readBytes0", "([BII)I", read_bytes),
    native("available0", "()I", |machine, thread, arguments| {
        let _ = thread;
        let number = number(machine, arguments[0]);
        if number == 0 {
            return Ok((machine.environment.input.len() - machine.input_read.min(machine.environment.input.len())) as u64);
        }
        let left = with_file(machine, number, |file| {
            let length = file.metadata().map_or(0, |data| data.len());
            length.saturating_sub(file.stream_position().unwrap_or(0))
        });
        Ok(left.unwrap_or(0).min(i32::MAX as u64))
    }),
    native("length0", "()J", |machine, _, arguments| {
        let number = number(machine, arguments[0]);
        Ok(with_file(machine, number, |file| file.metadata().map_or(0, |data| data.len())).unwrap_or(0))
    }),
    native("position0", "()J", |machine, _, arguments| {
        let number = number(machine, arguments[0]);
        Ok(with_file(machine, number, |file| file.stream_position().unwrap_or(0)).unwrap_or(0))
    }),
    native("skip0", "(J)J", |machine, _, arguments| {
        let number = number(machine, arguments[0]);
        let moved = with_file(machine, number, |file| {
            let before = file.stream_position().unwrap_or(0);
            let after = file.seek(SeekFrom::Current(arguments[1] as i64)).unwrap_or(before);
            after.wrapping_sub(before)
        });
        Ok(moved.unwrap_or(0))
    }),
    native("isRegularFile0", "", |_, _, _| Ok(1)),
];

fn number(machine: &Machine, stream: u64) -> i32 {
    let descriptor = machine.get_reference(Ref::from_slot(stream), "fd");
    machine.get(descriptor, "fd") as i32
}

fn with_file<T>(machine: &Machine, number: i32, act: impl FnOnce(&mut std::fs::File) -> T) -> Option<T> {
    machine.files.borrow_mut().get_mut(&number).map(act)
}

fn read(machine: &mut Machine, thread: &mut Thread, stream: u64, count: usize) -> Result<Vec<u8>, Trap> {
    let number = number(machine, stream);
    if number == 0 && machine.environment.host_input {
        let mut bytes = vec![0; count];
        return match std::io::stdin().read(&mut bytes) {
            Ok(length) => {
                bytes.truncate(length);
                Ok(bytes)
            }
            Err(error) => Err(machine.throw(thread, "java/io/IOException", &error.to_string())),
        };
    }
    if number == 0 {
        let environment = Rc::clone(&machine.environment);
        let rest = environment.input.get(machine.input_read..).unwrap_or(&[]);
        let taken = &rest[..count.min(rest.len())];
        machine.input_read += taken.len();
        return Ok(taken.to_vec());
    }
    let read = with_file(machine, number, |file| {
        let mut bytes = vec![0; count];
        file.read(&mut bytes).map(|length| {
            bytes.truncate(length);
            bytes
        })
    });
    match read {
        Some(Ok(bytes)) => Ok(bytes),
        Some(Err(error)) => Err(machine.throw(thread, "java/io/IOException", &error.to_string())),
        None => Err(machine.throw(thread, "java/io/IOException", "Stream Closed")),
    }
}

fn read_bytes(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let array = Ref::from_slot(arguments[1]);
    if array.is_null() {
        return Err(machine.throw_null(thread));
    }
    let (offset, count) = (arguments[2] as i32, arguments[3] as i32);
    if offset < 0 || count < 0 || i64::from(offset) + i64::from(count) > i64::from(machine.heap.length(array)) {
        return Err(machine.throw_plain(thread, "java/lang/IndexOutOfBoundsException"));
    }
    if count == 0 {
        return Ok(0);
    }
    let bytes = read(machine, thread, arguments[0], count as usize)?;
    if bytes.is_empty() {
        return Ok(u64::from(-1i32 as u32));
    }
    machine.heap.set_byte_range(array, offset as u32, &bytes);
    Ok(bytes.len() as u64)
}

impl Machine {
    /// Opens a file for a stream.
    pub fn open_file(&mut self, thread: &mut Thread, stream: u64, path: &str, options: &std::fs::OpenOptions) -> Result<u64, Trap> {
        let problem = match options.open(path) {
            Ok(file) if file.metadata().is_ok_and(|data| data.is_dir()) => "Is a directory".to_owned(),
            Ok(file) => {
                let number = {
                    let mut files = self.files.borrow_mut();
                    let number = (3..).find(|number| !files.contains_key(number)).unwrap_or(3);
                    files.insert(number, file);
                    number
                };
                let descriptor = self.get_reference(Ref::from_slot(stream), "fd");
                self.set(descriptor, "fd", number as u64);
                return Ok(0);
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => "No such file or directory".to_owned(),
            Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => "Permission denied".to_owned(),
            Err(error) => error.to_string(),
        };
        Err(self.throw(thread, "java/io/FileNotFoundException", &format!("{path} ({problem})")))
    }
}
