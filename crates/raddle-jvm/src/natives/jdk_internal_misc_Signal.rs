//! `jdk.internal.misc.Signal`: no signal ever comes.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[
    declared("findSignal0", "", COMPUTES, |_, _, _| Ok(u64::from(-1i32 as u32))),
    declared("handle0", "", COMPUTES, nothing),
    declared("raise0", "", COMPUTES, nothing),
];
