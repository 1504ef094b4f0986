//! Modules: importing, parameters, views, renaming and summation, down to flat theories that can be run.

pub mod database;
pub(crate) mod expressions;
pub mod flat;
pub mod instantiate;
pub mod objects;
mod redefinition;
pub mod renaming;
mod represented;
pub mod theory;
pub mod translate;

pub use database::{Database, Module, ModuleId};
pub use flat::FlatModule;
pub use theory::Theory;
