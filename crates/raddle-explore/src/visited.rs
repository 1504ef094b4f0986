//! The states that were seen, by their fingerprints, with what remains of each bound there; and the steps between them.
//!
//! A state that was seen is not entered again, so no path ever closes a cycle. Whether there is one is asked at the end,
//! of the steps between all states: where there is none, every run ends.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashSet, FxHasher};

use crate::alarm::Alarm;
use crate::bounds::{Bounds, Used};
use crate::circles::{Circles, Edge, circles};
use crate::races::Sorts;

const SHARDS: usize = 64;

/// A set that many workers fill.
pub(crate) struct Visited {
    shards: Vec<Mutex<FxHashSet<u128>>>,
    edges: Mutex<Vec<Edge>>,
    sorts: Mutex<Sorts>,
}

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
        *self.sorts.lock().unwrap_or_else(PoisonError::into_inner) += sorts;
    }

    /// Whether there may be races that neighbours do not show.
    pub fn hides_races(&self) -> bool {
        self.sorts.lock().unwrap_or_else(PoisonError::into_inner).hide_races()
    }

    /// Whether the steps that were kept go round in a circle; `root` is the state before the first step. `None` if the
    /// alarm rings before that is known.
    pub fn circles(&self, root: u64, alarm: &Alarm) -> Option<Circles> {
        circles(std::mem::take(&mut *self.edges.lock().unwrap_or_else(PoisonError::into_inner)), root, alarm)
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
