//! Field and method descriptors: `(ILjava/lang/String;)V` and what its parts mean for slots and kinds.

use super::reader::ClassError;

/// The kind of a value, as far as the machine distinguishes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// `boolean`.
    Boolean,
    /// `byte`.
    Byte,
    /// `char`.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// A class, an interface or an array.
    Reference,
    /// No value.
    Void,
}

impl Kind {
    /// The kind of a descriptor's first character.
    pub fn of(descriptor: &str) -> Kind {
        match descriptor.as_bytes().first() {
            Some(b'Z') => Kind::Boolean,
            Some(b'B') => Kind::Byte,
            Some(b'C') => Kind::Char,
            Some(b'S') => Kind::Short,
            Some(b'I') => Kind::Int,
            Some(b'J') => Kind::Long,
            Some(b'F') => Kind::Float,
            Some(b'D') => Kind::Double,
            Some(b'V') => Kind::Void,
            _ => Kind::Reference,
        }
    }

    /// How many slots a value takes on the stack.
    pub fn slots(self) -> usize {
        match self {
            Kind::Void => 0,
            Kind::Long | Kind::Double => 2,
            _ => 1,
        }
    }

    /// Whether a value is a `long` or a `double`.
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }

    /// How many bytes an element of an array takes.
    pub fn element_bytes(self) -> usize {
        match self {
            Kind::Boolean | Kind::Byte => 1,
            Kind::Char | Kind::Short => 2,
            Kind::Long | Kind::Double => 8,
            _ => 4,
        }
    }

    /// The descriptor of a primitive kind, `L` for references.
    pub fn letter(self) -> char {
        match self {
            Kind::Boolean => 'Z',
            Kind::Byte => 'B',
            Kind::Char => 'C',
            Kind::Short => 'S',
            Kind::Int => 'I',
            Kind::Long => 'J',
            Kind::Float => 'F',
            Kind::Double => 'D',
            Kind::Reference => 'L',
            Kind::Void => 'V',
        }
    }

    /// The Java keyword of a primitive kind.
    pub fn keyword(self) -> &'static str {
        match self {
            Kind::Boolean => "boolean",
            Kind::Byte => "byte",
            Kind::Char => "char",
            Kind::Short => "short",
            Kind::Int => "int",
            Kind::Long => "long",
            Kind::Float => "float",
            Kind::Double => "double",
            Kind::Reference => "Object",
            Kind::Void => "void",
        }
    }

    /// All primitive kinds, `void` included.
    pub const PRIMITIVES: [Kind; 9] = [
        Kind::Boolean,
        Kind::Byte,
        Kind::Char,
        Kind::Short,
        Kind::Int,
        Kind::Long,
        Kind::Float,
        Kind::Double,
        Kind::Void,
    ];
}

/// The parts of a method descriptor.
#[derive(Clone, Debug)]
pub struct MethodShape<'a> {
    /// The descriptors of the parameters.
    pub parameters: Vec<&'a str>,
    /// The descriptor of the result.
    pub result: &'a str,
}

impl MethodShape<'_> {
    /// The slots of the parameters, without a receiver.
    pub fn parameter_slots(&self) -> usize {
        self.parameters.iter().map(|parameter| Kind::of(parameter).slots()).sum()
    }
}

/// How long the field descriptor at the start of `text` is.
fn field_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while bytes.get(at) == Some(&b'[') {
        at += 1;
        if at > 255 {
            return None;
        }
    }
    match bytes.get(at)? {
        b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => Some(at + 1),
        b'L' => {
            let end = text[at..].find(';')?;
            (end > 1).then_some(at + end + 1)
        }
        _ => None,
    }
}

/// Whether `text` is one field descriptor.
pub fn is_field_descriptor(text: &str) -> bool {
    field_length(text) == Some(text.len())
}

/// Takes a method descriptor apart.
pub fn parse_method(text: &str) -> Result<MethodShape<'_>, ClassError> {
    let bad = || ClassError::new(0, format!("`{text}` is no method descriptor"));
    let mut rest = text.strip_prefix('(').ok_or_else(bad)?;
    let mut parameters = Vec::new();
    let mut slots = 0;
    while !rest.starts_with(')') {
        let length = field_length(rest).ok_or_else(bad)?;
        slots += Kind::of(&rest[..length]).slots();
        parameters.push(&rest[..length]);
        rest = &rest[length..];
    }
    if slots > 255 {
        return Err(bad());
    }
    let result = &rest[1..];
    if result != "V" && !is_field_descriptor(result) {
        return Err(bad());
    }
    Ok(MethodShape { parameters, result })
}

/// The class name inside a field descriptor, as class files write it: `Ljava/lang/String;` gives `java/lang/String`,
/// arrays keep their descriptor.
pub fn class_of_descriptor(descriptor: &str) -> &str {
    match descriptor.strip_prefix('L') {
        Some(rest) => rest.strip_suffix(';').unwrap_or(rest),
        None => descriptor,
    }
}

/// The descriptor of a class named as class files name it.
pub fn descriptor_of_class(name: &str) -> String {
    if name.starts_with('[') { name.to_owned() } else { format!("L{name};") }
}
