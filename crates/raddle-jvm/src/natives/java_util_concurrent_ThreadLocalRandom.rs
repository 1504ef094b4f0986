//! `java.util.concurrent.ThreadLocalRandom`: each thread's seed and probe come from its own name, not from the order in
//! which threads first asked for them.

use super::footprint::{Footprint, Words};
use super::{NativeMethod, declared};
use crate::machine::looks::Look;
use raddle_explore::operation::Access;

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

const SEEDS: Footprint = Footprint::Words(&[
    Words::Own("threadLocalRandomSeed", Access::Write),
    Words::Own("threadLocalRandomProbe", Access::Write),
]);

pub const METHODS: &[NativeMethod] = &[declared("localInit", "()V", SEEDS, |machine, thread, _| {
    machine.note_look(thread, Look::Random);
    let mixed = (u64::from(thread.path) + 1).wrapping_mul(GOLDEN);
    let seed = mixed ^ (mixed >> 29).wrapping_mul(GOLDEN);
    machine.set(thread.object, "threadLocalRandomSeed", seed);
    // Zero would mean that there is none yet.
    machine.set(thread.object, "threadLocalRandomProbe", (mixed >> 33) | 1);
    Ok(0)
})];
