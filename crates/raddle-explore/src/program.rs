//! A program that can be stepped: the traits that a front end implements, and what passes between it and a strategy.
//!
//! Promises of a front end, on which every strategy relies:
//! * **The same choices give the same run**, in every process and on every machine.
//! * [`Run::pending`] lists actors in the order of their paths ([`crate::names::Names::compare`]), so that the first
//!   enabled one is a function of the state and not of the way to it.
//! * The touches of a pending operation cover everything that the step reads or writes of what others can touch, for
//!   each of its options, up to the actor's next operation.
//! * Steps that do not conflict commute: either order leads to the same state, and neither enables or disables the
//!   other.
//! * An [`OperationKind::Timeout`] is pending only where nothing else can go, and then no other is. So it cuts a run into
//!   phases: each is a run to where nothing can go, and all its orders of independent steps end in the same state, with
//!   the same options of the time-out. That is why such a step is ordered with every other one without touching anything.
//!
//! What does not live here: how schedules are chosen (`strategy`), and what a finished run means (`finding`).

use crate::context::{Interruption, Observed, StepContext, Watcher};
use crate::names::{ActorId, Names};
use crate::operation::{Mode, OperationKind, Place, Touch};
use crate::random::{Random, Seed};
use crate::source::{SourcePlace, StackLine};
use crate::verdict::Bound;
use crate::words::{ActorName, PlaceName, Role};
use serde::{Deserialize, Serialize};

/// One scheduling choice: who moves, and which of its possibilities it takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Who moves.
    pub actor: ActorId,
    /// Which of the pending operation's options: the waiter that is woken, the value that is chosen.
    pub option: u32,
}

impl Choice {
    /// The first option of an actor.
    pub const fn first(actor: ActorId) -> Choice {
        Choice { actor, option: 0 }
    }
}

/// A place in the source, as the program numbers them; [`Program::describe_source`] says where that is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct SourceId(pub u32);

/// Whether a pending operation can go now, or what would enable it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Enabled {
    /// It can go.
    Now,
    /// Only this actor can make it possible: the holder of the lock, the one that is joined.
    WaitsFor(ActorId),
    /// Somebody has to make it possible, and it is not known who: a notification, a message, a change.
    WaitsForAnyone,
    /// The program has ended; nothing can go.
    Never,
}

/// What an actor would do next.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    /// Who.
    pub actor: ActorId,
    /// What.
    pub kind: OperationKind,
    /// What it means for synchronisation.
    pub mode: Mode,
    /// Whether it can go now.
    pub enabled: Enabled,
    /// How many options it has; at least one.
    pub options: u32,
    /// Whether the program may end while this actor still waits.
    pub daemon: bool,
    /// Where in the source.
    pub source: SourceId,
    touches_start: u32,
    touches_end: u32,
}

impl Pending {
    /// A pending operation with one option that can go now, plain, of an actor that is no daemon.
    pub fn new(actor: ActorId, kind: OperationKind) -> Pending {
        Pending {
            actor,
            kind,
            mode: Mode::Plain,
            enabled: Enabled::Now,
            options: 1,
            daemon: false,
            source: SourceId(0),
            touches_start: 0,
            touches_end: 0,
        }
    }

    /// Whether it can go now.
    pub fn is_enabled(&self) -> bool {
        self.enabled == Enabled::Now
    }
}

/// What all actors would do next. Reused from step to step, so that asking costs no allocation.
#[derive(Clone, Debug, Default)]
pub struct PendingBuffer {
    entries: Vec<Pending>,
    touches: Vec<Touch>,
}

impl PendingBuffer {
    /// Forgets everything; [`Run::pending`] begins with this.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.touches.clear();
    }

    /// Adds one actor's operation and what it touches.
    #[inline]
    pub fn push(&mut self, mut pending: Pending, touches: &[Touch]) {
        pending.touches_start = self.touches.len() as u32;
        // Most operations touch one place: a call to copy it would cost more than the copy.
        match touches {
            [one] => self.touches.push(*one),
            _ => self.touches.extend_from_slice(touches),
        }
        pending.touches_end = self.touches.len() as u32;
        self.entries.push(pending);
    }

    /// Says for whom those wait of which only somebody was known. For a standstill: nobody can go, so it can't mislead.
    pub fn explain(&mut self, holder: impl Fn(ActorId) -> Option<ActorId>) {
        for entry in self.entries.iter_mut().filter(|entry| entry.enabled == Enabled::WaitsForAnyone) {
            if let Some(actor) = holder(entry.actor) {
                entry.enabled = Enabled::WaitsFor(actor);
            }
        }
    }

    /// All actors' operations, in the order of the actors' paths.
    pub fn entries(&self) -> &[Pending] {
        &self.entries
    }

    /// What an operation of this buffer touches.
    pub fn touches(&self, pending: &Pending) -> &[Touch] {
        &self.touches[pending.touches_start as usize..pending.touches_end as usize]
    }

    /// The operation of one actor.
    pub fn of(&self, actor: ActorId) -> Option<&Pending> {
        self.entries.iter().find(|pending| pending.actor == actor)
    }

    /// The operation that a choice would make, if it is possible now.
    #[inline]
    pub fn choose(&self, choice: Choice) -> Option<Pending> {
        self.of(choice.actor).copied().filter(|entry| entry.is_enabled() && choice.option < entry.options)
    }

    /// The operations that can go now.
    pub fn enabled(&self) -> impl Iterator<Item = &Pending> {
        self.entries.iter().filter(|pending| pending.is_enabled())
    }
}

/// What a program can do for a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// Its runs can be copied ([`Run::fork`]).
    pub forks: bool,
    /// Its states have fingerprints ([`Run::fingerprint`]).
    pub fingerprints: bool,
    /// Its pending operations foretell enough to leave out states: an operation touches the same places for as long as its
    /// actor stands before it; and one that waits is made possible only by a step that conflicts with it, by the actor that
    /// it waits for, or by a step that names its actor in [`crate::context::Effects::before`], as every step does that
    /// brings an actor into being. Only of a [`OperationKind::Receive`] that is not asked.
    pub foretells: bool,
    /// What an actor's next step touches may change while the actor stands still, because the step runs through several
    /// accesses. The optimal strategy then gives way to one that promises coverage only.
    pub touches_depend_on_state: bool,
}

impl Abilities {
    /// What a run shows of itself; nothing else is promised.
    pub fn of_run<R: Run>(run: &R) -> Abilities {
        Abilities {
            forks: run.fork().is_some(),
            fingerprints: run.fingerprint().is_some(),
            ..Abilities::default()
        }
    }
}

/// What a strategy keeps with an object of a run, as part of the state that it takes the run to be in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The object, and the first of 65,536 parts of it that are marked together.
    pub place: Place,
    /// What is kept there.
    pub what: u128,
}

impl Mark {
    /// The mark as part of a state in which objects are known by their names.
    pub fn hash(&self) -> u128 {
        let scatter = |number: u64| Random::new(Seed(number)).number();
        let place = scatter(self.place.object ^ scatter(u64::from(self.place.part)));
        let high = scatter(place ^ (self.what >> 64) as u64);
        let low = scatter(high.rotate_left(31) ^ self.what as u64);
        u128::from(scatter(high ^ low.rotate_left(17))) << 64 | u128::from(low)
    }
}

/// A state without and with the names that places are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedState {
    /// The state, as [`Run::fingerprint`] gives it.
    pub state: u128,
    /// The state and all names in it.
    pub named: u128,
}

/// Something that can be started.
pub trait Program: Sync {
    /// Its executions.
    type Run: Run;

    /// What it is called; schedules carry it, so that they are not replayed on another program.
    fn name(&self) -> String;

    /// A new execution, stopped before its first choice.
    fn start(&self) -> Self::Run;

    /// Lets an execution begin again, whatever has become of it. A front end that can have but one at a time ends the old
    /// one first.
    fn restart(&self, old: &mut Self::Run) {
        *old = self.start();
    }

    /// The names of its actors.
    fn names(&self) -> &Names;

    /// What its actors are, in a word of which a report can make a plural.
    fn actor_word(&self) -> &'static str {
        "thread"
    }

    /// Where in the source something is; empty where there is none.
    fn describe_source(&self, source: SourceId) -> SourcePlace {
        let _ = source;
        SourcePlace::default()
    }

    /// What it can do; asked once a search.
    fn abilities(&self) -> Abilities {
        Abilities::of_run(&self.start())
    }

    /// What its runs have done so far that no exploration of their schedules covers, such as what a memory model allows
    /// beyond any order of steps: a search that would prove something says this instead.
    fn reservations(&self) -> Vec<String> {
        Vec::new()
    }

    /// Asked when a search has ended, or was interrupted by [`Interruption::Outdated`]: whether the program has learnt
    /// something that makes what was explored not count as covered, and has made itself ready to be explored again.
    /// No run of it is under way then.
    fn revise(&self) -> bool {
        false
    }

    /// What it has learnt so far by [`Program::revise`], in words that mean the same in every process: a schedule that is
    /// saved is one of the program as it is now.
    fn lessons(&self) -> Vec<String> {
        Vec::new()
    }

    /// Takes up what another process has learnt, before its first run.
    fn take_up(&self, lessons: &[String]) {
        let _ = lessons;
    }

    /// Somebody conflicts with what was hidden under this label ([`crate::hidden`]): from now on, or once the search begins
    /// again ([`Program::revise`]), it must be seen. Says whether it will be; else it is a reservation.
    fn expose(&self, label: u32) -> bool {
        let _ = label;
        false
    }

    /// Bounds of its own that its runs have come upon: within them everything is covered, beyond them nothing is claimed.
    fn reached_bounds(&self) -> Vec<Bound> {
        Vec::new()
    }

    /// What its runs have read so far that is no part of the program, such as files: names, and hashes of what they held.
    /// A schedule shows the same again only where these hold the same.
    fn inputs(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The same program, whose waits may also give up while others could go on, each actor's so many times. `None` where no
    /// run so far has come to such a wait, or all may do so anyway.
    fn with_early_timeouts(&self, most: u8) -> Option<Self>
    where
        Self: Sized,
    {
        let _ = most;
        None
    }

    /// What a proof relies on, beyond the program itself; each in words that go on after "Relies on".
    fn assumptions(&self) -> Vec<String> {
        Vec::new()
    }
}

/// One execution, stopped where the scheduler must choose.
pub trait Run: Sized {
    /// What a watcher may see inside a step; `()` where there is nothing to see.
    type Observation: Observed;

    /// Fills the buffer with what every actor that has not ended would do next.
    fn pending(&self, into: &mut PendingBuffer);

    /// Does the chosen actor's pending operation and its private code up to its next one. The actor must be enabled
    /// and have the option.
    fn step<W: Watcher<Self::Observation>>(
        &mut self,
        choice: Choice,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption>;

    /// Whether the program has ended by itself ([`OperationKind::Exit`]), although actors may be left.
    fn has_exited(&self) -> bool {
        false
    }

    /// What an actor of this run is called in a report; `None` where its path says as much. Names belong to the run:
    /// what a path or a place stands for is another thing in another schedule.
    fn describe_actor(&self, actor: ActorId) -> Option<ActorName> {
        let _ = actor;
        None
    }

    /// What a place of this run is called in a report; `None` where nobody wants to read of it.
    fn describe_place(&self, place: Place) -> Option<PlaceName> {
        Some(PlaceName::part(Role::Variable, place.object.to_string(), place.part.to_string()))
    }

    /// Where an actor stands, the innermost call first; empty where the front end has no calls.
    fn stack(&self, actor: ActorId) -> Vec<StackLine> {
        let _ = actor;
        Vec::new()
    }

    /// The locks that are held now, and by whom: until that actor moves, nobody else gets past an
    /// [`OperationKind::Acquire`] or [`OperationKind::Reacquire`] that touches such a place. Some may be left out.
    fn held_locks(&self, into: &mut Vec<(Place, ActorId)>) {
        into.clear();
    }

    /// Who holds the lock that a place stands for, where the front end can tell; for reports.
    fn holder(&self, place: Place) -> Option<ActorId> {
        let mut held = Vec::new();
        self.held_locks(&mut held);
        held.into_iter().find(|(lock, _)| *lock == place).map(|(_, holder)| holder)
    }

    /// A copy that goes on by itself, where the front end can make one.
    fn fork(&self) -> Option<Self> {
        None
    }

    /// The whole state, in 128 bits, names of objects left out where nobody can see them; `None` where the front end has
    /// none. States with the same fingerprint have the same futures, but for names. Actors keep theirs.
    fn fingerprint(&self) -> Option<u128> {
        None
    }

    /// The same, with marks on objects. Where it leaves out names, those of the marked objects are left out as well, and so
    /// are marks on what nobody can reach any more. Without marks it is [`Run::fingerprint`].
    fn fingerprint_marked(&self, marks: &[Mark]) -> Option<u128> {
        let state = self.fingerprint()?;
        Some(marks.iter().fold(state, |sum, mark| sum.wrapping_add(mark.hash())))
    }

    /// The whole state without and with names: for whoever compares places of different runs.
    fn fingerprint_named(&self) -> Option<NamedState> {
        self.fingerprint().map(|state| NamedState { state, named: state })
    }

    /// The private state of one actor, in 128 bits: what its next step does depends on that and on the values of the places
    /// that the step touches. Objects that others can reach are known by the names of their places.
    fn fingerprint_actor(&self, actor: ActorId) -> Option<u128> {
        let _ = actor;
        None
    }

    /// The value of one place, in 128 bits; `None` where the front end does not know it.
    fn fingerprint_place(&self, place: Place) -> Option<u128> {
        let _ = place;
        None
    }
}
