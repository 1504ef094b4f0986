//! `sun.nio.ch.UnixDispatcher`.

use super::sun_nio_ch_FileDispatcherImpl::close;
use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[
    native("init", "()V", nothing),
    native("preClose0", "", nothing),
    native("close0", "(Ljava/io/FileDescriptor;)V", close),
];
