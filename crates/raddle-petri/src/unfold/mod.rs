//! Complete finite prefixes of a safe net's unfolding.
//!
//! * Source: J. Esparza, S. Römer, W. Vogler, "An improvement of McMillan's unfolding algorithm", Formal Methods in
//!   System Design 20 (2002): the algorithm of figure 4 with the total adequate order of section 5.
//! * Names: their `Fin` is [`Prefix`], `[e]` the *history* of an event, `pe` the waiting `extensions`, `Mark([e])`
//!   the marking behind a history, `≺_F` is `order`. Conditions are tokens on places, events firings of transitions.
//! * Deviation: the queue is by the size of histories, and what has one size is sorted once, when its turn comes: an
//!   extension that an event makes possible is larger than the event, so nothing is added to what is sorted. Keys of the
//!   order are thrown away behind that. Read arcs are taken out first ([`Net::with_places_for_readers`]).
//! * Guarantee: where it ends in [`End::Complete`], every reachable marking is that of a configuration without cut-off
//!   events, and every transition that can fire there has its event; there are at most as many events that are no
//!   cut-offs as there are reachable markings. A net that is not safe is told: the shortest history that puts a second
//!   token somewhere is in the prefix, for the argument by which the prefix is complete also holds for the first
//!   marking that is not safe.

mod extensions;
mod order;
mod prefix;

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

pub use prefix::{Condition, ConditionId, Event, EventId, Prefix};

use crate::marking::Marking;
use crate::net::{Net, PlaceId};
use extensions::{Concurrency, Extension};
use order::Key;

/// How far an unfolding may go.
pub struct Limits<'a> {
    /// At most so many events.
    pub events: usize,
    /// Asked every now and then: whether to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Limits { events: usize::MAX, is_stopped: &|| false }
    }
}

/// How an unfolding ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The prefix is complete.
    Complete,
    /// There are more events than were allowed.
    TooManyEvents,
    /// It was told to stop.
    Stopped,
}

/// A prefix, and whether it is complete.
#[derive(Debug)]
pub struct Unfolding {
    /// The prefix of the net without read arcs.
    pub prefix: Prefix,
    /// How it ended.
    pub end: End,
}

/// A net that is not safe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsafe {
    /// The place that comes to two tokens, by its name.
    pub place: String,
    /// The transitions that lead there, by their names, in an order in which they can fire.
    pub way: Vec<String>,
}

/// How many events are added between two looks at whether to stop.
const BETWEEN_LOOKS: usize = 256;

/// Unfolds a net.
///
/// # Errors
/// If the net is not safe.
pub fn unfold(net: &Net, limits: &Limits<'_>) -> Result<Unfolding, Unsafe> {
    let plain = if net.has_read_arcs() { net.with_places_for_readers() } else { net.clone() };
    let mut unfolder = Unfolder::new(plain);
    let end = unfolder.run(limits)?;
    Ok(Unfolding { prefix: unfolder.prefix, end })
}

struct Unfolder {
    prefix: Prefix,
    concurrency: Concurrency,
    /// What can still be added, by the size of its history.
    waiting: BTreeMap<u32, Vec<Extension>>,
    /// The markings behind the histories so far.
    markings: FxHashSet<Marking>,
}

impl Unfolder {
    fn new(net: Net) -> Unfolder {
        let first = Marking::first_of(&net);
        let mut markings = FxHashSet::default();
        let prefix = Prefix::of_first_marking(net, &first);
        markings.insert(first);
        let mut unfolder = Unfolder {
            concurrency: Concurrency::of_first(&prefix),
            prefix,
            waiting: BTreeMap::new(),
            markings,
        };
        let first: Vec<ConditionId> = unfolder.prefix.first_conditions().collect();
        unfolder.find_extensions(&first, &[]);
        unfolder
    }

    fn run(&mut self, limits: &Limits<'_>) -> Result<End, Unsafe> {
        while let Some((_, extensions)) = self.waiting.pop_first() {
            let mut sorted = Vec::with_capacity(extensions.len());
            for extension in extensions {
                if sorted.len() % BETWEEN_LOOKS == 0 && (limits.is_stopped)() {
                    return Ok(End::Stopped);
                }
                sorted.push((Key::new(&mut self.prefix, &extension), extension));
            }
            sorted.sort_by(|one, other| one.0.cmp(&other.0));
            for (at, (key, extension)) in sorted.into_iter().enumerate() {
                if self.prefix.events().len() >= limits.events {
                    return Ok(End::TooManyEvents);
                }
                if at % BETWEEN_LOOKS == 0 && (limits.is_stopped)() {
                    return Ok(End::Stopped);
                }
                self.add(extension, &key)?;
            }
        }
        Ok(End::Complete)
    }

    fn add(&mut self, extension: Extension, key: &Key) -> Result<(), Unsafe> {
        let beside = self.concurrency.of_all(&extension.takes);
        let given = self.prefix.net().gives(extension.transition);
        if let Some(second) = beside.iter().find(|&&each| given.contains(&self.prefix.condition(each).place))
        {
            return Err(self.second_token(*second, &extension));
        }
        let is_cut_off = !self.markings.insert(key.marking.clone());
        let new = self.prefix.add(extension, is_cut_off);
        if !is_cut_off {
            self.concurrency.add(&new, &beside);
            self.find_extensions(&new, &beside);
        }
        Ok(())
    }

    fn find_extensions(&mut self, new: &[ConditionId], beside: &[ConditionId]) {
        for found in self.concurrency.extensions(&self.prefix, new, beside) {
            let size = self.prefix.history_size(&found.takes) + 1;
            self.waiting.entry(size).or_default().push(found);
        }
    }

    /// The way to two tokens on the place of a condition: its history, and that of the extension.
    fn second_token(&mut self, second: ConditionId, extension: &Extension) -> Unsafe {
        let place: PlaceId = self.prefix.condition(second).place;
        let mut ends: Vec<ConditionId> = extension.takes.to_vec();
        ends.push(second);
        let net_transitions: Vec<_> =
            self.prefix.history(&ends).into_iter().map(|event| self.prefix.event(event).transition).collect();
        let net = self.prefix.net();
        let way = net_transitions
            .into_iter()
            .chain([extension.transition])
            .map(|transition| net.transition_name(transition).to_owned())
            .collect();
        Unsafe { place: net.place_name(place).to_owned(), way }
    }
}
