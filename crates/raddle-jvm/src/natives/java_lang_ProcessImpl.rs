//! `java.lang.ProcessImpl`: other processes are not supported; only what the class needs to be initialised is here.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[declared("init", "()V", COMPUTES, nothing)];
