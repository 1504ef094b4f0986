//! What may still happen from a state on, and by that whose steps must be tried there.
//!
//! **Source.** Persistent sets (Godefroid 1996), found while searching (Flanagan, Godefroid, POPL 2005); what lies ahead of
//! a state that is met again comes from a summary of it (Yang, Chen, Gopalakrishnan, Kirby, SPIN 2008).
//!
//! A *fact* is something that an actor may do: touch a place, or set another actor going; with its *gates*, the locks that
//! it must have by then. What lies ahead of a state is a set of facts: those of the operations that are pending there, and
//! of the states behind it that were searched. [`Facts::must_try`] makes of some actors a set that is *persistent*: no
//! step that the others can make by themselves, now or later, conflicts with a next step of the set.
//!
//! **Why that holds.** Take the first step of such a run of others that conflicts with a next step *t* of the set. The
//! steps before it commute with *t*, so they can also be made after *t*, and were searched there up to the order of
//! independent steps: so the operation was pending, and is a fact. Its actor is then in the set; or waits for somebody in
//! it: since it can't go, or is not there yet, or needs a lock that another holds, and whoever could change that has been
//! asked for in its place, in the same way. That somebody would have to move first, and the others were by themselves.
//!
//! **Deviations.** No causal order is kept: what comes after *t* in any case, by other ways than through a lock, a start
//! or a wait, counts as a conflict too. That costs states, never findings.

use rustc_hash::FxHashMap;

use crate::names::ActorId;
use crate::operation::{Access, OperationKind, Place};
use crate::program::{Enabled, Pending, PendingBuffer};

/// What an actor may do.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Deed {
    Touch(Place, Access),
    SetGoing(ActorId),
}

/// Something that may happen.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Fact {
    actor: ActorId,
    deed: Deed,
    /// The number of the set of locks that the actor must have by then.
    gates: u32,
}

/// A set of facts, by their numbers. The fact with number 0 is that anything may happen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    bits: Vec<u64>,
}

impl Ahead {
    fn insert(&mut self, fact: u32) {
        let word = fact as usize / 64;
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (fact % 64);
    }

    fn contains(&self, fact: u32) -> bool {
        self.bits.get(fact as usize / 64).is_some_and(|word| word >> (fact % 64) & 1 == 1)
    }

    /// Nothing is known of what may happen.
    pub fn insert_anything(&mut self) {
        self.insert(0);
    }

    fn unite(&mut self, bits: &[u64]) {
        if self.bits.len() < bits.len() {
            self.bits.resize(bits.len(), 0);
        }
        for (mine, other) in self.bits.iter_mut().zip(bits) {
            *mine |= other;
        }
    }
}

/// A summary that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SummaryId(u32);

/// A state as far as it matters here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scene {
    pub pending: PendingBuffer,
    /// The locks that are held, and by whom.
    pub held: Vec<(Place, ActorId)>,
}

impl Scene {
    fn holder(&self, lock: Place) -> Option<ActorId> {
        self.held.iter().find(|(held, _)| *held == lock).map(|&(_, holder)| holder)
    }
}

/// Whether an operation gets a lock, and so can't go while another holds it.
fn gets_lock(entry: &Pending) -> bool {
    matches!(entry.kind, OperationKind::Acquire | OperationKind::Reacquire)
}

/// All facts that were met, and the summaries made of them.
pub(crate) struct Facts {
    facts: Vec<Fact>,
    numbers: FxHashMap<Fact, u32>,
    of_place: FxHashMap<Place, Vec<u32>>,
    /// Who sets an actor going.
    setting_going: FxHashMap<ActorId, Vec<u32>>,
    gates: Vec<Vec<Place>>,
    gate_numbers: FxHashMap<Vec<Place>, u32>,
    summaries: Vec<Box<[u64]>>,
    summary_numbers: FxHashMap<Box<[u64]>, u32>,
}

impl Facts {
    pub fn new() -> Facts {
        let anything =
            Fact { actor: ActorId(u32::MAX), deed: Deed::SetGoing(ActorId(u32::MAX)), gates: u32::MAX };
        Facts {
            facts: vec![anything],
            numbers: FxHashMap::default(),
            of_place: FxHashMap::default(),
            setting_going: FxHashMap::default(),
            gates: Vec::new(),
            gate_numbers: FxHashMap::default(),
            summaries: Vec::new(),
            summary_numbers: FxHashMap::default(),
        }
    }

    /// Everything that is pending in a state.
    pub fn of_scene(&mut self, scene: &Scene) -> Ahead {
        let mut ahead = Ahead::default();
        // A time-out is no fact: it can't get in the way of a step that can go, since it waits for all of them.
        for entry in scene.pending.entries().iter().filter(|entry| entry.kind != OperationKind::Timeout) {
            let gates = self.gates_of(scene, entry);
            for touch in scene.pending.touches(entry) {
                let deed = Deed::Touch(touch.place, touch.access);
                ahead.insert(self.number(Fact { actor: entry.actor, deed, gates }));
            }
        }
        ahead
    }

    /// Adds that an actor's pending operation set others going.
    pub fn add_set_going(&mut self, ahead: &mut Ahead, scene: &Scene, actor: ActorId, set_going: &[ActorId]) {
        let Some(entry) = scene.pending.of(actor) else { return ahead.insert_anything() };
        let gates = self.gates_of(scene, entry);
        for &other in set_going {
            ahead.insert(self.number(Fact { actor, deed: Deed::SetGoing(other), gates }));
        }
    }

    /// The locks that an actor has when its pending operation goes.
    fn gates_of(&mut self, scene: &Scene, entry: &Pending) -> u32 {
        let held = scene.held.iter().filter(|(_, holder)| *holder == entry.actor);
        let mut locks: Vec<Place> = held.map(|&(lock, _)| lock).collect();
        if gets_lock(entry) {
            locks.extend(scene.pending.touches(entry).iter().map(|touch| touch.place));
        }
        locks.sort_unstable();
        locks.dedup();
        if let Some(&number) = self.gate_numbers.get(&locks) {
            return number;
        }
        let number = self.gates.len() as u32;
        self.gates.push(locks.clone());
        self.gate_numbers.insert(locks, number);
        number
    }

    fn number(&mut self, fact: Fact) -> u32 {
        if let Some(&number) = self.numbers.get(&fact) {
            return number;
        }
        let number = self.facts.len() as u32;
        self.facts.push(fact);
        self.numbers.insert(fact, number);
        match fact.deed {
            Deed::Touch(place, _) => self.of_place.entry(place).or_default().push(number),
            Deed::SetGoing(actor) => self.setting_going.entry(actor).or_default().push(number),
        }
        number
    }

    /// Keeps what lies ahead of a state.
    pub fn keep(&mut self, ahead: &Ahead) -> SummaryId {
        if let Some(&number) = self.summary_numbers.get(ahead.bits.as_slice()) {
            return SummaryId(number);
        }
        let number = self.summaries.len() as u32;
        let bits: Box<[u64]> = ahead.bits.as_slice().into();
        self.summaries.push(bits.clone());
        self.summary_numbers.insert(bits, number);
        SummaryId(number)
    }

    /// Adds what was kept.
    pub fn add(&self, ahead: &mut Ahead, summary: SummaryId) {
        ahead.unite(&self.summaries[summary.0 as usize]);
    }

    /// Who must be tried in a state besides those that are chosen: all of them, if they can go, in the order of what is
    /// pending. Without a word on what lies ahead everything that was ever met does, which is only a guess.
    pub fn must_try(&self, scene: &Scene, chosen: &[ActorId], ahead: Option<&Ahead>) -> Vec<ActorId> {
        let mut asked = Asked { facts: self, scene, ahead, wanted: chosen.to_vec() };
        let closed = asked.close();
        let enabled = scene.pending.enabled().map(|entry| entry.actor);
        match closed {
            Some(()) => enabled.filter(|actor| asked.wanted.contains(actor)).collect(),
            None => enabled.collect(),
        }
    }
}

/// Whom a persistent set needs.
struct Asked<'f> {
    facts: &'f Facts,
    scene: &'f Scene,
    ahead: Option<&'f Ahead>,
    wanted: Vec<ActorId>,
}

impl Asked<'_> {
    fn lies_ahead(&self, fact: u32) -> bool {
        self.ahead.is_none_or(|ahead| ahead.contains(fact))
    }

    /// Asks for everybody who is needed by those that are wanted; `None` when that may be anybody.
    fn close(&mut self) -> Option<()> {
        if self.ahead.is_some_and(|ahead| ahead.contains(0)) {
            return None;
        }
        let mut done = 0;
        while let Some(&actor) = self.wanted.get(done) {
            done += 1;
            self.ask(actor)?;
        }
        Some(())
    }

    /// Asks for those whose steps conflict with an actor's, or can make it possible.
    fn ask(&mut self, actor: ActorId) -> Option<()> {
        let Some(entry) = self.scene.pending.of(actor) else { return self.ask_for_starters(actor) };
        match entry.enabled {
            Enabled::Now => {}
            Enabled::WaitsFor(other) if gets_lock(entry) => {
                self.want(other);
                return Some(());
            }
            // What makes it possible leaves a message, which is no conflict.
            _ if entry.kind == OperationKind::Receive => return None,
            Enabled::WaitsFor(other) => {
                self.want(other);
                let _ = self.ask_for_starters(actor);
            }
            Enabled::WaitsForAnyone | Enabled::Never => {
                let _ = self.ask_for_starters(actor);
            }
        }
        let facts = self.facts;
        for touch in self.scene.pending.touches(entry) {
            if touch.place == Place::EVERYTHING {
                return None;
            }
            for &number in facts.of_place.get(&touch.place).into_iter().flatten() {
                if let Deed::Touch(_, access) = facts.facts[number as usize].deed
                    && (access == Access::Write || touch.access == Access::Write)
                {
                    self.want_for(number, actor);
                }
            }
        }
        for &number in facts.of_place.get(&Place::EVERYTHING).into_iter().flatten() {
            self.want_for(number, actor);
        }
        Some(())
    }

    /// Asks for those that set an actor going; `None` if there are none.
    fn ask_for_starters(&mut self, actor: ActorId) -> Option<()> {
        let facts = self.facts;
        let mut known = false;
        for &number in facts.setting_going.get(&actor).into_iter().flatten() {
            known |= self.lies_ahead(number);
            self.want_for(number, actor);
        }
        known.then_some(())
    }

    /// A fact matters to an actor: asks for who must move before it can happen.
    fn want_for(&mut self, number: u32, actor: ActorId) {
        let fact = self.facts.facts[number as usize];
        if fact.actor == actor || !self.lies_ahead(number) {
            return;
        }
        let gates = self.facts.gates[fact.gates as usize].iter();
        let mut holders =
            gates.filter_map(|gate| self.scene.holder(*gate)).filter(|&holder| holder != fact.actor);
        let Some(first) = holders.next() else { return self.want(fact.actor) };
        // One closed gate is enough, and one that is asked for anyway costs nothing.
        if !self.wanted.contains(&first) && !holders.any(|holder| self.wanted.contains(&holder)) {
            self.want(first);
        }
    }

    fn want(&mut self, actor: ActorId) {
        if !self.wanted.contains(&actor) {
            self.wanted.push(actor);
        }
    }
}
