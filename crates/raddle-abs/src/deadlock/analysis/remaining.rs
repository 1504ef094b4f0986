//! What is left of a task: the waits, calls and creations that a piece of code can still come to.
//!
//! The seeds' `reachable` asks for a task's *remaining* statements. They are read off the compiled code, because
//! that is where the machine's tasks stand. Exceptions may go to every handler that the code passes.

use rustc_hash::FxHashMap;

use crate::machine::code::{CodeId, CompiledProgram, Instruction};
use crate::source::Span;
use crate::types::resolved::{ClassId, SelectorId};

/// What a piece of code can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// It waits here, and keeps its location or not.
    Wait(Span, bool),
    /// It calls a method.
    Call(Span, SelectorId),
    /// It makes an object.
    New(Span, ClassId),
    /// It assigns a field of its object; only [`super::values`] tells.
    Write(u32),
}

/// What remains from each point at which a task may stand.
#[derive(Clone, Debug, Default)]
pub struct Remaining {
    items: FxHashMap<(CodeId, u32), Vec<Item>>,
}

impl Remaining {
    /// Reads all methods of a program.
    #[must_use]
    pub fn of(program: &CompiledProgram, methods: usize) -> Self {
        let mut remaining = Self::default();
        for method in 0..methods as u32 {
            let code = CodeId(program.first_method + method);
            let instructions = &program.codes[code.index()].instructions;
            // An init block never waits, so no task stands behind a creation.
            let mut entries: Vec<u32> = vec![0];
            for (at, instruction) in instructions.iter().enumerate() {
                // Who waits for a resource, or lets others move first, makes the instruction again.
                if program.pauses
                    && matches!(
                        instruction,
                        Instruction::Resource(_)
                            | Instruction::Spawn(_)
                            | Instruction::Invoke(_)
                            | Instruction::New(_)
                    )
                {
                    entries.push(at as u32);
                }
                match instruction {
                    Instruction::Await(_)
                    | Instruction::Get
                    | Instruction::Suspend
                    | Instruction::Duration
                    | Instruction::Invoke(_)
                    | Instruction::Call(_)
                    | Instruction::Builtin(_) => entries.push(at as u32 + 1),
                    Instruction::PushHandler(target) => entries.push(*target),
                    _ => {}
                }
            }
            for entry in entries {
                let items = reach(program, code, entry);
                remaining.items.insert((code, entry), items);
            }
        }
        remaining
    }

    /// What remains of a piece of code from an instruction on; none if no task can stand there.
    #[must_use]
    pub fn from(&self, code: CodeId, next: u32) -> Option<&[Item]> {
        self.items.get(&(code, next)).map(Vec::as_slice)
    }

    /// Every point at which a task may stand, with what remains.
    pub fn all(&self) -> impl Iterator<Item = (CodeId, u32, &[Item])> {
        self.items.iter().map(|(&(code, next), items)| (code, next, items.as_slice()))
    }
}

fn reach(program: &CompiledProgram, code: CodeId, entry: u32) -> Vec<Item> {
    let code = &program.codes[code.index()];
    let mut seen = vec![false; code.instructions.len()];
    let mut work = vec![entry as usize];
    let mut items = Vec::new();
    while let Some(at) = work.pop() {
        if at >= seen.len() || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        let span = code.spans[at];
        match code.instructions[at] {
            Instruction::Jump(target) => {
                work.push(target as usize);
                continue;
            }
            Instruction::JumpUnless(target)
            | Instruction::JumpIfFalseElsePop(target)
            | Instruction::JumpIfTrueElsePop(target)
            | Instruction::PushHandler(target)
            | Instruction::Match { otherwise: target, .. }
            | Instruction::Next { otherwise: target, .. } => work.push(target as usize),
            Instruction::Return
            | Instruction::NoMatch
            | Instruction::Throw
            | Instruction::Rethrow
            | Instruction::Die => continue,
            Instruction::Get => items.push(Item::Wait(span, true)),
            Instruction::Await(_) => items.push(Item::Wait(span, false)),
            Instruction::Spawn(call) => items.push(Item::Call(span, program.calls[call as usize].selector)),
            Instruction::Invoke(call) => {
                items.push(Item::Wait(span, true));
                items.push(Item::Call(span, program.calls[call as usize].selector));
            }
            Instruction::New(creation) => {
                items.push(Item::New(span, program.creations[creation as usize].class));
            }
            _ => {}
        }
        work.push(at + 1);
    }
    items.sort_unstable();
    items.dedup();
    items
}
