//! `java.io.ObjectStreamClass`.

use super::{NativeMethod, native, nothing};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[
    native("initNative", "()V", nothing),
    native("hasStaticInitializer", "", |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[0]));
        Ok(u64::from(machine.library.class(class).initializer.is_some()))
    }),
];
