//! `java.lang.NullPointerException`: the helpful message is not made; `getMessage` gives what the constructor was given.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[native("getExtendedNPEMessage", "", nothing)];
