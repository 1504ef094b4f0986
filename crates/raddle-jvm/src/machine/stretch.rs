//! Stretches: operations of `java.util.concurrent` in a row that count as one step, where library steps are coarse.
//!
//! A call of the library that [`crate::library::operations`] calls an operation is one, up to where it waits, calls code of
//! the program, or does what is a choice of its own. After code of the program has run inside a call, what remains of the
//! call is explored step by step, and what it calls are operations again. So a stretch never joins two operations, and
//! cutting one short anywhere only adds schedules.
//!
//! Fork-join pools run tasks from inside of such calls, again and again. What they do between the end of one task and the
//! beginning of the next is one operation: to take a task that is there, wherever it is, or to wait until there is one or
//! until what is waited for is done. A worker that finds nothing counts as one that has not looked yet: nobody can tell but
//! by counting workers, or by asking whether there is work. A worker that waits inside of a task does wait, since others
//! take its place then.
//!
//! Guarantee: a coarse run is a run; what it does, the fine steps could have done in that order. What is left out are the
//! runs in which others act inside a stretch.

use super::Machine;
use super::heap::Ref;
use super::pending::{END, NextOperation, PERMIT, Readiness};
use super::thread::{Marks, Status, Thread, ThreadId};
use crate::library::operations::{Role, Steps};
use crate::library::{MethodId, Visibility};
use raddle_explore::operation::{Mode, OperationKind, Place};
use std::cell::RefCell;

/// How coarse the steps of a program are: what it uses of the library decides.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Granularity {
    /// Whether calls of the library are stretches.
    pub stretches: bool,
    /// Somebody asks who waits: calls that would wait do.
    pub waiters_seen: bool,
    /// Somebody asks for the states of threads: who would wait begins to do so in a step of its own.
    pub states_seen: bool,
    /// Somebody asks for the size of a map: its counter is apart from its elements.
    pub sizes_seen: bool,
    /// A fork-join pool is shut down: what such pools do is explored step by step.
    pub fork_join_ends: bool,
    /// A worker of a fork-join pool has waited for work.
    pub idle_workers: bool,
    /// Files are touched by several threads: what such a call touches depends on what is there.
    pub files: bool,
    /// Something is registered for the end of the program: a thread is there that runs it.
    pub hooks: bool,
}

impl Granularity {
    /// As fine as either of them.
    pub fn or(self, other: Granularity) -> Granularity {
        Granularity {
            stretches: self.stretches || other.stretches,
            waiters_seen: self.waiters_seen || other.waiters_seen,
            states_seen: self.states_seen || other.states_seen,
            files: self.files || other.files,
            hooks: self.hooks || other.hooks,
            sizes_seen: self.sizes_seen || other.sizes_seen,
            fork_join_ends: self.fork_join_ends || other.fork_join_ends,
            idle_workers: self.idle_workers || other.idle_workers,
        }
    }

    /// What is asked for, by name.
    pub fn questions(self) -> impl Iterator<Item = &'static str> {
        let questions = [
            (self.waiters_seen, "waiters"),
            (self.states_seen, "states"),
            (self.sizes_seen, "sizes"),
            (self.fork_join_ends, "fork-join ends"),
            (self.files, "files"),
            (self.hooks, "hooks"),
        ];
        questions.into_iter().filter_map(|(is_asked, name)| is_asked.then_some(name))
    }

    /// What asks for this.
    pub fn asking(question: &str) -> Granularity {
        Granularity {
            waiters_seen: question == "waiters",
            states_seen: question == "states",
            sizes_seen: question == "sizes",
            fork_join_ends: question == "fork-join ends",
            files: question == "files",
            hooks: question == "hooks",
            ..Granularity::default()
        }
    }

    /// Whether steps of this granularity show what a run asked for. Fine ones show everything but states, files and hooks.
    pub fn shows(self, asked: Granularity) -> bool {
        let (stretches, idle_workers, files) = (self.stretches, self.idle_workers, self.files);
        let asks = Granularity { stretches, idle_workers, files, ..asked };
        let shows_calls = !self.stretches || self.or(asks) == self;
        let shows_files = self.stretches || self.files || !asked.files;
        let shows_rest = (self.states_seen || !asked.states_seen) && (self.hooks || !asked.hooks);
        shows_calls && shows_files && shows_rest
    }
}

/// Operations of one stretch, at most: one that takes longer spins.
pub const LONGEST_STRETCH: u32 = 20_000;

/// The table of roles, and those of methods that were looked at.
#[derive(Default)]
pub struct Roles {
    steps: Steps,
    known: RefCell<Vec<Option<Role>>>,
}

impl Roles {
    /// By a table.
    pub fn new(steps: Steps) -> Roles {
        Roles { steps, known: RefCell::default() }
    }

    /// The role of a method.
    pub fn of(&self, machine: &Machine, method: MethodId) -> Role {
        let index = method.0 as usize;
        if let Some(Some(known)) = self.known.borrow().get(index) {
            return *known;
        }
        let declared = machine.library.method(method);
        let class = machine.library.class_name(declared.class);
        let is_program = declared.visibility == Visibility::Program;
        let found = self.steps.role(class, machine.library.text(declared.name), is_program);
        let mut roles = self.known.borrow_mut();
        if roles.len() <= index {
            roles.resize(index + 256, None);
        }
        roles[index] = Some(found);
        found
    }
}

impl Machine {
    /// The frame of the library call that a stopped thread is in and that counts as one operation; with its role.
    pub fn library_call(
        &self,
        roles: &Roles,
        thread: &Thread,
        granularity: Granularity,
    ) -> Option<(usize, Role)> {
        let mut call = None;
        for (index, role) in self.library_roles(roles, thread) {
            match role {
                Role::Counter if granularity.sizes_seen => return Some((index, role)),
                role if role.is_of_fork_join() && granularity.fork_join_ends => {}
                Role::Untiered if self.has_parent(thread, index) => {}
                Role::Parts => return call,
                Role::Program | Role::Passage | Role::Size | Role::ForkJoinEnd => {}
                Role::Operation
                | Role::Guarded
                | Role::Untiered
                | Role::Inspection
                | Role::Counter
                | Role::ForkJoin
                | Role::ForkJoinWait
                | Role::ForkJoinTask => call = Some((index, role)),
            }
        }
        self.resumed_call(roles, thread).filter(|_| !granularity.fork_join_ends).or(call)
    }

    /// The frames of the library that a thread is in, innermost first, as far as no code of the program was called from
    /// them; with their roles.
    fn library_roles(&self, roles: &Roles, thread: &Thread) -> impl Iterator<Item = (usize, Role)> {
        let unbroken = thread.frames.iter().enumerate().rev();
        let unbroken = unbroken.take_while(|(_, frame)| !frame.marks.has(Marks::BROKEN));
        let roles = unbroken.map(|(index, frame)| (index, roles.of(self, frame.method)));
        roles.take_while(|(_, role)| *role != Role::Program)
    }

    /// The frame of a call of a fork-join pool that has run a task and goes on: what it does up to the next task is an
    /// operation again. What is done with the task that was run is one of its own.
    fn resumed_call(&self, roles: &Roles, thread: &Thread) -> Option<(usize, Role)> {
        let frames = thread.frames.iter().enumerate().rev();
        let with_roles = frames.map(|(index, frame)| (index, frame, roles.of(self, frame.method)));
        let mut own = with_roles.take_while(|(_, frame, role)| {
            *role != Role::Program && !self.library.method(frame.method).is_task
        });
        let (innermost, _, role) = own.find(|(_, frame, _)| frame.marks.has(Marks::BROKEN))?;
        if role == Role::ForkJoinTask {
            return Some((innermost, role));
        }
        let resumes = |role: Role| matches!(role, Role::ForkJoin | Role::ForkJoinWait);
        let calling = own.take_while(|(_, _, role)| resumes(*role)).last();
        resumes(role).then(|| calling.map_or((innermost, role), |(index, _, role)| (index, role)))
    }

    /// Whether what the method of a frame was called on is one tier of several.
    fn has_parent(&self, thread: &Thread, index: usize) -> bool {
        let base = thread.frames[index].base as usize;
        let receiver = thread.stack.get(base).map_or(Ref::NULL, |slot| Ref::from_slot(*slot));
        receiver.is_null() || !self.get_reference(receiver, "parent").is_null()
    }

    /// Keeps in mind what a thread is about to do that coarse steps have to know of.
    pub fn note_library_use(&mut self, roles: &Roles, id: ThreadId) {
        let thread = std::rc::Rc::clone(&self.threads[id.0 as usize]);
        let mut seen = self.library_uses;
        for (_, role) in self.library_roles(roles, &thread) {
            seen.waiters_seen |= role == Role::Inspection;
            // Nobody is in the middle of anything where nobody else is left.
            seen.sizes_seen |=
                role == Role::Size && self.threads.iter().any(|other| other.id != id && !other.has_ended());
            seen.fork_join_ends |= role == Role::ForkJoinEnd;
            seen.idle_workers |= role == Role::ForkJoinWait;
        }
        self.library_uses = seen;
    }

    /// Whether the object of a thread is one of a fork-join pool's workers.
    pub fn is_fork_join_worker(&self, object: Ref) -> bool {
        let mut ancestors = self.library.class(self.heap.class_of(object)).ancestors.iter();
        ancestors.any(|class| self.library.class_name(*class) == "java/util/concurrent/ForkJoinWorkerThread")
    }

    /// Keeps in mind that somebody stands before a wait for the end of a worker, or before a look whether it has ended: then
    /// the time of idle ones must run out.
    pub fn note_looks_at_workers(&mut self) {
        let is_worker = |object: Ref| {
            let mut ancestors = self.library.class(self.heap.class_of(object)).ancestors.iter();
            ancestors
                .any(|class| self.library.class_name(*class) == "java/util/concurrent/ForkJoinWorkerThread")
        };
        if self.library_uses.waiters_seen || !self.threads.iter().any(|thread| is_worker(thread.object)) {
            return;
        }
        let looks = self.threads.iter().any(|thread| {
            let spot = self.next_operation(thread).and_then(|next| next.spot);
            spot.is_some_and(|spot| {
                spot.part == END && spot.object != thread.object && is_worker(spot.object)
            })
        });
        self.library_uses.waiters_seen = looks;
    }

    /// Whether a thread inside a stretch may do its next operation without anybody coming in between.
    pub fn flows(&self, thread: &Thread, operation: &NextOperation) -> bool {
        let is_plain = operation.ready == Readiness::Now
            && operation.options == 1
            && !thread.ending
            && thread.status == Status::Runnable
            && operation.touches.iter().all(|touch| touch.place != Place::EVERYTHING);
        let concerns_permit = operation.spot.is_some_and(|spot| spot.part == PERMIT);
        is_plain
            && match operation.kind {
                OperationKind::Read
                | OperationKind::Write
                | OperationKind::ReadModifyWrite
                | OperationKind::Acquire
                | OperationKind::Release
                | OperationKind::Wait
                | OperationKind::NotifyOne
                | OperationKind::NotifyAll
                | OperationKind::Spawn => true,
                OperationKind::Step => match operation.mode {
                    // Copies of arrays.
                    Mode::Plain => true,
                    // `unpark`.
                    Mode::Release => concerns_permit,
                    // `interrupt`.
                    Mode::Synchronising => concerns_permit,
                    // `park`, if it does not wait.
                    Mode::Acquire => concerns_permit && (thread.permit || thread.interrupted),
                    Mode::Relaxed => false,
                },
                _ => false,
            }
    }

    /// Whether an operation that ends a stretch would not, if something were different from what it is: it waits for that.
    pub fn may_flow(&self, operation: &NextOperation) -> bool {
        let is_park = operation.kind == OperationKind::Step
            && operation.mode == Mode::Acquire
            && operation.spot.is_some_and(|spot| spot.part == PERMIT);
        is_park || operation.ready != Readiness::Now
    }

    /// Whether a call that has come to wait may count as one that has not begun: nobody can tell, and nobody has been
    /// told anything. `index` is the frame of the call.
    pub fn has_not_begun(&self, roles: &Roles, thread: &Thread, index: usize) -> bool {
        let name = |index: usize| {
            let method = self.library.method(thread.frames.get(index)?.method);
            Some((self.library.class_name(method.class), self.library.text(method.name)))
        };
        let receiver = |index: usize| {
            let frame = thread.frames.get(index)?;
            thread.stack.get(frame.base as usize).map(|slot| Ref::from_slot(*slot))
        };
        let index = match name(index) {
            Some(("java/util/concurrent/ThreadPoolExecutor", "getTask")) => index + 1,
            _ => index,
        };
        let Some((class, _)) = name(index) else { return false };
        let is_unfair = |lock: Option<Ref>| {
            let sync = lock.filter(|lock| !lock.is_null()).map(|lock| self.get_reference(lock, "sync"));
            let class = sync.filter(|sync| !sync.is_null()).map(|sync| self.heap.class_of(sync));
            class.is_some_and(|class| {
                self.library.class_name(class) == "java/util/concurrent/locks/ReentrantLock$NonfairSync"
            })
        };
        match class {
            // With a fair lock, others could tell who came first.
            "java/util/concurrent/locks/ReentrantLock" => is_unfair(receiver(index)),
            "java/util/concurrent/ArrayBlockingQueue" => {
                is_unfair(receiver(index).map(|queue| self.get_reference(queue, "lock")))
            }
            // A thread of a fork-join pool that waits lets another one take its place.
            "java/util/concurrent/CompletableFuture" | "java/util/concurrent/ForkJoinTask" => {
                !thread.frames.iter().any(|frame| {
                    let method = self.library.method(frame.method);
                    self.library.class_name(method.class) == "java/util/concurrent/ForkJoinWorkerThread"
                })
            }
            _ => matches!(roles.of(self, thread.frames[index].method), Role::Guarded | Role::ForkJoinWait),
        }
    }

    /// The thread that holds what a parked thread waits for, where the lock tells.
    pub fn holder_of_blocker(&self, thread: &Thread) -> Option<ThreadId> {
        let blocker = self.get_reference(thread.object, "parkBlocker");
        if blocker.is_null() {
            return None;
        }
        let owner = self.owner_of_lock(blocker)?;
        (owner != thread.id && !self.threads[owner.0 as usize].has_ended()).then_some(owner)
    }

    /// The thread that holds a lock of `java.util.concurrent` or what it is made of, where it tells.
    pub fn owner_of_lock(&self, lock: Ref) -> Option<ThreadId> {
        let inner = self.get_reference(lock, "sync");
        let owner = self.get_reference(if inner.is_null() { lock } else { inner }, "exclusiveOwnerThread");
        let owner = self.threads.iter().find(|thread| !owner.is_null() && thread.object == owner)?;
        Some(owner.id)
    }
}
