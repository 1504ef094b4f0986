//! The machine: compiled code, the state of a run, and its macro steps.
//!
//! Source: seed 001, section 2 and figure 1. Our names: a *location* is the seed's location (a COG of ABS), a
//! *task* its task, a *future* is the task that will give its value; `get` is the seed's `block`. One step of
//! a [`run::AbsRun`] is one macro step. Guarantee: the same choices give the same run; a state is copied in
//! time that grows with the number of locations and tasks only.

pub mod builtins;
pub mod code;
pub mod compile;
mod compile_statements;
mod creation;
pub mod evaluate;
mod failing;
pub mod fingerprint;
pub mod options;
mod pauses;
pub mod program;
mod resources;
pub mod run;
mod schedulers;
pub mod state;
pub mod step;
pub mod value;
pub mod waits;
