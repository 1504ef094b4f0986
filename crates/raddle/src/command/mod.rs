//! One file a command.

mod allowances;
pub mod analyze;
mod auto;
pub mod check;
mod check_abs;
pub mod completions;
mod cycles;
pub mod early;
mod find_sources;
mod guard;
pub mod help;
pub mod init;
mod made;
pub mod man;
pub mod outputs;
pub mod petri;
mod products;
pub mod replay;
mod replay_tests;
pub mod request;
pub mod rewrite;
pub mod run;
pub mod suite;

pub use auto::AUTO;
