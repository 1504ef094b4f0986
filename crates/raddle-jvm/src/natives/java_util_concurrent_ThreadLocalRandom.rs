//! `java.util.concurrent.ThreadLocalRandom`: each thread's seed and probe come from its own name, not from the order in
//! which threads first asked for them.

use super::{NativeMethod, native};

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

pub const METHODS: &[NativeMethod] = &[native("localInit", "()V", |machine, thread, _| {
    let mixed = (u64::from(thread.path) + 1).wrapping_mul(GOLDEN);
    let seed = mixed ^ (mixed >> 29).wrapping_mul(GOLDEN);
    machine.set(thread.object, "threadLocalRandomSeed", seed);
    // Zero would mean that there is none yet.
    machine.set(thread.object, "threadLocalRandomProbe", (mixed >> 33) | 1);
    Ok(0)
})];
