//! `java.io.ObjectStreamClass`.

use super::footprint::{COMPUTES, CONSTANT};
use super::{NativeMethod, declared, nothing};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[
    declared("initNative", "()V", COMPUTES, nothing),
    declared("hasStaticInitializer", "", CONSTANT, |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[0]));
        Ok(u64::from(machine.library.class(class).initializer.is_some()))
    }),
];
