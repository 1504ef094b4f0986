//! The end of a program that has registered something for it: `Runtime.addShutdownHook`, `File.deleteOnExit`.
//!
//! Source: the Java Virtual Machine Specification, 5.7, and HotSpot's `DestroyJavaVM`: when the last thread that is no daemon
//! has ended, one more thread runs `java.lang.Shutdown.shutdown`, which starts the hooks and waits for their ends. Daemons go
//! on beside it. The process ends when that thread does, whoever else is still at work.
//!
//! Here this thread, the *destroyer*, is there from the start, before an operation that can go once the others have ended.
//! Ends of threads commute with each other, but not with that operation; nor do starts by daemons, which may come too late.
//! A start by any other thread needs no mention: the end of that thread comes between.
//!
//! Guarantee: what a program has registered runs in every schedule in which a JVM would run it. Programs that register
//! nothing have no destroyer, and not one step more.

use super::heap::Ref;
use super::looks::Look;
use super::pending::{NextOperation, Readiness};
use super::thread::{Continuation, Status, Thread, ThreadId};
use super::{Initialization, Machine, Trap};
use crate::library::LoaderId;
use raddle_explore::operation::{Mode, OperationKind, Place, Touch};
use std::rc::Rc;

/// Which threads are left that are no daemons.
const LIVING: Place = Place::new(u64::MAX - 2, 0);

/// The path of the destroyer.
const DESTROYER_PATH: u32 = 0x6C07_8965;

impl Machine {
    /// Keeps in mind that something was registered for the end, if it was.
    pub fn note_hooks(&mut self) {
        let state = self.class_state(self.core.shutdown);
        if !self.library_uses.hooks && state.initialization != Initialization::Untouched {
            self.library_uses.hooks = self.has_hooks();
        }
    }

    /// Takes note that the library registers something for itself, if this is about a hook that is being registered.
    pub fn note_hook_of_library(&mut self, thread: &Thread, hook: Ref) {
        let registers = thread.frames.iter().rev().take(2).any(|frame| {
            let class = self.library.method(frame.method).class;
            self.library.class_name(class) == "java/lang/ApplicationShutdownHooks"
        });
        if registers && !self.is_own_hook(hook) {
            self.note_look(thread, Look::Hooks);
        }
    }

    /// Whether the program has registered something for its end. What the library registers for itself, such as logging
    /// does to close its handlers, is no reason to run it: most programs that log something would pay for it.
    fn has_hooks(&self) -> bool {
        const APPLICATION: usize = 1;
        const DELETE_ON_EXIT: usize = 2;
        let slots = self.references(self.static_reference("java/lang/Shutdown", "hooks"));
        let is_taken = |slot: usize| slots.get(slot).is_some_and(|hook| !hook.is_null());
        is_taken(DELETE_ON_EXIT) || is_taken(APPLICATION) && self.has_hooks_of_its_own()
    }

    /// Whether one of the hooks is the program's.
    fn has_hooks_of_its_own(&self) -> bool {
        let hooks = self.static_reference("java/lang/ApplicationShutdownHooks", "hooks");
        let table = if hooks.is_null() { Ref::NULL } else { self.get_reference(hooks, "table") };
        let mut registered = self.references(table).into_iter().filter(|hook| !hook.is_null());
        registered.any(|hook| self.is_own_hook(hook))
    }

    /// Whether a hook is a thread of the program's, or runs a task. Whose a task is can't be told of all: the library's hooks
    /// have none.
    fn is_own_hook(&self, hook: Ref) -> bool {
        let holder = self.get_reference(hook, "holder");
        let task = if holder.is_null() { Ref::NULL } else { self.get_reference(holder, "task") };
        let is_of_program = !self.library.class(self.heap.class_of(hook)).trusted;
        is_of_program || !task.is_null() || !self.get_reference(hook, "target").is_null()
    }

    /// What a static field of a class of the JDK refers to, once the class is initialised.
    pub fn static_reference(&self, class: &str, field: &str) -> Ref {
        let Some(class) = self.library.loaded(LoaderId::BOOT, class) else { return Ref::NULL };
        let mirror = self.class_state(class).mirror;
        match self.library.field_named(class, field) {
            Some(field) if !mirror.is_null() => {
                self.heap.load_reference(mirror, self.static_word(field.offset))
            }
            _ => Ref::NULL,
        }
    }

    /// Adds the thread that will run what is registered for the end.
    pub fn add_destroyer(&mut self) -> Result<ThreadId, Trap> {
        let id = ThreadId(self.threads.len() as u32);
        let mut thread = Thread::new(id, self.threads[0].object, DESTROYER_PATH);
        (thread.parent, thread.daemon) = (Some(ThreadId(0)), true);
        let records = std::mem::replace(&mut self.hidden.records, false);
        let made = self.make_destroyer(&mut thread);
        self.hidden.records = records;
        made?;
        thread.status = Status::AwaitingEnds;
        self.threads.push(Rc::new(thread));
        self.destroyer = Some(id);
        Ok(id)
    }

    /// Gives the destroyer an object, and lets it stand before `Shutdown.shutdown`.
    fn make_destroyer(&mut self, thread: &mut Thread) -> Result<(), Trap> {
        let object = self.new_instance(thread, self.core.thread)?;
        let name = self.intern_text(thread, "DestroyJavaVM")?;
        // Its group is that of the main thread, which makes it.
        self.run_constructor(thread, object, "(Ljava/lang/String;)V", &[name.slot()])?;
        thread.object = object;
        self.publish(object);
        let library = Rc::clone(&self.library);
        let Some(shutdown) = library.declared_method(self.core.shutdown, "shutdown", "()V") else {
            return Err(self.incomplete(thread, "a JDK without Shutdown.shutdown"));
        };
        // Whoever registers a hook first initialises this, which can't be stopped midway. Done early, a hook that comes while
        // the destroyer is about to look for hooks is still taken, as it is if others had been registered before.
        let hooks = self.load_class(thread, LoaderId::BOOT, "java/lang/ApplicationShutdownHooks")?;
        self.initialize_now(thread, hooks)?;
        self.push_frame(thread, shutdown.id, &[], Continuation::ThreadStart)
    }

    /// What the destroyer waits for.
    pub fn end_of_others(&self) -> NextOperation {
        let mut operation =
            NextOperation::new(OperationKind::Join, Mode::Acquire, vec![Touch::write(LIVING)]);
        if self.threads.iter().any(|thread| !thread.daemon && !thread.has_ended()) {
            operation.ready = Readiness::WaitsForAnyone;
        }
        operation
    }

    /// How the end of a thread touches what the destroyer waits for.
    pub fn touch_of_end(&self, thread: &Thread) -> Option<Touch> {
        (self.destroyer.is_some() && !thread.daemon).then_some(Touch::read(LIVING))
    }

    /// How the start of a thread does.
    pub fn touch_of_start(&self, parent: &Thread) -> Option<Touch> {
        (self.destroyer.is_some() && parent.daemon).then_some(Touch::read(LIVING))
    }

    /// Lets the destroyer begin. From now on the process waits for it alone.
    pub fn begin_shutdown(&mut self, id: ThreadId) {
        const RUNNABLE: u64 = 5;
        let latest = self.threads.iter().filter(|thread| !thread.daemon).map(|thread| thread.clock).max();
        let thread = Rc::make_mut(&mut self.threads[id.0 as usize]);
        (thread.status, thread.daemon) = (Status::Runnable, false);
        thread.clock = thread.clock.max(latest.unwrap_or(0));
        let object = thread.object;
        let holder = self.get_reference(object, "holder");
        self.set(if holder.is_null() { object } else { holder }, "threadStatus", RUNNABLE);
        self.set(object, "eetop", 1);
    }

    /// Whether the program may end before a thread that is started now. While it ends, it waits for the hooks alone, which the
    /// destroyer starts.
    pub fn may_end_before(&self, parent: ThreadId, object: Ref) -> bool {
        match self.destroyer {
            Some(id) if self.threads[id.0 as usize].status != Status::AwaitingEnds => parent != id,
            _ => self.is_daemon(object),
        }
    }

    /// The threads that somebody who asks for all of them gets.
    pub fn listed_threads(&self) -> impl Iterator<Item = &Rc<Thread>> {
        self.threads.iter().filter(|thread| !thread.has_ended() && thread.status != Status::AwaitingEnds)
    }
}
