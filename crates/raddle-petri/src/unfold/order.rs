//! The total adequate order on histories, for safe nets.
//!
//! * Source: section 5 of Esparza, Römer and Vogler: histories are compared by their sizes, then by their transitions
//!   (their `φ`, here as a sorted word), then by the words of the levels of the Foata normal form, the first level first.
//! * Deviation: sizes are equal where keys are compared (the queue is by sizes), and levels are made only where two
//!   histories have the same transitions.
//! * Guarantee: total on the histories of a safe net, a refinement of "is part of", and kept by extensions.

use std::cell::OnceCell;
use std::cmp::Ordering;

use crate::marking::Marking;
use crate::net::TransitionId;
use crate::unfold::extensions::Extension;
use crate::unfold::prefix::Prefix;

/// What histories of one size are compared by, and the marking behind them.
pub struct Key {
    /// The marking behind the history.
    pub marking: Marking,
    /// The transitions, sorted.
    word: Box<[TransitionId]>,
    /// The transition of each event and its level, in any order.
    levels: Box<[(u32, TransitionId)]>,
    sorted_levels: OnceCell<Box<[(u32, TransitionId)]>>,
}

impl Key {
    /// The key of the history that ends in an extension.
    pub fn new(prefix: &mut Prefix, extension: &Extension) -> Key {
        let history = prefix.history(&extension.takes);
        let net = prefix.net();
        let mut marking = Marking::first_of(net);
        let mut levels: Vec<(u32, TransitionId)> = Vec::with_capacity(history.len() + 1);
        // Histories are sorted by numbers, which grow along causality: the level of what an event needs is known.
        let level_of = |takes: &[super::ConditionId], levels: &[(u32, TransitionId)]| {
            let givers = takes.iter().filter_map(|taken| prefix.condition(*taken).giver);
            let needed = givers.map(|giver| {
                let at = history.binary_search(&giver).expect("a history holds what its events need");
                levels[at].0
            });
            needed.max().unwrap_or(0) + 1
        };
        let mut fire = |transition: TransitionId| {
            for &place in net.takes(transition) {
                marking.take(place);
            }
            for &place in net.gives(transition) {
                marking.put(place);
            }
        };
        for &id in &history {
            let event = prefix.event(id);
            fire(event.transition);
            levels.push((level_of(&event.takes, &levels), event.transition));
        }
        fire(extension.transition);
        levels.push((level_of(&extension.takes, &levels), extension.transition));
        let mut word: Vec<TransitionId> = levels.iter().map(|&(_, transition)| transition).collect();
        word.sort_unstable();
        Key { marking, word: word.into(), levels: levels.into(), sorted_levels: OnceCell::new() }
    }

    fn sorted_levels(&self) -> &[(u32, TransitionId)] {
        self.sorted_levels.get_or_init(|| {
            let mut sorted = self.levels.clone();
            sorted.sort_unstable();
            sorted
        })
    }

    /// Which history comes first.
    pub fn cmp(&self, other: &Key) -> Ordering {
        debug_assert_eq!(self.word.len(), other.word.len(), "only histories of one size are compared");
        self.word.cmp(&other.word).then_with(|| {
            let by_level = |key: &Key| -> Vec<Vec<TransitionId>> {
                key.sorted_levels()
                    .chunk_by(|one, next| one.0 == next.0)
                    .map(|level| level.iter().map(|&(_, transition)| transition).collect())
                    .collect()
            };
            by_level(self).cmp(&by_level(other))
        })
    }
}
