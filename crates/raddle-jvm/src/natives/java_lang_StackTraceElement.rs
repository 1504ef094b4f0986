//! `java.lang.StackTraceElement`: turning a recorded stack into words.

use super::footprint::{Footprint, Words};
use super::{NativeMethod, declared};
use crate::library::{LoaderId, MethodId};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use raddle_explore::operation::Access;
use std::rc::Rc;

/// It fills the elements from what an exception recorded.
const DESCRIBES: Footprint = Footprint::Words(&[
    Words::Each(0, Access::Write),
    Words::Whole(1, Access::Read),
    Words::Through(1, "backtrace", Access::Read),
]);

pub const METHODS: &[NativeMethod] = &[declared("initStackTraceElements", "", DESCRIBES, initialize_all)];

fn initialize_all(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let elements = Ref::from_slot(arguments[0]);
    let source = Ref::from_slot(arguments[1]);
    // Newer JDKs pass the backtrace, older ones the exception.
    let trace: Vec<(MethodId, u32)> = if machine.heap.class_of(source) == machine.core.long_array {
        (0..machine.heap.length(source))
            .map(|index| machine.heap.element64(source, index))
            .map(|entry| (MethodId((entry >> 32) as u32), entry as u32))
            .collect()
    } else {
        machine.backtrace(source)
    };
    for (index, (method, pc)) in trace.into_iter().enumerate() {
        if index as u32 >= machine.heap.length(elements) {
            break;
        }
        let element = Ref(machine.heap.element32(elements, index as u32));
        describe(machine, thread, element, method, pc)?;
    }
    Ok(0)
}

/// Fills one element.
pub fn describe(
    machine: &mut Machine,
    thread: &mut Thread,
    element: Ref,
    method: MethodId,
    pc: u32,
) -> Result<(), Trap> {
    let library = Rc::clone(&machine.library);
    let declared = library.method(method);
    let class = library.class(declared.class);
    let mirror = machine.mirror(thread, declared.class)?;
    let class_name = machine.external_name(declared.class);
    let class_name = machine.intern_text(thread, &class_name)?;
    let method_name = machine.intern_text(thread, library.text(declared.name))?;
    machine.set(element, "declaringClassObject", mirror.slot());
    machine.set(element, "declaringClass", class_name.slot());
    machine.set(element, "methodName", method_name.slot());
    if let Some(file) = class.source_file {
        let file = machine.intern_text(thread, library.text(file))?;
        machine.set(element, "fileName", file.slot());
    }
    let line = if declared.is_native() {
        -2
    } else {
        declared.code.get().and_then(|code| code.line(pc)).map_or(-1, |line| line as i32)
    };
    machine.set(element, "lineNumber", u64::from(line as u32));
    if class.loader == LoaderId::BOOT
        && let Some(module) = library.image.module_of_package(library.package(declared.class))
    {
        let module = machine.intern_text(thread, &module)?;
        machine.set(element, "moduleName", module.slot());
        let version = machine.environment.java_version.clone();
        let version = machine.intern_text(thread, &version)?;
        machine.set(element, "moduleVersion", version.slot());
    } else if class.loader == LoaderId::APPLICATION {
        let loader = machine.intern_text(thread, "app")?;
        machine.set(element, "classLoaderName", loader.slot());
    }
    Ok(())
}
