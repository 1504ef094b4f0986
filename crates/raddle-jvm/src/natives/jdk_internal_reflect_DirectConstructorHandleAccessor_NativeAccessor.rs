//! `jdk.internal.reflect.DirectConstructorHandleAccessor.NativeAccessor`.

use super::footprint::{Footprint, Words};
use super::{NativeMethod, declared};
use raddle_explore::operation::Access;

pub const METHODS: &[NativeMethod] = &[declared(
    "newInstance0",
    "",
    Footprint::Words(&[Words::Whole(0, Access::Read), Words::Whole(1, Access::Read)]),
    super::jdk_internal_reflect_NativeConstructorAccessorImpl::new_instance,
)];
