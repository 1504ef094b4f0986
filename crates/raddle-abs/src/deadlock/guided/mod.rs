//! The search for the deadlocks of the analysis's cycles: for each a trace, or the proof that there is none.
//!
//! [`constraints`] checks what a cycle asks of a state, for which [`reach`] and `call_graph` tell who can come
//! where; [`relevance`] tells whose steps a deadlock of the cycle can need, and [`normal_form`] which orders are enough.
//! `assured` tells which conditions
//! somebody makes true for good. [`guide`] makes the kernel keep to runs that can still meet the constraints, and [`search`] asks for each cycle.

mod assured;
mod call_graph;
pub mod constraints;
pub mod guide;
pub mod normal_form;
pub mod reach;
pub mod relevance;
pub mod search;
