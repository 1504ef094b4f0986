//! Compiles Java programs and starts the binary on them.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

use crate::support::{Folder, not_replayed};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// A folder for what the tests compile, which outlives them.
fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("java-testing").join(name)
}

/// All files with this extension below these folders, in order.
pub fn sources(folders: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root().join(folder)).collect();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "java") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Compiles all sources below these folders at once, and gives the folder of their classes: one test's own.
pub fn compile(name: &str, folders: &[&str]) -> PathBuf {
    let classes = scratch(name);
    let _ = std::fs::remove_dir_all(&classes);
    std::fs::create_dir_all(&classes).expect("a folder for classes");
    let sources = sources(folders);
    if !sources.is_empty() {
        // Classes that Raddle brings are known, and not compiled.
        let brought = root().join("crates/raddle/java");
        let mut javac = Command::new("javac");
        javac.arg("-g").arg("-implicit:none").arg("-sourcepath").arg(brought).arg("-d").arg(&classes);
        let output = javac.args(sources).output();
        let output = output.expect("javac starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    classes
}

/// The same for many tests, which may be processes side by side: named for what is compiled, and there at once or not
/// at all.
fn compile_shared(name: &str, folders: &[&str]) -> PathBuf {
    let mut hasher = DefaultHasher::new();
    for source in sources(folders) {
        source.hash(&mut hasher);
        std::fs::read(&source).expect("a source").hash(&mut hasher);
    }
    let classes = scratch(&format!("{name}-{:016x}", hasher.finish()));
    if !classes.exists() {
        let compiled = compile(&format!("{name}-of-{}", std::process::id()), folders);
        if std::fs::rename(&compiled, &classes).is_err() {
            // Another process was first.
            let _ = std::fs::remove_dir_all(&compiled);
        }
    }
    classes
}

/// The classes of a group of programs, compiled once.
pub struct Group {
    name: &'static str,
    folders: &'static [&'static str],
    classes: OnceLock<PathBuf>,
}

impl Group {
    /// The sources below these folders.
    pub const fn new(name: &'static str, folders: &'static [&'static str]) -> Group {
        Group { name, folders, classes: OnceLock::new() }
    }

    /// Where the classes are.
    pub fn classes(&self) -> &Path {
        self.classes.get_or_init(|| compile_shared(self.name, self.folders))
    }

    /// Checks one of the programs; what it finds first must show again from its saved schedule alone.
    pub fn check_and_replay(&self, class: &str, more: &[&str]) -> Value {
        let folder = Folder::new();
        let saved = folder.file("found.raddle.json");
        let result = self.check(class, &[more, &["--save", &saved]].concat());
        if result["verdict"] == "found" {
            assert_eq!(not_replayed(&result, &saved), None);
        }
        result
    }

    /// Checks one of the programs.
    pub fn check(&self, class: &str, more: &[&str]) -> Value {
        let classes = self.classes().to_str().expect("a path in plain letters");
        let words = ["check", "-cp", classes, class, "--format", "json"];
        let output = ask(&[&words[..], more].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        serde_json::from_str(&text).unwrap_or_else(|error| {
            panic!("{class} {more:?}: {error}: {text}{}", String::from_utf8_lossy(&output.stderr))
        })
    }
}

/// The cache of the tests.
pub fn cache() -> PathBuf {
    scratch("cache")
}

/// Starts the binary, with a cache of the tests' own.
pub fn ask(words: &[&str]) -> Output {
    ask_in(".", words)
}

/// The same in a folder.
pub fn ask_in(folder: &str, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
        .current_dir(folder)
        .env("XDG_CACHE_HOME", cache())
        .args(words)
        .output()
        .expect("the binary starts")
}

/// The kinds of all findings.
pub fn kinds(result: &Value) -> Vec<&str> {
    let findings = result["findings"].as_array().expect("a list of findings");
    findings.iter().map(|finding| finding["kind"].as_str().expect("a kind")).collect()
}

/// What happened, without the traces.
pub fn brief(result: &Value) -> String {
    let findings = result["findings"].as_array().expect("a list of findings");
    let messages: Vec<&Value> = findings.iter().map(|finding| &finding["message"]).collect();
    format!("{} {:?} {} {}", result["verdict"], messages, result["reasons"], result["stats"])
}

/// What is wrong unless nothing was found in any schedule.
pub fn not_nothing(result: &Value) -> Option<String> {
    (result["verdict"] != "proved" || !kinds(result).is_empty()).then(|| brief(result))
}

/// Says everything that is wrong at once.
pub fn assert_all_right(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
