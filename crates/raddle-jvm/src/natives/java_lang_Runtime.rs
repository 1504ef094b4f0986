//! `java.lang.Runtime`: processors and memory, the same everywhere.

use super::{NativeMethod, native, nothing};

pub const METHODS: &[NativeMethod] = &[
    // With fewer, `CompletableFuture` would start a thread for each task.
    native("availableProcessors", "()I", |_, _, _| Ok(4)),
    native("freeMemory", "()J", |machine, _, _| {
        Ok(machine.limits.heap_bytes.saturating_sub(machine.heap.words_in_use() * 8))
    }),
    native("totalMemory", "()J", |machine, _, _| Ok(machine.limits.heap_bytes)),
    native("maxMemory", "()J", |machine, _, _| Ok(machine.limits.heap_bytes)),
    native("gc", "()V", nothing),
];
