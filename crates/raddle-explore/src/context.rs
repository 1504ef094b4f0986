//! What a step is given and what it leaves behind: fuel, cancellation, a watcher that may abandon the run inside the
//! step, and the step's effects beyond what its pending operation told.
//!
//! Without a watcher ([`Unwatched`]) and without recording, nothing here costs more than a branch.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::names::ActorId;
use crate::operation::{Place, Touch};

/// Why a step did not come to its end. The run can't go on after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// The private code of one step went on beyond its fuel: an endless loop, or a limit that is too low.
    OutOfFuel,
    /// Somebody asked for the end of the search.
    Cancelled,
    /// The watcher had seen enough.
    Abandoned,
    /// The program needs something that the front end lacks.
    Unsupported {
        /// The construct, and where it stands.
        what: String,
    },
}

/// What a watcher wants after an observation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on with the step.
    Continue,
    /// Give the run up, here.
    Abandon,
}

/// Sees what happens inside a step, such as branches taken and values read, in the front end's own terms.
pub trait Watcher<Observation> {
    /// Whether anybody looks; `false` lets the compiler remove every observation.
    const ACTIVE: bool;

    /// Called for each observation.
    fn observe(&mut self, observation: Observation) -> Flow;
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<Observation> Watcher<Observation> for Unwatched {
    const ACTIVE: bool = false;

    fn observe(&mut self, _: Observation) -> Flow {
        Flow::Continue
    }
}

/// A misbehaviour that the program itself shows in a step.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Failure {
    /// An assertion of the program does not hold.
    Assertion(String),
    /// An exception that nobody caught, or another death of an actor.
    Exception(String),
    /// The program ended itself with this code, which is not zero.
    ExitCode(i32),
    /// A kind of its own, with its name and message.
    Other(String, String),
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
    /// What went wrong in the step.
    pub failures: Vec<Failure>,
    /// The step tried something and did not get it (a lock, an exchange): it published nothing.
    pub failed_attempt: bool,
    /// What happened, in words; filled only while recording.
    pub note: String,
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
        self.failures.clear();
        self.failed_attempt = false;
        self.note.clear();
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
    pub fn watch<Observation>(
        &mut self,
        observation: impl FnOnce() -> Observation,
    ) -> Result<(), Interruption>
    where
        W: Watcher<Observation>,
    {
        if W::ACTIVE && self.watcher.observe(observation()) == Flow::Abandon {
            return Err(Interruption::Abandoned);
        }
        Ok(())
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

    /// What the program prints.
    pub fn print(&mut self, text: &str) {
        if self.recording {
            self.effects.output.push_str(text);
        }
    }

    /// Reports a misbehaviour of the program.
    pub fn fail(&mut self, failure: Failure) {
        self.effects.failures.push(failure);
    }

    /// The watcher, to ask it what it saw.
    pub fn watcher(&self) -> &W {
        &self.watcher
    }
}
