//! `sun.nio.ch.NativeThread`: nothing blocks in the platform, so nothing is signalled.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[
    declared("init", "()V", COMPUTES, nothing),
    declared("current", "()J", COMPUTES, nothing),
    declared("current0", "()J", COMPUTES, nothing),
    declared("signal", "(J)V", COMPUTES, nothing),
    declared("signal0", "(J)V", COMPUTES, nothing),
    declared("supportPendingSignals0", "()Z", COMPUTES, nothing),
];
