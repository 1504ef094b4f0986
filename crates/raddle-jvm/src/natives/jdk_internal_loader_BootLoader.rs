//! `jdk.internal.loader.BootLoader`.

use super::footprint::{COMPUTES, CONSTANT, TABLES};
use super::{NativeMethod, declared, nothing};
use crate::machine::heap::Ref;
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("setBootLoaderUnnamedModule0", "", TABLES, |machine, _, arguments| {
        machine.publish(Ref::from_slot(arguments[0]));
        Rc::make_mut(&mut machine.modules).insert("".into(), Ref::from_slot(arguments[0]));
        Ok(0)
    }),
    declared("loadLibrary", "(Ljava/lang/String;)V", COMPUTES, nothing),
    declared("getSystemPackageLocation", "", CONSTANT, |machine, thread, arguments| {
        let name = machine.require_text(thread, Ref::from_slot(arguments[0]))?;
        match machine.library.image.module_of_package(&name) {
            Some(module) => Ok(machine.intern_text(thread, &format!("jrt:/{module}"))?.slot()),
            None => Ok(0),
        }
    }),
];
