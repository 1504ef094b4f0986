//! `java.util.concurrent.atomic.AtomicLong`.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared};

pub const METHODS: &[NativeMethod] = &[declared("VMSupportsCS8", "", COMPUTES, |_, _, _| Ok(1))];
