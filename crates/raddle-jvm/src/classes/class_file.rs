//! The parsed form of one class file: constant pool, fields, methods, and where their attributes lie.
//!
//! Attributes stay bytes until somebody asks: most methods of the library never run, and their code is decoded when
//! they first do (`code::decode`). Guarantee: every index and range that is handed out lies inside the file.

use super::descriptor;
use super::reader::{ClassError, Reader};
use std::ops::Range;
use std::rc::Rc;

/// Access flags, as the class-file format numbers them.
pub mod access {
    /// `public`.
    pub const PUBLIC: u16 = 0x0001;
    /// `private`.
    pub const PRIVATE: u16 = 0x0002;
    /// `protected`.
    pub const PROTECTED: u16 = 0x0004;
    /// `static`.
    pub const STATIC: u16 = 0x0008;
    /// `final`.
    pub const FINAL: u16 = 0x0010;
    /// `synchronized`, of a method.
    pub const SYNCHRONIZED: u16 = 0x0020;
    /// Calls of its superclass's methods by `invokespecial`, of a class.
    pub const SUPER: u16 = 0x0020;
    /// `volatile`, of a field.
    pub const VOLATILE: u16 = 0x0040;
    /// Made by the compiler to call another one, of a method.
    pub const BRIDGE: u16 = 0x0040;
    /// A method with a variable number of arguments.
    pub const VARARGS: u16 = 0x0080;
    /// `transient`, of a field.
    pub const TRANSIENT: u16 = 0x0080;
    /// `native`.
    pub const NATIVE: u16 = 0x0100;
    /// An interface.
    pub const INTERFACE: u16 = 0x0200;
    /// `abstract`.
    pub const ABSTRACT: u16 = 0x0400;
    /// `strictfp`, of a method.
    pub const STRICT: u16 = 0x0800;
    /// An annotation type.
    pub const ANNOTATION: u16 = 0x2000;
    /// An enum, or one of its constants.
    pub const ENUM: u16 = 0x4000;
    /// A module.
    pub const MODULE: u16 = 0x8000;
}

/// One constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constant {
    /// The slot zero, or the second slot of a long or double.
    Unused,
    /// Modified UTF-8 at this range of the file.
    Utf8(u32, u16),
    /// An `int`.
    Integer(i32),
    /// A `float`, as bits.
    Float(u32),
    /// A `long`.
    Long(i64),
    /// A `double`, as bits.
    Double(u64),
    /// A class, by the index of its name.
    Class(u16),
    /// A string, by the index of its text.
    String(u16),
    /// A field: class, name and type.
    Field(u16, u16),
    /// A method of a class.
    Method(u16, u16),
    /// A method of an interface.
    InterfaceMethod(u16, u16),
    /// A name with a descriptor.
    NameAndType(u16, u16),
    /// A method handle: kind and member.
    MethodHandle(u8, u16),
    /// A method type, by the index of its descriptor.
    MethodType(u16),
    /// A dynamic constant: bootstrap method, name and type.
    Dynamic(u16, u16),
    /// A dynamic call: bootstrap method, name and type.
    InvokeDynamic(u16, u16),
    /// A module or package name.
    ModuleOrPackage(u16),
}

impl Constant {
    /// Whether it can be pushed, or given to a bootstrap method.
    pub fn is_loadable(self) -> bool {
        matches!(
            self,
            Constant::Integer(_)
                | Constant::Float(_)
                | Constant::Long(_)
                | Constant::Double(_)
                | Constant::Class(_)
                | Constant::String(_)
                | Constant::MethodHandle(..)
                | Constant::MethodType(_)
                | Constant::Dynamic(..)
        )
    }
}

/// An attribute: the index of its name, and its bytes.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// Where its name is in the pool.
    pub name: u16,
    /// Where its content lies.
    pub range: Range<usize>,
}

/// A field or a method.
#[derive(Clone, Debug)]
pub struct Member {
    /// Access flags.
    pub access: u16,
    /// Where its name is in the pool.
    pub name: u16,
    /// Where its descriptor is in the pool.
    pub descriptor: u16,
    /// Its attributes.
    pub attributes: Vec<Attribute>,
}

/// One entry of the exception table of a method.
#[derive(Clone, Copy, Debug)]
pub struct RawHandler {
    /// First covered offset.
    pub start: u16,
    /// First offset after.
    pub end: u16,
    /// Where the handler begins.
    pub handler: u16,
    /// The pool index of the caught class, zero for all.
    pub catch: u16,
}

/// A `Code` attribute.
#[derive(Clone, Debug)]
pub struct RawCode {
    /// Slots of the operand stack.
    pub max_stack: u16,
    /// Slots of the local variables.
    pub max_locals: u16,
    /// Where the bytecode lies in the file.
    pub bytecode: Range<usize>,
    /// The exception table.
    pub handlers: Vec<RawHandler>,
    /// Bytecode offsets and their source lines.
    pub lines: Vec<(u16, u16)>,
    /// The attributes of the code.
    pub attributes: Vec<Attribute>,
}

/// A bootstrap method and its static arguments.
#[derive(Clone, Debug)]
pub struct BootstrapMethod {
    /// The pool index of the handle.
    pub handle: u16,
    /// The pool indices of the arguments.
    pub arguments: Vec<u16>,
}

/// One class file.
#[derive(Debug)]
pub struct ClassFile {
    /// The whole file.
    pub bytes: Rc<[u8]>,
    /// Its version: 61 is Java 17.
    pub major: u16,
    /// What the version has after the point.
    pub minor: u16,
    /// The constant pool.
    pub constants: Vec<Constant>,
    /// Access flags.
    pub access: u16,
    /// The pool index of this class.
    pub this_class: u16,
    /// The pool index of the superclass, zero for `Object`.
    pub super_class: u16,
    /// The pool indices of the interfaces.
    pub interfaces: Vec<u16>,
    /// The fields.
    pub fields: Vec<Member>,
    /// The methods.
    pub methods: Vec<Member>,
    /// The attributes of the class.
    pub attributes: Vec<Attribute>,
}

/// The newest class-file version that is understood: Java 25.
pub const NEWEST_MAJOR: u16 = 69;

impl ClassFile {
    /// Parses a class file, and checks that its parts refer to parts that are there.
    pub fn parse(bytes: Rc<[u8]>) -> Result<ClassFile, ClassError> {
        let mut reader = Reader::new(&bytes);
        if reader.u32()? != 0xCAFE_BABE {
            return Err(ClassError::new(0, "no class file: it does not begin with CAFEBABE"));
        }
        let minor = reader.u16()?;
        let major = reader.u16()?;
        if !(45..=NEWEST_MAJOR).contains(&major) {
            return Err(ClassError::new(
                6,
                format!("class-file version {major} is not supported (45 to {NEWEST_MAJOR} are)"),
            ));
        }
        let constants = parse_constants(&mut reader)?;
        let access = reader.u16()?;
        let this_class = reader.u16()?;
        let super_class = reader.u16()?;
        let interface_count = reader.u16()?;
        let interfaces = (0..interface_count).map(|_| reader.u16()).collect::<Result<Vec<_>, _>>()?;
        let fields = parse_members(&mut reader)?;
        let methods = parse_members(&mut reader)?;
        let attributes = reader.attributes()?;
        if !reader.is_at_end() {
            return Err(ClassError::new(reader.offset(), "more bytes after the end of the class"));
        }
        let file = ClassFile {
            bytes: bytes.clone(),
            major,
            minor,
            constants,
            access,
            this_class,
            super_class,
            interfaces,
            fields,
            methods,
            attributes,
        };
        file.check()?;
        Ok(file)
    }

    /// Checks that indices lead to constants of the right kind.
    fn check(&self) -> Result<(), ClassError> {
        let bad = |index: u16, what: &str| ClassError::new(0, format!("constant {index} should be {what}"));
        for constant in &self.constants {
            match *constant {
                Constant::Class(index)
                | Constant::String(index)
                | Constant::MethodType(index)
                | Constant::ModuleOrPackage(index) => {
                    self.utf8(index)?;
                }
                Constant::NameAndType(name, descriptor) => {
                    self.utf8(name)?;
                    self.utf8(descriptor)?;
                }
                Constant::Field(class, member)
                | Constant::Method(class, member)
                | Constant::InterfaceMethod(class, member) => {
                    self.class_name(class)?;
                    self.name_and_type(member)?;
                }
                Constant::Dynamic(_, member) | Constant::InvokeDynamic(_, member) => {
                    self.name_and_type(member)?;
                }
                Constant::MethodHandle(kind, index) => {
                    let fits = matches!(
                        (kind, self.constant(index)?),
                        (1..=4, Constant::Field(..))
                            | (5..=9, Constant::Method(..) | Constant::InterfaceMethod(..))
                    );
                    if !fits {
                        return Err(bad(index, "the member of a method handle"));
                    }
                }
                _ => {}
            }
        }
        self.class_name(self.this_class)?;
        if self.super_class != 0 {
            self.class_name(self.super_class)?;
        }
        for interface in &self.interfaces {
            self.class_name(*interface)?;
        }
        for field in &self.fields {
            self.utf8(field.name)?;
            let text = self.text(field.descriptor)?;
            if !descriptor::is_field_descriptor(&text) {
                return Err(ClassError::new(0, format!("`{text}` is no field descriptor")));
            }
        }
        for method in &self.methods {
            self.utf8(method.name)?;
            descriptor::parse_method(&self.text(method.descriptor)?)?;
        }
        Ok(())
    }

    /// A constant by index.
    pub fn constant(&self, index: u16) -> Result<Constant, ClassError> {
        match self.constants.get(usize::from(index)) {
            Some(constant) if index != 0 => Ok(*constant),
            _ => Err(ClassError::new(0, format!("there is no constant {index}"))),
        }
    }

    /// The bytes of a modified UTF-8 constant.
    pub fn utf8(&self, index: u16) -> Result<&[u8], ClassError> {
        match self.constant(index)? {
            Constant::Utf8(start, length) => {
                Ok(&self.bytes[start as usize..start as usize + usize::from(length)])
            }
            other => Err(ClassError::new(0, format!("constant {index} should be text, not {other:?}"))),
        }
    }

    /// The text of a constant.
    pub fn text(&self, index: u16) -> Result<std::borrow::Cow<'_, str>, ClassError> {
        let bytes = self.utf8(index)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.into()),
            Err(_) => Ok(String::from_utf16_lossy(&decode_modified_utf8(bytes)).into()),
        }
    }

    /// The name of a class constant.
    pub fn class_name(&self, index: u16) -> Result<std::borrow::Cow<'_, str>, ClassError> {
        match self.constant(index)? {
            Constant::Class(name) => self.text(name),
            other => Err(ClassError::new(0, format!("constant {index} should be a class, not {other:?}"))),
        }
    }

    /// The two parts of a name-and-type constant.
    pub fn name_and_type(&self, index: u16) -> Result<(u16, u16), ClassError> {
        match self.constant(index)? {
            Constant::NameAndType(name, descriptor) => Ok((name, descriptor)),
            other => {
                Err(ClassError::new(0, format!("constant {index} should be a name and type, not {other:?}")))
            }
        }
    }

    /// The content of the attribute with this name.
    pub fn attribute(&self, attributes: &[Attribute], name: &str) -> Option<Range<usize>> {
        attributes
            .iter()
            .find(|attribute| self.utf8(attribute.name).is_ok_and(|bytes| bytes == name.as_bytes()))
            .map(|attribute| attribute.range.clone())
    }

    /// Which of the class's attributes has this name.
    pub fn attribute_position(&self, name: &str) -> Option<usize> {
        let is_named =
            |attribute: &Attribute| self.utf8(attribute.name).is_ok_and(|found| found == name.as_bytes());
        self.attributes.iter().position(is_named)
    }

    /// The content of the attribute with this name, as bytes.
    pub fn attribute_bytes(&self, attributes: &[Attribute], name: &str) -> Option<&[u8]> {
        self.attribute(attributes, name).map(|range| &self.bytes[range])
    }

    /// A cursor over an attribute of the class.
    pub fn class_attribute(&self, name: &str) -> Option<Reader<'_>> {
        self.attribute_bytes(&self.attributes, name).map(Reader::new)
    }

    /// The code of a method, where it has some.
    pub fn code(&self, method: &Member) -> Result<Option<RawCode>, ClassError> {
        let Some(range) = self.attribute(&method.attributes, "Code") else { return Ok(None) };
        let mut reader = Reader::at(&self.bytes[..range.end], range.start);
        let max_stack = reader.u16()?;
        let max_locals = reader.u16()?;
        let length = reader.u32()? as usize;
        let start = reader.offset();
        reader.skip(length)?;
        if length == 0 || length > 65535 {
            return Err(ClassError::new(start, format!("a method of {length} bytes of code")));
        }
        let handler_count = reader.u16()?;
        let mut handlers = Vec::with_capacity(usize::from(handler_count));
        for _ in 0..handler_count {
            handlers.push(RawHandler {
                start: reader.u16()?,
                end: reader.u16()?,
                handler: reader.u16()?,
                catch: reader.u16()?,
            });
        }
        let mut lines = Vec::new();
        let attributes = reader.attributes()?;
        for attribute in &attributes {
            if self.utf8(attribute.name)? == b"LineNumberTable" {
                let mut table = Reader::at(&self.bytes[..attribute.range.end], attribute.range.start);
                for _ in 0..table.u16()? {
                    lines.push((table.u16()?, table.u16()?));
                }
            }
        }
        lines.sort_unstable_by_key(|line| line.0);
        let bytecode = start..start + length;
        Ok(Some(RawCode { max_stack, max_locals, bytecode, handlers, lines, attributes }))
    }

    /// The bootstrap methods of the class.
    pub fn bootstrap_methods(&self) -> Result<Vec<BootstrapMethod>, ClassError> {
        let Some(mut reader) = self.class_attribute("BootstrapMethods") else { return Ok(Vec::new()) };
        let count = reader.u16()?;
        let mut methods = Vec::new();
        for _ in 0..count {
            let handle = reader.u16()?;
            let arguments = (0..reader.u16()?).map(|_| reader.u16()).collect::<Result<Vec<_>, _>>()?;
            methods.push(BootstrapMethod { handle, arguments });
        }
        Ok(methods)
    }
}

fn parse_constants(reader: &mut Reader<'_>) -> Result<Vec<Constant>, ClassError> {
    let count = reader.u16()?;
    let mut constants = Vec::with_capacity(usize::from(count));
    constants.push(Constant::Unused);
    while constants.len() < usize::from(count) {
        let offset = reader.offset();
        let constant = match reader.u8()? {
            1 => {
                let length = reader.u16()?;
                let start = reader.offset() as u32;
                reader.skip(usize::from(length))?;
                Constant::Utf8(start, length)
            }
            3 => Constant::Integer(reader.u32()? as i32),
            4 => Constant::Float(reader.u32()?),
            5 => Constant::Long(reader.u64()? as i64),
            6 => Constant::Double(reader.u64()?),
            7 => Constant::Class(reader.u16()?),
            8 => Constant::String(reader.u16()?),
            9 => Constant::Field(reader.u16()?, reader.u16()?),
            10 => Constant::Method(reader.u16()?, reader.u16()?),
            11 => Constant::InterfaceMethod(reader.u16()?, reader.u16()?),
            12 => Constant::NameAndType(reader.u16()?, reader.u16()?),
            15 => Constant::MethodHandle(reader.u8()?, reader.u16()?),
            16 => Constant::MethodType(reader.u16()?),
            17 => Constant::Dynamic(reader.u16()?, reader.u16()?),
            18 => Constant::InvokeDynamic(reader.u16()?, reader.u16()?),
            19 | 20 => Constant::ModuleOrPackage(reader.u16()?),
            tag => return Err(ClassError::new(offset, format!("unknown tag {tag} in the constant pool"))),
        };
        constants.push(constant);
        if matches!(constant, Constant::Long(_) | Constant::Double(_)) {
            constants.push(Constant::Unused);
        }
    }
    if constants.len() != usize::from(count) {
        return Err(ClassError::new(reader.offset(), "the constant pool ends inside of a constant"));
    }
    Ok(constants)
}

fn parse_members(reader: &mut Reader<'_>) -> Result<Vec<Member>, ClassError> {
    let count = reader.u16()?;
    let mut members = Vec::with_capacity(usize::from(count.min(256)));
    for _ in 0..count {
        members.push(Member {
            access: reader.u16()?,
            name: reader.u16()?,
            descriptor: reader.u16()?,
            attributes: reader.attributes()?,
        });
    }
    Ok(members)
}

/// The UTF-16 units of modified UTF-8; bytes that are none become U+FFFD.
pub fn decode_modified_utf8(bytes: &[u8]) -> Vec<u16> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let first = bytes[at];
        let continuation = |offset: usize| bytes.get(at + offset).map_or(0, |byte| u16::from(byte & 0x3F));
        if first < 0x80 {
            units.push(u16::from(first));
            at += 1;
        } else if first & 0xE0 == 0xC0 && at + 1 < bytes.len() {
            units.push((u16::from(first & 0x1F) << 6) | continuation(1));
            at += 2;
        } else if first & 0xF0 == 0xE0 && at + 2 < bytes.len() {
            units.push((u16::from(first & 0x0F) << 12) | (continuation(1) << 6) | continuation(2));
            at += 3;
        } else {
            units.push(0xFFFD);
            at += 1;
        }
    }
    units
}

/// Modified UTF-8 of a text, for constants of classes that are made here.
pub fn encode_modified_utf8(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for unit in text.encode_utf16() {
        match unit {
            1..=0x7F => bytes.push(unit as u8),
            0 | 0x80..=0x7FF => {
                bytes.extend_from_slice(&[0xC0 | (unit >> 6) as u8, 0x80 | (unit & 0x3F) as u8]);
            }
            _ => bytes.extend_from_slice(&[
                0xE0 | (unit >> 12) as u8,
                0x80 | ((unit >> 6) & 0x3F) as u8,
                0x80 | (unit & 0x3F) as u8,
            ]),
        }
    }
    bytes
}
