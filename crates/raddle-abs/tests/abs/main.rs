//! Tests of the whole crate, as one binary.

mod ground_truth;
mod language;
mod mini;
mod naive;
mod oracle;
mod support;
