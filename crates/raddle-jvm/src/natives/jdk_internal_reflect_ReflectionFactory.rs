//! `jdk.internal.reflect.ReflectionFactory`: reflective calls stay native, no class is spun for them.

use super::{NativeMethod, native};

pub const METHODS: &[NativeMethod] = &[
    native("inflationThreshold", "()I", |_, _, _| Ok(i32::MAX as u64)),
    native("useNativeAccessor", "", |_, _, _| Ok(1)),
    native("useNativeAccessorOnly", "", |_, _, _| Ok(1)),
    native("useMethodHandleAccessor", "", |_, _, _| Ok(0)),
];
