//! What a step is given and what it leaves behind: fuel, cancellation, a watcher that may abandon the run inside the
//! step, and the step's effects beyond what its pending operation told.
//!
//! Without a watcher ([`Unwatched`]) and without recording, nothing here costs more than a branch.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::hidden::HiddenTouch;
use crate::names::ActorId;
use crate::operation::{Place, Touch};
use crate::races::Fresh;
use crate::source::{SourcePlace, StackLine};

/// Why a step did not come to its end. The run can't go on after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// The private code of one step went on beyond its fuel: an endless loop, or a limit that is too low.
    OutOfFuel,
    /// Somebody asked for the end of the search.
    Cancelled,
    /// The watcher has seen that what its guide looks for can't be met, and why, in the guide's own numbers.
    Pruned(u32),
    /// The watcher gave the run up without any promise.
    Abandoned,
    /// The run saw that the program must be revised ([`crate::program::Program::revise`]): no finding, and no gap, but
    /// the search begins again.
    Outdated,
    /// The program needs something that the front end lacks.
    Unsupported {
        /// The construct, and where it stands.
        what: String,
    },
}

impl fmt::Display for Interruption {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Interruption::OutOfFuel => formatter
                .write_str("private code without an end, or with more instructions than one step may have"),
            Interruption::Cancelled => formatter.write_str("it was interrupted"),
            Interruption::Pruned(_) => formatter.write_str("what is looked for can't be met"),
            Interruption::Abandoned => formatter.write_str("it was given up"),
            Interruption::Outdated => formatter.write_str("the program has more to show than it knew"),
            Interruption::Unsupported { what } => write!(formatter, "not supported: {what}"),
        }
    }
}

/// What a watcher wants after an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on with the step.
    Continue,
    /// End the run here, by the promise of a guide: what it looks for can't be met from here on, in whatever order of
    /// independent steps. The number is its reason ([`crate::guide::Judgement::Prune`]).
    Prune(u32),
    /// Give the run up here, without any promise: the search has a gap then.
    Abandon,
}

impl Flow {
    /// How the step ends by it, if it does.
    pub fn into_result(self) -> Result<(), Interruption> {
        match self {
            Flow::Continue => Ok(()),
            Flow::Prune(reason) => Err(Interruption::Pruned(reason)),
            Flow::Abandon => Err(Interruption::Abandoned),
        }
    }
}

/// What a front end lets a watcher see inside of its steps, such as instructions with their operands.
pub trait Observed {
    /// One observation.
    type Shown<'o>;
}

/// Nothing is shown.
impl Observed for () {
    type Shown<'o> = ();
}

/// Sees what happens inside a step, such as branches taken and values read, in the front end's own terms. It is asked for
/// by a guide ([`crate::guide::Guide::watcher`]).
pub trait Watcher<O: Observed> {
    /// Whether anybody looks; `false` lets the compiler remove every observation.
    const ACTIVE: bool = true;

    /// Another step begins, maybe one that was seen before: what was seen of the last one is no longer of use.
    fn begin(&mut self) {}

    /// Called for each observation.
    fn observe(&mut self, shown: O::Shown<'_>) -> Flow;
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<O: Observed> Watcher<O> for Unwatched {
    const ACTIVE: bool = false;

    #[inline(always)]
    fn observe(&mut self, _: O::Shown<'_>) -> Flow {
        Flow::Continue
    }
}

/// What was thrown, and where.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Thrown {
    /// What, in words; empty where the line says it.
    pub what: String,
    /// Where, if that is known.
    pub at: Option<SourcePlace>,
    /// The text of that line, where the front end has it.
    pub line: String,
}

impl From<String> for Box<Thrown> {
    fn from(what: String) -> Box<Thrown> {
        Box::new(Thrown { what, at: None, line: String::new() })
    }
}

impl fmt::Display for Thrown {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.what)?;
        if let Some(at) = &self.at {
            write!(formatter, "{}{at}", if self.what.is_empty() { "" } else { " at " })?;
        }
        if self.line.is_empty() { Ok(()) } else { write!(formatter, ": {}", self.line) }
    }
}

/// A misbehaviour that the program itself shows in a step.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Failure {
    /// An assertion of the program does not hold.
    Assertion(Box<Thrown>),
    /// An exception that nobody caught, or another death of an actor.
    Exception(Box<Thrown>),
    /// The program ended itself with this code, which is not zero.
    ExitCode(i32),
    /// A kind of its own, with its name and message.
    Other(String, String),
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Assertion(text) => write!(formatter, "assertion failed: {text}"),
            Failure::Exception(text) => write!(formatter, "uncaught exception: {text}"),
            Failure::ExitCode(code) => write!(formatter, "exit with code {code}"),
            Failure::Other(kind, text) => write!(formatter, "{kind}: {text}"),
        }
    }
}

/// A misbehaviour, and whose it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    /// Who, where it is not the actor that moved but one that the step set going.
    pub actor: Option<ActorId>,
    /// What.
    pub failure: Failure,
}

/// What a step did beyond its pending operation. The buffers are reused.
#[derive(Debug, Default)]
pub struct Effects {
    /// Actors whose next step comes after this one because this one makes it possible: started, woken.
    pub before: Vec<ActorId>,
    /// Actors all of whose steps so far come before this one: joined.
    pub after: Vec<ActorId>,
    /// Where the step left something for another to take, such as a message in its slot of a mailbox.
    pub puts: Vec<Place>,
    /// What the step took from where another left it; it comes after that one, and could not have gone without.
    pub takes: Vec<Place>,
    /// What the step really touched, where the pending operation could not tell exactly.
    pub touched: Option<Vec<Touch>>,
    /// The value that a plain access read or wrote of a place that may be a cache of what anybody can compute again
    /// ([`crate::races`]), for comparison within the run; zero is what the place has from the beginning.
    pub value: Option<u64>,
    /// What actors touched on the way without being stopped for it, where the front end records that.
    pub hidden: Vec<HiddenTouch>,
    /// What actors wrote while nobody else could reach it, and others can reach from this step on.
    pub fresh: Vec<Fresh>,
    /// What went wrong in the step.
    pub failures: Vec<Failed>,
    /// Where the failures came from, the innermost call first; filled only while recording.
    pub stack: Vec<StackLine>,
    /// The step tried something and did not get it (a lock, an exchange): it published nothing.
    pub failed_attempt: bool,
    /// The step ended a wait because its time was up.
    pub timed_out: bool,
    /// Who could have gone on when the step ended a wait because its time was up; filled only while recording.
    pub overtaken: Vec<ActorId>,
    /// What happened, in words; filled only while recording.
    pub note: String,
    /// The call of the library that the step was, such as `acquire()`; filled only while recording.
    pub call: String,
    /// What the program printed; filled only while recording.
    pub output: String,
}

impl Effects {
    #[inline]
    fn clear(&mut self) {
        self.before.clear();
        self.after.clear();
        self.puts.clear();
        self.takes.clear();
        if self.touched.is_some() {
            self.touched = None;
        }
        self.value = None;
        self.hidden.clear();
        self.fresh.clear();
        self.failures.clear();
        self.stack.clear();
        self.failed_attempt = false;
        self.timed_out = false;
        self.overtaken.clear();
        self.note.clear();
        self.call.clear();
        self.output.clear();
    }
}

/// What a step is given.
pub struct StepContext<'c, W = Unwatched> {
    /// What the step leaves behind.
    pub effects: Effects,
    /// How much private code one step may run, in the front end's own unit.
    pub fuel_per_step: u64,
    /// Instructions that steps have executed so far, where the front end counts them.
    pub instructions: u64,
    fuel: u64,
    cancelled: &'c AtomicBool,
    recording: bool,
    watcher: W,
}

/// The fuel of one step where nobody says otherwise.
pub const DEFAULT_FUEL: u64 = 10_000_000;

static NEVER: AtomicBool = AtomicBool::new(false);

impl StepContext<'static, Unwatched> {
    /// A context that nobody watches or cancels.
    pub fn plain() -> Self {
        StepContext::new(&NEVER, Unwatched)
    }
}

impl<'c, W> StepContext<'c, W> {
    /// A context that ends when the flag is set, with a watcher.
    pub fn new(cancelled: &'c AtomicBool, watcher: W) -> Self {
        StepContext {
            effects: Effects::default(),
            fuel_per_step: DEFAULT_FUEL,
            instructions: 0,
            fuel: DEFAULT_FUEL,
            cancelled,
            recording: false,
            watcher,
        }
    }

    /// The same, but steps say in words what they do.
    pub fn recording(mut self) -> Self {
        self.recording = true;
        self
    }

    /// Called by strategies before each step.
    pub fn begin(&mut self) {
        self.effects.clear();
        self.fuel = self.fuel_per_step;
    }

    /// Whether somebody asks for the end.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// What a step listens to that is made inside of this one, on a copy of the run.
    pub fn cancellation(&self) -> &'c AtomicBool {
        self.cancelled
    }

    /// Called by front ends for each piece of private code, such as an instruction or a loop iteration.
    pub fn burn(&mut self, amount: u64) -> Result<(), Interruption> {
        if self.fuel < amount {
            return Err(Interruption::OutOfFuel);
        }
        // The flag is looked at rarely: a step that stays within its fuel ends soon anyway.
        if self.fuel / 65_536 != (self.fuel - amount) / 65_536 && self.cancelled.load(Ordering::Relaxed) {
            return Err(Interruption::Cancelled);
        }
        self.fuel -= amount;
        Ok(())
    }

    /// Tells the watcher, if there is one.
    #[inline]
    pub fn watch<'o, O: Observed>(
        &mut self,
        observation: impl FnOnce() -> O::Shown<'o>,
    ) -> Result<(), Interruption>
    where
        W: Watcher<O>,
    {
        if !W::ACTIVE {
            return Ok(());
        }
        self.watcher.observe(observation()).into_result()
    }

    /// Says in words what happened, if anybody reads it.
    pub fn note(&mut self, words: impl FnOnce() -> String) {
        if self.recording {
            let words = words();
            if !self.effects.note.is_empty() && !words.is_empty() {
                self.effects.note.push_str("; ");
            }
            self.effects.note.push_str(&words);
        }
    }

    /// Says that the step was one call of the library, if anybody reads it.
    pub fn call(&mut self, name: impl FnOnce() -> String) {
        if self.recording {
            self.effects.call = name();
        }
    }

    /// A wait gave up because its time was up, though these could have gone on, if anybody reads it.
    pub fn overtakes(&mut self, actors: impl FnOnce() -> Vec<ActorId>) {
        if self.recording {
            self.effects.overtaken = actors();
        }
    }

    /// What the program prints.
    pub fn print(&mut self, text: &str) {
        if self.recording {
            self.effects.output.push_str(text);
        }
    }

    /// Reports a misbehaviour of the actor that moves.
    pub fn fail(&mut self, failure: Failure) {
        self.effects.failures.push(Failed { actor: None, failure });
    }

    /// Reports a misbehaviour of an actor, which may be one that the step sets going, and where it came from.
    pub fn fail_in(&mut self, actor: ActorId, failure: Failure, stack: &[StackLine]) {
        self.effects.failures.push(Failed { actor: Some(actor), failure });
        if self.recording {
            self.effects.stack.extend_from_slice(stack);
        }
    }

    /// The watcher, to show it something or to ask it what it saw.
    pub fn watcher(&mut self) -> &mut W {
        &mut self.watcher
    }
}
