//! `java.lang.ClassLoader`: defining classes from bytes, and finding those that are there.

use super::footprint::{COMPUTES, Footprint, TABLES, Words};
use super::{NativeMethod, declared, nothing};
use crate::classes::class_file::ClassFile;
use crate::library::define::Origin;
use crate::library::{LoadError, LoaderId, Resolved};
use crate::machine::heap::Ref;
use crate::machine::thread::Thread;
use crate::machine::{Machine, Trap};
use raddle_explore::operation::Access;
use std::rc::Rc;

const HIDDEN: u32 = 2;
const NESTMATE: u32 = 1;

pub const METHODS: &[NativeMethod] = &[
    declared("registerNatives", "", COMPUTES, nothing),
    declared("defineClass1", "", Footprint::Words(&[Words::Elements(2, 3, 4, Access::Read)]), define_class),
    declared("defineClass0", "", Footprint::Words(&[Words::Elements(3, 4, 5, Access::Read)]), define_hidden),
    declared("findBootstrapClass", "", TABLES, |machine, thread, arguments| {
        let name = machine.require_text(thread, Ref::from_slot(arguments[0]))?.replace('.', "/");
        let library = Rc::clone(&machine.library);
        match library.load_for(&machine.made, LoaderId::BOOT, &name) {
            Ok(class) => Ok(machine.mirror(thread, class)?.slot()),
            Err(LoadError::NotFound(_)) => Ok(0),
            Err(error) => Err(machine.load_failure(thread, error, "java/lang/NoClassDefFoundError")),
        }
    }),
    declared("findLoadedClass0", "", TABLES, |machine, thread, arguments| {
        let loader = machine.loader_of_object(Ref::from_slot(arguments[0]));
        let name = machine.require_text(thread, Ref::from_slot(arguments[1]))?.replace('.', "/");
        let library = Rc::clone(&machine.library);
        let known = library.known(&machine.made, loader, &name);
        match known.filter(|class| library.class(*class).loader == loader) {
            Some(class) => Ok(machine.mirror(thread, class)?.slot()),
            None => Ok(0),
        }
    }),
    declared("findInitiatedClass0", "", COMPUTES, nothing),
    // What `Class.desiredAssertionStatus` answers here does not look at what these set.
    declared("retrieveDirectives", "", COMPUTES, assertions_are_switched),
    declared("clearAssertionStatus", "()V", COMPUTES, assertions_are_switched),
];

fn assertions_are_switched(machine: &mut Machine, thread: &mut Thread, _: &[u64]) -> Result<u64, Trap> {
    Err(machine.incomplete(thread, "a program that switches assertions on or off by itself"))
}

fn define_class(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let loader = machine.loader_of_object(Ref::from_slot(arguments[0]));
    let array = Ref::from_slot(arguments[2]);
    let bytes = machine.heap.byte_range(array, arguments[3] as u32, arguments[4] as u32);
    let class = define(machine, thread, bytes, loader)?;
    Ok(machine.mirror(thread, class)?.slot())
}

/// Defines a class; supertypes of a loader that the program made are asked for in Java first.
fn define(
    machine: &mut Machine,
    thread: &mut Thread,
    bytes: Vec<u8>,
    loader: LoaderId,
) -> Result<crate::library::ClassId, Trap> {
    let bytes: Rc<[u8]> = bytes.into();
    let library = Rc::clone(&machine.library);
    if loader > LoaderId::APPLICATION {
        let file = match ClassFile::parse(Rc::clone(&bytes)) {
            Ok(file) => file,
            Err(error) => {
                return Err(machine.throw(thread, "java/lang/ClassFormatError", &error.to_string()));
            }
        };
        for index in [file.super_class].iter().chain(&file.interfaces).filter(|index| **index != 0) {
            let name = file.class_name(*index).unwrap_or_default().into_owned();
            machine.load_class(thread, loader, &name)?;
        }
    }
    let made = Rc::make_mut(&mut machine.made);
    let place = "a class defined by the program";
    match library.define_for(made, bytes, loader, place, loader == LoaderId::BOOT) {
        Ok(class) => Ok(class),
        Err(LoadError::Malformed(_, error)) => {
            Err(machine.throw(thread, "java/lang/ClassFormatError", &error.to_string()))
        }
        Err(error) => Err(machine.load_failure(thread, error, "java/lang/NoClassDefFoundError")),
    }
}

/// `defineClass0(loader, lookup, name, bytes, offset, length, domain, initialize, flags, classData)`.
fn define_hidden(machine: &mut Machine, thread: &mut Thread, arguments: &[u64]) -> Result<u64, Trap> {
    let flags = arguments[8] as u32;
    let lookup = machine.mirrored(Ref::from_slot(arguments[1]));
    let bytes =
        machine.heap.byte_range(Ref::from_slot(arguments[3]), arguments[4] as u32, arguments[5] as u32);
    let library = Rc::clone(&machine.library);
    let loader = machine.loader_of_object(Ref::from_slot(arguments[0]));
    let class = if flags & HIDDEN == 0 {
        define(machine, thread, bytes, loader)?
    } else {
        let file = match ClassFile::parse(bytes.into()) {
            Ok(file) => file,
            Err(error) => {
                return Err(machine.throw(thread, "java/lang/ClassFormatError", &error.to_string()));
            }
        };
        let own = file.class_name(file.this_class).unwrap_or_default().into_owned();
        let superclass = file.class_name(file.super_class).unwrap_or_default().into_owned();
        let superclass = machine.load_class(thread, loader, &superclass)?;
        let mut interfaces = Vec::new();
        for index in &file.interfaces {
            let name = file.class_name(*index).unwrap_or_default().into_owned();
            interfaces.push(machine.load_class(thread, loader, &name)?);
        }
        let this_class = file.this_class;
        let name = library.symbol(&own);
        let origin = Origin { trusted: true, hidden: true, is_of_library: loader == LoaderId::BOOT };
        let class = match library.link(file, name, loader, Some(superclass), interfaces, origin) {
            Ok(class) => class,
            Err(error) => {
                return Err(machine.throw(thread, "java/lang/ClassFormatError", &error.to_string()));
            }
        };
        library.class(class).resolved.borrow_mut().insert(u32::from(this_class), Resolved::Class(class));
        class
    };
    if flags & NESTMATE != 0 {
        library.class(class).nest_host.set(Some(lookup));
    }
    let mirror = machine.mirror(thread, class)?;
    if let Some(offset) = machine.core.class_data {
        machine.publish(Ref::from_slot(arguments[9]));
        machine.heap.set_field(mirror, offset, arguments[9]);
    }
    if arguments[7] as u32 != 0 {
        machine.initialize_now(thread, class)?;
    }
    Ok(mirror.slot())
}
