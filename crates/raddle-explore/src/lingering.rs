//! What lingers of hidden touches where states are merged: what each actor touched behind its last operation.
//!
//! Kept step by step, so that a step costs what it touches, however long the run is; a search that goes back undoes its
//! steps. Why this finds every hidden conflict is said in [`crate::hidden`].
//!
//! What lingers is part of the state: a set, for each actor and place whether it reads or writes there. How often it did,
//! and by which code, makes no other future. Nor does the name of the object: it goes along with the object as a [`Mark`], so
//! that the front end can leave the name out as it does elsewhere, and the mark where nobody can reach the object any more.

use rustc_hash::FxHashMap;

use crate::events::{Event, EventLog};
use crate::hidden::HiddenTouch;
use crate::names::ActorId;
use crate::operation::{Access, Place, Touch, conflict};
use crate::program::Mark;
use crate::random::{Random, Seed};

/// A touch of a place that lingers.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Linger {
    actor: ActorId,
    writes: bool,
    label: u32,
}

/// What a step changed, so that it can be undone.
struct Undo {
    actor: ActorId,
    /// What the marks were that were changed, in this order.
    marks: Vec<(Place, u128)>,
    /// Where the actor's touches lingered until then, and which.
    gone: Vec<(Place, Linger)>,
    /// Where somebody's began to.
    came: Vec<(Place, ActorId)>,
}

/// What lingers at the end of a run that is walked and rewound.
#[derive(Default)]
pub(crate) struct Lingering {
    by_place: FxHashMap<Place, Vec<Linger>>,
    by_actor: FxHashMap<ActorId, Vec<Place>>,
    /// The sums over what lingers at the same 65,536 parts of an object.
    marks: FxHashMap<Place, u128>,
    /// One for each step.
    undo: Vec<Undo>,
}

impl Lingering {
    /// Goes on to the end of a run that begins with the steps so far: gives what lingers there as part of the state, and
    /// adds what is hidden in a conflict with the last steps, by label.
    pub fn follow(&mut self, log: &EventLog, found: &mut Vec<u32>) -> Vec<Mark> {
        let known = self.undo.len();
        debug_assert!(known <= log.len(), "somebody went back and did not say so");
        for event in &log.events()[known..] {
            self.step(log, event, found);
        }
        neighbours_within(log, found);
        let last = log.events().last().map_or(&[][..], |last| log.hidden(last));
        let within = last.iter().filter(|hidden| hidden.within).map(|hidden| {
            let (place, writes) = (hidden.touch.place, hidden.touch.access == Access::Write);
            (marked(place), mix(hidden.actor, place.part, writes).rotate_left(64))
        });
        let lingers = self.marks.iter().map(|(place, what)| (*place, *what));
        lingers.chain(within).map(|(place, what)| Mark { place, what }).collect()
    }

    /// Goes back to where so many steps had been made.
    pub fn rewind(&mut self, length: usize) {
        while self.undo.len() > length {
            let Undo { actor, marks, gone, came } = self.undo.pop().expect("there is one");
            for (place, who) in came.into_iter().rev() {
                let lingers = self.by_place.entry(place).or_default();
                lingers.remove(last_of(lingers, who));
                self.by_actor.get_mut(&who).and_then(Vec::pop);
            }
            self.by_actor.entry(actor).or_default().extend(gone.iter().map(|(place, _)| *place));
            // The last of an actor's touches of a place went first.
            for (place, linger) in gone.into_iter().rev() {
                self.by_place.entry(place).or_default().push(linger);
            }
            for (place, sum) in marks.into_iter().rev() {
                self.set(place, sum);
            }
        }
    }

    /// Changes the sum at a place, and keeps what it was.
    fn change(&mut self, place: Place, gone: u128, came: u128, undo: &mut Undo) {
        let place = marked(place);
        let sum = self.marks.get(&place).copied().unwrap_or_default();
        undo.marks.push((place, sum));
        self.set(place, sum.wrapping_sub(gone).wrapping_add(came));
    }

    /// Nothing is kept where nothing lingers.
    fn set(&mut self, place: Place, sum: u128) {
        if sum == 0 {
            self.marks.remove(&place);
        } else {
            self.marks.insert(place, sum);
        }
    }

    fn step(&mut self, log: &EventLog, event: &Event, found: &mut Vec<u32>) {
        let actor = event.choice.actor;
        let mut undo = Undo { actor, marks: Vec::new(), gone: Vec::new(), came: Vec::new() };
        for place in std::mem::take(self.by_actor.entry(actor).or_default()) {
            let lingers = self.by_place.entry(place).or_default();
            let before = part(lingers, actor, place);
            undo.gone.push((place, lingers.remove(last_of(lingers, actor))));
            let after = part(lingers, actor, place);
            self.change(place, before, after, &mut undo);
        }
        let hidden = log.hidden(event);
        for touch in log.touches(event) {
            self.meet(touch, actor, None, found);
        }
        for other in hidden {
            self.meet(&other.touch, other.actor, Some(other.label), found);
        }
        same_step_conflicts(hidden, found);
        for touched in hidden.iter().filter(|hidden| !hidden.within) {
            let (actor, place) = (touched.actor, touched.touch.place);
            let linger =
                Linger { actor, writes: touched.touch.access == Access::Write, label: touched.label };
            let lingers = self.by_place.entry(place).or_default();
            let says_it = |known: &Linger| {
                (known.actor, known.label) == (actor, linger.label) && (known.writes || !linger.writes)
            };
            if lingers.iter().any(says_it) {
                continue;
            }
            let before = part(lingers, actor, place);
            lingers.push(linger);
            let after = part(lingers, actor, place);
            self.change(place, before, after, &mut undo);
            self.by_actor.entry(actor).or_default().push(place);
            undo.came.push((place, actor));
        }
        self.undo.push(undo);
    }

    /// Somebody touches a place where touches of others may linger.
    fn meet(&self, touch: &Touch, actor: ActorId, label: Option<u32>, found: &mut Vec<u32>) {
        let writes = touch.access == Access::Write;
        for linger in self.by_place.get(&touch.place).into_iter().flatten() {
            if linger.actor != actor && (writes || linger.writes) {
                found.push(linger.label);
                found.extend(label);
            }
        }
    }
}

/// Where the last of an actor's touches is.
fn last_of(lingers: &[Linger], actor: ActorId) -> usize {
    lingers.iter().rposition(|linger| linger.actor == actor).expect("it lingers there")
}

/// What an actor's touches of a place are in the state.
fn part(lingers: &[Linger], actor: ActorId, place: Place) -> u128 {
    let mut own = lingers.iter().filter(|linger| linger.actor == actor).peekable();
    if own.peek().is_none() {
        return 0;
    }
    mix(actor, place.part, own.any(|linger| linger.writes))
}

/// What is marked together with a place.
fn marked(place: Place) -> Place {
    Place::new(place.object, place.part & 0xffff_0000)
}

/// Sums of these stand for sets, so no sum of some may be the sum of others but by chance.
fn mix(actor: ActorId, part: u32, writes: bool) -> u128 {
    let scatter = |number: u64| Random::new(Seed(number)).number();
    let high = scatter(u64::from(actor.0) << 32 | u64::from(part));
    let low = scatter(high.rotate_left(31) ^ u64::from(writes));
    u128::from(scatter(high ^ low)) << 64 | u128::from(low)
}

/// What is hidden within an operation lingers for one step only: two operations that nothing orders are neighbours in some
/// run.
fn neighbours_within(log: &EventLog, found: &mut Vec<u32>) {
    let [.., before, last] = log.events() else { return };
    let is_within = |hidden: &&HiddenTouch| hidden.within;
    if !log.hidden(before).iter().chain(log.hidden(last)).any(|hidden| hidden.within) {
        return;
    }
    let (left, right) = (log.touches(before), log.touches(last));
    if before.choice.actor == last.choice.actor || conflict(left, right) {
        return;
    }
    let mut hidden_last: FxHashMap<Place, Vec<&HiddenTouch>> = FxHashMap::default();
    for hidden in log.hidden(last) {
        hidden_last.entry(hidden.touch.place).or_default().push(hidden);
    }
    for hidden in log.hidden(before).iter().filter(is_within) {
        let others = hidden_last.get(&hidden.touch.place).into_iter().flatten();
        let met = others.filter(|other| other.touch.conflicts(&hidden.touch)).map(|other| other.label);
        let count = found.len();
        found.extend(met);
        if found.len() > count || right.iter().any(|touch| touch.conflicts(&hidden.touch)) {
            found.push(hidden.label);
        }
    }
    for hidden in log.hidden(last).iter().filter(is_within) {
        if left.iter().any(|touch| touch.conflicts(&hidden.touch)) {
            found.push(hidden.label);
        }
    }
}

/// A step that starts an actor touches by two: neither knows of the other.
fn same_step_conflicts(hidden: &[HiddenTouch], found: &mut Vec<u32>) {
    let Some(first) = hidden.first() else { return };
    if hidden.iter().all(|other| other.actor == first.actor) {
        return;
    }
    for (index, one) in hidden.iter().enumerate() {
        for other in &hidden[index + 1..] {
            if one.actor != other.actor && one.touch.conflicts(&other.touch) {
                found.extend([one.label, other.label]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Effects;
    use crate::operation::OperationKind;
    use crate::program::Pending;
    use std::collections::{BTreeMap, BTreeSet};

    /// What lingers and whom the last step meets, found from the whole run at once.
    fn naive(log: &EventLog) -> (BTreeMap<(ActorId, Place), bool>, BTreeSet<u32>) {
        let mut lingers = BTreeMap::new();
        let mut found = BTreeSet::new();
        let mut gone: BTreeSet<ActorId> = BTreeSet::new();
        let last = log.events().last().expect("a step");
        for (index, event) in log.events().iter().enumerate().rev() {
            for hidden in log.hidden(event).iter().filter(|hidden| !hidden.within) {
                if gone.contains(&hidden.actor) {
                    continue;
                }
                let writes = hidden.touch.access == Access::Write;
                *lingers.entry((hidden.actor, hidden.touch.place)).or_insert(writes) |= writes;
                if index + 1 == log.len() || hidden.actor == last.choice.actor {
                    continue;
                }
                let others = log.hidden(last).iter().filter(|other| other.actor != hidden.actor);
                let met: Vec<u32> = others
                    .filter(|other| other.touch.conflicts(&hidden.touch))
                    .map(|other| other.label)
                    .collect();
                if !met.is_empty() || log.touches(last).iter().any(|touch| touch.conflicts(&hidden.touch)) {
                    found.insert(hidden.label);
                    found.extend(met);
                }
            }
            gone.insert(event.choice.actor);
        }
        (lingers, found)
    }

    #[test]
    fn step_by_step_it_is_what_the_whole_run_says() {
        let mut random = Random::new(Seed(7));
        let (mut states, mut conflicts) = (BTreeMap::new(), 0);
        let mut log = EventLog::default();
        let mut lingering = Lingering::default();
        for _ in 0..20_000 {
            if random.below(5) == 0 || log.len() > 30 {
                let length = random.below(log.len() as u32 + 1) as usize;
                log.truncate(length);
                lingering.rewind(length);
            }
            let actor = ActorId(random.below(3));
            let mut touch = || {
                let place = Place::new(u64::from(random.below(6)), 0);
                if random.below(3) == 0 { Touch::write(place) } else { Touch::read(place) }
            };
            let seen = [touch()];
            let mut effects = Effects::default();
            let hidden = [touch(), touch(), touch()];
            for touch in &hidden[..random.below(4) as usize] {
                let actor = if random.below(4) == 0 { ActorId(random.below(3)) } else { actor };
                let label = random.below(9);
                effects.hidden.push(HiddenTouch { actor, touch: *touch, within: false, label });
            }
            log.push(0, &Pending::new(actor, OperationKind::Step), &seen, &effects);
            let mut found = Vec::new();
            let marks = lingering.follow(&log, &mut found);
            let state = marks.iter().fold(0, |sum: u128, mark| sum.wrapping_add(mark.hash()));
            let (lingers, mut expected) = naive(&log);
            let mut same_step = Vec::new();
            same_step_conflicts(&effects.hidden, &mut same_step);
            expected.extend(same_step);
            conflicts += usize::from(!expected.is_empty());
            assert_eq!(found.into_iter().collect::<BTreeSet<u32>>(), expected);
            let key: Vec<_> = lingers.into_iter().collect();
            assert_eq!(*states.entry(key).or_insert(state), state, "one set, one state");
        }
        assert!(conflicts > 1_000 && states.len() > 500, "{conflicts} conflicts, {} states", states.len());
        let different: BTreeSet<u128> = states.values().copied().collect();
        assert_eq!(different.len(), states.len(), "other sets, other states");
    }
}
