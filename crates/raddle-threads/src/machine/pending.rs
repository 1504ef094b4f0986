//! What each thread is about to do: its operation, the places it touches, and whether it can go.

use smallvec::SmallVec;

use crate::code::{Instruction, Lock, places};
use crate::machine::thread::{Stage, Thread};
use crate::machine::{FREE, ThreadRun};
use raddle_explore::names::ActorId;
use raddle_explore::operation::{Mode, OperationKind, Place, Touch};
use raddle_explore::program::{Enabled, Pending, PendingBuffer, SourceId};

impl ThreadRun {
    pub(super) fn pending_of(&self, thread: &Thread, into: &mut PendingBuffer) {
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
                let Some(lock) = instruction.waits_at() else { unreachable!("only a wait has waiters") };
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

    /// The threads whose wait may end because its time is up, in the order of their paths.
    pub(super) fn timed_waiters(&self) -> impl Iterator<Item = usize> {
        self.threads.iter().enumerate().filter_map(|(index, thread)| {
            let code = &self.definition.codes[thread.code as usize];
            let is_timed = thread.stage == Stage::Waiting
                && matches!(code.instructions[thread.at as usize], Instruction::TimedWait { .. });
            is_timed.then_some(index)
        })
    }

    /// Where nothing else can go, time passes: the option says whose wait it ends.
    pub(super) fn pending_timeout(&self, into: &mut PendingBuffer) {
        if self.exited || !self.definition.is_timed || into.enabled().next().is_some() {
            return;
        }
        let all_daemons = into.entries().iter().all(|entry| entry.daemon);
        let options = self.timed_waiters().count() as u32;
        if options > 0 && !all_daemons {
            let actor = self.names.child(None, self.definition.roots.len() as u32);
            let mut pending = Pending::new(actor, OperationKind::Timeout);
            (pending.mode, pending.options, pending.daemon) = (Mode::Relaxed, options, true);
            into.push(pending, &[]);
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
            Instruction::Wait(lock) | Instruction::TimedWait { lock, .. } => {
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
}
