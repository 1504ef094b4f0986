//! The return from a method: its lock is given back, its frame goes, and its caller gets the result.

use super::super::pending::MONITOR;
use super::super::thread::{Continuation, Thread};
use super::super::{Machine, Trap};
use super::Exit;
use super::cursor::{Cursor, Flow};
use raddle_explore::operation::Access;

/// The slots that a return instruction gives the caller.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Width {
    None,
    One,
    Two,
}

impl Machine {
    /// Frames at or below `depth` are not the loop's.
    #[inline(always)]
    pub(super) fn leave<const STOPS: bool>(
        &mut self,
        thread: &mut Thread,
        at: &Cursor<'_>,
        depth: usize,
        width: Width,
    ) -> Result<Flow, Trap> {
        let frame = at.frame;
        let value = match width {
            Width::None => 0,
            Width::One => at.peek(thread, 1),
            Width::Two => at.peek(thread, 2),
        };
        if !frame.lock.is_null() {
            at.save(thread);
            self.stop_before::<STOPS>(thread, at, frame.lock, MONITOR, Access::Write)?;
            self.exit_monitor(thread, frame.lock)?;
        }
        if STOPS
            && let Continuation::Initialize(class) = frame.continuation
            && self.is_end_of_initialization_seen(thread, class)
        {
            if !thread.granted {
                at.save(thread);
                return Err(Trap::Stop);
            }
            thread.granted = false;
        }
        thread.frames.pop();
        if STOPS {
            if thread.frames.len() <= thread.silent as usize {
                thread.silent = 0;
            }
            if frame.silence != 0 {
                thread.silent = frame.silence;
            }
        }
        match frame.continuation {
            Continuation::Call => {
                let Some(caller) = thread.frames.last_mut() else { return Ok(Flow::Leave(Exit::Ended)) };
                caller.pc += 1;
                if width != Width::None {
                    thread.stack[caller.sp as usize] = value;
                    caller.sp += if width == Width::Two { 2 } else { 1 };
                }
            }
            Continuation::Boundary => return Ok(Flow::Leave(Exit::Boundary(value))),
            Continuation::ThreadStart => return Ok(Flow::Leave(Exit::Ended)),
            _ => match self.finish_frame(thread, frame.continuation, at.method.result, value)? {
                Some((value, is_wide)) => {
                    if let Some(caller) = thread.frames.last_mut() {
                        caller.pc += 1;
                        thread.stack[caller.sp as usize] = value;
                        caller.sp += if is_wide { 2 } else { 1 };
                    }
                }
                // The caller repeats its instruction.
                None => {
                    if thread.nested > 0 && thread.frames.len() == depth {
                        return Ok(Flow::Leave(Exit::Boundary(0)));
                    }
                }
            },
        }
        Ok(Flow::Frame)
    }
}
