//! The events of a run, in the order in which they happened: what replays it, and from what its orders are derived.

use crate::context::Effects;
use crate::hidden::HiddenTouch;
use crate::names::ActorId;
use crate::operation::{Mode, OperationKind, Place, Touch};
use crate::program::{Choice, Pending, SourceId};
use crate::races::Fresh;

/// One step that was made.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// Who moved, and with which option.
    pub choice: Choice,
    /// What was done.
    pub kind: OperationKind,
    /// What it meant for synchronisation.
    pub mode: Mode,
    /// Where in the source.
    pub source: SourceId,
    /// The step tried something and did not get it.
    pub failed_attempt: bool,
    /// The value that was read or written, where the place may be a cache.
    pub value: Option<u64>,
    touches: (u32, u32),
    before: (u32, u32),
    after: (u32, u32),
    puts: (u32, u32),
    takes: (u32, u32),
    hidden: (u32, u32),
    fresh: (u32, u32),
}

/// The events of a run.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    events: Vec<Event>,
    touches: Vec<Touch>,
    actors: Vec<ActorId>,
    places: Vec<Place>,
    hidden: Vec<HiddenTouch>,
    fresh: Vec<Fresh>,
}

/// Most steps have none of what is added here: then not even a call is made.
fn extend<T: Copy>(list: &mut Vec<T>, more: &[T]) {
    if !more.is_empty() {
        list.extend_from_slice(more);
    }
}

impl EventLog {
    /// How many events there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// All events.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The choices that make this run.
    pub fn choices(&self) -> impl Iterator<Item = Choice> {
        self.events.iter().map(|event| event.choice)
    }

    /// What an event touched.
    pub fn touches(&self, event: &Event) -> &[Touch] {
        &self.touches[event.touches.0 as usize..event.touches.1 as usize]
    }

    /// The actors whose next step the event made possible.
    pub fn before(&self, event: &Event) -> &[ActorId] {
        &self.actors[event.before.0 as usize..event.before.1 as usize]
    }

    /// The actors for all of whose steps the event waited.
    pub fn after(&self, event: &Event) -> &[ActorId] {
        &self.actors[event.after.0 as usize..event.after.1 as usize]
    }

    /// Where the event left something for another to take.
    pub fn puts(&self, event: &Event) -> &[Place] {
        &self.places[event.puts.0 as usize..event.puts.1 as usize]
    }

    /// What the event took from where another left it.
    pub fn takes(&self, event: &Event) -> &[Place] {
        &self.places[event.takes.0 as usize..event.takes.1 as usize]
    }

    /// What was touched in the event without a stop.
    pub fn hidden(&self, event: &Event) -> &[HiddenTouch] {
        &self.hidden[event.hidden.0 as usize..event.hidden.1 as usize]
    }

    /// Whether anything was touched without a stop.
    pub fn has_hidden(&self) -> bool {
        !self.hidden.is_empty()
    }

    /// What others can reach from the event on, and was written before.
    pub fn fresh(&self, event: &Event) -> &[Fresh] {
        &self.fresh[event.fresh.0 as usize..event.fresh.1 as usize]
    }

    /// Whether anything was written before others could reach it.
    pub fn has_fresh(&self) -> bool {
        !self.fresh.is_empty()
    }

    /// Adds a step: what was pending, what it touched, and what its effects were.
    pub fn push(&mut self, option: u32, pending: &Pending, touches: &[Touch], effects: &Effects) {
        let touches_start = self.touches.len() as u32;
        match effects.touched.as_deref().unwrap_or(touches) {
            [one] => self.touches.push(*one),
            several => self.touches.extend_from_slice(several),
        }
        let before_start = self.actors.len() as u32;
        extend(&mut self.actors, &effects.before);
        let after_start = self.actors.len() as u32;
        extend(&mut self.actors, &effects.after);
        let puts_start = self.places.len() as u32;
        extend(&mut self.places, &effects.puts);
        let takes_start = self.places.len() as u32;
        extend(&mut self.places, &effects.takes);
        let hidden_start = self.hidden.len() as u32;
        extend(&mut self.hidden, &effects.hidden);
        let fresh_start = self.fresh.len() as u32;
        extend(&mut self.fresh, &effects.fresh);
        self.events.push(Event {
            choice: Choice { actor: pending.actor, option },
            kind: pending.kind,
            mode: pending.mode,
            source: pending.source,
            failed_attempt: effects.failed_attempt,
            value: effects.value,
            touches: (touches_start, self.touches.len() as u32),
            before: (before_start, after_start),
            after: (after_start, self.actors.len() as u32),
            puts: (puts_start, takes_start),
            takes: (takes_start, self.places.len() as u32),
            hidden: (hidden_start, self.hidden.len() as u32),
            fresh: (fresh_start, self.fresh.len() as u32),
        });
    }

    /// Forgets all events from this one on.
    pub fn truncate(&mut self, length: usize) {
        if let Some(first) = self.events.get(length) {
            self.touches.truncate(first.touches.0 as usize);
            self.actors.truncate(first.before.0 as usize);
            self.places.truncate(first.puts.0 as usize);
            self.hidden.truncate(first.hidden.0 as usize);
            self.fresh.truncate(first.fresh.0 as usize);
            self.events.truncate(length);
        }
    }
}
