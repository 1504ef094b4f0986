//! Real Maude as an oracle: finding it, running it, and reading what it and we print.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Whether Maude is installed; if not, says so where a person sees it.
pub fn is_installed(test: &str) -> bool {
    let found = Command::new("maude").arg("--version").stdin(Stdio::null()).output().is_ok();
    if !found {
        let mut error = std::io::stderr();
        let _ = writeln!(error, "NOTE: {test} SKIPPED: Maude is not installed (Debian package `maude`)");
    }
    found
}

/// What Maude prints for a file.
pub fn run(path: &Path) -> String {
    let output = Command::new("sh")
        .arg("-c")
        .arg("ulimit -s unlimited 2>/dev/null; exec maude -no-banner -no-wrap -no-advise \"$0\"")
        .arg(path)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .expect("Maude starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The answer to one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// `result Sort: term`
    Result { module: String, sort: String, term: String },
    /// A search: values for each solution, and the number of states at the end.
    Search { module: String, solutions: Vec<Vec<String>>, states: Option<u64> },
    /// A match: values for each matcher.
    Matches { module: String, solutions: Vec<Vec<String>> },
    /// Anything else.
    Other(String),
}

const RULER: &str = "==========================================";

/// Splits printed text into answers.
pub fn answers(text: &str) -> Vec<Answer> {
    text.split(RULER).skip(1).map(answer).collect()
}

fn answer(block: &str) -> Answer {
    let block = block.trim_start_matches('\n');
    let (echo, rest) = block.split_once('\n').unwrap_or((block, ""));
    let module = echo
        .split_once(" in ")
        .and_then(|(_, rest)| rest.split_once(" : "))
        .map_or(String::new(), |(module, _)| module.to_owned());
    if echo.starts_with("search") {
        return search(module, rest);
    }
    if echo.starts_with("match") || echo.starts_with("xmatch") {
        return Answer::Matches { module, solutions: bindings(rest, "Matcher ") };
    }
    let Some(start) = rest.find("result ") else { return Answer::Other(rest.trim().to_owned()) };
    let result = &rest[start + "result ".len()..];
    let (sort, term) = result.split_once(": ").or_else(|| result.split_once(":\n")).unwrap_or((result, ""));
    let term = term.split("\nBye.").next().unwrap_or(term);
    Answer::Result { module, sort: sort.to_owned(), term: term.trim().to_owned() }
}

fn search(module: String, rest: &str) -> Answer {
    let ended = rest.contains("No solution.") || rest.contains("No more solutions.");
    let states = rest
        .lines()
        .filter_map(|line| line.strip_prefix("states: "))
        .filter_map(|line| line.split(' ').next()?.parse().ok())
        .next_back()
        .filter(|_| ended);
    Answer::Search { module, solutions: bindings(rest, "Solution "), states }
}

fn bindings(text: &str, opening: &str) -> Vec<Vec<String>> {
    let mut solutions: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        if line.starts_with(opening) {
            solutions.push(Vec::new());
        } else if line.starts_with("No more") || line.starts_with("state ") {
            break;
        } else if let Some(solution) = solutions.last_mut()
            && (line.contains(" --> ") || line.starts_with("Matched portion"))
        {
            solution.push(line.to_owned());
        }
    }
    for solution in &mut solutions {
        solution.sort();
    }
    solutions
}
