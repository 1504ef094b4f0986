//! The states that were seen, by their fingerprints, with what remains of each bound there; and the steps between them.
//!
//! A state that was seen is not entered again, so no path ever closes a cycle. Whether there is one is asked at the end,
//! of the steps between all states: where there is none, every run ends.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashSet, FxHasher};

use crate::bounds::{Bounds, Used};
use crate::races::Sorts;

const SHARDS: usize = 64;

/// A set that many workers fill.
pub(crate) struct Visited {
    shards: Vec<Mutex<FxHashSet<u128>>>,
    edges: Mutex<Vec<Edge>>,
    sorts: Mutex<Sorts>,
}

/// A step from one state to another. Halves of their fingerprints are enough: states that are taken for one another can
/// feign a cycle, but not hide one.
pub(crate) type Edge = (u64, u64);

impl Visited {
    pub fn new() -> Visited {
        let shards = (0..SHARDS).map(|_| Mutex::default()).collect();
        Visited { shards, edges: Mutex::default(), sorts: Mutex::default() }
    }

    /// Keeps the steps that a worker has made.
    pub fn add(&self, edges: &mut Vec<Edge>, sorts: Sorts) {
        if !edges.is_empty() {
            self.edges.lock().unwrap_or_else(PoisonError::into_inner).append(edges);
        }
        *self.sorts.lock().unwrap_or_else(PoisonError::into_inner) |= sorts;
    }

    /// Whether there may be races that neighbours do not show.
    pub fn hides_races(&self) -> bool {
        self.sorts.lock().unwrap_or_else(PoisonError::into_inner).hide_races()
    }

    /// Whether the steps that were kept go round in a circle.
    pub fn is_cyclic(&self) -> bool {
        is_cyclic(std::mem::take(&mut *self.edges.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Whether the state is new.
    pub fn insert(&self, state: u128, used: &Used, depth: usize, bounds: &Bounds) -> bool {
        let mut hasher = FxHasher::default();
        if bounds.depend_on_order() {
            used.hash(&mut hasher);
        }
        if bounds.depth.is_some() {
            depth.hash(&mut hasher);
        }
        let rest = if bounds.any() { hasher.finish() } else { 0 };
        let key = state ^ (u128::from(rest).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
        let shard = (key >> 121) as usize % SHARDS;
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner).insert(key)
    }
}

/// Whether the edges contain a cycle: takes away, again and again, states that no edge leads to.
fn is_cyclic(mut edges: Vec<Edge>) -> bool {
    edges.sort_unstable();
    edges.dedup();
    let mut states: Vec<u64> = edges.iter().flat_map(|&(from, to)| [from, to]).collect();
    states.sort_unstable();
    states.dedup();
    let number = |state: u64| states.binary_search(&state).expect("all are listed");
    let mut entries = vec![0u32; states.len()];
    for &(_, to) in &edges {
        entries[number(to)] += 1;
    }
    let mut open: Vec<usize> = (0..states.len()).filter(|&state| entries[state] == 0).collect();
    let mut left = states.len();
    while let Some(state) = open.pop() {
        left -= 1;
        let first = edges.partition_point(|&(from, _)| from < states[state]);
        for &(_, to) in edges[first..].iter().take_while(|&&(from, _)| from == states[state]) {
            let to = number(to);
            entries[to] -= 1;
            if entries[to] == 0 {
                open.push(to);
            }
        }
    }
    left > 0
}

#[cfg(test)]
mod tests {
    use super::is_cyclic;

    #[test]
    fn circles_are_seen() {
        assert!(!is_cyclic(vec![]));
        assert!(!is_cyclic(vec![(1, 2), (1, 3), (2, 4), (3, 4), (1, 2), (4, 5)]));
        assert!(is_cyclic(vec![(1, 1)]));
        assert!(is_cyclic(vec![(1, 2), (2, 3), (3, 4), (4, 2), (4, 5)]));
        assert!(is_cyclic(vec![(9, 1), (7, 8), (8, 9), (9, 7)]));
    }
}
