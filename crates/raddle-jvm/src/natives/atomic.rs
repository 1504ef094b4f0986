//! Reads, writes and atomic updates of one variable, given by object and byte offset: what `Unsafe` and variable
//! handles have in common.

use crate::classes::descriptor::Kind;
use crate::machine::Machine;
use crate::machine::heap::{HEADER_BYTES, Ref};

/// What an atomic update does with old value and operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Update {
    /// Puts the operand.
    Set,
    /// Adds.
    Add,
    /// Bitwise or.
    Or,
    /// Bitwise and.
    And,
    /// Bitwise exclusive or.
    Xor,
}

/// A value of a kind as a slot, from the low bytes of memory.
pub fn extend(kind: Kind, raw: u64) -> u64 {
    match kind {
        Kind::Boolean => u64::from(raw as u8 & 1),
        Kind::Byte => u64::from(i32::from(raw as i8) as u32),
        Kind::Short => u64::from(i32::from(raw as i16) as u32),
        Kind::Char => u64::from(raw as u16),
        Kind::Long | Kind::Double => raw,
        _ => u64::from(raw as u32),
    }
}

impl Machine {
    /// Why a variable of this kind can't be accessed at an offset into an object, or at an address; `None` if it can.
    /// Numbers and references do not mix, and where fields lie beside each other is this machine's own.
    pub fn why_no_variable(&self, object: Ref, offset: u64, kind: Kind) -> Option<String> {
        let bytes = kind.element_bytes() as u64;
        if object.is_null() {
            return (!self.has_native(offset, bytes))
                .then(|| format!("an access to memory at {offset:#x}, which nobody has asked for"));
        }
        let class = self.library.class(self.heap.class_of(object));
        let is_reference = kind == Kind::Reference;
        let (is_there, has_reference) = match class.element_kind() {
            Some(element) => {
                let end = HEADER_BYTES + u64::from(self.heap.length(object)) * element.element_bytes() as u64;
                let is_inside = offset >= HEADER_BYTES && offset.saturating_add(bytes) <= end;
                (is_inside && (!is_reference || offset.is_multiple_of(4)), element == Kind::Reference)
            }
            None => {
                let word = u32::try_from(offset / 8).unwrap_or(u32::MAX);
                let is_inside = offset.is_multiple_of(8) && (2..self.heap.length(object)).contains(&word);
                let field = if is_inside { self.field_in_word(object, word) } else { None };
                let fits = field.is_some_and(|field| field.kind.element_bytes() as u64 == bytes);
                (fits, field.is_some_and(|field| field.kind == Kind::Reference))
            }
        };
        (!is_there || is_reference != has_reference).then(|| {
            let class = self.external_name(class.id);
            let what = if is_reference { "reference" } else { kind.keyword() };
            format!("Unsafe over what is no {what}: at {offset} in {class}")
        })
    }
}

/// Reads a variable.
pub fn read(machine: &Machine, object: Ref, offset: u64, kind: Kind) -> u64 {
    let bytes = kind.element_bytes() as u32;
    let raw = if object.is_null() {
        machine.native_bytes(offset, bytes)
    } else {
        machine.heap.bytes_at(object, offset, bytes)
    };
    extend(kind, raw)
}

/// Writes a variable.
pub fn write(machine: &mut Machine, object: Ref, offset: u64, kind: Kind, value: u64) {
    let bytes = kind.element_bytes() as u32;
    if object.is_null() {
        machine.set_native_bytes(offset, bytes, value);
    } else {
        machine.heap.set_bytes_at(object, offset, bytes, value);
    }
}

/// Whether two values are the same to a compare-and-set: bit by bit.
pub fn same(kind: Kind, left: u64, right: u64) -> bool {
    extend(kind, left) == extend(kind, right)
}

/// Writes the new value if the old one is as expected, and gives the old one.
pub fn compare_and_exchange(
    machine: &mut Machine,
    object: Ref,
    offset: u64,
    kind: Kind,
    expected: u64,
    new: u64,
) -> u64 {
    let old = read(machine, object, offset, kind);
    let succeeds = same(kind, old, expected);
    if !object.is_null() && machine.heap.is_shared(object) {
        machine.attempt_failed = !succeeds;
        machine.attempt_succeeded = succeeds;
    }
    if succeeds {
        write(machine, object, offset, kind, new);
    }
    old
}

/// Updates a variable and gives the old value.
pub fn update(
    machine: &mut Machine,
    object: Ref,
    offset: u64,
    kind: Kind,
    update: Update,
    operand: u64,
) -> u64 {
    let old = read(machine, object, offset, kind);
    let new = match update {
        Update::Set => operand,
        Update::Or => old | operand,
        Update::And => old & operand,
        Update::Xor => old ^ operand,
        Update::Add => match kind {
            Kind::Float => u64::from((f32::from_bits(old as u32) + f32::from_bits(operand as u32)).to_bits()),
            Kind::Double => (f64::from_bits(old) + f64::from_bits(operand)).to_bits(),
            _ => old.wrapping_add(operand),
        },
    };
    write(machine, object, offset, kind, new);
    old
}
