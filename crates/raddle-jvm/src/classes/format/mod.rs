//! Checks the form of a class file that is not trusted, before anything of it is used.
//!
//! Source: the JVM specification, 4.1 to 4.9, in the order of its sections: `pool` (4.4), `flags` (4.1, 4.5, 4.6, 4.7.6),
//! `names` (4.2 and 4.3), `attributes` (4.7) and `code` (4.7.3 and the tables inside). Where the specification leaves it
//! open how much is checked, as much as HotSpot checks: what it refuses with a `ClassFormatError` is refused here, and what
//! it lets pass is let pass. What a class means for others is checked when it is linked (`library::define`), and its
//! instructions when it is first used (`code::verify`).
//!
//! Classes of the JDK come without these checks.

mod attributes;
mod code;
mod flags;
mod names;
mod pool;

use super::class_file::{ClassFile, Member, access};
use super::reader::ClassError;
use rustc_hash::FxHashSet;

/// The versions of the class-file format from which on a rule holds.
mod version {
    pub const JAVA_5: u16 = 49;
    pub const JAVA_6: u16 = 50;
    pub const JAVA_7: u16 = 51;
    pub const JAVA_8: u16 = 52;
    pub const JAVA_9: u16 = 53;
    pub const JAVA_11: u16 = 55;
    pub const JAVA_12: u16 = 56;
    pub const JAVA_16: u16 = 60;
    pub const JAVA_17: u16 = 61;
}

/// Checks a class file. `newest` is the newest version that the JDK in use understands. An `InnerClasses` table that
/// contradicts itself is taken out, as the JVM ignores it.
pub fn check(file: &mut ClassFile, newest: u16) -> Result<(), ClassError> {
    if check_parts(file, newest)? == InnerClasses::Ignored {
        let ignored = file.attribute_position("InnerClasses");
        ignored.map(|position| file.attributes.remove(position));
    }
    Ok(())
}

/// What becomes of the table of inner classes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InnerClasses {
    Kept,
    Ignored,
}

fn check_parts(file: &ClassFile, newest: u16) -> Result<InnerClasses, ClassError> {
    check_version(file, newest)?;
    pool::check(file)?;
    flags::check_class(file.access, file.major)?;
    check_hierarchy(file)?;
    let is_interface = file.access & access::INTERFACE != 0;
    for field in &file.fields {
        flags::check_field(field.access, is_interface, file.major)
            .map_err(|error| named(file, field, &error))?;
        let name = file.utf8(field.name)?;
        let descriptor = file.utf8(field.descriptor)?;
        if !names::is_field_name(name, file.major) {
            return Err(bad_name("field", name));
        }
        if !names::is_field_descriptor(descriptor) {
            return Err(bad_name("field descriptor", descriptor));
        }
        attributes::check_field(file, field).map_err(|error| named(file, field, &error))?;
    }
    check_unique(file, &file.fields, "field")?;
    for method in &file.methods {
        check_method(file, method, is_interface).map_err(|error| named(file, method, &error))?;
    }
    check_unique(file, &file.methods, "method")?;
    attributes::check_class(file)
}

fn check_version(file: &ClassFile, newest: u16) -> Result<(), ClassError> {
    const VERSION_AT: usize = 4;
    if file.major > newest {
        let message = format!("class-file version {} is newer than the JDK's, which is {newest}", file.major);
        return Err(ClassError::new(VERSION_AT, message));
    }
    if file.major >= version::JAVA_12 && file.minor != 0 {
        let message =
            format!("class-file version {}.{}: preview features are not enabled", file.major, file.minor);
        return Err(ClassError::new(VERSION_AT, message));
    }
    Ok(())
}

fn check_hierarchy(file: &ClassFile) -> Result<(), ClassError> {
    let this = file.class_name(file.this_class)?;
    if this.starts_with('[') {
        return Err(ClassError::new(0, format!("a class named {this}")));
    }
    match file.super_class {
        0 if this != "java/lang/Object" => return Err(ClassError::new(0, "a class without superclass")),
        0 => {}
        index => {
            let superclass = file.class_name(index)?;
            if superclass.starts_with('[') {
                return Err(ClassError::new(0, "an array as superclass"));
            }
            if file.access & access::INTERFACE != 0 && superclass != "java/lang/Object" {
                return Err(ClassError::new(0, "an interface whose superclass is not Object"));
            }
        }
    }
    let mut seen = FxHashSet::default();
    for index in &file.interfaces {
        let interface = file.class_name(*index)?;
        if interface.starts_with('[') {
            return Err(ClassError::new(0, "an array as interface"));
        }
        if !seen.insert(interface.clone()) {
            return Err(ClassError::new(0, format!("the interface {interface} twice")));
        }
    }
    Ok(())
}

fn check_method(file: &ClassFile, method: &Member, is_interface: bool) -> Result<(), ClassError> {
    let name = file.utf8(method.name)?;
    let descriptor = file.utf8(method.descriptor)?;
    if !names::is_method_name(name, file.major) {
        return Err(bad_name("method", name));
    }
    flags::check_method(method.access, is_interface, name, file.major)?;
    let slots = names::method_slots(name, descriptor, file.major)
        .ok_or_else(|| bad_name("method descriptor", descriptor))?;
    let is_static = method.access & access::STATIC != 0 || flags::is_initializer(name);
    let slots = slots + usize::from(!is_static);
    if slots > 255 {
        return Err(ClassError::new(0, "more than 255 argument slots"));
    }
    attributes::check_method(file, method, slots)
}

fn check_unique(file: &ClassFile, members: &[Member], what: &str) -> Result<(), ClassError> {
    let mut seen = FxHashSet::default();
    for member in members {
        if !seen.insert((file.utf8(member.name)?, file.utf8(member.descriptor)?)) {
            let name = file.text(member.name)?;
            return Err(ClassError::new(0, format!("the {what} {name} is declared twice")));
        }
    }
    Ok(())
}

fn bad_name(what: &str, name: &[u8]) -> ClassError {
    ClassError::new(0, format!("`{}` is no {what}", String::from_utf8_lossy(name)))
}

/// An error of a member, with its name.
fn named(file: &ClassFile, member: &Member, error: &ClassError) -> ClassError {
    let name = file.text(member.name).unwrap_or_default();
    ClassError::new(error.offset, format!("{name}: {}", error.message))
}
