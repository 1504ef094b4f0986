//! `jdk.internal.reflect.ReflectionFactory`: reflective calls stay native, no class is spun for them.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared};

pub const METHODS: &[NativeMethod] = &[
    declared("inflationThreshold", "()I", COMPUTES, |_, _, _| Ok(i32::MAX as u64)),
    declared("useNativeAccessor", "", COMPUTES, |_, _, _| Ok(1)),
    declared("useNativeAccessorOnly", "", COMPUTES, |_, _, _| Ok(1)),
    declared("useMethodHandleAccessor", "", COMPUTES, |_, _, _| Ok(0)),
];
