//! What a thread is in a state: its frames with their slots, why it stands still, and what it has counted.

use super::super::heap::Ref;
use super::super::thread::{Continuation, Frame, Status, Thread, ThreadId, Wake};
use super::learnt::SlotsOfMethod;
use super::{Creator, Holds, Look, Words, hash_of};
use crate::code::verify::{self, Slot};
use crate::library::MethodId;
use raddle_explore::operation::Place;

impl Look<'_> {
    pub(super) fn path(&self, thread: ThreadId) -> u64 {
        u64::from(self.machine.threads[thread.0 as usize].path)
    }

    /// Writes a thread down: what only its own steps change, and what others know of it.
    pub(super) fn thread(&mut self, thread: &Thread) -> Option<()> {
        let Thread {
            id: _,
            object,
            path,
            frames,
            stack: _,
            status,
            waits,
            wake,
            allocations,
            starts,
            made,
            namers,
            outside,
            scoped_values,
            interrupted,
            permit,
            daemon,
            clock,
            looks,
            jumps,
            ticks,
            early,
            nested,
            granted,
            uncaught,
            handling,
            silent,
            // It only tells, within one step, what was hidden inside of a call that counts as one.
            within: _,
            atomic,
            // It only tells sections apart that follow each other within one step.
            section: _,
            ending,
            exit_called,
            parent: _,
            ordinal: _,
            operated,
            iterations,
            held,
            passed,
            initializing,
            operations,
            bytecodes: _,
            was_spurious,
            unwinding,
        } = thread;
        let mut words = std::mem::replace(&mut self.state, Words(Vec::new()));
        words.add(u64::from(*path));
        words.add(self.reference(*object));
        self.status(*status, &mut words);
        words.add(wake.map_or(0, wake_number) << 8 | waits.map_or(0, |waits| 1 + waits as u64));
        let is_seen = self.asked.creators.contains(&Creator::of_path(*path));
        words.add(u64::from(if is_seen { *allocations } else { 0 }) << 32 | u64::from(*starts));
        words.add(u64::from(made.0) << 32 | u64::from(made.1));
        words.add(u64::from(*outside));
        for (class, made) in namers {
            words.add(u64::from(*class) << 32 | u64::from(*made));
        }
        // What others change of a thread is no part of its private state.
        let is_told = !self.by_names;
        let (interrupted, permit) = (&(*interrupted && is_told), &(*permit && is_told));
        let flags =
            [interrupted, permit, daemon, granted, ending, exit_called, operated, was_spurious, handling];
        words.add(flags.iter().fold(0, |sum, flag| sum << 1 | u64::from(**flag)));
        // Who has ended looks no more; what others learn of its time stands at the places that it wrote.
        words.add(if *status == Status::Ended { 0 } else { *clock });
        words.add(looks.iter().fold(jumps.0 ^ u64::from(jumps.1) << 48, |sum, (place, count)| {
            sum.wrapping_add(place.wrapping_mul(u64::from(*count) * 2 + 1))
        }));
        words.add(u64::from(*ticks) << 8 | u64::from(*early));
        words.add(u64::from(*nested) << 32 | u64::from(*silent));
        words.add(u64::from(*held) << 32 | u64::from(*atomic));
        words.add(self.reference(*uncaught));
        words.add(self.reference(*scoped_values));
        words.add(self.reference(*unwinding));
        // Where a loop began is only a means to find out that it spins; what it read says when it may go on.
        words.add(iterations.len() as u64);
        for (number, iteration) in iterations.iter().enumerate() {
            words.add(u64::from(iteration.stale && is_told) | u64::from(iteration.looked) << 1);
            if matches!(status, Status::Spinning(_)) {
                let reads =
                    |place: &Place| hash_of(&[u64::from(*path), number as u64, u64::from(place.part)]);
                self.places.extend(iteration.read.iter().map(|place| (*place, reads(place))));
            }
        }
        words.add(passed.iter().fold(0, |sum: u64, (class, starts)| {
            sum.wrapping_add(self.class_name(*class).wrapping_mul(u64::from(*starts) * 2 + 1))
        }));
        for (class, began) in initializing {
            words.add(self.class_name(*class));
            words.add(operations - began);
        }
        words.add(frames.len() as u64);
        for frame in frames {
            self.frame(thread, frame, &mut words)?;
        }
        self.state = words;
        Some(())
    }

    fn status(&mut self, status: Status, words: &mut Words) {
        match status {
            Status::Runnable => words.add(0),
            Status::Entering(object) => {
                words.add(1);
                words.add(self.reference(object));
            }
            Status::Waiting { monitor, count, deadline, wake } => {
                words.add(2 | u64::from(count) << 8);
                words.add(self.reference(monitor));
                words.add(deadline.unwrap_or(u64::MAX));
                words.add(wake.filter(|_| !self.by_names).map_or(0, wake_number));
            }
            Status::Parked { deadline } => {
                words.add(3);
                words.add(deadline.unwrap_or(u64::MAX));
            }
            Status::Sleeping { deadline } => {
                words.add(4);
                words.add(deadline);
            }
            Status::AwaitingClass(class) => {
                words.add(5);
                words.add(self.class_name(class));
            }
            Status::Joining { target, deadline } => {
                words.add(6);
                words.add(self.path(target));
                words.add(deadline.unwrap_or(u64::MAX));
            }
            Status::Spinning(number) => words.add(7 | u64::from(number) << 8),
            Status::Ended => words.add(8),
            Status::AwaitingEnds => words.add(9),
        }
    }

    fn frame(&mut self, thread: &Thread, frame: &Frame, words: &mut Words) -> Option<()> {
        let Frame { method, pc, base, sp, lock, continuation, silence, marks } = *frame;
        words.add(self.method_name(method));
        words.add(u64::from(pc) << 32 | u64::from(marks.bits()) << 24 | u64::from(silence));
        words.add(self.reference(lock));
        match continuation {
            Continuation::Call => words.add(0),
            Continuation::Initialize(class) => {
                words.add(1);
                words.add(self.class_name(class));
            }
            Continuation::Reflect => words.add(2),
            Continuation::Construct(object) => {
                words.add(3);
                words.add(self.reference(object));
            }
            // Values whose kind is not known, and calls from inside the machine, which do not stand still.
            Continuation::Replace(_) | Continuation::Boundary => return None,
            Continuation::ThreadStart => words.add(4),
        }
        let slots = self.slots(method)?;
        let held = slots.get(pc as usize)?;
        let stack = thread.stack.get(base as usize..sp as usize)?;
        if stack.len() > held.len() {
            return None;
        }
        for (slot, holds) in stack.iter().zip(held) {
            match holds {
                Holds::Nothing => {}
                Holds::Number => words.add(*slot),
                Holds::Reference => words.add(self.reference(Ref::from_slot(*slot))),
            }
        }
        Some(())
    }

    /// What the slots of a method hold before each of its instructions.
    fn slots(&mut self, method: MethodId) -> Option<SlotsOfMethod> {
        let library = self.library;
        self.learnt
            .slots
            .entry(method)
            .or_insert_with(|| {
                let states = verify::slots(library, library.method(method)).ok()?;
                let holds = |slot: &Slot| match slot {
                    slot if slot.is_reference() => Holds::Reference,
                    Slot::Unusable | Slot::Second => Holds::Nothing,
                    _ => Holds::Number,
                };
                let of_state = |state: &Option<verify::State>| -> Box<[Holds]> {
                    let slots = state.iter().flat_map(|state| state.locals.iter().chain(&state.stack));
                    slots.map(holds).collect()
                };
                Some(states.iter().map(of_state).collect())
            })
            .clone()
    }
}

fn wake_number(wake: Wake) -> u64 {
    match wake {
        Wake::Signal => 1,
        Wake::Timeout => 2,
        Wake::Interrupt => 3,
    }
}
