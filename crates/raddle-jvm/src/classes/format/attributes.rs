//! Attributes of classes, fields and methods (4.7): those that are known stand where they may, as often as they may, with
//! the length and the constants that they should have. Unknown ones are ignored.

use super::{InnerClasses, code, flags, names, version};
use crate::classes::class_file::{Attribute, ClassFile, Constant, Member, access};
use crate::classes::reader::{ClassError, Reader};

/// Attributes that no part may have twice, and the version from which on they are known.
const SINGLE: &[(&str, u16)] = &[
    ("Signature", version::JAVA_5),
    ("RuntimeVisibleAnnotations", version::JAVA_5),
    ("RuntimeInvisibleAnnotations", version::JAVA_5),
    ("RuntimeVisibleTypeAnnotations", version::JAVA_5),
    ("RuntimeInvisibleTypeAnnotations", version::JAVA_5),
];

const SINGLE_OF_CLASSES: &[(&str, u16)] = &[
    ("SourceFile", 0),
    ("SourceDebugExtension", 0),
    ("InnerClasses", 0),
    ("EnclosingMethod", version::JAVA_5),
    ("BootstrapMethods", version::JAVA_7),
    ("NestMembers", version::JAVA_11),
    ("NestHost", version::JAVA_11),
    ("Record", version::JAVA_16),
    ("PermittedSubclasses", version::JAVA_17),
];

const SINGLE_OF_METHODS: &[(&str, u16)] = &[
    ("Code", 0),
    ("Exceptions", 0),
    ("MethodParameters", 0),
    ("RuntimeVisibleParameterAnnotations", version::JAVA_5),
    ("RuntimeInvisibleParameterAnnotations", version::JAVA_5),
    ("AnnotationDefault", version::JAVA_5),
];

/// The known attributes of a part, by name, each with a cursor over its content.
struct Known<'a> {
    file: &'a ClassFile,
    found: Vec<(&'static str, Reader<'a>)>,
}

impl<'a> Known<'a> {
    fn of(
        file: &'a ClassFile,
        attributes: &[Attribute],
        own: &'static [(&'static str, u16)],
    ) -> Result<Known<'a>, ClassError> {
        let mut known = Known { file, found: Vec::new() };
        for attribute in attributes {
            let name = file.utf8(attribute.name)?;
            let start = attribute.range.start;
            if matches!(name, b"Synthetic" | b"Deprecated") && !attribute.range.is_empty() {
                return Err(ClassError::new(start, "an attribute that should be empty"));
            }
            let Some((name, since)) =
                SINGLE.iter().chain(own).find(|(known, _)| known.as_bytes() == name).copied()
            else {
                continue;
            };
            if file.major < since {
                continue;
            }
            if known.found.iter().any(|(found, _)| *found == name) {
                return Err(ClassError::new(start, format!("two attributes {name}")));
            }
            known.found.push((name, Reader::at(&file.bytes[..attribute.range.end], start)));
        }
        known.read_all("Signature", |reader| file.utf8(reader.u16()?).map(|_| ()))?;
        Ok(known)
    }

    fn has(&self, name: &str) -> bool {
        self.found.iter().any(|(found, _)| *found == name)
    }

    /// Reads an attribute, which must end where the reading ends.
    fn read_all(
        &self,
        name: &str,
        read: impl FnOnce(&mut Reader<'a>) -> Result<(), ClassError>,
    ) -> Result<(), ClassError> {
        let Some((_, reader)) = self.found.iter().find(|(found, _)| *found == name) else { return Ok(()) };
        let mut reader = reader.clone();
        let place = |error: ClassError, offset: usize| {
            let offset = if error.offset == 0 { offset } else { error.offset };
            ClassError::new(offset, format!("{name}: {}", error.message))
        };
        read(&mut reader).map_err(|error| place(error, reader.offset()))?;
        if reader.is_at_end() {
            return Ok(());
        }
        Err(ClassError::new(reader.offset(), format!("{name} is longer than what is in it")))
    }

    /// A table of classes.
    fn classes(&self, name: &str) -> Result<(), ClassError> {
        self.read_all(name, |reader| {
            for _ in 0..reader.u16()? {
                self.file.class_name(reader.u16()?)?;
            }
            Ok(())
        })
    }
}

pub(super) fn check_field(file: &ClassFile, field: &Member) -> Result<(), ClassError> {
    // The value of a field that is not static is ignored.
    const WITH_VALUE: &[(&str, u16)] = &[("ConstantValue", 0)];
    let is_static = field.access & access::STATIC != 0;
    let known = Known::of(file, &field.attributes, if is_static { WITH_VALUE } else { &[] })?;
    known.read_all("ConstantValue", |reader| {
        let value = file.constant(reader.u16()?)?;
        let fits = match file.utf8(field.descriptor)? {
            b"J" => matches!(value, Constant::Long(_)),
            b"F" => matches!(value, Constant::Float(_)),
            b"D" => matches!(value, Constant::Double(_)),
            b"I" | b"S" | b"C" | b"B" | b"Z" => matches!(value, Constant::Integer(_)),
            b"Ljava/lang/String;" => matches!(value, Constant::String(_)),
            _ => false,
        };
        if fits { Ok(()) } else { Err(ClassError::new(0, "a value of another type than the field's")) }
    })
}

pub(super) fn check_method(file: &ClassFile, method: &Member, slots: usize) -> Result<(), ClassError> {
    let known = Known::of(file, &method.attributes, SINGLE_OF_METHODS)?;
    // Of a class initialiser, only `static` counts.
    let is_initializer = flags::is_initializer(file.utf8(method.name)?);
    let needs_code = method.access & (access::NATIVE | access::ABSTRACT) == 0 || is_initializer;
    if needs_code != known.has("Code") {
        let message = if needs_code { "no code" } else { "code, though it is native or abstract" };
        return Err(ClassError::new(0, message));
    }
    known.read_all("Code", |reader| code::check(file, reader, slots))?;
    known.classes("Exceptions")?;
    known.read_all("MethodParameters", |reader| {
        let count = usize::from(reader.u8()?);
        reader.skip(count * 4)
    })
}

pub(super) fn check_class(file: &ClassFile) -> Result<InnerClasses, ClassError> {
    let known = Known::of(file, &file.attributes, SINGLE_OF_CLASSES)?;
    known.read_all("SourceFile", |reader| file.utf8(reader.u16()?).map(|_| ()))?;
    known.read_all("EnclosingMethod", |reader| {
        file.class_name(reader.u16()?)?;
        match reader.u16()? {
            0 => Ok(()),
            method => file.name_and_type(method).map(|_| ()),
        }
    })?;
    let mut inner_classes = InnerClasses::Kept;
    known.read_all("InnerClasses", |reader| {
        inner_classes = check_inner_classes(file, reader)?;
        Ok(())
    })?;
    known.read_all("NestHost", |reader| file.class_name(reader.u16()?).map(|_| ()))?;
    known.classes("NestMembers")?;
    if known.has("NestHost") && known.has("NestMembers") {
        return Err(ClassError::new(0, "both host and member of a nest"));
    }
    known.read_all("Record", |reader| check_record(file, reader))?;
    if known.has("PermittedSubclasses") && file.access & access::FINAL != 0 {
        return Err(ClassError::new(0, "a final class with permitted subclasses"));
    }
    known.classes("PermittedSubclasses")?;
    check_bootstrap_methods(file, &known)?;
    Ok(inner_classes)
}

/// One entry of `InnerClasses`: inner class, outer class, name, flags.
type InnerClass = [u16; 4];

fn check_inner_classes(file: &ClassFile, reader: &mut Reader<'_>) -> Result<InnerClasses, ClassError> {
    let mut entries: Vec<InnerClass> = Vec::new();
    for _ in 0..reader.u16()? {
        let entry = [reader.u16()?, reader.u16()?, reader.u16()?, reader.u16()?];
        let [inner, outer, name, flags] = entry;
        file.class_name(inner)?;
        if outer != 0 && file.class_name(outer)?.starts_with('[') {
            return Err(ClassError::new(0, "an array with inner classes"));
        }
        if name != 0 {
            file.utf8(name)?;
        }
        if inner == outer {
            return Err(ClassError::new(0, "a class inside itself"));
        }
        flags::check_class(flags, file.major)?;
        entries.push(entry);
    }
    // A table that goes in circles, or that tells of one class twice, is ignored from where it is noticed.
    for (index, entry) in entries.iter().enumerate() {
        if is_inside_itself(file, &entries, *entry)? {
            return Ok(InnerClasses::Ignored);
        }
        for later in &entries[index + 1..] {
            if file.major >= version::JAVA_5 && entry == later {
                return Err(ClassError::new(0, "an inner class twice"));
            }
            if entry[0] == later[0] {
                return Ok(InnerClasses::Ignored);
            }
        }
    }
    Ok(InnerClasses::Kept)
}

fn is_inside_itself(file: &ClassFile, entries: &[InnerClass], entry: InnerClass) -> Result<bool, ClassError> {
    let start = file.class_name(entry[0])?;
    let mut outer = entry[1];
    for _ in 0..=entries.len() {
        if outer == 0 {
            return Ok(false);
        }
        let name = file.class_name(outer)?;
        if name == start {
            return Ok(true);
        }
        let mut next = 0;
        for candidate in entries {
            if file.class_name(candidate[0])? == name {
                next = candidate[1];
                break;
            }
        }
        outer = next;
    }
    Ok(true)
}

fn check_record(file: &ClassFile, reader: &mut Reader<'_>) -> Result<(), ClassError> {
    for _ in 0..reader.u16()? {
        let name = file.utf8(reader.u16()?)?;
        if !names::is_field_name(name, file.major) {
            return Err(super::bad_name("name of a component", name));
        }
        let descriptor = file.utf8(reader.u16()?)?;
        if !names::is_field_descriptor(descriptor) {
            return Err(super::bad_name("field descriptor", descriptor));
        }
        let attributes = reader.attributes()?;
        Known::of(file, &attributes, &[])?;
    }
    Ok(())
}

fn check_bootstrap_methods(file: &ClassFile, known: &Known<'_>) -> Result<(), ClassError> {
    let uses = file.constants.iter().filter_map(|constant| match constant {
        Constant::Dynamic(method, _) | Constant::InvokeDynamic(method, _) => Some(usize::from(*method) + 1),
        _ => None,
    });
    let needed = uses.max().unwrap_or(0);
    if !known.has("BootstrapMethods") && needed > 0 {
        return Err(ClassError::new(0, "no BootstrapMethods for its dynamic constants"));
    }
    known.read_all("BootstrapMethods", |reader| {
        let count = usize::from(reader.u16()?);
        if count < needed {
            return Err(ClassError::new(0, format!("{count} bootstrap methods, but {needed} are used")));
        }
        for _ in 0..count {
            let handle = reader.u16()?;
            if !matches!(file.constant(handle)?, Constant::MethodHandle(..)) {
                return Err(ClassError::new(0, format!("constant {handle} should be a method handle")));
            }
            for _ in 0..reader.u16()? {
                let argument = reader.u16()?;
                if !file.constant(argument)?.is_loadable() {
                    return Err(ClassError::new(0, format!("constant {argument} cannot be an argument")));
                }
            }
        }
        Ok(())
    })
}
