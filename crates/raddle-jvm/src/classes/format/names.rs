//! Which names and descriptors are legal, as bytes of modified UTF-8 (4.2, 4.3, 4.4.7).

use super::version;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Class,
    Field,
    Method,
}

/// Whether bytes are modified UTF-8. Files of the oldest versions may write a character longer than necessary.
pub(super) fn is_modified_utf8(bytes: &[u8], major: u16) -> bool {
    const LAST_LENIENT: u16 = 47;
    let continues = |at: usize| bytes.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let bits = |at: usize| u32::from(bytes[at] & 0x3F);
    let mut at = 0;
    while at < bytes.len() {
        let first = bytes[at];
        match first {
            0 | 0x80..=0xBF | 0xF0.. => return false,
            1..=0x7F => at += 1,
            0xC0..=0xDF => {
                if !continues(at + 1) {
                    return false;
                }
                let character = u32::from(first & 0x1F) << 6 | bits(at + 1);
                if major > LAST_LENIENT && character != 0 && character < 0x80 {
                    return false;
                }
                at += 2;
            }
            0xE0..=0xEF => {
                if !continues(at + 1) || !continues(at + 2) {
                    return false;
                }
                let character = u32::from(first & 0x0F) << 12 | bits(at + 1) << 6 | bits(at + 2);
                if major > LAST_LENIENT && character < 0x800 {
                    return false;
                }
                at += 3;
            }
        }
    }
    true
}

fn is_unqualified(name: &[u8], used: Use) -> bool {
    let is_good = |byte: &u8| match byte {
        b'.' | b';' | b'[' => false,
        b'/' => used == Use::Class,
        b'<' | b'>' => used != Use::Method,
        _ => true,
    };
    // Between slashes, there is a name.
    !name.is_empty()
        && name.iter().all(is_good)
        && name.split(|byte| *byte == b'/').all(|part| !part.is_empty())
}

/// Before Java 5, names were identifiers of the language.
fn is_identifier(name: &[u8]) -> bool {
    let text = String::from_utf8_lossy(name);
    let is_start = |character: char| character.is_alphabetic() || character == '_' || character == '$';
    text.starts_with(is_start)
        && text.chars().all(|character| is_start(character) || character.is_alphanumeric())
}

/// Whether a class constant may have this name: that of a class, or the descriptor of an array.
pub(super) fn is_class_name(name: &[u8], major: u16) -> bool {
    if name.first() == Some(&b'[') {
        return is_field_descriptor(name);
    }
    if major < version::JAVA_5 {
        return name.split(|byte| *byte == b'/').all(is_identifier);
    }
    is_unqualified(name, Use::Class)
}

pub(super) fn is_field_name(name: &[u8], major: u16) -> bool {
    if major < version::JAVA_5 { is_identifier(name) } else { is_unqualified(name, Use::Field) }
}

pub(super) fn is_method_name(name: &[u8], major: u16) -> bool {
    if matches!(name, b"<init>" | b"<clinit>") {
        return true;
    }
    if major < version::JAVA_5 { is_identifier(name) } else { is_unqualified(name, Use::Method) }
}

/// How long the field descriptor at the start is.
fn field_length(text: &[u8]) -> Option<usize> {
    const MOST_DIMENSIONS: usize = 255;
    let dimensions = text.iter().take_while(|byte| **byte == b'[').count();
    if dimensions > MOST_DIMENSIONS {
        return None;
    }
    match text.get(dimensions)? {
        b'Z' | b'B' | b'C' | b'S' | b'I' | b'J' | b'F' | b'D' => Some(dimensions + 1),
        b'L' => {
            let name = &text[dimensions + 1..];
            let end = name.iter().position(|byte| *byte == b';')?;
            is_unqualified(&name[..end], Use::Class).then_some(dimensions + end + 2)
        }
        _ => None,
    }
}

pub(super) fn is_field_descriptor(text: &[u8]) -> bool {
    field_length(text) == Some(text.len())
}

/// Whether a descriptor is meant for a method.
pub(super) fn is_for_method(descriptor: &[u8]) -> bool {
    descriptor.first() == Some(&b'(')
}

/// The argument slots of a method of this name, without a receiver, if its descriptor is legal.
pub(super) fn method_slots(name: &[u8], descriptor: &[u8], major: u16) -> Option<usize> {
    if name == b"<clinit>" && major >= version::JAVA_7 && descriptor != b"()V" {
        return None;
    }
    let mut rest = descriptor.strip_prefix(b"(")?;
    let mut slots = 0;
    while rest.first() != Some(&b')') {
        slots += if matches!(rest.first(), Some(b'J' | b'D')) { 2 } else { 1 };
        rest = &rest[field_length(rest)?..];
    }
    let result = &rest[1..];
    let is_good = result == b"V" || name.first() != Some(&b'<') && is_field_descriptor(result);
    is_good.then_some(slots)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_specification() {
        assert!(is_class_name(b"a/b$1", 61) && is_class_name(b"[[Lx;", 61) && is_class_name(b"<>", 61));
        for bad in [&b""[..], b"/a", b"a/", b"a//b", b"a.b", b"[Lx", b"[V", b"a;"] {
            assert!(!is_class_name(bad, 61), "{bad:?}");
        }
        assert!(is_method_name(b"<init>", 61) && !is_method_name(b"<x>", 61) && !is_method_name(b"a/b", 61));
        assert!(is_field_name(b"<x>", 61) && !is_field_name(b"1x", 48) && is_field_name(b"1x", 49));
        assert_eq!(method_slots(b"m", b"(IJ[DLa;)V", 61), Some(5));
        for bad in ["(I", "I)V", "()", "(V)V", "()VV", "(La.b;)V", "()[V"] {
            assert_eq!(method_slots(b"m", bad.as_bytes(), 61), None, "{bad}");
        }
        assert_eq!(method_slots(b"<init>", b"()I", 61), None);
    }

    #[test]
    fn modified_utf8_has_no_zero_and_no_four_bytes() {
        assert!(is_modified_utf8("é中".as_bytes(), 61) && is_modified_utf8(b"\xC0\x80", 61));
        for bad in [&b"\0"[..], b"\x80", b"\xC1\x81", b"\xE0\x80\x80", b"\xC3", b"\xE4\xB8", "😀".as_bytes()]
        {
            assert!(!is_modified_utf8(bad, 61), "{bad:?}");
        }
        assert!(is_modified_utf8(b"\xC1\x81", 47));
    }
}
