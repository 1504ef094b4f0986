//! `sun.nio.ch.NativeThread`: nothing blocks in the platform, so nothing is signalled.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[
    native("init", "()V", nothing),
    native("current", "()J", nothing),
    native("current0", "()J", nothing),
    native("signal", "(J)V", nothing),
    native("signal0", "(J)V", nothing),
    native("supportPendingSignals0", "()Z", nothing),
];
