//! `java.lang.StringUTF16`.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[native("isBigEndian", "()Z", nothing)];
