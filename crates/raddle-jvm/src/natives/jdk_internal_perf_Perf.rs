//! `jdk.internal.perf.Perf`: counters that other processes could look at; nobody does.

use super::footprint::MAKES;
use super::{NativeMethod, declared};

pub const METHODS: &[NativeMethod] = &[declared("createLong", "", MAKES, |machine, thread, _| {
    const BYTES: u64 = 8;
    machine.call_static_now(thread, "java/nio/ByteBuffer", "allocate", "(I)Ljava/nio/ByteBuffer;", &[BYTES])
})];
