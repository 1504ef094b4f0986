//! `jdk.internal.misc.PreviewFeatures`.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[native("isPreviewEnabled", "", nothing)];
