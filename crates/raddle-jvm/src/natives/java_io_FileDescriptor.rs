//! `java.io.FileDescriptor`.

use super::{NativeMethod, native, nothing};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[
    native("initIDs", "()V", nothing),
    native("getHandle", "", |_, _, _| Ok(-1i64 as u64)),
    native("getAppend", "", nothing),
    native("sync0", "", nothing),
    native("close0", "", |machine, _, arguments| {
        let descriptor = machine.get(Ref::from_slot(arguments[0]), "fd") as i32;
        machine.files.borrow_mut().remove(&descriptor);
        machine.set(Ref::from_slot(arguments[0]), "fd", u64::from(-1i32 as u32));
        Ok(0)
    }),
];
