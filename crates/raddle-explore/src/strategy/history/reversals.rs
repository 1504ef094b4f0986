//! What of a run can be reversed: which earlier events the one in hand may be put before, and what it knows there.

use super::{Entry, EventName, Hand, History, Overtakers, Stamp, join};
use crate::names::{ActorId, Names};
use crate::operation::{OperationKind, Touch};

/// Which reversals of the event in hand are looked for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Only<'o> {
    /// Only with events that were added before this stamp.
    pub before: Option<Stamp>,
    /// Only with events that are not in the past of what the event in hand has been put before already.
    pub not_known_to: &'o [u32],
    /// Only if these, which were pinned before the event in hand was put where it is, are not removed.
    pub keeping: &'o [EventName],
}

/// A reversal that is this run's to make: put the event in hand before the one at `position`.
pub(crate) struct Reversal {
    pub position: usize,
    /// What the event in hand knows there.
    pub clock: Vec<u32>,
    /// What the reversed event has been put behind before.
    pub overtakers: Overtakers,
    /// What the events knew that the one in hand has been put before, now and before.
    pub overtaken: Box<[u32]>,
    /// What is pinned in this run and was before.
    pub pinned: Box<[EventName]>,
}

impl History {
    /// The event in hand, to come back to it when others have been added.
    pub fn hand(&self) -> Hand {
        self.hand.clone()
    }

    /// The reversals of the event in hand, which was added last, that are this run's to make.
    pub fn reversals_of_last(&self, found: &mut Vec<Reversal>) {
        self.reversals(&self.hand, Only::default(), found);
    }

    /// The same for an operation that is pending at the end of the run and can't go.
    pub fn reversals_of_blocked(
        &mut self,
        actor: ActorId,
        kind: OperationKind,
        touches: &[Touch],
        found: &mut Vec<Reversal>,
    ) {
        let touches_start = self.take_in_hand(actor, kind, touches, &[]);
        self.reversals(&self.hand, Only::default(), found);
        self.touches.truncate(touches_start);
    }

    /// The events before the one in hand that conflict with it, less what its actor knows all of.
    fn conflicts(&self, hand: &Hand) -> impl Iterator<Item = usize> {
        let exit = hand.everything;
        let end = hand.position;
        let everything = if exit { 0..end } else { 0..0 };
        let exits = self.exits.iter().map(|&position| position as usize).filter(move |_| !exit);
        let touching = self.touches[hand.touches.0..hand.touches.1].iter().flat_map(move |touch| {
            // A write that the actor knows of has told it all that came before at its place.
            let unknown = self.by_place[touch.list()].iter().rev().take_while(move |event| {
                let entry = &self.entries[event.position as usize];
                !event.writes || hand.base[entry.choice.actor.index()] < entry.index
            });
            let conflicting = unknown.filter(move |event| !exit && (event.writes || touch.writes()));
            conflicting.map(|event| event.position as usize)
        });
        everything.chain(exits).chain(touching).filter(move |&position| position < end)
    }

    /// The reversals of an event that are this run's to make.
    pub fn reversals(&self, hand: &Hand, only: Only<'_>, found: &mut Vec<Reversal>) {
        found.clear();
        for position in self.conflicts(hand) {
            let entry = &self.entries[position];
            let other = entry.choice.actor;
            let possible = !entry.deferred
                && Some(other) != hand.actor
                && hand.base[other.index()] < entry.index
                && only.before.is_none_or(|stamp| entry.stamp < stamp)
                && only.not_known_to.get(other.index()).is_none_or(|&known| known < entry.index)
                && !hand.kind.is_some_and(|kind| entry.kind.must_precede(kind))
                && found.iter().all(|reversal| reversal.position != position)
                && self.keeps_pinned(position, |pinned, entry| {
                    // A quick look with all that the event knows, which is no less than what it knows in the reversal.
                    pinned == hand.position
                        || (hand.clock[entry.choice.actor.index()] >= entry.index
                            && !self.is_behind(pinned, &self.entries[position]))
                });
            if !possible {
                continue;
            }
            let clock = self.past_without(position, hand);
            let kept = |pinned, entry: &Entry| {
                pinned == hand.position || clock[entry.choice.actor.index()] >= entry.index
            };
            let keeping = only.keeping.iter().all(|&(actor, index)| {
                let pinned = self.by_actor[actor.index()].get(index as usize - 1);
                pinned.is_some_and(|&pinned| self.keeps(position, pinned as usize, kept))
            });
            if !keeping || !self.keeps_pinned(position, kept) {
                continue;
            }
            let overtakers = self.overtakers.get(&(position as u32)).cloned().unwrap_or_default();
            let mut overtaken = self.clock(position).to_vec();
            join(&mut overtaken, only.not_known_to);
            let pinned = self.pinned.iter().map(|&(pinned, _)| {
                let entry = &self.entries[pinned as usize];
                (entry.choice.actor, entry.index)
            });
            let pinned = pinned.filter(|&(actor, _)| Some(actor) != hand.actor);
            let pinned = only.keeping.iter().copied().chain(pinned).collect();
            found.push(Reversal { position, clock, overtakers, overtaken: overtaken.into(), pinned });
        }
    }

    /// The events that conflict with the one in hand and are not in its actor's past: with each of them it may change
    /// places, as far as the causal order can tell.
    pub fn races_of_hand(&self, found: &mut Vec<usize>) {
        found.clear();
        let hand = &self.hand;
        found.extend(self.conflicts(hand).filter(|&position| {
            let entry = &self.entries[position];
            Some(entry.choice.actor) != hand.actor
                && hand.base[entry.choice.actor.index()] < entry.index
                && !hand.kind.is_some_and(|kind| entry.kind.must_precede(kind))
        }));
        found.sort_unstable();
        found.dedup();
    }

    /// Takes an operation in hand that is pending at the end of the run and can't go.
    pub fn take_blocked(
        &mut self,
        actor: ActorId,
        kind: OperationKind,
        touches: &[Touch],
        found: &mut Vec<usize>,
    ) {
        let touches_start = self.take_in_hand(actor, kind, touches, &[]);
        self.races_of_hand(found);
        self.touches.truncate(touches_start);
    }

    /// What the event in hand knows.
    pub fn clock_in_hand(&self) -> &[u32] {
        &self.hand.clock
    }

    fn is_behind(&self, position: usize, reversed: &Entry) -> bool {
        self.clock(position)[reversed.choice.actor.index()] >= reversed.index
    }

    /// What the event in hand would know if the event at `position`, and all that is behind it, were not there.
    fn past_without(&self, position: usize, hand: &Hand) -> Vec<u32> {
        let reversed = &self.entries[position];
        let mut clock = hand.base.clone();
        for other in self.conflicts(hand) {
            if !self.is_behind(other, reversed) {
                join(&mut clock, self.clock(other));
            }
        }
        clock
    }

    /// Whether the reversal of the event at `position` removes nothing that is pinned; `kept` says what the reversing
    /// event keeps.
    fn keeps_pinned(&self, position: usize, kept: impl Fn(usize, &Entry) -> bool + Copy) -> bool {
        self.pinned.iter().all(|&(pinned, _)| self.keeps(position, pinned as usize, kept))
    }

    /// Whether the reversal of the event at `position` keeps the one at `other`.
    fn keeps(&self, position: usize, other: usize, kept: impl Fn(usize, &Entry) -> bool) -> bool {
        let reversed = &self.entries[position];
        let entry = &self.entries[other];
        entry.stamp < reversed.stamp
            || (other != position && self.clock(position)[entry.choice.actor.index()] >= entry.index)
            || kept(other, entry)
    }

    /// Adds the event in hand, which was added last, to those that a reversed event is put behind; `None` if another
    /// order of putting it behind the same events is the one that counts. Of events that do not know each other, those
    /// of the actor with the smaller path come first.
    pub fn with_last(&self, overtakers: &Overtakers, names: &Names) -> Option<Overtakers> {
        let last = self.entries.last()?;
        let actor = last.choice.actor;
        for &(other, index) in overtakers.iter().rev() {
            if self.hand.clock[other.index()] >= index {
                break;
            }
            if names.compare(other, actor).is_gt() {
                return None;
            }
        }
        Some(overtakers.iter().copied().chain([(actor, last.index)]).collect())
    }
}
