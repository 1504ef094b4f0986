//! How much of a search is done, as far as it can be guessed.

use serde::{Deserialize, Serialize};

use crate::strategy::Strategy;

/// The part of a search that is done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Explored {
    /// Between 0 and 1.
    pub fraction: f64,
    /// The standard error of that.
    pub stderr: f64,
    /// Whether it is only a rule of thumb, with no promise about its error.
    pub heuristic: bool,
}

impl Explored {
    pub(crate) fn of(strategy: Strategy, complete: bool, fraction: f64) -> Explored {
        let fraction = if complete { 1.0 } else { fraction };
        Explored { fraction, stderr: 0.0, heuristic: !complete && strategy != Strategy::Exhaustive }
    }
}
