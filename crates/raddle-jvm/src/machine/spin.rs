//! Spin loops: an iteration that changed nothing becomes a wait for a change of what it read.
//!
//! Where threads stop, each jump backwards after an operation looks back at the last time the thread stood at the same
//! place. If its private state is the same, if it wrote nothing in between, neither to what others reach nor to objects
//! of its own, and made no object, then going round again can only differ once somebody writes to a place that the
//! iteration read. Until then the thread waits. Locks that were taken and given back inside leave nothing behind.
//!
//! Guarantee: what is left out is a repetition that ends in the state it began in. Loops that count or allocate are not
//! recognised, and go on as they are. Looking at the clock changes nothing (`time`): a loop that does so waits for a
//! change or for its deadline. Nobody knows when that is; so its time runs out in steps that grow, each as a time-out.

use super::Machine;
use super::pending::{NextOperation, STATE};
use super::thread::{Status, Thread, ThreadId};
use raddle_explore::operation::{Access, OperationKind, Place};
use std::rc::Rc;

/// How many loops of one thread are watched at a time: nested ones, the outermost first.
const WATCHED: usize = 4;

/// An iteration of a loop, from its head on.
#[derive(Clone, Debug)]
pub struct Iteration {
    /// How many frames there were at the head.
    depth: u32,
    /// The instruction at the head.
    head: u32,
    /// The private state there.
    state: Rc<[u64]>,
    /// What was read since.
    pub read: Vec<Place>,
    /// Whether somebody wrote to what was read.
    pub stale: bool,
    /// Whether the clock was looked at.
    pub looked: bool,
}

impl Iteration {
    /// Where the loop is, among those of its thread.
    pub fn place(&self) -> u64 {
        u64::from(self.depth) << 32 | u64::from(self.head)
    }
}

/// The state that only the thread itself can change, as far as a loop sees it. What others can change, such as its
/// permit, is not part of it: it is looked at by operations.
fn private_state(thread: &Thread) -> Rc<[u64]> {
    let top = thread.frames.last().map_or(0, |frame| frame.sp as usize);
    let mut state = Vec::with_capacity(top + thread.frames.len() + 4);
    state.extend_from_slice(&thread.stack[..top]);
    state.extend(thread.frames.iter().map(|frame| u64::from(frame.pc) << 32 | u64::from(frame.method.0)));
    state.push(u64::from(thread.allocations) << 32 | u64::from(thread.starts));
    state.push(thread.namers.iter().fold(0, |sum, (_, made)| sum * 31 + u64::from(*made)));
    state.push(u64::from(thread.held));
    state.into()
}

impl Machine {
    /// A thread that did an operation since its last jump backwards has jumped to the head of a loop. Says whether it
    /// now waits for a change.
    #[cold]
    pub fn enter_loop(&mut self, thread: &mut Thread) -> bool {
        thread.operated = false;
        if thread.nested > 0 || thread.silent > 0 {
            return false;
        }
        let Some(frame) = thread.frames.last() else { return false };
        let (depth, head) = (thread.frames.len() as u32, frame.pc);
        let state = private_state(thread);
        // Loops further in were left.
        thread.iterations.retain(|iteration| iteration.depth <= depth);
        let known =
            thread.iterations.iter().position(|iteration| iteration.depth == depth && iteration.head == head);
        let Some(index) = known else {
            if thread.iterations.len() < WATCHED {
                let read = Vec::new();
                thread.iterations.push(Iteration { depth, head, state, read, stale: false, looked: false });
            }
            return false;
        };
        let iteration = &mut thread.iterations[index];
        if iteration.state == state && (iteration.looked || !iteration.read.is_empty()) {
            thread.status = Status::Spinning(index as u32);
            return true;
        }
        *iteration = Iteration { depth, head, state, read: Vec::new(), stale: false, looked: false };
        false
    }

    /// Keeps what an operation means for the loops of the thread that is about to do it. An attempt that succeeds ends
    /// them when it does.
    pub fn note_own_operation(&mut self, id: ThreadId, operation: &NextOperation) {
        let thread = Rc::make_mut(&mut self.threads[id.0 as usize]);
        thread.operated = true;
        thread.operations += 1;
        match operation.kind {
            // A monitor may be taken while only this thread knows it: the sum may be below zero.
            OperationKind::Acquire => thread.held = thread.held.wrapping_add(1),
            OperationKind::Release => thread.held = thread.held.wrapping_sub(1),
            _ if thread.iterations.is_empty() => {}
            _ if operation.is_attempt || !operation.writes() => {
                for iteration in &mut thread.iterations {
                    iteration.read.extend(operation.touches.iter().map(|touch| touch.place));
                }
            }
            _ => thread.iterations.clear(),
        }
    }

    /// Tells the loops of all other threads what an operation has written.
    pub fn note_writes(&mut self, id: ThreadId, operation: &NextOperation) {
        if !operation.writes() {
            return;
        }
        // Locks that are taken and given back leave nothing behind, but states of threads do.
        let is_lock = matches!(operation.kind, OperationKind::Acquire | OperationKind::Release);
        let concerns = |iteration: &Iteration| {
            operation.touches.iter().any(|touch| {
                touch.access == Access::Write
                    && (!is_lock || touch.place.part == STATE)
                    && (touch.place == Place::EVERYTHING || iteration.read.contains(&touch.place))
            })
        };
        for index in (0..self.threads.len()).filter(|index| *index != id.0 as usize) {
            if self.threads[index].iterations.iter().any(|iteration| !iteration.stale && concerns(iteration))
            {
                for iteration in &mut Rc::make_mut(&mut self.threads[index]).iterations {
                    iteration.stale |= concerns(iteration);
                }
            }
        }
    }
}
