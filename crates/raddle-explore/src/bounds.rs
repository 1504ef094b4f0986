//! Bounds on schedules, and budgets for searches.
//!
//! A bound says which schedules count: within it everything is covered, and the verdict names it if it cut something
//! off. A budget says when to give up: then nothing is claimed.

use std::time::Duration;

use crate::events::EventLog;
use crate::names::ActorId;
use crate::operation::OperationKind;
use crate::program::PendingBuffer;
use crate::verdict::Bound;

/// Which schedules count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// How often an actor that could go on may be stopped for another.
    pub preemptions: Option<u32>,
    /// How often the default scheduler, which goes on with the same actor and then round robin, may be passed over.
    pub delays: Option<u32>,
    /// How many steps a run may have.
    pub depth: Option<u32>,
    /// How many steps in a row one actor may make while another one could go.
    pub fairness: Option<u32>,
    /// How many time-outs a run may have. Where states are merged it is not needed: those that repeat form a circle.
    pub timeouts: Option<u32>,
}

impl Bounds {
    /// Whether anything is bounded that cuts runs where something could be swapped with what is cut off. A time-out can't
    /// be swapped with anything, so a run that ends before one has shown all that there was to see up to there.
    pub fn any(&self) -> bool {
        Bounds { timeouts: None, ..*self } != Bounds::default()
    }

    /// Whether a run with these events may have no time-out any more.
    pub fn forbid_timeout(&self, log: &EventLog) -> bool {
        let happened = || log.events().iter().filter(|event| event.kind == OperationKind::Timeout).count();
        self.timeouts.is_some_and(|most| happened() >= most as usize)
    }

    /// Whether a bound depends on the order of independent steps, so that one order of a trace may be within it and
    /// another not.
    pub fn depend_on_order(&self) -> bool {
        self.preemptions.is_some() || self.delays.is_some() || self.fairness.is_some()
    }
}

/// When to give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// How long.
    pub time: Option<Duration>,
    /// How many runs.
    pub runs: Option<u64>,
    /// How many states.
    pub states: Option<u64>,
    /// How much memory the process may hold, in bytes.
    pub memory: Option<u64>,
}

/// What a schedule has used up of each bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Used {
    last: Option<ActorId>,
    preemptions: u32,
    delays: u32,
    in_a_row: u32,
}

impl Used {
    /// What is used up once this actor has moved from a state where these operations are pending, or the bound that
    /// forbids it.
    pub fn after(&self, bounds: &Bounds, pending: &PendingBuffer, actor: ActorId) -> Result<Used, Bound> {
        let mut used = *self;
        if !bounds.depend_on_order() {
            return Ok(used);
        }
        let last_could_go =
            self.last.filter(|&last| pending.of(last).is_some_and(|entry| entry.is_enabled()));
        if let Some(limit) = bounds.preemptions
            && last_could_go.is_some_and(|last| last != actor)
        {
            used.preemptions += 1;
            if used.preemptions > limit {
                return Err(Bound::Preemptions);
            }
        }
        if let Some(limit) = bounds.delays {
            used.delays += self.passed_over(pending, actor);
            if used.delays > limit {
                return Err(Bound::Delays);
            }
        }
        if let Some(limit) = bounds.fairness {
            let another = pending.enabled().any(|entry| entry.actor != actor);
            used.in_a_row = match (another, self.last == Some(actor)) {
                (false, _) => 0,
                (true, true) => self.in_a_row + 1,
                (true, false) => 1,
            };
            if used.in_a_row > limit {
                return Err(Bound::Fairness);
            }
        }
        used.last = Some(actor);
        Ok(used)
    }

    /// How many enabled actors the default scheduler would have taken before this one.
    fn passed_over(&self, pending: &PendingBuffer, actor: ActorId) -> u32 {
        let entries = pending.entries();
        // The last actor may be gone; then the round begins where the buffer begins.
        let start =
            self.last.and_then(|last| entries.iter().position(|entry| entry.actor == last)).unwrap_or(0);
        let round = entries[start..].iter().chain(&entries[..start]);
        round.take_while(|entry| entry.actor != actor).filter(|entry| entry.is_enabled()).count() as u32
    }
}
