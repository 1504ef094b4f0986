//! Vector clocks: for each actor, how many of its events are known.

use crate::names::ActorId;

/// A vector clock. Actors beyond its end count 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock(Vec<u32>);

impl Clock {
    /// The clock with these counts.
    pub fn from_slice(counts: &[u32]) -> Clock {
        Clock(counts.to_vec())
    }

    /// How many events of the actor are known.
    pub fn of(&self, actor: ActorId) -> u32 {
        self.0.get(actor.index()).copied().unwrap_or(0)
    }

    /// Learns what the other knows.
    pub fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }

    /// Counts one more event of the actor, and says how many there are now.
    pub fn advance(&mut self, actor: ActorId) -> u32 {
        if self.0.len() <= actor.index() {
            self.0.resize(actor.index() + 1, 0);
        }
        self.0[actor.index()] += 1;
        self.0[actor.index()]
    }

    /// Forgets everything, but keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}
