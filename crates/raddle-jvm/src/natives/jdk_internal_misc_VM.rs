//! `jdk.internal.misc.VM`.

use super::footprint::{COMPUTES, CONSTANT, MAKES, OWN_THREAD};
use super::java_lang_System::START_OF_TIME_MILLIS;
use super::{NativeMethod, declared, nothing};
use crate::library::LoaderId;

pub const METHODS: &[NativeMethod] = &[
    declared("initialize", "()V", COMPUTES, nothing),
    declared("initializeFromArchive", "", COMPUTES, nothing),
    declared("getNanoTimeAdjustment", "(J)J", OWN_THREAD, |machine, thread, arguments| {
        let clock = machine.look_at_clock(thread);
        let now = i128::from(START_OF_TIME_MILLIS) * 1_000_000 + i128::from(clock);
        Ok((now - i128::from(arguments[0] as i64) * 1_000_000_000) as i64 as u64)
    })
    .repeatable(),
    declared("latestUserDefinedLoader0", "", CONSTANT, |machine, _, _| {
        Ok(machine.loader_object(LoaderId::APPLICATION).slot())
    }),
    declared("getuid", "", CONSTANT, |_, _, _| Ok(1000)),
    declared("geteuid", "", CONSTANT, |_, _, _| Ok(1000)),
    declared("getgid", "", CONSTANT, |_, _, _| Ok(1000)),
    declared("getegid", "", CONSTANT, |_, _, _| Ok(1000)),
    declared("getRuntimeArguments", "", MAKES, |machine, thread, _| {
        Ok(machine.new_array(thread, machine.core.string_array, 0)?.slot())
    }),
];
