//! `java.lang.StringUTF16`.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[declared("isBigEndian", "()Z", COMPUTES, nothing)];
