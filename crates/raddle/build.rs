//! Tells the binary which commit it was built from, so that `raddle --version` can say it.
//!
//! Without git, or outside a checkout, `RADDLE_COMMIT` is taken, and if that is not set the commit is left out.

use std::path::Path;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=RADDLE_COMMIT");
    let version = env!("CARGO_PKG_VERSION");
    // Only our own checkout counts: a copy that was vendored into another one must not show that one's commit.
    let ours = git(&["rev-parse", "--show-toplevel"]).is_some_and(|root| {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize();
        let expected = Path::new(&root).join("crates").join("raddle").canonicalize();
        manifest.is_ok() && expected.is_ok() && manifest.ok() == expected.ok()
    });
    let commit = std::env::var("RADDLE_COMMIT")
        .ok()
        .or_else(|| if ours { git(&["show", "--no-patch", "--format=%h, %cs", "HEAD"]) } else { None });
    if ours && let Some(folder) = git(&["rev-parse", "--absolute-git-dir"]) {
        let branch = git(&["symbolic-ref", "--quiet", "HEAD"]);
        for file in ["HEAD", "logs/HEAD", "packed-refs"].into_iter().chain(branch.as_deref()) {
            let path = Path::new(&folder).join(file);
            // A path that does not exist would make every build run this again.
            if path.exists() {
                println!("cargo::rerun-if-changed={}", path.display());
            }
        }
    }
    let version = commit.map_or_else(|| version.to_owned(), |commit| format!("{version} ({commit})"));
    println!("cargo::rustc-env=RADDLE_VERSION={version}");
}
