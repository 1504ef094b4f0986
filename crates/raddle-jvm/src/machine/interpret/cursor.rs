//! The frame that runs, as the loop holds it: where it stands in the code and on the stack, and the ways to go on.
//!
//! A cursor is a copy. The thread's own frame is brought up to date by [`Cursor::save`] before anything slow looks at it,
//! so the copy never leaves the loop and the compiler can keep it in registers: nothing here may be called out of line
//! with a reference to it.

use super::super::heap::Ref;
use super::super::thread::{Frame, Thread};
use super::super::{Machine, Trap};
use super::Exit;
use crate::code::Code;
use crate::library::{Library, Method, MethodId, Visibility};
use raddle_explore::operation::Access;

/// Where the loop goes on.
pub(super) enum Flow {
    /// With the next instruction.
    Next,
    /// With the instruction at the cursor.
    Here,
    /// With the innermost frame, which may be another one now.
    Frame,
    /// It does not.
    Leave(Exit),
}

/// The running frame.
pub(super) struct Cursor<'library> {
    pub library: &'library Library,
    pub method: &'library Method,
    pub code: &'library Code,
    /// The frame as it was when the loop came to it.
    pub frame: Frame,
    /// Whether a scheduler sees what this method does to fields and monitors.
    pub is_seen: bool,
    /// The instruction.
    pub pc: usize,
    /// The end of the operand stack.
    pub sp: usize,
}

impl<'library> Cursor<'library> {
    #[inline(always)]
    pub fn new<const STOPS: bool>(
        library: &'library Library,
        method: &'library Method,
        code: &'library Code,
        frame: Frame,
    ) -> Cursor<'library> {
        let is_seen = !STOPS || !method.visibility.hides_fields();
        Cursor { library, method, code, frame, is_seen, pc: frame.pc as usize, sp: frame.sp as usize }
    }

    /// Whether a scheduler sees which arrays this method reads.
    #[inline(always)]
    pub fn sees_arrays(&self) -> bool {
        self.method.visibility != Visibility::Quiet
    }

    #[inline(always)]
    pub fn push(&mut self, thread: &mut Thread, value: u64) {
        thread.stack[self.sp] = value;
        self.sp += 1;
    }

    #[inline(always)]
    pub fn push_wide(&mut self, thread: &mut Thread, value: u64) {
        thread.stack[self.sp] = value;
        self.sp += 2;
    }

    #[inline(always)]
    pub fn pop(&mut self, thread: &Thread) -> u64 {
        self.sp -= 1;
        thread.stack[self.sp]
    }

    #[inline(always)]
    pub fn pop_wide(&mut self, thread: &Thread) -> u64 {
        self.sp -= 2;
        thread.stack[self.sp]
    }

    /// The slot that lies so deep on the operand stack; one is the top.
    #[inline(always)]
    pub fn peek(&self, thread: &Thread, depth: usize) -> u64 {
        thread.stack[self.sp - depth]
    }

    /// The same, as a reference.
    #[inline(always)]
    pub fn reference(&self, thread: &Thread, depth: usize) -> Ref {
        Ref::from_slot(self.peek(thread, depth))
    }

    /// Replaces the slot that lies so deep on the operand stack.
    #[inline(always)]
    pub fn poke(&self, thread: &mut Thread, depth: usize, value: u64) {
        thread.stack[self.sp - depth] = value;
    }

    /// A local variable.
    #[inline(always)]
    pub fn local<'a>(&self, thread: &'a mut Thread, number: u16) -> &'a mut u64 {
        &mut thread.stack[self.frame.base as usize + usize::from(number)]
    }

    /// Brings the thread's frame up to date: slow paths look at it.
    #[inline(always)]
    pub fn save(&self, thread: &mut Thread) {
        self.save_at(thread, self.sp);
    }

    /// As `save`, where operands were already moved for a call: a repeated instruction must find them in place.
    #[inline(always)]
    pub fn save_at(&self, thread: &mut Thread, sp: usize) {
        let top = thread.frames.last_mut().expect("the running frame");
        top.pc = self.pc as u32;
        top.sp = sp as u32;
    }
}

impl Machine {
    /// Goes to an instruction of the same method. Going backwards takes fuel, and may be a round of a spin loop.
    #[inline(always)]
    pub(super) fn jump<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &mut Cursor<'_>,
        fuel: &mut u64,
        target: u32,
    ) -> Flow {
        let target = target as usize;
        let is_backwards = target <= at.pc;
        at.pc = target;
        if is_backwards {
            if *fuel == 0 {
                at.save(thread);
                return Flow::Leave(Exit::Quantum);
            }
            *fuel -= 1;
            if STOPS && thread.operated {
                at.save(thread);
                if self.enter_loop(thread) {
                    return Flow::Leave(Exit::Operation);
                }
            }
        }
        Flow::Here
    }

    /// Stops before an operation on an object that others may reach, unless it was granted.
    #[inline(always)]
    pub(super) fn stop_before<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        object: Ref,
        part: u32,
        access: Access,
    ) -> Result<(), Trap> {
        self.stop_before_if::<STOPS>(thread, at, object, part, access, at.sp, at.is_seen)
    }

    /// The same, with what is to be seen and where the operands end given.
    #[inline(always)]
    #[expect(
        clippy::too_many_arguments,
        reason = "it is part of the loop, and all of these are in registers"
    )]
    pub(super) fn stop_before_if<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        object: Ref,
        part: u32,
        access: Access,
        sp: usize,
        is_seen: bool,
    ) -> Result<(), Trap> {
        if STOPS && self.concurrent && !object.is_null() && self.heap.is_shared(object) {
            let is_seen = is_seen && thread.silent == 0 && thread.nested == 0;
            if !is_seen && !self.comes_into_sight(thread, object, part, access) {
                return Ok(());
            }
            if !thread.granted {
                at.save_at(thread, sp);
                return Err(Trap::Stop);
            }
            thread.granted = false;
        }
        Ok(())
    }

    /// What happens to a word that others can reach, in code that nobody sees: whether a thread has to stop before it all
    /// the same. If not, the touch is recorded.
    #[cold]
    #[inline(never)]
    pub(in super::super) fn comes_into_sight(
        &mut self,
        thread: &Thread,
        object: Ref,
        part: u32,
        access: Access,
    ) -> bool {
        if thread.nested == 0 {
            let method = thread.frames.last().map_or(MethodId(u32::MAX), |frame| frame.method);
            if self.is_exposed(object, part, method) {
                return true;
            }
        }
        self.note_hidden(thread, object, part, access);
        false
    }

    /// Throws what an instruction throws that met null.
    #[inline(always)]
    pub(super) fn null_at(&mut self, thread: &mut Thread, at: &Cursor<'_>) -> Trap {
        at.save(thread);
        self.throw_null(thread)
    }
}

/// A write of the thread: the loops that it is in are no spin loops.
#[inline(always)]
pub(super) fn end_spinning<const STOPS: bool>(thread: &mut Thread) {
    if STOPS && !thread.iterations.is_empty() {
        thread.iterations.clear();
    }
}
