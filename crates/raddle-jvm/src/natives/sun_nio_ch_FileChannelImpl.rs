//! `sun.nio.ch.FileChannelImpl`: copies between files. Files that are mapped into memory are not supported.

use super::files::file;
use super::footprint::COMPUTES;
use super::sun_nio_ch_FileDispatcherImpl::{transfer, transfer_to};
use super::{NativeMethod, declared};
use crate::machine::Machine;
use crate::machine::world::Call;

pub const METHODS: &[NativeMethod] = &[
    declared("initIDs", "()J", COMPUTES, |_, _, _| Ok(4096)),
    declared("maxDirectTransferSize0", "()I", COMPUTES, |_, _, _| Ok(i32::MAX as u64)),
    file(
        "transferTo0",
        "(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J",
        of_channel,
        |machine, thread, arguments| transfer_to(machine, thread, of_channel(machine, arguments)),
    ),
];

/// The same call as that of the dispatcher, behind the channel itself.
fn of_channel(machine: &Machine, arguments: &[u64]) -> Option<Call> {
    transfer(machine, &arguments[1..])
}
