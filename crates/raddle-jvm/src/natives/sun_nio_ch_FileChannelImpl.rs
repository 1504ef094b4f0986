//! `sun.nio.ch.FileChannelImpl`: the granularity of mappings; mappings themselves are not supported.

use super::{NativeMethod, native};

pub const METHODS: &[NativeMethod] = &[
    native("initIDs", "()J", |_, _, _| Ok(4096)),
    native("maxDirectTransferSize0", "()I", |_, _, _| Ok(i32::MAX as u64)),
];
