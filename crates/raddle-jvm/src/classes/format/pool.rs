//! The constant pool (4.4): every constant refers to constants of the right kind, texts are modified UTF-8, and names and
//! descriptors fit the constants that use them.

use super::{bad_name, names, version};
use crate::classes::class_file::{ClassFile, Constant};
use crate::classes::reader::ClassError;

pub(super) fn check(file: &ClassFile) -> Result<(), ClassError> {
    for (index, constant) in file.constants.iter().enumerate() {
        check_constant(file, *constant)
            .map_err(|error| ClassError::new(error.offset, format!("constant {index}: {}", error.message)))?;
    }
    Ok(())
}

fn check_constant(file: &ClassFile, constant: Constant) -> Result<(), ClassError> {
    let since = |needed: u16| {
        if file.major >= needed {
            return Ok(());
        }
        Err(ClassError::new(0, format!("a constant that version {} does not have", file.major)))
    };
    match constant {
        Constant::Utf8(start, length) => {
            let (start, length) = (start as usize, usize::from(length));
            if !names::is_modified_utf8(&file.bytes[start..start + length], file.major) {
                return Err(ClassError::new(start, "not modified UTF-8"));
            }
        }
        Constant::Class(name) => {
            let name = file.utf8(name)?;
            if !names::is_class_name(name, file.major) {
                return Err(bad_name("name of a class", name));
            }
        }
        Constant::NameAndType(name, descriptor) => check_name_and_type(file, name, descriptor)?,
        Constant::Field(_, member) => {
            if names::is_for_method(descriptor_of(file, member)?) {
                return Err(ClassError::new(0, "a field with the descriptor of a method"));
            }
        }
        Constant::Method(_, member) => {
            check_method_reference(file, member)?;
            let name = name_of(file, member)?;
            if name.first() == Some(&b'<') && name != b"<init>" {
                return Err(bad_name("method that can be called", name));
            }
        }
        Constant::InterfaceMethod(_, member) => check_method_reference(file, member)?,
        Constant::InvokeDynamic(_, member) => {
            since(version::JAVA_7)?;
            check_method_reference(file, member)?;
        }
        Constant::Dynamic(_, member) => {
            since(version::JAVA_11)?;
            if names::is_for_method(descriptor_of(file, member)?) {
                return Err(ClassError::new(0, "a dynamic constant with the descriptor of a method"));
            }
        }
        Constant::MethodType(descriptor) => {
            since(version::JAVA_7)?;
            let descriptor = file.utf8(descriptor)?;
            if names::method_slots(b"type", descriptor, file.major).is_none() {
                return Err(bad_name("method descriptor", descriptor));
            }
        }
        Constant::MethodHandle(kind, member) => {
            since(version::JAVA_7)?;
            check_handle(file, kind, member)?;
        }
        Constant::ModuleOrPackage(_) => {
            return Err(ClassError::new(0, "a module or package, in a class"));
        }
        Constant::Unused
        | Constant::String(_)
        | Constant::Integer(_)
        | Constant::Float(_)
        | Constant::Long(_)
        | Constant::Double(_) => {}
    }
    Ok(())
}

fn name_of(file: &ClassFile, member: u16) -> Result<&[u8], ClassError> {
    file.utf8(file.name_and_type(member)?.0)
}

fn descriptor_of(file: &ClassFile, member: u16) -> Result<&[u8], ClassError> {
    file.utf8(file.name_and_type(member)?.1)
}

fn check_name_and_type(file: &ClassFile, name: u16, descriptor: u16) -> Result<(), ClassError> {
    let (name, descriptor) = (file.utf8(name)?, file.utf8(descriptor)?);
    let is_method = names::is_for_method(descriptor);
    let is_good_name = if is_method {
        names::is_method_name(name, file.major)
    } else {
        names::is_field_name(name, file.major)
    };
    if !is_good_name {
        return Err(bad_name("name of a member", name));
    }
    let is_good_descriptor = if is_method {
        names::method_slots(name, descriptor, file.major).is_some()
    } else {
        names::is_field_descriptor(descriptor)
    };
    if is_good_descriptor { Ok(()) } else { Err(bad_name("descriptor of a member", descriptor)) }
}

fn check_method_reference(file: &ClassFile, member: u16) -> Result<(), ClassError> {
    let descriptor = descriptor_of(file, member)?;
    if names::is_for_method(descriptor) { Ok(()) } else { Err(bad_name("method descriptor", descriptor)) }
}

/// The kind of a method handle says what it refers to (4.4.8).
fn check_handle(file: &ClassFile, kind: u8, member: u16) -> Result<(), ClassError> {
    const VIRTUAL: u8 = 5;
    const STATIC: u8 = 6;
    const SPECIAL: u8 = 7;
    const NEW: u8 = 8;
    const INTERFACE: u8 = 9;
    let bad = |what: &str| ClassError::new(0, format!("a method handle of kind {kind} {what}"));
    let referred = file.constant(member)?;
    let fits = match (kind, referred) {
        (1..=4, Constant::Field(..))
        | (VIRTUAL | STATIC | SPECIAL | NEW, Constant::Method(..))
        | (INTERFACE, Constant::InterfaceMethod(..)) => true,
        (STATIC | SPECIAL, Constant::InterfaceMethod(..)) => file.major >= version::JAVA_8,
        _ => false,
    };
    if !fits {
        return Err(bad("for something else"));
    }
    if let (VIRTUAL..=NEW, Constant::Method(_, member) | Constant::InterfaceMethod(_, member)) =
        (kind, referred)
    {
        let is_constructor = name_of(file, member)? == b"<init>";
        if is_constructor != (kind == NEW) {
            return Err(bad("and the name of another"));
        }
    }
    Ok(())
}
