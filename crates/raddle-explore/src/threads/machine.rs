//! Runs a program of the thread language, one operation at a time.
//!
//! A thread always stands before an operation: private code runs at the end of the step before it, or at the start.
//! A loop iteration that wrote nothing, kept nothing in a register and changed nothing else is a spin: the thread
//! then awaits a change, which is an operation that reads every cell of the iteration and goes when one of them has
//! been written since it was read. It is an operation even if the change came before the iteration was over, so that
//! the change and the iteration's other reads commute.

use std::sync::Arc;

use smallvec::SmallVec;
use xxhash_rust::xxh3::Xxh3;

use crate::context::{Failure, Interruption, StepContext, Watcher};
use crate::names::{ActorId, Names};
use crate::operation::{Mode, OperationKind, Place, Touch};
use crate::program::{Choice, Enabled, Pending, PendingBuffer, Run, SourceId};
use crate::threads::code::{
    Arithmetic, Definition, Instruction, Lock, Operand, REGISTERS, Register, Target, places,
};

const FREE: u32 = u32::MAX;

/// What a thread is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
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
struct Iteration {
    head: u32,
    registers: [i64; REGISTERS],
    read: SmallVec<[u32; 4]>,
    /// One of the cells read has been written by another thread since.
    stale: bool,
}

#[derive(Clone, Debug)]
struct Thread {
    actor: ActorId,
    code: u32,
    /// The number of the code's first instruction among all of the program.
    first_source: u32,
    at: u32,
    started: u32,
    stage: Stage,
    registers: [i64; REGISTERS],
    iteration: Option<Box<Iteration>>,
}

/// A mailbox: messages not yet taken, and how many were taken before.
#[derive(Clone, Debug, Default)]
struct Queue {
    messages: std::collections::VecDeque<i64>,
    taken: u32,
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
    fn run_private<W>(&mut self, index: usize, context: &mut StepContext<W>) -> Result<(), Interruption> {
        loop {
            let thread = &mut self.threads[index];
            let instructions = &self.definition.codes[thread.code as usize].instructions;
            let Some(&instruction) = instructions.get(thread.at as usize) else {
                thread.stage = Stage::Ended;
                thread.iteration = None;
                return Ok(());
            };
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
                        thread.die(Failure::Assertion(message), context);
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
                        self.threads[index].die(Failure::Exception(message), context);
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

    fn pending_of(&self, thread: &Thread, into: &mut PendingBuffer) {
        if thread.stage == Stage::Ended {
            return;
        }
        if thread.stage == Stage::Ready
            && let Some(fixed) = &self.definition.fixed[(thread.first_source + thread.at) as usize]
        {
            let mut pending = fixed.pending;
            pending.actor = thread.actor;
            if let Some(lock) = fixed.lock {
                pending.enabled = self.when_free(lock);
            }
            self.push(pending, &[fixed.touch], into);
            return;
        }
        let code = &self.definition.codes[thread.code as usize];
        let mut pending = Pending::new(thread.actor, OperationKind::Step);
        pending.mode = Mode::Synchronising;
        pending.daemon = code.daemon;
        pending.source = SourceId(code.first_source + thread.at);
        let instruction = code.instructions[thread.at as usize];
        match thread.stage {
            Stage::Ended | Stage::Doomed => self.push(pending, &[], into),
            Stage::Spinning => {
                pending.kind = OperationKind::AwaitChange;
                let mut touches: SmallVec<[Touch; 4]> = SmallVec::new();
                if let Some(iteration) = &thread.iteration {
                    if !iteration.stale {
                        pending.enabled = Enabled::WaitsForAnyone;
                    }
                    touches.extend(iteration.read.iter().map(|&cell| Touch::read(places::cell(cell))));
                }
                self.push(pending, &touches, into);
            }
            Stage::Waiting | Stage::Notified => {
                let Instruction::Wait(lock) = instruction else { unreachable!("only a wait has waiters") };
                let lock = thread.lock(lock);
                pending.kind = OperationKind::Reacquire;
                pending.enabled = match thread.stage {
                    Stage::Waiting => Enabled::WaitsForAnyone,
                    _ => self.when_free(lock),
                };
                self.push(pending, &[Touch::write(places::lock(lock))], into);
            }
            Stage::Ready => self.pending_instruction(thread, instruction, pending, into),
        }
    }

    #[inline]
    fn push(&self, mut pending: Pending, touches: &[Touch], into: &mut PendingBuffer) {
        if self.exited {
            pending.enabled = Enabled::Never;
        }
        into.push(pending, touches);
    }

    fn when_free(&self, lock: u32) -> Enabled {
        match self.holders[lock as usize] {
            FREE => Enabled::Now,
            holder => Enabled::WaitsFor(ActorId(holder)),
        }
    }

    #[inline]
    fn pending_instruction(
        &self,
        thread: &Thread,
        instruction: Instruction,
        mut pending: Pending,
        into: &mut PendingBuffer,
    ) {
        let one = |mut pending: Pending, kind: OperationKind, touch: Touch, into: &mut PendingBuffer| {
            pending.kind = kind;
            self.push(pending, &[touch], into);
        };
        let on_lock = |lock: Lock| Touch::write(places::lock(thread.lock(lock)));
        let on_waiters = |lock: Lock| Touch::write(places::waiters(thread.lock(lock)));
        match instruction {
            Instruction::Read { from, mode, .. } => {
                pending.mode = mode;
                one(pending, OperationKind::Read, Touch::read(thread.place(from)), into);
            }
            Instruction::Write { to, mode, .. } => {
                pending.mode = mode;
                one(pending, OperationKind::Write, Touch::write(thread.place(to)), into);
            }
            Instruction::FetchAdd { cell, .. } | Instruction::CompareAndSet { cell, .. } => {
                one(pending, OperationKind::ReadModifyWrite, Touch::write(thread.place(cell)), into);
            }
            Instruction::Transfer { from, to, .. } => {
                self.push(pending, &[Touch::write(thread.place(from)), Touch::write(thread.place(to))], into);
            }
            Instruction::Clear => {
                one(pending, OperationKind::Step, Touch::write(Place::EVERYTHING), into);
            }
            Instruction::Acquire(lock) => {
                pending.enabled = self.when_free(thread.lock(lock));
                one(pending, OperationKind::Acquire, on_lock(lock), into);
            }
            Instruction::TryAcquire { lock, .. } => {
                one(pending, OperationKind::TryAcquire, on_lock(lock), into);
            }
            Instruction::Release(lock) => one(pending, OperationKind::Release, on_lock(lock), into),
            Instruction::Wait(lock) => {
                pending.kind = OperationKind::Wait;
                self.push(pending, &[on_lock(lock), on_waiters(lock)], into);
            }
            Instruction::NotifyOne(lock) => {
                pending.options = (self.waiters[thread.lock(lock) as usize].len() as u32).max(1);
                one(pending, OperationKind::NotifyOne, on_waiters(lock), into);
            }
            Instruction::NotifyAll(lock) => one(pending, OperationKind::NotifyAll, on_waiters(lock), into),
            Instruction::Spawn { .. } => {
                pending.kind = OperationKind::Spawn;
                self.push(pending, &[], into);
            }
            Instruction::Join { thread: register } => {
                pending.kind = OperationKind::Join;
                let joined = ActorId(thread.registers[register.0 as usize] as u32);
                if self.threads[self.position(joined)].stage != Stage::Ended {
                    pending.enabled = Enabled::WaitsFor(joined);
                }
                self.push(pending, &[], into);
            }
            Instruction::Send { mailbox, .. } => {
                one(pending, OperationKind::Send, Touch::write(places::mailbox_tail(mailbox.0)), into);
            }
            Instruction::Receive { mailbox, .. } => {
                if self.queues[mailbox.0 as usize].messages.is_empty() {
                    pending.enabled = Enabled::WaitsForAnyone;
                }
                one(pending, OperationKind::Receive, Touch::write(places::mailbox_head(mailbox.0)), into);
            }
            Instruction::Choose { below, .. } => {
                pending.kind = OperationKind::Choose;
                pending.options = below.max(1);
                self.push(pending, &[], into);
            }
            Instruction::Exit { .. } => {
                one(pending, OperationKind::Exit, Touch::write(Place::EVERYTHING), into);
            }
            _ => unreachable!("a thread that is ready stands before an operation"),
        }
    }

    fn operate<W>(&mut self, index: usize, option: u32, context: &mut StepContext<W>) {
        let thread = &self.threads[index];
        let (actor, registers) = (thread.actor, thread.registers);
        let instruction = self.definition.codes[thread.code as usize].instructions[thread.at as usize];
        let value = |operand: Operand| match operand {
            Operand::Constant(value) => value,
            Operand::Register(register) => registers[register.0 as usize],
        };
        if matches!(thread.stage, Stage::Spinning | Stage::Doomed) {
            let thread = &mut self.threads[index];
            thread.stage = Stage::Ready;
            thread.iteration = None;
            return;
        }
        if thread.stage == Stage::Notified {
            let Instruction::Wait(lock) = instruction else { unreachable!("only a wait has waiters") };
            let lock = thread.lock(lock);
            self.holders[lock as usize] = actor.0;
            let thread = &mut self.threads[index];
            thread.stage = Stage::Ready;
            thread.iteration = None;
            thread.at += 1;
            return;
        }
        match instruction {
            Instruction::Read { into, from, .. } => {
                let cell = thread.cell(from);
                let read = self.cells[cell as usize];
                context.note(|| format!("= {read}"));
                let thread = &mut self.threads[index];
                thread.registers[into.0 as usize] = read;
                if let Some(iteration) = &mut thread.iteration
                    && !iteration.read.contains(&cell)
                {
                    iteration.read.push(cell);
                }
            }
            Instruction::Write { to, value: operand, .. } => {
                let cell = thread.cell(to);
                let new = value(operand);
                context.note(|| format!(":= {new}"));
                self.write_cell(index, cell, new);
            }
            Instruction::FetchAdd { into, cell, value: operand } => {
                let cell = thread.cell(cell);
                let old = self.cells[cell as usize];
                let new = old.wrapping_add(value(operand));
                context.note(|| format!("{old} -> {new}"));
                self.threads[index].registers[into.0 as usize] = old;
                self.write_cell(index, cell, new);
            }
            Instruction::CompareAndSet { into, cell, expected, value: operand } => {
                let cell = thread.cell(cell);
                let old = self.cells[cell as usize];
                let succeeds = old == value(expected);
                context.note(|| format!("{old}, {}", if succeeds { "set" } else { "not set" }));
                if succeeds {
                    self.write_cell(index, cell, value(operand));
                } else {
                    context.effects.failed_attempt = true;
                    if let Some(iteration) = &mut self.threads[index].iteration
                        && !iteration.read.contains(&cell)
                    {
                        iteration.read.push(cell);
                    }
                }
                self.threads[index].registers[into.0 as usize] = i64::from(succeeds);
            }
            Instruction::Transfer { from, to, amount } => {
                let (from, to, amount) = (thread.cell(from), thread.cell(to), value(amount));
                let taken = self.cells[from as usize].wrapping_sub(amount);
                self.write_cell(index, from, taken);
                let given = self.cells[to as usize].wrapping_add(amount);
                self.write_cell(index, to, given);
            }
            Instruction::Clear => {
                for cell in 0..self.cells.len() as u32 {
                    self.write_cell(index, cell, 0);
                }
            }
            Instruction::Acquire(lock) => {
                let lock = thread.lock(lock);
                self.holders[lock as usize] = actor.0;
                self.threads[index].iteration = None;
            }
            Instruction::TryAcquire { into, lock } => {
                let lock = thread.lock(lock);
                let succeeds = self.holders[lock as usize] == FREE;
                context.note(|| if succeeds { "got it" } else { "taken" }.to_owned());
                if succeeds {
                    self.holders[lock as usize] = actor.0;
                } else {
                    context.effects.failed_attempt = true;
                }
                let thread = &mut self.threads[index];
                thread.iteration = None;
                thread.registers[into.0 as usize] = i64::from(succeeds);
            }
            Instruction::Release(lock) => {
                let lock = thread.lock(lock);
                self.holders[lock as usize] = FREE;
                self.threads[index].iteration = None;
            }
            Instruction::Wait(lock) => {
                let lock = thread.lock(lock);
                self.holders[lock as usize] = FREE;
                self.waiters[lock as usize].push(actor);
                let thread = &mut self.threads[index];
                thread.stage = Stage::Waiting;
                thread.iteration = None;
            }
            Instruction::NotifyOne(lock) => {
                let lock = thread.lock(lock) as usize;
                if !self.waiters[lock].is_empty() {
                    let woken = self.waiters[lock].remove(option as usize);
                    self.wake(woken, context);
                }
                self.threads[index].iteration = None;
            }
            Instruction::NotifyAll(lock) => {
                let lock = thread.lock(lock) as usize;
                for woken in std::mem::take(&mut self.waiters[lock]) {
                    self.wake(woken, context);
                }
                self.threads[index].iteration = None;
            }
            Instruction::Spawn { code, into } => {
                let child = self.names.child(Some(actor), thread.started);
                self.threads[index].started += 1;
                self.threads[index].registers[into.0 as usize] = i64::from(child.0);
                self.threads[index].iteration = None;
                context.effects.before.push(child);
                let started = Thread::new(&self.definition, child, code, registers);
                self.add_thread(started);
            }
            Instruction::Join { thread: register } => {
                context.effects.after.push(ActorId(registers[register.0 as usize] as u32));
                self.threads[index].iteration = None;
            }
            Instruction::Send { mailbox, value: operand } => {
                let message = value(operand);
                context.note(|| format!("{message}"));
                let queue = &mut self.queues[mailbox.0 as usize];
                let slot = queue.taken + queue.messages.len() as u32;
                context.effects.puts.push(places::mailbox_slot(mailbox.0, slot));
                queue.messages.push_back(message);
                self.threads[index].iteration = None;
            }
            Instruction::Receive { into, mailbox } => {
                let queue = &mut self.queues[mailbox.0 as usize];
                let message =
                    queue.messages.pop_front().expect("a receive is enabled only when there is a message");
                context.effects.takes.push(places::mailbox_slot(mailbox.0, queue.taken));
                queue.taken += 1;
                context.note(|| format!("{message}"));
                let thread = &mut self.threads[index];
                thread.iteration = None;
                thread.registers[into.0 as usize] = message;
            }
            Instruction::Choose { into, .. } => {
                context.note(|| format!("{option}"));
                let thread = &mut self.threads[index];
                thread.iteration = None;
                thread.registers[into.0 as usize] = i64::from(option);
            }
            Instruction::Exit { code } => {
                self.exited = true;
                self.threads[index].stage = Stage::Ended;
                if code != 0 {
                    context.fail(Failure::ExitCode(code));
                }
            }
            _ => unreachable!("a thread that is ready stands before an operation"),
        }
        if self.threads[index].stage == Stage::Ready {
            self.threads[index].at += 1;
        }
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
    fn begin_started<W>(&mut self, context: &mut StepContext<W>) -> Result<(), Interruption> {
        for child in 0..context.effects.before.len() {
            let index = self.position(context.effects.before[child]);
            if self.threads[index].stage == Stage::Ready && self.threads[index].at == 0 {
                self.run_private(index, context)?;
            }
        }
        Ok(())
    }
}

impl Run for ThreadRun {
    type Observation = ();

    fn pending(&self, into: &mut PendingBuffer) {
        into.clear();
        for thread in &self.threads {
            self.pending_of(thread, into);
        }
    }

    fn step<W: Watcher<()>>(
        &mut self,
        choice: Choice,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
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
            _ => None,
        }
    }
}

impl Thread {
    fn new(definition: &Definition, actor: ActorId, code: u32, registers: [i64; REGISTERS]) -> Thread {
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

    fn value(&self, operand: Operand) -> i64 {
        match operand {
            Operand::Constant(value) => value,
            Operand::Register(register) => self.registers[register.0 as usize],
        }
    }

    fn set(&mut self, register: Register, value: i64) {
        self.registers[register.0 as usize] = value;
    }

    fn cell(&self, target: Target) -> u32 {
        target.start + self.value(target.index) as u32
    }

    fn place(&self, target: Target) -> Place {
        places::cell(self.cell(target))
    }

    fn lock(&self, lock: Lock) -> u32 {
        lock.start + self.value(lock.index) as u32
    }

    fn die<W>(&mut self, failure: Failure, context: &mut StepContext<W>) {
        context.fail(failure);
        self.stage = Stage::Ended;
        self.iteration = None;
    }

    /// Comes to the head of a loop; whether the thread now spins: the last iteration began here, changed nothing, and
    /// left the registers as they were.
    fn enter_loop(&mut self) -> bool {
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

    fn hash_into(&self, hasher: &mut Xxh3) {
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
            hasher.update(&[u8::from(iteration.stale)]);
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
