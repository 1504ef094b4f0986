//! `java.lang.Module`: which class belongs to which module. Access between modules is checked by the JDK's own code.

use super::footprint::{COMPUTES, TABLES};
use super::{NativeMethod, declared, nothing};
use crate::library::ClassId;
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("defineModule0", "", TABLES, define_module),
    declared("addReads0", "", COMPUTES, nothing),
    declared("addExports0", "", COMPUTES, nothing),
    declared("addExportsToAll0", "", COMPUTES, nothing),
    declared("addExportsToAllUnnamed0", "", COMPUTES, nothing),
];

fn define_module(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let module = Ref::from_slot(arguments[0]);
    let name = machine.get_reference(module, "name");
    let name = machine.string_text(name);
    machine.publish(module);
    Rc::make_mut(&mut machine.modules).insert(name.clone().into(), module);
    // Classes that were there before their module get it now.
    for index in 0..machine.class_states.len() as u32 {
        let mirror = machine.class_state(ClassId(index)).mirror;
        if index >= machine.library.class_count() || mirror.is_null() {
            continue;
        }
        if machine.heap.reference(mirror, machine.core.class_module).is_null() {
            let module = machine.module_for(thread, ClassId(index))?;
            machine.heap.set_field(mirror, machine.core.class_module, module.slot());
        }
    }
    Ok(0)
}
