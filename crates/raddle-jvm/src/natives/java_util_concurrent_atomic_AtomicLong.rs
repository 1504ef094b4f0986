//! `java.util.concurrent.atomic.AtomicLong`.

use super::{NativeMethod, native};

pub const METHODS: &[NativeMethod] = &[native("VMSupportsCS8", "", |_, _, _| Ok(1))];
