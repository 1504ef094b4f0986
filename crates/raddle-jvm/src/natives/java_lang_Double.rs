//! `java.lang.Double`: the bits of numbers.

use super::{NativeMethod, native};

pub const METHODS: &[NativeMethod] = &[
    native("doubleToRawLongBits", "", |_, _, arguments| Ok(arguments[0])),
    native("longBitsToDouble", "", |_, _, arguments| Ok(arguments[0])),
];
