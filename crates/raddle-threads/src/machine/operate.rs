//! The effect of one operation on the cells, locks, mailboxes and threads of a run.

use crate::code::{Instruction, Operand, places};
use crate::machine::thread::{Stage, Thread};
use crate::machine::{FREE, ThreadRun};
use raddle_explore::context::{Failure, StepContext};
use raddle_explore::names::ActorId;

impl ThreadRun {
    /// Ends a wait because its time is up: the how-many-eth of those that could is the option.
    pub(super) fn time_out<W>(&mut self, option: u32, context: &mut StepContext<W>) {
        let Some(index) = self.timed_waiters().nth(option as usize) else { return };
        let thread = &mut self.threads[index];
        let instruction = self.definition.codes[thread.code as usize].instructions[thread.at as usize];
        let Instruction::TimedWait { into, lock } = instruction else { return };
        thread.registers[into.0 as usize] = 0;
        thread.stage = Stage::Notified;
        let (lock, actor) = (thread.lock(lock) as usize, thread.actor);
        self.waiters[lock].retain(|waiter| *waiter != actor);
        context.effects.before.push(actor);
    }

    /// Does the operation that a thread stands before. Where it has options, `option` is the one that was chosen.
    pub(super) fn operate<W>(&mut self, index: usize, option: u32, context: &mut StepContext<W>) {
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
            let Some(lock) = instruction.waits_at() else { unreachable!("only a wait has waiters") };
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
            Instruction::Wait(lock) | Instruction::TimedWait { lock, .. } => {
                let lock = thread.lock(lock);
                self.holders[lock as usize] = FREE;
                self.waiters[lock as usize].push(actor);
                let thread = &mut self.threads[index];
                if let Instruction::TimedWait { into, .. } = instruction {
                    thread.registers[into.0 as usize] = 1;
                }
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
}
