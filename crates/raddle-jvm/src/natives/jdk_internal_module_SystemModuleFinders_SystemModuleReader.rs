//! `jdk.internal.module.SystemModuleFinders.SystemModuleReader`: resources of the JDK's modules.

use super::footprint::{CONSTANT, MAKES};
use super::{NativeMethod, declared};
use crate::library::LoaderId;
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};

pub const METHODS: &[NativeMethod] = &[
    declared("open", "", MAKES, |machine, thread, arguments| {
        let Some(bytes) = content(machine, thread, arguments)? else {
            return optional(machine, thread, Ref::NULL);
        };
        let array = machine.new_byte_array(thread, &bytes)?;
        let class = machine.load_class(thread, LoaderId::BOOT, "java/io/ByteArrayInputStream")?;
        machine.initialize_now(thread, class)?;
        let stream = machine.new_instance(thread, class)?;
        machine.run_constructor(thread, stream, "([B)V", &[array.slot()])?;
        optional(machine, thread, stream)
    }),
    declared("read", "", MAKES, |machine, thread, arguments| {
        let Some(bytes) = content(machine, thread, arguments)? else {
            return optional(machine, thread, Ref::NULL);
        };
        let array = machine.new_byte_array(thread, &bytes)?;
        let descriptor = "([B)Ljava/nio/ByteBuffer;";
        let buffer =
            machine.call_static_now(thread, "java/nio/ByteBuffer", "wrap", descriptor, &[array.slot()])?;
        optional(machine, thread, Ref::from_slot(buffer))
    }),
    declared("containsImageLocation", "", CONSTANT, |machine, thread, arguments| {
        Ok(u64::from(content(machine, thread, arguments)?.is_some()))
    }),
];

fn content(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<Option<Vec<u8>>, Trap> {
    let module = machine.get_reference(Ref::from_slot(arguments[0]), "module");
    let module = machine.require_text(thread, module)?;
    let name = machine.require_text(thread, Ref::from_slot(arguments[1]))?;
    match machine.library.image.resource(&format!("/{module}/{name}")) {
        Ok(found) => Ok(found),
        Err(error) => Err(machine.throw(thread, "java/io/IOException", &error.to_string())),
    }
}

fn optional(machine: &mut Machine, thread: &mut Thread, value: Ref) -> Result<u64, Trap> {
    let descriptor = "(Ljava/lang/Object;)Ljava/util/Optional;";
    machine.call_static_now(thread, "java/util/Optional", "ofNullable", descriptor, &[value.slot()])
}
