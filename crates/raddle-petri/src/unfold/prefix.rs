//! The prefix of an unfolding: an occurrence net, whose conditions are tokens and whose events are firings.
//!
//! Numbers of events grow along causality: whatever an event needs has a smaller number.

use crate::marking::Marking;
use crate::net::{Net, PlaceId, TransitionId};
use crate::unfold::extensions::Extension;

/// A condition of a prefix, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ConditionId(pub u32);

/// An event of a prefix, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EventId(pub u32);

impl ConditionId {
    /// As an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl EventId {
    /// As an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A token on a place.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The place.
    pub place: PlaceId,
    /// Who put it there; nobody, if it is there at first.
    pub giver: Option<EventId>,
    /// Who may take it, each in conflict with the others.
    pub takers: Vec<EventId>,
}

/// A firing of a transition.
#[derive(Clone, Debug)]
pub struct Event {
    /// The transition.
    pub transition: TransitionId,
    /// Which tokens it takes, in the order of the places.
    pub takes: Box<[ConditionId]>,
    /// The first of the tokens that it gives; the others follow, in the order of the places.
    first_given: u32,
    /// Whether its history leads to a marking that a smaller one leads to.
    pub is_cut_off: bool,
}

/// A prefix of the unfolding of a net without read arcs.
#[derive(Debug)]
pub struct Prefix {
    net: Net,
    conditions: Vec<Condition>,
    events: Vec<Event>,
    /// When an event was last met by a walk through a history, by the number of the walk.
    met: Vec<u32>,
    walk: u32,
}

impl Prefix {
    /// The tokens that are there at first.
    pub(super) fn of_first_marking(net: Net, first: &Marking) -> Prefix {
        let conditions =
            first.places().map(|place| Condition { place, giver: None, takers: Vec::new() }).collect();
        Prefix { net, conditions, events: Vec::new(), met: Vec::new(), walk: 0 }
    }

    /// The net that is unfolded.
    #[must_use]
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// All conditions, those behind cut-off events too.
    #[must_use]
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// All events, cut-offs too.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// How many events are cut-offs.
    #[must_use]
    pub fn cut_offs(&self) -> usize {
        self.events.iter().filter(|event| event.is_cut_off).count()
    }

    /// A condition.
    #[must_use]
    pub fn condition(&self, id: ConditionId) -> &Condition {
        &self.conditions[id.index()]
    }

    /// An event.
    #[must_use]
    pub fn event(&self, id: EventId) -> &Event {
        &self.events[id.index()]
    }

    /// The conditions that an event gives.
    pub fn gives(&self, id: EventId) -> impl ExactSizeIterator<Item = ConditionId> + use<> {
        let event = self.event(id);
        let count = self.net.gives(event.transition).len() as u32;
        (event.first_given..event.first_given + count).map(ConditionId)
    }

    /// The conditions that are there at first.
    pub fn first_conditions(&self) -> impl Iterator<Item = ConditionId> + '_ {
        let first = self.conditions.iter().take_while(|condition| condition.giver.is_none());
        first.enumerate().map(|(at, _)| ConditionId(at as u32))
    }

    /// Adds an event with what it gives.
    pub(super) fn add(&mut self, extension: Extension, is_cut_off: bool) -> Vec<ConditionId> {
        let id = EventId(u32::try_from(self.events.len()).expect("fewer than 2³² events"));
        let first_given = u32::try_from(self.conditions.len()).expect("fewer than 2³² conditions");
        for taken in &extension.takes {
            self.conditions[taken.index()].takers.push(id);
        }
        for &place in self.net.gives(extension.transition) {
            self.conditions.push(Condition { place, giver: Some(id), takers: Vec::new() });
        }
        self.events.push(Event {
            transition: extension.transition,
            takes: extension.takes,
            first_given,
            is_cut_off,
        });
        self.met.push(0);
        self.gives(id).collect()
    }

    /// All events that conditions need, each once and behind those that it needs itself.
    pub(super) fn history(&mut self, of: &[ConditionId]) -> Vec<EventId> {
        let mut events = Vec::new();
        self.walk_history(of, |event| events.push(event));
        events.sort_unstable();
        events
    }

    /// How many events conditions need.
    pub(super) fn history_size(&mut self, of: &[ConditionId]) -> u32 {
        let mut size = 0;
        self.walk_history(of, |_| size += 1);
        size
    }

    fn walk_history(&mut self, of: &[ConditionId], mut visit: impl FnMut(EventId)) {
        self.walk += 1;
        let mut open: Vec<EventId> = Vec::new();
        for condition in of {
            open.extend(self.conditions[condition.index()].giver);
        }
        while let Some(event) = open.pop() {
            if std::mem::replace(&mut self.met[event.index()], self.walk) == self.walk {
                continue;
            }
            visit(event);
            for taken in &self.events[event.index()].takes {
                open.extend(self.conditions[taken.index()].giver);
            }
        }
    }
}
