//! Schedulers of one's own: which tasks of a location they let go on.
//!
//! **Source.** The chapter on schedulers of the ABS manual. A location whose scheduler is a function asks it, whenever it is
//! free, with the list of its tasks that could go on. **Deviation.** The manual leaves the order of that list open, so every
//! order is tried: a task may go on if the function chooses it for some order. Beyond [`MOST`] tasks that is too much, and a
//! run ends there as incomplete. **Guarantee.** Whatever an implementation that orders its list in its own way does is among
//! what is explored; steps of such programs all depend on each other, since each may change what a scheduler sees.

use super::code::CodeId;
use super::evaluate::{Fixed, Recorder, Trouble, call_function};
use super::state::State;
use super::value::{LocationId, TaskId, Value};
use super::waits::is_ready;
use crate::types::resolved::{SchedulerInfo, Scheduling};

/// Orders of so many tasks are tried.
const MOST: usize = 5;

/// The tasks that a location's scheduler may choose now; none if there is no scheduler. An error is what can't be computed.
pub fn chosen(fixed: &Fixed, state: &State, location: LocationId) -> Option<Result<Vec<TaskId>, String>> {
    let entry = &state.locations[location.index()];
    let info = &fixed.program.schedulers[entry.scheduler?.index()];
    let scheduling = fixed.program.scheduling.as_ref()?;
    let ready: Vec<TaskId> = state
        .active
        .iter()
        .copied()
        .filter(|&task| state.task(task).info.location == location)
        .filter(|&task| {
            let activity = state.task(task).activity();
            activity.is_some_and(|activity| is_ready(fixed, state, task, activity))
        })
        .collect();
    if ready.is_empty() {
        return Some(Ok(ready));
    }
    if ready.len() > MOST {
        return Some(Err(format!("the scheduler {} among more than {MOST} tasks", info.name)));
    }
    let processes: Vec<Value> =
        ready.iter().enumerate().map(|(at, &task)| process(fixed, state, scheduling, task, at)).collect();
    let mut fields: Vec<Value> = Vec::new();
    if let Some(first) = entry.objects.first() {
        fields.extend(info.fields.iter().map(|&field| first.fields[field as usize].clone()));
    }
    let mut is_chosen = vec![false; ready.len()];
    let mut order: Vec<usize> = (0..ready.len()).collect();
    loop {
        match ask(fixed, state, info, scheduling, ready[0], &order, &processes, &fields) {
            Ok(Some(at)) => is_chosen[at] = true,
            Ok(None) => {}
            Err(why) => return Some(Err(why)),
        }
        if is_chosen.iter().all(|chosen| *chosen) || !next_order(&mut order) {
            break;
        }
    }
    Some(Ok(ready.into_iter().zip(is_chosen).filter(|(_, chosen)| *chosen).map(|(task, _)| task).collect()))
}

/// Does the scheduler of its location, if there is one, let this task go on?
pub fn allows(fixed: &Fixed, state: &State, task: TaskId) -> bool {
    match chosen(fixed, state, state.task(task).info.location) {
        // What can't be computed ends the run when somebody moves.
        None | Some(Err(_)) => true,
        Some(Ok(tasks)) => tasks.contains(&task),
    }
}

/// The next order of numbers, from the smallest to the greatest; false behind the last one.
fn next_order(order: &mut [usize]) -> bool {
    let Some(at) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]) else { return false };
    let Some(with) = (at..order.len()).rev().find(|&with| order[with] > order[at - 1]) else { return false };
    order.swap(at - 1, with);
    order[at..].reverse();
    true
}

/// What a scheduler is told of a task; the last part tells tasks apart.
fn process(fixed: &Fixed, state: &State, ids: &Scheduling, task: TaskId, number: usize) -> Value {
    let entry = state.task(task);
    let method = &fixed.program.methods[entry.info.method.index()].name;
    let arrival = Value::data(ids.time, vec![Value::rational((*entry.info.arrival).clone())]);
    let deadline = match entry.activity().and_then(|activity| activity.deadline.as_deref()) {
        Some(deadline) => {
            let left = (deadline - &*state.clock).max(num_rational::BigRational::from_integer(0.into()));
            Value::data(ids.duration, vec![Value::rational(left)])
        }
        None => Value::Atom(ids.infinite),
    };
    let future = Value::Future(task);
    Value::data(
        ids.process,
        vec![Value::text(&**method), arrival, deadline, future, Value::Int(number as i64)],
    )
}

#[expect(clippy::too_many_arguments, reason = "one caller has them all at hand")]
fn ask(
    fixed: &Fixed,
    state: &State,
    info: &SchedulerInfo,
    ids: &Scheduling,
    task: TaskId,
    order: &[usize],
    processes: &[Value],
    fields: &[Value],
) -> Result<Option<usize>, String> {
    let known = &fixed.program.known;
    let queue = order
        .iter()
        .rev()
        .fold(Value::Atom(known.nil), |rest, &at| Value::data(known.cons, vec![processes[at].clone(), rest]));
    let mut arguments = vec![queue];
    arguments.extend_from_slice(fields);
    let code = CodeId(info.function.0);
    let answer = call_function(fixed, state, task, code, arguments, &mut Recorder::default());
    let answer = answer.map_err(|trouble| match trouble {
        Trouble::Unsupported(what) => what,
        Trouble::Exception(_) => format!("an exception inside the scheduler {}", info.name),
        Trouble::Choice(_) => format!("`random` inside the scheduler {}", info.name),
        Trouble::Line => format!("`readln` inside the scheduler {}", info.name),
    })?;
    let Value::Data(data) = &answer else { return Ok(None) };
    let chosen = if data.constructor == ids.just { &data.arguments[0] } else { &answer };
    let Value::Data(chosen) = chosen else { return Ok(None) };
    Ok(chosen.arguments.last().and_then(Value::as_integer).and_then(|number| number.try_into().ok()))
}
