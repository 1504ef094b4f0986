//! What a piece of code can come to, given the constants that its locals hold: conditional constant propagation.
//!
//! **Source.** Wegman and Zadeck, "Constant propagation with conditional branches" (1991), on the compiled code, from
//! any point at which a task may stand. **Names.** A [`Known`] is the lattice's constant, `None` its "not a constant".
//!
//! **Deviations.** Only whole numbers that fit a word, constructors without arguments, and `null` are constants. Fields
//! count if nothing but an object's initialisation assigns them, or nobody but this task any more. The part of the operand stack that lies below what
//! this code has pushed is not a constant, so that an instruction we do not follow may just forget the stack. What a
//! handler finds is not known either.
//!
//! **Guarantee.** Sound: from a state in which the locals have these values, the task reaches no wait, call or creation
//! of this piece of code that is not listed, and calls nothing with other constants than the listed ones. Ends, since
//! a value only ever changes from a constant to none.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::remaining::Item;
use crate::machine::code::{Code, CodeId, CompiledPattern, CompiledProgram, Instruction};
use crate::machine::evaluate::Fixed;
use crate::machine::value::Value;
use crate::types::resolved::{BinaryOperator, ConstructorId, Known as KnownConstructors};

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Known {
    /// A whole number.
    Integer(i64),
    /// A constructor without arguments.
    Atom(ConstructorId),
    /// `null`
    Null,
}

/// What is known of some values.
pub type Constants = SmallVec<[Option<Known>; 8]>;

/// The constant that a value is, if it is one.
#[must_use]
pub fn constant(value: &Value) -> Option<Known> {
    match value {
        Value::Int(number) => Some(Known::Integer(*number)),
        Value::Atom(constructor) => Some(Known::Atom(*constructor)),
        Value::Null => Some(Known::Null),
        _ => None,
    }
}

/// Something that the code can come to, with what is known of a call's arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reached {
    /// What it is.
    pub item: Item,
    /// The arguments of a call or creation, or what is assigned.
    pub arguments: Constants,
}

/// What is known at an instruction.
#[derive(Clone, PartialEq, Eq)]
struct Knowledge {
    locals: Constants,
    /// Those of the follower's fields.
    fields: Constants,
    /// The top of the operand stack; nothing is known of what lies below.
    stack: Constants,
}

impl Knowledge {
    fn pop(&mut self) -> Option<Known> {
        self.stack.pop().flatten()
    }

    /// Forgets what the other one does not know; whether that was anything.
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        let locals = self.locals.iter_mut().zip(&other.locals);
        for (mine, other) in locals.chain(self.fields.iter_mut().zip(&other.fields)) {
            if mine.is_some() && mine != other {
                *mine = None;
                changed = true;
            }
        }
        let kept = self.stack.len().min(other.stack.len());
        if self.stack.len() > kept {
            self.stack.drain(..self.stack.len() - kept);
            changed = true;
        }
        let others = &other.stack[other.stack.len() - kept..];
        for (mine, other) in self.stack.iter_mut().zip(others) {
            if mine.is_some() && mine != other {
                *mine = None;
                changed = true;
            }
        }
        changed
    }
}

/// Follows one piece of code.
pub struct Follower<'f> {
    fixed: &'f Fixed,
    code: &'f Code,
    /// The fields that are constants until this code assigns them.
    fields: &'f [(u32, Known)],
    at: BTreeMap<u32, Knowledge>,
    work: Vec<u32>,
    found: Vec<Reached>,
}

/// What a piece of code can come to from an instruction on.
#[must_use]
pub fn follow(
    fixed: &Fixed,
    code: CodeId,
    entry: u32,
    locals: &[Option<Known>],
    fields: &[(u32, Known)],
) -> Vec<Reached> {
    let code = &fixed.code.codes[code.index()];
    let mut known: Constants = locals.iter().copied().collect();
    known.resize(code.locals as usize, None);
    let mut follower =
        Follower { fixed, code, fields, at: BTreeMap::new(), work: Vec::new(), found: Vec::new() };
    let fields = fields.iter().map(|&(_, value)| Some(value)).collect();
    follower.flow(entry, Knowledge { locals: known, fields, stack: Constants::new() });
    while let Some(at) = follower.work.pop() {
        follower.instruction(at);
    }
    follower.collect()
}

impl Follower<'_> {
    fn program(&self) -> &CompiledProgram {
        &self.fixed.code
    }

    fn constructors(&self) -> &KnownConstructors {
        &self.fixed.program.known
    }

    fn flow(&mut self, to: u32, knowledge: Knowledge) {
        if to as usize >= self.code.instructions.len() {
            return;
        }
        match self.at.get_mut(&to) {
            Some(known) => {
                if known.join(&knowledge) {
                    self.work.push(to);
                }
            }
            None => {
                self.at.insert(to, knowledge);
                self.work.push(to);
            }
        }
    }

    /// What each instruction that is reached means, by what is known there at the end.
    fn collect(mut self) -> Vec<Reached> {
        let at = std::mem::take(&mut self.at);
        for (number, knowledge) in at {
            let span = self.code.spans[number as usize];
            let nothing = Constants::new();
            match self.code.instructions[number as usize] {
                Instruction::Get => {
                    self.found.push(Reached { item: Item::Wait(span, true), arguments: nothing });
                }
                Instruction::Await(_) => {
                    self.found.push(Reached { item: Item::Wait(span, false), arguments: nothing });
                }
                Instruction::Spawn(call) | Instruction::Invoke(call) => {
                    let site = self.program().calls[call as usize];
                    let above = usize::from(site.deadline);
                    let count = site.arguments as usize;
                    let end = knowledge.stack.len().saturating_sub(above);
                    let arguments = last_of(&knowledge.stack[..end], count);
                    if matches!(self.code.instructions[number as usize], Instruction::Invoke(_)) {
                        self.found.push(Reached { item: Item::Wait(span, true), arguments: nothing });
                    }
                    self.found.push(Reached { item: Item::Call(span, site.selector), arguments });
                }
                Instruction::SetField(field) => {
                    let arguments = std::iter::once(knowledge.stack.last().copied().flatten()).collect();
                    self.found.push(Reached { item: Item::Write(field), arguments });
                }
                Instruction::New(creation) => {
                    let creation = self.program().creations[creation as usize];
                    let arguments = last_of(&knowledge.stack, creation.arguments as usize);
                    self.found.push(Reached { item: Item::New(span, creation.class), arguments });
                }
                _ => {}
            }
        }
        self.found.sort_unstable();
        self.found.dedup();
        self.found
    }

    fn truth(&self, value: Option<Known>) -> Option<bool> {
        match value {
            Some(Known::Atom(constructor)) if constructor == self.constructors().yes => Some(true),
            Some(Known::Atom(constructor)) if constructor == self.constructors().no => Some(false),
            _ => None,
        }
    }

    fn of_truth(&self, value: bool) -> Known {
        Known::Atom(if value { self.constructors().yes } else { self.constructors().no })
    }

    fn binary(&self, operator: BinaryOperator, left: Known, right: Known) -> Option<Known> {
        use BinaryOperator as Op;
        match operator {
            Op::Equal => return Some(self.of_truth(left == right)),
            Op::NotEqual => return Some(self.of_truth(left != right)),
            _ => {}
        }
        let (Known::Integer(left), Known::Integer(right)) = (left, right) else { return None };
        let number = |number: Option<i64>| number.map(Known::Integer);
        match operator {
            Op::Less => Some(self.of_truth(left < right)),
            Op::LessEqual => Some(self.of_truth(left <= right)),
            Op::Greater => Some(self.of_truth(left > right)),
            Op::GreaterEqual => Some(self.of_truth(left >= right)),
            Op::Add => number(left.checked_add(right)),
            Op::Subtract => number(left.checked_sub(right)),
            Op::Multiply => number(left.checked_mul(right)),
            _ => None,
        }
    }

    fn instruction(&mut self, at: u32) {
        let mut knowledge = self.at[&at].clone();
        let next = at + 1;
        match self.code.instructions[at as usize] {
            Instruction::Integer(number) => knowledge.stack.push(Some(Known::Integer(number))),
            Instruction::Atom(constructor) => knowledge.stack.push(Some(Known::Atom(constructor))),
            Instruction::Null => knowledge.stack.push(Some(Known::Null)),
            Instruction::Constant(_) | Instruction::This | Instruction::Destiny => knowledge.stack.push(None),
            Instruction::Local(slot) => {
                let value = knowledge.locals[slot as usize];
                knowledge.stack.push(value);
            }
            Instruction::SetLocal(slot) => knowledge.locals[slot as usize] = knowledge.pop(),
            Instruction::Field(field) => {
                let at = self.fields.iter().position(|(known, _)| *known == field);
                let value = at.and_then(|at| knowledge.fields[at]);
                knowledge.stack.push(value);
            }
            Instruction::SetField(field) => {
                let value = knowledge.pop();
                if let Some(at) = self.fields.iter().position(|(known, _)| *known == field) {
                    knowledge.fields[at] = value;
                }
            }
            Instruction::Pop | Instruction::Assert => {
                knowledge.pop();
            }
            Instruction::Not => {
                let value = self.truth(knowledge.pop()).map(|value| self.of_truth(!value));
                knowledge.stack.push(value);
            }
            Instruction::Minus => {
                let value = match knowledge.pop() {
                    Some(Known::Integer(number)) => number.checked_neg().map(Known::Integer),
                    _ => None,
                };
                knowledge.stack.push(value);
            }
            Instruction::Binary(operator) => {
                let (right, left) = (knowledge.pop(), knowledge.pop());
                let value = left.zip(right).and_then(|(left, right)| self.binary(operator, left, right));
                knowledge.stack.push(value);
            }
            Instruction::Jump(target) => return self.flow(target, knowledge),
            Instruction::JumpUnless(target) => {
                let value = self.truth(knowledge.pop());
                if value != Some(true) {
                    self.flow(target, knowledge.clone());
                }
                if value == Some(false) {
                    return;
                }
            }
            Instruction::JumpIfFalseElsePop(target) | Instruction::JumpIfTrueElsePop(target) => {
                let jumps = matches!(self.code.instructions[at as usize], Instruction::JumpIfTrueElsePop(_));
                let value = self.truth(knowledge.stack.last().copied().flatten());
                if value != Some(!jumps) {
                    self.flow(target, knowledge.clone());
                }
                if value == Some(jumps) {
                    return;
                }
                knowledge.pop();
            }
            Instruction::Match { pattern, slot, otherwise } => {
                let value = knowledge.locals[slot as usize];
                let pattern = &self.fixed.code.patterns[pattern as usize];
                let fits = fits(pattern, value);
                bind(pattern, value, &mut knowledge.locals);
                if fits != Some(true) {
                    self.flow(otherwise, knowledge.clone());
                }
                if fits == Some(false) {
                    return;
                }
            }
            Instruction::Next { rest, otherwise } => {
                if knowledge.locals[rest as usize].is_some() {
                    return self.flow(otherwise, knowledge);
                }
                self.flow(otherwise, knowledge.clone());
                knowledge.locals[rest as usize] = None;
                knowledge.locals[rest as usize + 1] = None;
            }
            Instruction::Get => {
                knowledge.pop();
                knowledge.stack.push(None);
            }
            Instruction::Statement(_)
            | Instruction::Branch(_)
            | Instruction::Suspend
            | Instruction::PopHandler => {}
            Instruction::PushHandler(target) => {
                let mut anything = knowledge.clone();
                anything.locals.fill(None);
                anything.fields.fill(None);
                anything.stack.clear();
                self.flow(target, anything);
            }
            Instruction::Return
            | Instruction::TailCall(_)
            | Instruction::NoMatch
            | Instruction::Throw
            | Instruction::Rethrow
            | Instruction::Die => return,
            Instruction::Construct(..)
            | Instruction::Call(_)
            | Instruction::Builtin(_)
            | Instruction::Select(_)
            | Instruction::Implements(_)
            | Instruction::As(_)
            | Instruction::Concatenate(_)
            | Instruction::New(_)
            | Instruction::Spawn(_)
            | Instruction::Invoke(_)
            | Instruction::Await(_)
            | Instruction::Resource(_)
            | Instruction::Duration => knowledge.stack.clear(),
        }
        self.flow(next, knowledge);
    }
}

/// The last so many values of a stack of which only the top is known.
fn last_of(stack: &[Option<Known>], count: usize) -> Constants {
    let value = |at: usize| (stack.len() + at).checked_sub(count).and_then(|at| stack[at]);
    (0..count).map(value).collect()
}

/// Does the value fit the pattern, as far as that is known?
fn fits(pattern: &CompiledPattern, value: Option<Known>) -> Option<bool> {
    match pattern {
        CompiledPattern::Anything | CompiledPattern::Bind(_) => Some(true),
        CompiledPattern::Integer(number) => value.map(|value| value == Known::Integer(*number)),
        CompiledPattern::Atom(constructor) => value.map(|value| value == Known::Atom(*constructor)),
        CompiledPattern::Data(..) => value.map(|_| false),
        CompiledPattern::Constant(_) | CompiledPattern::EqualLocal(_) | CompiledPattern::EqualField(_) => {
            None
        }
    }
}

/// What is known of the slots that a pattern binds: a part of it may be bound even if the whole does not fit.
fn bind(pattern: &CompiledPattern, value: Option<Known>, locals: &mut Constants) {
    match pattern {
        CompiledPattern::Bind(slot) => locals[*slot as usize] = value,
        CompiledPattern::Data(_, parts) => parts.iter().for_each(|part| bind(part, None, locals)),
        _ => {}
    }
}
