//! `java.security.AccessController`: everything is allowed.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[
    declared("getStackAccessControlContext", "", COMPUTES, nothing),
    declared("getInheritedAccessControlContext", "", COMPUTES, nothing),
    declared("ensureMaterializedForStackWalk", "", COMPUTES, nothing),
    declared("getProtectionDomain", "", COMPUTES, nothing),
];
