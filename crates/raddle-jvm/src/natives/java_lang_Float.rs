//! `java.lang.Float`: the bits of numbers.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared};

pub const METHODS: &[NativeMethod] = &[
    declared("floatToRawIntBits", "", COMPUTES, |_, _, arguments| Ok(arguments[0])),
    declared("intBitsToFloat", "", COMPUTES, |_, _, arguments| Ok(arguments[0])),
];
