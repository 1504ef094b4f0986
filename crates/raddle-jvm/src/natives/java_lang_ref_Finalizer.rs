//! `java.lang.ref.Finalizer`: finalizers do not run.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[
    declared("isFinalizationEnabled", "", COMPUTES, nothing),
    declared("reportComplete", "", COMPUTES, nothing),
];
