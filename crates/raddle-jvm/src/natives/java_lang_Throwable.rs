//! `java.lang.Throwable`: recording the stack.

use super::footprint::{Footprint, Words};
use super::{NativeMethod, declared};
use crate::machine::heap::Ref;
use raddle_explore::operation::Access;

pub const METHODS: &[NativeMethod] = &[declared(
    "fillInStackTrace",
    "(I)Ljava/lang/Throwable;",
    Footprint::Words(&[
        Words::Field(0, "backtrace", Access::Write),
        Words::Field(0, "stackTrace", Access::Write),
        Words::Field(0, "depth", Access::Write),
    ]),
    |machine, thread, arguments| {
        machine.fill_in_stack_trace(thread, Ref::from_slot(arguments[0]))?;
        Ok(arguments[0])
    },
)];
