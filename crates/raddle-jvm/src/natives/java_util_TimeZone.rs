//! `java.util.TimeZone`: the machine is in UTC.

use super::{NativeMethod, native};

pub const METHODS: &[NativeMethod] = &[
    native("getSystemTimeZoneID", "", |machine, thread, _| Ok(machine.intern_text(thread, "UTC")?.slot())),
    native("getSystemGMTOffsetID", "", |machine, thread, _| Ok(machine.intern_text(thread, "GMT")?.slot())),
];
