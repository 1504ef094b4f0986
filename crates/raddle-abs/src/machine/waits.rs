//! Who can move, and who waits for whom: the graph of definition 1 of seed 000.
//!
//! Our names: a task that waits for a future has an edge to the future's task (task–task); a task whose
//! location is kept by another has an edge to the keeper, which stands for the edges task–location and
//! location–task at once. A cycle is a deadlock chain (definition 2 and theorem 1 of seed 001), found as soon
//! as it exists. A task that waits for a condition in a free location has no edge: it is stuck, not deadlocked,
//! if nothing moves.

use raddle_explore::names::ActorId;
use smallvec::SmallVec;

use super::evaluate::{Fixed, Recorder, condition_holds};
use super::schedulers;
use super::state::{Activity, Outcome, Phase, State, Wait};
use super::value::{TaskId, Value};

/// Can this task make a step now, and does its location's scheduler let it?
pub fn can_move(fixed: &Fixed, state: &State, task: TaskId, activity: &Activity) -> bool {
    let keeps = || state.holders[state.task(task).info.location.index()] == Some(task);
    is_ready(fixed, state, task, activity)
        && (fixed.program.schedulers.is_empty() || keeps() || schedulers::allows(fixed, state, task))
}

/// Could this task make a step now?
pub fn is_ready(fixed: &Fixed, state: &State, task: TaskId, activity: &Activity) -> bool {
    let info = &state.task(task).info;
    if state.holders[info.location.index()].is_some_and(|holder| holder != task) {
        return false;
    }
    match &activity.wait {
        Wait::Turn | Wait::Choice(_) | Wait::Pause | Wait::Line => true,
        Wait::Future(future) => state.task(*future).is_done(),
        Wait::Clock(interval) => interval.earliest <= *state.clock,
        Wait::Guard { futures, condition, clock } => {
            futures.iter().all(|&future| state.task(future).is_done())
                && clock.as_ref().is_none_or(|interval| interval.earliest <= *state.clock)
                // A guard that fails is as good as one that holds: the step will throw the exception.
                && condition.is_none_or(|code| {
                    condition_holds(fixed, state, task, activity, code, &mut Recorder::default())
                        .unwrap_or(true)
                })
        }
    }
}

/// Can any task make a step now?
pub fn anything_moves(fixed: &Fixed, state: &State) -> bool {
    state.active.iter().any(|&task| {
        state.task(task).activity().is_some_and(|activity| can_move(fixed, state, task, activity))
    })
}

/// Does any task wait for a later time?
pub fn clock_awaited(state: &State) -> bool {
    state.active.iter().any(|&task| match state.task(task).activity().map(|activity| &activity.wait) {
        Some(Wait::Clock(interval) | Wait::Guard { clock: Some(interval), .. }) => {
            interval.earliest > *state.clock
        }
        _ => false,
    })
}

/// The tasks that must all move before this one can.
pub fn waits_for(state: &State, task: TaskId, activity: &Activity) -> SmallVec<[TaskId; 2]> {
    let mut targets = SmallVec::new();
    match &activity.wait {
        Wait::Future(future) if !state.task(*future).is_done() => targets.push(*future),
        Wait::Guard { futures, .. } => {
            targets.extend(futures.iter().copied().filter(|&future| !state.task(future).is_done()));
        }
        _ => {}
    }
    let location = state.task(task).info.location;
    if let Some(holder) = state.holders[location.index()]
        && holder != task
    {
        targets.push(holder);
    }
    targets
}

/// For each active task the one that it is said to wait for: one on a cycle if there is a cycle.
pub fn wait_edges(state: &State) -> Vec<Option<TaskId>> {
    let targets: Vec<SmallVec<[TaskId; 2]>> = state
        .active
        .iter()
        .map(|&task| {
            state
                .task(task)
                .activity()
                .map_or_else(SmallVec::new, |activity| waits_for(state, task, activity))
        })
        .collect();
    let mut edges: Vec<Option<TaskId>> = targets.iter().map(|list| list.first().copied()).collect();
    if targets.iter().all(|list| list.len() <= 1) {
        return edges;
    }
    // Several edges from one task: look for a cycle, depth first, and say the edges that lie on it.
    let index_of = |task: TaskId| state.active.iter().position(|&other| other == task);
    let mut color = vec![0u8; targets.len()];
    for start in 0..targets.len() {
        if color[start] != 0 {
            continue;
        }
        let mut way: Vec<(usize, usize)> = vec![(start, 0)];
        color[start] = 1;
        while let Some(&mut (node, ref mut next)) = way.last_mut() {
            let Some(&target) = targets[node].get(*next) else {
                color[node] = 2;
                way.pop();
                continue;
            };
            *next += 1;
            let Some(target) = index_of(target) else { continue };
            if color[target] == 1 {
                let begin = way.iter().position(|&(node, _)| node == target).unwrap_or(0);
                for &(node, next) in &way[begin..] {
                    edges[node] = Some(targets[node][next - 1]);
                }
                return edges;
            }
            if color[target] == 0 {
                color[target] = 1;
                way.push((target, 0));
            }
        }
    }
    edges
}

/// A cycle of waiting tasks, if there is one: the deadlock chain.
#[must_use]
pub fn deadlock_chain(state: &State) -> Option<Vec<TaskId>> {
    let edges = wait_edges(state);
    let index_of = |task: TaskId| state.active.iter().position(|&other| other == task);
    for start in 0..edges.len() {
        let mut seen = vec![start];
        let mut at = start;
        while let Some(next) = edges[at].and_then(index_of) {
            if let Some(begin) = seen.iter().position(|&node| node == next) {
                return Some(seen[begin..].iter().map(|&node| state.active[node]).collect());
            }
            seen.push(next);
            at = next;
        }
    }
    None
}

/// The actor of a task.
#[must_use]
pub fn actor(state: &State, task: TaskId) -> ActorId {
    state.task(task).info.actor
}

/// Does anything that can still be used refer to the task's future?
pub fn is_referenced(state: &State, wanted: TaskId) -> bool {
    let holds = |value: &Value| contains_future(value, wanted);
    let in_tasks = state.tasks.iter().any(|task| match &task.phase {
        Phase::Active(activity) => {
            activity.stack.iter().any(holds)
                || match &activity.wait {
                    Wait::Future(future) => *future == wanted,
                    Wait::Guard { futures, .. } => futures.contains(&wanted),
                    _ => false,
                }
        }
        Phase::Done(Outcome::Value(value)) => holds(value),
        _ => false,
    });
    in_tasks
        || state
            .locations
            .iter()
            .flat_map(|location| &location.objects)
            .any(|object| object.fields.iter().any(holds))
}

fn contains_future(value: &Value, wanted: TaskId) -> bool {
    match value {
        Value::Future(task) => *task == wanted,
        Value::Data(_) => {
            let mut work = vec![value];
            while let Some(value) = work.pop() {
                match value {
                    Value::Future(task) if *task == wanted => return true,
                    Value::Data(data) => work.extend(&data.arguments),
                    _ => {}
                }
            }
            false
        }
        _ => false,
    }
}
