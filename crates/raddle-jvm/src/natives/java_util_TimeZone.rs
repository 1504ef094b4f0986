//! `java.util.TimeZone`: the machine is in UTC.

use super::footprint::CONSTANT;
use super::{NativeMethod, declared};

pub const METHODS: &[NativeMethod] = &[
    declared("getSystemTimeZoneID", "", CONSTANT, |machine, thread, _| {
        Ok(machine.intern_text(thread, "UTC")?.slot())
    }),
    declared("getSystemGMTOffsetID", "", CONSTANT, |machine, thread, _| {
        Ok(machine.intern_text(thread, "GMT")?.slot())
    }),
];
