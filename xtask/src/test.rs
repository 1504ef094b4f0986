//! `cargo xtask test`: everything that must hold of a commit. CI runs just this.

use crate::stage::{Stages, cargo, is_there};
use crate::{dependencies, tools};

/// Runs all stages, also after one has failed, and says whether all went well.
pub fn run() -> bool {
    let mut stages = Stages::default();
    stages.run("tools that tests need", tools::provide);
    stages.command("formatting", cargo(&["fmt", "--all", "--check"]));
    stages.command(
        "clippy",
        cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--", "--deny", "warnings"]),
    );
    let mut documentation = cargo(&["doc", "--locked", "--workspace", "--no-deps"]);
    documentation.env("RUSTDOCFLAGS", "--deny warnings");
    stages.command("documentation", documentation);
    stages.run("dependencies", dependencies::run);
    if is_there("cargo-nextest") {
        stages.command(
            "tests",
            cargo(&["nextest", "run", "--locked", "--workspace", "--release", "--no-fail-fast"]),
        );
    } else {
        stages.command(
            "tests",
            cargo(&[
                "test",
                "--locked",
                "--workspace",
                "--release",
                "--no-fail-fast",
                "--bins",
                "--lib",
                "--tests",
            ]),
        );
    }
    stages.command("documentation tests", cargo(&["test", "--locked", "--workspace", "--release", "--doc"]));
    stages.summary()
}
