//! Tests of the whole crate, as one binary.

mod ground_truth;
mod support;
