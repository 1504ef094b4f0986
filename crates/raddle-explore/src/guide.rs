//! What a static analysis, or any other knowledge of the program, tells a strategy: prune this, stop there.
//!
//! A guide is asked at each node of the search. What it prunes must be *monotone*: if it prunes a state, then nothing
//! that it looks for can be met from there on, in whatever order of independent steps. Then pruning loses nothing
//! that the guide did not mean to leave out, with or without reduction.

use crate::finding::FindingKind;
use crate::names::ActorId;
use crate::program::{PendingBuffer, Run};

/// What a guide says of a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// Go on.
    Continue,
    /// What is looked for can't be met from here.
    Prune,
    /// Here it is: report it, and go no further.
    Found(FindingKind),
}

/// Tells a strategy where to go.
pub trait Guide<R: Run>: Sync {
    /// Whether it ever says anything; `false` lets the compiler remove the questions.
    const ACTIVE: bool = true;

    /// What it thinks of a state, with what is pending there. It is asked at every node, the last one of a run included.
    fn judge(&self, run: &R, pending: &PendingBuffer) -> Judgement;

    /// Whether this actor's steps from the state that was judged last may all be left out: what is looked for and can be
    /// met from there can also be met by a run that is no longer and has no step of it, nor of anybody else of whom the
    /// same is said; and if a run can't be shortened by leaving out steps, it has none in any order of independent
    /// steps. In a tree of all interleavings less is enough: that a shortest run to what is looked for, in one order of
    /// its independent steps, has none of the steps that are left out at the nodes on its way. Not all actors that can go
    /// may be left out: such a state is pruned.
    fn can_wait_for_ever(&self, actor: ActorId) -> bool {
        let _ = actor;
        false
    }

    /// In which order it would go on from a state: fills in a rank for each entry of what is pending, the lowest to be
    /// taken first; equal ranks keep the order of the entries, and so do all if there are none. A rank changes when
    /// something is found, never whether.
    fn rank(&self, run: &R, pending: &PendingBuffer, ranks: &mut Vec<u64>) {
        let _ = (run, pending, ranks);
    }
}

/// Nobody guides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<R: Run> Guide<R> for Unguided {
    const ACTIVE: bool = false;

    fn judge(&self, _: &R, _: &PendingBuffer) -> Judgement {
        Judgement::Continue
    }
}
