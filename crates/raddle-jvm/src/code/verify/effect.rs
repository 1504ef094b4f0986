//! What each instruction takes and leaves, by the opcode of the class file: the decoded form no longer tells `iload`
//! from `aload`.

use super::signature::{array_types, local_letter, plain_effect};
use super::types::Slot;
use super::{State, Verifier};
use crate::classes::class_file::Constant;
use crate::classes::descriptor::{Kind, class_of_descriptor, descriptor_of_class, parse_method};
use crate::classes::reader::ClassError;
use crate::code::instruction::{Instruction, Op};
use crate::library::Symbol;

impl Verifier<'_, '_> {
    /// The opcode of the class file behind an instruction, without its `wide`.
    fn opcode(&self, index: usize) -> u8 {
        const WIDE: u8 = 196;
        let offset = usize::from(self.code.offsets[index]);
        match self.bytecode.get(offset).copied().unwrap_or(0) {
            WIDE => self.bytecode.get(offset + 1).copied().unwrap_or(0),
            opcode => opcode,
        }
    }

    pub(super) fn take(&self, index: usize, state: &mut State) -> Result<Slot, ClassError> {
        state.stack.pop().ok_or_else(|| self.error(index, "the operand stack runs empty"))
    }

    fn pop(&self, index: usize, state: &mut State, letter: u8) -> Result<Slot, ClassError> {
        let wanted = match letter {
            b'F' => Slot::Float,
            b'J' => Slot::Long,
            b'D' => Slot::Double,
            _ => Slot::Int,
        };
        let mut slot = self.take(index, state)?;
        if matches!(letter, b'J' | b'D') {
            if slot != Slot::Second {
                return Err(self.error(index, format!("{} where {wanted:?} is needed", self.describe(slot))));
            }
            slot = self.take(index, state)?;
        }
        let is_good = if letter == b'A' { slot.is_reference() } else { slot == wanted };
        if !is_good {
            let wanted = if letter == b'A' { "a reference".to_owned() } else { format!("{wanted:?}") };
            return Err(self.error(index, format!("{} where {wanted} is needed", self.describe(slot))));
        }
        Ok(slot)
    }

    pub(super) fn describe(&self, slot: Slot) -> String {
        match slot {
            Slot::Object(name) => self.types.library.text(name).to_owned(),
            Slot::Raw(_) | Slot::RawThis => "an object before its constructor".to_owned(),
            other => format!("{other:?}"),
        }
    }

    /// Pops a value that fits a descriptor.
    pub(super) fn pop_value(
        &mut self,
        index: usize,
        state: &mut State,
        descriptor: &str,
    ) -> Result<(), ClassError> {
        if Kind::of(descriptor) == Kind::Reference {
            return self.pop_object(index, state, class_of_descriptor(descriptor)).map(|_| ());
        }
        let letter = match descriptor.as_bytes().first() {
            Some(letter @ (b'F' | b'J' | b'D')) => *letter,
            _ => b'I',
        };
        self.pop(index, state, letter).map(|_| ())
    }

    /// Pops an object that fits a class.
    pub(super) fn pop_object(
        &mut self,
        index: usize,
        state: &mut State,
        wanted: &str,
    ) -> Result<Slot, ClassError> {
        let slot = self.take(index, state)?;
        if !self.types.fits(slot, wanted)? {
            return Err(self.error(index, format!("{} where {wanted} is needed", self.describe(slot))));
        }
        Ok(slot)
    }

    pub(super) fn push(&mut self, state: &mut State, descriptor: &str) {
        self.types.push(&mut state.stack, descriptor);
    }

    fn push_class(&mut self, state: &mut State, name: &str) {
        state.stack.push(Slot::Object(self.types.library.symbol(name)));
    }

    pub(super) fn apply(
        &mut self,
        index: usize,
        instruction: Instruction,
        state: &mut State,
    ) -> Result<(), ClassError> {
        let opcode = self.opcode(index);
        if let Some((takes, leaves)) = plain_effect(opcode) {
            for letter in takes.bytes().rev() {
                self.pop(index, state, letter)?;
            }
            self.push(state, if leaves.is_empty() { "V" } else { leaves });
            return Ok(());
        }
        if let Some(letter) = local_letter(opcode) {
            let local = usize::from(instruction.b);
            let is_store = matches!(instruction.op, Op::Store | Op::StoreWide);
            return self.local(index, state, local, letter, is_store);
        }
        if array_types(opcode).is_some() {
            return self.element(index, opcode, state);
        }
        match opcode {
            1 => state.stack.push(Slot::Null),
            18..=20 => self.constant(index, opcode, state)?,
            87..=95 => self.shuffle(index, instruction.op, state)?,
            132 if state.locals[usize::from(instruction.b)] != Slot::Int => {
                return Err(self.error(index, "iinc of something that is no int"));
            }
            132 => {}
            172..=177 => self.check_return(index, opcode, state)?,
            178..=181 => self.field(index, opcode, instruction.c as u16, state)?,
            182..=186 => self.call(index, opcode, instruction.c as u16, state)?,
            187 => {
                // An older object of the same instruction can no longer be told from the new one.
                let raw = Slot::Raw(index as u32);
                for slot in state.locals.iter_mut().chain(&mut state.stack) {
                    if *slot == raw {
                        *slot = Slot::Unusable;
                    }
                }
                if self.file.class_name(instruction.c as u16)?.starts_with('[') {
                    return Err(self.error(index, "new of an array"));
                }
                state.stack.push(raw);
            }
            188 => {
                const NAMES: [&str; 8] = ["[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"];
                self.pop(index, state, b'I')?;
                self.push_class(state, NAMES[usize::from(instruction.a.wrapping_sub(4) & 7)]);
            }
            189 => {
                const MOST_DIMENSIONS: usize = 255;
                self.pop(index, state, b'I')?;
                let name = format!("[{}", descriptor_of_class(&self.file.class_name(instruction.c as u16)?));
                if name.bytes().take_while(|byte| *byte == b'[').count() > MOST_DIMENSIONS {
                    return Err(self.error(index, "an array of more than 255 dimensions"));
                }
                self.push_class(state, &name);
            }
            190 => {
                let array = self.take(index, state)?;
                let is_array = match array {
                    Slot::Object(name) => !self.is_typed() || self.types.library.text(name).starts_with('['),
                    slot => slot == Slot::Null,
                };
                if !is_array {
                    return Err(self.error(index, format!("the length of {}", self.describe(array))));
                }
                state.stack.push(Slot::Int);
            }
            191 => {
                self.pop_object(index, state, "java/lang/Throwable")?;
            }
            192 | 193 => {
                const INSTANCE_OF: u8 = 193;
                let slot = self.take(index, state)?;
                if !slot.is_object() {
                    return Err(self.error(index, format!("a cast of {}", self.describe(slot))));
                }
                if opcode == INSTANCE_OF {
                    state.stack.push(Slot::Int);
                } else {
                    let name = self.file.class_name(instruction.c as u16)?.into_owned();
                    self.push_class(state, &name);
                }
            }
            197 => {
                let name = self.file.class_name(instruction.c as u16)?.into_owned();
                let depth = name.bytes().take_while(|byte| *byte == b'[').count();
                if depth < usize::from(instruction.a) || instruction.a == 0 {
                    return Err(self.error(index, "more dimensions than the array has"));
                }
                for _ in 0..instruction.a {
                    self.pop(index, state, b'I')?;
                }
                self.push_class(state, &name);
            }
            168 | 169 | 201 => {
                return Err(self.error(index, "subroutines (jsr and ret) are not supported"));
            }
            other => return Err(self.error(index, format!("opcode {other} is not known"))),
        }
        Ok(())
    }

    /// Whether classes are looked at.
    pub(super) fn is_typed(&self) -> bool {
        self.types.resolve.is_some()
    }

    fn local(
        &mut self,
        index: usize,
        state: &mut State,
        local: usize,
        letter: u8,
        is_store: bool,
    ) -> Result<(), ClassError> {
        let is_wide = matches!(letter, b'J' | b'D');
        if is_store {
            let slot = self.pop(index, state, letter)?;
            set_local(state, local, slot);
            if is_wide {
                set_local(state, local + 1, Slot::Unusable);
                state.locals[local] = slot;
                state.locals[local + 1] = Slot::Second;
            }
            return Ok(());
        }
        let slot = state.locals[local];
        let is_good = match letter {
            b'I' => slot == Slot::Int,
            b'F' => slot == Slot::Float,
            b'J' => slot == Slot::Long && state.locals[local + 1] == Slot::Second,
            b'D' => slot == Slot::Double && state.locals[local + 1] == Slot::Second,
            _ => slot.is_reference(),
        };
        if !is_good {
            let found = self.describe(slot);
            return Err(self.error(index, format!("local variable {local} holds {found}")));
        }
        state.stack.push(slot);
        if is_wide {
            state.stack.push(Slot::Second);
        }
        Ok(())
    }

    fn element(&mut self, index: usize, opcode: u8, state: &mut State) -> Result<(), ClassError> {
        const LETTERS: [u8; 8] = *b"IJFDAIII";
        let accepted = array_types(opcode).unwrap_or_default();
        let is_store = opcode >= 79;
        let letter = LETTERS[usize::from(if is_store { opcode - 79 } else { opcode - 46 })];
        if is_store {
            let value = self.pop(index, state, letter)?;
            if letter == b'A' && !value.is_object() {
                return Err(self.error(index, format!("{} in an array", self.describe(value))));
            }
        }
        self.pop(index, state, b'I')?;
        let array = self.take(index, state)?;
        let name: Option<Symbol> = match array {
            Slot::Null => None,
            Slot::Object(name) => Some(name),
            _ => return Err(self.error(index, format!("{} where an array is needed", self.describe(array)))),
        };
        if let Some(name) = name.filter(|_| self.is_typed()) {
            let text = self.types.library.text(name);
            let is_good = match accepted {
                [] => text.starts_with("[L") || text.starts_with("[["),
                names => names.contains(&text),
            };
            if !is_good {
                return Err(self.error(index, format!("{text} where another array is needed")));
            }
        }
        if is_store {
            return Ok(());
        }
        match letter {
            b'A' => {
                let library = self.types.library;
                let component = name.map(|name| library.text(name)).and_then(|name| name.strip_prefix('['));
                match component {
                    Some(component) => self.push_class(state, class_of_descriptor(component)),
                    None if name.is_some() => self.push_class(state, "java/lang/Object"),
                    None => state.stack.push(Slot::Null),
                }
            }
            b'J' => self.push(state, "J"),
            b'D' => self.push(state, "D"),
            b'F' => self.push(state, "F"),
            _ => self.push(state, "I"),
        }
        Ok(())
    }

    fn constant(&mut self, index: usize, opcode: u8, state: &mut State) -> Result<(), ClassError> {
        const LDC: u8 = 18;
        let offset = usize::from(self.code.offsets[index]);
        let byte = |at: usize| u16::from(self.bytecode.get(offset + at).copied().unwrap_or(0));
        let number = if opcode == LDC { byte(1) } else { byte(1) << 8 | byte(2) };
        let name = match self.file.constant(number)? {
            Constant::Integer(_) => "I".to_owned(),
            Constant::Float(_) => "F".to_owned(),
            Constant::Long(_) => "J".to_owned(),
            Constant::Double(_) => "D".to_owned(),
            Constant::String(_) => "Ljava/lang/String;".to_owned(),
            Constant::Class(_) => "Ljava/lang/Class;".to_owned(),
            Constant::MethodHandle(..) => "Ljava/lang/invoke/MethodHandle;".to_owned(),
            Constant::MethodType(_) => "Ljava/lang/invoke/MethodType;".to_owned(),
            Constant::Dynamic(..) => self.member(number)?.2,
            _ => return Err(self.error(index, "a constant that cannot be loaded")),
        };
        self.push(state, &name);
        Ok(())
    }

    fn check_return(&mut self, index: usize, opcode: u8, state: &mut State) -> Result<(), ClassError> {
        const LETTERS: [u8; 6] = *b"IJFDAV";
        if state.is_raw {
            return Err(self.error(index, "a constructor that calls no other one returns"));
        }
        let library = self.types.library;
        let result = parse_method(library.text(self.method.descriptor))?.result;
        let letter = match Kind::of(result) {
            Kind::Reference => b'A',
            Kind::Void => b'V',
            Kind::Long => b'J',
            Kind::Float => b'F',
            Kind::Double => b'D',
            _ => b'I',
        };
        if LETTERS[usize::from(opcode - 172)] != letter {
            return Err(self.error(index, "returns a value of the wrong kind"));
        }
        if letter == b'V' { Ok(()) } else { self.pop_value(index, state, result) }
    }

    /// Instructions that move slots around without looking at them; they must not cut a wide value in two.
    fn shuffle(&self, index: usize, op: Op, state: &mut State) -> Result<(), ClassError> {
        let (needed, insert_below) = match op {
            Op::Pop => (1, None),
            Op::Pop2 => (2, None),
            Op::Dup => (1, Some((1, 1))),
            Op::DupX1 => (2, Some((1, 2))),
            Op::DupX2 => (3, Some((1, 3))),
            Op::Dup2 => (2, Some((2, 2))),
            Op::Dup2X1 => (3, Some((2, 3))),
            Op::Dup2X2 => (4, Some((2, 4))),
            _ => (2, None),
        };
        let depth = state.stack.len();
        if depth < needed {
            return Err(self.error(index, "the operand stack runs empty"));
        }
        let cuts = |at: usize| state.stack.get(at) == Some(&Slot::Second);
        let count = insert_below.map_or(needed, |(count, _)| count);
        let is_cut = match op {
            Op::Swap => cuts(depth - 1) || cuts(depth - 2),
            _ => cuts(depth - needed) || cuts(depth - count),
        };
        if is_cut {
            return Err(self.error(index, "a wide value is taken apart"));
        }
        match (op, insert_below) {
            (Op::Swap, _) => state.stack.swap(depth - 1, depth - 2),
            (_, Some((count, below))) => {
                let copied: Vec<Slot> = state.stack[depth - count..].to_vec();
                let at = depth - below;
                state.stack.splice(at..at, copied);
            }
            _ => state.stack.truncate(depth - needed),
        }
        Ok(())
    }
}

fn set_local(state: &mut State, local: usize, slot: Slot) {
    if state.locals[local] == Slot::Second && local > 0 {
        state.locals[local - 1] = Slot::Unusable;
    }
    if matches!(state.locals[local], Slot::Long | Slot::Double) && local + 1 < state.locals.len() {
        state.locals[local + 1] = Slot::Unusable;
    }
    state.locals[local] = slot;
}
