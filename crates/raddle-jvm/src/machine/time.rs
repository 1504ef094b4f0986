//! Time: what a look at the clock gives, and when a timed wait ends, where schedules are explored.
//!
//! **The clock is each thread's own**, and joined wherever an operation learns what another one left: each place that was
//! written to keeps the time of its last writer ([`Machine::learn_time`], [`Machine::leave_time`]). Guarantee: a look gives
//! no less than any look that happened before it. The join follows dependence, so the order of independent steps can't be
//! told from the clock.
//!
//! **Time passes only for who has looked.** A duration can be measured only from an earlier look. So the clock of a thread
//! stands at zero until it has looked, or learnt from somebody who has; sleeping and waiting do not move it before. A
//! program that never looks has no clock in its states, and its loops of timed waits come back to the same state.
//!
//! **A look costs nothing**, so that an iteration which only looks leaves the state that it began in (`spin`): its loop
//! waits for a change or for its deadline. Loops that look and do something else must end, too: from the fifth look at one
//! place on, time passes with each, more and more.
//!
//! **Timed waits** are of two sorts. One that waits *for something* gives up in the end ([`Timed::Timeout`]): by default
//! only where nothing else can go on, as the environment's step ([`raddle_explore::operation::OperationKind::Timeout`]).
//! One that waits *for the time itself*, a tick of a timer or the delay of an element, may end at any time
//! ([`Timed::Tick`]); some times, and from then on as a time-out: endless ticks would make endless runs. Which of both it
//! is tells the queue that is waited in: a tick needs something in it whose delay can end.

use super::Machine;
use super::heap::Ref;
use super::pending::NextOperation;
use super::thread::{Frame, Status, Thread, ThreadId, Wake};
use crate::library::{MethodId, Visibility};
use raddle_explore::operation::{Access, Place};
use std::rc::Rc;

/// How often a thread's ticks may come while others could go on.
pub const EARLY_TICKS: u8 = 3;
/// How many looks from one place give the same time.
const FREE_LOOKS: u32 = 4;
/// How often the time of a loop that looks at the clock may run out before it counts as one without a deadline.
const MOST_JUMPS: u32 = 8;
/// The first step of time where a loop waits for a deadline that nobody knows; each following one is longer.
const FIRST_JUMP_NANOS: u64 = 1_000_000;

/// When a wait for something may give up.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Timeouts {
    /// When nothing else can go on.
    #[default]
    Last,
    /// At any time.
    Any,
    /// At any time, each thread so often; from then on when nothing else can go on.
    Early(u8),
}

/// What a timed wait waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timed {
    /// Something; it gives up when the time is over.
    Timeout,
    /// The time itself.
    Tick,
}

/// A step of time that grows.
fn jump(count: u32) -> u64 {
    FIRST_JUMP_NANOS.saturating_mul(1u64.checked_shl(4 * count).unwrap_or(u64::MAX))
}

impl Machine {
    /// A look at the clock, in nanoseconds since the start.
    pub fn look_at_clock(&mut self, thread: &mut Thread) -> u64 {
        /// What one look costs under the one schedule of `raddle run`, so that loops until a moment end.
        const LOOK_NANOS: u64 = 1_000;
        if !self.stops {
            thread.clock += LOOK_NANOS;
            return thread.clock;
        }
        thread.clock = thread.clock.max(self.start_of_time + LOOK_NANOS);
        self.note_look_at_clock(thread);
        // A loop that does nothing but look has to be noticed, too.
        thread.operated = true;
        thread.iterations.iter_mut().for_each(|iteration| iteration.looked = true);
        if !self.is_library_look(thread) {
            let place = thread.frames.iter().fold(0u64, |sum, frame| {
                (sum ^ u64::from(frame.method.0) << 32 ^ u64::from(frame.pc))
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            });
            let count = match thread.looks.iter_mut().find(|(known, _)| *known == place) {
                Some((_, count)) => {
                    *count += 1;
                    *count
                }
                None => {
                    thread.looks.push((place, 1));
                    1
                }
            };
            if count > FREE_LOOKS {
                thread.clock = thread.clock.saturating_add(jump(count - FREE_LOOKS - 1));
            }
        }
        thread.clock
    }

    /// Whether it is the concurrent library that looks, to know how long it still has to wait.
    fn is_library_look(&self, thread: &Thread) -> bool {
        let methods = thread.frames.iter().rev().map(|frame| self.library.method(frame.method));
        let mut classes = methods.map(|method| self.library.class_name(method.class));
        classes.find(|class| *class != "java/lang/System").is_some_and(|class| {
            class.starts_with("java/util/concurrent/") || class.starts_with("java/util/Timer")
        })
    }

    /// The thread has waited or slept up to this moment, or more.
    pub fn pass_until(&self, thread: &mut Thread, moment: u64) {
        if !self.stops || thread.clock > 0 {
            thread.clock = thread.clock.max(moment);
        }
    }

    /// Before an operation: the thread learns what time it was when others wrote to what it touches.
    pub fn learn_time(&mut self, id: ThreadId, operation: &NextOperation) {
        if self.moments.is_empty() {
            return;
        }
        let places = operation.touches.iter().map(|touch| touch.place);
        let left = places.chain([Place::EVERYTHING]).filter_map(|place| self.moments.get(&place));
        let mut latest = left.copied().max().unwrap_or(0);
        if operation.touches.iter().any(|touch| touch.place == Place::EVERYTHING) {
            latest = self.moments.values().copied().max().unwrap_or(0);
        }
        if latest > self.threads[id.0 as usize].clock {
            Rc::make_mut(&mut self.threads[id.0 as usize]).clock = latest;
        }
    }

    /// After an operation: what it wrote keeps the thread's time.
    pub fn leave_time(&mut self, id: ThreadId, operation: &NextOperation) {
        let clock = self.threads[id.0 as usize].clock;
        if clock == 0 {
            return;
        }
        for touch in operation.touches.iter().filter(|touch| touch.access == Access::Write) {
            if self.moments.get(&touch.place).is_none_or(|known| *known < clock) {
                Rc::make_mut(&mut self.moments).insert(touch.place, clock);
            }
        }
    }

    /// Whether a timed wait can end now because of its time alone.
    pub fn may_time_out(&self, thread: &Thread, timed: Timed) -> bool {
        match timed {
            Timed::Timeout => match self.timeouts {
                Timeouts::Last => false,
                Timeouts::Any => true,
                Timeouts::Early(most) => thread.early < most,
            },
            Timed::Tick => thread.ticks < EARLY_TICKS,
        }
    }

    /// The sort of a wait with a time that a thread is in or stands before.
    pub fn sort_of_wait(&self, thread: &Thread) -> Timed {
        let mut frames = thread.frames.iter().rev().take(8);
        let is_tick = frames.any(|frame| {
            let method = self.library.method(frame.method);
            let queue = || Ref::from_slot(thread.stack.get(frame.base as usize).copied().unwrap_or(0));
            match self.library.class_name(method.class) {
                // It waits with a time only if there is a task.
                "java/util/TimerThread" => true,
                "java/util/concurrent/DelayQueue" => {
                    self.get(self.get_reference(queue(), "q"), "size") as u32 > 0
                }
                "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue" => {
                    self.get(queue(), "size") as u32 > 0 && !self.is_time_limit(queue())
                }
                _ => false,
            }
        });
        if is_tick { Timed::Tick } else { Timed::Timeout }
    }

    /// Whether the first task of a queue is the time-out of a `CompletableFuture`.
    fn is_time_limit(&self, queue: Ref) -> bool {
        let tasks = self.get_reference(queue, "queue");
        let reference = |object: Ref, field: &str| {
            let has_it =
                !object.is_null() && self.library.field_named(self.heap.class_of(object), field).is_some();
            if has_it { self.get_reference(object, field) } else { Ref::NULL }
        };
        let first = if tasks.is_null() { Ref::NULL } else { Ref(self.heap.element32(tasks, 0)) };
        let action = reference(reference(first, "callable"), "task");
        !action.is_null()
            && matches!(
                self.library.class_name(self.heap.class_of(action)),
                "java/util/concurrent/CompletableFuture$Timeout"
                    | "java/util/concurrent/CompletableFuture$DelayedCompleter"
            )
    }

    /// Whether the loop of this number, in which a thread spins, may wait for a deadline.
    pub fn loop_may_have_deadline(&self, thread: &Thread, number: u32) -> bool {
        let Some(iteration) = thread.iterations.get(number as usize) else { return false };
        let (place, count) = thread.jumps;
        iteration.looked && (place != iteration.place() || count < MOST_JUMPS)
    }

    /// Lets the time of a thread's wait run out, wherever it stands.
    pub fn run_out(&mut self, id: ThreadId) {
        let thread = &self.threads[id.0 as usize];
        match thread.status {
            Status::Spinning(number) => {
                let Some(place) = thread.iterations.get(number as usize).map(|iteration| iteration.place())
                else {
                    return;
                };
                let thread = Rc::make_mut(&mut self.threads[id.0 as usize]);
                let count = if thread.jumps.0 == place { thread.jumps.1 } else { 0 };
                thread.jumps = (place, count + 1);
                thread.clock = thread.clock.saturating_add(jump(count));
                thread.iterations[number as usize].stale = true;
            }
            // It stands before the call that waits, and takes this for an answer.
            Status::Runnable => Rc::make_mut(&mut self.threads[id.0 as usize]).wake = Some(Wake::Timeout),
            _ => self.time_out(id),
        }
    }

    /// The innermost place of the program's own code that a thread is at, or of any code.
    pub fn own_place(&self, thread: &Thread) -> Option<(MethodId, u32)> {
        let own = |frame: &&Frame| self.library.method(frame.method).visibility == Visibility::Program;
        let frame = thread.frames.iter().rev().find(own).or(thread.frames.last())?;
        Some((frame.method, frame.pc))
    }
}
