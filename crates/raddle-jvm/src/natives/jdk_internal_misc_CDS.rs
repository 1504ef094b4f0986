//! `jdk.internal.misc.CDS`: there is no class archive.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[
    native("isDumpingClassList0", "", nothing),
    native("isDumpingArchive0", "", nothing),
    native("isSharingEnabled0", "", nothing),
    native("getRandomSeedForDumping", "", nothing),
    native("initializeFromArchive", "", nothing),
    native("defineArchivedModules", "", nothing),
    native("needsClassInitBarrier0", "", nothing),
    native("getCDSConfigStatus", "", nothing),
    native("logLambdaFormInvoker", "", nothing),
];
