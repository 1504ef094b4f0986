//! Coarse library steps: what a thread's next stretch would do is found out on a copy of the run, before it is scheduled.
//!
//! A stretch (see `machine/stretch.rs`) touches what its operations touch, and that may depend on the state. It can change
//! only by somebody's write to a place that the stretch reads, and such a step conflicts with it: so what was foreseen holds
//! until a conflicting step, and is found out again after one. The kernel is told that touches depend on the state.
//!
//! A guarded call that would come to wait counts as one that has not begun: it can't go until it would not wait. Nobody
//! can tell the difference but by asking who waits; where a look ahead at one run comes upon that question, waiting calls
//! wait, and where a later run does, it says so. The same goes for the other questions of [`Granularity`].
//!
//! The atomic sections of a driver (`Verify.beginAtomic`) are stretches, too: from the first operation inside to the end of
//! the section, or to where it waits. A section that can't be one is not supported, rather than opened to others.

use super::{JavaRun, Shared};
use crate::library::operations::Role;
use crate::machine::Machine;
use crate::machine::heap::Ref;
use crate::machine::pending::{CALLS, NextOperation, PERMIT, Readiness, Spot};
use crate::machine::stretch::{Granularity, LONGEST_STRETCH};
use crate::machine::thread::{Marks, Thread, ThreadId};
use raddle_explore::context::{Interruption, StepContext};
use raddle_explore::operation::{Access, Mode, OperationKind, Place, Touch, conflict};
use raddle_explore::program::{Choice, Enabled, PendingBuffer, Run};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// How many steps of one run are looked at to find out how coarse steps can be.
const LOOK_AHEAD: usize = 5_000;
/// How many steps one thread makes in a row there.
const TURN: usize = 200;

/// What a stopped thread's next stretch would do.
#[derive(Debug)]
pub(super) struct Foreseen {
    pub kind: OperationKind,
    pub mode: Mode,
    pub touches: Vec<Touch>,
    pub ready: Readiness,
    /// The object whose method is called.
    pub call: Option<Spot>,
    /// The method.
    pub name: String,
}

/// What a stretch did.
#[derive(Default)]
pub(super) struct Done {
    pub touches: Vec<Touch>,
    pub operations: u32,
    /// The first of its operations.
    pub first: Option<NextOperation>,
}

fn add_touches(touches: &mut Vec<Touch>, more: &[Touch]) {
    for touch in more {
        match touches.iter_mut().find(|known| known.place == touch.place) {
            Some(known) if touch.access == Access::Write => known.access = Access::Write,
            Some(_) => {}
            None => touches.push(*touch),
        }
    }
}

/// Whether an operation can begin a stretch.
fn begins(operation: &NextOperation) -> bool {
    operation.options == 1
        && !matches!(operation.kind, OperationKind::Choose | OperationKind::Exit | OperationKind::AwaitChange)
        && operation.touches.iter().all(|touch| touch.place != Place::EVERYTHING)
}

fn unsupported(what: &str) -> Interruption {
    Interruption::Unsupported { what: what.to_owned() }
}

fn is_flowing(thread: &Thread, frame: usize) -> bool {
    thread.frames.get(frame).is_some_and(|frame| frame.marks.has(Marks::FLOWING))
}

impl JavaRun {
    /// Lets a thread do its next operation and all that counts as one step with it.
    pub(super) fn stretch<W>(
        &mut self,
        id: ThreadId,
        mut option: u32,
        context: &mut StepContext<'_, W>,
    ) -> Result<Done, Interruption> {
        let mut done = Done::default();
        let index = id.0 as usize;
        let Some(machine) = self.machine.as_mut() else { return Ok(done) };
        let mut next = machine.next_operation(&machine.threads[index]);
        let thread = &machine.threads[index];
        if thread.atomic > 0 && !self.granularity.stretches {
            return Err(unsupported("an atomic section with fine library steps, or in some schedules only"));
        }
        let begins = self.granularity.stretches && next.as_ref().is_some_and(begins);
        let call = if begins { machine.library_call(&self.roles, thread, self.granularity) } else { None };
        let section = (begins && thread.atomic > 0).then_some(thread.section);
        if self.granularity.stretches {
            machine.note_library_use(&self.roles, id);
        }
        if let Some((frame, _)) = call {
            let frame = &mut Rc::make_mut(&mut machine.threads[index]).frames[frame];
            frame.marks = frame.marks.with(Marks::FLOWING);
        }
        loop {
            if let Some(operation) = &next {
                add_touches(&mut done.touches, &operation.touches);
            }
            self.operate(id, option, next.as_ref(), context)?;
            done.operations += 1;
            option = 0;
            if done.operations == 1 {
                done.first = next.take();
            }
            let Some(machine) = self.machine.as_ref().filter(|_| self.ended.is_none()) else { break };
            let thread = &machine.threads[index];
            let is_in_call = call.is_some_and(|(frame, _)| {
                let inside = machine.library_call(&self.roles, thread, self.granularity);
                is_flowing(thread, frame) && inside.is_some_and(|(inside, _)| inside == frame)
            });
            let is_in_section = thread.atomic > 0 && section == Some(thread.section) && !thread.ending;
            if !is_in_call && !is_in_section {
                break;
            }
            next = machine.next_operation(thread);
            let flows = next.as_ref().is_some_and(|next| machine.flows(thread, next));
            if !flows || done.operations >= LONGEST_STRETCH {
                // A section may be interrupted where it waits, and nowhere else.
                if is_in_section && next.as_ref().is_some_and(|next| next.ready == Readiness::Now) {
                    return Err(unsupported(
                        "a choice, a join or an endless loop inside of an atomic section",
                    ));
                }
                break;
            }
        }
        if let (Some((frame, _)), Some(machine)) = (call, self.machine.as_mut())
            && is_flowing(&machine.threads[index], frame)
        {
            let frame = &mut Rc::make_mut(&mut machine.threads[index]).frames[frame];
            frame.marks = frame.marks.without(Marks::FLOWING).with(Marks::BEGUN);
        }
        Ok(done)
    }

    /// What a thread's next stretch would do; `None` where it is no stretch, or can't go.
    fn foresee(&self, id: ThreadId) -> Option<(Foreseen, JavaRun)> {
        let index = id.0 as usize;
        let machine = self.machine.as_ref()?;
        let thread = &machine.threads[index];
        let first = machine.next_operation(thread)?;
        if first.ready != Readiness::Now || !begins(&first) {
            return None;
        }
        if thread.atomic > 0 {
            return Some(self.foresee_section(id, &first));
        }
        let (frame, role) = machine.library_call(&self.roles, thread, self.granularity)?;
        let has_begun = thread.frames[frame].marks.has(Marks::BEGUN);
        let method = machine.library.method(thread.frames[frame].method);
        let name = (machine.library.class_name(method.class), machine.library.text(method.name));
        let receiver = thread.stack.get(thread.frames[frame].base as usize).filter(|_| !method.is_static());
        let call = receiver.map(|slot| machine.spot(Ref::from_slot(*slot), CALLS));
        let mut copy = self.clone();
        let mut foreseen = Foreseen {
            kind: OperationKind::Step,
            mode: Mode::Synchronising,
            touches: vec![Touch::write(Place::EVERYTHING)],
            ready: Readiness::Now,
            call,
            name: format!("{}()", name.1),
        };
        // What can't be foreseen may touch everything; the step itself will say what is wrong.
        let Ok(done) = copy.stretch(id, 0, &mut StepContext::plain()) else { return Some((foreseen, copy)) };
        // Reads of this place order nothing: it is there to be read by people.
        foreseen.touches = call.iter().map(|call| Touch::read(call.place)).chain(done.touches).collect();
        let writes = foreseen.touches.iter().any(|touch| touch.access == Access::Write);
        if done.operations == 1 {
            (foreseen.kind, foreseen.mode) = (first.kind, self.seen_mode(machine, thread, first.mode));
        } else if name == ("java/util/concurrent/locks/ReentrantLock", "lock") && writes && !has_begun {
            foreseen.kind = OperationKind::Acquire;
        } else if name == ("java/util/concurrent/locks/ReentrantLock", "unlock") && writes {
            foreseen.kind = OperationKind::Release;
        }
        if !self.granularity.waiters_seen && role == Role::Guarded && !has_begun && copy.waits_in(id, frame) {
            let holder =
                copy.machine.as_ref().and_then(|machine| machine.holder_of_blocker(&machine.threads[index]));
            foreseen.ready = holder.map_or(Readiness::WaitsForAnyone, Readiness::WaitsFor);
        }
        Some((foreseen, copy))
    }

    /// What a thread's next step would do that is in an atomic section.
    fn foresee_section(&self, id: ThreadId, first: &NextOperation) -> (Foreseen, JavaRun) {
        let mut copy = self.clone();
        let done = copy.stretch(id, 0, &mut StepContext::plain());
        // What can't be foreseen may touch everything; the step itself will say what is wrong.
        let touches = done.map_or_else(|_| vec![Touch::write(Place::EVERYTHING)], |done| done.touches);
        let foreseen = Foreseen {
            kind: OperationKind::Step,
            mode: Mode::Synchronising,
            touches,
            ready: Readiness::Now,
            call: first.spot,
            name: "atomic section".to_owned(),
        };
        (foreseen, copy)
    }

    /// Whether a thread is parked in a call that may count as one that has not begun.
    fn waits_in(&self, id: ThreadId, frame: usize) -> bool {
        let Some(machine) = &self.machine else { return false };
        let thread = &machine.threads[id.0 as usize];
        let is_inside = thread.frames.get(frame).is_some_and(|frame| frame.marks.has(Marks::BEGUN));
        let parks = machine.next_operation(thread).is_some_and(|next| {
            next.ready == Readiness::WaitsForAnyone
                && next.kind == OperationKind::Step
                && next.spot.is_some_and(|spot| spot.part == PERMIT)
        });
        is_inside && parks && machine.has_not_begun(thread, frame)
    }

    /// Keeps what is foreseen up to date after a step of one thread that touched this.
    pub(super) fn look_ahead(&mut self, moved: ThreadId, touched: &[Touch]) {
        if !self.granularity.stretches {
            return;
        }
        let count = self.machine.as_ref().map_or(0, |machine| machine.threads.len());
        self.foreseen.resize(count, None);
        for index in 0..count {
            let id = ThreadId(index as u32);
            let holds = id != moved
                && self.foreseen[index].as_ref().is_some_and(|known| !conflict(&known.touches, touched));
            if !holds {
                self.foreseen[index] = self.foresee(id).map(|(foreseen, _)| Rc::new(foreseen));
            }
        }
    }

    /// Keeps in mind what coarse steps do not cover, if the run came upon it.
    pub(super) fn reserve_coarse(&mut self) {
        let Some(machine) = self.machine.as_mut().filter(|_| self.granularity.stretches) else { return };
        let (known, seen) = (self.granularity, machine.library_uses);
        if seen.idle_workers && machine.idle_workers_wait {
            self.shared.idle_workers.store(true, Ordering::Relaxed);
        }
        let surprises = [
            (known.waiters_seen, seen.waiters_seen, "a look at who waits"),
            (known.sizes_seen, seen.sizes_seen, "the size of a concurrent map"),
            (known.fork_join_ends, seen.fork_join_ends, "the end of a fork-join pool"),
        ];
        for (_, _, what) in surprises.iter().filter(|(known, seen, _)| *seen && !known) {
            machine.reserve(format!("{what} in some schedules only: check with --library-steps fine"));
        }
    }

    /// The run as it would be if a thread whose call has not begun because it would wait did wait.
    pub(super) fn if_it_waited(&self, id: ThreadId) -> Option<Machine> {
        let foreseen = self.foreseen.get(id.0 as usize)?.as_ref()?;
        if foreseen.ready == Readiness::Now {
            return None;
        }
        self.foresee(id)?.1.machine
    }
}

impl Shared {
    /// How coarse the steps of the program are: fine ones where the library is not called, since the optimal reduction
    /// needs them.
    pub(super) fn granularity(&self, booted: &JavaRun) -> Granularity {
        *self.granularity.get_or_init(|| {
            if !self.options.coarse_library_steps {
                return Granularity::default();
            }
            let mut run = booted.clone();
            run.granularity = Granularity { stretches: true, ..Granularity::default() };
            if let Some(machine) = run.machine.as_mut() {
                machine.idle_workers_wait = true;
            }
            run.look_ahead(ThreadId(0), &[]);
            let stretches = run.comes_upon_stretches();
            // What this run relied on, no answer does.
            self.idle_workers.store(false, Ordering::Relaxed);
            let uses = run.machine.as_ref().map_or_else(Granularity::default, |machine| machine.library_uses);
            Granularity { stretches, ..uses }
        })
    }
}

impl JavaRun {
    /// Goes through one schedule, and says whether a step of it was a stretch.
    fn comes_upon_stretches(&mut self) -> bool {
        let mut pending = PendingBuffer::default();
        let mut context = StepContext::plain();
        let (mut last, mut in_a_row) = (None, 0);
        let mut found = false;
        for _ in 0..LOOK_AHEAD {
            self.pending(&mut pending);
            let others = pending.enabled().find(|entry| Some(entry.actor) != last);
            let same = pending.enabled().find(|entry| Some(entry.actor) == last && in_a_row < TURN);
            let Some(entry) = same.or(others) else { break };
            let actor = entry.actor;
            in_a_row = if last == Some(actor) { in_a_row + 1 } else { 0 };
            last = Some(actor);
            context.begin();
            let thread = self.actors.iter().position(|known| *known == actor);
            found |= thread.and_then(|index| self.foreseen.get(index)).is_some_and(Option::is_some);
            if self.step(Choice::first(actor), &mut context).is_err() || self.has_exited() {
                break;
            }
        }
        self.note_joins_of_workers(&pending);
        found
    }

    /// Keeps in mind that somebody waits for the end of an idle worker: then its time must run out.
    fn note_joins_of_workers(&mut self, pending: &PendingBuffer) {
        let Some(machine) = self.machine.as_mut() else { return };
        let joined = pending.entries().iter().filter(|entry| entry.kind == OperationKind::Join);
        let mut workers = joined.filter_map(|entry| match entry.enabled {
            Enabled::WaitsFor(worker) => self.actors.iter().position(|actor| *actor == worker),
            _ => None,
        });
        if workers.any(|worker| machine.is_idle_worker(&machine.threads[worker])) {
            machine.library_uses.waiters_seen = true;
        }
    }
}
