//! `sun.nio.ch.UnixFileDispatcherImpl`: where newer JDKs keep what `FileDispatcherImpl` had.

use super::NativeMethod;

pub const METHODS: &[NativeMethod] = super::sun_nio_ch_FileDispatcherImpl::METHODS;
