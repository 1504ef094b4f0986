//! How far a run has come in the unfolding.

use smallvec::SmallVec;

use super::events::{EventId, LocalId, LocalKey, OccasionId, Unfolding};
use crate::names::ActorId;
use crate::operation::OperationKind;

/// The events of a run.
#[derive(Clone, Default)]
pub(super) struct Front {
    pub order: Vec<EventId>,
    last: Vec<EventId>,
    /// Who has woken each actor since its last event.
    woken_by: Vec<SmallVec<[EventId; 2]>>,
}

impl Front {
    fn make_room(&mut self, actor: ActorId) {
        let needed = self.last.len().max(actor.index() + 1);
        self.last.resize(needed, EventId::BEGINNING);
        self.woken_by.resize(needed, SmallVec::new());
    }

    pub fn clear(&mut self) {
        self.order.clear();
        self.last.clear();
        self.woken_by.clear();
    }

    pub fn push(&mut self, unfolding: &Unfolding, id: EventId) {
        let event = unfolding.event(id);
        self.make_room(event.actor);
        self.last[event.actor.index()] = id;
        self.woken_by[event.actor.index()].clear();
        for &woken in &event.done.before {
            self.make_room(woken);
            let wakers = &mut self.woken_by[woken.index()];
            wakers.push(id);
            wakers.sort_unstable();
        }
        self.order.push(id);
    }

    /// Where an actor stands.
    pub fn key(&self, actor: ActorId) -> LocalKey {
        match self.last.get(actor.index()) {
            Some(&last) => (actor, last, self.woken_by[actor.index()].clone()),
            None => (actor, EventId::BEGINNING, SmallVec::new()),
        }
    }

    /// Where an actor stands, and at which occasion of it, as far as runs have shown that.
    pub fn occasion(&self, unfolding: &Unfolding, actor: ActorId) -> Option<(LocalId, Option<OccasionId>)> {
        let local = unfolding.local_at(&self.key(actor))?;
        Some((local, unfolding.occasion_at(local, unfolding.past_after(local, &self.order))))
    }

    pub fn has_exited(&self, unfolding: &Unfolding) -> bool {
        self.order.last().is_some_and(|&last| unfolding.event(last).kind == OperationKind::Exit)
    }
}
