//! `java.lang.Throwable`: recording the stack.

use super::{NativeMethod, native};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[native("fillInStackTrace", "(I)Ljava/lang/Throwable;", |machine, thread, arguments| {
    machine.fill_in_stack_trace(thread, Ref::from_slot(arguments[0]))?;
    Ok(arguments[0])
})];
