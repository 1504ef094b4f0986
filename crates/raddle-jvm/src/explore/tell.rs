//! What the kernel and people are told of a run: the operations that its threads stand before, where those are in the
//! source, and what came of them. Nothing here changes the run.

use super::JavaRun;
use crate::machine::Machine;
use crate::machine::pending::{NextOperation, Readiness};
use crate::machine::thread::{Thread, ThreadId};
use raddle_explore::context::StepContext;
use raddle_explore::names::ActorId;
use raddle_explore::operation::{Mode, OperationKind, Touch};
use raddle_explore::program::{Enabled, Pending, PendingBuffer, SourceId};
use std::sync::PoisonError;

impl JavaRun {
    /// Whether the thread is inside `java.util.concurrent` or what that is made of.
    pub(super) fn is_concurrent_library(&self, machine: &Machine, thread: &Thread) -> bool {
        let Some(frame) = thread.frames.last() else { return false };
        if let Some(&known) = self.concurrent.borrow().get(&frame.method.0) {
            return known;
        }
        let name = machine.library.class_name(machine.library.method(frame.method).class);
        let inside = ["java/util/concurrent/", "jdk/internal/"].iter().any(|prefix| name.starts_with(prefix));
        self.concurrent.borrow_mut().insert(frame.method.0, inside);
        inside
    }

    /// The innermost place of the program's own code.
    pub(super) fn source(&self, machine: &Machine, thread: &Thread) -> SourceId {
        let own = thread.frames.iter().rev().find(|frame| {
            let class = machine.library.method(frame.method).class;
            !machine.library.class(class).trusted
        });
        let Some(frame) = own.or(thread.frames.last()) else { return SourceId(0) };
        let key = (frame.method.0, frame.pc);
        if let Some(known) = self.sources.borrow().get(&key) {
            return *known;
        }
        let source = self.shared.source(machine.describe_frame(frame.method, frame.pc));
        self.sources.borrow_mut().insert(key, source);
        source
    }

    /// Says what came of an operation, and what those that are next are about; only where somebody records.
    pub(super) fn put_into_words<W>(
        &self,
        operation: Option<&NextOperation>,
        context: &mut StepContext<'_, W>,
    ) {
        let Some(machine) = &self.machine else { return };
        context.note(|| {
            let mut words = self.shared.words();
            for (index, thread) in machine.threads.iter().enumerate() {
                let call = self.foreseen.get(index).and_then(|foreseen| foreseen.as_ref()?.call);
                let spot = call.or_else(|| machine.next_operation(thread)?.spot);
                spot.iter().for_each(|spot| drop(words.spot(machine, *spot)));
            }
            let Some((operation, spot)) = operation.and_then(|operation| Some((operation, operation.spot?)))
            else {
                return String::new();
            };
            words.spot(machine, spot);
            let Some(value) = words.value(machine, spot) else { return String::new() };
            match operation.kind {
                OperationKind::Read | OperationKind::Write => format!("= {value}"),
                OperationKind::ReadModifyWrite if operation.is_attempt && machine.attempt_failed => {
                    format!("fails, = {value}")
                }
                OperationKind::ReadModifyWrite => format!("= {value}"),
                _ => String::new(),
            }
        });
    }

    /// Keeps what this run did that an exploration does not cover.
    pub(super) fn keep_reservations(&self) {
        let Some(machine) = self.machine.as_ref().filter(|machine| !machine.reservations.is_empty()) else {
            return;
        };
        let mut reservations = self.shared.reservations.lock().unwrap_or_else(PoisonError::into_inner);
        if !machine.reservations.is_subset(&reservations) {
            reservations.extend(machine.reservations.iter().cloned());
        }
    }

    /// The thread that holds what a waiting thread waits for, where the lock tells: for people, since others than the
    /// holder can wake it, too.
    pub(super) fn holder_of_blocker(&self, machine: &Machine, id: ThreadId) -> Option<ActorId> {
        let holder = machine.holder_of_blocker(&machine.threads[id.0 as usize])?;
        Some(self.actors[holder.0 as usize])
    }

    /// The mode of an access as races see it.
    pub(super) fn seen_mode(&self, machine: &Machine, thread: &Thread, mode: Mode) -> Mode {
        match mode {
            // Its authors allow what races in there: it is no finding of the program's.
            Mode::Plain if self.is_concurrent_library(machine, thread) => Mode::Relaxed,
            mode => mode,
        }
    }

    /// Adds a thread's operation to what is pending.
    pub(super) fn push_pending(&self, machine: &Machine, index: usize, into: &mut PendingBuffer) {
        let thread = &machine.threads[index];
        let mut push = |kind, mode, options, ready, touches: &[Touch]| {
            let mut pending = Pending::new(self.actors[index], kind);
            pending.mode = mode;
            pending.options = options;
            pending.daemon = thread.daemon;
            pending.source = self.source(machine, thread);
            pending.enabled = match ready {
                Readiness::Now => Enabled::Now,
                Readiness::WaitsFor(other) => Enabled::WaitsFor(self.actors[other.0 as usize]),
                Readiness::WaitsForAnyone => Enabled::WaitsForAnyone,
            };
            // What is left when the program has ended might have gone before the end: the kernel has to know of it.
            if self.ended.is_some() {
                pending.enabled = Enabled::Never;
            }
            into.push(pending, touches);
        };
        if let Some(Some(foreseen)) = self.foreseen.get(index) {
            push(foreseen.kind, foreseen.mode, 1, foreseen.ready, &foreseen.touches);
        } else if let Some(operation) = machine.next_operation(thread) {
            let mode = self.seen_mode(machine, thread, operation.mode);
            push(operation.kind, mode, operation.options, operation.ready, &operation.touches);
        }
    }
}
