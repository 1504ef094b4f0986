//! Which conditions can hold together, and which events they make possible.
//!
//! The relation is kept as a sorted list for each condition, and grows at the end of the lists: a new condition is
//! concurrent with its siblings, and with what is concurrent with all that its event takes. A new event can only
//! make such events possible as take one of its conditions, the rest being concurrent with it. The net is safe: where the
//! event gives to a place, nothing else of that place is concurrent with it, so each set is found once.

use crate::net::TransitionId;
use crate::unfold::prefix::{ConditionId, Prefix};

/// An event that could be added.
#[derive(Debug)]
pub struct Extension {
    /// The transition that fires.
    pub transition: TransitionId,
    /// The tokens that it takes, in the order of the places.
    pub takes: Box<[ConditionId]>,
}

/// Which conditions can hold together; conditions behind cut-off events are not in it.
#[derive(Debug)]
pub struct Concurrency {
    beside: Vec<Vec<ConditionId>>,
    /// The conditions that are looked at, by their places: empty between calls.
    by_place: Vec<Vec<ConditionId>>,
    /// Which transitions were looked at, by the number of the look.
    looked: Vec<u32>,
    look: u32,
}

impl Concurrency {
    /// The conditions that are there at first hold together.
    pub fn of_first(prefix: &Prefix) -> Concurrency {
        let first: Vec<ConditionId> = prefix.first_conditions().collect();
        let beside =
            first.iter().map(|one| first.iter().copied().filter(|other| other != one).collect()).collect();
        Concurrency {
            beside,
            by_place: vec![Vec::new(); prefix.net().places().len()],
            looked: vec![0; prefix.net().transitions().len()],
            look: 0,
        }
    }

    fn beside(&self, condition: ConditionId) -> &[ConditionId] {
        self.beside.get(condition.index()).map_or(&[], Vec::as_slice)
    }

    fn are_concurrent(&self, one: ConditionId, other: ConditionId) -> bool {
        let (short, sought) = if self.beside(one).len() < self.beside(other).len() {
            (self.beside(one), other)
        } else {
            (self.beside(other), one)
        };
        short.binary_search(&sought).is_ok()
    }

    /// What is concurrent with each of some conditions.
    pub fn of_all(&self, conditions: &[ConditionId]) -> Vec<ConditionId> {
        let Some(shortest) = conditions.iter().min_by_key(|each| self.beside(**each).len()) else {
            return Vec::new();
        };
        let others: Vec<&[ConditionId]> =
            conditions.iter().filter(|each| *each != shortest).map(|each| self.beside(*each)).collect();
        let all = |candidate: &&ConditionId| others.iter().all(|list| list.binary_search(candidate).is_ok());
        self.beside(*shortest).iter().filter(all).copied().collect()
    }

    /// Adds what an event gives, which is concurrent with `beside`.
    pub fn add(&mut self, new: &[ConditionId], beside: &[ConditionId]) {
        for other in beside {
            self.beside[other.index()].extend_from_slice(new);
        }
        for condition in new {
            // Conditions behind cut-off events have numbers too, but nothing is concurrent with them here.
            self.beside.resize_with(condition.index() + 1, Vec::new);
            let list = &mut self.beside[condition.index()];
            list.reserve_exact(beside.len() + new.len() - 1);
            list.extend_from_slice(beside);
            list.extend(new.iter().filter(|other| *other != condition));
        }
    }

    /// The events that new conditions make possible, the rest of what they take being among those beside.
    pub fn extensions(
        &mut self,
        prefix: &Prefix,
        new: &[ConditionId],
        beside: &[ConditionId],
    ) -> Vec<Extension> {
        let net = prefix.net();
        let mut by_place = std::mem::take(&mut self.by_place);
        for &condition in new.iter().chain(beside) {
            by_place[prefix.condition(condition).place.index()].push(condition);
        }
        self.look += 1;
        let mut found = Vec::new();
        for &condition in new {
            for &transition in net.takers(prefix.condition(condition).place) {
                let was = std::mem::replace(&mut self.looked[transition.index()], self.look);
                if was == self.look {
                    continue;
                }
                let candidates: Vec<&[ConditionId]> =
                    net.takes(transition).iter().map(|place| by_place[place.index()].as_slice()).collect();
                if candidates.iter().any(|list| list.is_empty()) {
                    continue;
                }
                // The places with the fewest tokens first; what was chosen is put back into the order of the places.
                let mut order: Vec<usize> = (0..candidates.len()).collect();
                order.sort_by_key(|&at| candidates[at].len());
                let mut chosen = vec![ConditionId(0); candidates.len()];
                self.choose(&candidates, &order, 0, &mut chosen, &mut |takes| {
                    found.push(Extension { transition, takes: takes.into() });
                });
            }
        }
        for &condition in new.iter().chain(beside) {
            by_place[prefix.condition(condition).place.index()].clear();
        }
        self.by_place = by_place;
        found
    }

    fn choose(
        &self,
        candidates: &[&[ConditionId]],
        order: &[usize],
        at: usize,
        chosen: &mut [ConditionId],
        found: &mut impl FnMut(&[ConditionId]),
    ) {
        let Some(&place) = order.get(at) else { return found(chosen) };
        for &candidate in candidates[place] {
            if order[..at].iter().all(|&before| self.are_concurrent(chosen[before], candidate)) {
                chosen[place] = candidate;
                self.choose(candidates, order, at + 1, chosen, found);
            }
        }
    }
}
