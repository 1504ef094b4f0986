//! Hidden touches: the net under a front end that lets code run unstopped over what others can reach.
//!
//! A front end may hide accesses as long as nobody conflicts on them. It tells what was touched so
//! ([`crate::context::Effects::hidden`]); here it is found out whether somebody did. Whoever is hidden in a conflict is
//! named to the program ([`crate::program::Program::expose`]), which then has to stop there, and the search begins again.
//!
//! **Words.** A *fine* run has one event for each visible operation and one for each hidden touch; a hidden touch comes
//! *behind* the operation of its step, unless it is *within* it (the call of which it is a part counts as one operation).
//! D is conflict of touches, hidden or not, and the order of each actor; V is the same without hidden touches, with the
//! edges that the kernel knows (starts, wakes, joins). A *hidden conflict* of a run is a pair of touches of two actors on
//! one place, one of them writing, one of them hidden, that V does not order, where what leads away from an operation
//! leads away before the hidden touches behind it.
//!
//! **Lemma.** If a search covers every V-trace of the steps, and none of its runs has a hidden conflict, then every fine
//! run is D-equivalent to one that was covered. *Proof.* Let p·x be a shortest fine run that is no D-prefix of a covered
//! one, and e a covered run of which p is a D-prefix; x is the next event of its actor in e. (1) x is hidden: whatever is
//! D-before x in e is so by a V-path, whose last step leads to the predecessor of x in its actor, which is in p; p is
//! closed under D; so all of it is in p, and p·x is a D-prefix of e. (2) x is visible. Add to p the hidden touches that
//! remain of its steps: they are closed under D by (1), so this is a prefix of e by steps, and x can follow it as a step;
//! some covered run e' begins so. If a touch that was added conflicted with x, then V would have to order it before x by
//! a later operation of its actor, which is not there: a hidden conflict of e'. So x may be put before what was added,
//! and p·x is a D-prefix of e'. Both contradict the choice of p·x. ∎ (`tests/all/hidden.rs` tries it on random programs.)
//!
//! What is hidden must not keep others from going on beyond its step: the lemma asks for every V-trace, and a search that
//! reverses orders does not see one that only a hidden lock rules out. So a front end exposes a lock that it has taken out of
//! sight and still holds where it stops.
//!
//! **Merged states** have no whole runs. There, what an actor touched behind its last operation is part of the state
//! (`crate::lingering`): at each step it is compared with what the others left behind. If a pair is unordered in some run, then
//! leave out what comes later of the first actor and is not needed for the second: in that run the second comes while the
//! first lingers. What is within an operation is compared with the next step, likewise. A search that leaves out states keeps `Strangers` instead: it looks for two actors on one place at
//! all, ordered or not, and gives up if there are any.

use rustc_hash::FxHashMap;

use crate::clock::Clock;
use crate::events::EventLog;
use crate::names::ActorId;
use crate::operation::{Access, Place, Touch, conflict};

/// A touch that its actor was not stopped for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HiddenTouch {
    /// Who: mostly the actor of the step; where the step started an actor, perhaps that one.
    pub actor: ActorId,
    /// What, and how.
    pub touch: Touch,
    /// It is part of the step's operation, and does not come behind it.
    pub within: bool,
    /// What the front end has to expose if somebody conflicts.
    pub label: u32,
}

/// One access in a run.
#[derive(Clone, Copy)]
struct Occurrence {
    event: u32,
    actor: ActorId,
    /// How many operations of its actor must be known for it to be known.
    needed: u32,
    writes: bool,
    label: Option<u32>,
}

/// Finds the hidden conflicts of runs. Reused from run to run.
#[derive(Default)]
pub(crate) struct Net {
    by_place: FxHashMap<Place, Vec<Occurrence>>,
    clocks: Vec<Clock>,
}

impl Net {
    /// What is hidden in a conflict of the run, by label.
    pub fn conflicts(&mut self, log: &EventLog, found: &mut Vec<u32>) {
        if !log.has_hidden() {
            return;
        }
        self.collect(log);
        self.by_place.retain(|_, occurrences| may_conflict(occurrences));
        if self.by_place.is_empty() {
            return;
        }
        self.order(log);
        for occurrences in self.by_place.values() {
            for (index, earlier) in occurrences.iter().enumerate() {
                for later in &occurrences[index + 1..] {
                    let concerns = earlier.actor != later.actor && (earlier.writes || later.writes);
                    let hidden = [earlier.label, later.label];
                    if !concerns || hidden == [None, None] {
                        continue;
                    }
                    if self.clocks[later.event as usize].of(earlier.actor) < earlier.needed {
                        found.extend(hidden.into_iter().flatten());
                    }
                }
            }
        }
        found.sort_unstable();
        found.dedup();
    }

    fn collect(&mut self, log: &EventLog) {
        self.by_place.clear();
        let mut counts = Clock::default();
        for event in log.events() {
            for hidden in log.hidden(event) {
                self.by_place.entry(hidden.touch.place).or_default();
            }
        }
        for (number, event) in log.events().iter().enumerate() {
            let own = counts.advance(event.choice.actor);
            let mut add = |touch: &Touch, actor, needed, label| {
                let Some(occurrences) = self.by_place.get_mut(&touch.place) else { return };
                let writes = touch.access == Access::Write;
                occurrences.push(Occurrence { event: number as u32, actor, needed, writes, label });
            };
            for touch in log.touches(event) {
                add(touch, event.choice.actor, own, None);
            }
            for hidden in log.hidden(event) {
                // One that was just started has done nothing yet.
                let done = if hidden.actor == event.choice.actor { own } else { counts.of(hidden.actor) };
                add(&hidden.touch, hidden.actor, done + u32::from(!hidden.within), Some(hidden.label));
            }
        }
    }

    /// For each event, what its actor knows of others' operations by the visible order.
    fn order(&mut self, log: &EventLog) {
        self.clocks.clear();
        let mut actors: FxHashMap<ActorId, Clock> = FxHashMap::default();
        let mut places: FxHashMap<Place, (Clock, Clock)> = FxHashMap::default();
        let (mut everything, mut last_exit) = (Clock::default(), Clock::default());
        for event in log.events() {
            let actor = event.choice.actor;
            let mut clock = actors.remove(&actor).unwrap_or_default();
            for joined in log.after(event) {
                if let Some(joined) = actors.get(joined) {
                    clock.join(joined);
                }
            }
            clock.join(&last_exit);
            let touches = log.touches(event);
            if touches.iter().any(|touch| touch.place == Place::EVERYTHING) {
                clock.join(&everything);
            }
            for touch in touches {
                if let Some((written, read)) = places.get(&touch.place) {
                    clock.join(written);
                    if touch.access == Access::Write {
                        clock.join(read);
                    }
                }
            }
            clock.advance(actor);
            everything.join(&clock);
            for touch in touches {
                if touch.place == Place::EVERYTHING {
                    last_exit.join(&clock);
                }
                let (written, read) = places.entry(touch.place).or_default();
                if touch.access == Access::Write { written } else { read }.join(&clock);
            }
            for started in log.before(event) {
                actors.entry(*started).or_default().join(&clock);
            }
            self.clocks.push(clock.clone());
            actors.insert(actor, clock);
        }
    }
}

/// Whether two actors are there, one of them writing and one of them hidden.
fn may_conflict(occurrences: &[Occurrence]) -> bool {
    let first = occurrences[0].actor;
    occurrences.iter().any(|occurrence| occurrence.actor != first)
        && occurrences.iter().any(|occurrence| occurrence.writes)
}

/// Who touched a place out of sight, whether writing, and what the operation touches within which that was.
type Stranger = (ActorId, bool, Option<Vec<Touch>>);

/// Who touches what at all, where the order is not known.
#[derive(Default)]
pub(crate) struct Strangers {
    /// For each place that was touched out of sight: by whom, writing, and inside of what.
    hidden: FxHashMap<Place, Vec<Stranger>>,
    /// For each place: who touched it in sight, and whether writing.
    seen: FxHashMap<Place, Vec<(ActorId, bool)>>,
}

impl Strangers {
    /// Adds the last step of a run, and says whether it met somebody.
    pub fn meet(&mut self, log: &EventLog) -> bool {
        let Some(event) = log.events().last() else { return false };
        let touches = log.touches(event);
        let mut met = false;
        for touch in touches {
            let (actor, writes) = (event.choice.actor, touch.access == Access::Write);
            let seen = self.seen.entry(touch.place).or_default();
            if !seen.contains(&(actor, writes)) {
                seen.push((actor, writes));
            }
            let hidden = self.hidden.get(&touch.place).into_iter().flatten();
            met |= hidden.into_iter().any(|(other, wrote, within)| {
                let is_ordered = within.as_ref().is_some_and(|within| conflict(within, touches));
                *other != actor && (writes || *wrote) && !is_ordered
            });
        }
        for hidden in log.hidden(event) {
            let (actor, writes) = (hidden.actor, hidden.touch.access == Access::Write);
            let within = hidden.within.then(|| touches.to_vec());
            let others = self.hidden.entry(hidden.touch.place).or_default();
            met |= others.iter().any(|(other, wrote, inside)| {
                let is_ordered =
                    matches!((&within, inside), (Some(one), Some(other)) if conflict(one, other));
                *other != actor && (writes || *wrote) && !is_ordered
            });
            let is_new =
                others.iter().all(|known| (known.0, known.1) != (actor, writes) || known.2 != within);
            if is_new {
                others.push((actor, writes, within));
            }
            let seen = self.seen.get(&hidden.touch.place).into_iter().flatten();
            met |= seen.into_iter().any(|(other, wrote)| *other != actor && (writes || *wrote));
        }
        met
    }
}
