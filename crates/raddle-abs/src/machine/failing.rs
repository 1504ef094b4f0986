//! The parts of a step that throw: handlers, recovery, the death of objects, and what is reported of it all.

use std::rc::Rc;

use raddle_explore::context::{Failure, Interruption};
use raddle_explore::operation::Place;
use raddle_explore::source::SourcePlace;

use super::builtins::{show, task_name};
use super::evaluate::enter;
use super::state::{Activity, Frame, FrameKind, Outcome, Phase, TaskInfo, Thrown};
use super::step::{Break, Flow, StepEnd, Stepper};
use super::value::{ObjectId, TaskId, Value};
use crate::source::Span;
use crate::types::resolved::ConstructorId;

impl Stepper<'_> {
    pub(super) fn exception(&self, constructor: ConstructorId, origin: Span) -> Break {
        Break::Throw(Thrown { value: Value::Atom(constructor), origin })
    }

    pub(super) fn unsupported(&self, what: &str, span: Span) -> Break {
        Break::Interrupt(Interruption::Unsupported { what: format!("{}: {what}", self.sources.place(span)) })
    }

    /// The innermost place that is not in the standard library.
    pub(super) fn user_span(&self, activity: &Activity, span: Span) -> Span {
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

    /// Looks for a handler; without one, the object recovers or the task fails.
    pub(super) fn throw(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        frame: &mut Frame,
        thrown: Thrown,
    ) -> Result<Flow, Break> {
        // What was said of the next creation or call was said of the one that failed.
        (activity.placing, activity.size) = (None, None);
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
            self.failures.push(Failure::Assertion(self.thrown(String::new(), thrown.origin)));
        }
        self.end_task(Outcome::Failed { thrown, settled: is_assertion });
        Ok(Flow::End(StepEnd::Failed))
    }

    /// What was thrown, with its place and the text of the line.
    fn thrown(&self, what: String, span: Span) -> Box<raddle_explore::context::Thrown> {
        let at = SourcePlace { column: 0, ..self.sources.place(span) };
        let line = self.sources.get(span.source).line_text(at.line).trim().to_owned();
        Box::new(raddle_explore::context::Thrown { what, at: Some(at), line })
    }

    /// Kills an object: all its tasks end with the exception.
    pub(super) fn die(&mut self, activity: &mut Activity, object: Option<ObjectId>, thrown: Thrown) -> Flow {
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
    pub(super) fn settle_failures(&mut self) {
        let at_end =
            !super::waits::anything_moves(self.fixed, self.state) && !super::waits::clock_awaited(self.state);
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
            let name = task_name(self.fixed, self.state, task);
            let failure = Failure::Exception(self.thrown(format!("{shown} in {name}"), thrown.origin));
            self.failures.push(failure);
            self.state.unsettled -= 1;
            let entry = Rc::make_mut(&mut self.state.tasks[task.index()]);
            entry.phase = Phase::Done(Outcome::Failed { thrown, settled: true });
        }
    }
}
