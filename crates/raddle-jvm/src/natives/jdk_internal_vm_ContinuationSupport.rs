//! `jdk.internal.vm.ContinuationSupport`: without continuations, virtual threads are ordinary ones.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[native("isSupported0", "", nothing)];
