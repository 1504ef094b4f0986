//! One macro step: figure 1 of seed 001, extended to all of ABS.
//!
//! MSTEP is [`Stepper::run`]: the chosen task runs until it ends (RETURN), gives its location away (AWAIT2,
//! `suspend`) or blocks it (BLOCK2, `duration`, `random`). NEWLOC is `create`, ASYNC is `spawn`; AWAIT1 and
//! BLOCK1 just go on. Deviations: an object's init code runs inside the step that creates it, which no other
//! task can tell from a task of its own, since nothing reaches the object before; `random` ends a step, so
//! that its value is a choice of the scheduler.

use std::rc::Rc;

use num_rational::BigRational;
use raddle_explore::context::{Failure, Interruption};
use raddle_explore::names::{ActorId, Names};
use raddle_explore::operation::Place;
use smallvec::SmallVec;

use super::builtins::show;
use super::code::{CodeId, Creation, GuardSite, Instruction};
use super::evaluate::{FRAME_LIMIT, Fixed, Next, Recorder, Trouble, View, condition_holds, enter, pop};
use super::options::{AwaitSemantics, Options, RandomSource};
use super::state::{
    Activity, CLOCK, Frame, FrameKind, Handler, Interval, Location, LocationInfo, Object, ObjectInfo,
    Outcome, Phase, State, Task, TaskInfo, Thrown, Wait, creation_place, future_place, name_hash,
};
use super::value::{LocationId, ObjectId, TaskId, Value};
use crate::source::{Sources, Span};
use crate::types::resolved::{ConstructorId, MethodId};

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
}

/// What an effect leads to.
enum Flow {
    Follow,
    End(StepEnd),
}

/// What may come between: an exception of the language, or the end of the step.
enum Break {
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
            Wait::Turn => {}
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

    fn exception(&self, constructor: ConstructorId, origin: Span) -> Break {
        Break::Throw(Thrown { value: Value::Atom(constructor), origin })
    }

    fn unsupported(&self, what: &str, span: Span) -> Break {
        Break::Interrupt(Interruption::Unsupported { what: format!("{}: {what}", self.sources.place(span)) })
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
            Trouble::Unsupported(what) => Err(self.unsupported(&what, span)),
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

    /// The innermost place that is not in the standard library.
    fn user_span(&self, activity: &Activity, span: Span) -> Span {
        if span.source.0 != 0 {
            return span;
        }
        activity
            .frames
            .iter()
            .rev()
            .filter_map(|frame| {
                let code = &self.fixed.code.codes[frame.code.index()];
                code.spans.get((frame.next as usize).saturating_sub(1)).copied()
            })
            .find(|span| span.source.0 != 0)
            .unwrap_or(span)
    }

    fn effect(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        frame: &mut Frame,
        instruction: Instruction,
        span: Span,
    ) -> Result<Flow, Break> {
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
    fn may_wait(&self, activity: &Activity, span: Span) -> Result<(), Break> {
        if activity.frames.iter().any(|frame| frame.kind == FrameKind::Init) {
            return Err(self.unsupported("an init block that waits", span));
        }
        Ok(())
    }

    /// BLOCK1 and BLOCK2.
    fn get(
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

    /// NEWLOC, and `new local`.
    fn create(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        frame: &mut Frame,
        creation: Creation,
        span: Span,
    ) -> Result<Flow, Break> {
        if activity.frames.len() >= FRAME_LIMIT {
            return Err(self.exception(self.fixed.program.known.stack_overflow, span));
        }
        let class = &self.fixed.code.classes[creation.class.index()];
        let ordinal = activity.creations;
        activity.creations += 1;
        let from = activity.stack.len() - creation.arguments as usize;
        let mut fields: SmallVec<[Value; 4]> = activity.stack.drain(from..).collect();
        fields.resize(class.fields as usize, Value::Null);
        let creator = self.state.task(self.task).info.clone();
        let place = creation_place(info.actor, ordinal);
        let hash = name_hash(info.hash, 1, ordinal);
        let here = frame.this.map_or(info.location, |this| this.location);
        let object = Rc::new(Object {
            info: Rc::new(ObjectInfo {
                class: creation.class,
                place,
                hash,
                creator: (creator.clone(), ordinal),
                site: creation.site,
            }),
            fields,
            dead: false,
        });
        let id = if creation.local {
            let location = Rc::make_mut(&mut self.state.locations[here.index()]);
            location.objects.push(object);
            ObjectId { location: here, index: location.objects.len() as u32 - 1 }
        } else {
            let location = LocationId(self.state.locations.len() as u32);
            self.state.locations.push(Rc::new(Location {
                info: Rc::new(LocationInfo {
                    place,
                    hash,
                    creator: Some((creator, ordinal)),
                    site: Some(creation.site),
                    parent: Some(here),
                }),
                objects: SmallVec::from_buf([object]),
            }));
            self.state.holders.push(None);
            ObjectId { location, index: 0 }
        };
        activity.stack.push(Value::Object(id));
        match class.init {
            Some(init) => {
                let innermost = activity.frames.len() - 1;
                activity.frames[innermost] = *frame;
                enter(activity, self.fixed, init, Some(id), FrameKind::Init);
                *frame = activity.frames[innermost + 1];
            }
            None => self.start_run(info, activity, Some(id)),
        }
        Ok(Flow::Follow)
    }

    fn start_run(&mut self, info: &TaskInfo, activity: &mut Activity, object: Option<ObjectId>) {
        let Some(object) = object else { return };
        let class = self.state.object(object).info.class;
        if let Some(run) = self.fixed.code.classes[class.index()].run {
            let span = self.fixed.program.methods[run.index()].span;
            self.spawn(info, activity, object, run, Vec::new(), None, span);
        }
    }

    /// The task's target, the method it means there, and its arguments.
    fn spawn_call(&mut self, info: &TaskInfo, activity: &mut Activity, call: u32) -> Result<TaskId, Break> {
        let site = self.fixed.code.calls[call as usize];
        let deadline = if site.deadline { self.deadline(&pop(&mut activity.stack)) } else { None };
        let from = activity.stack.len() - site.arguments as usize;
        let arguments: Vec<Value> = activity.stack.drain(from..).collect();
        let Value::Object(target) = pop(&mut activity.stack) else {
            return Err(self.exception(self.fixed.program.known.null_pointer, site.span));
        };
        let method = self.method(target, call);
        Ok(self.spawn(info, activity, target, method, arguments, deadline, site.span))
    }

    fn method(&self, target: ObjectId, call: u32) -> MethodId {
        let class = self.state.object(target).info.class;
        let selector = self.fixed.code.calls[call as usize].selector;
        self.fixed.code.classes[class.index()].methods[selector.index()]
            .expect("the checker has seen that the class has the method")
    }

    /// `Duration(x)` from now on, or none.
    fn deadline(&self, value: &Value) -> Option<Rc<BigRational>> {
        match value {
            Value::Data(data) => {
                let length = data.arguments[0].as_rational()?;
                Some(Rc::new(&*self.state.clock + length))
            }
            _ => None,
        }
    }

    /// ASYNC.
    #[expect(clippy::too_many_arguments, reason = "a call has that many parts, and one caller builds them")]
    fn spawn(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        object: ObjectId,
        method: MethodId,
        arguments: Vec<Value>,
        deadline: Option<Rc<BigRational>>,
        call: Span,
    ) -> TaskId {
        let ordinal = activity.calls;
        activity.calls += 1;
        let actor = self.names.child(Some(info.actor), ordinal);
        let mut path = Vec::with_capacity(info.path.len() + 1);
        path.extend_from_slice(&info.path);
        path.push(ordinal);
        let new_info = Rc::new(TaskInfo {
            actor,
            path: path.into(),
            hash: name_hash(info.hash, 2, ordinal),
            method,
            object: Some(object),
            location: object.location,
            caller: Some(self.task),
            call,
        });
        let id = TaskId(self.state.tasks.len() as u32);
        let dead = self.state.object(object).dead;
        let phase = if dead {
            self.state.unsettled += 1;
            let value = Value::Atom(self.fixed.program.known.object_dead);
            Phase::Done(Outcome::Failed { thrown: Thrown { value, origin: call }, settled: false })
        } else {
            let code = self.fixed.code.method(method);
            let mut started = Activity {
                frames: SmallVec::new(),
                stack: arguments,
                handlers: SmallVec::new(),
                origin: call,
                failing: None,
                wait: Wait::Turn,
                calls: 0,
                creations: 0,
                draws: 0,
                deadline,
            };
            enter(&mut started, self.fixed, code, Some(object), FrameKind::Call);
            Phase::Active(started)
        };
        self.state.tasks.push(Rc::new(Task { info: new_info, phase }));
        if !dead {
            self.state.activate(id);
            self.started.push(actor);
        }
        id
    }

    /// `o.m()`: a plain call within the location, else ASYNC and then `get`.
    fn invoke(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        frame: &mut Frame,
        call: u32,
    ) -> Result<Flow, Break> {
        let site = self.fixed.code.calls[call as usize];
        let target_at = activity.stack.len() - site.arguments as usize - 1;
        let Value::Object(target) = activity.stack[target_at] else {
            return Err(self.exception(self.fixed.program.known.null_pointer, site.span));
        };
        let here = frame.this.map_or(info.location, |this| this.location);
        if target.location != here {
            let future = self.spawn_call(info, activity, call)?;
            return self.get(info, activity, frame, future, site.span);
        }
        if self.state.object(target).dead {
            return Err(self.exception(self.fixed.program.known.object_dead, site.span));
        }
        if activity.frames.len() >= FRAME_LIMIT {
            return Err(self.exception(self.fixed.program.known.stack_overflow, site.span));
        }
        let method = self.method(target, call);
        activity.stack.remove(target_at);
        let innermost = activity.frames.len() - 1;
        activity.frames[innermost] = *frame;
        enter(activity, self.fixed, self.fixed.code.method(method), Some(target), FrameKind::Call);
        *frame = activity.frames[innermost + 1];
        Ok(Flow::Follow)
    }

    /// RETURN.
    fn finish(&mut self, activity: &mut Activity, value: Value) -> StepEnd {
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

    fn end_task(&mut self, outcome: Outcome) {
        if matches!(outcome, Outcome::Failed { settled: false, .. }) {
            self.state.unsettled += 1;
        }
        Rc::make_mut(&mut self.state.tasks[self.task.index()]).phase = Phase::Done(outcome);
    }

    /// Looks for a handler; without one, the object recovers or the task fails.
    fn throw(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        frame: &mut Frame,
        thrown: Thrown,
    ) -> Result<Flow, Break> {
        let left = activity.handlers.last().map_or(0, |handler| handler.frames as usize);
        for lost in &activity.frames[left..] {
            if let (FrameKind::Init, Some(this)) = (lost.kind, lost.this) {
                self.state.object_mut(this).dead = true;
            }
        }
        if let Some(handler) = activity.handlers.pop() {
            activity.frames.truncate(handler.frames as usize);
            activity.stack.truncate(handler.height as usize);
            activity.stack.push(thrown.value);
            activity.origin = thrown.origin;
            *frame = activity.frames[handler.frames as usize - 1];
            frame.next = handler.target;
            return Ok(Flow::Follow);
        }
        if activity.failing.is_some() {
            // The recover block itself failed: the object dies.
            return Ok(self.die(activity, info.object, thrown));
        }
        let recover = info.object.and_then(|object| {
            let class = self.state.object(object).info.class;
            self.fixed.code.classes[class.index()].recover
        });
        if let Some(recover) = recover {
            activity.frames.clear();
            activity.stack.clear();
            activity.stack.push(thrown.value.clone());
            activity.failing = Some(Box::new(thrown));
            enter(activity, self.fixed, recover, info.object, FrameKind::Recover);
            *frame = activity.frames[0];
            return Ok(Flow::Follow);
        }
        let is_assertion = matches!(thrown.value,
            Value::Atom(found) if found == self.fixed.program.known.assertion_failed);
        if is_assertion {
            let line = self.line(thrown.origin);
            self.failures.push(Failure::Assertion(line));
        }
        self.end_task(Outcome::Failed { thrown, settled: is_assertion });
        Ok(Flow::End(StepEnd::Failed))
    }

    /// The place and the text of its line.
    fn line(&self, span: Span) -> String {
        let source = self.sources.get(span.source);
        let line = source.line(span.start);
        format!("{}:{line}: {}", source.name, source.line_text(line).trim())
    }

    /// Kills an object: all its tasks end with the exception.
    fn die(&mut self, activity: &mut Activity, object: Option<ObjectId>, thrown: Thrown) -> Flow {
        self.recorder.write(Place::EVERYTHING);
        activity.failing = None;
        if let Some(object) = object {
            self.state.object_mut(object).dead = true;
            let others: Vec<TaskId> = self
                .state
                .active
                .iter()
                .copied()
                .filter(|&task| task != self.task && self.state.task(task).info.object == Some(object))
                .collect();
            for task in others {
                let entry = Rc::make_mut(&mut self.state.tasks[task.index()]);
                entry.phase = Phase::Done(Outcome::Failed { thrown: thrown.clone(), settled: true });
                let holder = &mut self.state.holders[object.location.index()];
                if *holder == Some(task) {
                    *holder = None;
                }
                self.state.deactivate(task);
            }
        }
        self.end_task(Outcome::Failed { thrown, settled: true });
        Flow::End(StepEnd::Failed)
    }

    /// Reports exceptions that nobody can get any more: no reference to the future is left, or nothing moves.
    fn settle_failures(&mut self) {
        let at_end = !super::waits::anything_moves(self.fixed, self.state);
        let unsettled: Vec<TaskId> = (0..self.state.tasks.len() as u32)
            .map(TaskId)
            .filter(|&task| {
                matches!(self.state.task(task).phase, Phase::Done(Outcome::Failed { settled: false, .. }))
            })
            .collect();
        for task in unsettled {
            if !at_end && super::waits::is_referenced(self.state, task) {
                continue;
            }
            let Phase::Done(Outcome::Failed { thrown, .. }) = &self.state.task(task).phase else { continue };
            let thrown = thrown.clone();
            let shown = show(self.fixed, self.state, &thrown.value);
            let failure = Failure::Exception(format!("{shown} at {}", self.line(thrown.origin)));
            self.failures.push(failure);
            self.state.unsettled -= 1;
            let entry = Rc::make_mut(&mut self.state.tasks[task.index()]);
            entry.phase = Phase::Done(Outcome::Failed { thrown, settled: true });
        }
    }
}
