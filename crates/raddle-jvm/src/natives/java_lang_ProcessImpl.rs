//! `java.lang.ProcessImpl`: other processes are not supported; only what the class needs to be initialised is here.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[native("init", "()V", nothing)];
