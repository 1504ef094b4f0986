//! `jdk.internal.loader.BootLoader`.

use super::{NativeMethod, native, nothing};
use crate::machine::heap::Ref;
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    native("setBootLoaderUnnamedModule0", "", |machine, _, arguments| {
        machine.publish(Ref::from_slot(arguments[0]));
        Rc::make_mut(&mut machine.modules).insert("".into(), Ref::from_slot(arguments[0]));
        Ok(0)
    }),
    native("loadLibrary", "(Ljava/lang/String;)V", nothing),
    native("getSystemPackageLocation", "", |machine, thread, arguments| {
        let name = machine.require_text(thread, Ref::from_slot(arguments[0]))?;
        match machine.library.image.module_of_package(&name) {
            Some(module) => Ok(machine.intern_text(thread, &format!("jrt:/{module}"))?.slot()),
            None => Ok(0),
        }
    }),
];
