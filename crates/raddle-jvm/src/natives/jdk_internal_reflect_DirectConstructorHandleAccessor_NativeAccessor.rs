//! `jdk.internal.reflect.DirectConstructorHandleAccessor.NativeAccessor`.

use super::{NativeMethod, native};

pub const METHODS: &[NativeMethod] = &[native("newInstance0", "", super::jdk_internal_reflect_NativeConstructorAccessorImpl::new_instance)];
