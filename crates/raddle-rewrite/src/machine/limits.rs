//! What a machine may use, and why it stopped before the end.

use std::fmt;

/// Bounds on what a machine may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Rewrites in one command.
    pub rewrites: u64,
    /// Bytes of the arena.
    pub bytes: usize,
    /// Conditions inside conditions.
    pub condition_depth: usize,
    /// States of one search.
    pub states: usize,
    /// How many cores a search may use; what it finds does not depend on it.
    pub threads: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            rewrites: 20_000_000_000,
            bytes: 12 << 30,
            condition_depth: 400,
            states: 100_000_000,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// Why a machine stopped before the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The limit on rewrites: the equations may not terminate.
    Rewrites(u64),
    /// The limit on memory.
    Memory(usize),
    /// The limit on nested conditions.
    ConditionDepth(usize),
    /// The limit on states.
    States(usize),
    /// An operator that is recognised and not supported.
    Unsupported(String),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Rewrites(limit) => {
                write!(f, "stopped after {limit} rewrites; the equations or rules may not terminate")
            }
            Stop::Memory(limit) => write!(f, "stopped because terms need more than {limit} bytes"),
            Stop::ConditionDepth(limit) => {
                write!(f, "stopped because conditions are nested more than {limit} deep")
            }
            Stop::States(limit) => write!(f, "stopped after {limit} states"),
            Stop::Unsupported(what) => write!(f, "{what} is not supported"),
        }
    }
}
