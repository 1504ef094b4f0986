//! The parts of a step that make objects and tasks, and calls within a location.

use std::rc::Rc;

use num_rational::BigRational;
use smallvec::SmallVec;

use super::code::Creation;
use super::evaluate::{FRAME_LIMIT, enter, pop};
use super::state::{
    Activity, Frame, FrameKind, Location, LocationInfo, Object, ObjectInfo, Outcome, Phase, Task, TaskInfo,
    Thrown, Wait, creation_place, name_hash,
};
use super::step::{Break, Flow, Stepper};
use super::value::{LocationId, ObjectId, TaskId, Value};
use crate::source::Span;
use crate::types::resolved::MethodId;

impl Stepper<'_> {
    /// NEWLOC, and `new local`.
    pub(super) fn create(
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
        let here = frame.this.map_or(info.location, |this| this.location);
        let component = activity.placing.take().or(self.state.locations[here.index()].component);
        if !creation.local {
            self.must_be_on(component, span)?;
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
                scheduler: self.fixed.program.creation_sites[creation.site.index()].scheduler,
                component,
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

    pub(super) fn start_run(&mut self, info: &TaskInfo, activity: &mut Activity, object: Option<ObjectId>) {
        let Some(object) = object else { return };
        let class = self.state.object(object).info.class;
        if let Some(run) = self.fixed.code.classes[class.index()].run {
            let span = self.fixed.program.methods[run.index()].span;
            self.spawn(info, activity, object, run, Vec::new(), None, span);
        }
    }

    /// The task's target, the method it means there, and its arguments.
    pub(super) fn spawn_call(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        call: u32,
    ) -> Result<TaskId, Break> {
        let site = self.fixed.code.calls[call as usize];
        let deadline = if site.deadline { self.deadline(&pop(&mut activity.stack)) } else { None };
        let from = activity.stack.len() - site.arguments as usize;
        let arguments: Vec<Value> = activity.stack.drain(from..).collect();
        let Value::Object(target) = pop(&mut activity.stack) else {
            return Err(self.exception(self.fixed.program.known.null_pointer, site.span));
        };
        self.must_be_reachable(target, site.span)?;
        let method = self.method(target, call);
        Ok(self.spawn(info, activity, target, method, arguments, deadline, site.span))
    }

    pub(super) fn method(&self, target: ObjectId, call: u32) -> MethodId {
        let class = self.state.object(target).info.class;
        let selector = self.fixed.code.calls[call as usize].selector;
        self.fixed.code.classes[class.index()].methods[selector.index()]
            .expect("the checker has seen that the class has the method")
    }

    /// `Duration(x)` from now on, or none.
    pub(super) fn deadline(&self, value: &Value) -> Option<Rc<BigRational>> {
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
    pub(super) fn spawn(
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
            arrival: self.state.clock.clone(),
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
                placing: None,
                size: None,
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
    pub(super) fn invoke(
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
            if let Some(flow) = self.send_call(info, activity, frame, call)? {
                return Ok(flow);
            }
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
}
