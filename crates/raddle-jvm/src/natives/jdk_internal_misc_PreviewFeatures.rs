//! `jdk.internal.misc.PreviewFeatures`.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[declared("isPreviewEnabled", "", COMPUTES, nothing)];
