//! The thread language's programs: what they are made of.
//!
//! The code of a thread is written by `builder`; running programs is `machine`'s job.

use std::sync::{Arc, OnceLock};

use crate::builder::ThreadBuilder;
use crate::machine::ThreadRun;
use raddle_explore::names::{ActorId, ActorPath, Names};
use raddle_explore::operation::{Mode, OperationKind, Place, Touch};
use raddle_explore::program::{Abilities, Pending, Program, SourceId};
use raddle_explore::source::SourcePlace;
use raddle_explore::words::{PlaceName, Role};

/// A private variable of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register(pub u8);

/// The number of registers that a thread has.
pub const REGISTERS: usize = 8;

/// A constant or a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// This value.
    Constant(i64),
    /// What the register holds.
    Register(Register),
}

impl From<i64> for Operand {
    fn from(value: i64) -> Operand {
        Operand::Constant(value)
    }
}

impl From<Register> for Operand {
    fn from(register: Register) -> Operand {
        Operand::Register(register)
    }
}

/// A shared variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable(pub(super) u32);

/// A shared array; its elements are cells like variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Array {
    pub(super) start: u32,
    pub(super) length: u32,
}

impl Array {
    /// The cell of an element.
    pub fn at(self, index: impl Into<Operand>) -> Target {
        Target { start: self.start, length: self.length, index: index.into() }
    }
}

/// A shared cell: a variable, or an element of an array whose index is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    pub(super) start: u32,
    pub(super) length: u32,
    pub(super) index: Operand,
}

impl From<Variable> for Target {
    fn from(variable: Variable) -> Target {
        Target { start: variable.0, length: 1, index: Operand::Constant(0) }
    }
}

/// A lock with a set of waiters, or one of a row of locks whose index is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lock {
    pub(super) start: u32,
    pub(super) length: u32,
    pub(super) index: Operand,
}

impl Lock {
    /// A lock of a row.
    pub fn at(self, index: impl Into<Operand>) -> Lock {
        Lock { index: index.into(), ..self }
    }
}

/// A first-in, first-out mailbox without a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mailbox(pub(super) u32);

/// What `Arithmetic` instructions compute; all wrap around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The product.
    Multiply,
    /// The remainder, never negative for a positive divisor; 0 for the divisor 0.
    Remainder,
}

/// What branches and assertions compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// Both are the same.
    Equal,
    /// They differ.
    NotEqual,
    /// The left is smaller.
    Less,
}

impl Comparison {
    /// Whether it holds.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
        }
    }
}

/// One instruction. The first group are operations, before which the scheduler may choose; the second is private code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say it")]
pub enum Instruction {
    /// Reads a cell into a register.
    Read { into: Register, from: Target, mode: Mode },
    /// Writes a cell.
    Write { to: Target, value: Operand, mode: Mode },
    /// Adds to a cell and keeps the old value.
    FetchAdd { into: Register, cell: Target, value: Operand },
    /// Writes the cell if it has the expected value; keeps 1 if it did, else 0.
    CompareAndSet { into: Register, cell: Target, expected: Operand, value: Operand },
    /// Moves an amount from one cell to another in one step.
    Transfer { from: Target, to: Target, amount: Operand },
    /// Sets every cell to zero in one step, which conflicts with every other one.
    Clear,
    /// Takes a lock; it is not reentrant.
    Acquire(Lock),
    /// Takes a lock if it is free; keeps 1 if it was, else 0.
    TryAcquire { into: Register, lock: Lock },
    /// Gives a lock back, which the thread must hold.
    Release(Lock),
    /// Gives a lock back, waits for a notification, and takes it again.
    Wait(Lock),
    /// The same, for some time: keeps 1 if it was notified, 0 if its time ran out, which it does only where nothing else
    /// can go.
    TimedWait { into: Register, lock: Lock },
    /// Wakes one waiter of a lock that the thread holds; which one is the scheduler's choice.
    NotifyOne(Lock),
    /// Wakes all waiters of a lock that the thread holds.
    NotifyAll(Lock),
    /// Starts a thread of this code; its first registers are copied from the parent's.
    Spawn { code: u32, into: Register },
    /// Waits for the end of a thread that this one started.
    Join { thread: Register },
    /// Puts a value into a mailbox.
    Send { mailbox: Mailbox, value: Operand },
    /// Takes a value out of a mailbox; blocks while it is empty.
    Receive { into: Register, mailbox: Mailbox },
    /// Chooses a value below the bound.
    Choose { into: Register, below: u32 },
    /// Ends the program.
    Exit { code: i32 },

    /// Sets a register.
    Set { into: Register, value: Operand },
    /// Computes.
    Compute { operation: Arithmetic, into: Register, left: Operand, right: Operand },
    /// Goes on elsewhere.
    Jump { to: u32 },
    /// Goes on elsewhere if the comparison holds.
    Branch { comparison: Comparison, left: Operand, right: Operand, to: u32 },
    /// Fails, and ends the thread, if the comparison does not hold.
    Assert { comparison: Comparison, left: Operand, right: Operand },
    /// The head of a loop: if the iteration since the last visit had no effect, the thread waits for a change.
    LoopHead,
}

impl Instruction {
    /// The lock whose waiters a thread joins by it.
    pub(super) fn waits_at(self) -> Option<Lock> {
        match self {
            Instruction::Wait(lock) | Instruction::TimedWait { lock, .. } => Some(lock),
            _ => None,
        }
    }
}

/// The code of a thread.
#[derive(Clone, Debug, Default)]
pub(super) struct Code {
    pub name: String,
    pub instructions: Vec<Instruction>,
    pub daemon: bool,
    /// The number of the first instruction among all of the program, for source places.
    pub first_source: u32,
}

/// An operation that is the same in every state, but for its actor and whether its lock is free.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fixed {
    pub pending: Pending,
    pub touch: Touch,
    pub lock: Option<u32>,
}

impl Fixed {
    fn of(instruction: Instruction, source: u32, daemon: bool) -> Option<Fixed> {
        let cell = |target: Target| match target.index {
            Operand::Constant(index) => (0..i64::from(target.length))
                .contains(&index)
                .then(|| places::cell(target.start + index as u32)),
            Operand::Register(_) => None,
        };
        let lock = |lock: Lock| match lock.index {
            Operand::Constant(index) => {
                (0..i64::from(lock.length)).contains(&index).then(|| lock.start + index as u32)
            }
            Operand::Register(_) => None,
        };
        let (kind, mode, touch, lock) = match instruction {
            Instruction::Read { from, mode, .. } => {
                (OperationKind::Read, mode, Touch::read(cell(from)?), None)
            }
            Instruction::Write { to, mode, .. } => {
                (OperationKind::Write, mode, Touch::write(cell(to)?), None)
            }
            Instruction::Acquire(taken) => {
                let lock = lock(taken)?;
                (OperationKind::Acquire, Mode::Synchronising, Touch::write(places::lock(lock)), Some(lock))
            }
            Instruction::Release(given) => {
                (OperationKind::Release, Mode::Synchronising, Touch::write(places::lock(lock(given)?)), None)
            }
            _ => return None,
        };
        let mut pending = Pending::new(ActorId(0), kind);
        (pending.mode, pending.daemon, pending.source) = (mode, daemon, SourceId(source));
        Some(Fixed { pending, touch, lock })
    }
}

/// What a program consists of; shared by all of its runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Definition {
    pub name: String,
    pub codes: Vec<Code>,
    /// The codes of the threads that run from the start.
    pub roots: Vec<u32>,
    pub cells: Vec<i64>,
    /// For each instruction of the program whose operation is the same in every state, that operation.
    pub fixed: Vec<Option<Fixed>>,
    /// Whether there are waits that end by themselves.
    pub is_timed: bool,
    cell_names: Vec<String>,
    lock_names: Vec<String>,
    mailbox_names: Vec<String>,
}

impl Definition {
    pub fn lock_count(&self) -> usize {
        self.lock_names.len()
    }

    pub fn mailbox_count(&self) -> usize {
        self.mailbox_names.len()
    }

    fn code_at(&self, source: SourceId) -> (&Code, usize) {
        let index = self.codes.partition_point(|code| code.first_source <= source.0) - 1;
        (&self.codes[index], (source.0 - self.codes[index].first_source) as usize)
    }
}

/// A program of threads.
#[derive(Debug)]
pub struct ThreadProgram {
    definition: Arc<Definition>,
    names: Arc<Names>,
    /// The state before the first choice, once somebody has started the program.
    initial: OnceLock<ThreadRun>,
}

impl ThreadProgram {
    /// A program without threads.
    pub fn new(name: impl Into<String>) -> ThreadProgram {
        let definition = Definition { name: name.into(), ..Definition::default() };
        ThreadProgram { definition: Arc::new(definition), names: Arc::default(), initial: OnceLock::new() }
    }

    fn edit(&mut self) -> &mut Definition {
        self.initial.take();
        Arc::make_mut(&mut self.definition)
    }

    /// Declares a shared variable.
    pub fn variable(&mut self, name: &str, value: i64) -> Variable {
        let definition = self.edit();
        definition.cells.push(value);
        definition.cell_names.push(name.to_owned());
        Variable(definition.cells.len() as u32 - 1)
    }

    /// Declares a shared array.
    pub fn array(&mut self, name: &str, length: u32, value: i64) -> Array {
        let definition = self.edit();
        let start = definition.cells.len() as u32;
        for index in 0..length {
            definition.cells.push(value);
            definition.cell_names.push(format!("{name}[{index}]"));
        }
        Array { start, length }
    }

    /// Declares a lock.
    pub fn lock(&mut self, name: &str) -> Lock {
        let definition = self.edit();
        definition.lock_names.push(name.to_owned());
        Lock { start: definition.lock_names.len() as u32 - 1, length: 1, index: Operand::Constant(0) }
    }

    /// Declares a row of locks.
    pub fn locks(&mut self, name: &str, length: u32) -> Lock {
        let definition = self.edit();
        let start = definition.lock_names.len() as u32;
        definition.lock_names.extend((0..length).map(|index| format!("{name}[{index}]")));
        Lock { start, length, index: Operand::Constant(0) }
    }

    /// Declares a mailbox.
    pub fn mailbox(&mut self, name: &str) -> Mailbox {
        let definition = self.edit();
        definition.mailbox_names.push(name.to_owned());
        Mailbox(definition.mailbox_names.len() as u32 - 1)
    }

    /// Adds a thread that runs from the start.
    pub fn thread(&mut self, name: impl Into<String>, write: impl FnOnce(&mut ThreadBuilder)) {
        let code = self.code(name, write);
        self.names.child(None, self.definition.roots.len() as u32);
        self.edit().roots.push(code);
    }

    /// Adds code for `Spawn`.
    pub fn code(&mut self, name: impl Into<String>, write: impl FnOnce(&mut ThreadBuilder)) -> u32 {
        let mut builder = ThreadBuilder::default();
        write(&mut builder);
        let ThreadBuilder { instructions, daemon, .. } = builder;
        let codes = &mut self.edit().codes;
        let first_source =
            codes.last().map_or(0, |code| code.first_source + code.instructions.len() as u32 + 1);
        let is_timed =
            instructions.iter().any(|instruction| matches!(instruction, Instruction::TimedWait { .. }));
        let fixed = instructions.iter().zip(first_source..);
        let fixed: Vec<_> =
            fixed.map(|(&instruction, source)| Fixed::of(instruction, source, daemon)).collect();
        codes.push(Code { name: name.into(), instructions, daemon, first_source });
        let number = codes.len() as u32 - 1;
        self.edit().is_timed |= is_timed;
        // The place behind the last instruction has a number, too.
        self.edit().fixed.extend(fixed.into_iter().chain([None]));
        number
    }
}

/// The families of places, by the top byte of [`Place::object`]. Made here, so that machine and report agree.
pub(super) mod places {
    use super::Place;

    const LOCK: u64 = 1 << 56;
    const WAITERS: u64 = 2 << 56;
    const MAILBOX: u64 = 3 << 56;

    pub fn cell(index: u32) -> Place {
        Place::new(u64::from(index), 0)
    }

    pub fn lock(index: u32) -> Place {
        Place::new(LOCK | u64::from(index), 0)
    }

    pub fn waiters(index: u32) -> Place {
        Place::new(WAITERS | u64::from(index), 0)
    }

    pub fn mailbox_tail(index: u32) -> Place {
        Place::new(MAILBOX | u64::from(index), 0)
    }

    pub fn mailbox_head(index: u32) -> Place {
        Place::new(MAILBOX | u64::from(index), 1)
    }

    pub fn mailbox_slot(index: u32, number: u32) -> Place {
        Place::new(MAILBOX | u64::from(index), 2 + number)
    }

    /// The family and the index in it.
    pub fn split(place: Place) -> (u64, usize) {
        (place.object >> 56, (place.object & 0xffff_ffff) as usize)
    }
}

impl Definition {
    /// What the actor of a path is called.
    pub(super) fn describe_actor(&self, path: &ActorPath) -> Option<String> {
        let root = self.roots.get(path.0[0] as usize).map(|&code| &self.codes[code as usize]);
        match (root, path.0.len()) {
            (Some(root), 1) => Some(root.name.clone()),
            (Some(root), _) => Some(format!("{}/{}", root.name, ActorPath(path.0[1..].to_vec()))),
            (None, 1) if self.is_timed => Some("time".to_owned()),
            (None, _) => None,
        }
    }

    /// What a place is called.
    pub(super) fn describe_place(&self, place: Place) -> PlaceName {
        let (family, index) = places::split(place);
        let (names, role) = match family {
            0 => (&self.cell_names, Role::Variable),
            1 | 2 => (&self.lock_names, Role::Lock),
            _ => (&self.mailbox_names, Role::Mailbox),
        };
        match names.get(index) {
            Some(name) => PlaceName::new(role, name.clone()).declared(name.clone()),
            None => PlaceName::part(Role::Variable, place.object.to_string(), place.part.to_string()),
        }
    }
}

impl Program for ThreadProgram {
    type Run = ThreadRun;

    fn name(&self) -> String {
        self.definition.name.clone()
    }

    fn start(&self) -> ThreadRun {
        let new = || ThreadRun::new(Arc::clone(&self.definition), Arc::clone(&self.names));
        self.initial.get_or_init(new).clone()
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn abilities(&self) -> Abilities {
        Abilities { forks: true, fingerprints: true, foretells: true, touches_depend_on_state: false }
    }

    fn describe_source(&self, source: SourceId) -> SourcePlace {
        let (code, line) = self.definition.code_at(source);
        SourcePlace { function: code.name.clone(), line: line as u32 + 1, ..SourcePlace::default() }
    }
}
