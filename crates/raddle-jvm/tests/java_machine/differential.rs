//! The suite of small programs under `tests/java/`: same output and exit code as HotSpot.

use crate::hotspot::{compare, compile, compile_by, jdk, other_jdk, scratch};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The programs of a folder under `tests`: every source that has a `main`.
fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(folder);
    let mut sources = Vec::new();
    for area in std::fs::read_dir(&root).expect("the programs").flatten() {
        if !area.path().is_dir() {
            continue;
        }
        for file in std::fs::read_dir(area.path()).expect("an area").flatten() {
            if file.path().extension().is_some_and(|extension| extension == "java") {
                sources.push(file.path());
            }
        }
    }
    sources.sort();
    sources
}

/// The class of a program: its area is the package.
fn name_of(path: &Path) -> String {
    let area = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    format!("{area}.{}", path.file_stem().unwrap_or_default().to_string_lossy())
}

/// Compiles the programs once; gives where, their names, and the names of those that end the process.
fn compiled() -> &'static (PathBuf, Vec<String>, Vec<String>) {
    static COMPILED: OnceLock<(PathBuf, Vec<String>, Vec<String>)> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let sources = programs("java");
        // Each test may be a process of its own: they must not empty each other's folder.
        let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
        let classes = scratch(&format!("programs-{test}"));
        compile(&sources, &classes);
        let only = std::env::var("RADDLE_ONLY").ok();
        let (mut names, mut exits) = (Vec::new(), Vec::new());
        for path in &sources {
            let name = name_of(path);
            if only.as_ref().is_some_and(|only| !name.contains(only.as_str())) {
                continue;
            }
            if std::fs::read_to_string(path).is_ok_and(|text| text.contains("System.exit(")) {
                exits.push(name.clone());
            }
            names.push(name);
        }
        (classes, names, exits)
    })
}

#[test]
fn programs_behave_as_on_hotspot() {
    let (classes, names, exits) = compiled();
    compare(&jdk(), classes, names, exits);
}

/// The same class files on the newest JDK, where this machine has one.
#[test]
fn programs_behave_as_on_hotspot_25() {
    let Some(newer) = other_jdk(25) else {
        // Written past the capture of tests, so that it is seen.
        let note = "note: no JDK 25 here (RADDLE_JDK_25 names one): the programs were not run on it";
        let _ = writeln!(std::io::stderr(), "{note}");
        return;
    };
    let (classes, names, exits) = compiled();
    compare(&newer, classes, names, exits);
    // What only this version can compile.
    if let Some(javac) = newer.javac() {
        let sources = programs("java-25");
        let classes = scratch("programs-25");
        compile_by(&javac, &[], &sources, &classes);
        let names: Vec<String> = sources.iter().map(|path| name_of(path)).collect();
        compare(&newer, &classes, &names, &[]);
    }
}
