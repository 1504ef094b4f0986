//! `java.lang.NullPointerException`: the helpful message is not made; `getMessage` gives what the constructor was given.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared, nothing};

pub const METHODS: &[NativeMethod] = &[declared("getExtendedNPEMessage", "", COMPUTES, nothing)];
