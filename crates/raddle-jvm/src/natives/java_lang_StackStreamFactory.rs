//! `java.lang.StackStreamFactory`.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared};

pub const METHODS: &[NativeMethod] = &[declared("checkStackWalkModes", "()Z", COMPUTES, |_, _, _| Ok(1))];
