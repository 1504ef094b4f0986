//! The ways to stand still that an unfolding holds: runs need not have shown them, although they have shown every event.
//!
//! The unfolding is a program itself ([`Shown`]): an actor can go where an event of it stands. `dpor` finds its ends, without
//! any step of the program at hand. Of those where somebody waits, one of each kind is given to be run.

use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashSet;

use super::events::{EventId, State, Unfolding};
use super::front::Front;
use crate::context::{Interruption, StepContext, Watcher};
use crate::ending::Ending;
use crate::finding::Looks;
use crate::guide::{Guide, Unguided};
use crate::names::{ActorId, Names};
use crate::operation::OperationKind;
use crate::program::{Abilities, Choice, Enabled, Pending, PendingBuffer, Program, Run, SourceId};
use crate::search::{EndOfRun, Hooks, Settings, search_once_by};
use crate::strategy::Dpor;
use crate::worker::Worker;

/// What makes two standstills the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Standstill {
    /// The same actors wait for locks and ends, at the same places, for the same others.
    Cycle(Vec<(ActorId, SourceId, ActorId)>),
    /// Something else is waited for, or time may go on: each is a way of its own.
    Itself(Vec<EventId>),
}

impl Standstill {
    /// What it is that these wait after these events; `None` if nobody does.
    pub fn of(
        waiting: impl Iterator<Item = (Pending, Enabled)>,
        order: &[EventId],
        is_timed: bool,
    ) -> Option<Standstill> {
        let mut cycle = Some(Vec::new());
        let mut anybody = false;
        for (entry, enabled) in waiting {
            anybody = true;
            let waits = (entry.kind, enabled);
            let (OperationKind::Acquire | OperationKind::Join, Enabled::WaitsFor(other)) = waits else {
                cycle = None;
                continue;
            };
            if let Some(cycle) = &mut cycle {
                cycle.push((entry.actor, entry.source, other));
            }
        }
        let own = || {
            let mut order = order.to_vec();
            order.sort_unstable();
            Standstill::Itself(order)
        };
        anybody.then(|| cycle.filter(|_| !is_timed).map_or_else(own, Standstill::Cycle))
    }
}

/// The schedules that lead to ways to stand still which no run has shown.
pub(super) fn find<P: Program, G: Guide<P::Run>>(
    worker: &Worker<'_, P, G>,
    unfolding: &Unfolding,
    stood: &FxHashSet<Standstill>,
) -> Vec<Vec<Choice>> {
    if !unfolding.anybody_waits() {
        return Vec::new();
    }
    let names = worker.program.names();
    let mut actors: Vec<ActorId> = unfolding.actors().collect();
    actors.sort_unstable_by(|left, right| names.compare(*left, *right));
    let shown = Shown { unfolding, names, actors };
    let found: Mutex<(FxHashSet<Standstill>, Vec<Vec<Choice>>)> = Mutex::default();
    let on_run = |end: &EndOfRun<'_>| {
        if !matches!(end.ending, Ending::Deadlock(_) | Ending::Stuck(_) | Ending::Livelock(_)) {
            return;
        }
        let mut front = Front::default();
        for choice in end.log.choices() {
            let Some(event) = shown.event(&front, choice) else { return };
            front.push(unfolding, event);
        }
        let waiting = shown.waiting(&front);
        let Some(way) = Standstill::of(waiting.into_iter(), &front.order, unfolding.is_timed()) else {
            return;
        };
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        if !stood.contains(&way) && found.0.insert(way) {
            found.1.push(end.log.choices().collect());
        }
    };
    let looks = Looks { races: false, livelocks: false };
    let settings = Settings { looks, jobs: 1, ..Settings::default() };
    let cancelled = Some(worker.context.cancellation());
    let hooks = Hooks { on_run: Some(&on_run), cancelled, ..Hooks::default() };
    let outcome = search_once_by(&&shown, &Unguided, &Dpor, &settings, &hooks);
    for gap in outcome.gaps {
        worker.give_up(gap);
    }
    found.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

/// An unfolding as a program: its runs are its configurations.
struct Shown<'u> {
    unfolding: &'u Unfolding,
    names: &'u Names,
    /// In the order of their paths.
    actors: Vec<ActorId>,
}

/// A configuration.
#[derive(Clone)]
struct Configuration<'u> {
    shown: &'u Shown<'u>,
    front: Front,
}

impl Shown<'_> {
    /// What each actor would do after these events, and whether it can.
    fn waiting(&self, front: &Front) -> Vec<(Pending, Enabled)> {
        let mut found = Vec::new();
        let mut timeout = None;
        for &actor in &self.actors {
            let Some((local, occasion)) = front.occasion(self.unfolding, actor) else { continue };
            let mut pending = self.unfolding.local(local).pending;
            let state = occasion.map(|occasion| self.unfolding.occasion(occasion).state);
            pending.enabled = match state {
                Some(State::Goes(options)) => {
                    pending.options = options;
                    Enabled::Now
                }
                Some(State::Waits(enabled)) => enabled,
                Some(State::Unknown) | None => Enabled::WaitsForAnyone,
            };
            if pending.kind != OperationKind::Timeout {
                found.push((pending, pending.enabled));
            } else if pending.is_enabled() {
                timeout = Some(pending);
            }
        }
        let goes = found.iter().any(|(_, enabled)| *enabled == Enabled::Now);
        // Time is an actor like others, but only there while nobody else can go.
        found.extend(timeout.filter(|_| !goes).map(|pending| (pending, Enabled::Now)));
        found.sort_by(|(left, _), (right, _)| self.names.compare(left.actor, right.actor));
        found
    }

    fn event(&self, front: &Front, choice: Choice) -> Option<EventId> {
        let (_, occasion) = front.occasion(self.unfolding, choice.actor)?;
        self.unfolding.event_at(occasion?, choice.option)
    }
}

impl<'u> Program for &'u Shown<'u> {
    type Run = Configuration<'u>;

    fn name(&self) -> String {
        "what runs have shown".to_owned()
    }

    fn start(&self) -> Configuration<'u> {
        Configuration { shown: self, front: Front::default() }
    }

    fn names(&self) -> &Names {
        self.names
    }

    fn abilities(&self) -> Abilities {
        Abilities { forks: true, ..Abilities::default() }
    }
}

impl Run for Configuration<'_> {
    type Observation = ();

    fn pending(&self, into: &mut PendingBuffer) {
        into.clear();
        for (pending, _) in self.shown.waiting(&self.front) {
            let local = self.shown.unfolding.local_at(&self.front.key(pending.actor));
            let touches = local.map_or(&[][..], |local| &self.shown.unfolding.local(local).touches);
            into.push(pending, touches);
        }
    }

    fn step<W: Watcher<()>>(
        &mut self,
        choice: Choice,
        context: &mut StepContext<W>,
    ) -> Result<(), Interruption> {
        let unfolding = self.shown.unfolding;
        // What lies beyond a bound was not shown.
        let event = self.shown.event(&self.front, choice).ok_or(Interruption::Pruned(0))?;
        let done = &unfolding.event(event).done;
        context.effects.before.extend_from_slice(&done.before);
        context.effects.after.extend_from_slice(&done.after);
        context.effects.puts.extend_from_slice(&done.puts);
        context.effects.takes.extend_from_slice(&done.takes);
        self.front.push(unfolding, event);
        Ok(())
    }

    fn has_exited(&self) -> bool {
        self.front.has_exited(self.shown.unfolding)
    }

    fn fork(&self) -> Option<Self> {
        Some(self.clone())
    }
}
