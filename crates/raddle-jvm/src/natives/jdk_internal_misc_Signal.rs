//! `jdk.internal.misc.Signal`: no signal ever comes.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[
    native("findSignal0", "", |_, _, _| Ok(u64::from(-1i32 as u32))),
    native("handle0", "", nothing),
    native("raise0", "", nothing),
];
