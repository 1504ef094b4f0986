//! Rewriting: statements compiled into patterns and code, the matcher modulo axioms, and the machine that
//! reduces terms with equations and takes steps with rules.
//!
//! The machine keeps its own stacks. Only nested conditions (a condition whose evaluation evaluates a condition)
//! use the native stack, and their depth is bounded by `Limits::condition_depth`.

pub mod builtins;
pub mod compile;
pub mod conditions;
pub mod evaluate;
pub mod floats;
pub mod functions;
mod greedy;
mod helpers;
mod iterated;
pub mod limits;
pub mod lists;
pub mod local;
mod model_check;
pub mod numbers;
pub mod pattern;
pub mod rules;
pub mod search;
pub mod sets;
mod shares;
pub mod solve;
pub mod strings;
mod successors;
mod tokens;
pub(crate) mod watched;

pub use compile::{PrintItem, Program, StatementTerms};
pub use evaluate::{Limits, Machine, Stop};
pub use search::{Arrow, Search, Solution};
