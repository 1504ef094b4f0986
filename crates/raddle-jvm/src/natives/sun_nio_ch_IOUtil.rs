//! `sun.nio.ch.IOUtil`: file descriptors.

use super::{NativeMethod, native, nothing};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[
    native("initIDs", "()V", nothing),
    native("iovMax", "()I", |_, _, _| Ok(16)),
    native("writevMax", "()J", |_, _, _| Ok(i32::MAX as u64)),
    native("fdLimit", "()I", |_, _, _| Ok(1024)),
    native("fdVal", "", |machine, _, arguments| Ok(machine.get(Ref::from_slot(arguments[0]), "fd"))),
    native("setfdVal", "", |machine, _, arguments| {
        machine.set(Ref::from_slot(arguments[0]), "fd", arguments[1]);
        Ok(0)
    }),
];
