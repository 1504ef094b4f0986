//! Which access flags go together (4.1, 4.5, 4.6, 4.7.6). Flags without a meaning for the part are ignored, as the
//! specification asks.

use super::version;
use crate::classes::class_file::access::{
    ABSTRACT, ANNOTATION, BRIDGE, ENUM, FINAL, INTERFACE, MODULE, NATIVE, PRIVATE, PROTECTED, PUBLIC, STATIC,
    STRICT, SUPER, SYNCHRONIZED, TRANSIENT, VOLATILE,
};
use crate::classes::reader::ClassError;

fn illegal(what: &str, flags: u16) -> ClassError {
    ClassError::new(0, format!("illegal {what} flags {flags:#06x}"))
}

/// Flags of a class, or of an entry of `InnerClasses`.
pub(super) fn check_class(flags: u16, major: u16) -> Result<(), ClassError> {
    let has = |flag: u16| flags & flag != 0;
    if has(MODULE) && major >= version::JAVA_9 {
        return Err(ClassError::new(0, "a module, not a class"));
    }
    let since_5 = major >= version::JAVA_5;
    // Old compilers left the flag of abstract interfaces out.
    let is_abstract = has(ABSTRACT) || has(INTERFACE) && major < version::JAVA_6;
    if is_abstract && has(FINAL)
        || has(INTERFACE) && !is_abstract
        || has(INTERFACE) && since_5 && (has(SUPER) || has(ENUM))
        || !has(INTERFACE) && since_5 && has(ANNOTATION)
    {
        return Err(illegal("class", flags));
    }
    Ok(())
}

fn is_of_two_visibilities(flags: u16) -> bool {
    (flags & (PUBLIC | PRIVATE | PROTECTED)).count_ones() > 1
}

pub(super) fn check_field(flags: u16, is_interface: bool, major: u16) -> Result<(), ClassError> {
    let has = |flag: u16| flags & flag != 0;
    let is_illegal = if is_interface {
        flags & (PUBLIC | STATIC | FINAL) != PUBLIC | STATIC | FINAL
            || has(PRIVATE | PROTECTED | VOLATILE | TRANSIENT)
            || major >= version::JAVA_5 && has(ENUM)
    } else {
        is_of_two_visibilities(flags) || has(FINAL) && has(VOLATILE)
    };
    if is_illegal { Err(illegal("field", flags)) } else { Ok(()) }
}

/// Whether a method is the class initialiser, whose flags mean little.
pub(super) fn is_initializer(name: &[u8]) -> bool {
    name == b"<clinit>"
}

pub(super) fn check_method(
    flags: u16,
    is_interface: bool,
    name: &[u8],
    major: u16,
) -> Result<(), ClassError> {
    let has = |flag: u16| flags & flag != 0;
    if is_initializer(name) {
        if major >= version::JAVA_7 && !has(STATIC) {
            return Err(ClassError::new(0, "a class initialiser that is not static"));
        }
        return Ok(());
    }
    if name == b"<init>" && is_interface {
        return Err(ClassError::new(0, "a constructor in an interface"));
    }
    let is_strict = has(STRICT) && major < version::JAVA_17;
    let is_illegal = if is_interface && major >= version::JAVA_8 {
        has(PUBLIC) == has(PRIVATE)
            || has(NATIVE | PROTECTED | FINAL | SYNCHRONIZED)
            || has(ABSTRACT) && (has(PRIVATE | STATIC) || is_strict)
    } else if is_interface && major >= version::JAVA_5 {
        !has(PUBLIC)
            || !has(ABSTRACT)
            || has(PRIVATE | PROTECTED | STATIC | FINAL | SYNCHRONIZED | NATIVE | STRICT)
    } else if is_interface {
        !has(PUBLIC) || !has(ABSTRACT) || has(STATIC | FINAL | NATIVE)
    } else if is_of_two_visibilities(flags) {
        true
    } else if name == b"<init>" {
        has(STATIC | FINAL | SYNCHRONIZED | NATIVE | ABSTRACT) || major >= version::JAVA_5 && has(BRIDGE)
    } else {
        has(ABSTRACT)
            && (has(FINAL | NATIVE | PRIVATE | STATIC)
                || major >= version::JAVA_5 && (has(SYNCHRONIZED) || is_strict))
    };
    if is_illegal { Err(illegal("method", flags)) } else { Ok(()) }
}
