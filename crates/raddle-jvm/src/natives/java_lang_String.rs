//! `java.lang.String`: interning.

use super::{NativeMethod, native};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] = &[native("intern", "()Ljava/lang/String;", |machine, thread, arguments| {
    let string = Ref::from_slot(arguments[0]);
    let units = machine.string_units(string);
    Ok(machine.intern(thread, &units)?.slot())
})];
