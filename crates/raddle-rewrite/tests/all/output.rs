//! Everything that is printed: for each file of `tests/maude/output`, line by line what Maude prints, but for times
//! and numbers of rewrites.

use crate::maude;
use raddle_rewrite::{DiskFiles, Options, run_source};
use std::path::Path;

/// The lines without times and numbers of rewrites.
fn lines(printed: &str) -> Vec<String> {
    let kept = printed.lines().filter(|line| *line != "Bye." && !line.starts_with("rewrites: "));
    kept.map(|line| match line.find("rewrites: ") {
        Some(at) if line.starts_with("states: ") => line[..at].trim_end().to_owned(),
        _ if line.starts_with("Decision time: ") => "Decision time".to_owned(),
        _ => line.to_owned(),
    })
    .collect()
}

#[test]
fn everything_is_printed_as_maude_prints_it() {
    if !maude::is_installed("everything_is_printed_as_maude_prints_it") {
        return;
    }
    compare("output");
}

/// Compares what is printed for all files of a folder.
pub fn compare(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/maude").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of tests")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "maude"))
        .collect();
    files.sort();
    assert!(files.len() > 10, "the files are there");
    let mut problems = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("the file is read");
        let mut out = Vec::new();
        let options = Options::default();
        run_source(&path.to_string_lossy(), &text, options, &mut DiskFiles, &mut out).expect("no i/o error");
        let (ours, theirs) = (lines(&String::from_utf8_lossy(&out)), lines(&maude::run(&path)));
        if ours != theirs {
            let at = ours.iter().zip(&theirs).position(|(mine, other)| mine != other);
            let at = at.unwrap_or(ours.len().min(theirs.len()));
            problems.push(format!(
                "{}, line {at} of the output:\n  ours:  {:?}\n  Maude: {:?}",
                path.display(),
                ours.get(at),
                theirs.get(at)
            ));
        }
    }
    assert!(problems.is_empty(), "{} differences\n{}", problems.len(), problems.join("\n"));
}
