//! Nets: places, transitions and the arcs between them, with the places that hold a token at first.
//!
//! A transition *takes* a token from each place before it, *gives* one to each place behind it, and *reads* places whose
//! token it needs and leaves. Arcs have no weights: with tokens one by one, a heavier arc could never fire.

use std::fmt;

/// A place of a net, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlaceId(pub u32);

/// A transition of a net, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TransitionId(pub u32);

impl PlaceId {
    /// As an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl TransitionId {
    /// As an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Place {
    name: String,
    holds_token: bool,
    takers: Vec<TransitionId>,
}

#[derive(Clone, Debug)]
struct Transition {
    name: String,
    takes: Vec<PlaceId>,
    gives: Vec<PlaceId>,
    reads: Vec<PlaceId>,
}

/// Why an arc can't be part of a net.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadArc {
    /// There is one of this kind already: together they would have the weight two.
    Twice,
    /// The transition takes the token that it would only read.
    ReadAndTaken,
    /// The transition leaves a token where it gives another.
    ReadAndGiven,
}

impl fmt::Display for BadArc {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            BadArc::Twice => "this arc is there twice, which is a weight of two: only nets with one token a place are unfolded",
            BadArc::ReadAndTaken => "this transition takes the token that it reads",
            BadArc::ReadAndGiven => "this transition gives a second token to a place that it reads",
        })
    }
}

/// A net with its first marking.
#[derive(Clone, Default, Debug)]
pub struct Net {
    places: Vec<Place>,
    transitions: Vec<Transition>,
}

impl Net {
    /// A net without places and transitions.
    #[must_use]
    pub fn new() -> Net {
        Net::default()
    }

    /// Adds a place; `holds_token` says whether there is one at first.
    pub fn add_place(&mut self, name: impl Into<String>, holds_token: bool) -> PlaceId {
        let id = PlaceId(u32::try_from(self.places.len()).expect("fewer than 2³² places"));
        self.places.push(Place { name: name.into(), holds_token, takers: Vec::new() });
        id
    }

    /// Adds a transition without arcs.
    pub fn add_transition(&mut self, name: impl Into<String>) -> TransitionId {
        let id = TransitionId(u32::try_from(self.transitions.len()).expect("fewer than 2³² transitions"));
        self.transitions.push(Transition {
            name: name.into(),
            takes: Vec::new(),
            gives: Vec::new(),
            reads: Vec::new(),
        });
        id
    }

    /// Lets a transition take a token from a place.
    ///
    /// # Errors
    /// If the arc does not fit beside those that are there.
    pub fn take(&mut self, transition: TransitionId, place: PlaceId) -> Result<(), BadArc> {
        if self.transitions[transition.index()].reads.contains(&place) {
            return Err(BadArc::ReadAndTaken);
        }
        insert(&mut self.transitions[transition.index()].takes, place)?;
        self.places[place.index()].takers.push(transition);
        Ok(())
    }

    /// Lets a transition give a token to a place.
    ///
    /// # Errors
    /// If the arc does not fit beside those that are there.
    pub fn give(&mut self, transition: TransitionId, place: PlaceId) -> Result<(), BadArc> {
        if self.transitions[transition.index()].reads.contains(&place) {
            return Err(BadArc::ReadAndGiven);
        }
        insert(&mut self.transitions[transition.index()].gives, place)
    }

    /// Lets a transition need the token of a place, and leave it there.
    ///
    /// # Errors
    /// If the arc does not fit beside those that are there.
    pub fn read(&mut self, transition: TransitionId, place: PlaceId) -> Result<(), BadArc> {
        let Transition { takes, gives, reads, .. } = &mut self.transitions[transition.index()];
        if takes.contains(&place) {
            return Err(BadArc::ReadAndTaken);
        }
        if gives.contains(&place) {
            return Err(BadArc::ReadAndGiven);
        }
        insert(reads, place)
    }

    /// Changes whether a place holds a token at first.
    pub fn mark(&mut self, place: PlaceId, holds_token: bool) {
        self.places[place.index()].holds_token = holds_token;
    }

    /// All places.
    pub fn places(&self) -> impl ExactSizeIterator<Item = PlaceId> + use<> {
        (0..self.places.len()).map(|index| PlaceId(index as u32))
    }

    /// All transitions.
    pub fn transitions(&self) -> impl ExactSizeIterator<Item = TransitionId> + use<> {
        (0..self.transitions.len()).map(|index| TransitionId(index as u32))
    }

    /// What a place is called.
    #[must_use]
    pub fn place_name(&self, place: PlaceId) -> &str {
        &self.places[place.index()].name
    }

    /// What a transition is called.
    #[must_use]
    pub fn transition_name(&self, transition: TransitionId) -> &str {
        &self.transitions[transition.index()].name
    }

    /// The place of a name.
    #[must_use]
    pub fn place_named(&self, name: &str) -> Option<PlaceId> {
        self.places().find(|&place| self.place_name(place) == name)
    }

    /// Whether a place holds a token at first.
    #[must_use]
    pub fn holds_token(&self, place: PlaceId) -> bool {
        self.places[place.index()].holds_token
    }

    /// From which places a transition takes, in the order of their numbers.
    #[must_use]
    pub fn takes(&self, transition: TransitionId) -> &[PlaceId] {
        &self.transitions[transition.index()].takes
    }

    /// To which places a transition gives, in the order of their numbers.
    #[must_use]
    pub fn gives(&self, transition: TransitionId) -> &[PlaceId] {
        &self.transitions[transition.index()].gives
    }

    /// Which places a transition reads, in the order of their numbers.
    #[must_use]
    pub fn reads(&self, transition: TransitionId) -> &[PlaceId] {
        &self.transitions[transition.index()].reads
    }

    /// Which transitions take from a place.
    #[must_use]
    pub fn takers(&self, place: PlaceId) -> &[TransitionId] {
        &self.places[place.index()].takers
    }

    /// Whether some transition reads.
    #[must_use]
    pub fn has_read_arcs(&self) -> bool {
        self.transitions.iter().any(|transition| !transition.reads.is_empty())
    }

    /// The same net without read arcs: each place that is read gets a copy for each of its readers, so that readers do
    /// not come in each other's way; whoever takes from the place takes all copies, and whoever gives gives all.
    ///
    /// The first copy of a place has its number, so that a marking of this net is read off the first copies: all copies
    /// of a place hold a token, or none does.
    #[must_use]
    pub fn with_places_for_readers(&self) -> Net {
        let mut plain = Net::new();
        for place in self.places() {
            plain.add_place(self.place_name(place), self.holds_token(place));
        }
        let mut copies: Vec<Vec<PlaceId>> = self.places().map(|place| vec![place]).collect();
        let mut is_read = vec![false; self.places.len()];
        let mut copy_for_reader = Vec::new();
        for transition in self.transitions() {
            let mut taken = Vec::new();
            for &place in self.reads(transition) {
                // The first reader reads the place itself.
                let copy = if std::mem::replace(&mut is_read[place.index()], true) {
                    let name = format!("{}#{}", self.place_name(place), copies[place.index()].len() + 1);
                    let copy = plain.add_place(name, self.holds_token(place));
                    copies[place.index()].push(copy);
                    copy
                } else {
                    place
                };
                taken.push(copy);
            }
            copy_for_reader.push(taken);
        }
        for transition in self.transitions() {
            let same = plain.add_transition(self.transition_name(transition));
            let mut arcs = |from: &[PlaceId], is_taken: bool| {
                for copy in from.iter().flat_map(|place| &copies[place.index()]) {
                    let added = if is_taken { plain.take(same, *copy) } else { plain.give(same, *copy) };
                    debug_assert_eq!(added, Ok(()), "copies are different places");
                }
            };
            arcs(self.takes(transition), true);
            arcs(self.gives(transition), false);
            for &copy in &copy_for_reader[transition.index()] {
                let added = plain.take(same, copy).and_then(|()| plain.give(same, copy));
                debug_assert_eq!(added, Ok(()), "what is read is neither taken nor given besides");
            }
        }
        plain
    }
}

fn insert(arcs: &mut Vec<PlaceId>, place: PlaceId) -> Result<(), BadArc> {
    match arcs.binary_search(&place) {
        Ok(_) => Err(BadArc::Twice),
        Err(at) => {
            arcs.insert(at, place);
            Ok(())
        }
    }
}
