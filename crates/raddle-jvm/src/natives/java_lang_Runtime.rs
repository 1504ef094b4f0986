//! `java.lang.Runtime`: processors and memory, the same everywhere.

use super::footprint::{COMPUTES, CONSTANT};
use super::{NativeMethod, declared, nothing};
use crate::machine::looks::Look;

pub const METHODS: &[NativeMethod] = &[
    // With fewer, `CompletableFuture` would start a thread for each task.
    declared("availableProcessors", "()I", CONSTANT, |machine, thread, _| {
        machine.note_look(thread, Look::Processors);
        Ok(4)
    }),
    declared("freeMemory", "()J", CONSTANT, |machine, thread, _| {
        machine.note_look(thread, Look::Memory);
        Ok(machine.limits.heap_bytes.saturating_sub(machine.heap.words_in_use() * 8))
    }),
    declared("totalMemory", "()J", CONSTANT, |machine, thread, _| {
        machine.note_look(thread, Look::Memory);
        Ok(machine.limits.heap_bytes)
    }),
    declared("maxMemory", "()J", CONSTANT, |machine, thread, _| {
        machine.note_look(thread, Look::Memory);
        Ok(machine.limits.heap_bytes)
    }),
    declared("gc", "()V", COMPUTES, nothing),
];
