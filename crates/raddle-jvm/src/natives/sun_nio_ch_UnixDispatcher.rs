//! `sun.nio.ch.UnixDispatcher`.

use super::files::{descriptor_number, file};
use super::footprint::COMPUTES;
use super::sun_nio_ch_FileDispatcherImpl::close;
use super::{NativeMethod, declared, nothing};
use crate::machine::world::Call;

pub const METHODS: &[NativeMethod] = &[
    declared("init", "()V", COMPUTES, nothing),
    declared("preClose0", "", COMPUTES, nothing),
    file(
        "close0",
        "(Ljava/io/FileDescriptor;)V",
        |machine, arguments| Some(Call::Close(descriptor_number(machine, arguments[0]))),
        close,
    ),
];
