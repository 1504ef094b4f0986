//! Static deadlock analysis ([`analysis`]), and testing guided by it ([`guided`]).
//!
//! What it may miss: nothing that waits. A task that waits for ever for a condition, while nobody waits for anybody in
//! a cycle, is what the kernel calls stuck; each await of a condition counts as a cycle of its own.

pub mod analysis;
pub mod guided;

pub use analysis::{Analysis, AnalysisOptions, GraphKind, analyze, can_kill};
