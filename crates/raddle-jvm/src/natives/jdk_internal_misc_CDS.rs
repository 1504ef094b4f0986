//! `jdk.internal.misc.CDS`: there is no class archive.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[
    declared("isDumpingClassList0", "", COMPUTES, nothing),
    declared("isDumpingArchive0", "", COMPUTES, nothing),
    declared("isSharingEnabled0", "", COMPUTES, nothing),
    declared("getRandomSeedForDumping", "", COMPUTES, nothing),
    declared("initializeFromArchive", "", COMPUTES, nothing),
    declared("defineArchivedModules", "", COMPUTES, nothing),
    declared("needsClassInitBarrier0", "", COMPUTES, nothing),
    declared("getCDSConfigStatus", "", COMPUTES, nothing),
    declared("logLambdaFormInvoker", "", COMPUTES, nothing),
];
