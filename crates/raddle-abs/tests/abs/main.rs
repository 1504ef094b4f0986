//! Tests of the whole crate, as one binary.

mod bad_input;
mod deadlock;
mod diagnostics;
mod generators;
mod grains;
mod ground_truth;
mod kept_promises;
mod language;
mod literature;
mod mini;
mod naive;
mod oracle;
mod programs;
mod promises;
mod random_deadlock;
mod runs;
mod support;
