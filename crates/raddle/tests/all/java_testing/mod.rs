//! Java programs through the command line: each program carries its expectation, or its folder is the verdict.
//!
//! `answers` has the programs of `tests/answers`, `benchmarks` those of `benches/java`, `corners` those of `tests/java` and
//! `examples/java`, `commands` what can be typed for Java only, `causes` what reports say, `early` waits that give up early, `first_use` what a new user
//! types. All programs of a group are compiled at once.

mod answers;
mod benchmarks;
mod causes;
mod commands;
mod corners;
mod early;
mod first_use;
mod support;
mod worlds;
