//! Data races by happens-before.
//!
//! Source: the vector-clock detectors of the DJIT⁺ and FastTrack line. Two conflicting accesses, at least one of them
//! plain, race if neither happens before the other by *synchronisation*: program order, starting and joining, and
//! what acquiring operations learn from releasing ones at the same place.
//!
//! Deviation: we look at a whole run at its end, and for each actor keep its last access of a kind, not an epoch: all
//! races of the run's last accesses are told, not just the first. Guarantee: no false alarm; a run without an
//! unordered conflicting pair, as far as each actor's last accesses show, reports nothing. If an earlier access of an
//! actor races, its last one before the other access races too, so a run that has a race reports one.
//!
//! Where states are merged there are no whole runs to look at. There a race is two neighbours: accesses that are pending
//! in one state. A program has a race in some run if and only if it has one of neighbours: take a race whose second
//! access comes first of all, leave out what happens after its first access because of that, and put the first access
//! right before the second. That holds as long as whoever learns something is also synchronised by it, which weak
//! accesses and failed attempts are not (`Sorts`).
//!
//! What an actor writes to an object that only it can reach is no event. It counts as written in the step that makes the
//! object known ([`Fresh`]): whoever reads it then without being synchronised with that step races with it, although the
//! two never stand beside each other. Only plain accesses are asked. There, too, merged states show nothing: one comes to
//! such a word by a weak access.

//!
//! A *cache* is a place that is read, and written only by who found there what it has from the beginning. In every run, all
//! write the same value, and whoever finds nothing writes it: nobody can tell who came first. A front end tells the values
//! of plain accesses to places that may be caches ([`crate::context::Effects::value`]), in a weaker mode, so that merged
//! states claim nothing of them. The detector takes these accesses for plain, and leaves out the races of caches.

use std::cmp::Ordering;
use std::ops::AddAssign;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::clock::Clock;
use crate::events::{Event, EventLog};
use crate::names::{ActorId, Names};
use crate::operation::{Access, Mode, OperationKind, Place, Touch};
use crate::program::{Pending, PendingBuffer, SourceId};

/// One side of a race.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RacingAccess {
    /// Who.
    pub actor: ActorId,
    /// How.
    pub access: Access,
    /// Where in the source.
    pub source: SourceId,
}

/// Two accesses that nothing orders. The smaller one is first, so that both orders of a run tell the same race.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Race {
    /// What both touch.
    pub place: Place,
    /// One access.
    pub first: RacingAccess,
    /// The other.
    pub second: RacingAccess,
}

impl Race {
    /// Both sides, in the order of their actors' paths: which one is smaller depends on the search.
    pub fn sides(&self, names: &Names) -> [&RacingAccess; 2] {
        match names.compare(self.first.actor, self.second.actor) {
            Ordering::Greater => [&self.second, &self.first],
            _ => [&self.first, &self.second],
        }
    }
}

/// An actor's last access of a place, of one sort.
#[derive(Clone, Copy)]
struct Last {
    actor: ActorId,
    access: Access,
    plain: bool,
    time: u32,
    source: SourceId,
}

/// Words of one object that an actor wrote while nobody else could reach it, and that others can reach from a step on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fresh {
    /// Who: mostly the actor of the step; where the step started an actor, perhaps that one.
    pub actor: ActorId,
    /// The object.
    pub object: u64,
    /// A part of it.
    pub first: u32,
    /// Which of the 64 parts from there on were written, the first one in the lowest bit.
    pub written: u64,
    /// It became known behind the operation of the step, which does not publish it.
    pub behind: bool,
}

/// When parts of an object were written, at the latest.
#[derive(Clone, Copy)]
struct Written {
    fresh: Fresh,
    /// How many operations of its actor must be known for it to be known.
    time: u32,
    source: SourceId,
}

impl Written {
    fn has(&self, part: u32) -> bool {
        part.checked_sub(self.fresh.first)
            .is_some_and(|bit| bit < u64::BITS && self.fresh.written >> bit & 1 != 0)
    }
}

/// Finds the races of runs. Reused from run to run, so that looking costs no allocation.
#[derive(Default)]
pub struct RaceDetector {
    actors: Vec<Clock>,
    published: FxHashMap<Place, Clock>,
    last: FxHashMap<Place, Vec<Last>>,
    /// By object, what was written before others could reach it.
    written: FxHashMap<u64, Vec<Written>>,
    /// The places of the quick look, who touched each first, and in what sorts.
    accessed: Vec<(Place, ActorId, u8)>,
}

fn learns(kind: OperationKind, mode: Mode, failed: bool) -> bool {
    use OperationKind::{NotifyAll, NotifyOne, Release, Send, TryAcquire, Wait, Write};
    mode.acquires()
        && !matches!(kind, Write | Release | Send | NotifyOne | NotifyAll | Wait)
        && !(failed && kind == TryAcquire)
}

fn publishes(kind: OperationKind, mode: Mode, failed: bool) -> bool {
    use OperationKind::{Acquire, AwaitChange, Join, Reacquire, Read, Receive, TryAcquire};
    mode.releases()
        && !failed
        && !matches!(kind, Read | Acquire | TryAcquire | Reacquire | Receive | Join | AwaitChange)
}

fn is_access(kind: OperationKind) -> bool {
    use OperationKind::{Read, ReadModifyWrite, Step, Write};
    matches!(kind, Read | Write | ReadModifyWrite | Step)
}

/// Whether the language does not order an access by itself.
fn is_plain(event: &Event) -> bool {
    event.mode == Mode::Plain || event.value.is_some()
}

/// Whether a place was used as a cache in a run.
fn is_cache(log: &EventLog, place: Place) -> bool {
    let mut cached = None;
    // Who found nothing, and has to write.
    let mut owes: Vec<ActorId> = Vec::new();
    for event in log.events() {
        let touches = log.touches(event);
        let Some(touch) = touches.iter().find(|touch| touch.place == place) else { continue };
        let Some(value) = event.value.filter(|_| touches.len() == 1) else { return false };
        let actor = event.choice.actor;
        match touch.access {
            Access::Read if value == 0 => owes.push(actor),
            Access::Write if !owes.contains(&actor) => return false,
            Access::Read | Access::Write => {
                owes.retain(|owing| touch.access == Access::Read || *owing != actor);
                if value != 0 && *cached.get_or_insert(value) != value {
                    return false;
                }
            }
        }
    }
    owes.is_empty()
}

/// The sorts of events in which races can hide from the look at neighbours.
#[derive(Default)]
pub(crate) struct Sorts {
    plain: bool,
    weak: bool,
    /// What was looked at without being synchronised: nobody learns anything there as long as nobody changes it.
    looked_at: FxHashSet<Place>,
    changed: FxHashSet<Place>,
}

impl Sorts {
    /// Adds an event; `foreseen` says that it touched what it was pending on.
    pub fn add(&mut self, event: &Event, touches: &[Touch], foreseen: bool) {
        self.plain |= is_access(event.kind) && event.mode == Mode::Plain && !touches.is_empty();
        let writes = |touch: &&Touch| touch.access == Access::Write;
        for touch in touches.iter().filter(writes) {
            self.changed.insert(touch.place);
        }
        if foreseen && event.kind == OperationKind::Read && is_weak(event, touches) {
            self.looked_at.extend(touches.iter().map(|touch| touch.place));
        } else {
            self.weak |= !foreseen || is_weak(event, touches);
        }
    }

    /// Whether races may hide: without plain accesses there are none, without weak ones all show.
    pub fn hide_races(&self) -> bool {
        let is_changed = |place: &Place| self.changed.contains(place);
        let mut learnt = self.looked_at.iter().filter(|place| is_changed(place));
        let learns =
            !self.looked_at.is_empty() && (is_changed(&Place::EVERYTHING) || learnt.next().is_some());
        self.plain && (self.weak || learns)
    }
}

impl AddAssign for Sorts {
    fn add_assign(&mut self, other: Sorts) {
        self.plain |= other.plain;
        self.weak |= other.weak;
        self.looked_at.extend(other.looked_at);
        self.changed.extend(other.changed);
    }
}

/// Whether an event learns something, or lets others learn something, without being synchronised by that.
fn is_weak(event: &Event, touches: &[Touch]) -> bool {
    use OperationKind::{AwaitChange, Choose, Exit, ReadModifyWrite, Spawn, Step, TryAcquire};
    use OperationKind::{NotifyAll, NotifyOne, Release, Send, Wait, Write};
    let plain = is_access(event.kind) && event.mode == Mode::Plain;
    if plain || touches.is_empty() || matches!(event.kind, Choose | Exit) {
        return false;
    }
    let writes = touches.iter().any(|touch| touch.access == Access::Write);
    let looks = !matches!(event.kind, Write | Release | Wait | NotifyOne | NotifyAll | Send | Spawn);
    let changes = matches!(event.kind, Write | Release | Wait | NotifyOne | NotifyAll | Send | Spawn)
        || (matches!(event.kind, ReadModifyWrite | Step) && writes);
    event.kind == AwaitChange
        || (event.kind == TryAcquire && event.failed_attempt)
        || (looks && !event.mode.acquires())
        || (changes && !event.mode.releases())
}

/// The races of neighbours: accesses of two actors that can both go now.
pub(crate) fn neighbours(pending: &PendingBuffer, mut tell: impl FnMut(Race)) {
    let accesses = || pending.enabled().filter(|entry| is_access(entry.kind));
    for (number, one) in accesses().enumerate() {
        for other in accesses().skip(number + 1) {
            if one.mode != Mode::Plain && other.mode != Mode::Plain {
                continue;
            }
            for touch in pending.touches(one) {
                for against in pending.touches(other).iter().filter(|against| touch.conflicts(against)) {
                    let side = |entry: &Pending, access| RacingAccess {
                        actor: entry.actor,
                        access,
                        source: entry.source,
                    };
                    let (left, right) = (side(one, touch.access), side(other, against.access));
                    tell(Race { place: touch.place, first: left.min(right), second: left.max(right) });
                }
            }
        }
    }
}

impl RaceDetector {
    /// All races that the run shows, in no particular order; a race may be told more than once.
    pub fn detect(&mut self, log: &EventLog, found: &mut Vec<Race>) {
        if !log.has_fresh() && !self.may_race(log) {
            return;
        }
        let mut last = std::mem::take(&mut self.last);
        last.values_mut().for_each(Vec::clear);
        let mut written = std::mem::take(&mut self.written);
        written.clear();
        self.walk(log, |event, clock| {
            if is_access(event.kind) {
                let (actor, plain) = (event.choice.actor, is_plain(event));
                for touch in log.touches(event) {
                    let now = Last {
                        actor,
                        access: touch.access,
                        plain,
                        time: clock.of(actor),
                        source: event.source,
                    };
                    look_back(last.entry(touch.place).or_default(), touch.place, now, clock, found);
                    if plain && let Some(written) = written.get(&touch.place.object) {
                        look_before(written, touch.place, now, clock, found);
                    }
                }
            }
            for fresh in log.fresh(event) {
                // One that was just started has done nothing yet.
                let done = if fresh.actor == event.choice.actor { clock.of(fresh.actor) } else { 0 };
                let time = done + u32::from(fresh.behind || fresh.actor != event.choice.actor);
                let entry = Written { fresh: *fresh, time, source: event.source };
                written.entry(fresh.object).or_default().push(entry);
            }
        });
        self.last = last;
        self.written = written;
        let mut last_judged: Option<(Place, bool)> = None;
        found.retain(|race| {
            let known = last_judged.filter(|(place, _)| *place == race.place);
            let (_, is_cache) = *last_judged.insert(known.unwrap_or((race.place, is_cache(log, race.place))));
            !is_cache
        });
    }

    /// A quick look: whether two actors access one place, one of them plainly, and one of them writing.
    fn may_race(&mut self, log: &EventLog) -> bool {
        self.accessed.clear();
        let mut suspects = false;
        for event in log.events().iter().filter(|event| is_access(event.kind)) {
            let actor = event.choice.actor;
            for touch in log.touches(event) {
                let sort = u8::from(is_plain(event)) | u8::from(touch.access == Access::Write) << 1;
                let known = self.accessed.iter().position(|(place, ..)| *place == touch.place);
                let Some(index) = known else {
                    // Past some places, finding out costs more than the detector itself.
                    if self.accessed.len() >= 32 {
                        return true;
                    }
                    self.accessed.push((touch.place, actor, sort));
                    continue;
                };
                let (_, first, sorts) = &mut self.accessed[index];
                *sorts |= sort | u8::from(*first != actor) << 2;
                suspects |= *sorts == 0b111;
            }
        }
        suspects
    }

    /// Goes through a run and tells, for each event, what its actor knows by synchronisation once it has happened.
    pub(crate) fn walk(&mut self, log: &EventLog, mut tell: impl FnMut(&Event, &Clock)) {
        self.actors.iter_mut().for_each(Clock::clear);
        self.published.values_mut().for_each(Clock::clear);
        for event in log.events() {
            let actor = event.choice.actor;
            self.know(actor);
            for &joined in log.after(event) {
                self.know(joined);
                let clock = std::mem::take(&mut self.actors[joined.index()]);
                self.actors[actor.index()].join(&clock);
                self.actors[joined.index()] = clock;
            }
            for touch in log.touches(event) {
                if learns(event.kind, event.mode, event.failed_attempt)
                    && let Some(published) = self.published.get(&touch.place)
                {
                    self.actors[actor.index()].join(published);
                }
            }
            for taken in log.takes(event) {
                if let Some(published) = self.published.get(taken) {
                    self.actors[actor.index()].join(published);
                }
            }
            self.actors[actor.index()].advance(actor);
            tell(event, &self.actors[actor.index()]);
            if publishes(event.kind, event.mode, event.failed_attempt) {
                for touch in log.touches(event) {
                    self.published.entry(touch.place).or_default().join(&self.actors[actor.index()]);
                }
            }
            for &put in log.puts(event) {
                self.published.entry(put).or_default().join(&self.actors[actor.index()]);
            }
            for &started in log.before(event) {
                self.know(started);
                let clock = std::mem::take(&mut self.actors[actor.index()]);
                self.actors[started.index()].join(&clock);
                self.actors[actor.index()] = clock;
            }
        }
    }

    fn know(&mut self, actor: ActorId) {
        if self.actors.len() <= actor.index() {
            self.actors.resize_with(actor.index() + 1, Clock::default);
        }
    }
}

/// Compares an access with what was written before others could reach it.
fn look_before(written: &[Written], place: Place, now: Last, clock: &Clock, found: &mut Vec<Race>) {
    for Written { fresh, time, source } in written.iter().filter(|written| written.has(place.part)) {
        if fresh.actor != now.actor && clock.of(fresh.actor) < *time {
            let one = RacingAccess { actor: fresh.actor, access: Access::Write, source: *source };
            let other = RacingAccess { actor: now.actor, access: now.access, source: now.source };
            found.push(Race { place, first: one.min(other), second: one.max(other) });
        }
    }
}

/// Compares an access with the last ones of others, and becomes its actor's last one.
fn look_back(lasts: &mut Vec<Last>, place: Place, now: Last, clock: &Clock, found: &mut Vec<Race>) {
    for other in lasts.iter() {
        let conflict = other.access == Access::Write || now.access == Access::Write;
        let unordered = other.actor != now.actor && clock.of(other.actor) < other.time;
        if conflict && unordered && (other.plain || now.plain) {
            let side =
                |last: &Last| RacingAccess { actor: last.actor, access: last.access, source: last.source };
            let (first, second) = (side(other).min(side(&now)), side(other).max(side(&now)));
            found.push(Race { place, first, second });
        }
    }
    let same =
        |last: &&mut Last| last.actor == now.actor && last.access == now.access && last.plain == now.plain;
    match lasts.iter_mut().find(same) {
        Some(last) => *last = now,
        None => lasts.push(now),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Effects;

    const CHANNEL: Place = Place::new(1, 0);
    const OBJECT: u64 = 2;

    /// Somebody hands on an object whose third part was written, in this mode; another reads that part after the channel.
    fn races_of(mode: Mode, behind: bool, part: u32) -> usize {
        let mut log = EventLog::default();
        let mut push = |actor, kind, mode, touch: Touch, effects: Effects| {
            let mut pending = Pending::new(ActorId(actor), kind);
            pending.mode = mode;
            log.push(0, &pending, &[touch], &effects);
        };
        let fresh = Fresh { actor: ActorId(0), object: OBJECT, first: 1, written: 0b100, behind };
        let effects = Effects { fresh: vec![fresh], ..Effects::default() };
        push(0, OperationKind::Write, mode, Touch::write(CHANNEL), effects);
        push(1, OperationKind::Read, mode, Touch::read(CHANNEL), Effects::default());
        let read = Touch::read(Place::new(OBJECT, part));
        push(1, OperationKind::Read, Mode::Plain, read, Effects::default());
        let mut found = Vec::new();
        RaceDetector::default().detect(&log, &mut found);
        found.iter().filter(|race| race.place.object == OBJECT).count()
    }

    /// Two actors, each of which reads and then writes, the second after the first one's write or before it.
    fn races_of_values(values: [(u32, OperationKind, u64); 4]) -> usize {
        let mut log = EventLog::default();
        for (actor, kind, value) in values {
            let mut pending = Pending::new(ActorId(actor), kind);
            pending.mode = Mode::Relaxed;
            let access = if kind == OperationKind::Read { Touch::read } else { Touch::write };
            let effects = Effects { value: Some(value), ..Effects::default() };
            log.push(0, &pending, &[access(CHANNEL)], &effects);
        }
        let mut found = Vec::new();
        RaceDetector::default().detect(&log, &mut found);
        found.len()
    }

    #[test]
    fn a_cache_is_no_race_and_a_count_is_one() {
        use OperationKind::{Read, Write};
        assert_eq!(races_of_values([(0, Read, 0), (1, Read, 0), (0, Write, 7), (1, Write, 7)]), 0);
        assert_eq!(races_of_values([(0, Read, 0), (0, Write, 7), (1, Read, 7), (1, Read, 7)]), 0);
        assert_ne!(races_of_values([(0, Read, 0), (0, Write, 1), (1, Read, 1), (1, Write, 2)]), 0, "a count");
        assert_ne!(races_of_values([(0, Read, 0), (0, Write, 1), (1, Read, 0), (1, Read, 0)]), 0, "a flag");
        assert_ne!(races_of_values([(0, Write, 7), (1, Write, 7), (0, Read, 7), (1, Read, 7)]), 0, "set");
    }

    #[test]
    fn what_was_written_before_it_was_known_races_unless_it_was_published() {
        assert_eq!(races_of(Mode::Relaxed, false, 3), 1);
        assert_eq!(races_of(Mode::Relaxed, false, 2), 0, "nobody wrote that");
        assert_eq!(races_of(Mode::Synchronising, false, 3), 0);
        assert_eq!(races_of(Mode::Synchronising, true, 3), 1, "the operation came before");
    }
}
