//! The states that were seen, by their fingerprints, with what remains of each bound there.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxHashSet, FxHasher};

use crate::bounds::{Bounds, Used};

const SHARDS: usize = 64;

/// A set that many workers fill.
pub(crate) struct Visited {
    shards: Vec<Mutex<FxHashSet<u128>>>,
}

impl Visited {
    pub fn new() -> Visited {
        Visited { shards: (0..SHARDS).map(|_| Mutex::default()).collect() }
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
