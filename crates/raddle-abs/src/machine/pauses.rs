//! Where a macro step ends because others could tell what comes next from what was done before.
//!
//! **Source.** Figure 1 of seed 001 lets a task run unstopped to its next wait. That is right while locations share nothing
//! but calls and futures: then whatever another location does in between could as well come before or after. **Deviation.**
//! Some things are shared all the same: a call to a location with a scheduler of its own, which may be asked at any time
//! with the calls that have arrived; a call to an object that may be dead by then; resources of a deployment component;
//! lines of the input. Before such an operation the task *pauses*, if its step has already done something that others can
//! see: it keeps its location, and everybody may move. **Guarantee.** Between two operations that others can notice, every
//! order of their steps is explored; programs without such operations have the seed's steps.

use super::code::Instruction;
use super::state::{Activity, Frame, FrameKind, TaskInfo, Wait};
use super::step::{Break, Flow, StepEnd, Stepper};
use super::value::{LocationId, ObjectId, Value};
use crate::source::Span;
use crate::types::resolved::ResourceUse;

impl Stepper<'_> {
    /// Ends the step before an operation whose time others can tell: the flow if it does.
    pub(super) fn pause_before(
        &mut self,
        info: &TaskInfo,
        activity: &mut Activity,
        frame: &mut Frame,
        instruction: Instruction,
        span: Span,
    ) -> Result<Option<Flow>, Break> {
        let here = frame.this.map_or(info.location, |this| this.location);
        if self.is_noticed(activity, here, instruction) && self.is_seen {
            self.pause(activity, span)?;
            if matches!(activity.wait, Wait::Pause) {
                frame.next -= 1;
                return Ok(Some(Flow::End(StepEnd::Pauses(span))));
            }
        }
        self.is_seen |= match instruction {
            Instruction::Resource(_) => true,
            // Nobody knows the object yet, but what it runs may know others.
            Instruction::New(creation) => {
                let class = self.fixed.code.creations[creation as usize].class;
                self.fixed.code.classes[class.index()].run.is_some()
            }
            Instruction::Spawn(call) | Instruction::Invoke(call) => {
                self.target(activity, call).is_some_and(|target| target.location != here)
            }
            _ => false,
        };
        Ok(None)
    }

    /// Lets others move before a line is read, if the step has already done something that they can see.
    pub(super) fn pause_before_line(&mut self, activity: &mut Activity, span: Span) -> Result<bool, Break> {
        if !std::mem::replace(&mut self.is_seen, true) {
            return Ok(false);
        }
        self.pause(activity, span)?;
        if matches!(activity.wait, Wait::Pause) {
            activity.wait = Wait::Line;
        }
        Ok(matches!(activity.wait, Wait::Line))
    }

    /// An object is initialised in one step: its first operation there comes as if the step began with its creation.
    fn pause(&mut self, activity: &mut Activity, span: Span) -> Result<(), Break> {
        let is_init = activity.frames.iter().any(|frame| frame.kind == FrameKind::Init);
        if is_init && std::mem::replace(&mut self.is_seen_in_init, true) {
            let what = "an init block with several calls, costs or lines that others can notice";
            return Err(self.unsupported(what, span));
        }
        if !is_init {
            self.is_seen_in_init = false;
            activity.wait = Wait::Pause;
        }
        Ok(())
    }

    fn target(&self, activity: &Activity, call: u32) -> Option<ObjectId> {
        let site = self.fixed.code.calls[call as usize];
        let above = site.arguments as usize + usize::from(site.deadline);
        match activity.stack[activity.stack.len() - 1 - above] {
            Value::Object(target) => Some(target),
            _ => None,
        }
    }

    /// Can somebody else tell when this operation is made?
    fn is_noticed(&self, activity: &Activity, here: LocationId, instruction: Instruction) -> bool {
        let (code, program) = (&self.fixed.code, &self.fixed.program);
        match instruction {
            Instruction::Resource(what) => !matches!(what, ResourceUse::Place | ResourceUse::Size),
            Instruction::Spawn(call) | Instruction::Invoke(call) => {
                let told = |target: ObjectId| {
                    target.location != here
                        && (code.classes[self.state.object(target).info.class.index()].dies
                            || activity.size.is_some()
                            || self.state.locations[target.location.index()].scheduler.is_some())
                };
                self.target(activity, call).is_some_and(told)
            }
            Instruction::New(creation) => {
                let class = code.creations[creation as usize].class;
                code.pauses
                    && code.classes[class.index()].init.is_some_and(|init| {
                        code.codes[init.index()].instructions.iter().any(|instruction| {
                            match instruction {
                                Instruction::Resource(_) | Instruction::Spawn(_) | Instruction::Invoke(_) => {
                                    true
                                }
                                // A function may read a line.
                                Instruction::Call(_) | Instruction::Builtin(_) => program.input.is_some(),
                                _ => false,
                            }
                        })
                    })
            }
            _ => false,
        }
    }
}
