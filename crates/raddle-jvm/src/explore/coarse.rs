//! Coarse library steps: what a thread's next stretch would do is found out on a copy of the run, before it is scheduled.
//!
//! A stretch (see `machine/stretch.rs`) touches what its operations touch, and that may depend on the state. It can change
//! only by somebody's write to a place that the stretch reads, and such a step conflicts with it: so what was foreseen holds
//! until a conflicting step, and is found out again after one. The kernel is told that touches depend on the state.
//!
//! A guarded call that would come to wait counts as one that has not begun: it can't go until it would not wait. Nobody
//! can tell the difference but by asking who waits; where a run comes upon that question, waiting calls wait (`granularity`).
//!
//! The atomic sections of a driver (`Verify.beginAtomic`) are stretches, too: from the first operation inside to the end of
//! the section, or to where it waits. A section that can't be one is not supported, rather than opened to others.

use super::JavaRun;
use crate::library::operations::Role;
use crate::machine::Machine;
use crate::machine::heap::Ref;
use crate::machine::interpret::watch::Instructions;
use crate::machine::pending::{CALLS, NextOperation, PERMIT, Readiness, Spot};
use crate::machine::stretch::LONGEST_STRETCH;
use crate::machine::thread::{Marks, Thread, ThreadId};
use raddle_explore::context::{Interruption, StepContext, Unwatched, Watcher};
use raddle_explore::operation::{Access, Mode, OperationKind, Place, Touch, conflict};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

/// What a stopped thread's next stretch would do.
#[derive(Debug)]
pub(super) struct Foreseen {
    pub kind: OperationKind,
    pub mode: Mode,
    pub touches: Vec<Touch>,
    pub ready: Readiness,
    /// The object whose method is called.
    pub call: Option<Spot>,
    /// The method; `None` of an atomic section.
    pub method: Option<String>,
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
    // A buffer has thousands of elements: then each is looked up, not looked for.
    const FEW: usize = 32;
    let mut known: Option<FxHashMap<Place, usize>> =
        (more.len() > FEW).then(|| touches.iter().enumerate().map(|(at, touch)| (touch.place, at)).collect());
    for touch in more {
        let at = match &known {
            Some(known) => known.get(&touch.place).copied(),
            None => touches.iter().position(|known| known.place == touch.place),
        };
        match at {
            Some(at) if touch.access == Access::Write => touches[at].access = Access::Write,
            Some(_) => {}
            None => {
                if let Some(known) = &mut known {
                    known.insert(touch.place, touches.len());
                }
                touches.push(*touch);
            }
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
    pub(super) fn stretch<W: Watcher<Instructions>>(
        &mut self,
        id: ThreadId,
        mut option: u32,
        context: &mut StepContext<'_, W>,
    ) -> Result<Done, Interruption> {
        let mut done = Done::default();
        let mut waits = false; // Or would go on later, by itself.
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
                waits = true;
                // Whoever lets it go on makes the stretch another one, that goes further.
                if let Some(next) = next.as_ref().filter(|next| machine.may_flow(next)) {
                    let reads: Vec<Touch> =
                        next.touches.iter().map(|touch| Touch::read(touch.place)).collect();
                    add_touches(&mut done.touches, &reads);
                }
                // A section may be interrupted where it waits, and nowhere else.
                if is_in_section && next.as_ref().is_some_and(|next| next.ready == Readiness::Now) {
                    return Err(unsupported(
                        "a choice, a join or an endless loop inside of an atomic section",
                    ));
                }
                break;
            }
            self.tell_hidden(id, true, context);
        }
        self.tell_hidden(id, false, context);
        if let (Some((frame, _)), Some(machine)) = (call, self.machine.as_mut())
            && is_flowing(&machine.threads[index], frame)
        {
            let frame = &mut Rc::make_mut(&mut machine.threads[index]).frames[frame];
            let marks = frame.marks.without(Marks::FLOWING).without(Marks::BEGUN);
            frame.marks = if waits { marks.with(Marks::BEGUN) } else { marks };
        }
        Ok(done)
    }

    /// A copy that is only looked at: what it touches out of sight, the run itself will touch.
    pub(super) fn unrecorded(&self) -> JavaRun {
        let mut copy = self.clone();
        if let Some(machine) = copy.machine.as_mut() {
            machine.hidden.records = false;
        }
        copy
    }

    /// What a thread's next stretch would do; `None` where it is no stretch, or can't go.
    fn foresee(&self, id: ThreadId, cancelled: &AtomicBool) -> Option<(Foreseen, JavaRun)> {
        let index = id.0 as usize;
        let machine = self.machine.as_ref()?;
        let thread = &machine.threads[index];
        let first = machine.next_operation(thread)?;
        if first.ready != Readiness::Now || !begins(&first) {
            return None;
        }
        if thread.atomic > 0 {
            return Some(self.foresee_section(id, &first, cancelled));
        }
        let (frame, role) = machine.library_call(&self.roles, thread, self.granularity)?;
        let has_begun = thread.frames[frame].marks.has(Marks::BEGUN);
        let method = machine.library.method(thread.frames[frame].method);
        let name = (machine.library.class_name(method.class), machine.library.text(method.name));
        let receiver = thread.stack.get(thread.frames[frame].base as usize).filter(|_| !method.is_static());
        let call = receiver.map(|slot| machine.spot(Ref::from_slot(*slot), CALLS));
        let mut copy = self.unrecorded();
        let mut foreseen = Foreseen {
            kind: OperationKind::Step,
            mode: Mode::Synchronising,
            touches: vec![Touch::write(Place::EVERYTHING)],
            ready: Readiness::Now,
            call,
            method: Some(name.1.to_owned()),
        };
        // What can't be foreseen may touch everything; the step itself will say what is wrong.
        let mut context = StepContext::new(cancelled, Unwatched);
        let Ok(done) = copy.stretch(id, 0, &mut context) else { return Some((foreseen, copy)) };
        // Reads of this place order nothing: it is there to be read by people.
        foreseen.touches = call.iter().map(|call| Touch::read(call.place)).chain(done.touches).collect();
        let writes = foreseen.touches.iter().any(|touch| touch.access == Access::Write);
        if done.operations == 1 {
            (foreseen.kind, foreseen.mode) = (first.kind, self.seen_mode(machine, thread, &first));
        } else if name == ("java/util/concurrent/locks/ReentrantLock", "lock") && writes && !has_begun {
            foreseen.kind = OperationKind::Acquire;
        } else if name == ("java/util/concurrent/locks/ReentrantLock", "unlock") && writes {
            foreseen.kind = OperationKind::Release;
        }
        let may_be_put_off = !self.granularity.waiters_seen && !has_begun;
        if may_be_put_off && matches!(role, Role::Guarded | Role::ForkJoinWait) && copy.waits_in(id, frame) {
            let holder =
                copy.machine.as_ref().and_then(|machine| machine.holder_of_blocker(&machine.threads[index]));
            foreseen.ready = holder.map_or(Readiness::WaitsForAnyone, Readiness::WaitsFor);
        }
        Some((foreseen, copy))
    }

    /// What a thread's next step would do that is in an atomic section.
    fn foresee_section(
        &self,
        id: ThreadId,
        first: &NextOperation,
        cancelled: &AtomicBool,
    ) -> (Foreseen, JavaRun) {
        let mut copy = self.unrecorded();
        let done = copy.stretch(id, 0, &mut StepContext::new(cancelled, Unwatched));
        // What can't be foreseen may touch everything; the step itself will say what is wrong.
        let touches = done.map_or_else(|_| vec![Touch::write(Place::EVERYTHING)], |done| done.touches);
        let foreseen = Foreseen {
            kind: OperationKind::Step,
            mode: Mode::Synchronising,
            touches,
            ready: Readiness::Now,
            call: first.spot,
            method: None,
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
                // Its time may run out, and it has to be there for that.
                && next.timed.is_none()
                && next.kind == OperationKind::Step
                && next.spot.is_some_and(|spot| spot.part == PERMIT)
        });
        is_inside && parks && machine.has_not_begun(&self.roles, thread, frame)
    }

    /// Keeps what is foreseen up to date after a step of one thread that touched this.
    pub(super) fn look_ahead(&mut self, moved: ThreadId, touched: &[Touch], cancelled: &AtomicBool) {
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
                self.foreseen[index] = self.foresee(id, cancelled).map(|(foreseen, _)| Rc::new(foreseen));
            }
        }
    }

    /// The run as it would be if a thread whose call has not begun because it would wait did wait.
    pub(super) fn if_it_waited(&self, id: ThreadId) -> Option<Machine> {
        let foreseen = self.foreseen.get(id.0 as usize)?.as_ref()?;
        if foreseen.ready == Readiness::Now {
            return None;
        }
        self.foresee(id, &AtomicBool::new(false))?.1.machine
    }
}
