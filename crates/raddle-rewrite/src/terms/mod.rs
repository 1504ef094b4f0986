//! Sorts, operators and the arena of terms. Invariant: two terms of one arena are equal modulo their axioms
//! exactly when their ids are.

pub mod arena;
pub mod hooks;
pub mod literals;
pub mod order;
pub mod signature;
pub mod sorts;

pub use arena::{TermId, Terms};
pub use hooks::Hook;
pub use signature::{Declaration, Signature, Symbol, SymbolId};
pub use sorts::{KindId, SortId, Sorts};
