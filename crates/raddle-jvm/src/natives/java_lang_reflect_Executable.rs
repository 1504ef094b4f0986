//! `java.lang.reflect.Executable`: parameters with their names.

use super::footprint::{COMPUTES, MAKES};
use super::{NativeMethod, declared, nothing};
use crate::classes::reader::Reader;
use crate::library::LoaderId;
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("getParameters0", "", MAKES, parameters),
    declared("getTypeAnnotationBytes0", "", COMPUTES, nothing),
];

fn parameters(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let executable = Ref::from_slot(arguments[0]);
    let class = machine.mirrored(machine.get_reference(executable, "clazz"));
    let slot = machine.get(executable, "slot") as usize;
    let library = Rc::clone(&machine.library);
    let file = library.class(class).expect_file();
    let Some(bytes) = file.attribute_bytes(&file.methods[slot].attributes, "MethodParameters") else {
        return Ok(0);
    };
    let parameter_class = machine.load_class(thread, LoaderId::BOOT, "java/lang/reflect/Parameter")?;
    machine.initialize_now(thread, parameter_class)?;
    let mut reader = Reader::new(bytes);
    let mut objects = Vec::new();
    for index in 0..reader.u8().unwrap_or(0) {
        let (Ok(name), Ok(flags)) = (reader.u16(), reader.u16()) else { break };
        let object = machine.new_instance(thread, parameter_class)?;
        if name != 0 {
            let text = file.text(name).unwrap_or_default().into_owned();
            let text = machine.intern_text(thread, &text)?;
            machine.set(object, "name", text.slot());
        }
        machine.set(object, "modifiers", u64::from(flags));
        machine.set(object, "executable", executable.slot());
        machine.set(object, "index", u64::from(index));
        objects.push(object);
    }
    let array = library.array_of(parameter_class);
    Ok(machine.new_reference_array(thread, array, &objects)?.slot())
}
