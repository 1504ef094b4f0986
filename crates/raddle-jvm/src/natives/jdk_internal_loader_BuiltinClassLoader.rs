//! `jdk.internal.loader.BuiltinClassLoader`: the class path is searched here, not in Java.

use super::footprint::TABLES;
use super::{NativeMethod, declared};
use crate::library::{LoadError, LoaderId};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("loadClassOrNull", "", TABLES, |machine, thread, arguments| {
        load_or_null(machine, thread, arguments[0], arguments[1])
    }),
    declared("findClassInModuleOrNull", "", TABLES, |machine, thread, arguments| {
        load_or_null(machine, thread, arguments[0], arguments[2])
    }),
    declared("findClassOnClassPathOrNull", "", TABLES, |machine, thread, arguments| {
        load_or_null(machine, thread, arguments[0], arguments[1])
    }),
];

fn load_or_null(machine: &mut Machine, thread: &mut Thread, loader: u64, name: u64) -> Result<u64, Trap> {
    let loader = Ref::from_slot(loader);
    let name = machine.require_text(thread, Ref::from_slot(name))?.replace('.', "/");
    let id = if loader == machine.loader_object(LoaderId::APPLICATION) {
        LoaderId::APPLICATION
    } else {
        LoaderId::BOOT
    };
    if name.starts_with('[') {
        return Ok(0);
    }
    let library = Rc::clone(&machine.library);
    match library.load_for(&machine.made, id, &name) {
        Ok(class) => Ok(machine.mirror(thread, class)?.slot()),
        Err(LoadError::NotFound(missing)) if missing == name => Ok(0),
        Err(error) => Err(machine.load_failure(thread, error, "java/lang/NoClassDefFoundError")),
    }
}
