//! The state of a run: locations with their objects, tasks with their stacks, the clock.
//!
//! Everything hangs behind reference counts and is copied when it is changed, so that a copy of the whole
//! costs one word per location and task. A name never depends on the schedule: a task is its caller and the
//! how-many-eth call, a location or object is the task that made it and the how-many-eth creation.

use std::rc::Rc;

use num_rational::BigRational;
use raddle_explore::names::ActorId;
use raddle_explore::operation::Place;
use smallvec::SmallVec;

use super::code::CodeId;
use super::value::{LocationId, ObjectId, TaskId, Value};
use crate::source::Span;
use crate::types::resolved::{ClassId, CreationSiteId, MethodId, SchedulerId};

/// What a location is called and where it came from; never changes.
#[derive(Debug)]
pub struct LocationInfo {
    /// Its name in places: the creating task's actor and the number of the creation.
    pub place: u64,
    /// Its name as a number that is the same in every process.
    pub hash: u64,
    /// The task that made it, and its how-many-eth creation; none for the main block's location.
    pub creator: Option<(Rc<TaskInfo>, u32)>,
    /// The `new` that made it; none for the main block's location.
    pub site: Option<CreationSiteId>,
    /// The location whose task made it.
    pub parent: Option<LocationId>,
}

/// What an object is; never changes.
#[derive(Debug)]
pub struct ObjectInfo {
    /// Its class.
    pub class: ClassId,
    /// Its name in places.
    pub place: u64,
    /// Its name as a number that is the same in every process.
    pub hash: u64,
    /// The task that made it, and its how-many-eth creation.
    pub creator: (Rc<TaskInfo>, u32),
    /// The `new` that made it.
    pub site: CreationSiteId,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub info: Rc<ObjectInfo>,
    /// The values of its fields.
    pub fields: SmallVec<[Value; 4]>,
    /// Was it killed?
    pub dead: bool,
}

/// A location.
#[derive(Clone, Debug)]
pub struct Location {
    /// What it is.
    pub info: Rc<LocationInfo>,
    /// What chooses among its tasks.
    pub scheduler: Option<SchedulerId>,
    /// The deployment component that it lies on.
    pub component: Option<ObjectId>,
    /// Its objects.
    pub objects: SmallVec<[Rc<Object>; 1]>,
}

/// What a task is; never changes.
#[derive(Debug)]
pub struct TaskInfo {
    /// Its number among the program's actors.
    pub actor: ActorId,
    /// Its path: the ordinals of the calls that lead to it.
    pub path: Box<[u32]>,
    /// Its name as a number that is the same in every process.
    pub hash: u64,
    /// The method it runs.
    pub method: MethodId,
    /// The object it runs on; none for the main block.
    pub object: Option<ObjectId>,
    /// Where it runs.
    pub location: LocationId,
    /// Who called it.
    pub caller: Option<TaskId>,
    /// Where it was called.
    pub call: Span,
    /// When it was called.
    pub arrival: Rc<BigRational>,
}

/// What runs at the end of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// Gives its value to the frame below.
    Call,
    /// Initialised an object: the value is dropped, and `run` is started.
    Init,
    /// Handled an exception: the task fails all the same.
    Recover,
}

/// One activation of a method or function.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The code.
    pub code: CodeId,
    /// The next instruction.
    pub next: u32,
    /// Where its slots begin on the stack.
    pub base: u32,
    /// `this`, if there is one.
    pub this: Option<ObjectId>,
    /// What runs at its end.
    pub kind: FrameKind,
}

/// Where an exception goes.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// How many frames are left then.
    pub frames: u32,
    /// How much of the stack is left then.
    pub height: u32,
    /// The instruction to go on with.
    pub target: u32,
}

/// An exception on its way.
#[derive(Clone, Debug)]
pub struct Thrown {
    /// The exception.
    pub value: Value,
    /// Where it was thrown first.
    pub origin: Span,
}

/// A span of the clock: no sooner than, no later than.
#[derive(Clone, Debug)]
pub struct Interval {
    /// No sooner than this.
    pub earliest: BigRational,
    /// The clock does not go past this.
    pub latest: BigRational,
}

/// What a task waits for.
#[derive(Clone, Debug)]
pub enum Wait {
    /// For nothing but its turn: not begun, or suspended.
    Turn,
    /// `await`: for futures, a condition and the clock, all of them.
    Guard {
        /// Futures.
        futures: SmallVec<[TaskId; 1]>,
        /// A condition.
        condition: Option<CodeId>,
        /// The clock.
        clock: Option<Rc<Interval>>,
    },
    /// `get`: for a future, and keeps its location.
    Future(TaskId),
    /// `duration`: for the clock, and keeps its location.
    Clock(Rc<Interval>),
    /// `random`: for somebody to choose a number below this, and keeps its location.
    Choice(u32),
    /// For nothing, and keeps its location: others may move before its next operation.
    Pause,
    /// As [`Wait::Pause`], before `readln`.
    Line,
}

impl Wait {
    /// Does the task keep its location while it waits?
    #[must_use]
    pub fn keeps_location(&self) -> bool {
        matches!(self, Wait::Future(_) | Wait::Clock(_) | Wait::Choice(_) | Wait::Pause | Wait::Line)
    }
}

/// A task that has not finished.
#[derive(Clone, Debug)]
pub struct Activity {
    /// Its activations, the innermost last.
    pub frames: SmallVec<[Frame; 1]>,
    /// Slots and operands of all frames.
    pub stack: Vec<Value>,
    /// Where exceptions go, the innermost last.
    pub handlers: SmallVec<[Handler; 0]>,
    /// The origin of the exception that was caught last.
    pub origin: Span,
    /// The exception the task will end with, while its object recovers.
    pub failing: Option<Box<Thrown>>,
    /// What it waits for.
    pub wait: Wait,
    /// How many calls it has made.
    pub calls: u32,
    /// How many objects it has made.
    pub creations: u32,
    /// How many random numbers it has drawn.
    pub draws: u32,
    /// When it should be done.
    pub deadline: Option<Rc<BigRational>>,
    /// The deployment component for the location that it makes next.
    pub placing: Option<ObjectId>,
    /// What is still to be sent of the call that it makes next.
    pub size: Option<Rc<BigRational>>,
}

/// How a task ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// With a value.
    Value(Value),
    /// With an exception.
    Failed {
        /// The exception.
        thrown: Thrown,
        /// Has a `get` passed it on, or was it reported?
        settled: bool,
    },
}

/// What a task does or did.
#[derive(Clone, Debug)]
pub enum Phase {
    /// It has not finished.
    Active(Activity),
    /// It is inside of a step just now.
    Running,
    /// It has.
    Done(Outcome),
}

/// A task.
#[derive(Clone, Debug)]
pub struct Task {
    /// What it is.
    pub info: Rc<TaskInfo>,
    /// What it does or did.
    pub phase: Phase,
}

impl Task {
    /// Has it finished?
    #[must_use]
    pub fn is_done(&self) -> bool {
        matches!(self.phase, Phase::Done(_))
    }

    /// What it does, unless it has finished.
    #[must_use]
    pub fn activity(&self) -> Option<&Activity> {
        match &self.phase {
            Phase::Active(activity) => Some(activity),
            Phase::Running | Phase::Done(_) => None,
        }
    }
}

/// The state of a run.
#[derive(Clone, Debug)]
pub struct State {
    /// Locations, in the order of creation.
    pub locations: Vec<Rc<Location>>,
    /// Who keeps each location between its steps.
    pub holders: Vec<Option<TaskId>>,
    /// Tasks, in the order of creation.
    pub tasks: Vec<Rc<Task>>,
    /// Tasks that have not finished, in the order of their paths.
    pub active: Vec<TaskId>,
    /// The clock.
    pub clock: Rc<BigRational>,
    /// How many tasks have ended with an exception that is not settled.
    pub unsettled: u32,
    /// How often the clock was moved.
    pub advances: u32,
    /// How many lines of the input were read.
    pub lines_read: u32,
}

/// The part of an object's place that stands for its location's lock.
pub const LOCK: u32 = u32::MAX - 1;
/// The part of an object's place that stands for its location's deployment component.
pub const HOME: u32 = u32::MAX - 2;
/// Ordinals of creations stay below; above are names of other kinds.
const MAIN_LOCATION: u64 = 0xFFFF_FFFE;
const FUTURE: u64 = 0xFFFF_FFFF;
/// The clock.
pub const CLOCK: Place = Place::new(u64::MAX - 1, 0);
/// The lines that are still to be read.
pub const INPUT: Place = Place::new(u64::MAX - 2, 0);

/// The name of the main block's location in places.
#[must_use]
pub fn main_location_place(main: ActorId) -> u64 {
    u64::from(main.0) << 32 | MAIN_LOCATION
}

/// The name of what a task created in places.
#[must_use]
pub fn creation_place(creator: ActorId, ordinal: u32) -> u64 {
    u64::from(creator.0) << 32 | u64::from(ordinal)
}

/// The place of a task's future.
#[must_use]
pub fn future_place(actor: ActorId) -> Place {
    Place::new(u64::from(actor.0) << 32 | FUTURE, 0)
}

/// The hash of a name, from that of its parent.
#[must_use]
pub fn name_hash(parent: u64, kind: u64, ordinal: u32) -> u64 {
    let mut bytes = [0; 24];
    bytes[..8].copy_from_slice(&parent.to_le_bytes());
    bytes[8..16].copy_from_slice(&kind.to_le_bytes());
    bytes[16..20].copy_from_slice(&ordinal.to_le_bytes());
    xxhash_rust::xxh3::xxh3_64(&bytes)
}

impl State {
    /// A task.
    #[must_use]
    pub fn task(&self, id: TaskId) -> &Task {
        &self.tasks[id.index()]
    }

    /// An object.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> &Object {
        &self.locations[id.location.index()].objects[id.index as usize]
    }

    /// An object, to be changed.
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        let location = Rc::make_mut(&mut self.locations[id.location.index()]);
        Rc::make_mut(&mut location.objects[id.index as usize])
    }

    /// The place of a location's lock.
    #[must_use]
    pub fn lock_place(&self, location: LocationId) -> Place {
        Place::new(self.locations[location.index()].info.place, LOCK)
    }

    /// Puts a new task among the active ones, in the order of their paths.
    pub fn activate(&mut self, task: TaskId) {
        let path = &self.tasks[task.index()].info.path;
        let at = self.active.partition_point(|other| self.tasks[other.index()].info.path < *path);
        self.active.insert(at, task);
    }

    /// Takes a finished task from among the active ones.
    pub fn deactivate(&mut self, task: TaskId) {
        if let Some(at) = self.active.iter().position(|&other| other == task) {
            self.active.remove(at);
        }
    }

    /// The location and its ancestors, the nearest first, at most `count` of them: the sites of their creation.
    #[must_use]
    pub fn ancestors(&self, location: LocationId, count: usize) -> Vec<Option<CreationSiteId>> {
        let mut sites = Vec::new();
        let mut at = Some(location);
        while let (Some(location), true) = (at, sites.len() < count) {
            let info = &self.locations[location.index()].info;
            sites.push(info.site);
            at = info.parent;
        }
        sites
    }
}
