//! What a step does, as far as the kernel needs to know: its kind, what it touches, and with which access mode.
//!
//! Two orders are derived from this, and they are not the same:
//! * *dependence*, from [`Touch`]es: two steps that touch one place, one of them writing, may not be swapped.
//!   Strategies use it.
//! * *synchronisation*, from [`Mode`]s and kinds: what the language orders. The race detector uses it. If conflicting
//!   accesses ordered each other there, no race would ever be found.

use serde::{Deserialize, Serialize};

/// Something that steps touch: a variable, a field, a lock, a slot of a mailbox. Opaque to the kernel; it must mean
/// the same in every run, so it is made of names, never of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The object, named by its creator and the order of creation.
    pub object: u64,
    /// The part of the object: a field, an element, its lock.
    pub part: u32,
}

impl Place {
    /// The place that everything touches: what writes it conflicts with every step. The exit of a process does.
    pub const EVERYTHING: Place = Place { object: u64::MAX, part: u32::MAX };

    /// A place.
    pub const fn new(object: u64, part: u32) -> Place {
        Place { object, part }
    }
}

/// How a step touches a place, for dependence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// The step commutes with others that only read the place.
    Read,
    /// The step commutes with no other one on the place.
    Write,
}

impl Access {
    /// The one word for it.
    pub fn word(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
        }
    }
}

/// One place that a step touches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Touch {
    /// What is touched.
    pub place: Place,
    /// How.
    pub access: Access,
}

impl Touch {
    /// A touch that commutes with its like.
    pub const fn read(place: Place) -> Touch {
        Touch { place, access: Access::Read }
    }

    /// A touch that commutes with no other on its place.
    pub const fn write(place: Place) -> Touch {
        Touch { place, access: Access::Write }
    }

    /// Whether the steps of these touches may not be swapped because of this place.
    pub fn conflicts(&self, other: &Touch) -> bool {
        self.place == other.place && (self.access == Access::Write || other.access == Access::Write)
    }
}

/// Whether two steps that touch these may not be swapped.
pub fn conflict(left: &[Touch], right: &[Touch]) -> bool {
    let everything = |touches: &[Touch]| touches.iter().any(|touch| touch.place == Place::EVERYTHING);
    left.iter().any(|touch| right.iter().any(|other| touch.conflicts(other)))
        || everything(left)
        || everything(right)
}

/// The kind of a pending operation; it is written as its [word](OperationKind::word).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum OperationKind {
    /// Reads one place.
    #[serde(rename = "read")]
    Read,
    /// Writes one place.
    #[serde(rename = "write")]
    Write,
    /// Reads and writes one place in one step.
    #[serde(rename = "update")]
    ReadModifyWrite,
    /// Takes a lock; blocked while another holds it.
    #[serde(rename = "acquire")]
    Acquire,
    /// Tries to take a lock and goes on either way.
    #[serde(rename = "try to acquire")]
    TryAcquire,
    /// Gives a lock back.
    #[serde(rename = "release")]
    Release,
    /// Gives a lock back and joins its waiters.
    #[serde(rename = "wait")]
    Wait,
    /// Takes a lock back after a wait; blocked until notified (or timed out) and the lock is free.
    #[serde(rename = "reacquire")]
    Reacquire,
    /// Wakes one waiter; which one is the option.
    #[serde(rename = "notify one")]
    NotifyOne,
    /// Wakes all waiters.
    #[serde(rename = "notify all")]
    NotifyAll,
    /// Starts another actor.
    #[serde(rename = "spawn")]
    Spawn,
    /// Waits for the end of another actor.
    #[serde(rename = "join")]
    Join,
    /// Puts a message into a mailbox.
    #[serde(rename = "send")]
    Send,
    /// Takes a message out of a mailbox; blocked while there is none.
    #[serde(rename = "receive")]
    Receive,
    /// Chooses one of several values; which one is the option.
    #[serde(rename = "choose")]
    Choose,
    /// Waits until a place that it read changes: what remains of a spin loop whose iteration had no effect.
    #[serde(rename = "await change")]
    AwaitChange,
    /// Ends the whole program; conflicts with everything.
    #[serde(rename = "exit")]
    Exit,
    /// Lets the time of a wait run out; which one is the option. Possible only where nothing else is, so it comes after
    /// all that went before and before all that comes later: no strategy tries to swap it with anything.
    #[serde(rename = "time out")]
    Timeout,
    /// A step that touches several places, or whose kind is the language's own.
    #[serde(rename = "step")]
    Step,
}

impl OperationKind {
    /// Whether `later`, in conflict with `self` which came before it, could never have gone first, because only a
    /// step such as `self` makes it possible. Saves strategies the attempt; `false` is always safe.
    pub fn must_precede(self, later: OperationKind) -> bool {
        matches!(
            (self, later),
            (OperationKind::Release | OperationKind::Wait, OperationKind::Acquire | OperationKind::Reacquire)
        )
    }

    /// The word for it in a trace.
    pub fn word(self) -> &'static str {
        match self {
            OperationKind::Read => "read",
            OperationKind::Write => "write",
            OperationKind::ReadModifyWrite => "update",
            OperationKind::Acquire => "acquire",
            OperationKind::TryAcquire => "try to acquire",
            OperationKind::Release => "release",
            OperationKind::Wait => "wait",
            OperationKind::Reacquire => "reacquire",
            OperationKind::NotifyOne => "notify one",
            OperationKind::NotifyAll => "notify all",
            OperationKind::Spawn => "spawn",
            OperationKind::Join => "join",
            OperationKind::Send => "send",
            OperationKind::Receive => "receive",
            OperationKind::Choose => "choose",
            OperationKind::AwaitChange => "await change",
            OperationKind::Exit => "exit",
            OperationKind::Timeout => "time out",
            OperationKind::Step => "step",
        }
    }
}

/// What an access means for synchronisation, in the language's memory model.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// An ordinary access: two that conflict and are not ordered by synchronisation are a data race.
    Plain,
    /// An atomic access that orders nothing (Java's opaque, C's relaxed).
    Relaxed,
    /// Learns what releasing writes of the place have published.
    Acquire,
    /// Publishes what its actor has done.
    Release,
    /// Both, as a volatile variable or a lock.
    Synchronising,
}

impl Mode {
    /// Whether the access learns what others published at its place.
    pub fn acquires(self) -> bool {
        matches!(self, Mode::Acquire | Mode::Synchronising)
    }

    /// Whether the access publishes what its actor has done.
    pub fn releases(self) -> bool {
        matches!(self, Mode::Release | Mode::Synchronising)
    }
}
