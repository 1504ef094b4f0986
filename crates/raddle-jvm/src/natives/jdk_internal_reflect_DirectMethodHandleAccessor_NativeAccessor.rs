//! `jdk.internal.reflect.DirectMethodHandleAccessor.NativeAccessor`.

use super::footprint::{Footprint, Words};
use super::{NativeMethod, declared};
use raddle_explore::operation::Access;

pub const METHODS: &[NativeMethod] = &[declared(
    "invoke0",
    "",
    Footprint::Words(&[Words::Whole(0, Access::Read), Words::Whole(2, Access::Read)]),
    super::jdk_internal_reflect_NativeMethodAccessorImpl::invoke,
)];
