//! `java.lang.ref.Finalizer`: finalizers do not run.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[native("isFinalizationEnabled", "", nothing), native("reportComplete", "", nothing)];
