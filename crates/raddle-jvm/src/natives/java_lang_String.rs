//! `java.lang.String`: interning.

use super::footprint::TABLES;
use super::{NativeMethod, declared};
use crate::machine::heap::Ref;

pub const METHODS: &[NativeMethod] =
    &[declared("intern", "()Ljava/lang/String;", TABLES, |machine, thread, arguments| {
        let string = Ref::from_slot(arguments[0]);
        let units = machine.string_units(string);
        Ok(machine.intern(thread, &units)?.slot())
    })];
