//! Markings of safe nets: which places hold a token. One bit a place.

use crate::net::{Net, PlaceId, TransitionId};

/// Which places hold a token.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Marking {
    words: Box<[u64]>,
}

/// A transition that would put a second token on a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SecondToken {
    /// The place.
    pub place: PlaceId,
}

impl Marking {
    /// No tokens, for a net of so many places.
    #[must_use]
    pub fn empty(places: usize) -> Marking {
        Marking { words: vec![0; places.div_ceil(64)].into_boxed_slice() }
    }

    /// The first marking of a net.
    #[must_use]
    pub fn first_of(net: &Net) -> Marking {
        let mut marking = Marking::empty(net.places().len());
        for place in net.places().filter(|&place| net.holds_token(place)) {
            marking.put(place);
        }
        marking
    }

    /// Whether a place holds a token.
    #[must_use]
    pub fn holds(&self, place: PlaceId) -> bool {
        self.words[place.index() / 64] >> (place.index() % 64) & 1 == 1
    }

    /// Puts a token on a place; says whether there was none.
    pub fn put(&mut self, place: PlaceId) -> bool {
        let was_empty = !self.holds(place);
        self.words[place.index() / 64] |= 1 << (place.index() % 64);
        was_empty
    }

    /// Takes the token off a place.
    pub fn take(&mut self, place: PlaceId) {
        self.words[place.index() / 64] &= !(1 << (place.index() % 64));
    }

    /// The places that hold a token, in the order of their numbers.
    pub fn places(&self) -> impl Iterator<Item = PlaceId> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| PlaceId((at * 64 + bit) as u32))
        })
    }

    /// Whether a transition can fire.
    #[must_use]
    pub fn enables(&self, net: &Net, transition: TransitionId) -> bool {
        net.takes(transition).iter().chain(net.reads(transition)).all(|&place| self.holds(place))
    }

    /// The marking behind a transition that can fire.
    ///
    /// # Errors
    /// If that puts a second token on a place.
    pub fn behind(&self, net: &Net, transition: TransitionId) -> Result<Marking, SecondToken> {
        let mut next = self.clone();
        for &place in net.takes(transition) {
            next.take(place);
        }
        for &place in net.gives(transition) {
            if !next.put(place) {
                return Err(SecondToken { place });
            }
        }
        Ok(next)
    }
}
