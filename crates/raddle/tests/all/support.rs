//! Starts the binary.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// The binary, with an environment that does not depend on who runs the test.
pub fn raddle() -> Command {
    // A cache of the tests' own.
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-testing/cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command.env("XDG_CACHE_HOME", cache);
    command
}

/// What one start of the binary came to.
pub struct Answer {
    /// The exit code.
    pub code: Option<i32>,
    /// What it printed.
    pub out: String,
    /// What it complained of.
    pub err: String,
}

impl From<Output> for Answer {
    fn from(output: Output) -> Answer {
        Answer {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("the output is text"),
            err: String::from_utf8(output.stderr).expect("the errors are text"),
        }
    }
}

impl Answer {
    /// The first line of the output.
    pub fn first_line(&self) -> &str {
        self.out.lines().next().unwrap_or_default()
    }

    /// The output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// Starts the binary with these arguments, and waits for its end.
pub fn ask(arguments: &[&str]) -> Answer {
    raddle().args(arguments).output().expect("the binary starts").into()
}

/// What is wrong unless a saved schedule shows, in a fresh process and from another folder, what the check found first:
/// the same finding, by the same steps.
pub fn not_replayed(result: &Value, saved: &str) -> Option<String> {
    let output = raddle().args(["replay", saved, "--format", "json"]).current_dir("/").output();
    let replay: Answer = output.expect("the binary starts").into();
    if replay.code != Some(1) {
        return Some(format!("{}: {}{}", result["program"], replay.out, replay.err));
    }
    let (found, shown) = (&result["findings"][0], replay.json());
    let differs = |key: &&str| found[*key] != shown[*key];
    let key = ["kind", "message", "schedule", "trace", "waiting"].into_iter().find(|key| differs(key))?;
    Some(format!("{}: {key}: {} became {}", result["program"], found[key], shown[key]))
}

/// A folder for one test, removed at its end.
pub struct Folder(PathBuf);

impl Folder {
    /// A new one.
    pub fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("raddle-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    /// The name of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a path in plain letters").to_owned()
    }

    /// The names of all files in it.
    pub fn list(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("the folder is there");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
