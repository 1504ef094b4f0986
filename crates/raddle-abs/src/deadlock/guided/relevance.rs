//! Whose steps a deadlock of a cycle can need: the others are not explored, in whatever order the search goes.
//!
//! **Source.** Slicing by dependences (Weiser 1981), made anew in each state for the deadlocks of one cycle; akin to the
//! stubborn sets of Valmari ("Stop it, and be stubborn!", 2017) that preserve reachability, but steps are left out
//! altogether instead of postponed, since a chain of waiting tasks stays when fewer others have moved.
//!
//! **Names.** A *goal* is a wait at a point of an edge on a cycle with this one. A task is a *mover* if a deadlock can
//! need a step of it; an activation is *completed* if a mover must pass a wait for it; a field is *wanted* if a mover
//! reads it. A segment is *needed* if something behind its beginning is: a goal, a call of what is needed, the
//! assignment of a wanted field, or the end of what is completed.
//!
//! **The argument.** Take a run from here to a state with a chain of waiting tasks that represents the cycle, and take
//! its steps apart at the waits that they pass, into *pieces*. Let K be the least set of pieces of which the lemmas R1 to R7
//! hold, and leave out the rest. The programs named are in `tests/programs/deadlock`: each lemma was
//! dropped in turn, and the program is the first that tells (`guides_keep_their_promises`).
//!
//! - **R1, goals.** In K are the pieces by which the tasks of the chain came to where they wait there, and all earlier
//!   pieces of a task of which one is in K. So whoever can come to a goal is a mover (`awaited_before`).
//! - **R2, callers.** With a piece of a task, the piece that called it (`awaits_itself`).
//! - **R3, ends.** With a piece behind a wait, the ends of the tasks that it waited for (`awaited_before`).
//! - **R4, fields.** With a piece that reads a field, all assignments of the field before it (`awaited_before`).
//! - **R5, ways.** If a piece of K leaves its location blocked, or it is blocked now, and a piece of somebody else at that
//!   location is in K and follows in the run, the one by which the first one goes on (`awaits_itself`).
//! - **R6, strong pieces.** A piece leaves its location blocked, other than for good, only if its task is kept on behind it,
//!   if the task blocks now (R5), or if the piece calls or assigns something that is needed apart from where it ends
//!   (`Goals::strong`): then it is kept on until its location is free (`awaits_itself`). A task that awaits is part
//!   of a chain only if one of the chain waits for its future. If only callers ever wait for that future, then the
//!   caller is in the chain, too, and stays where it waits: so to call such a task is no reason to keep its caller on.
//! - **R7, waits that are passed at once.** What a step does behind its last piece of K, because there is nothing to wait
//!   for, it must do as before: such pieces are in K, too, up to where the location is free
//!   (`released_behind_an_await`).
//!
//! **Theorem R.** What is left is a run, not longer, that ends with the tasks of the chain where they were. Each step is
//! possible and does the same as before, or ends sooner at an `await`, because all that it looks at is as it was (R1 to R4,
//! R7); and its location is free, since who still blocks it would have been kept on (R5, R6). Whoever was not kept on is
//! unfinished still, and waits for the same location. So if K is empty the chain is there already; else the first step of K
//! begins a run to a deadlock that represents the cycle, and its task is a mover. By induction on the length of the shortest
//! such run, exploring movers only finds one if there is one.
//!
//! **Deviations.** Dependences are those of abstract activations and fields, by the points-to analysis, and of segments
//! of code in any order of their instructions. A task with several frames (`behind_a_call`), and a method that catches
//! exceptions, are taken as a whole. Where objects may die, time passes, numbers are drawn, or the analysis does not know a task,
//! everybody is a mover. Not for awaits of conditions: to be stuck, everybody else must have come to an end.
//!
//! **Guarantee.** Sound: from a state without such a chain a deadlock that represents the cycle can be reached only if
//! it can be reached by a run, no longer than any other, that begins with a mover.

use rustc_hash::FxHashSet;

use super::call_graph::{ByPointsTo, Callers as _};
use super::constraints::LIMIT;
use super::reach::Reach;
use crate::deadlock::analysis::abstraction::{AbstractObject, Activation, Facts};
use crate::deadlock::analysis::remaining::Item;
use crate::deadlock::analysis::segments::{SegmentId, Segments, WaitAtEnd, reads_of};
use crate::deadlock::analysis::time_constraints::TimeConstraint;
use crate::machine::evaluate::Fixed;
use crate::machine::state::{State, Wait};
use crate::machine::value::TaskId;
use crate::source::Span;
use crate::types::resolved::MethodId;

/// The segments from which a goal of some constraints can be reached.
pub struct Goals {
    /// Whether one can, also by whom it calls.
    reachable: Vec<bool>,
    /// Whether one can for whose sake a caller may have to go on.
    strong: Vec<bool>,
}

impl Goals {
    /// Where the goals of these constraints are.
    #[must_use]
    pub fn new(segments: &Segments, facts: &Facts, times: &[TimeConstraint]) -> Self {
        let points = ByPointsTo { facts, times };
        let spans: FxHashSet<Span> = times.iter().map(|time| time.point).collect();
        let (mut reachable, mut strong) = (Vec::new(), Vec::new());
        for (id, segment) in segments.all.iter().enumerate() {
            let activation = segment.activation;
            for wait in segment.waits.iter().filter(|wait| spans.contains(&wait.span)) {
                let item = Item::Wait(wait.span, wait.blocks);
                if points.bits(activation.index(), item) & u64::from(u32::MAX) == 0 {
                    continue;
                }
                reachable.push(id);
                let roots = &facts.of(activation).roots;
                if wait.blocks || roots.iter().any(|root| segments.foreign.contains(root)) {
                    strong.push(id);
                }
            }
        }
        Self { reachable: backwards(segments, reachable), strong: backwards(segments, strong) }
    }
}

/// The segments that may lead to one of these, or call somebody who does.
fn backwards(segments: &Segments, from: Vec<SegmentId>) -> Vec<bool> {
    let mut found = vec![false; segments.all.len()];
    let mut work = from;
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut found[id], true) {
            work.extend(leading_to(segments, id));
        }
    }
    found
}

/// The segments right before this one, and those that call the activation if this one is its beginning.
fn leading_to(segments: &Segments, id: SegmentId) -> impl Iterator<Item = SegmentId> {
    let activation = segments.all[id].activation;
    let is_first = segments.first[activation.index()] == id;
    let callers = is_first.then(|| segments.callers[activation.index()].iter());
    segments.before[id].iter().chain(callers.into_iter().flatten()).copied()
}

/// An active task, as far as it matters.
struct Standing {
    task: TaskId,
    /// The abstraction of the task.
    root: Activation,
    /// The segments of its frames, the innermost first.
    frames: Vec<SegmentId>,
    /// Does it keep its location?
    keeps: bool,
    is_mover: bool,
    /// Is it a mover for more than that its location becomes free?
    goes_on: bool,
    is_released: bool,
}

/// Finds the movers of one state.
struct Movers<'m> {
    segments: &'m Segments,
    goals: &'m Goals,
    facts: &'m Facts,
    fixed: &'m Fixed,
    state: &'m State,
    standing: Vec<Standing>,
    /// Segments from which something is needed that is no goal.
    needed: Vec<bool>,
    completed: Vec<bool>,
    wanted: FxHashSet<(AbstractObject, u32)>,
    /// Segments that movers may come to, now or later.
    entered: Vec<SegmentId>,
    is_entered: Vec<bool>,
    /// Segments that movers may come to while they give their location free.
    released: Vec<SegmentId>,
    releasing: Vec<bool>,
    /// Activations whose tasks, not there yet, may be movers.
    coming: Vec<bool>,
    changed: bool,
}

/// For each active task, whether a deadlock of the cycle can need a step of it; none if that can't be told.
/// `reaches` says which goals each of them can come to.
#[must_use]
pub fn movers(
    segments: &Segments,
    goals: &Goals,
    facts: &Facts,
    fixed: &Fixed,
    state: &State,
    reaches: &[Reach],
) -> Option<Vec<bool>> {
    let standing: Option<Vec<Standing>> =
        state.active.iter().map(|&task| stand(segments, facts, fixed, state, task)).collect();
    let mut movers = Movers {
        segments,
        goals,
        facts,
        fixed,
        state,
        standing: standing?,
        needed: vec![false; segments.all.len()],
        completed: vec![false; facts.activations.len()],
        wanted: FxHashSet::default(),
        entered: Vec::new(),
        is_entered: vec![false; segments.all.len()],
        released: Vec::new(),
        releasing: vec![false; segments.all.len()],
        coming: vec![false; facts.activations.len()],
        changed: true,
    };
    let reaches_goal = |at: usize| reaches[at].bits & ((1 << LIMIT) - 1) != 0;
    for at in 0..movers.standing.len() {
        if reaches_goal(at) {
            movers.moves(at);
        }
    }
    while std::mem::take(&mut movers.changed) {
        for at in 0..movers.standing.len() {
            if movers.is_needed(at) {
                movers.moves(at);
            }
            if movers.is_in_the_way(at) {
                movers.releases(at);
            }
        }
        // What is needed grows meanwhile, so every segment is looked at again.
        let mut next = 0;
        while let Some(&id) = movers.entered.get(next) {
            movers.pass(id);
            next += 1;
        }
        while let Some(id) = movers.released.pop() {
            movers.release(id);
        }
    }
    Some(movers.standing.iter().map(|standing| standing.is_mover).collect())
}

fn stand(segments: &Segments, facts: &Facts, fixed: &Fixed, state: &State, task: TaskId) -> Option<Standing> {
    let entry = state.task(task);
    let activity = entry.activity()?;
    let mut frames = Vec::with_capacity(activity.frames.len());
    for frame in activity.frames.iter().rev() {
        let method = MethodId(frame.code.0.checked_sub(fixed.code.first_method)?);
        let activation = facts.abstract_activation(state, frame.this, method)?;
        frames.push(segments.at(activation, frame.next)?);
    }
    Some(Standing {
        task,
        root: facts.abstract_task(state, task)?,
        frames,
        keeps: state.holders[entry.info.location.index()] == Some(task),
        is_mover: false,
        goes_on: false,
        is_released: false,
    })
}

impl Movers<'_> {
    fn is_needed(&self, at: usize) -> bool {
        self.standing[at].frames.iter().any(|&id| self.needed[id])
    }

    /// Does the task block a location at which somebody else is a mover, or may become one?
    fn is_in_the_way(&self, at: usize) -> bool {
        let standing = &self.standing[at];
        if !standing.keeps || standing.is_released {
            return false;
        }
        let place = self.facts.of(standing.root).location;
        let location = self.state.task(standing.task).info.location;
        let here = |other: &Standing| self.state.task(other.task).info.location == location;
        let others = self.standing.iter().enumerate();
        others.filter(|&(other, _)| other != at).any(|(_, other)| other.is_mover && here(other))
            || self.coming.iter().zip(&self.facts.activations).any(|(&is, one)| is && one.location == place)
    }

    /// The task is a mover: it must get past where it waits, and goes on to what is needed of it.
    fn moves(&mut self, at: usize) {
        if std::mem::replace(&mut self.standing[at].goes_on, true) {
            return;
        }
        self.standing[at].is_mover = true;
        self.changed = true;
        self.gets_past(at);
        let frames = self.standing[at].frames.clone();
        if let [only] = frames[..] {
            self.enter(only);
            return;
        }
        for id in frames {
            self.complete(self.segments.all[id].activation);
            self.enter(id);
        }
    }

    /// The task must give its location free.
    fn releases(&mut self, at: usize) {
        self.changed = true;
        self.standing[at].is_released = true;
        self.standing[at].is_mover = true;
        self.gets_past(at);
        let frames = self.standing[at].frames.clone();
        if let [only] = frames[..] {
            self.releasing[only] = true;
            self.released.push(only);
            return;
        }
        for id in frames {
            self.complete(self.segments.all[id].activation);
            self.enter(id);
        }
    }

    /// What the task waits for now must come about.
    fn gets_past(&mut self, at: usize) {
        let task = self.standing[at].task;
        let Some(activity) = self.state.task(task).activity() else { return };
        match &activity.wait {
            Wait::Future(future) => self.complete_task(*future),
            Wait::Guard { futures, condition, .. } => {
                for &future in futures {
                    self.complete_task(future);
                }
                if let Some(condition) = condition {
                    let mut reads = Vec::new();
                    reads_of(self.fixed, *condition, &mut reads);
                    let activation = self.segments.all[self.standing[at].frames[0]].activation;
                    self.want(activation, &reads);
                }
            }
            Wait::Turn | Wait::Clock(_) | Wait::Choice(_) | Wait::Pause | Wait::Line => {}
        }
    }

    fn complete_task(&mut self, task: TaskId) {
        if let Some(root) =
            self.standing.iter().find(|standing| standing.task == task).map(|standing| standing.root)
        {
            self.complete(root);
        }
    }

    /// Tasks and calls of this activation must come to their end.
    fn complete(&mut self, activation: Activation) {
        if !std::mem::replace(&mut self.completed[activation.index()], true) {
            self.changed = true;
            self.need(self.segments.of_activation(activation).collect());
        }
    }

    /// These segments are needed, and so are those that lead to them.
    fn need(&mut self, mut work: Vec<SegmentId>) {
        while let Some(id) = work.pop() {
            if !std::mem::replace(&mut self.needed[id], true) {
                self.changed = true;
                work.extend(leading_to(self.segments, id));
            }
        }
    }

    /// These fields of the activation's object are read.
    fn want(&mut self, activation: Activation, fields: &[u32]) {
        let Some(object) = self.facts.of(activation).object else { return };
        for &field in fields {
            if self.wanted.insert((object, field)) {
                self.changed = true;
                let writers = self.segments.writers.get(&(object, field)).cloned().unwrap_or_default();
                self.need(writers);
            }
        }
    }

    fn enter(&mut self, id: SegmentId) {
        if !std::mem::replace(&mut self.is_entered[id], true) {
            self.changed = true;
            self.entered.push(id);
        }
    }

    /// A mover goes through this segment: what it reads, whom it calls, and which waits it has to pass.
    fn pass(&mut self, id: SegmentId) {
        let segments = self.segments;
        let segment = &segments.all[id];
        self.want(segment.activation, &segment.reads);
        let object = self.facts.of(segment.activation).object;
        let mut is_strong = segment
            .writes
            .iter()
            .any(|&field| object.is_some_and(|object| self.wanted.contains(&(object, field))));
        for &callee in &segment.calls {
            let first = segments.first[callee.index()];
            if self.needed[first] || self.goals.reachable[first] {
                self.changed |= !std::mem::replace(&mut self.coming[callee.index()], true);
                self.enter(first);
            }
            is_strong |= self.needed[first] || self.goals.strong[first];
        }
        for wait in &segment.waits {
            let goes_on = self.needed[wait.next] || self.goals.reachable[wait.next];
            if goes_on {
                for &target in &wait.targets {
                    self.complete(target);
                }
                self.want(segment.activation, &wait.reads);
                self.enter(wait.next);
            } else if is_strong {
                self.release_at(segment.activation, wait);
            }
        }
    }

    /// The wait must not leave the location blocked.
    fn release_at(&mut self, activation: Activation, wait: &WaitAtEnd) {
        if wait.stops {
            return;
        }
        if wait.blocks {
            for &target in &wait.targets {
                self.complete(target);
            }
        }
        // An `await` may be passed at once, if it holds.
        self.want(activation, &wait.reads);
        if !std::mem::replace(&mut self.releasing[wait.next], true) {
            self.changed = true;
            self.released.push(wait.next);
        }
    }

    /// A mover goes through this segment until its location is free.
    fn release(&mut self, id: SegmentId) {
        let segments = self.segments;
        let segment = &segments.all[id];
        self.want(segment.activation, &segment.reads);
        for wait in &segment.waits {
            self.release_at(segment.activation, wait);
        }
    }
}
