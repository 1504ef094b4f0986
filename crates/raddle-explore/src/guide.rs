//! What a static analysis, or any other knowledge of the program, tells a strategy: prune this, stop there, try that first.
//!
//! A guide is shown each state of the search once, with the event that led there, and gives one answer. What it wants to
//! know of the way to a state it keeps in its *memory*: that goes along the path, and comes back when the search goes
//! back, so that an answer is a function of the path alone, whoever explores it. A guide itself never changes.
//!
//! What it prunes must be *monotone*: if it prunes a state, then nothing that it looks for can be met from there on, in
//! whatever order of independent steps. Then pruning loses nothing that the guide did not mean to leave out, with or
//! without reduction. The same promise covers what its watcher prunes inside a step.

use crate::context::{Unwatched, Watcher};
use crate::events::{Event, EventLog};
use crate::finding::FindingKind;
use crate::names::ActorId;
use crate::program::{PendingBuffer, Run};

/// What a guide says of a state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Judgement {
    /// Go on.
    #[default]
    Continue,
    /// What is looked for can't be met from here. The number is the guide's own, for whoever counts the reasons.
    Prune(u32),
    /// Here it is: report it, and go no further.
    Found(FindingKind),
}

/// All that a guide says of a state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// Whether to go on.
    pub judgement: Judgement,
    /// The actors whose steps from here on may all be left out: what is looked for and can be met from here can also be
    /// met by a run that is no longer and has no step of them; and if a run can't be shortened by leaving out steps, it has
    /// none in any order of independent steps. In a tree of all interleavings less is enough: that a shortest run to what
    /// is looked for, in one order of its independent steps, has none of the steps that are left out at the nodes on its
    /// way. Not all actors that can go may be left out: such a state is pruned.
    pub left_out: Vec<ActorId>,
    /// In which order the guide would go on: a rank for each entry of what is pending, the lowest to be taken first; equal
    /// ranks keep the order of the entries, and so do all if there are none. A rank changes when something is found,
    /// never whether.
    pub ranks: Vec<u64>,
    /// Whether the state only lies between two steps that count as one ([`crate::search::Stats::between`]).
    pub is_between: bool,
}

impl Answer {
    /// That what is looked for can't be met.
    pub fn prune(reason: u32) -> Answer {
        Answer { judgement: Judgement::Prune(reason), ..Answer::default() }
    }
}

/// What a guide is shown.
pub struct Seen<'s, R> {
    /// The run in the state that is asked about. The last state of a run is shown, too.
    pub run: &'s R,
    /// What is pending there.
    pub pending: &'s PendingBuffer,
    /// The way there.
    pub log: &'s EventLog,
}

impl<R> Seen<'_, R> {
    /// The step that led here; none to the first state.
    pub fn event(&self) -> Option<&Event> {
        self.log.events().last()
    }
}

/// Tells a strategy where to go.
pub trait Guide<R: Run>: Sync {
    /// Whether it ever says anything; `false` lets the compiler remove the questions.
    const ACTIVE: bool = true;

    /// What it remembers of the way to a state; at the start, the default.
    type Memory: Clone + Default;

    /// What looks into steps for it; [`Unwatched`] where nothing does, which costs nothing.
    type Watcher: Watcher<R::Observation>;

    /// The watcher of a worker that begins.
    fn watcher(&self) -> Self::Watcher;

    /// What it thinks of a state. `memory` is what it was at the state before; `watcher` has seen the step that led here,
    /// and nothing else. It may be shown states again whose answer is known, because they lie on the way to others.
    fn visit(&self, memory: &mut Self::Memory, watcher: &mut Self::Watcher, seen: &Seen<'_, R>) -> Answer;
}

/// Nobody guides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unguided;

impl<R: Run> Guide<R> for Unguided {
    const ACTIVE: bool = false;

    type Memory = ();
    type Watcher = Unwatched;

    fn watcher(&self) -> Unwatched {
        Unwatched
    }

    fn visit(&self, (): &mut (), _: &mut Unwatched, _: &Seen<'_, R>) -> Answer {
        Answer::default()
    }
}
