//! `jdk.internal.reflect.ConstantPool`: what the parser of annotations reads.

use super::footprint::CONSTANT;
use super::{NativeMethod, declared};
use crate::classes::class_file::Constant;
use crate::machine::heap::Ref;
use crate::machine::{Machine, Trap};
use std::rc::Rc;

pub const METHODS: &[NativeMethod] = &[
    declared("getSize0", "", CONSTANT, |machine, _, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        Ok(machine.library.class(class).expect_file().constants.len() as u64)
    }),
    declared("getUTF8At0", "", CONSTANT, |machine, thread, arguments| {
        let library = Rc::clone(&machine.library);
        let class = library.class(machine.mirrored(Ref::from_slot(arguments[1])));
        match class.expect_file().utf8(arguments[2] as u16) {
            Ok(bytes) => {
                let units = crate::classes::class_file::decode_modified_utf8(bytes);
                Ok(machine.intern(thread, &units)?.slot())
            }
            Err(error) => Err(machine.throw(thread, "java/lang/IllegalArgumentException", &error.message)),
        }
    }),
    declared("getIntAt0", "", CONSTANT, number),
    declared("getLongAt0", "", CONSTANT, number),
    declared("getFloatAt0", "", CONSTANT, number),
    declared("getDoubleAt0", "", CONSTANT, number),
    declared("getStringAt0", "", CONSTANT, |machine, thread, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        Ok(machine.load_reference_constant(thread, class, arguments[2] as u16)?.slot())
    }),
    declared("getClassAt0", "", CONSTANT, |machine, thread, arguments| {
        let class = machine.mirrored(Ref::from_slot(arguments[1]));
        Ok(machine.load_reference_constant(thread, class, arguments[2] as u16)?.slot())
    }),
];

fn number(
    machine: &mut Machine,
    thread: &mut crate::machine::thread::Thread,
    arguments: &[u64],
) -> Result<u64, Trap> {
    let library = Rc::clone(&machine.library);
    let class = library.class(machine.mirrored(Ref::from_slot(arguments[1])));
    match class.expect_file().constant(arguments[2] as u16) {
        Ok(Constant::Integer(value)) => Ok(u64::from(value as u32)),
        Ok(Constant::Float(bits)) => Ok(u64::from(bits)),
        Ok(Constant::Long(value)) => Ok(value as u64),
        Ok(Constant::Double(bits)) => Ok(bits),
        _ => Err(machine.throw(
            thread,
            "java/lang/IllegalArgumentException",
            "Wrong type at constant pool index",
        )),
    }
}
