//! The run that `dpor` or `covering` is exploring: its events and their causal past; in `reversals`, what of
//! it can be reversed.
//!
//! Positions are the order of execution; stamps are the order in which the search first added the events. The causal
//! past is kept as vector clocks: event `b` is in the past of `a` if `a`'s clock counts `b` among its actor's events.

mod reversals;

use rustc_hash::FxHashMap;

pub(crate) use reversals::{Only, Reversal};

use crate::context::Effects;
use crate::names::ActorId;
use crate::operation::{Access, OperationKind, Place, Touch};
use crate::program::Choice;

/// The order in which the search added an event; a reversed event keeps the stamp that it had.
pub(crate) type Stamp = u32;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub choice: Choice,
    pub stamp: Stamp,
    /// The highest stamp up to and including this one.
    highest: Stamp,
    /// How many events the actor has up to and including this one.
    pub index: u32,
    /// Not a step, but an actor's place in the search: its reversed event can't go yet.
    pub deferred: bool,
    kind: OperationKind,
    /// It conflicts with every event.
    everything: bool,
    touches: (u32, u32),
    edges_start: u32,
    puts_start: u32,
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
}

/// An event by its actor, and its number among that actor's.
pub(crate) type EventName = (ActorId, u32);

/// Events that a reversed one was put behind, in the order in which that was done.
pub(crate) type Overtakers = Box<[EventName]>;

/// The run under exploration.
#[derive(Default)]
pub(crate) struct History {
    pub entries: Vec<Entry>,
    /// For each entry that was reversed, what it was put behind.
    pub overtakers: FxHashMap<u32, Overtakers>,
    touches: Vec<NumberedTouch>,
    clocks: Vec<u32>,
    stride: usize,
    numbers: FxHashMap<Place, u32>,
    /// For each place, the events that touch it.
    by_place: Vec<Vec<Toucher>>,
    by_actor: Vec<Vec<u32>>,
    /// For each actor, the events that made its next step possible.
    enabled_by: Vec<Vec<u32>>,
    /// The targets of each event's enabling edges.
    edges: Vec<ActorId>,
    /// Which event left something where another may take it; and where each event did.
    put_by: FxHashMap<Place, u32>,
    puts: Vec<Place>,
    /// Events that no reversal may remove, with the event that pinned them.
    pinned: Vec<(u32, u32)>,
    /// Events that conflict with everything.
    exits: Vec<u32>,
    /// Time-outs: each knows all that came before, and is known to all that comes later.
    timeouts: Vec<u32>,
    hand: Hand,
}

/// The event in hand: the last one that was added, or a blocked operation.
#[derive(Clone, Default)]
pub(crate) struct Hand {
    actor: Option<ActorId>,
    kind: Option<OperationKind>,
    /// It conflicts with every event.
    everything: bool,
    /// Where it stands, or would stand.
    pub position: usize,
    touches: (usize, usize),
    /// What its actor knows before it, and with it.
    base: Vec<u32>,
    clock: Vec<u32>,
}

fn join(into: &mut [u32], from: &[u32]) {
    for (mine, theirs) in into.iter_mut().zip(from) {
        *mine = (*mine).max(*theirs);
    }
}

impl History {
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn clock(&self, position: usize) -> &[u32] {
        &self.clocks[position * self.stride..(position + 1) * self.stride]
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
            // Runs with many actors meet them one by one: room for one more each time would be room made for all again.
            let stride = needed.next_multiple_of(4).max(self.stride + self.stride / 2);
            let mut clocks = vec![0; self.entries.len() * stride];
            for position in 0..self.entries.len() {
                clocks[position * stride..position * stride + self.stride]
                    .copy_from_slice(self.clock(position));
            }
            self.clocks = clocks;
            self.stride = stride;
        }
    }

    fn number(&mut self, touch: &Touch) -> NumberedTouch {
        let fresh = self.by_place.len() as u32;
        let number = *self.numbers.entry(touch.place).or_insert(fresh);
        if number == fresh {
            self.by_place.push(Vec::new());
        }
        NumberedTouch(number << 1 | u32::from(touch.access == Access::Write))
    }

    /// Takes an event in hand that stands, or would stand, at the end of the run.
    fn take_in_hand(
        &mut self,
        actor: ActorId,
        kind: OperationKind,
        touches: &[Touch],
        after: &[ActorId],
    ) -> usize {
        self.make_room(actor);
        let touches_start = self.touches.len();
        for touch in touches {
            let numbered = self.number(touch);
            self.touches.push(numbered);
        }
        let stride = self.stride;
        let clock =
            |position: u32| &self.clocks[position as usize * stride..(position as usize + 1) * stride];
        let hand = &mut self.hand;
        hand.base.clear();
        hand.base.resize(stride, 0);
        let own = self.by_actor[actor.index()].last();
        let joined = after.iter().filter_map(|joined| self.by_actor.get(joined.index())?.last());
        for &known in own.into_iter().chain(&self.enabled_by[actor.index()]).chain(joined) {
            join(&mut hand.base, clock(known));
        }
        if let Some(&last) = self.timeouts.last() {
            join(&mut hand.base, clock(last));
        }
        if kind == OperationKind::Timeout {
            for last in self.by_actor.iter().filter_map(|events| events.last()) {
                join(&mut hand.base, clock(*last));
            }
        }
        hand.clock.clear();
        hand.clock.extend_from_slice(&hand.base);
        hand.everything = touches.iter().any(|touch| touch.place == Place::EVERYTHING);
        if hand.everything {
            for last in self.by_actor.iter().filter_map(|events| events.last()) {
                join(&mut hand.clock, clock(*last));
            }
        }
        for &exit in &self.exits {
            join(&mut hand.clock, clock(exit));
        }
        for touch in &self.touches[touches_start..] {
            // A write knows of all earlier events of its place, so it is enough to go back to the last one.
            for event in self.by_place[touch.list()].iter().rev() {
                if event.writes || touch.writes() {
                    join(&mut hand.clock, clock(event.position));
                }
                if event.writes {
                    break;
                }
            }
        }
        hand.actor = Some(actor);
        hand.kind = Some(kind);
        hand.position = self.entries.len();
        hand.touches = (touches_start, self.touches.len());
        touches_start
    }

    /// Adds an event at the end of the run.
    pub fn push(
        &mut self,
        choice: Choice,
        stamp: Stamp,
        kind: OperationKind,
        touches: &[Touch],
        effects: &Effects,
    ) {
        for &actor in effects.before.iter().chain(&effects.after) {
            self.make_room(actor);
        }
        let touches_start = self.take_in_hand(choice.actor, kind, touches, &effects.after);
        let position = self.entries.len() as u32;
        // What is taken is no reason to stay behind: earlier, the event would take something else.
        for putter in effects.takes.iter().filter_map(|place| self.put_by.get(place)) {
            let start = *putter as usize * self.stride;
            join(&mut self.hand.clock, &self.clocks[start..start + self.stride]);
        }
        self.pin_overtaken(touches_start, stamp);
        if choice.option != 0 {
            self.pinned.push((position, position));
        }
        if self.hand.everything {
            self.exits.push(position);
        }
        if kind == OperationKind::Timeout {
            self.timeouts.push(position);
        }
        for touch in &self.touches[touches_start..] {
            self.by_place[touch.list()].push(Toucher { position, writes: touch.writes() });
        }
        let edges_start = self.edges.len() as u32;
        for &started in &effects.before {
            self.enabled_by[started.index()].push(position);
            self.edges.push(started);
        }
        let puts_start = self.puts.len() as u32;
        for &place in &effects.puts {
            self.put_by.insert(place, position);
            self.puts.push(place);
        }
        self.append(choice, stamp, kind, false, touches_start, (edges_start, puts_start));
    }

    /// Adds the place of an actor whose reversed event can't go yet. Nothing that comes later depends on it, but what
    /// came before is pinned, as the event itself would have pinned it.
    pub fn push_deferred(&mut self, actor: ActorId, stamp: Stamp, kind: OperationKind, touches: &[Touch]) {
        let touches_start = self.take_in_hand(actor, kind, touches, &[]);
        self.pin_overtaken(touches_start, stamp);
        self.touches.truncate(touches_start);
        let starts = (self.edges.len() as u32, self.puts.len() as u32);
        self.append(Choice::first(actor), stamp, kind, true, touches_start, starts);
    }

    fn append(
        &mut self,
        choice: Choice,
        stamp: Stamp,
        kind: OperationKind,
        deferred: bool,
        touches_start: usize,
        (edges_start, puts_start): (u32, u32),
    ) {
        let position = self.entries.len() as u32;
        let index = self.by_actor[choice.actor.index()].len() as u32 + 1;
        self.by_actor[choice.actor.index()].push(position);
        self.hand.clock[choice.actor.index()] = index;
        self.clocks.extend_from_slice(&self.hand.clock);
        let touches = (touches_start as u32, self.touches.len() as u32);
        let everything = self.hand.everything && !deferred;
        let highest = self.entries.last().map_or(stamp, |entry| entry.highest.max(stamp));
        let entry = Entry {
            choice,
            stamp,
            highest,
            index,
            deferred,
            kind,
            everything,
            touches,
            edges_start,
            puts_start,
        };
        self.entries.push(entry);
    }

    /// Pins the events that conflict with the one in hand and have a later stamp: it stands where it does because a
    /// reversal put it behind them.
    fn pin_overtaken(&mut self, touches_start: usize, stamp: Stamp) {
        let by = self.entries.len() as u32;
        if self.entries.last().is_none_or(|entry| entry.highest < stamp) {
            return;
        }
        for (position, entry) in self.entries.iter().enumerate() {
            if (self.hand.everything || entry.everything) && entry.stamp > stamp && !entry.deferred {
                self.pinned.push((position as u32, by));
            }
        }
        for touch in &self.touches[touches_start..] {
            for event in &self.by_place[touch.list()] {
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
                self.by_place[touch.list()].pop();
            }
            self.touches.truncate(entry.touches.0 as usize);
            for started in self.edges.drain(entry.edges_start as usize..) {
                self.enabled_by[started.index()].pop();
            }
            for place in self.puts.drain(entry.puts_start as usize..) {
                self.put_by.remove(&place);
            }
            self.by_actor[entry.choice.actor.index()].pop();
        }
        self.clocks.truncate(length * self.stride);
        let length = length as u32;
        self.pinned.retain(|&(position, by)| position < length && by < length);
        if !self.overtakers.is_empty() {
            self.overtakers.retain(|&position, _| position < length);
        }
        for positions in [&mut self.exits, &mut self.timeouts] {
            while positions.last().is_some_and(|&position| position >= length) {
                positions.pop();
            }
        }
    }
}
