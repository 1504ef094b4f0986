//! Threads and time: who can run, who runs next under `raddle run`'s one schedule, starts and ends.
//!
//! That schedule is deterministic: the running thread goes on until it waits or has used its quantum, then the next one
//! in the order of starts. Time passes when nobody can run, and by a little with each turn that is used up.

use super::heap::Ref;
use super::interpret::Exit;
use super::thread::{Continuation, Frame, Status, Thread, ThreadId, Wake};
use super::{DEEPEST_TOLD, Event, Halt, Initialization, Machine, Trap};
use crate::library::LoaderId;
use raddle_explore::context::Thrown;
use raddle_explore::source::StackLine;
use std::rc::Rc;

/// The first JDK whose threads are kept in containers and not in lists of their groups.
const FIRST_WITH_CONTAINERS: u32 = 19;

/// Backward jumps and calls that a thread may do before the next one has its turn.
const QUANTUM: u64 = 20_000;

/// The time that a whole turn takes.
const QUANTUM_NANOS: u64 = 200_000;

/// Of an exception's causes, so many are told.
const MOST_CAUSES: usize = 4;

impl Machine {
    /// Adds a thread that will run `Thread.run` of its object.
    pub fn start_thread(&mut self, parent: &mut Thread, object: Ref) -> Result<ThreadId, Trap> {
        let id = ThreadId(self.threads.len() as u32);
        parent.starts += 1;
        let path = (parent.path ^ parent.starts).wrapping_mul(0x9E37_79B1).rotate_left(13) ^ 0x5bd1_e995;
        let mut thread = Thread::new(id, object, path);
        thread.parent = Some(parent.id);
        thread.ordinal = parent.starts - 1;
        self.note_event(Event::Started(id));
        self.concurrent |= self.stops;
        thread.clock = parent.clock;
        thread.daemon = self.may_end_before(parent.id, object);
        self.hand_on(object);
        let library = Rc::clone(&self.library);
        let class = self.heap.class_of(object);
        let run = library.find_method(class, library.symbol("run"), library.symbol("()V"));
        let Some(run) = run else { return Err(self.incomplete(parent, "a thread without run()")) };
        self.push_frame(&mut thread, run.id, &[object.slot()], Continuation::ThreadStart)?;
        self.threads.push(Rc::new(thread));
        Ok(id)
    }

    /// Whether a `java.lang.Thread` is a daemon.
    pub fn is_daemon(&self, object: Ref) -> bool {
        let holder = self.get_reference(object, "holder");
        self.get(if holder.is_null() { object } else { holder }, "daemon") as u8 != 0
    }

    /// The thread of a `java.lang.Thread`, if it was started.
    pub fn thread_of(&self, running: &Thread, object: Ref) -> Option<ThreadId> {
        if running.object == object {
            return Some(running.id);
        }
        self.threads.iter().find(|thread| thread.object == object).map(|thread| thread.id)
    }

    /// Whether a thread could go on now, without time passing.
    pub fn can_run(&self, thread: &Thread) -> bool {
        match thread.status {
            Status::Runnable | Status::Spinning(_) => true,
            Status::Entering(object) => self.can_enter(thread.id, object),
            Status::Waiting { monitor, wake, .. } => wake.is_some() && self.can_enter(thread.id, monitor),
            Status::Parked { .. } => thread.permit || thread.interrupted,
            Status::Sleeping { .. } => thread.interrupted,
            Status::AwaitingClass(class) => {
                !matches!(self.class_state(class).initialization, Initialization::Running(_))
            }
            Status::Joining { target, .. } => {
                thread.interrupted || self.threads[target.0 as usize].has_ended()
            }
            Status::AwaitingEnds | Status::Ended => false,
        }
    }

    /// The time at which a wait ends by itself.
    pub fn deadline(thread: &Thread) -> Option<u64> {
        match thread.status {
            Status::Waiting { deadline, wake: None, .. } => deadline,
            Status::Parked { deadline } | Status::Joining { deadline, .. } => deadline,
            Status::Sleeping { deadline } => Some(deadline),
            _ => None,
        }
    }

    /// Takes a thread that can run out of its wait.
    pub fn resume(&mut self, thread: &mut Thread) {
        let signalled = |thread: &Thread| if thread.interrupted { Wake::Interrupt } else { Wake::Signal };
        match thread.status {
            Status::Waiting { monitor, count, wake, .. } => {
                thread.wake = wake;
                thread.status = Status::Runnable;
                if self.enter_monitor(thread, monitor).is_ok()
                    && let Some(held) = self.monitors.get_mut(&monitor)
                {
                    held.count = count;
                }
            }
            Status::Parked { .. } | Status::Sleeping { .. } => {
                thread.wake = thread.wake.or(Some(signalled(thread)));
            }
            Status::Joining { target, .. } => {
                let ended = &self.threads[target.0 as usize];
                if ended.has_ended() {
                    thread.clock = thread.clock.max(ended.clock);
                    thread.wake = thread.wake.or(Some(Wake::Signal));
                } else {
                    thread.wake = thread.wake.or(Some(signalled(thread)));
                }
            }
            _ => {}
        }
        thread.status = Status::Runnable;
    }

    /// Ends a wait that nobody has ended because its thread was interrupted, or because its time is up, or else for no
    /// reason.
    pub fn end_wait(&mut self, id: ThreadId) {
        let thread = &self.threads[id.0 as usize];
        if thread.interrupted && matches!(thread.status, Status::Waiting { wake: None, .. }) {
            self.wake_waiter(id, Wake::Interrupt);
        } else if matches!(thread.status, Status::Waiting { wake: None, deadline: None, .. }) {
            self.wake_waiter(id, Wake::Signal);
            Rc::make_mut(&mut self.threads[id.0 as usize]).was_spurious = true;
        } else {
            self.time_out(id);
        }
    }

    /// Ends a wait because its time is up.
    pub fn time_out(&mut self, id: ThreadId) {
        let stops = self.stops;
        let thread = Rc::make_mut(&mut self.threads[id.0 as usize]);
        let Some(deadline) = Self::deadline(thread) else { return };
        if !stops || thread.clock > 0 {
            thread.clock = thread.clock.max(deadline);
        }
        match thread.status {
            Status::Waiting { .. } => self.wake_waiter(id, Wake::Timeout),
            _ => {
                thread.wake = Some(Wake::Timeout);
                thread.status = Status::Runnable;
            }
        }
    }

    /// Runs the program to its end under the one schedule.
    pub fn run_to_end(&mut self) -> Halt {
        let mut next = self.last_run as usize;
        loop {
            let count = self.threads.len();
            let runnable = (0..count)
                .map(|offset| (next + offset) % count)
                .find(|index| self.can_run(&self.threads[*index]));
            let Some(index) = runnable else {
                match self.pass_time() {
                    Some(halt) => return halt,
                    None => continue,
                }
            };
            if let Some(halt) = self.run_quantum(index) {
                return halt;
            }
            next = index + 1;
            self.last_run = next as u32;
            if self.all_done() {
                return Halt::Exit(0);
            }
        }
    }

    fn all_done(&self) -> bool {
        self.threads.iter().all(|thread| thread.has_ended() || thread.daemon)
    }

    /// Nobody can run: the earliest deadline comes, or none ever will.
    fn pass_time(&mut self) -> Option<Halt> {
        if self.all_done() {
            return Some(Halt::Exit(0));
        }
        let earliest = self
            .threads
            .iter()
            .filter_map(|thread| Self::deadline(thread).map(|deadline| (deadline, thread.id)))
            .min();
        match earliest {
            Some((_, id)) => {
                self.time_out(id);
                None
            }
            None => Some(Halt::Deadlock(self.describe_deadlock())),
        }
    }

    fn describe_deadlock(&self) -> String {
        let mut text = String::from("no thread can go on:");
        for thread in &self.threads {
            if thread.has_ended() {
                continue;
            }
            text.push_str(&format!("\n  thread {}: {:?}", thread.id.0, thread.status));
            for line in self.describe_stack(thread).iter().take(12) {
                text.push_str(&format!("\n    at {line}"));
            }
        }
        text
    }

    /// Gives a thread its turn.
    fn run_quantum(&mut self, index: usize) -> Option<Halt> {
        let placeholder = Rc::new(Thread::new(ThreadId(index as u32), self.threads[index].object, 0));
        let taken = std::mem::replace(&mut self.threads[index], placeholder);
        let mut thread = Rc::try_unwrap(taken).unwrap_or_else(|shared| Thread::clone(&shared));
        self.resume(&mut thread);
        if let Some(limit) = self.limits.instructions
            && self.executed > limit
        {
            return Some(Halt::Limit(format!("the run took more than {limit} calls and jumps")));
        }
        let exit = self.interpret::<false>(&mut thread, QUANTUM, 0);
        let halt = match &exit {
            Exit::Halted(halt) => Some(Halt::clone(halt)),
            Exit::Ended => self.end_thread(&mut thread),
            Exit::Quantum => {
                self.executed += QUANTUM;
                thread.clock += QUANTUM_NANOS;
                None
            }
            _ => None,
        };
        let (now, used_up) = (thread.clock, matches!(exit, Exit::Quantum));
        self.threads[index] = Rc::new(thread);
        // A thread that never waits must not hold up the time of those that sleep.
        if used_up {
            for id in 0..self.threads.len() {
                if Self::deadline(&self.threads[id]).is_some_and(|deadline| deadline <= now) {
                    self.time_out(ThreadId(id as u32));
                }
            }
        }
        halt
    }

    /// Ends a thread: an uncaught exception is dispatched first.
    pub fn end_thread(&mut self, thread: &mut Thread) -> Option<Halt> {
        if !self.dispatch_uncaught(thread) {
            thread.frames = Vec::<Frame>::new();
            thread.stack = Vec::new();
            self.thread_ended(thread);
        }
        None
    }

    /// Lets a thread that dies of an exception call its handler; says whether it does.
    /// Newer JDKs then leave the thread's container, which is Java code as well.
    pub fn dispatch_uncaught(&mut self, thread: &mut Thread) -> bool {
        // What a handler throws is ignored; but it was meant to take the exception, and has not.
        if thread.handling && !thread.uncaught.is_null() {
            let exception = std::mem::take(&mut thread.uncaught);
            self.note_uncaught(thread, exception);
        }
        if thread.uncaught.is_null() {
            if thread.exit_called
                || self.core.java_version < FIRST_WITH_CONTAINERS
                || thread.id == ThreadId(0)
            {
                return false;
            }
            thread.exit_called = true;
            let library = Rc::clone(&self.library);
            let Some(exit) = library.declared_method(self.core.thread, "exit", "()V") else { return false };
            thread.frames.clear();
            return self
                .push_frame(thread, exit.id, &[thread.object.slot()], Continuation::ThreadStart)
                .is_ok();
        }
        self.main_failed |= thread.id == ThreadId(0);
        let exception = std::mem::take(&mut thread.uncaught);
        if !self.has_handler(thread) && !self.is_ignored(exception) {
            self.note_uncaught(thread, exception);
        }
        thread.handling = true;
        let library = Rc::clone(&self.library);
        let name = "dispatchUncaughtException";
        let Some(method) = library.declared_method(self.core.thread, name, "(Ljava/lang/Throwable;)V") else {
            return false;
        };
        let arguments = [thread.object.slot(), exception.slot()];
        thread.frames.clear();
        self.push_frame(thread, method.id, &arguments, Continuation::ThreadStart).is_ok()
    }

    /// Whether the JDK's own handler ignores an exception: `ThreadDeath`, by which older ones end a thread in peace.
    fn is_ignored(&self, exception: Ref) -> bool {
        const FIRST_TO_TELL: u32 = 20;
        self.core.java_version < FIRST_TO_TELL
            && self.library.class_name(self.heap.class_of(exception)) == "java/lang/ThreadDeath"
    }

    /// Tells whoever steps the machine of an exception that nobody took.
    fn note_uncaught(&mut self, thread: &Thread, exception: Ref) {
        if self.stops {
            let (is_assertion, thrown) = self.describe_exception(exception);
            let stack = self.describe_backtrace(exception);
            self.note_event(Event::Uncaught(thread.id, is_assertion, thrown, stack));
        }
    }

    /// Whether the program has a handler for what a thread does not catch: the thread's own, that of its group or of one
    /// around it, or the one for all threads; in the order in which `Thread` and `ThreadGroup` look for it.
    fn has_handler(&mut self, thread: &mut Thread) -> bool {
        if !self.get_reference(thread.object, "uncaughtExceptionHandler").is_null() {
            return true;
        }
        let library = Rc::clone(&self.library);
        let holder = self.get_reference(thread.object, "holder");
        let mut group = self.get_reference(if holder.is_null() { thread.object } else { holder }, "group");
        let name = library.symbol("uncaughtException");
        let descriptor = library.symbol("(Ljava/lang/Thread;Ljava/lang/Throwable;)V");
        while !group.is_null() {
            let handler = library.find_method(self.heap.class_of(group), name, descriptor);
            if handler.is_some_and(|handler| !library.class(handler.class).trusted) {
                return true;
            }
            group = self.get_reference(group, "parent");
        }
        let class = self.core.thread;
        self.get_static(thread, class, "defaultUncaughtExceptionHandler").is_ok_and(|handler| handler != 0)
    }

    /// Keeps an event for whoever steps the machine.
    pub fn note_event(&mut self, event: Event) {
        if self.stops {
            self.events.push(event);
        }
    }

    /// Where an exception was thrown, the innermost call first, and the same of what caused it.
    fn describe_backtrace(&self, mut exception: Ref) -> Vec<StackLine> {
        let mut lines = Vec::new();
        let mut told = Vec::new();
        while !exception.is_null() && !told.contains(&exception) && told.len() < MOST_CAUSES {
            if !told.is_empty() {
                lines.push(StackLine::Cause(self.describe_throwable(exception)));
            }
            let calls = self.backtrace(exception);
            let own = calls.iter().filter(|(method, _)| !self.is_made(*method)).take(DEEPEST_TOLD);
            lines.extend(own.map(|(method, pc)| StackLine::Call(self.source_place(*method, *pc))));
            told.push(exception);
            exception = self.heap.reference(exception, self.core.throwable_cause);
        }
        lines
    }

    /// The class and the message of an exception.
    fn describe_throwable(&self, exception: Ref) -> String {
        let class = self.external_name(self.heap.class_of(exception));
        let message = self.heap.reference(exception, self.core.throwable_message);
        if message.is_null() { class } else { format!("{class}: {}", self.string_text(message)) }
    }

    /// Whether an exception is a failed assertion, what it is, and where it was thrown.
    pub fn describe_exception(&self, exception: Ref) -> (bool, Thrown) {
        let what = self.describe_throwable(exception);
        let at = self.backtrace(exception).first().map(|(method, pc)| self.source_place(*method, *pc));
        let is_assertion = self
            .library
            .loaded(LoaderId::BOOT, "java/lang/AssertionError")
            .is_some_and(|error| self.library.is_subclass(self.heap.class_of(exception), error));
        (is_assertion, Thrown { what, at, line: String::new() })
    }

    /// Gives back what no frame of a stopped thread can use, so that a copy of the thread is small.
    pub fn trim_stack(&self, thread: &mut Thread) {
        let ends = thread.frames.iter().map(|frame| {
            let code = self.library.method(frame.method).code.get();
            frame.base + code.map_or(0, |code| code.max_locals + code.max_stack + 2)
        });
        let needed = ends.max().unwrap_or(0) as usize;
        thread.stack.truncate(needed);
    }

    /// Marks a thread as ended for all that look at it.
    pub fn thread_ended(&mut self, thread: &mut Thread) {
        const TERMINATED: u64 = 2;
        thread.status = Status::Ended;
        let holder = self.get_reference(thread.object, "holder");
        self.set(if holder.is_null() { thread.object } else { holder }, "threadStatus", TERMINATED);
        self.set(thread.object, "eetop", 0);
        self.leave_group(thread);
        if self.core.java_version < FIRST_WITH_CONTAINERS {
            self.set(thread.object, "group", 0);
        }
        // Those that wait on the thread object are told, as the specification of `join` says.
        if let Some(monitor) = self.monitors.get_mut(&thread.object) {
            for waiter in std::mem::take(&mut monitor.waiters) {
                self.wake_waiter(waiter, Wake::Signal);
            }
        }
    }

    /// Takes a thread out of its group's count (JDK 17 and older keep one).
    fn leave_group(&mut self, thread: &mut Thread) {
        let group = self.get_reference(thread.object, "group");
        if group.is_null() {
            return;
        }
        let threads = self.get_reference(group, "threads");
        if threads.is_null() {
            return;
        }
        let count = self.get(group, "nthreads") as u32;
        let members: Vec<Ref> = self.references(threads);
        if let Some(index) = members.iter().take(count as usize).position(|member| *member == thread.object) {
            for position in index as u32..count.saturating_sub(1) {
                let following = self.heap.element32(threads, position + 1);
                self.heap.set_element32(threads, position, following);
            }
            self.heap.set_element32(threads, count - 1, 0);
            self.set(group, "nthreads", u64::from(count - 1));
        }
    }
}
