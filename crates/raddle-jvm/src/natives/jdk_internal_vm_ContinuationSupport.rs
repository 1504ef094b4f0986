//! `jdk.internal.vm.ContinuationSupport`: without continuations, virtual threads are ordinary ones.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[declared("isSupported0", "", COMPUTES, nothing)];
