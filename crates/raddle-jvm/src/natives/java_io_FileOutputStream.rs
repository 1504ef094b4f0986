//! `java.io.FileOutputStream`: the standard streams, and temporary files.

use super::{NativeMethod, native, nothing};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::io::Write;

pub const METHODS: &[NativeMethod] = &[
    native("initIDs", "()V", nothing),
    native("writeBytes", "([BIIZ)V", |machine, thread, arguments| {
        let array = Ref::from_slot(arguments[1]);
        if array.is_null() {
            return Err(machine.throw_null(thread));
        }
        let (offset, count) = (arguments[2] as i32, arguments[3] as i32);
        if offset < 0 || count < 0 || i64::from(offset) + i64::from(count) > i64::from(machine.heap.length(array)) {
            return Err(machine.throw_plain(thread, "java/lang/IndexOutOfBoundsException"));
        }
        let bytes = machine.heap.byte_range(array, offset as u32, count as u32);
        write(machine, thread, arguments[0], &bytes)
    }),
    native("write", "(IZ)V", |machine, thread, arguments| write(machine, thread, arguments[0], &[arguments[1] as u8])),
    native("open0", "(Ljava/lang/String;Z)V", |machine, thread, arguments| {
        let path = machine.require_text(thread, Ref::from_slot(arguments[1]))?;
        let mut options = std::fs::OpenOptions::new();
        options.create(true).write(true);
        if arguments[2] as u32 != 0 {
            options.append(true);
        } else {
            options.truncate(true);
        }
        machine.open_file(thread, arguments[0], &path, &options)
    }),
];

fn write(machine: &mut Machine, thread: &mut Thread, stream: u64, bytes: &[u8]) -> Result<u64, Trap> {
    let descriptor = machine.get_reference(Ref::from_slot(stream), "fd");
    match machine.get(descriptor, "fd") as i32 {
        number @ (1 | 2) => machine.write_output(number as u8, bytes),
        number => {
            let files = std::rc::Rc::clone(&machine.files);
            let mut files = files.borrow_mut();
            let Some(file) = files.get_mut(&number) else {
                drop(files);
                return Err(machine.throw(thread, "java/io/IOException", "Stream Closed"));
            };
            if let Err(error) = file.write_all(bytes) {
                let text = error.to_string();
                drop(files);
                return Err(machine.throw(thread, "java/io/IOException", &text));
            }
        }
    }
    Ok(0)
}
