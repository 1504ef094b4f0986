//! Java programs through the command line: each program carries its expectation, or its folder is the verdict.
//!
//! `benchmarks` has the programs of `benches/java`, `corners` those of `tests/java` and `examples/java`, `commands` what
//! can be typed for Java only. All programs of a group are compiled at once.

mod benchmarks;
mod commands;
mod corners;
mod support;
