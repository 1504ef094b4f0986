//! Our answers against Maude's: the same results, sorts, solutions and numbers of states for every file in
//! `tests/maude`. Orders of solutions and of commutative arguments may differ; terms are compared modulo axioms.

use crate::maude::{self, Answer};
use raddle_rewrite::{DiskFiles, Interpreter, Options};
use std::path::{Path, PathBuf};

/// All files of `tests/maude`.
pub fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/maude");
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder of tests") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "maude") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// One Maude process for all files, with a marker before each.
fn ask_maude(files: &[PathBuf]) -> Vec<Vec<Answer>> {
    let folder = tempfile();
    let driver = folder.join("driver.maude");
    let mut text = String::new();
    for file in files {
        text.push_str("red in STRING : \"next file\" .\n");
        text.push_str(&format!("load {}\n", file.canonicalize().expect("a path").display()));
    }
    std::fs::write(&driver, text).expect("the driver is written");
    let printed = maude::run(&driver);
    std::fs::remove_dir_all(&folder).expect("the folder is removed");
    let mut groups: Vec<Vec<Answer>> = Vec::new();
    for answer in maude::answers(&printed) {
        match &answer {
            Answer::Result { term, .. } if term == "\"next file\"" => groups.push(Vec::new()),
            _ => groups.last_mut().expect("a marker").push(answer),
        }
    }
    groups
}

pub fn tempfile() -> PathBuf {
    let name = format!("raddle-rewrite-{}-{:?}", std::process::id(), std::thread::current().id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Compares answers, modulo axioms and the order of solutions.
pub fn same(interpreter: &mut Interpreter, ours: &Answer, theirs: &Answer) -> bool {
    if ours == theirs {
        return true;
    }
    match (ours, theirs) {
        (
            Answer::Result { module, sort, term },
            Answer::Result { sort: other_sort, term: other_term, .. },
        ) => {
            let sorts = sort == other_sort || other_sort == "(sort not calculated)";
            sorts
                && (unqualified(term) == unqualified(other_term)
                    || interpreter.same_term(module, term, other_term) == Some(true))
        }
        (
            Answer::Search { module, solutions, states },
            Answer::Search { solutions: other, states: other_states, .. },
        ) => states == other_states && same_solutions(interpreter, module, solutions, other),
        (Answer::Matches { module, solutions }, Answer::Matches { solutions: other, .. }) => {
            same_solutions(interpreter, module, solutions, other)
        }
        _ => false,
    }
}

/// A text without blanks and without the `(c).Sort` that tells constants of several kinds apart.
fn unqualified(text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(").") {
        let (before, after) = rest.split_at(at);
        let sort = after[2..].find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len() - 2);
        match before.rfind('(') {
            Some(open) if sort > 0 && !before[open + 1..].contains([' ', ',']) => {
                result.push_str(&before[..open]);
                result.push_str(&before[open + 1..]);
            }
            _ => result.push_str(&rest[..at + 2 + sort]),
        }
        rest = &after[2 + sort..];
    }
    result.push_str(rest);
    result.split_whitespace().collect()
}

fn same_solutions(
    interpreter: &mut Interpreter,
    module: &str,
    ours: &[Vec<String>],
    theirs: &[Vec<String>],
) -> bool {
    let mut left: Vec<&Vec<String>> = theirs.iter().collect();
    ours.len() == theirs.len()
        && ours.iter().all(|solution| {
            let found = left.iter().position(|other| same_bindings(interpreter, module, solution, other));
            found.map(|index| left.remove(index)).is_some()
        })
}

fn same_bindings(interpreter: &mut Interpreter, module: &str, ours: &[String], theirs: &[String]) -> bool {
    ours.len() == theirs.len()
        && ours.iter().zip(theirs).all(|(mine, other)| {
            if mine == other {
                return true;
            }
            let split = |line: &str| {
                let (name, value) = line.split_once(" --> ").or_else(|| line.split_once(" = "))?;
                Some((name.to_owned(), value.to_owned()))
            };
            match (split(mine), split(other)) {
                (Some((name, value)), Some((other_name, other_value))) => {
                    name == other_name && interpreter.same_term(module, &value, &other_value) == Some(true)
                }
                _ => false,
            }
        })
}

#[test]
fn every_file_agrees_with_maude() {
    if !maude::is_installed("every_file_agrees_with_maude") {
        return;
    }
    // What these do to a session would be seen in the next file; `output` compares them, each by itself.
    let alone = ["output", "strategies", "library", "trace", "show"];
    let mut files = files();
    files.retain(|path| !alone.iter().any(|folder| path.parent().is_some_and(|at| at.ends_with(folder))));
    assert!(files.len() >= 150, "only {} files", files.len());
    let theirs = ask_maude(&files);
    assert_eq!(theirs.len(), files.len(), "Maude did not get through all files");
    let mut problems = Vec::new();
    for (file, theirs) in files.iter().zip(&theirs) {
        let text = std::fs::read_to_string(file).expect("a file");
        let mut interpreter = Interpreter::new(Options::default());
        let mut out = Vec::new();
        interpreter.run(&file.to_string_lossy(), &text, &mut DiskFiles, &mut out).expect("no i/o error");
        let ours = maude::answers(&String::from_utf8_lossy(&out));
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        if ours.len() != theirs.len() {
            let complaints: Vec<String> =
                interpreter.take_outcome().diagnostics.iter().map(ToString::to_string).collect();
            problems.push(format!(
                "{name}: {} answers, Maude {}\n{}\n{ours:#?}\n{theirs:#?}",
                ours.len(),
                theirs.len(),
                complaints.join("\n")
            ));
            continue;
        }
        for (index, (mine, other)) in ours.iter().zip(theirs).enumerate() {
            if !same(&mut interpreter, mine, other) {
                problems
                    .push(format!("{name}, command {}:\n  ours:  {mine:?}\n  Maude: {other:?}", index + 1));
            }
        }
    }
    assert!(problems.is_empty(), "{} differences\n{}", problems.len(), problems.join("\n"));
}
