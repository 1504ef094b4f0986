//! Runs a program of the thread language, one operation at a time.
//!
//! A thread always stands before an operation: private code runs at the end of the step before it, or at the start.
//! A loop iteration that wrote nothing, kept nothing in a register and changed nothing else is a spin: the thread
//! then awaits a change, which is an operation that reads every cell of the iteration and goes when one of them has
//! been written since it was read. It is an operation even if the change came before the iteration was over, so that
//! the change and the iteration's other reads commute.

mod operate;
mod pending;
mod thread;

use std::sync::Arc;

use smallvec::SmallVec;
use xxhash_rust::xxh3::Xxh3;

use crate::code::{Arithmetic, Definition, Instruction, Lock, REGISTERS, Target, places};
use crate::machine::thread::{Stage, Thread};
use raddle_explore::context::{Failure, Interruption, Observed, StepContext, Watcher};
use raddle_explore::names::{ActorId, Names};
use raddle_explore::operation::Place;
use raddle_explore::program::{Choice, PendingBuffer, Run};
use raddle_explore::words::{ActorName, PlaceName};

const FREE: u32 = u32::MAX;
/// A mailbox: messages not yet taken, and how many were taken before.
#[derive(Clone, Debug, Default)]
struct Queue {
    messages: std::collections::VecDeque<i64>,
    taken: u32,
}

impl Queue {
    /// The value of a part of a mailbox: how many messages were put into it, how many were taken out, or one of them.
    fn value(&self, part: u32) -> Option<u128> {
        match part {
            0 => Some(u128::from(self.taken) + self.messages.len() as u128),
            1 => Some(u128::from(self.taken)),
            slot => {
                let message = (slot - 2).checked_sub(self.taken)?;
                self.messages.get(message as usize).map(|&message| message as u128)
            }
        }
    }
}

/// One execution of a [`super::ThreadProgram`].
#[derive(Clone, Debug)]
pub struct ThreadRun {
    definition: Arc<Definition>,
    names: Arc<Names>,
    cells: Vec<i64>,
    /// The holder of each lock.
    holders: Vec<u32>,
    /// Who waits at each lock, in the order of coming.
    waiters: Vec<SmallVec<[ActorId; 2]>>,
    queues: Vec<Queue>,
    /// In the order of their paths.
    threads: Vec<Thread>,
    exited: bool,
}

impl ThreadRun {
    pub(super) fn new(definition: Arc<Definition>, names: Arc<Names>) -> ThreadRun {
        let mut run = ThreadRun {
            cells: definition.cells.clone(),
            holders: vec![FREE; definition.lock_count()],
            waiters: vec![SmallVec::new(); definition.lock_count()],
            queues: vec![Queue::default(); definition.mailbox_count()],
            threads: Vec::with_capacity(definition.roots.len()),
            exited: false,
            definition,
            names,
        };
        let definition = Arc::clone(&run.definition);
        for (index, &code) in definition.roots.iter().enumerate() {
            run.threads.push(Thread::new(
                &definition,
                run.names.child(None, index as u32),
                code,
                [0; REGISTERS],
            ));
        }
        let mut context = StepContext::plain();
        for index in 0..run.threads.len() {
            context.begin();
            let before = run.threads[index].clone();
            if run.run_private(index, &mut context).is_err() || !context.effects.failures.is_empty() {
                run.threads[index] = Thread { stage: Stage::Doomed, ..before };
            }
        }
        run
    }

    /// The value of every cell, for oracles.
    pub fn cells(&self) -> &[i64] {
        &self.cells
    }

    /// How far a thread has come in its code; beyond it at its end.
    pub fn progress(&self, actor: ActorId) -> u32 {
        let thread = self.threads.iter().find(|thread| thread.actor == actor);
        thread.map_or(0, |thread| if thread.stage == Stage::Ended { u32::MAX } else { thread.at })
    }

    fn position(&self, actor: ActorId) -> usize {
        // Until a thread starts another, threads stand at their numbers.
        if self.threads.get(actor.index()).is_some_and(|thread| thread.actor == actor) {
            return actor.index();
        }
        self.threads
            .iter()
            .position(|thread| thread.actor == actor)
            .expect("a choice names an actor of the run")
    }

    /// Runs private code until the thread stands before an operation or at its end.
    fn run_private<W: Watcher<PrivateCode>>(
        &mut self,
        index: usize,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
        loop {
            let thread = &mut self.threads[index];
            let instructions = &self.definition.codes[thread.code as usize].instructions;
            let Some(&instruction) = instructions.get(thread.at as usize) else {
                thread.stage = Stage::Ended;
                thread.iteration = None;
                return Ok(());
            };
            context.watch(|| (thread.actor, instruction))?;
            match instruction {
                Instruction::Set { into, value } => thread.set(into, thread.value(value)),
                Instruction::Compute { operation, into, left, right } => {
                    let (left, right) = (thread.value(left), thread.value(right));
                    thread.set(into, compute(operation, left, right));
                }
                Instruction::Jump { to } => {
                    thread.at = to;
                    context.burn(1)?;
                    continue;
                }
                Instruction::Branch { comparison, left, right, to } => {
                    if comparison.holds(thread.value(left), thread.value(right)) {
                        thread.at = to;
                        context.burn(1)?;
                        continue;
                    }
                }
                Instruction::Assert { comparison, left, right } => {
                    let (left, right) = (thread.value(left), thread.value(right));
                    if !comparison.holds(left, right) {
                        let message = format!(
                            "{}:{}: {left} {comparison:?} {right} does not hold",
                            self.definition.codes[thread.code as usize].name,
                            thread.at + 1
                        );
                        thread.die(Failure::Assertion(message.into()), context);
                        return Ok(());
                    }
                }
                Instruction::LoopHead => {
                    if thread.enter_loop() {
                        thread.stage = Stage::Spinning;
                        return Ok(());
                    }
                }
                // Its cell is there, whatever the state; and nobody takes a lock from its holder.
                Instruction::Read { .. } | Instruction::Write { .. } | Instruction::Acquire(_)
                    if self.definition.fixed[(thread.first_source + thread.at) as usize].is_some() =>
                {
                    return Ok(());
                }
                _ => {
                    if let Some(message) = self.out_of_range(index, instruction) {
                        self.threads[index].die(Failure::Exception(message.into()), context);
                    }
                    return Ok(());
                }
            }
            self.threads[index].at += 1;
            context.burn(1)?;
        }
    }

    /// Why an operation cannot even be attempted: its index lies outside, or the lock is not held.
    fn out_of_range(&self, index: usize, instruction: Instruction) -> Option<String> {
        let thread = &self.threads[index];
        let cell = |target: Target| {
            let at = thread.value(target.index);
            (at < 0 || at >= i64::from(target.length)).then(|| format!("index {at} is out of range"))
        };
        let lock = |lock: Lock| {
            let at = thread.value(lock.index);
            (at < 0 || at >= i64::from(lock.length)).then(|| format!("lock {at} is out of range"))
        };
        let held = |held: Lock| {
            lock(held).or_else(|| {
                let number = thread.lock(held);
                (self.holders[number as usize] != thread.actor.0).then(|| "the lock is not held".to_owned())
            })
        };
        match instruction {
            Instruction::Read { from: target, .. }
            | Instruction::Write { to: target, .. }
            | Instruction::FetchAdd { cell: target, .. }
            | Instruction::CompareAndSet { cell: target, .. } => cell(target),
            Instruction::Transfer { from, to, .. } => cell(from).or_else(|| cell(to)),
            Instruction::Acquire(taken) | Instruction::TryAcquire { lock: taken, .. } => lock(taken),
            Instruction::Release(given)
            | Instruction::Wait(given)
            | Instruction::TimedWait { lock: given, .. }
            | Instruction::NotifyOne(given)
            | Instruction::NotifyAll(given) => held(given),
            Instruction::Join { thread: register } => {
                let joined = thread.registers[register.0 as usize];
                let known = self.threads.iter().any(|other| i64::from(other.actor.0) == joined);
                (!known).then(|| "there is no such thread to join".to_owned())
            }
            _ => None,
        }
    }

    /// A cell was written: the loop iterations of others that read it are stale.
    fn written(&mut self, cell: u32) {
        for thread in &mut self.threads {
            if let Some(iteration) = &mut thread.iteration
                && iteration.read.contains(&cell)
            {
                iteration.stale = true;
            }
        }
    }

    fn write_cell(&mut self, index: usize, cell: u32, value: i64) {
        self.cells[cell as usize] = value;
        self.threads[index].iteration = None;
        self.written(cell);
    }

    fn wake<W>(&mut self, actor: ActorId, context: &mut StepContext<W>) {
        let index = self.position(actor);
        self.threads[index].stage = Stage::Notified;
        context.effects.before.push(actor);
    }

    fn add_thread(&mut self, thread: Thread) {
        let names = &self.names;
        let at = self.threads.partition_point(|other| names.compare(other.actor, thread.actor).is_lt());
        self.threads.insert(at, thread);
    }

    /// A thread that was started runs its private code at once: it touches nothing.
    fn begin_started<W: Watcher<PrivateCode>>(
        &mut self,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
        for child in 0..context.effects.before.len() {
            let index = self.position(context.effects.before[child]);
            if self.threads[index].stage == Stage::Ready && self.threads[index].at == 0 {
                self.run_private(index, context)?;
            }
        }
        Ok(())
    }
}

/// What a watcher sees of a thread: each instruction of its private code, and the operation that ends it, before it is
/// executed.
pub struct PrivateCode;

impl Observed for PrivateCode {
    type Shown<'o> = (ActorId, Instruction);
}

impl Run for ThreadRun {
    type Observation = PrivateCode;

    fn pending(&self, into: &mut PendingBuffer) {
        into.clear();
        for thread in &self.threads {
            self.pending_of(thread, into);
        }
        self.pending_timeout(into);
    }

    fn describe_actor(&self, actor: ActorId) -> Option<ActorName> {
        self.definition.describe_actor(&self.names.path(actor)).map(ActorName::from)
    }

    fn describe_place(&self, place: Place) -> Option<PlaceName> {
        Some(self.definition.describe_place(place))
    }

    fn step<W: Watcher<PrivateCode>>(
        &mut self,
        choice: Choice,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
        if self.definition.is_timed && self.threads.iter().all(|thread| thread.actor != choice.actor) {
            self.time_out(choice.option, context);
            return Ok(());
        }
        let index = self.position(choice.actor);
        self.operate(index, choice.option, context);
        if self.exited {
            return Ok(());
        }
        if !context.effects.before.is_empty() {
            self.begin_started(context)?;
        }
        // The thread may have moved: what it started stands before or behind it.
        let index = self.position(choice.actor);
        if self.threads[index].stage == Stage::Ready {
            self.run_private(index, context)?;
        }
        Ok(())
    }

    fn has_exited(&self) -> bool {
        self.exited
    }

    fn held_locks(&self, into: &mut Vec<(Place, ActorId)>) {
        into.clear();
        let held = self.holders.iter().enumerate().filter(|(_, holder)| **holder != FREE);
        into.extend(held.map(|(lock, &holder)| (places::lock(lock as u32), ActorId(holder))));
    }

    fn fork(&self) -> Option<ThreadRun> {
        Some(self.clone())
    }

    fn fingerprint(&self) -> Option<u128> {
        let mut hasher = Xxh3::new();
        for cell in &self.cells {
            hasher.update(&cell.to_le_bytes());
        }
        for holder in &self.holders {
            hasher.update(&holder.to_le_bytes());
        }
        for waiters in &self.waiters {
            hasher.update(&(waiters.len() as u32).to_le_bytes());
            for waiter in waiters {
                hasher.update(&waiter.0.to_le_bytes());
            }
        }
        for queue in &self.queues {
            hasher.update(&queue.taken.to_le_bytes());
            hasher.update(&(queue.messages.len() as u32).to_le_bytes());
            for message in &queue.messages {
                hasher.update(&message.to_le_bytes());
            }
        }
        for thread in &self.threads {
            thread.hash_into(&mut hasher);
            hasher.update(&[u8::from(thread.is_stale())]);
        }
        hasher.update(&[u8::from(self.exited)]);
        Some(hasher.digest128())
    }

    fn fingerprint_actor(&self, actor: ActorId) -> Option<u128> {
        let thread = self.threads.iter().find(|thread| thread.actor == actor)?;
        let mut hasher = Xxh3::new();
        thread.hash_into(&mut hasher);
        Some(hasher.digest128())
    }

    fn fingerprint_place(&self, place: Place) -> Option<u128> {
        match places::split(place) {
            (0, index) => self.cells.get(index).map(|&value| value as u128),
            (1, index) => self.holders.get(index).map(|&holder| u128::from(holder)),
            (2, index) => self.waiters.get(index).map(|waiters| {
                let mut hasher = Xxh3::new();
                waiters.iter().for_each(|waiter| hasher.update(&waiter.0.to_le_bytes()));
                hasher.digest128()
            }),
            (3, index) => self.queues.get(index).and_then(|queue| queue.value(place.part)),
            _ => None,
        }
    }
}
fn compute(operation: Arithmetic, left: i64, right: i64) -> i64 {
    match operation {
        Arithmetic::Add => left.wrapping_add(right),
        Arithmetic::Subtract => left.wrapping_sub(right),
        Arithmetic::Multiply => left.wrapping_mul(right),
        Arithmetic::Remainder => left.checked_rem_euclid(right).unwrap_or(0),
    }
}
