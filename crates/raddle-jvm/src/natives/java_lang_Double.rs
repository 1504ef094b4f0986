//! `java.lang.Double`: the bits of numbers.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared};

pub const METHODS: &[NativeMethod] = &[
    declared("doubleToRawLongBits", "", COMPUTES, |_, _, arguments| Ok(arguments[0])),
    declared("longBitsToDouble", "", COMPUTES, |_, _, arguments| Ok(arguments[0])),
];
