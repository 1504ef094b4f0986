//! `jdk.internal.reflect.DirectMethodHandleAccessor.NativeAccessor`.

use super::{NativeMethod, native};

pub const METHODS: &[NativeMethod] = &[native("invoke0", "", super::jdk_internal_reflect_NativeMethodAccessorImpl::invoke)];
