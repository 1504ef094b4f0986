//! Bytecode in the form the interpreter runs: decoded once, eight bytes an instruction, quickened in place.

pub mod assemble;
pub mod decode;
pub mod instruction;
mod opcodes;
pub mod verify;

use crate::code::instruction::Instruction;
use std::cell::Cell;

/// A jump table.
#[derive(Debug)]
pub enum Switch {
    /// Consecutive keys from `low`.
    Table {
        /// The first key.
        low: i32,
        /// Where each key leads.
        targets: Box<[u32]>,
        /// Where all others lead.
        default: u32,
    },
    /// Sorted keys.
    Lookup {
        /// The keys, ascending.
        keys: Box<[i32]>,
        /// Where each key leads.
        targets: Box<[u32]>,
        /// Where all others lead.
        default: u32,
    },
}

impl Switch {
    /// Where a key leads.
    pub fn target(&self, key: i32) -> u32 {
        match self {
            Switch::Table { low, targets, default } => {
                let index = i64::from(key) - i64::from(*low);
                usize::try_from(index).ok().and_then(|index| targets.get(index)).copied().unwrap_or(*default)
            }
            Switch::Lookup { keys, targets, default } => {
                keys.binary_search(&key).map_or(*default, |index| targets[index])
            }
        }
    }
}

/// One entry of the exception table, by instruction index.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// First covered instruction.
    pub start: u32,
    /// First instruction after.
    pub end: u32,
    /// Where the handler begins.
    pub target: u32,
    /// The pool index of the caught class, zero for all.
    pub catch: u16,
}

impl Handler {
    /// Whether it takes what an instruction throws.
    pub fn covers(&self, instruction: usize) -> bool {
        (self.start as usize..self.end as usize).contains(&instruction)
    }
}

/// The decoded code of one method.
#[derive(Debug)]
pub struct Code {
    /// The instructions; quickening replaces them in place, by ones of the same meaning.
    pub instructions: Box<[Cell<Instruction>]>,
    /// Constants of 64 bits.
    pub wide_constants: Vec<u64>,
    /// Jump tables.
    pub switches: Vec<Switch>,
    /// The exception table, in order.
    pub handlers: Vec<Handler>,
    /// Instruction indices and their source lines, ascending.
    pub lines: Vec<(u32, u16)>,
    /// The bytecode offset of each instruction.
    pub offsets: Box<[u16]>,
    /// Slots of local variables.
    pub max_locals: u32,
    /// Slots of the operand stack.
    pub max_stack: u32,
}

impl Code {
    /// The source line of an instruction.
    pub fn line(&self, instruction: u32) -> Option<u32> {
        let after = self.lines.partition_point(|line| line.0 <= instruction);
        after.checked_sub(1).map(|index| u32::from(self.lines[index].1))
    }
}
