//! Random ABS programs in which tasks wait for each other, as text: each kind has what the others lack.

pub mod gates;
pub mod layers;
pub mod rings;
pub mod turns;
pub mod weave;
pub mod wild;

use crate::mini::{generate, write};

/// A random program of some kind.
pub fn random_program(seed: u64) -> String {
    match seed % 10 {
        0 => write(&generate(seed)),
        1 => wild::wild(seed, false),
        2 => wild::wild(seed, true),
        3 => turns::turns(seed),
        4 => weave::weave(seed),
        5 => rings::rings(seed),
        6 | 7 => layers::layers(seed),
        _ => gates::gates(seed),
    }
}
