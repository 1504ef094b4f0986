//! What the kernel and people are told of a run: the operations that its threads stand before, where those are in the
//! source, and what came of them. Nothing here changes the run.

use super::JavaRun;
use crate::library::Site;
use crate::machine::Machine;
use crate::machine::pending::{NextOperation, Readiness};
use crate::machine::thread::{Frame, Thread, ThreadId};
use raddle_explore::context::StepContext;
use raddle_explore::names::ActorId;
use raddle_explore::operation::{Mode, OperationKind, Touch};
use raddle_explore::program::{Enabled, Pending, PendingBuffer, SourceId};
use std::sync::PoisonError;

/// Packages whose code touches what others give it, in the mode that those ask for.
const SERVANTS: [&str; 5] =
    ["jdk/internal/misc/", "jdk/internal/reflect/", "java/lang/invoke/", "java/nio/", "sun/misc/"];

/// The innermost activation of the program's own code.
fn own_frame<'t>(machine: &Machine, thread: &'t Thread) -> Option<&'t Frame> {
    let is_own = |frame: &&Frame| !machine.library.class(machine.library.method(frame.method).class).trusted;
    thread.frames.iter().rev().find(is_own)
}

impl JavaRun {
    /// Whether the thread is inside `java.util.concurrent` or what that is made of. Code that does an access for somebody
    /// else, such as reflection or a buffer, is not asked, but that one.
    pub(super) fn is_concurrent_library(&self, machine: &Machine, thread: &Thread) -> bool {
        let mut known = self.concurrent.borrow_mut();
        let asks = thread.frames.iter().rev().find_map(|frame| {
            *known.entry(frame.method.0).or_insert_with(|| {
                let name = machine.library.class_name(machine.library.method(frame.method).class);
                let is_in = |names: &[&str]| names.iter().any(|prefix| name.starts_with(prefix));
                (!is_in(&SERVANTS)).then(|| is_in(&["java/util/concurrent/", "jdk/internal/"]))
            })
        });
        asks.unwrap_or(false)
    }

    /// The innermost place of the program's own code.
    pub(super) fn source(&self, machine: &Machine, thread: &Thread) -> SourceId {
        let Some(frame) = own_frame(machine, thread).or(thread.frames.last()) else { return SourceId(0) };
        let key = (frame.method.0, frame.pc);
        if let Some(known) = self.sources.borrow().get(&key) {
            return *known;
        }
        let source = self.shared.source(machine.source_place(frame.method, frame.pc));
        self.sources.borrow_mut().insert(key, source);
        source
    }

    /// The instruction of the program's own code that a thread stands at, or that called what it stands in.
    pub fn site(&self, actor: ActorId) -> Option<Site> {
        let machine = self.machine.as_ref()?;
        let frame = own_frame(machine, &machine.threads[self.thread_of(actor)?.0 as usize])?;
        machine.library.site_of(frame.method, frame.pc)
    }

    /// Says what came of an operation, and what those that are next are about; only where somebody records.
    pub(super) fn put_into_words<W>(
        &self,
        operation: Option<&NextOperation>,
        context: &mut StepContext<'_, W>,
    ) {
        let Some(machine) = &self.machine else { return };
        let woken = context.effects.before.clone();
        context.note(|| {
            let mut words = self.words.borrow_mut();
            for (index, thread) in machine.threads.iter().enumerate() {
                let call = self.foreseen.get(index).and_then(|foreseen| foreseen.as_ref()?.call);
                let spot = call.or_else(|| machine.next_operation(thread)?.spot);
                spot.iter().for_each(|spot| words.spot(machine, *spot));
                if let Some(call) = machine.next_call(thread) {
                    for touch in machine.call_touches(thread, &call) {
                        let name = machine.world.describe(touch.place, &call);
                        name.into_iter().for_each(|name| words.name_place(touch.place, name));
                    }
                }
            }
            let Some((operation, spot)) = operation.and_then(|operation| Some((operation, operation.spot?)))
            else {
                return String::new();
            };
            words.spot(machine, spot);
            if matches!(operation.kind, OperationKind::NotifyOne | OperationKind::NotifyAll) {
                let names: Vec<&str> =
                    woken.iter().map(|&actor| words.actor(actor).unwrap_or("main")).collect();
                return format!(
                    "wakes {}",
                    if names.is_empty() { "nobody".to_owned() } else { names.join(", ") }
                );
            }
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

    /// Keeps what this run looked at of its environment.
    pub(super) fn keep_looks(&self) {
        let Some(machine) = self.machine.as_ref().filter(|machine| !machine.looked.is_empty()) else {
            return;
        };
        let mut known = self.looked.borrow_mut();
        if machine.looked.is_subset(&known) {
            return;
        }
        let mut looked = self.shared.looked.lock().unwrap_or_else(PoisonError::into_inner);
        for (look, method, pc) in machine.looked.iter() {
            looked.entry(*look).or_default().insert(machine.file_and_line(*method, *pc));
        }
        known.extend(machine.looked.iter().copied());
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
    pub(super) fn seen_mode(&self, machine: &Machine, thread: &Thread, operation: &NextOperation) -> Mode {
        // Its authors allow what races in there: it is no finding of the program's.
        let is_allowed = || {
            operation.spot.is_some_and(|spot| machine.may_race(thread, spot))
                || self.is_concurrent_library(machine, thread)
                // What may be a cache is judged by its values, which are told when it has happened.
                || machine.derived_spot(thread, operation).is_some()
        };
        if operation.mode == Mode::Plain && is_allowed() { Mode::Relaxed } else { operation.mode }
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
            let mode = self.seen_mode(machine, thread, &operation);
            push(operation.kind, mode, operation.options, operation.ready, &operation.touches);
        }
    }
}
