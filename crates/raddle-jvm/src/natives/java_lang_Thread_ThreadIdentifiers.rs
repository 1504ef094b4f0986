//! `java.lang.Thread.ThreadIdentifiers`: ids of threads, from JDK 21 on.

use super::footprint::OWN_THREAD;
use super::{NativeMethod, declared};

/// Below are ids that the JVM keeps for itself.
const FIRST: u64 = 31;

pub const METHODS: &[NativeMethod] = &[declared("next", "()J", OWN_THREAD, |machine, thread, arguments| {
    Ok(FIRST + super::java_lang_Thread::next_thread_id(machine, thread, arguments)?)
})];
