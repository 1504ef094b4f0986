//! Time as an actor: where no thread can go on, it ends one of the timed waits, and which one is its option.
//!
//! Source: the kernel's [`OperationKind::Timeout`], which says why that is sound under every strategy. Guarantee: a wait
//! for something gives up only where nothing else can go, unless time-outs may come at any time; then such a wait is an
//! operation that can go, and time is no actor. Where each thread may give up early so many times only, a result that one
//! time more could change is bounded.
//!
//! A program whose last threads are daemons has ended: their waits go on for ever.

use super::JavaRun;
use super::coarse::Foreseen;
use crate::machine::Machine;
use crate::machine::pending::Readiness;
use crate::machine::thread::{Thread, ThreadId};
use crate::machine::time::{EARLY_TICKS, Timed, Timeouts};
use raddle_explore::context::StepContext;
use raddle_explore::names::ActorId;
use raddle_explore::operation::{Mode, OperationKind};
use raddle_explore::program::{Pending, PendingBuffer};
use std::rc::Rc;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

/// The actors that are there from the start: the main thread, who ends the program, and time.
pub(super) const ROOTS: u32 = 3;
/// Time, the last of them in the order of paths.
pub(super) const TIME: ActorId = ActorId(2);

/// Who could go on while the wait of a thread gives up, and not because time is up.
pub(super) fn overtaken(
    machine: &Machine,
    id: ThreadId,
    foreseen: &[Option<Rc<Foreseen>>],
    actors: &[ActorId],
) -> Vec<ActorId> {
    let can_go = |thread: &Rc<Thread>| {
        if let Some(Some(foreseen)) = foreseen.get(thread.id.0 as usize) {
            return foreseen.ready == Readiness::Now;
        }
        machine
            .next_operation(thread)
            .is_some_and(|next| next.ready == Readiness::Now && next.timed != Some(Timed::Timeout))
    };
    let others = machine.threads.iter().filter(|thread| thread.id != id && can_go(thread));
    others.map(|thread| actors[thread.id.0 as usize]).collect()
}

impl JavaRun {
    /// The threads whose time may run out now, in the order of their paths.
    fn timed_waiters(&self, machine: &Machine) -> Vec<ThreadId> {
        let timed = machine.threads.iter().filter(|thread| {
            machine.next_operation(thread).is_some_and(|operation| operation.timed.is_some())
        });
        let mut waiters: Vec<ThreadId> = timed.map(|thread| thread.id).collect();
        let actor = |id: &ThreadId| self.actors[id.0 as usize];
        waiters.sort_by(|left, right| self.shared.names.compare(actor(left), actor(right)));
        waiters
    }

    /// Nothing can go: adds that time may, if a wait can end by it and somebody would notice.
    pub(super) fn push_timeout(&self, machine: &Machine, into: &mut PendingBuffer) {
        if machine.threads.iter().all(|thread| thread.daemon || thread.has_ended()) {
            return;
        }
        let waiters = self.timed_waiters(machine);
        if let Some(first) = waiters.first() {
            let mut pending = Pending::new(TIME, OperationKind::Timeout);
            pending.mode = Mode::Relaxed;
            pending.options = waiters.len() as u32;
            pending.daemon = true;
            pending.source = self.source(machine, &machine.threads[first.0 as usize]);
            into.push(pending, &[]);
        }
    }

    /// Somebody can go on: a timer that has ticked often enough could have ticked once more, if it were not for our bound; and
    /// so could a thread that has given up often enough.
    pub(super) fn note_held_ticks(&self, machine: &Machine) {
        let most = match machine.timeouts {
            Timeouts::Early(most) => most,
            Timeouts::Last | Timeouts::Any => u8::MAX,
        };
        let mut tired =
            machine.threads.iter().filter(|thread| thread.ticks >= EARLY_TICKS || thread.early >= most);
        if tired.any(|thread| {
            let timed = machine.next_operation(thread).and_then(|operation| operation.timed);
            match timed {
                Some(Timed::Tick) => thread.ticks >= EARLY_TICKS,
                Some(Timed::Timeout) => thread.early >= most,
                None => false,
            }
        }) {
            self.shared.ticks_bounded.store(true, Ordering::Relaxed);
        }
    }

    /// Keeps where a thread waits with a time that runs out only where nothing else can go.
    pub(super) fn keep_timed_wait(&self, id: ThreadId) {
        let Some(machine) = self.machine.as_ref().filter(|machine| machine.timeouts == Timeouts::Last) else {
            return;
        };
        let thread = &machine.threads[id.0 as usize];
        let is_timed = machine.next_operation(thread).is_some_and(|next| next.timed == Some(Timed::Timeout));
        if let Some((method, pc)) = machine.own_place(thread).filter(|_| is_timed)
            && self.timed_waits.borrow_mut().insert((method.0, pc))
        {
            let mut known = self.shared.timed_waits.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(machine.file_and_line(method, pc));
        }
    }

    /// Ends one of the timed waits.
    pub(super) fn time_out<W>(&mut self, option: u32, context: &mut StepContext<'_, W>) {
        let Some(machine) = self.machine.as_ref() else { return };
        let Some(&id) = self.timed_waiters(machine).get(option as usize) else { return };
        let actor = self.actors[id.0 as usize];
        context.note(|| {
            let words =
                self.words.borrow_mut().name_actor(machine, actor, machine.threads[id.0 as usize].object);
            format!("the wait of {words} times out")
        });
        let Some(machine) = self.machine.as_mut() else { return };
        machine.run_out(id);
        machine.events.clear();
        context.effects.timed_out = true;
        context.effects.before.push(actor);
        self.look_ahead(id, &[], context.cancellation());
    }
}
