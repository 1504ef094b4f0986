//! Pseudo-random numbers from a seed: the same seed gives the same numbers, on every machine.
//!
//! Source: the SplitMix64 generator (Steele, Lea, Flood, OOPSLA 2014). Not for secrets.

use serde::{Deserialize, Serialize};

/// Where all randomness of a search comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of the `number`-th part, such as a run, of what has this seed.
    pub fn part(self, number: u64) -> Seed {
        let mut random = Random::new(Seed(self.0 ^ number.wrapping_mul(0xd134_2543_de82_ef95)));
        Seed(random.number() ^ number)
    }
}

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: Seed) -> Random {
        Random { state: seed.0 }
    }

    /// The next number, of all 64-bit ones.
    pub fn number(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below the bound, which is at least 1.
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.number() as u32) * u64::from(bound)) >> 32) as u32
    }

    /// Whether something happens that does so once in `times`.
    pub fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// A number between 0 and 1.
    pub fn fraction(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1u64 << 53) as f64
    }
}
