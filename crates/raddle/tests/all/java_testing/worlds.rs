//! A run's world: files, input and whatever else lies outside of the program. Of `tests/worlds` the folder is the verdict;
//! what the programs write must never reach the host, and what the host has may be read only where that is allowed.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use super::support::{Group, ask_in, assert_all_right, kinds, sources};
use crate::support::{Folder, not_replayed};

static WORLDS: Group = Group::new("worlds", &["crates/raddle/tests/worlds"]);
static EXAMPLES: Group = Group::new("traced-examples", &["examples/java", "crates/raddle/java"]);

fn classes() -> &'static str {
    WORLDS.classes().to_str().expect("a path in plain letters")
}

fn name_of(source: &Path) -> &str {
    source.file_stem().and_then(|name| name.to_str()).expect("a name")
}

fn folder_of(source: &Path) -> &str {
    source.parent().and_then(Path::file_name).and_then(|name| name.to_str()).expect("a folder")
}

/// All that was printed.
fn words(output: &Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    format!("{out}{err}")
}

fn check(folder: &Folder, class: &str, more: &[&str]) -> Output {
    ask_in(&folder.file(""), &[&["check", "-cp", classes(), class, "--time-limit", "60s"], more].concat())
}

fn result(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", words(output)))
}

/// What is wrong with the verdict of a program.
fn wrong(folder: &Folder, source: &Path, more: &[&str]) -> Option<String> {
    let (class, expected) = (name_of(source), folder_of(source));
    let elsewhere = Folder::new();
    let saved = elsewhere.file("found.raddle.json");
    let output = check(folder, class, &[&["--format", "json", "--save", &saved], more].concat());
    if output.status.code() == Some(1)
        && let Some(differs) = not_replayed(&result(&output), &saved)
    {
        return Some(format!("{class} {more:?}: {differs}"));
    }
    let is_right = match expected {
        // What ends a run before its first choice has no findings to be told.
        "incomplete" => output.status.code() == Some(4),
        "nothing" => output.status.code() == Some(0) && result(&output)["verdict"] == "proved",
        kind => output.status.code() == Some(1) && kinds(&result(&output)).contains(&kind),
    };
    (!is_right).then(|| format!("{class} {more:?}: {expected} expected: {:.600}", words(&output)))
}

#[test]
fn programs_have_their_verdicts_and_leave_nothing_behind() {
    let folder = Folder::new();
    let sources = sources(&["crates/raddle/tests/worlds"]);
    assert!(sources.len() > 30, "the programs are there");
    let all: Vec<String> = sources.iter().filter_map(|source| wrong(&folder, source, &[])).collect();
    assert_all_right(&all);
    assert_eq!(folder.list(), Vec::<String>::new(), "files of runs came to the host");
}

#[test]
fn strategies_agree_on_files() {
    let folder = Folder::new();
    let programs = sources(&["crates/raddle/tests/worlds/assertion", "crates/raddle/tests/worlds/nothing"]);
    // Those whose steps are few.
    let few = ["Appends", "DeletesOnce", "ExistsThenCreates", "GuardedPosition", "LeftFromBefore"];
    let few = few.iter().chain(&["ListsMeanwhile", "SharedPosition", "WaitsForFile"]);
    let few: Vec<&str> = few.copied().collect();
    let mut all = Vec::new();
    for source in programs.iter().filter(|source| few.contains(&name_of(source))) {
        for more in [
            &["--strategy", "dpor", "--allow", "races"][..],
            &["--strategy", "exhaustive", "--merge-states", "--allow", "races"],
            &["--library-steps", "fine"],
        ] {
            all.extend(wrong(&folder, source, more));
        }
    }
    assert_all_right(&all);
}

#[test]
fn gaps_are_named_and_nothing_is_executed() {
    let folder = Folder::new();
    for (class, named) in [
        ("OpensSocket", "the network"),
        ("WaitsForSocket", "the network"),
        ("OpensDatagramSocket", "the network"),
        ("OpensSocketChannel", "the network"),
        ("OpensAddress", "the network"),
        ("LooksUpName", "the network"),
        ("StartsProcess", "another process"),
        ("Executes", "another process"),
        ("LoadsLibrary", "a native library"),
        ("LoadsLibraryByPath", "a native library"),
        ("LoadsLibraryByName", "System.loadLibrary"),
        ("MapsFile", "FileChannelImpl.map0"),
        ("ReadsElsewhere", "--allow-read /etc/passwd"),
    ] {
        let output = check(&folder, class, &[]);
        assert_eq!(output.status.code(), Some(4), "{class}: {}", words(&output));
        // Lines are broken anywhere.
        let told: String = words(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(named), "{class}: {told}");
    }
    for file in ["/tmp/starts-process", "/tmp/executes"] {
        assert!(!Path::new(file).exists(), "{file}");
    }
}

#[test]
fn the_hosts_files_stay_as_they_are() {
    let folder = Folder::new();
    for (name, content) in [("deleted", "one"), ("appended", "two"), ("renamed", "three")] {
        std::fs::write(folder.file(name), content).expect("a file");
    }
    let output = check(&folder, "ChangesFiles", &["--format", "json"]);
    assert_eq!(result(&output)["verdict"], "proved", "{}", words(&output));
    let mut names = folder.list();
    names.sort();
    assert_eq!(names, ["appended", "deleted", "renamed"]);
    assert_eq!(std::fs::read_to_string(folder.file("appended")).expect("there"), "two");
}

#[test]
fn other_folders_are_read_where_that_is_allowed() {
    let (folder, other) = (Folder::new(), Folder::new());
    let file = other.file("secret.txt");
    std::fs::write(&file, "secret").expect("a file");
    let refused = check(&folder, "ReadsArgument", &["--args", &file]);
    assert_eq!(refused.status.code(), Some(4), "{}", words(&refused));
    let told: String = words(&refused).split_whitespace().collect();
    assert!(told.contains(&format!("--allow-read{file}")), "{told}");
    let allowed = check(&folder, "ReadsArgument", &["--args", &file, "--allow-read", &other.file("")]);
    assert_eq!(allowed.status.code(), Some(0), "{}", words(&allowed));
    let alone = check(&folder, "ReadsArgument", &["--args", &file, "--allow-read", &file]);
    assert_eq!(alone.status.code(), Some(0), "{}", words(&alone));
    // What is not there is not there, wherever it would be.
    let missing = check(&folder, "ReadsArgument", &["--args", "/no/such/file"]);
    assert_eq!(missing.status.code(), Some(1), "{}", words(&missing));
    assert!(words(&missing).contains("NoSuchFile"), "{}", words(&missing));
}

#[test]
fn a_replay_says_which_file_has_changed() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    std::fs::write(folder.file("data.txt"), "wrong").expect("a file");
    let saved = folder.file("finding.json");
    let found = check(&folder, "ReadsArgument", &["--args", "data.txt", "--save", &saved]);
    assert_eq!(found.status.code(), Some(1), "{}", words(&found));
    // The same from any folder, since paths begin where they began.
    for place in [&folder, &elsewhere] {
        let again = ask_in(&place.file(""), &["replay", &saved]);
        assert_eq!(again.status.code(), Some(1), "{}", words(&again));
        assert!(!words(&again).contains("data.txt"), "{}", words(&again));
    }
    std::fs::write(folder.file("data.txt"), "secret").expect("a file");
    let changed = ask_in(&folder.file(""), &["replay", &saved]);
    assert_ne!(changed.status.code(), Some(1), "{}", words(&changed));
    assert!(words(&changed).contains("'data.txt' has changed"), "{}", words(&changed));
    std::fs::remove_file(folder.file("data.txt")).expect("it was there");
    let gone = ask_in(&folder.file(""), &["replay", &saved]);
    assert!(words(&gone).contains("'data.txt' is not there any more"), "{}", words(&gone));
}

/// Calls that change files, and those that reach the network.
const TRACED: &str = "trace=openat,open,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,rmdir,link,linkat,\
                      symlink,symlinkat,truncate,chmod,fchmodat,mknod,mknodat,utimensat,socket,connect,bind,sendto,execve";

/// The calls among traced ones that may not be made, by where files may be written.
fn forbidden<'t>(trace: &'t str, writable: &str) -> Vec<&'t str> {
    let is_fine = |line: &str| {
        let call = line.split_whitespace().nth(1).unwrap_or_default();
        let writes = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"];
        let opens_to_read = call.starts_with("open") && !writes.iter().any(|flag| line.contains(flag));
        let is_own = line.contains(&format!("\"{writable}")) || line.contains("\"/dev/");
        let is_process = !line.contains('(') || line.contains("+++") || line.contains("---");
        opens_to_read || is_own || is_process || line.contains(" resumed>")
    };
    // The first is the start of the binary itself.
    trace.lines().skip(1).filter(|line| !is_fine(line)).collect()
}

#[test]
fn no_check_writes_a_file_or_reaches_the_network() {
    let folder = Folder::new();
    let cache = super::support::cache();
    let writable = cache.to_str().expect("a path in plain letters");
    // What the tool compiles for itself goes into its cache, once.
    check(&folder, "DeletesOnce", &[]);
    let traced = |classes: &Path, class: &str| {
        let log = folder.file("trace");
        let binary = env!("CARGO_BIN_EXE_raddle");
        let output = Command::new("strace")
            .args(["-f", "--seccomp-bpf", "-e", TRACED, "-o", &log, binary, "check", "-cp"])
            .arg(classes)
            .args([class, "--max-runs", "20", "--time-limit", "20s"])
            .env("XDG_CACHE_HOME", &cache)
            .current_dir(folder.file(""))
            .output()
            .expect("strace starts: 'cargo xtask test' installs it");
        assert!(output.status.code().is_some_and(|code| code != 2), "{class}: {}", words(&output));
        let trace = std::fs::read_to_string(&log).expect("what strace wrote");
        assert!(trace.contains("lib/modules"), "{class}: nothing was traced: {trace}");
        let forbidden = forbidden(&trace, writable);
        (!forbidden.is_empty()).then(|| format!("{class}:\n{}", forbidden.join("\n")))
    };
    let mut all: Vec<String> = Vec::new();
    for source in sources(&["examples/java"]) {
        all.extend(traced(EXAMPLES.classes(), name_of(&source)));
    }
    for source in sources(&["crates/raddle/tests/worlds"]) {
        all.extend(traced(WORLDS.classes(), name_of(&source)));
    }
    assert_all_right(&all);
}

#[test]
fn a_trace_with_a_written_file_is_seen() {
    let lines = [
        "1 execve(\"raddle\", [\"raddle\"], 0x1 /* 1 var */) = 0",
        "1 openat(AT_FDCWD, \"/etc/x\", O_RDONLY|O_CLOEXEC) = 3",
        "1 openat(AT_FDCWD, \"/cache/x\", O_WRONLY|O_CREAT, 0666) = 3",
        "1 openat(AT_FDCWD, \"out.txt\", O_WRONLY|O_CREAT|O_APPEND, 0666) = 3",
        "2 unlink(\"/tmp/x\") = 0",
        "2 connect(3, {sa_family=AF_INET}, 16) = 0",
        "2 +++ exited with 0 +++",
    ];
    let trace = lines.join("\n");
    assert_eq!(forbidden(&trace, "/cache"), lines[3..6]);
}
