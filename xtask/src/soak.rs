//! `cargo xtask soak`: the random tests, for as long as it takes.

use crate::stage::{Stages, cargo};

/// How many random programs, where the environment does not say.
const PROGRAMS: &str = "100000";

/// Runs the tests whose names say that they make random programs.
pub fn run() -> bool {
    let programs = std::env::var("RADDLE_SOAK_PROGRAMS").unwrap_or_else(|_| PROGRAMS.to_owned());
    eprintln!("{programs} random programs");
    let mut stages = Stages::default();
    let mut tests = cargo(&[
        "test",
        "--locked",
        "--release",
        "--package",
        "raddle-explore",
        "--package",
        "raddle-abs",
        "--",
        "random",
        "--nocapture",
    ]);
    tests.env("RADDLE_SOAK_PROGRAMS", programs);
    stages.command("random programs", tests);
    stages.summary()
}
