//! Decodes a method's bytecode. Guarantee for what follows: jump targets are instructions, local variables lie within
//! `max_locals`, pool indices lead to constants of the right kind, and control cannot run past the end.
//! What a single opcode means lives in `opcodes`.

use super::instruction::{Instruction, Op};
use super::opcodes::{branch_operation, is_branch, plain_operation};
use super::{Code, Handler, Switch};
use crate::classes::class_file::{ClassFile, Constant, RawCode};
use crate::classes::reader::{ClassError, Reader};
use std::cell::Cell;

const NO_INSTRUCTION: u32 = u32::MAX;

struct Decoder<'a> {
    file: &'a ClassFile,
    raw: &'a RawCode,
    instructions: Vec<Instruction>,
    offsets: Vec<u16>,
    index_of: Vec<u32>,
    wide_constants: Vec<u64>,
    switches: Vec<Switch>,
    opcode_offset: usize,
}

/// Decodes the code of one method.
pub fn decode(file: &ClassFile, raw: &RawCode) -> Result<Code, ClassError> {
    let length = raw.bytecode.len();
    let mut decoder = Decoder {
        file,
        raw,
        instructions: Vec::with_capacity(length / 2),
        offsets: Vec::with_capacity(length / 2),
        index_of: vec![NO_INSTRUCTION; length + 1],
        wide_constants: Vec::new(),
        switches: Vec::new(),
        opcode_offset: 0,
    };
    decoder.read_all()?;
    decoder.resolve_targets()?;
    let count = decoder.instructions.len() as u32;
    let mut handlers = Vec::with_capacity(raw.handlers.len());
    for handler in &raw.handlers {
        let end = if usize::from(handler.end) == length {
            count
        } else {
            decoder.target(u32::from(handler.end))?
        };
        let start = decoder.target(u32::from(handler.start))?;
        if start >= end {
            return Err(decoder.error("an exception handler covers nothing"));
        }
        if handler.catch != 0 {
            file.class_name(handler.catch)?;
        }
        handlers.push(Handler {
            start,
            end,
            target: decoder.target(u32::from(handler.handler))?,
            catch: handler.catch,
        });
    }
    let mut lines = Vec::with_capacity(raw.lines.len());
    for (offset, line) in &raw.lines {
        if let Some(index) =
            decoder.index_of.get(usize::from(*offset)).filter(|index| **index != NO_INSTRUCTION)
        {
            lines.push((*index, *line));
        }
    }
    let last = decoder.instructions.last().map(|instruction| instruction.op);
    if !matches!(
        last,
        Some(
            Op::Return
                | Op::ReturnWide
                | Op::ReturnVoid
                | Op::Goto
                | Op::Athrow
                | Op::Switch
                | Op::Ret
                | Op::Jsr
        )
    ) {
        return Err(decoder.error("control runs past the end of the code"));
    }
    Ok(Code {
        instructions: decoder.instructions.into_iter().map(Cell::new).collect(),
        wide_constants: decoder.wide_constants,
        switches: decoder.switches,
        handlers,
        lines,
        offsets: decoder.offsets.into_boxed_slice(),
        max_locals: u32::from(raw.max_locals),
        max_stack: u32::from(raw.max_stack),
    })
}

impl Decoder<'_> {
    fn error(&self, message: impl Into<String>) -> ClassError {
        ClassError::new(self.raw.bytecode.start + self.opcode_offset, message)
    }

    fn target(&self, offset: u32) -> Result<u32, ClassError> {
        match self.index_of.get(offset as usize) {
            Some(index) if *index != NO_INSTRUCTION => Ok(*index),
            _ => Err(self.error(format!("a jump to {offset}, where no instruction begins"))),
        }
    }

    fn emit(&mut self, op: Op, a: u8, b: u16, c: u32) {
        self.instructions.push(Instruction { op, a, b, c });
        self.offsets.push(self.opcode_offset as u16);
    }

    fn local(&mut self, op: Op, index: u16) -> Result<(), ClassError> {
        let slots = if matches!(op, Op::LoadWide | Op::StoreWide) { 2 } else { 1 };
        if u32::from(index) + slots > u32::from(self.raw.max_locals) {
            return Err(self.error(format!("local variable {index} of only {}", self.raw.max_locals)));
        }
        self.emit(op, 0, index, 0);
        Ok(())
    }

    fn wide_constant(&mut self, value: u64) {
        let index = self.wide_constants.iter().position(|known| *known == value).unwrap_or_else(|| {
            self.wide_constants.push(value);
            self.wide_constants.len() - 1
        });
        self.emit(Op::ConstWide, 0, 0, index as u32);
    }

    fn load_constant(&mut self, index: u16, wide: bool) -> Result<(), ClassError> {
        let constant = self.file.constant(index)?;
        match (constant, wide) {
            (Constant::Integer(value), false) => self.emit(Op::Const, 0, 0, value as u32),
            (Constant::Float(bits), false) => self.emit(Op::Const, 0, 0, bits),
            (Constant::Long(value), true) => self.wide_constant(value as u64),
            (Constant::Double(bits), true) => self.wide_constant(bits),
            (
                Constant::String(_)
                | Constant::Class(_)
                | Constant::MethodHandle(..)
                | Constant::MethodType(_),
                false,
            ) => {
                self.emit(Op::Ldc, 0, 0, u32::from(index));
            }
            (Constant::Dynamic(_, member), _) => {
                let (_, descriptor) = self.file.name_and_type(member)?;
                let is_wide = matches!(self.file.utf8(descriptor)?, b"J" | b"D");
                if is_wide != wide {
                    return Err(self.error("a dynamic constant of the wrong size"));
                }
                self.emit(if wide { Op::LdcWide } else { Op::Ldc }, 0, 0, u32::from(index));
            }
            _ => return Err(self.error(format!("constant {index} cannot be loaded here"))),
        }
        Ok(())
    }

    fn member(&mut self, op: Op, index: u16) -> Result<(), ClassError> {
        let fits = matches!(
            (op, self.file.constant(index)?),
            (Op::GetStatic | Op::PutStatic | Op::GetField | Op::PutField, Constant::Field(..))
                | (Op::InvokeVirtual, Constant::Method(..))
                | (
                    Op::InvokeSpecial | Op::InvokeStatic,
                    Constant::Method(..) | Constant::InterfaceMethod(..)
                )
                | (Op::InvokeInterface, Constant::InterfaceMethod(..))
                | (Op::InvokeDynamic, Constant::InvokeDynamic(..))
        );
        if !fits {
            return Err(self.error(format!("constant {index} is none for {op:?}")));
        }
        self.emit(op, 0, 0, u32::from(index));
        Ok(())
    }

    fn class_operand(&mut self, op: Op, index: u16, a: u8) -> Result<(), ClassError> {
        self.file.class_name(index)?;
        self.emit(op, a, 0, u32::from(index));
        Ok(())
    }

    fn branch(&mut self, op: Op, offset: i32) {
        let target = self.opcode_offset as i64 + i64::from(offset);
        // An impossible target is refused when targets are resolved.
        self.emit(op, 0, 0, u32::try_from(target).unwrap_or(u32::MAX - 1));
    }

    fn read_all(&mut self) -> Result<(), ClassError> {
        let bytes = &self.file.bytes[self.raw.bytecode.clone()];
        let mut reader = Reader::new(bytes);
        while !reader.is_at_end() {
            self.opcode_offset = reader.offset();
            self.index_of[self.opcode_offset] = self.instructions.len() as u32;
            let opcode = reader.u8()?;
            self.read_one(opcode, &mut reader)
                .map_err(|error| if error.offset == 0 { self.error(error.message) } else { error })?;
        }
        Ok(())
    }

    fn read_one(&mut self, opcode: u8, reader: &mut Reader<'_>) -> Result<(), ClassError> {
        const SIMPLE_LOADS: [Op; 5] = [Op::Load, Op::LoadWide, Op::Load, Op::LoadWide, Op::Load];
        const SIMPLE_STORES: [Op; 5] = [Op::Store, Op::StoreWide, Op::Store, Op::StoreWide, Op::Store];
        match opcode {
            0 => self.emit(Op::Nop, 0, 0, 0),
            1 => self.emit(Op::Const, 0, 0, 0),
            2..=8 => self.emit(Op::Const, 0, 0, (i32::from(opcode) - 3) as u32),
            9 | 10 => self.wide_constant(u64::from(opcode - 9)),
            11..=13 => self.emit(Op::Const, 0, 0, f32::from(opcode - 11).to_bits()),
            14 | 15 => self.wide_constant(f64::from(opcode - 14).to_bits()),
            16 => {
                let value = reader.u8()? as i8;
                self.emit(Op::Const, 0, 0, i32::from(value) as u32);
            }
            17 => {
                let value = reader.u16()? as i16;
                self.emit(Op::Const, 0, 0, i32::from(value) as u32);
            }
            18 => {
                let index = u16::from(reader.u8()?);
                self.load_constant(index, false)?;
            }
            19 => {
                let index = reader.u16()?;
                self.load_constant(index, false)?;
            }
            20 => {
                let index = reader.u16()?;
                self.load_constant(index, true)?;
            }
            21..=25 => {
                let index = u16::from(reader.u8()?);
                self.local(SIMPLE_LOADS[usize::from(opcode - 21)], index)?;
            }
            26..=45 => {
                self.local(SIMPLE_LOADS[usize::from((opcode - 26) / 4)], u16::from((opcode - 26) % 4))?;
            }
            54..=58 => {
                let index = u16::from(reader.u8()?);
                self.local(SIMPLE_STORES[usize::from(opcode - 54)], index)?;
            }
            59..=78 => {
                self.local(SIMPLE_STORES[usize::from((opcode - 59) / 4)], u16::from((opcode - 59) % 4))?;
            }
            132 => {
                let index = u16::from(reader.u8()?);
                let constant = reader.u8()? as i8;
                self.increment(index, i32::from(constant))?;
            }
            153..=168 | 198 | 199 => {
                let offset = i32::from(reader.u16()? as i16);
                self.branch(branch_operation(opcode), offset);
            }
            169 => {
                let index = u16::from(reader.u8()?);
                self.local(Op::Ret, index)?;
            }
            170 | 171 => self.switch(opcode == 170, reader)?,
            178..=184 => {
                const MEMBERS: [Op; 7] = [
                    Op::GetStatic,
                    Op::PutStatic,
                    Op::GetField,
                    Op::PutField,
                    Op::InvokeVirtual,
                    Op::InvokeSpecial,
                    Op::InvokeStatic,
                ];
                let index = reader.u16()?;
                self.member(MEMBERS[usize::from(opcode - 178)], index)?;
            }
            185 | 186 => {
                let index = reader.u16()?;
                reader.skip(2)?;
                self.member(if opcode == 185 { Op::InvokeInterface } else { Op::InvokeDynamic }, index)?;
            }
            187 | 189 | 192 | 193 => {
                let op = match opcode {
                    187 => Op::New,
                    189 => Op::ANewArray,
                    192 => Op::CheckCast,
                    _ => Op::InstanceOf,
                };
                let index = reader.u16()?;
                self.class_operand(op, index, 0)?;
            }
            188 => {
                let kind = reader.u8()?;
                if !(4..=11).contains(&kind) {
                    return Err(self.error(format!("arrays of kind {kind}")));
                }
                self.emit(Op::NewArray, kind, 0, 0);
            }
            196 => {
                let widened = reader.u8()?;
                let index = reader.u16()?;
                match widened {
                    21..=25 => self.local(SIMPLE_LOADS[usize::from(widened - 21)], index)?,
                    54..=58 => self.local(SIMPLE_STORES[usize::from(widened - 54)], index)?,
                    132 => {
                        let constant = reader.u16()? as i16;
                        self.increment(index, i32::from(constant))?;
                    }
                    169 => self.local(Op::Ret, index)?,
                    _ => return Err(self.error(format!("`wide` before opcode {widened}"))),
                }
            }
            197 => {
                let index = reader.u16()?;
                let dimensions = reader.u8()?;
                if dimensions == 0 {
                    return Err(self.error("an array of no dimensions"));
                }
                self.class_operand(Op::MultiANewArray, index, dimensions)?;
            }
            200 | 201 => {
                let offset = reader.u32()? as i32;
                self.branch(if opcode == 200 { Op::Goto } else { Op::Jsr }, offset);
            }
            _ => match plain_operation(opcode) {
                Some(op) => self.emit(op, 0, 0, 0),
                None => return Err(self.error(format!("unknown opcode {opcode}"))),
            },
        }
        Ok(())
    }

    fn increment(&mut self, index: u16, constant: i32) -> Result<(), ClassError> {
        self.local(Op::Iinc, index)?;
        if let Some(last) = self.instructions.last_mut() {
            last.c = constant as u32;
        }
        Ok(())
    }

    fn switch(&mut self, is_table: bool, reader: &mut Reader<'_>) -> Result<(), ClassError> {
        while !reader.offset().is_multiple_of(4) {
            reader.u8()?;
        }
        let base = self.opcode_offset as i64;
        let absolute = |offset: u32| u32::try_from(base + i64::from(offset as i32)).unwrap_or(u32::MAX - 1);
        let default = absolute(reader.u32()?);
        let switch = if is_table {
            let low = reader.u32()? as i32;
            let high = reader.u32()? as i32;
            let count = i64::from(high) - i64::from(low) + 1;
            if !(1..=65536).contains(&count) {
                return Err(self.error("a tableswitch whose bounds are wrong"));
            }
            let targets = (0..count).map(|_| reader.u32().map(absolute)).collect::<Result<_, _>>()?;
            Switch::Table { low, targets, default }
        } else {
            let count = reader.u32()?;
            if count > 65536 {
                return Err(self.error("a lookupswitch with too many cases"));
            }
            let mut keys = Vec::new();
            let mut targets = Vec::new();
            for _ in 0..count {
                keys.push(reader.u32()? as i32);
                targets.push(absolute(reader.u32()?));
            }
            if !keys.is_sorted_by(|left, right| left < right) {
                return Err(self.error("the keys of a lookupswitch are not in order"));
            }
            Switch::Lookup { keys: keys.into(), targets: targets.into(), default }
        };
        self.switches.push(switch);
        self.emit(Op::Switch, 0, 0, self.switches.len() as u32 - 1);
        Ok(())
    }

    fn resolve_targets(&mut self) -> Result<(), ClassError> {
        for index in 0..self.instructions.len() {
            let instruction = self.instructions[index];
            if is_branch(instruction.op) {
                self.opcode_offset = usize::from(self.offsets[index]);
                self.instructions[index].c = self.target(instruction.c)?;
            }
        }
        let mut switches = std::mem::take(&mut self.switches);
        for switch in &mut switches {
            let (Switch::Table { targets, default, .. } | Switch::Lookup { targets, default, .. }) = switch;
            *default = self.target(*default)?;
            for target in targets.iter_mut() {
                *target = self.target(*target)?;
            }
        }
        self.switches = switches;
        Ok(())
    }
}
