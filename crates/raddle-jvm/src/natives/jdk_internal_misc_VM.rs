//! `jdk.internal.misc.VM`.

use super::java_lang_System::START_OF_TIME_MILLIS;
use super::{NativeMethod, native, nothing};
use crate::library::LoaderId;

pub const METHODS: &[NativeMethod] = &[
    native("initialize", "()V", nothing),
    native("initializeFromArchive", "", nothing),
    native("getNanoTimeAdjustment", "(J)J", |_, thread, arguments| {
        thread.clock += 1_000;
        let now = i128::from(START_OF_TIME_MILLIS) * 1_000_000 + i128::from(thread.clock);
        Ok((now - i128::from(arguments[0] as i64) * 1_000_000_000) as i64 as u64)
    }),
    native("latestUserDefinedLoader0", "", |machine, _, _| Ok(machine.loader_object(LoaderId::APPLICATION).slot())),
    native("getuid", "", |_, _, _| Ok(1000)),
    native("geteuid", "", |_, _, _| Ok(1000)),
    native("getgid", "", |_, _, _| Ok(1000)),
    native("getegid", "", |_, _, _| Ok(1000)),
    native("getRuntimeArguments", "", |machine, thread, _| {
        Ok(machine.new_array(thread, machine.core.string_array, 0)?.slot())
    }),
];
