//! The memory of a machine's stacks, and what else is the same for all machines of an arena: kept between machines,
//! since many of them are made for a question each.

use super::{Frame, Goal, Machine};
use crate::terms::TermId;

/// Stacks that have held more than this are not kept.
const LARGE: usize = 1 << 12;

/// Empty stacks.
#[derive(Default)]
pub(crate) struct Buffers {
    pub(super) frames: Vec<Frame<'static>>,
    pub(super) goals: Vec<Goal<'static>>,
    pub(super) values: Vec<TermId>,
    pub(super) bindings: Vec<TermId>,
    pub(super) origins: Vec<TermId>,
    /// `true` and `false`, where a machine has asked for them.
    pub(super) booleans: Option<(TermId, TermId)>,
}

/// An arena's copy has stacks of its own.
impl Clone for Buffers {
    fn clone(&self) -> Buffers {
        Buffers { booleans: self.booleans, ..Buffers::default() }
    }
}

impl std::fmt::Debug for Buffers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Buffers")
    }
}

/// The memory of an empty stack for frames that live longer or shorter.
pub(super) fn frames<'to>(mut stack: Vec<Frame<'_>>) -> Vec<Frame<'to>> {
    stack.clear();
    stack.into_iter().map(|_| unreachable!("the stack is empty")).collect()
}

/// The same for goals.
pub(super) fn goals<'to>(mut stack: Vec<Goal<'_>>) -> Vec<Goal<'to>> {
    stack.clear();
    stack.into_iter().map(|_| unreachable!("the stack is empty")).collect()
}

fn kept(mut stack: Vec<TermId>) -> Vec<TermId> {
    stack.clear();
    if stack.capacity() > LARGE { Vec::new() } else { stack }
}

impl Machine<'_> {
    /// Ends the machine and leaves its memory to the next one.
    pub(crate) fn leave(mut self) {
        let buffers = &mut self.terms.buffers;
        if self.frames.capacity() <= LARGE && self.goals.capacity() <= LARGE {
            buffers.frames = frames(std::mem::take(&mut self.frames));
            buffers.goals = goals(std::mem::take(&mut self.goals));
        }
        buffers.values = kept(std::mem::take(&mut self.values));
        buffers.bindings = kept(std::mem::take(&mut self.bindings));
        buffers.origins = kept(std::mem::take(&mut self.origins));
    }
}
