//! Tests of the whole crate, as one binary.

mod bad_input;
mod deadlock;
mod diagnostics;
mod ground_truth;
mod language;
mod mini;
mod naive;
mod oracle;
mod programs;
mod random_deadlock;
mod runs;
mod support;
