//! `java.io.FileCleanable`: closes what nobody has closed.

use super::NativeMethod;
use super::files::{close, file};
use crate::machine::world::Call;

pub const METHODS: &[NativeMethod] = &[file(
    "cleanupClose0",
    "(IJ)V",
    |_, arguments| Some(Call::Close(arguments[0] as i32)),
    |machine, thread, arguments| close(machine, thread, arguments[0] as i32),
)];
