//! The suite of small programs under `tests/java/`: same output and exit code as HotSpot.

use crate::hotspot::{compare, compile, scratch};
use std::path::{Path, PathBuf};

/// The programs: every source that has a `main`.
fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    let mut sources = Vec::new();
    for area in std::fs::read_dir(&root).expect("tests/java").flatten() {
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

#[test]
fn programs_behave_as_on_hotspot() {
    let sources = programs();
    let classes = scratch("programs");
    compile(&sources, &classes);
    let only = std::env::var("RADDLE_ONLY").ok();
    let names: Vec<String> = sources
        .iter()
        .map(|path| {
            let area = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            format!("{area}.{}", path.file_stem().unwrap_or_default().to_string_lossy())
        })
        .filter(|name| only.as_ref().is_none_or(|only| name.contains(only.as_str())))
        .collect();
    compare(&classes, &names);
}
