//! `java.security.AccessController`: everything is allowed.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[
    native("getStackAccessControlContext", "", nothing),
    native("getInheritedAccessControlContext", "", nothing),
    native("ensureMaterializedForStackWalk", "", nothing),
    native("getProtectionDomain", "", nothing),
];
