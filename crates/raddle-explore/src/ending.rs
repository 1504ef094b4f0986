//! How a run ends: complete, deadlocked, stuck, or cut; and the wait-for cycles that show a deadlock early.

use crate::finding::FindingKind;
use crate::names::ActorId;
use crate::operation::OperationKind;
use crate::program::{Enabled, Pending, PendingBuffer};
use crate::verdict::Bound;

/// The way a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Every actor came to its end, or the program ended itself, or only daemons wait.
    Complete,
    /// Nothing can go: actors wait for each other in a cycle.
    Deadlock(Vec<ActorId>),
    /// Nothing can go: actors wait for something that nobody can give.
    Stuck(Vec<ActorId>),
    /// A bound ended it.
    Cut(Bound),
    /// The guide ended it: it can't meet what is looked for, for this reason of the guide's own.
    Pruned(u32),
    /// The guide ended it: here is what it looks for.
    Stopped(FindingKind),
    /// Every way on is covered elsewhere: the run was for nothing.
    Blocked,
    /// The state was seen before.
    Merged,
    /// These go round for ever: a cycle of states closed, or only loops without an effect are left.
    Livelock(Vec<ActorId>),
    /// The step did not come to its end; the search says why.
    Interrupted,
}

/// What it means that nothing can go.
pub fn of_standstill(pending: &PendingBuffer, exited: bool) -> Ending {
    let stuck = || pending.entries().iter().filter(|entry| !entry.daemon && entry.enabled != Enabled::Never);
    if exited || stuck().next().is_none() {
        return Ending::Complete;
    }
    match wait_cycle(pending) {
        Some(cycle) => Ending::Deadlock(cycle),
        // Whoever spins could go on, round and round: he is not stuck, and those who wait for him alone wait for that.
        None if stuck().all(|entry| waits_for_spinner(pending, entry)) => {
            Ending::Livelock(stuck().filter(|entry| spins(entry)).map(|entry| entry.actor).collect())
        }
        None => Ending::Stuck(stuck().map(|entry| entry.actor).collect()),
    }
}

/// Whether an operation is what remains of a loop whose iterations have no effect.
fn spins(entry: &Pending) -> bool {
    entry.kind == OperationKind::AwaitChange
}

/// Whether an actor spins, or waits for one that does and that is no daemon, or for one who waits for such a one.
fn waits_for_spinner(pending: &PendingBuffer, entry: &Pending) -> bool {
    let mut at = entry;
    for _ in pending.entries() {
        match at.enabled {
            _ if spins(at) => return !at.daemon,
            Enabled::WaitsFor(other) => match pending.of(other) {
                Some(next) => at = next,
                None => return false,
            },
            _ => return false,
        }
    }
    false
}

/// A cycle of actors, not all of them daemons, each of which only the next can set going. It stays, whatever else
/// happens.
pub fn wait_cycle(pending: &PendingBuffer) -> Option<Vec<ActorId>> {
    for start in pending.entries() {
        let mut cycle = vec![start.actor];
        let mut at = start;
        while let Enabled::WaitsFor(next) = at.enabled {
            if let Some(position) = cycle.iter().position(|&actor| actor == next) {
                cycle.drain(..position);
                // Begin with the actor that the buffer lists first, so that equal cycles compare equal.
                let first = pending.entries().iter().find(|entry| cycle.contains(&entry.actor))?.actor;
                let rotation = cycle.iter().position(|&actor| actor == first)?;
                cycle.rotate_left(rotation);
                if cycle.iter().all(|&actor| pending.of(actor).is_some_and(|entry| entry.daemon)) {
                    break;
                }
                return Some(cycle);
            }
            cycle.push(next);
            match pending.of(next) {
                Some(entry) => at = entry,
                None => break,
            }
        }
    }
    None
}
