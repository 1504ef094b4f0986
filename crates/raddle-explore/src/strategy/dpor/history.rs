//! The run that `dpor` is exploring: its events with their stamps, their causal past, and which of them are pinned.
//!
//! Positions are the order of execution; stamps are the order in which the search first added the events. The causal
//! past is kept as vector clocks: event `b` is in the past of `a` if `a`'s clock counts `b` among its actor's events.
//! An event's identity is a hash of its actor and its whole causal past, so that the same event of two runs can be
//! told from one that only does the same.

use rustc_hash::FxHashMap;

use crate::context::Effects;
use crate::names::ActorId;
use crate::operation::{Access, OperationKind, Place, Touch};
use crate::program::Choice;

/// The order in which the search added an event; a reversed event keeps the stamp that it had.
pub(super) type Stamp = u32;

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub choice: Choice,
    pub stamp: Stamp,
    /// The highest stamp up to and including this one.
    highest: Stamp,
    /// How many events the actor has up to and including this one.
    pub index: u32,
    /// Not a step, but an actor's place in the search: its reversed event can't go yet.
    pub deferred: bool,
    kind: OperationKind,
    identity: u64,
    touches: (u32, u32),
    edges_start: u32,
}

/// A touch with its place as a number: the number doubled, plus one for a write.
#[derive(Clone, Copy, PartialEq, Eq)]
struct NumberedTouch(u32);

impl NumberedTouch {
    fn list(self) -> usize {
        (self.0 >> 1) as usize
    }

    fn writes(self) -> bool {
        self.0 & 1 == 1
    }
}

/// An event in the list of a place.
#[derive(Clone, Copy)]
struct Toucher {
    position: u32,
    writes: bool,
    /// The sum of the identities of all events of the list up to this one, and of those that write.
    all: u64,
    writers: u64,
}

#[derive(Default)]
struct Touchers {
    hash: u64,
    events: Vec<Toucher>,
}

/// The run under exploration.
#[derive(Default)]
pub(super) struct History {
    pub entries: Vec<Entry>,
    /// For each entry that was reversed, the events that were passed over for its sake, by identity.
    pub passed: FxHashMap<u32, Box<[u64]>>,
    touches: Vec<NumberedTouch>,
    clocks: Vec<u32>,
    stride: usize,
    numbers: FxHashMap<Place, u32>,
    by_place: Vec<Touchers>,
    by_actor: Vec<Vec<u32>>,
    /// For each actor, the events that made its next step possible.
    enabled_by: Vec<Vec<u32>>,
    /// The targets of each event's enabling edges.
    edges: Vec<ActorId>,
    /// Events that no reversal may remove, with the event that pinned them.
    pinned: Vec<(u32, u32)>,
    /// Events that conflict with everything.
    exits: Vec<u32>,
    /// What the actor of the event in hand knows before it, and with it; and the hash of the former.
    base: Vec<u32>,
    scratch: Vec<u32>,
    base_identity: u64,
}

/// A reversal that is this run's to make: put the event in hand before the one at `position`.
pub(super) struct Reversal {
    pub position: usize,
    /// What the event in hand knows there.
    pub clock: Vec<u32>,
}

fn join(into: &mut [u32], from: &[u32]) {
    for (mine, theirs) in into.iter_mut().zip(from) {
        *mine = (*mine).max(*theirs);
    }
}

fn mix(left: u64, right: u64) -> u64 {
    let product = u128::from(left ^ 0x9e37_79b9_7f4a_7c15) * u128::from(right ^ 0xd6e8_feb8_6659_fd93);
    (product as u64) ^ ((product >> 64) as u64)
}

impl History {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn clock(&self, position: usize) -> &[u32] {
        &self.clocks[position * self.stride..(position + 1) * self.stride]
    }

    pub fn stride(&self) -> usize {
        self.stride
    }

    /// A stamp after all others.
    pub fn next_stamp(&self) -> Stamp {
        self.entries.last().map_or(0, |entry| entry.highest + 1)
    }

    fn make_room(&mut self, actor: ActorId) {
        let needed = actor.index() + 1;
        if self.by_actor.len() < needed {
            self.by_actor.resize_with(needed, Vec::new);
            self.enabled_by.resize_with(needed, Vec::new);
        }
        if self.stride < needed {
            let stride = needed.next_multiple_of(4);
            let mut clocks = vec![0; self.entries.len() * stride];
            for position in 0..self.entries.len() {
                clocks[position * stride..position * stride + self.stride].copy_from_slice(self.clock(position));
            }
            self.clocks = clocks;
            self.stride = stride;
        }
    }

    fn number(&mut self, touch: &Touch) -> NumberedTouch {
        let fresh = self.by_place.len() as u32;
        let number = *self.numbers.entry(touch.place).or_insert(fresh);
        if number == fresh {
            let hash = mix(touch.place.object, u64::from(touch.place.part));
            self.by_place.push(Touchers { hash, events: Vec::new() });
        }
        NumberedTouch(number << 1 | u32::from(touch.access == Access::Write))
    }

    /// Takes an event in hand: what its actor knows before it (`base`), and with what its touches add (`scratch`).
    fn take_in_hand(&mut self, actor: ActorId, touches: &[Touch], after: &[ActorId]) -> usize {
        self.make_room(actor);
        let touches_start = self.touches.len();
        for touch in touches {
            let numbered = self.number(touch);
            self.touches.push(numbered);
        }
        let stride = self.stride;
        let clock = |position: u32| &self.clocks[position as usize * stride..(position as usize + 1) * stride];
        self.base.clear();
        self.base.resize(stride, 0);
        self.base_identity = mix(u64::from(actor.0), 1);
        let own = self.by_actor[actor.index()].last();
        let joined = after.iter().filter_map(|joined| self.by_actor.get(joined.index())?.last());
        for &known in own.into_iter().chain(&self.enabled_by[actor.index()]).chain(joined) {
            join(&mut self.base, clock(known));
            self.base_identity = mix(self.base_identity, self.entries[known as usize].identity);
        }
        self.scratch.clear();
        self.scratch.extend_from_slice(&self.base);
        if touches.iter().any(|touch| touch.place == Place::EVERYTHING) {
            for last in self.by_actor.iter().filter_map(|events| events.last()) {
                join(&mut self.scratch, clock(*last));
            }
        }
        for &exit in &self.exits {
            join(&mut self.scratch, clock(exit));
        }
        for touch in &self.touches[touches_start..] {
            // A write knows of all earlier events of its place, so it is enough to go back to the last one.
            for event in self.by_place[touch.list()].events.iter().rev() {
                if event.writes || touch.writes() {
                    join(&mut self.scratch, clock(event.position));
                }
                if event.writes {
                    break;
                }
            }
        }
        touches_start
    }

    /// The identity of the event in hand, its option left out.
    fn identity_in_hand(&self, touches_start: usize) -> u64 {
        let mut identity = self.base_identity;
        for touch in &self.touches[touches_start..] {
            let touchers = &self.by_place[touch.list()];
            let last = touchers.events.last();
            let sum = last.map_or(0, |last| if touch.writes() { last.all } else { last.writers });
            identity = identity.wrapping_add(mix(touchers.hash, sum));
        }
        identity
    }

    /// Adds an event at the end of the run.
    pub fn push(&mut self, choice: Choice, stamp: Stamp, kind: OperationKind, touches: &[Touch], effects: &Effects) {
        for &actor in effects.before.iter().chain(&effects.after) {
            self.make_room(actor);
        }
        let touches_start = self.take_in_hand(choice.actor, touches, &effects.after);
        let position = self.entries.len() as u32;
        self.pin_overtaken(touches_start, stamp, kind);
        if choice.option != 0 {
            self.pinned.push((position, position));
        }
        if kind == OperationKind::Exit {
            self.exits.push(position);
        }
        let identity = mix(self.identity_in_hand(touches_start), u64::from(choice.option));
        for touch in &self.touches[touches_start..] {
            let events = &mut self.by_place[touch.list()].events;
            let (all, writers) = events.last().map_or((0, 0), |last| (last.all, last.writers));
            let writers = if touch.writes() { writers.wrapping_add(identity) } else { writers };
            let all = all.wrapping_add(identity);
            events.push(Toucher { position, writes: touch.writes(), all, writers });
        }
        let edges_start = self.edges.len() as u32;
        for &started in &effects.before {
            self.enabled_by[started.index()].push(position);
            self.edges.push(started);
        }
        self.append(choice, stamp, kind, false, identity, touches_start, edges_start);
    }

    /// Adds the place of an actor whose reversed event can't go yet. Nothing that comes later depends on it, but what
    /// came before is pinned, as the event itself would have pinned it.
    pub fn push_deferred(&mut self, actor: ActorId, stamp: Stamp, kind: OperationKind, touches: &[Touch]) {
        let touches_start = self.take_in_hand(actor, touches, &[]);
        self.pin_overtaken(touches_start, stamp, kind);
        self.touches.truncate(touches_start);
        // It is no event, so the actor's next one must not differ by it.
        let own = self.by_actor[actor.index()].last();
        let identity = own.map_or(0, |&own| self.entries[own as usize].identity);
        self.append(Choice::first(actor), stamp, kind, true, identity, touches_start, self.edges.len() as u32);
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one entry")]
    fn append(
        &mut self,
        choice: Choice,
        stamp: Stamp,
        kind: OperationKind,
        deferred: bool,
        identity: u64,
        touches_start: usize,
        edges_start: u32,
    ) {
        let position = self.entries.len() as u32;
        let index = self.by_actor[choice.actor.index()].len() as u32 + 1;
        self.by_actor[choice.actor.index()].push(position);
        self.scratch[choice.actor.index()] = index;
        self.clocks.extend_from_slice(&self.scratch);
        let touches = (touches_start as u32, self.touches.len() as u32);
        let highest = self.entries.last().map_or(stamp, |entry| entry.highest.max(stamp));
        self.entries.push(Entry { choice, stamp, highest, index, deferred, kind, identity, touches, edges_start });
    }

    /// Pins the events that conflict with the one in hand and have a later stamp: it stands where it does because a
    /// reversal put it behind them.
    fn pin_overtaken(&mut self, touches_start: usize, stamp: Stamp, kind: OperationKind) {
        let by = self.entries.len() as u32;
        if self.entries.last().is_none_or(|entry| entry.highest < stamp) {
            return;
        }
        for (position, entry) in self.entries.iter().enumerate() {
            let everything = kind == OperationKind::Exit || entry.kind == OperationKind::Exit;
            if everything && entry.stamp > stamp && !entry.deferred {
                self.pinned.push((position as u32, by));
            }
        }
        for touch in &self.touches[touches_start..] {
            for event in &self.by_place[touch.list()].events {
                let conflicts = event.writes || touch.writes();
                if conflicts && self.entries[event.position as usize].stamp > stamp {
                    self.pinned.push((event.position, by));
                }
            }
        }
    }

    /// Forgets all events from this position on.
    pub fn truncate(&mut self, length: usize) {
        while self.entries.len() > length {
            let entry = self.entries.pop().expect("there are more than `length`");
            for touch in &self.touches[entry.touches.0 as usize..entry.touches.1 as usize] {
                self.by_place[touch.list()].events.pop();
            }
            self.touches.truncate(entry.touches.0 as usize);
            for started in self.edges.drain(entry.edges_start as usize..) {
                self.enabled_by[started.index()].pop();
            }
            self.by_actor[entry.choice.actor.index()].pop();
        }
        self.clocks.truncate(length * self.stride);
        let length = length as u32;
        self.pinned.retain(|&(position, by)| position < length && by < length);
        if !self.passed.is_empty() {
            self.passed.retain(|&position, _| position < length);
        }
        while self.exits.last().is_some_and(|&exit| exit >= length) {
            self.exits.pop();
        }
    }

    /// The reversals of the last event that are this run's to make. Only right after the event was added.
    pub fn reversals_of_last(&mut self, found: &mut Vec<Reversal>) {
        let entry = self.entries[self.entries.len() - 1];
        let touches = entry.touches.0 as usize..entry.touches.1 as usize;
        self.reversals(self.entries.len() - 1, entry.choice.actor, entry.kind, touches, found);
    }

    /// The same for an operation that is pending at the end of the run and can't go.
    pub fn reversals_of_blocked(
        &mut self,
        actor: ActorId,
        kind: OperationKind,
        touches: &[Touch],
        found: &mut Vec<Reversal>,
    ) {
        let touches_start = self.take_in_hand(actor, touches, &[]);
        self.reversals(self.entries.len(), actor, kind, touches_start..self.touches.len(), found);
        self.touches.truncate(touches_start);
    }

    /// The events before `end` that conflict with these touches.
    fn conflicts(&self, end: usize, kind: OperationKind, touches: std::ops::Range<usize>) -> impl Iterator<Item = usize> {
        let exit = kind == OperationKind::Exit;
        let everything = if exit { 0..end } else { 0..0 };
        let exits = self.exits.iter().map(|&position| position as usize).filter(move |_| !exit);
        let touching = self.touches[touches].iter().flat_map(move |touch| {
            let events = self.by_place[touch.list()].events.iter();
            let conflicting = events.filter(move |event| !exit && (event.writes || touch.writes()));
            conflicting.map(|event| event.position as usize)
        });
        everything.chain(exits).chain(touching).filter(move |&position| position < end)
    }

    fn reversals(
        &self,
        end: usize,
        actor: ActorId,
        kind: OperationKind,
        touches: std::ops::Range<usize>,
        found: &mut Vec<Reversal>,
    ) {
        found.clear();
        for position in self.conflicts(end, kind, touches.clone()) {
            let entry = &self.entries[position];
            let other = entry.choice.actor;
            let possible = !entry.deferred
                && other != actor
                && self.base[other.index()] < entry.index
                && !entry.kind.must_precede(kind)
                && found.iter().all(|reversal| reversal.position != position)
                && self.may_be_ours(position);
            if !possible {
                continue;
            }
            let clock = self.past_without(position, end, kind, touches.clone());
            if self.is_ours(position, &clock, end, kind, touches.clone()) {
                found.push(Reversal { position, clock });
            }
        }
    }

    fn is_behind(&self, position: usize, reversed: &Entry) -> bool {
        self.clock(position)[reversed.choice.actor.index()] >= reversed.index
    }

    /// What the event in hand would know if the event at `position`, and all that is behind it, were not there.
    fn past_without(
        &self,
        position: usize,
        end: usize,
        kind: OperationKind,
        touches: std::ops::Range<usize>,
    ) -> Vec<u32> {
        let reversed = &self.entries[position];
        let mut clock = self.base.clone();
        for other in self.conflicts(end, kind, touches) {
            if !self.is_behind(other, reversed) {
                join(&mut clock, self.clock(other));
            }
        }
        clock
    }

    /// A quick look with the whole past of the event in hand, which holds at least what it knows without the reversed
    /// one: `false` is final.
    fn may_be_ours(&self, position: usize) -> bool {
        let reversed = &self.entries[position];
        let knows = self.clock(position);
        self.pinned.iter().all(|&(pinned, _)| {
            let entry = &self.entries[pinned as usize];
            let actor = entry.choice.actor.index();
            entry.stamp < reversed.stamp
                || (pinned as usize != position && knows[actor] >= entry.index)
                || (self.scratch[actor] >= entry.index && !self.is_behind(pinned as usize, reversed))
        })
    }

    /// Whether the reversal is to be made from this run and from no other: nothing that it removes is pinned, and the
    /// event in hand was not passed over when the reversed one was reversed before.
    fn is_ours(
        &self,
        position: usize,
        clock: &[u32],
        end: usize,
        kind: OperationKind,
        touches: std::ops::Range<usize>,
    ) -> bool {
        let reversed = &self.entries[position];
        let knows = self.clock(position);
        let keeps_pinned = self.pinned.iter().all(|&(pinned, _)| {
            let entry = &self.entries[pinned as usize];
            let actor = entry.choice.actor.index();
            entry.stamp < reversed.stamp
                || (pinned as usize != position && knows[actor] >= entry.index)
                || clock[actor] >= entry.index
        });
        keeps_pinned
            && self.passed.get(&(position as u32)).is_none_or(|passed| {
                let identity = self.identity_without(reversed, self.base_identity, end, kind, touches);
                !passed.contains(&identity)
            })
    }

    /// The identity, its option left out, that an event would have without `reversed` and all that is behind it.
    fn identity_without(
        &self,
        reversed: &Entry,
        base: u64,
        end: usize,
        kind: OperationKind,
        touches: std::ops::Range<usize>,
    ) -> u64 {
        if kind == OperationKind::Exit {
            let kept = (0..end).filter(|&other| !self.is_behind(other, reversed));
            return kept.fold(base, |sum, other| sum.wrapping_add(self.entries[other].identity));
        }
        self.touches[touches].iter().fold(base, |identity, touch| {
            let touchers = &self.by_place[touch.list()];
            let kept = touchers.events.iter().filter(|event| {
                (event.writes || touch.writes())
                    && (event.position as usize) < end
                    && !self.is_behind(event.position as usize, reversed)
            });
            let sum = kept.fold(0u64, |sum, event| {
                sum.wrapping_add(self.entries[event.position as usize].identity)
            });
            identity.wrapping_add(mix(touchers.hash, sum))
        })
    }

    /// The events that a reversal passes over: they conflict with the reversed event and could go before it too, but
    /// not with the reversing one, which has this clock and these touches and stands at `end`.
    pub fn passed_over(&self, reversal: &Reversal, kind: OperationKind, touches: &[Touch], end: usize) -> Box<[u64]> {
        let reversed = &self.entries[reversal.position];
        let mut passed = self.passed.get(&(reversal.position as u32)).map_or(Vec::new(), |earlier| earlier.to_vec());
        let own = self.touches[reversed.touches.0 as usize..reversed.touches.1 as usize].iter();
        if kind == OperationKind::Exit {
            return passed.into();
        }
        let reversing = |touch: NumberedTouch| {
            touches.iter().find(|other| self.numbers.get(&other.place) == Some(&(touch.list() as u32)))
        };
        for touch in own {
            // What conflicts with the reversed event at this place conflicts with the reversing one too, if that writes.
            if reversing(*touch).is_some_and(|other| other.access == Access::Write) {
                continue;
            }
            for event in &self.by_place[touch.list()].events {
                let position = event.position as usize;
                let conflicts = event.writes || touch.writes();
                if position > reversal.position && position < end && conflicts {
                    let entry = &self.entries[position];
                    let range = entry.touches.0 as usize..entry.touches.1 as usize;
                    let Some(base) = self.base_of(position, reversed) else { continue };
                    passed.push(self.identity_without(reversed, base, position, entry.kind, range));
                }
            }
        }
        passed.sort_unstable();
        passed.dedup();
        passed.into()
    }

    /// The hash of what the actor of the event at `position` knew before it; `None` if that is behind `reversed`.
    fn base_of(&self, position: usize, reversed: &Entry) -> Option<u64> {
        let entry = &self.entries[position];
        let actor = entry.choice.actor;
        let own = self.by_actor[actor.index()][..entry.index as usize - 1].last();
        let enablers = self.enabled_by[actor.index()].iter().filter(|&&enabler| (enabler as usize) < position);
        let mut identity = mix(u64::from(actor.0), 1);
        for &known in own.into_iter().chain(enablers) {
            if self.is_behind(known as usize, reversed) {
                return None;
            }
            identity = mix(identity, self.entries[known as usize].identity);
        }
        Some(identity)
    }
}
