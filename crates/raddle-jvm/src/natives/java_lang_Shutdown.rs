//! `java.lang.Shutdown`: the end of the process.

use super::{NativeMethod, NativeOperation, native, nothing, operation};
use crate::machine::{Halt, Trap};

pub const METHODS: &[NativeMethod] = &[
    native("beforeHalt", "()V", nothing),
    operation("halt0", "(I)V", NativeOperation::Always, |_, _, arguments| {
        Err(Trap::Halt(Box::new(Halt::Exit(arguments[0] as i32))))
    }),
];
