//! One thread of a run: where it stands, its registers, and the loop iteration it is in.
//!
//! What it is about to do is told in `pending.rs`, and done in `operate.rs`.

use smallvec::SmallVec;
use xxhash_rust::xxh3::Xxh3;

use crate::code::{Definition, Lock, Operand, REGISTERS, Register, Target, places};
use raddle_explore::context::{Failure, StepContext};
use raddle_explore::names::ActorId;
use raddle_explore::operation::Place;

/// What a thread is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// The instruction at `at` is next.
    Ready,
    /// In a wait: not yet notified.
    Waiting,
    /// In a wait: notified, and needs the lock.
    Notified,
    /// At the end of a loop iteration without effect: goes on when what it read has been written since.
    Spinning,
    /// Its private code fails or loops before its first operation, in a step of its own, which can tell.
    Doomed,
    /// At its end.
    Ended,
}

/// The loop iteration under way: what it has read, and the registers at its head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Iteration {
    pub(super) head: u32,
    pub(super) registers: [i64; REGISTERS],
    pub(super) read: SmallVec<[u32; 4]>,
    /// One of the cells read has been written by another thread since.
    pub(super) stale: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Thread {
    pub(super) actor: ActorId,
    pub(super) code: u32,
    /// The number of the code's first instruction among all of the program.
    pub(super) first_source: u32,
    pub(super) at: u32,
    pub(super) started: u32,
    pub(super) stage: Stage,
    pub(super) registers: [i64; REGISTERS],
    pub(super) iteration: Option<Box<Iteration>>,
}
impl Thread {
    pub(super) fn new(
        definition: &Definition,
        actor: ActorId,
        code: u32,
        registers: [i64; REGISTERS],
    ) -> Thread {
        let first_source = definition.codes[code as usize].first_source;
        Thread {
            actor,
            code,
            first_source,
            at: 0,
            started: 0,
            stage: Stage::Ready,
            registers,
            iteration: None,
        }
    }

    pub(super) fn value(&self, operand: Operand) -> i64 {
        match operand {
            Operand::Constant(value) => value,
            Operand::Register(register) => self.registers[register.0 as usize],
        }
    }

    pub(super) fn set(&mut self, register: Register, value: i64) {
        self.registers[register.0 as usize] = value;
    }

    pub(super) fn cell(&self, target: Target) -> u32 {
        target.start + self.value(target.index) as u32
    }

    pub(super) fn place(&self, target: Target) -> Place {
        places::cell(self.cell(target))
    }

    pub(super) fn lock(&self, lock: Lock) -> u32 {
        lock.start + self.value(lock.index) as u32
    }

    pub(super) fn die<W>(&mut self, failure: Failure, context: &mut StepContext<W>) {
        context.fail(failure);
        self.stage = Stage::Ended;
        self.iteration = None;
    }

    /// Comes to the head of a loop; whether the thread now spins: the last iteration began here, changed nothing, and
    /// left the registers as they were.
    pub(super) fn enter_loop(&mut self) -> bool {
        if let Some(iteration) = &mut self.iteration
            && iteration.head == self.at
        {
            if iteration.registers == self.registers && !iteration.read.is_empty() {
                return true;
            }
            iteration.registers = self.registers;
            iteration.read.clear();
            iteration.stale = false;
            return false;
        }
        let fresh =
            Iteration { head: self.at, registers: self.registers, read: SmallVec::new(), stale: false };
        self.iteration = Some(Box::new(fresh));
        false
    }

    /// Whether somebody changed what it waits for a change of.
    pub(super) fn is_stale(&self) -> bool {
        self.iteration.as_ref().is_some_and(|iteration| iteration.stale)
    }

    /// What only its own steps change, and those that start or wake it.
    pub(super) fn hash_into(&self, hasher: &mut Xxh3) {
        hasher.update(&self.actor.0.to_le_bytes());
        hasher.update(&self.at.to_le_bytes());
        hasher.update(&[self.stage as u8]);
        hasher.update(&self.started.to_le_bytes());
        for register in &self.registers {
            hasher.update(&register.to_le_bytes());
        }
        if let Some(iteration) = &self.iteration {
            hasher.update(&iteration.head.to_le_bytes());
            for register in &iteration.registers {
                hasher.update(&register.to_le_bytes());
            }
            let mut read = iteration.read.clone();
            read.sort_unstable();
            for cell in read {
                hasher.update(&cell.to_le_bytes());
            }
        }
    }
}
