//! The unfolding that runs have shown so far: events with their causal past, and where events may still stand.
//!
//! A *local* is an actor before an operation, told apart by what led there: its last event, and the events that woke it. An
//! *occasion* is a local with a past in which its operation would be made; what it does there is one event for each option.
//! The past of an occasion is closed: whatever is in it was known to the actor, or conflicts with the operation, or came
//! before such an event. Occasions are made by *growing*: an event that conflicts with the operation is added to the past of
//! an occasion, with all that came before it, where nothing in one conflicts with what is only in the other.
//!
//! Events and occasions find each other by what they use and by the last writer of it: an event that conflicts with an
//! operation has, of what both use, the same last writer in its past as an occasion that it comes next to.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::names::ActorId;
use crate::operation::{Access, OperationKind, Place, Touch};
use crate::program::{Enabled, Pending};

/// An event, by the order in which runs showed it first, so that it comes behind its past. The first is none: the beginning.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct EventId(u32);

impl EventId {
    /// Nothing has happened yet.
    pub const BEGINNING: EventId = EventId(0);
}

/// An actor before an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct LocalId(u32);

/// An operation with a past.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct OccasionId(u32);

/// A configuration: the last event of each actor. Without an end of beginnings, so that equal ones compare equal.
pub(super) type Past = Vec<EventId>;

/// What operations use together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Spot {
    Place(Place),
    /// How far an actor has come: it writes it, who joins it reads it.
    Progress(ActorId),
    /// What was sent: who receives writes it, since what he gets is decided by all that was sent before.
    Messages,
    /// Read by all; written by what conflicts with everything.
    Everything,
}

/// One use of a spot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub spot: Spot,
    pub writes: bool,
}

/// What an operation uses; `joined` are those for whose ends it waits.
pub(super) fn uses(kind: OperationKind, touches: &[Touch], joined: &[ActorId]) -> Box<[Use]> {
    let mut found: Vec<Use> = Vec::with_capacity(touches.len() + 2);
    let mut everything = kind == OperationKind::Timeout;
    for touch in touches {
        everything |= touch.place == Place::EVERYTHING;
        let (spot, writes) = (Spot::Place(touch.place), touch.access == Access::Write);
        match found.iter_mut().find(|other| other.spot == spot) {
            Some(same) => same.writes |= writes,
            None => found.push(Use { spot, writes }),
        }
    }
    found.extend(joined.iter().map(|&actor| Use { spot: Spot::Progress(actor), writes: false }));
    match kind {
        OperationKind::Send => found.push(Use { spot: Spot::Messages, writes: false }),
        OperationKind::Receive => found.push(Use { spot: Spot::Messages, writes: true }),
        _ => {}
    }
    found.push(Use { spot: Spot::Everything, writes: everything });
    found.into()
}

/// How a local is told apart: who, after which event of its own, and woken by which.
pub(super) type LocalKey = (ActorId, EventId, SmallVec<[EventId; 2]>);

pub(super) struct Local {
    pub actor: ActorId,
    last: EventId,
    base: Past,
    pub pending: Pending,
    pub touches: Box<[Touch]>,
    pub uses: Box<[Use]>,
    /// It waits to be woken, and that makes another local of it.
    asleep: bool,
}

/// Whether an operation can go at an occasion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// Only a run can tell.
    Unknown,
    /// It can, with so many options at least.
    Goes(u32),
    /// It waits.
    Waits(Enabled),
}

pub(super) struct Occasion {
    pub local: LocalId,
    pub past: Past,
    pub state: State,
    /// For each use of the operation, who wrote last in the past.
    writers: SmallVec<[EventId; 3]>,
}

/// What an event did beyond its operation.
#[derive(Clone, Default)]
pub(super) struct Done {
    pub before: SmallVec<[ActorId; 1]>,
    pub after: SmallVec<[ActorId; 1]>,
    pub puts: SmallVec<[Place; 1]>,
    pub takes: SmallVec<[Place; 1]>,
    pub failed_attempt: bool,
}

pub(super) struct Event {
    pub local: LocalId,
    pub actor: ActorId,
    pub option: u32,
    pub kind: OperationKind,
    pub done: Done,
    /// Its actor had no operation left behind it.
    pub ends: bool,
    occasion: OccasionId,
    previous: EventId,
    rank: u32,
    /// With itself.
    past: Past,
}

type Index<T> = FxHashMap<(Spot, EventId, ActorId), Vec<(T, bool)>>;

/// Everything that runs have shown.
#[derive(Default)]
pub(super) struct Unfolding {
    events: Vec<Event>,
    pub locals: Vec<Local>,
    pub occasions: Vec<Occasion>,
    local_ids: FxHashMap<LocalKey, LocalId>,
    occasion_ids: FxHashMap<(LocalId, Past), OccasionId>,
    event_ids: FxHashMap<(OccasionId, u32), EventId>,
    /// By what they use, who wrote it last, and who uses it; and whether they write.
    events_at: Index<EventId>,
    occasions_at: Index<OccasionId>,
    actors: u32,
    is_timed: bool,
    new_events: Vec<EventId>,
    new_occasions: Vec<OccasionId>,
    /// Occasions some of whose events no run may have shown.
    targets: Vec<OccasionId>,
}

fn at(past: &[EventId], actor: ActorId) -> EventId {
    past.get(actor.index()).copied().unwrap_or_default()
}

fn set(past: &mut Past, actor: ActorId, event: EventId) {
    if past.len() <= actor.index() {
        past.resize(actor.index() + 1, EventId::BEGINNING);
    }
    past[actor.index()] = event;
}

impl Unfolding {
    pub fn event(&self, event: EventId) -> &Event {
        &self.events[event.0 as usize - 1]
    }

    pub fn local(&self, local: LocalId) -> &Local {
        &self.locals[local.0 as usize]
    }

    pub fn occasion(&self, occasion: OccasionId) -> &Occasion {
        &self.occasions[occasion.0 as usize]
    }

    pub fn actors(&self) -> impl Iterator<Item = ActorId> + use<> {
        (0..self.actors).map(ActorId)
    }

    fn rank(&self, event: EventId) -> u32 {
        if event == EventId::BEGINNING { 0 } else { self.event(event).rank }
    }

    pub fn event_at(&self, occasion: OccasionId, option: u32) -> Option<EventId> {
        self.event_ids.get(&(occasion, option)).copied()
    }

    pub fn local_at(&self, key: &LocalKey) -> Option<LocalId> {
        self.local_ids.get(key).copied()
    }

    pub fn occasion_at(&self, local: LocalId, past: Past) -> Option<OccasionId> {
        self.occasion_ids.get(&(local, past)).copied()
    }

    /// Adds what is in another configuration that does not conflict.
    fn join(&self, into: &mut Past, from: &[EventId]) {
        if into.len() < from.len() {
            into.resize(from.len(), EventId::BEGINNING);
        }
        for (mine, theirs) in into.iter_mut().zip(from) {
            if self.rank(*theirs) > self.rank(*mine) {
                *mine = *theirs;
            }
        }
    }

    /// The events of a configuration, each behind its past.
    pub fn in_order(&self, past: &[EventId]) -> Vec<EventId> {
        let mut order: Vec<EventId> = self.all_of(past).collect();
        order.sort_unstable();
        order
    }

    fn all_of(&self, past: &[EventId]) -> impl Iterator<Item = EventId> {
        let happened = |event: EventId| Some(event).filter(|&event| event != EventId::BEGINNING);
        past.iter().flat_map(move |&last| {
            std::iter::successors(happened(last), move |&event| happened(self.event(event).previous))
        })
    }

    fn conflict(&self, event: EventId, actor: ActorId, uses: &[Use]) -> bool {
        let event = self.event(event);
        let theirs = &self.local(event.local).uses;
        uses.iter().any(|mine| {
            mine.spot == Spot::Progress(event.actor)
                || theirs.iter().any(|other| mine.spot == other.spot && (mine.writes || other.writes))
        }) || theirs.iter().any(|other| other.spot == Spot::Progress(actor))
    }

    /// The past that a local's operation would have after these events.
    pub fn past_after(&self, local: LocalId, order: &[EventId]) -> Past {
        let Local { actor, uses, base, .. } = self.local(local);
        let mut past = base.clone();
        for &event in order.iter().filter(|&&event| self.conflict(event, *actor, uses)) {
            self.join(&mut past, &self.event(event).past);
        }
        past
    }

    /// Adds a local that was not known.
    pub fn add_local(
        &mut self,
        key: LocalKey,
        pending: Pending,
        touches: &[Touch],
        uses: Box<[Use]>,
    ) -> LocalId {
        let id = LocalId(self.locals.len() as u32);
        let (actor, last, ref wakers) = key;
        let mut base = Past::new();
        for &event in [last].iter().chain(wakers).filter(|&&event| event != EventId::BEGINNING) {
            let known = self.event(event).past.clone();
            self.join(&mut base, &known);
        }
        self.actors = self.actors.max(actor.0 + 1);
        let asleep = pending.kind == OperationKind::Reacquire && pending.enabled == Enabled::WaitsForAnyone;
        let touches = touches.into();
        self.locals.push(Local { actor, last, base: base.clone(), pending, touches, uses, asleep });
        self.local_ids.insert(key, id);
        if pending.kind == OperationKind::Timeout {
            self.is_timed = true;
        } else {
            self.add_occasion(id, base);
        }
        id
    }

    /// The occasion of a local with this past.
    pub fn add_occasion(&mut self, local: LocalId, past: Past) -> OccasionId {
        if let Some(&known) = self.occasion_ids.get(&(local, past.clone())) {
            return known;
        }
        let id = OccasionId(self.occasions.len() as u32);
        let uses = &self.local(local).uses;
        let mut writers: SmallVec<[EventId; 3]> = SmallVec::from_elem(EventId::BEGINNING, uses.len());
        for event in self.all_of(&past) {
            let Event { local, actor, .. } = *self.event(event);
            let theirs = &self.local(local).uses;
            for (mine, last) in uses.iter().zip(&mut writers) {
                let writes = mine.spot == Spot::Progress(actor)
                    || theirs.iter().any(|other| other.writes && other.spot == mine.spot);
                if writes && event > *last {
                    *last = event;
                }
            }
        }
        self.occasion_ids.insert((local, past.clone()), id);
        let state = self.foretell(local, &writers);
        self.occasions.push(Occasion { local, past, state, writers });
        self.new_occasions.push(id);
        if !matches!(state, State::Waits(_)) {
            self.targets.push(id);
        }
        id
    }

    /// Whether an operation can go after these writers, by its kind. What is foretold to go is tried; what is foretold to
    /// wait is a lock that another holds, an actor that has not come to its end, or a wait that nobody has ended.
    fn foretell(&self, local: LocalId, writers: &[EventId]) -> State {
        use OperationKind as Kind;
        let Local { actor, pending, uses, asleep, .. } = self.local(local);
        // Its own places, and the one that all read.
        let writer = || if uses.len() == 2 { writers.first().copied() } else { None };
        match pending.kind {
            Kind::Read
            | Kind::Write
            | Kind::ReadModifyWrite
            | Kind::TryAcquire
            | Kind::Release
            | Kind::Wait
            | Kind::NotifyOne
            | Kind::NotifyAll
            | Kind::Spawn
            | Kind::Send
            | Kind::Choose
            | Kind::Exit => State::Goes(1),
            _ if *asleep => State::Waits(pending.enabled),
            Kind::Acquire | Kind::Reacquire => {
                let Some(mut writer) = writer() else { return State::Unknown };
                loop {
                    if writer == EventId::BEGINNING {
                        return State::Goes(1);
                    }
                    let event = self.event(writer);
                    match event.kind {
                        Kind::Release | Kind::Wait => return State::Goes(1),
                        // Whether a lock may be taken twice is the language's business.
                        Kind::Acquire | Kind::Reacquire if event.actor != *actor => {
                            return State::Waits(Enabled::WaitsFor(event.actor));
                        }
                        Kind::TryAcquire if event.done.failed_attempt => {
                            writer = self.occasion(event.occasion).writers[0];
                        }
                        _ => return State::Unknown,
                    }
                }
            }
            Kind::Join => match (uses.first().map(|first| first.spot), writer()) {
                (Some(Spot::Progress(joined)), Some(last)) if last != EventId::BEGINNING => {
                    if self.event(last).ends {
                        State::Goes(1)
                    } else {
                        State::Waits(Enabled::WaitsFor(joined))
                    }
                }
                _ => State::Unknown,
            },
            _ => State::Unknown,
        }
    }

    /// Takes note of what a run showed of an occasion.
    pub fn observe(&mut self, occasion: OccasionId, enabled: Enabled, options: u32) {
        let seen = if enabled == Enabled::Now { State::Goes(options) } else { State::Waits(enabled) };
        let known = &mut self.occasions[occasion.0 as usize].state;
        if *known != seen {
            *known = seen;
            self.targets.push(occasion);
        }
    }

    /// Adds an event that no run has shown.
    pub fn add_event(&mut self, occasion: OccasionId, option: u32, done: Done) -> EventId {
        let id = EventId(self.events.len() as u32 + 1);
        let Occasion { local, ref past, .. } = *self.occasion(occasion);
        let mut past = past.clone();
        let Local { actor, last: previous, pending, .. } = *self.local(local);
        set(&mut past, actor, id);
        for &other in done.before.iter().chain(&done.after) {
            self.actors = self.actors.max(other.0 + 1);
        }
        let (rank, kind) = (self.rank(previous) + 1, pending.kind);
        let ends = false;
        self.events.push(Event { local, actor, option, kind, done, ends, occasion, previous, rank, past });
        self.event_ids.insert((occasion, option), id);
        self.new_events.push(id);
        id
    }

    /// The actor of an event has no operation behind it.
    pub fn end(&mut self, event: EventId) {
        self.events[event.0 as usize - 1].ends = true;
    }

    /// An occasion and an option of it that no run has shown.
    pub fn next_target(&mut self) -> Option<(OccasionId, u32)> {
        self.grow();
        while let Some(&occasion) = self.targets.last() {
            let options = match self.occasion(occasion).state {
                State::Unknown => 1,
                State::Goes(options) => options,
                State::Waits(_) => 0,
            };
            match (0..options).find(|&option| self.event_at(occasion, option).is_none()) {
                Some(option) => return Some((occasion, option)),
                None => self.targets.pop(),
            };
        }
        None
    }

    /// Whether an operation waits at some occasion, so that actors may wait for ever.
    pub fn anybody_waits(&self) -> bool {
        self.occasions.iter().any(|occasion| matches!(occasion.state, State::Waits(_)))
    }

    /// Whether time has gone on in a run where nothing else could.
    pub fn is_timed(&self) -> bool {
        self.is_timed
    }

    /// Lets every occasion grow by every event that comes next to it.
    fn grow(&mut self) {
        loop {
            if let Some(event) = self.new_events.pop() {
                self.offer_event(event);
            } else if let Some(occasion) = self.new_occasions.pop() {
                self.offer_occasion(occasion);
            } else {
                return;
            }
        }
    }

    fn offer_event(&mut self, id: EventId) {
        let event = self.event(id);
        // Behind an exit nothing goes.
        if event.kind == OperationKind::Exit {
            return;
        }
        let (actor, previous) = (event.actor, event.previous);
        let writers = &self.occasion(event.occasion).writers;
        let own = (Use { spot: Spot::Progress(actor), writes: true }, previous);
        let used = self.local(event.local).uses.iter().copied().zip(writers.iter().copied());
        let used: SmallVec<[(Use, EventId); 4]> = used.chain([own]).collect();
        let mut found: FxHashSet<OccasionId> = FxHashSet::default();
        for &(Use { spot, writes }, writer) in &used {
            self.events_at.entry((spot, writer, actor)).or_default().push((id, writes));
            for other in self.actors().filter(|&other| other != actor) {
                let there = self.occasions_at.get(&(spot, writer, other)).into_iter().flatten();
                found.extend(there.filter(|(_, also)| writes || *also).map(|(occasion, _)| *occasion));
            }
        }
        let mut found: Vec<OccasionId> = found.into_iter().collect();
        found.sort_unstable_by_key(|occasion| occasion.0);
        for occasion in found {
            self.grow_by(occasion, id);
        }
    }

    fn offer_occasion(&mut self, id: OccasionId) {
        let Occasion { local, ref writers, .. } = *self.occasion(id);
        let Local { actor, ref uses, asleep, pending, .. } = *self.local(local);
        // What sleeps is another local once it is woken; time passes where nothing else can go.
        if asleep || pending.kind == OperationKind::Timeout {
            return;
        }
        let used: SmallVec<[(Use, EventId); 4]> = uses.iter().copied().zip(writers.iter().copied()).collect();
        let mut found: FxHashSet<EventId> = FxHashSet::default();
        for &(Use { spot, writes }, writer) in &used {
            self.occasions_at.entry((spot, writer, actor)).or_default().push((id, writes));
            for other in self.actors().filter(|&other| other != actor) {
                let there = self.events_at.get(&(spot, writer, other)).into_iter().flatten();
                found.extend(there.filter(|(_, also)| writes || *also).map(|(event, _)| *event));
            }
        }
        let mut found: Vec<EventId> = found.into_iter().collect();
        found.sort_unstable();
        for event in found {
            self.grow_by(id, event);
        }
    }

    /// Adds the occasion whose past has this event besides, if the two go together.
    fn grow_by(&mut self, occasion: OccasionId, event: EventId) {
        let Occasion { local, ref past, .. } = *self.occasion(occasion);
        let actor = self.local(local).actor;
        let more = &self.event(event).past;
        let (mut only_past, mut only_more) = (Past::new(), Past::new());
        for index in 0..past.len().max(more.len()) {
            let (mut mine, mut theirs) = (at(past, ActorId(index as u32)), at(more, ActorId(index as u32)));
            while self.rank(mine) > self.rank(theirs) {
                only_past.push(mine);
                mine = self.event(mine).previous;
            }
            while self.rank(theirs) > self.rank(mine) {
                only_more.push(theirs);
                theirs = self.event(theirs).previous;
            }
            if mine != theirs {
                return;
            }
        }
        // The actor stays where it is, and nobody wakes it.
        let stays = only_more.iter().all(|&other| {
            let other = self.event(other);
            other.actor != actor && !other.done.before.contains(&actor)
        });
        let parts = |&mine: &EventId| {
            let mine = self.event(mine);
            let uses = &self.local(mine.local).uses;
            only_more.iter().any(|&theirs| self.conflict(theirs, mine.actor, uses))
        };
        if only_more.is_empty() || !stays || only_past.iter().any(parts) {
            return;
        }
        let mut past = past.clone();
        self.join(&mut past, more);
        self.add_occasion(local, past);
    }
}
