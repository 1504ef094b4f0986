//! Writes the code of a thread of the thread language, instruction by instruction.

use crate::code::{Arithmetic, Comparison, Instruction, Lock, Operand, REGISTERS, Register, Target};
use raddle_explore::operation::Mode;

/// Writes the code of one thread, instruction by instruction.
#[derive(Debug, Default)]
pub struct ThreadBuilder {
    pub(super) instructions: Vec<Instruction>,
    pub(super) daemon: bool,
    registers: u8,
}

impl ThreadBuilder {
    /// The program may end while this thread still waits.
    pub fn daemon(&mut self) {
        self.daemon = true;
    }

    /// A register that is not in use yet.
    ///
    /// # Panics
    /// When all of them are in use.
    pub fn register(&mut self) -> Register {
        assert!(usize::from(self.registers) < REGISTERS, "a thread has {REGISTERS} registers");
        self.registers += 1;
        Register(self.registers - 1)
    }

    /// Adds any instruction.
    pub fn emit(&mut self, instruction: Instruction) {
        self.instructions.push(instruction);
    }

    /// Where the next instruction will stand, for jumps.
    pub fn here(&self) -> u32 {
        self.instructions.len() as u32
    }

    /// Reads a cell with an atomic access.
    pub fn read(&mut self, into: Register, from: impl Into<Target>) {
        self.emit(Instruction::Read { into, from: from.into(), mode: Mode::Synchronising });
    }

    /// Writes a cell with an atomic access.
    pub fn write(&mut self, to: impl Into<Target>, value: impl Into<Operand>) {
        self.emit(Instruction::Write { to: to.into(), value: value.into(), mode: Mode::Synchronising });
    }

    /// Reads a cell with a plain access, which may race.
    pub fn read_plain(&mut self, into: Register, from: impl Into<Target>) {
        self.emit(Instruction::Read { into, from: from.into(), mode: Mode::Plain });
    }

    /// Writes a cell with a plain access, which may race.
    pub fn write_plain(&mut self, to: impl Into<Target>, value: impl Into<Operand>) {
        self.emit(Instruction::Write { to: to.into(), value: value.into(), mode: Mode::Plain });
    }

    /// Takes a lock.
    pub fn acquire(&mut self, lock: Lock) {
        self.emit(Instruction::Acquire(lock));
    }

    /// Gives a lock back.
    pub fn release(&mut self, lock: Lock) {
        self.emit(Instruction::Release(lock));
    }

    /// Sets a register.
    pub fn set(&mut self, into: Register, value: impl Into<Operand>) {
        self.emit(Instruction::Set { into, value: value.into() });
    }

    /// Computes.
    pub fn compute(
        &mut self,
        into: Register,
        left: impl Into<Operand>,
        operation: Arithmetic,
        right: impl Into<Operand>,
    ) {
        self.emit(Instruction::Compute { operation, into, left: left.into(), right: right.into() });
    }

    /// Fails if the comparison does not hold.
    pub fn assert(&mut self, left: impl Into<Operand>, comparison: Comparison, right: impl Into<Operand>) {
        self.emit(Instruction::Assert { comparison, left: left.into(), right: right.into() });
    }

    /// Runs the body if the comparison does *not* hold.
    pub fn unless(
        &mut self,
        left: impl Into<Operand>,
        comparison: Comparison,
        right: impl Into<Operand>,
        body: impl FnOnce(&mut ThreadBuilder),
    ) {
        let branch = self.instructions.len();
        self.emit(Instruction::LoopHead);
        body(self);
        let to = self.here();
        self.instructions[branch] =
            Instruction::Branch { comparison, left: left.into(), right: right.into(), to };
    }

    /// Repeats: runs `test`, leaves the loop if the comparison holds then, else runs the body and begins again.
    pub fn repeat_until(
        &mut self,
        test: impl FnOnce(&mut ThreadBuilder) -> (Operand, Comparison, Operand),
        body: impl FnOnce(&mut ThreadBuilder),
    ) {
        let head = self.here();
        self.emit(Instruction::LoopHead);
        let (left, comparison, right) = test(self);
        self.unless(left, comparison, right, |thread| {
            body(thread);
            thread.emit(Instruction::Jump { to: head });
        });
    }
}
