//! Orders of independent steps that need not be explored, because another order of the same steps is.
//!
//! **Source.** Normal forms of runs, as in the reductions by movers (Lipton 1975): a step is moved to the right, past all
//! that it has nothing to do with, up to the first step that needs it.
//!
//! **Names.** A step is *light* if its task blocks at its end, and keeps its location, for the answer of a task that it
//! called in this very step. The tasks that it called are its *followers*. A step is *last* if its task has kept its
//! location, and only comes to its end: it calls nobody, and waits for nobody any more.
//!
//! The programs named are in `tests/programs/deadlock`: what a lemma asks for was dropped in turn, and the program is the
//! first that tells (`guides_keep_their_promises`, `deadlocks_are_found_in_every_way`).
//!
//! **Lemma N1 (light steps move).** What comes after a light step and needs it is the first step of a follower: at its
//! location nobody else moves, its own task can't go on before the answer, the fields that it assigned belong to its
//! location, and nobody waits for its end, which has not come. What it looked at itself stays as it was: fields of its
//! location, and tasks that had finished. So in a shortest run to a chain of waiting tasks it can be moved to right before
//! the first step of a follower, if there is one later in the run. All that it called are followers, not only the one that it waits for (`two_followers` is made for that).
//!
//! **Lemma N2 (a follower moves).** If no follower makes a step in the run, nobody needs the light step, so its task is
//! part of the chain; else the step could be left out. So somebody in the chain waits for this task, or for its location. A
//! follower, which has not begun, does so only if it is there itself. Anybody else knows the task's future or an object
//! there, or is there already; and he does not know it from the followers. So if no follower is there, and nobody but the
//! followers and the task itself knows either, a follower makes a step (`awaited_before`; the four
//! `peers_by_…` know it each in another way).
//!
//! **Lemma N3 (last steps wait).** If nobody else knows the task's future, then nobody ever will, and what needs its last
//! step is a step of somebody else at its location. If there is none in the run, the last step can be left out; else it
//! can be moved to right before that one. So while nobody else is at the location, the last step can wait
//! (`end_in_a_field` if somebody knows the future, `awaits_itself` if somebody else is there,
//! `end_of_a_blocking_call` if the step is not the last).
//!
//! **Lemma N4 (both together).** A last step that is moved comes between a light step and its follower if it gives free the
//! follower's location; so if a follower's location is kept, anybody may follow. And a last step right before a light one
//! is moved along with it. Otherwise nobody comes between a step and the one that needs it: a follower has one caller, and
//! a location one keeper. So each move brings one more step right before the one that needs it, and there is an end to
//! that. Where steps are left out besides ([`super::relevance`]), the same holds: a shortest run consists of steps of
//! movers, in every order; each of them may only end sooner, at an `await`, and is neither light nor last then
//! (`second_object`, if the follower's location is kept).
//!
//! **Guarantee.** Sound for the tree of all interleavings: if a deadlock that represents the cycle can be reached, it can
//! be reached by a run without the steps that are left out here. Not where runs are reduced, whose own normal forms are
//! others, nor where states are merged, since it depends on the step that led to a state. Nor where objects may die, time
//! passes or numbers are drawn.

use raddle_explore::names::ActorId;
use rustc_hash::FxHashSet;

use crate::deadlock::analysis::abstraction::Facts;
use crate::deadlock::analysis::segments::Segments;
use crate::machine::evaluate::Fixed;
use crate::machine::run::AbsRun;
use crate::machine::state::{Activity, Outcome, Phase, State, Task, Wait};
use crate::machine::value::{Data, LocationId, TaskId, Value};
use crate::types::resolved::MethodId;

/// Who alone has to go next, because of the step that was made last; none if anybody may.
#[must_use]
pub fn followers(run: &AbsRun) -> Option<Vec<ActorId>> {
    let last = run.last_step()?;
    let state = run.state();
    let task = state.task(last.task);
    let Wait::Future(answer) = task.activity()?.wait else { return None };
    if answer.index() < last.tasks_before {
        return None;
    }
    // The task keeps its own location, too.
    let (others, followers) = state.tasks.split_at(last.tasks_before);
    if followers.iter().any(|follower| state.holders[follower.info.location.index()].is_some()) {
        return None;
    }
    let mut search = Acquaintance::new(last.task, Some(task.info.location));
    let is_known = search.is_known_by(others) || search.is_in_fields(state);
    (!is_known).then(|| followers.iter().map(|follower| follower.info.actor).collect())
}

/// The tasks whose next step is their last, for which nobody waits or can wait yet, not even for the location.
pub fn can_come_later<'s>(
    segments: &'s Segments,
    facts: &'s Facts,
    fixed: &'s Fixed,
    state: &'s State,
) -> impl Iterator<Item = ActorId> + 's {
    state.active.iter().copied().filter_map(move |task| {
        let entry = state.task(task);
        let location = entry.info.location;
        let keeps = state.holders[location.index()] == Some(task);
        let is_alone = || {
            let here = state.active.iter().filter(|&&other| state.task(other).info.location == location);
            here.count() == 1
        };
        let is_last =
            keeps && is_alone() && ends_next(segments, facts, fixed, state, entry.activity()?) == Some(true);
        if !is_last {
            return None;
        }
        let mut search = Acquaintance::new(task, None);
        (!search.is_known_by(&state.tasks) && !search.is_in_fields(state)).then_some(entry.info.actor)
    })
}

/// Does the task come to its end with its next step, which calls nobody? None if it is not known where it stands.
fn ends_next(
    segments: &Segments,
    facts: &Facts,
    fixed: &Fixed,
    state: &State,
    activity: &Activity,
) -> Option<bool> {
    let [frame] = activity.frames[..] else { return None };
    let Wait::Future(answer) = activity.wait else { return None };
    let method = MethodId(frame.code.0.checked_sub(fixed.code.first_method)?);
    let activation = facts.abstract_activation(state, frame.this, method)?;
    let segment = &segments.all[segments.at(activation, frame.next)?];
    Some(state.task(answer).is_done() && segment.calls.is_empty() && segment.waits.is_empty())
}

/// Looks for somebody who knows a task, or an object of its location.
struct Acquaintance {
    task: TaskId,
    /// None if objects don't matter.
    location: Option<LocationId>,
    /// Data that was looked through.
    seen: FxHashSet<*const Data>,
}

impl Acquaintance {
    fn new(task: TaskId, location: Option<LocationId>) -> Self {
        Self { task, location, seen: FxHashSet::default() }
    }

    /// Does one of these tasks, the first of all, know them? The task itself does not count.
    fn is_known_by(&mut self, tasks: &[std::rc::Rc<Task>]) -> bool {
        let task = self.task.index();
        tasks.iter().enumerate().filter(|(at, _)| *at != task).any(|(_, other)| self.knows(other))
    }

    /// Are they in a field of an object? Those of the location itself don't count, where objects matter.
    fn is_in_fields(&mut self, state: &State) -> bool {
        let own = self.location.map(LocationId::index);
        let mut elsewhere = state.locations.iter().enumerate().filter(|(at, _)| Some(*at) != own);
        elsewhere.any(|(_, location)| {
            location.objects.iter().any(|object| object.fields.iter().any(|value| self.is_in(value)))
        })
    }

    /// Does this task, or who gets its answer?
    fn knows(&mut self, other: &Task) -> bool {
        match &other.phase {
            Phase::Active(activity) => {
                self.location == Some(other.info.location)
                    || activity.stack.iter().any(|value| self.is_in(value))
                    || activity.failing.as_ref().is_some_and(|thrown| self.is_in(&thrown.value))
                    || match &activity.wait {
                        Wait::Future(future) => *future == self.task,
                        Wait::Guard { futures, .. } => futures.contains(&self.task),
                        Wait::Turn | Wait::Clock(_) | Wait::Choice(_) | Wait::Pause | Wait::Line => false,
                    }
            }
            Phase::Running => true,
            Phase::Done(Outcome::Value(value)) => self.is_in(value),
            Phase::Done(Outcome::Failed { thrown, .. }) => self.is_in(&thrown.value),
        }
    }

    fn is_in(&mut self, value: &Value) -> bool {
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            match value {
                Value::Object(object) if Some(object.location) == self.location => return true,
                Value::Future(task) if *task == self.task => return true,
                Value::Data(data) if self.seen.insert(&raw const **data) => work.extend(&data.arguments),
                _ => {}
            }
        }
        false
    }
}
