//! Everything that is printed: for each file of `tests/maude`, line by line what Maude prints, but for times and
//! numbers of rewrites. Files whose output differs for a reason that `docs/maude.md` names are listed.

use crate::{differential, maude};
use raddle_rewrite::{DiskFiles, Options, run_source};
use std::path::PathBuf;

/// Files whose output differs, with the reason.
const KNOWN: [(&str, &str); 4] = [
    ("ac/nested.maude", "the order of the elements of a set whose elements are sets"),
    ("assoc/left-identity.maude", "one-sided identities disappear wherever the axioms let them"),
    ("identity/one-sided.maude", "one-sided identities disappear wherever the axioms let them"),
    ("comm/basic.maude", "the order of two matchers of a commutative operator inside another"),
];

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
    let mut files = differential::files();
    files.retain(|path| !path.parent().is_some_and(|folder| folder.ends_with("meta-level")));
    assert!(files.len() > 250, "the files are there");
    compare_files(files);
}

/// Compares what is printed for all files of a folder.
pub fn compare(folder: &str) {
    let mut files = differential::files();
    files.retain(|path| path.parent().is_some_and(|parent| parent.ends_with(folder)));
    assert!(files.len() > 10, "the files are there");
    compare_files(files);
}

fn compare_files(files: Vec<PathBuf>) {
    let mut problems = Vec::new();
    for path in files {
        if KNOWN.iter().any(|(name, _)| path.ends_with(name)) {
            continue;
        }
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
