//! `java.lang.StackStreamFactory`.

use super::{NativeMethod, native};

pub const METHODS: &[NativeMethod] = &[native("checkStackWalkModes", "()Z", |_, _, _| Ok(1))];
