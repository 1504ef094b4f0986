//! Runs as the kernel sees them: an actor is a task, a step is a macro step.
//!
//! The main block's first step is made at the start, because nothing else could go first: the search begins
//! in the state after it, from which the seeds count. If that step fails, it stays to be made, so that its
//! failure has a schedule. The clock is an actor of its own, which moves only when nothing else can.
//! What a pending step touches is found by trying it on a copy of the state.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use num_rational::BigRational;
use raddle_explore::context::{Interruption, StepContext, Watcher};
use raddle_explore::names::ActorId;
use raddle_explore::operation::{Mode, OperationKind, Place, Touch, conflict};
use raddle_explore::program::{Choice, Enabled, Pending, PendingBuffer, Run, SourceId};
use raddle_explore::words::{ActorName, PlaceName, Role};

use super::builtins::{object_name, path_text, task_name};
use super::evaluate::{Recorder, condition_holds};
use super::options::Dependence;
use super::program::CLOCK_PATH;
pub use super::program::{AbsProgram, Shared};
use super::state::{Activity, CLOCK, HOME, INPUT, LOCK, State, Wait, future_place};
use super::step::{StepEnd, Stepper};
use super::value::{LocationId, ObjectId, TaskId};
use super::{fingerprint, waits};
use crate::source::Span;

/// How many options of a step are tried to find out what it touches; with more, it is said to touch everything.
const OPTIONS_TRIED: u32 = 16;
/// The fuel of a trial.
const TRIAL_FUEL: u64 = 10_000_000;

/// What guides may ask about a step that was made.
#[derive(Clone, Copy, Debug)]
pub struct LastStep {
    /// Whose step it was.
    pub task: TaskId,
    /// How many tasks there were before it; those behind them were called by it.
    pub tasks_before: usize,
    /// Did it end with a wait for others?
    waits: bool,
}

/// One execution.
#[derive(Clone)]
pub struct AbsRun {
    pub(super) shared: Arc<Shared>,
    pub(super) state: State,
    /// What the main block's first step printed; the first step that is recorded prints it.
    pub(super) prologue: Option<Rc<str>>,
    /// The step that was made last.
    pub(super) last: Option<LastStep>,
    /// What tasks that can move were found to touch; stays true until a step conflicts with it.
    pub(super) trials: RefCell<Vec<(TaskId, Rc<[Touch]>)>>,
}

pub(super) fn trial_fuel() -> impl FnMut(u64) -> Result<(), Interruption> {
    let mut left = TRIAL_FUEL;
    move |amount| {
        if left < amount {
            return Err(Interruption::OutOfFuel);
        }
        left -= amount;
        Ok(())
    }
}

/// What a step left behind.
pub struct StepMade {
    /// How it ended.
    pub end: StepEnd,
    /// Actors it started.
    pub started: Vec<ActorId>,
    /// What went wrong.
    pub failures: Vec<raddle_explore::context::Failure>,
}

impl AbsRun {
    /// The state.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// What all runs share.
    #[must_use]
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The task of an actor, if it is active.
    #[must_use]
    pub fn task_of(&self, actor: ActorId) -> Option<TaskId> {
        self.state.active.iter().copied().find(|&task| self.state.task(task).info.actor == actor)
    }

    /// Did the last step end with `await` or `get`? Only such a step can close a chain of waiting tasks: one that ends
    /// otherwise makes nobody wait for a task or a location that he did not wait for before, but for new tasks, for
    /// which nobody waits yet.
    #[must_use]
    pub fn may_have_closed_a_chain(&self) -> bool {
        self.last.is_some_and(|last| last.waits)
    }

    /// The step that was made last, if there was one.
    #[must_use]
    pub fn last_step(&self) -> Option<LastStep> {
        self.last
    }

    fn clock_actor(&self) -> ActorId {
        self.shared.names.child(None, 1)
    }

    /// Makes one macro step of a task that can move.
    pub fn make_step(
        &mut self,
        task: TaskId,
        option: u32,
        recorder: &mut Recorder,
        burn: &mut dyn FnMut(u64) -> Result<(), Interruption>,
    ) -> Result<StepMade, Interruption> {
        let shared = &*self.shared;
        let tasks_before = self.state.tasks.len();
        let mut stepper = Stepper {
            fixed: &shared.fixed,
            sources: &shared.sources,
            names: &shared.names,
            options: &shared.options,
            state: &mut self.state,
            recorder,
            started: Vec::new(),
            failures: Vec::new(),
            task,
            is_seen: false,
            is_seen_in_init: false,
        };
        let end = stepper.run(option, burn)?;
        let (started, failures) = (stepper.started, stepper.failures);
        let waits = matches!(end, StepEnd::Awaits(_) | StepEnd::Blocks(_));
        self.last = Some(LastStep { task, tasks_before, waits });
        let trials = self.trials.get_mut();
        if recorder.touching {
            trials.retain(|(other, touches)| *other != task && !conflict(touches, &recorder.touches));
        } else {
            trials.clear();
        }
        Ok(StepMade { end, started, failures })
    }

    /// Can the task make a step now?
    #[must_use]
    pub fn can_move(&self, task: TaskId) -> bool {
        self.state
            .task(task)
            .activity()
            .is_some_and(|activity| waits::can_move(&self.shared.fixed, &self.state, task, activity))
    }

    /// Every choice that can be made now, in the order of the actors; what the steps touch is not looked at.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        for &task in self.state.active.iter().filter(|&&task| self.can_move(task)) {
            let entry = self.state.task(task);
            let options = match entry.activity().map(|activity| &activity.wait) {
                Some(Wait::Choice(count)) => *count,
                _ => 1,
            };
            choices.extend((0..options).map(|option| Choice { actor: entry.info.actor, option }));
        }
        if choices.is_empty() && self.next_time().is_some() {
            choices.push(Choice::first(self.clock_actor()));
        }
        choices
    }

    /// The earliest time to which the clock could go on, if some task waits for it.
    #[must_use]
    pub fn next_time(&self) -> Option<BigRational> {
        let waiting = self.state.active.iter().filter_map(|&task| {
            let interval = match &self.state.task(task).activity()?.wait {
                Wait::Clock(interval) => interval,
                Wait::Guard { clock: Some(interval), .. } => interval,
                _ => return None,
            };
            (interval.earliest > *self.state.clock).then(|| interval.latest.clone())
        });
        waiting.min()
    }

    /// Moves the clock on, if some task waits for it.
    pub fn advance_clock(&mut self) {
        if let Some(time) = self.next_time() {
            self.trials.get_mut().clear();
            self.state.clock = Rc::new(time);
            self.state.advances += 1;
        }
    }

    /// Where the task goes on: the method it begins, or the point at which it waits.
    #[must_use]
    pub fn position(&self, task: TaskId) -> Span {
        let Some(activity) = self.state.task(task).activity() else { return Span::default() };
        let frame = activity.frames[activity.frames.len() - 1];
        let next = frame.next as usize;
        if next == 0 {
            let method = self.state.task(task).info.method;
            return self.shared.fixed.program.methods[method.index()].span;
        }
        let spans = &self.shared.fixed.code.codes[frame.code.index()].spans;
        match activity.wait {
            Wait::Turn | Wait::Pause => spans[next.min(spans.len() - 1)],
            _ => spans[next - 1],
        }
    }

    /// What the step of a task that can't move would look at: what it waits for.
    fn waiting_touches(&self, task: TaskId, activity: &Activity, recorder: &mut Recorder) {
        let info = &self.state.task(task).info;
        recorder.read(self.state.lock_place(info.location));
        match &activity.wait {
            Wait::Future(future) => recorder.read(future_place(self.state.task(*future).info.actor)),
            Wait::Clock(_) => recorder.read(CLOCK),
            Wait::Guard { futures, condition, clock } => {
                for future in futures {
                    recorder.read(future_place(self.state.task(*future).info.actor));
                }
                if clock.is_some() {
                    recorder.read(CLOCK);
                }
                if let Some(code) = condition {
                    let _ = condition_holds(&self.shared.fixed, &self.state, task, activity, *code, recorder);
                }
            }
            Wait::Turn | Wait::Choice(_) | Wait::Pause | Wait::Line => {}
        }
    }

    /// What the step of a task that can move touches, found by making it on a copy.
    fn trial(&self, task: TaskId, options: u32, recorder: &mut Recorder) {
        if options > OPTIONS_TRIED {
            recorder.write(Place::EVERYTHING);
            return;
        }
        if let Some((_, known)) = self.trials.borrow().iter().find(|(known, _)| *known == task) {
            recorder.touches.extend_from_slice(known);
            return;
        }
        for option in 0..options {
            let mut copy = self.bare_copy();
            if copy.make_step(task, option, recorder, &mut trial_fuel()).is_err() {
                recorder.write(Place::EVERYTHING);
            }
        }
        self.trials.borrow_mut().push((task, recorder.touches.as_slice().into()));
    }

    /// A copy that a step is tried on and that is thrown away.
    fn bare_copy(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            state: self.state.clone(),
            prologue: None,
            last: self.last,
            trials: RefCell::default(),
        }
    }

    fn task_pending(
        &self,
        at: usize,
        edges: &[Option<TaskId>],
        into: &mut PendingBuffer,
        recorder: &mut Recorder,
    ) {
        let task = self.state.active[at];
        let entry = self.state.task(task);
        let Some(activity) = entry.activity() else { return };
        let mut pending = Pending::new(entry.info.actor, OperationKind::Step);
        pending.source = SourceId(self.shared.sources.number(self.position(task)).unwrap_or(u32::MAX));
        // Locations share nothing: no two accesses race.
        pending.mode = Mode::Synchronising;
        if let Wait::Choice(count) = activity.wait {
            pending.kind = OperationKind::Choose;
            pending.options = count;
        }
        let moves = waits::can_move(&self.shared.fixed, &self.state, task, activity);
        if !moves {
            pending.enabled = match edges[at] {
                Some(other) => Enabled::WaitsFor(self.state.task(other).info.actor),
                None => Enabled::WaitsForAnyone,
            };
        }
        recorder.touches.clear();
        if self.shared.options.touches {
            match self.shared.options.dependence {
                Dependence::None => recorder.write(Place::EVERYTHING),
                _ if moves => self.trial(task, pending.options, recorder),
                _ => self.waiting_touches(task, activity, recorder),
            }
            self.coarsen(entry.info.location, &mut recorder.touches);
        }
        into.push(pending, &recorder.touches);
    }

    /// Makes touches as coarse as the options say.
    fn coarsen(&self, location: LocationId, touches: &mut Vec<Touch>) {
        match self.shared.options.dependence {
            // Whatever a step changes, a scheduler may see it.
            _ if !self.shared.fixed.program.schedulers.is_empty() => {
                touches.clear();
                touches.push(Touch::write(Place::EVERYTHING));
            }
            Dependence::None => {
                touches.clear();
                touches.push(Touch::write(Place::EVERYTHING));
            }
            Dependence::Location => {
                let lock = self.state.lock_place(location);
                // What is not of this location: the futures of others, and the deployment components it consumes of.
                let deployment = self.shared.fixed.program.deployment;
                let is_component = |place: Place| {
                    let class = |object| self.state.object(object).info.class;
                    deployment.is_some_and(|deployment| {
                        place.part == HOME
                            || self
                                .object_at(place.object)
                                .is_some_and(|object| class(object) == deployment.class)
                    })
                };
                touches.retain(|touch| {
                    touch.place == CLOCK
                        || touch.place == INPUT
                        || touch.place == Place::EVERYTHING
                        || touch.place.object as u32 == u32::MAX
                        || is_component(touch.place)
                });
                touches.push(Touch::write(lock));
            }
            Dependence::Fields | Dependence::Exact => {}
        }
    }
}

impl Run for AbsRun {
    type Observation = ();

    fn pending(&self, into: &mut PendingBuffer) {
        into.clear();
        let blocked = self.state.active.iter().any(|&task| {
            self.state.task(task).activity().is_some_and(|activity| !matches!(activity.wait, Wait::Turn))
        });
        let edges =
            if blocked { waits::wait_edges(&self.state) } else { vec![None; self.state.active.len()] };
        let mut recorder = Recorder { touching: true, ..Recorder::default() };
        let uses_time = self.shared.fixed.code.uses_time;
        for at in 0..self.state.active.len() {
            self.task_pending(at, &edges, into, &mut recorder);
        }
        if uses_time && into.enabled().next().is_none() && self.next_time().is_some() {
            let mut pending = Pending::new(self.clock_actor(), OperationKind::Step);
            pending.mode = Mode::Synchronising;
            into.push(pending, &[Touch::write(Place::EVERYTHING)]);
        }
    }

    fn step<W: Watcher<()>>(
        &mut self,
        choice: Choice,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
        let mut recording = false;
        context.note(|| {
            recording = true;
            String::new()
        });
        if let (true, Some(prologue)) = (recording, self.prologue.take()) {
            context.print(&prologue);
        }
        let Some(task) = self.task_of(choice.actor) else {
            self.advance_clock();
            context.note(|| format!("the clock goes on to {}", self.state.clock));
            return Ok(());
        };
        let location = self.state.task(task).info.location;
        let mut recorder =
            Recorder { touching: self.shared.options.touches, printing: recording, ..Recorder::default() };
        let mut made =
            self.make_step(task, choice.option, &mut recorder, &mut |amount| context.burn(amount))?;
        if recording {
            context.print(&recorder.output);
            context.note(|| self.describe_end(&made.end));
        }
        if self.shared.options.touches {
            self.coarsen(location, &mut recorder.touches);
            context.effects.touched = Some(recorder.touches);
        }
        context.effects.before.append(&mut made.started);
        for failure in made.failures {
            context.fail(failure);
        }
        Ok(())
    }

    fn describe_actor(&self, actor: ActorId) -> Option<ActorName> {
        if self.shared.names.path(actor).0 == CLOCK_PATH {
            return Some("the clock".to_owned().into());
        }
        let (fixed, state) = (&self.shared.fixed, &self.state);
        // Those that have finished are wanted as well.
        let task = TaskId(state.tasks.iter().position(|task| task.info.actor == actor)? as u32);
        let object = state.task(task).info.object.map(|object| object_name(fixed, state, object));
        Some(ActorName { name: task_name(fixed, state, task), object: object.unwrap_or_default() })
    }

    fn describe_place(&self, place: Place) -> Option<PlaceName> {
        let world = [(CLOCK, "the clock"), (INPUT, "the lines to read"), (Place::EVERYTHING, "everything")];
        if let Some((_, name)) = world.iter().find(|(known, _)| *known == place) {
            return Some(PlaceName::new(Role::World, *name));
        }
        let creator = ActorId((place.object >> 32) as u32);
        let path = || path_text(&self.shared.names.path(creator).0);
        Some(match place.object as u32 {
            u32::MAX => {
                let task = self.describe_actor(creator).map_or_else(path, |known| known.name);
                PlaceName::new(Role::Future, task)
            }
            LOCK => PlaceName::new(Role::Location, "of main"),
            ordinal => match self.object_at(place.object) {
                Some(object) => self.describe_part(object, place.part),
                None if place.part == LOCK => PlaceName::new(Role::Location, format!("{}/{ordinal}", path())),
                None => PlaceName::new(Role::Variable, format!("a field of {}/{ordinal}", path())),
            },
        })
    }

    fn fork(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn fingerprint(&self) -> Option<u128> {
        Some(fingerprint::whole(&self.state))
    }

    fn fingerprint_actor(&self, actor: ActorId) -> Option<u128> {
        self.task_of(actor).map(|task| fingerprint::task(&self.state, task))
    }

    fn fingerprint_place(&self, place: Place) -> Option<u128> {
        let value = self.state.object(self.object_at(place.object)?).fields.get(place.part as usize)?;
        Some(fingerprint::value(&self.state, value))
    }
}

impl AbsRun {
    /// The object with this name in places.
    fn object_at(&self, place: u64) -> Option<ObjectId> {
        self.state.locations.iter().enumerate().find_map(|(at, location)| {
            let index = location.objects.iter().position(|object| object.info.place == place)?;
            Some(ObjectId { location: LocationId(at as u32), index: index as u32 })
        })
    }

    /// A field of an object, or its location, in words.
    fn describe_part(&self, object: ObjectId, part: u32) -> PlaceName {
        let (fixed, state) = (&self.shared.fixed, &self.state);
        let name = object_name(fixed, state, object);
        let class = &fixed.program.classes[state.object(object).info.class.index()];
        match class.fields.get(part as usize) {
            Some(field) => {
                let declared = format!("{}.{}", class.name, field.name);
                PlaceName::part(Role::Variable, name, field.name.to_string()).declared(declared)
            }
            None => PlaceName::new(Role::Location, name),
        }
    }

    /// How a step ended, in a few words.
    #[must_use]
    pub fn describe_end(&self, end: &StepEnd) -> String {
        let line = |span: &Span| self.shared.sources.line_in_words(*span);
        match end {
            StepEnd::Returned => "returns".to_owned(),
            StepEnd::Failed => "fails".to_owned(),
            StepEnd::Awaits(span) => format!("awaits in line {}", line(span)),
            StepEnd::Suspended(span) => format!("suspends in line {}", line(span)),
            StepEnd::Blocks(span) => format!("blocks in line {}", line(span)),
            StepEnd::Chooses(span) => format!("draws a random number in line {}", line(span)),
            StepEnd::Pauses(span) => format!("comes to line {}", line(span)),
        }
    }
}
