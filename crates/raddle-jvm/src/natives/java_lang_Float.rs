//! `java.lang.Float`: the bits of numbers.

use super::{NativeMethod, native};

pub const METHODS: &[NativeMethod] = &[
    native("floatToRawIntBits", "", |_, _, arguments| Ok(arguments[0])),
    native("intBitsToFloat", "", |_, _, arguments| Ok(arguments[0])),
];
