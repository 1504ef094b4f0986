//! One macro step: figure 1 of seed 001, extended to all of ABS.
//!
//! MSTEP is [`Stepper::run`]: the chosen task runs until it ends (RETURN), gives its location away (AWAIT2,
//! `suspend`) or blocks it (BLOCK2, `duration`, `random`). NEWLOC is `create`, ASYNC is `spawn`; AWAIT1 and
//! BLOCK1 just go on. Deviations: an object's init code runs inside the step that creates it, which no other
//! task can tell from a task of its own, since nothing reaches the object before; `random` ends a step, so
//! that its value is a choice of the scheduler. What else ends a step stands in `pauses`.

use std::rc::Rc;

use num_rational::BigRational;
use raddle_explore::context::{Failure, Interruption};
use raddle_explore::names::{ActorId, Names};
use raddle_explore::operation::Place;
use smallvec::SmallVec;

use super::code::{CodeId, GuardSite, Instruction};
use super::evaluate::{Fixed, Next, Recorder, Trouble, View, condition_holds, pop};
use super::options::{AwaitSemantics, Options, RandomSource};
use super::schedulers;
use super::state::{
    Activity, CLOCK, Frame, FrameKind, Handler, INPUT, Interval, Outcome, Phase, State, TaskInfo, Thrown,
    Wait, future_place, name_hash,
};
use super::value::{TaskId, Value};
use crate::source::{Sources, Span};

/// How a macro step ended: the status of the interleavings table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepEnd {
    /// The task finished.
    Returned,
    /// The task failed with an exception.
    Failed,
    /// The task gave its location away, at this place.
    Awaits(Span),
    /// The task gave its location away without a condition.
    Suspended(Span),
    /// The task blocks its location, at this place.
    Blocks(Span),
    /// The task waits for a random number.
    Chooses(Span),
    /// The task lets others move before something whose time they could tell.
    Pauses(Span),
}

/// How many instructions pass between two looks at the fuel.
const FUEL_BATCH: u32 = 1024;

/// Everything a step needs.
pub struct Stepper<'s> {
    /// What never changes.
    pub fixed: &'s Fixed,
    /// The files, for messages.
    pub sources: &'s Sources,
    /// The program's actors.
    pub names: &'s Names,
    /// How the language is to be understood.
    pub options: &'s Options,
    /// The state.
    pub state: &'s mut State,
    /// What somebody wants to know.
    pub recorder: &'s mut Recorder,
    /// Actors that were started.
    pub started: Vec<ActorId>,
    /// What went wrong.
    pub failures: Vec<Failure>,
    /// The task that runs.
    pub task: TaskId,
    /// Has this step done something that other locations can see?
    pub is_seen: bool,
    /// Has it done so within the init block of an object?
    pub is_seen_in_init: bool,
}

/// What an effect leads to.
pub(super) enum Flow {
    Follow,
    End(StepEnd),
}

/// What may come between: an exception of the language, or the end of the step.
pub(super) enum Break {
    Throw(Thrown),
    Interrupt(Interruption),
}

impl Stepper<'_> {
    /// Makes one macro step of the task, which must be able to move.
    pub fn run(
        &mut self,
        option: u32,
        burn: &mut dyn FnMut(u64) -> Result<(), Interruption>,
    ) -> Result<StepEnd, Interruption> {
        let task = self.task;
        let location = self.state.task(task).info.location;
        if self.state.holders[location.index()].is_none()
            && let Some(Err(what)) = schedulers::chosen(self.fixed, self.state, location)
        {
            return Err(Interruption::Unsupported { what });
        }
        let entry = Rc::make_mut(&mut self.state.tasks[task.index()]);
        let info = entry.info.clone();
        let Phase::Active(mut activity) = std::mem::replace(&mut entry.phase, Phase::Running) else {
            unreachable!("only active tasks are stepped");
        };
        let lock = self.state.lock_place(info.location);
        self.recorder.read(lock);
        if self.state.holders[info.location.index()] == Some(task) {
            self.recorder.write(lock);
            self.state.holders[info.location.index()] = None;
        }
        let end = self.resume(&info, &mut activity, option, burn)?;
        match end {
            StepEnd::Returned | StepEnd::Failed => {
                self.recorder.write(future_place(info.actor));
                self.state.deactivate(task);
            }
            _ => {
                if activity.wait.keeps_location() {
                    self.recorder.write(lock);
                    self.state.holders[info.location.index()] = Some(task);
                }
                let entry = Rc::make_mut(&mut self.state.tasks[task.index()]);
                entry.phase = Phase::Active(activity);
            }
        }
        if self.state.unsettled > 0 {
            self.settle_failures();
        }
        Ok(end)
    }

    fn resume(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        option: u32,
        burn: &mut dyn FnMut(u64) -> Result<(), Interruption>,
    ) -> Result<StepEnd, Interruption> {
        let wait = std::mem::replace(&mut activity.wait, Wait::Turn);
        let mut frame = activity.frames[activity.frames.len() - 1];
        let mut result = Ok(Flow::Follow);
        match wait {
            Wait::Turn | Wait::Pause => {}
            Wait::Line => {
                self.is_seen = true;
                let span = self.fixed.code.codes[frame.code.index()].spans[frame.next as usize - 1];
                result = self.line_of_input(activity, span);
            }
            Wait::Choice(_) => activity.stack.push(Value::Int(i64::from(option))),
            Wait::Clock(_) => self.recorder.read(CLOCK),
            Wait::Future(future) => result = self.claim(activity, &frame, future),
            Wait::Guard { futures, condition, clock } => {
                for future in futures {
                    let place = future_place(self.state.task(future).info.actor);
                    self.recorder.read(place);
                }
                if clock.is_some() {
                    self.recorder.read(CLOCK);
                }
                if let Some(condition) = condition {
                    // Holds, or throws: that was found out when the task was chosen.
                    result = self.condition(activity, condition, &frame).map(|_| Flow::Follow);
                }
            }
        }
        let mut batch = 0;
        let deadline = activity.deadline.clone();
        loop {
            match result {
                Ok(Flow::Follow) => {}
                Ok(Flow::End(end)) => {
                    if !matches!(end, StepEnd::Returned | StepEnd::Failed) {
                        let innermost = activity.frames.len() - 1;
                        activity.frames[innermost] = frame;
                    }
                    return Ok(end);
                }
                Err(Break::Interrupt(interruption)) => return Err(interruption),
                Err(Break::Throw(thrown)) => {
                    result = self.throw(info, activity, &mut frame, thrown);
                    continue;
                }
            }
            batch += 1;
            if batch == FUEL_BATCH {
                burn(u64::from(FUEL_BATCH))?;
                batch = 0;
            }
            let code = &self.fixed.code.codes[frame.code.index()];
            let at = frame.next as usize;
            let instruction = code.instructions[at];
            frame.next += 1;
            let view =
                View { fixed: self.fixed, state: self.state, task: self.task, deadline: deadline.as_deref() };
            let frame_of_instruction = frame.code;
            let next = view.instruction(activity, &mut frame, instruction, self.recorder);
            result = match next {
                Ok(Next::Follow) => Ok(Flow::Follow),
                Ok(Next::Finished(value)) => Ok(Flow::End(self.finish(activity, value))),
                Ok(Next::Returned(ended, _)) => {
                    if ended.kind == FrameKind::Init {
                        self.start_run(info, activity, ended.this);
                    }
                    Ok(Flow::Follow)
                }
                Ok(Next::Effect) => {
                    let span = self.fixed.code.codes[frame_of_instruction.index()].spans[at];
                    self.effect(info, activity, &mut frame, instruction, span)
                }
                Err(trouble) => {
                    let span = self.fixed.code.codes[frame_of_instruction.index()].spans[at];
                    self.trouble(info, activity, trouble, span)
                }
            };
        }
    }

    fn trouble(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        trouble: Trouble,
        span: Span,
    ) -> Result<Flow, Break> {
        match trouble {
            Trouble::Exception(constructor) => {
                // Inside the library, the caller's line says more.
                let span = self.user_span(activity, span);
                Err(self.exception(constructor, span))
            }
            Trouble::Unsupported(what) => {
                let span = self.user_span(activity, span);
                Err(self.unsupported(&what, span))
            }
            Trouble::Line => {
                if self.pause_before_line(activity, span)? {
                    let span = self.user_span(activity, span);
                    return Ok(Flow::End(StepEnd::Pauses(span)));
                }
                self.line_of_input(activity, span)
            }
            Trouble::Choice(count) => match self.options.random {
                RandomSource::Seeded(seed) => {
                    let drawn = name_hash(info.hash ^ seed, 3, activity.draws) % u64::from(count);
                    activity.draws += 1;
                    activity.stack.push(Value::Int(drawn as i64));
                    Ok(Flow::Follow)
                }
                RandomSource::Explored => {
                    if activity.frames.iter().any(|frame| frame.kind == FrameKind::Init) {
                        return Err(self.unsupported("`random` in an init block", span));
                    }
                    activity.wait = Wait::Choice(count);
                    Ok(Flow::End(StepEnd::Chooses(span)))
                }
            },
        }
    }

    /// `readln`.
    fn line_of_input(&mut self, activity: &mut Activity, span: Span) -> Result<Flow, Break> {
        let line = self.state.lines_read as usize;
        let Some(input) = &self.fixed.program.input else {
            let span = self.user_span(activity, span);
            return Err(self.unsupported("`readln` without lines to read (--input FILE gives them)", span));
        };
        let Some(text) = input.get(line) else {
            let span = self.user_span(activity, span);
            return Err(self.unsupported("`readln` behind the last line of its input", span));
        };
        self.recorder.write(INPUT);
        self.state.lines_read += 1;
        activity.stack.push(Value::text(text.to_string()));
        Ok(Flow::Follow)
    }

    fn effect(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        frame: &mut Frame,
        instruction: Instruction,
        span: Span,
    ) -> Result<Flow, Break> {
        if let Some(flow) = self.pause_before(info, activity, frame, instruction, span)? {
            return Ok(flow);
        }
        match instruction {
            Instruction::SetField(field) => {
                let value = pop(&mut activity.stack);
                if let Some(this) = frame.this {
                    let object = self.state.object_mut(this);
                    object.fields[field as usize] = value;
                    let place = Place::new(object.info.place, field);
                    self.recorder.write(place);
                }
                Ok(Flow::Follow)
            }
            Instruction::New(creation) => {
                let creation = self.fixed.code.creations[creation as usize];
                self.create(info, activity, frame, creation, span)
            }
            Instruction::Spawn(call) => {
                if let Some(flow) = self.send_call(info, activity, frame, call)? {
                    return Ok(flow);
                }
                let future = self.spawn_call(info, activity, call)?;
                activity.stack.push(Value::Future(future));
                Ok(Flow::Follow)
            }
            Instruction::Invoke(call) => self.invoke(info, activity, frame, call),
            Instruction::Get => match pop(&mut activity.stack) {
                Value::Future(future) => self.get(info, activity, frame, future, span),
                _ => Err(self.exception(self.fixed.program.known.null_pointer, span)),
            },
            Instruction::Await(guard) => {
                let guard = self.fixed.code.guards[guard as usize];
                self.await_guard(activity, frame, guard)
            }
            Instruction::Suspend => {
                self.may_wait(activity, span)?;
                activity.wait = Wait::Turn;
                Ok(Flow::End(StepEnd::Suspended(span)))
            }
            Instruction::Duration => {
                let interval = self.interval(activity);
                self.recorder.read(CLOCK);
                if interval.earliest <= *self.state.clock {
                    return Ok(Flow::Follow);
                }
                self.may_wait(activity, span)?;
                activity.wait = Wait::Clock(Rc::new(interval));
                Ok(Flow::End(StepEnd::Blocks(span)))
            }
            Instruction::Resource(what) => self.use_resource(info, activity, frame, what, span),
            Instruction::Throw => {
                let value = pop(&mut activity.stack);
                Err(Break::Throw(Thrown { value, origin: span }))
            }
            Instruction::Rethrow => {
                let value = pop(&mut activity.stack);
                Err(Break::Throw(Thrown { value, origin: activity.origin }))
            }
            Instruction::Die => {
                let value = pop(&mut activity.stack);
                Ok(self.die(activity, frame.this, Thrown { value, origin: span }))
            }
            Instruction::Assert => {
                let value = pop(&mut activity.stack);
                let known = &self.fixed.program.known;
                if matches!(value, Value::Atom(found) if found == known.yes) {
                    Ok(Flow::Follow)
                } else {
                    Err(self.exception(known.assertion_failed, span))
                }
            }
            Instruction::PushHandler(target) => {
                activity.handlers.push(Handler {
                    frames: activity.frames.len() as u32,
                    height: activity.stack.len() as u32,
                    target,
                });
                Ok(Flow::Follow)
            }
            Instruction::PopHandler => {
                activity.handlers.pop();
                Ok(Flow::Follow)
            }
            other => unreachable!("{other:?} is pure"),
        }
    }

    /// A task can't wait while it initialises an object, which nobody could reach.
    pub(super) fn may_wait(&self, activity: &Activity, span: Span) -> Result<(), Break> {
        if activity.frames.iter().any(|frame| frame.kind == FrameKind::Init) {
            return Err(self.unsupported("an init block that waits", span));
        }
        Ok(())
    }

    /// BLOCK1 and BLOCK2.
    pub(super) fn get(
        &mut self,
        _info: &TaskInfo,
        activity: &mut Activity,
        frame: &Frame,
        future: TaskId,
        span: Span,
    ) -> Result<Flow, Break> {
        if self.state.task(future).is_done() {
            return self.claim(activity, frame, future);
        }
        let place = future_place(self.state.task(future).info.actor);
        self.recorder.read(place);
        self.may_wait(activity, span)?;
        activity.wait = Wait::Future(future);
        Ok(Flow::End(StepEnd::Blocks(span)))
    }

    /// The value of a finished task, or its exception.
    fn claim(&mut self, activity: &mut Activity, frame: &Frame, future: TaskId) -> Result<Flow, Break> {
        let place = future_place(self.state.task(future).info.actor);
        self.recorder.read(place);
        match &self.state.task(future).phase {
            Phase::Done(Outcome::Value(value)) => {
                activity.stack.push(value.clone());
                Ok(Flow::Follow)
            }
            Phase::Done(Outcome::Failed { thrown, settled }) => {
                let thrown = thrown.clone();
                if !settled {
                    self.state.unsettled -= 1;
                    let entry = Rc::make_mut(&mut self.state.tasks[future.index()]);
                    entry.phase = Phase::Done(Outcome::Failed { thrown: thrown.clone(), settled: true });
                }
                Err(Break::Throw(thrown))
            }
            _ => unreachable!("the code at {:?} claims a future that is not done", frame.code),
        }
    }

    /// AWAIT1 and AWAIT2, for any guard.
    fn await_guard(
        &mut self,
        activity: &mut Activity,
        frame: &Frame,
        guard: GuardSite,
    ) -> Result<Flow, Break> {
        let clock = guard.timed.then(|| Rc::new(self.interval(activity)));
        let from = activity.stack.len() - guard.futures as usize;
        let mut futures: SmallVec<[TaskId; 1]> = SmallVec::new();
        for value in activity.stack.drain(from..) {
            match value {
                Value::Future(future) => futures.push(future),
                _ => {
                    return Err(Break::Throw(Thrown {
                        value: Value::Atom(self.fixed.program.known.null_pointer),
                        origin: guard.span,
                    }));
                }
            }
        }
        let mut ready = true;
        for &future in &futures {
            let place = future_place(self.state.task(future).info.actor);
            self.recorder.read(place);
            ready &= self.state.task(future).is_done();
        }
        if let Some(clock) = &clock {
            self.recorder.read(CLOCK);
            ready &= clock.earliest <= *self.state.clock;
        }
        if let (true, Some(condition)) = (ready, guard.condition) {
            ready = self.condition(activity, condition, frame)?;
        }
        if ready && self.options.await_semantics == AwaitSemantics::Continues {
            return Ok(Flow::Follow);
        }
        self.may_wait(activity, guard.span)?;
        activity.wait = Wait::Guard { futures, condition: guard.condition, clock };
        Ok(Flow::End(StepEnd::Awaits(guard.span)))
    }

    fn condition(&mut self, activity: &mut Activity, code: CodeId, frame: &Frame) -> Result<bool, Break> {
        let innermost = activity.frames.len() - 1;
        activity.frames[innermost] = *frame;
        let result = condition_holds(self.fixed, self.state, self.task, activity, code, self.recorder);
        result.map_err(|trouble| {
            let span = self.fixed.code.codes[code.index()].spans[0];
            match trouble {
                Trouble::Exception(constructor) => self.exception(constructor, span),
                Trouble::Unsupported(what) => self.unsupported(&what, span),
                Trouble::Choice(_) => self.unsupported("`random` inside a guard", span),
                Trouble::Line => self.unsupported("`readln` inside a guard", span),
            }
        })
    }

    fn interval(&self, activity: &mut Activity) -> Interval {
        let zero = || BigRational::from_integer(0.into());
        let high = pop(&mut activity.stack).as_rational().unwrap_or_else(zero);
        let low = pop(&mut activity.stack).as_rational().unwrap_or_else(zero);
        let latest = if high < low { low.clone() } else { high };
        Interval { earliest: &*self.state.clock + low, latest: &*self.state.clock + latest }
    }

    /// RETURN.
    pub(super) fn finish(&mut self, activity: &mut Activity, value: Value) -> StepEnd {
        match activity.failing.take() {
            // The recover block handled the exception; the task has failed all the same.
            Some(thrown) => {
                self.end_task(Outcome::Failed { thrown: *thrown, settled: true });
                StepEnd::Failed
            }
            None => {
                self.end_task(Outcome::Value(value));
                StepEnd::Returned
            }
        }
    }

    pub(super) fn end_task(&mut self, outcome: Outcome) {
        if matches!(outcome, Outcome::Failed { settled: false, .. }) {
            self.state.unsettled += 1;
        }
        Rc::make_mut(&mut self.state.tasks[self.task.index()]).phase = Phase::Done(outcome);
    }
}
