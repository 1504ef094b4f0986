//! Stretches: operations of `java.util.concurrent` in a row that count as one step, where library steps are coarse.
//!
//! A call of the library that [`crate::library::operations`] calls an operation is one, up to where it waits, calls code of
//! the program, or does what is a choice of its own. After code of the program has run inside a call, what remains of the
//! call is explored step by step, and what it calls are operations again. So a stretch never joins two operations, and
//! cutting one short anywhere only adds schedules.
//!
//! Guarantee: a coarse run is a run; what it does, the fine steps could have done in that order. What is left out are the
//! runs in which others act inside a stretch.

use super::Machine;
use super::heap::Ref;
use super::pending::{NextOperation, PERMIT, Readiness};
use super::thread::{Marks, Status, Thread, ThreadId};
use crate::library::operations::{Role, role};
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
    /// Somebody asks for the size of a map: its counter is apart from its elements.
    pub sizes_seen: bool,
    /// A fork-join pool is shut down: what such pools do is explored step by step.
    pub fork_join_ends: bool,
    /// A worker of a fork-join pool has waited for work.
    pub idle_workers: bool,
}

/// Operations of one stretch, at most: one that takes longer spins.
pub const LONGEST_STRETCH: u32 = 20_000;

/// The roles of methods that were looked at.
#[derive(Default)]
pub struct Roles(RefCell<Vec<Option<Role>>>);

impl Roles {
    /// The role of a method.
    pub fn of(&self, machine: &Machine, method: MethodId) -> Role {
        let index = method.0 as usize;
        if let Some(Some(known)) = self.0.borrow().get(index) {
            return *known;
        }
        let declared = machine.library.method(method);
        let class = machine.library.class_name(declared.class);
        let is_program = declared.visibility == Visibility::Program;
        let found = role(class, machine.library.text(declared.name), is_program);
        let mut roles = self.0.borrow_mut();
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
                Role::ForkJoin if granularity.fork_join_ends => {}
                Role::Program | Role::Passage | Role::Size | Role::ForkJoinEnd => {}
                Role::Operation | Role::Guarded | Role::Inspection | Role::Counter | Role::ForkJoin => {
                    call = Some((index, role));
                }
            }
        }
        call
    }

    /// The frames of the library that a thread is in, innermost first, as far as no code of the program was called from
    /// them; with their roles.
    fn library_roles(&self, roles: &Roles, thread: &Thread) -> impl Iterator<Item = (usize, Role)> {
        let unbroken = thread.frames.iter().enumerate().rev();
        let unbroken = unbroken.take_while(|(_, frame)| !frame.marks.has(Marks::BROKEN));
        let roles = unbroken.map(|(index, frame)| (index, roles.of(self, frame.method)));
        roles.take_while(|(_, role)| *role != Role::Program)
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
            seen.idle_workers |= role == Role::ForkJoin && self.is_idle_worker(&thread);
        }
        self.library_uses = seen;
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

    /// Whether a call that has come to wait may count as one that has not begun: nobody can tell, and nobody has been
    /// told anything. `index` is the frame of the call.
    pub fn has_not_begun(&self, thread: &Thread, index: usize) -> bool {
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
        let Some((class, method)) = name(index) else { return false };
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
            "java/util/concurrent/CompletableFuture" => !thread.frames.iter().any(|frame| {
                let method = self.library.method(frame.method);
                self.library.class_name(method.class) == "java/util/concurrent/ForkJoinWorkerThread"
            }),
            _ => role(class, method, false) == Role::Guarded,
        }
    }

    /// The thread that holds what a parked thread waits for, where the lock tells.
    pub fn holder_of_blocker(&self, thread: &Thread) -> Option<ThreadId> {
        let blocker = self.get_reference(thread.object, "parkBlocker");
        if blocker.is_null() {
            return None;
        }
        let owner = self.get_reference(blocker, "exclusiveOwnerThread");
        let owner = self.threads.iter().find(|other| !owner.is_null() && other.object == owner)?;
        (owner.id != thread.id && !owner.has_ended()).then_some(owner.id)
    }
}
