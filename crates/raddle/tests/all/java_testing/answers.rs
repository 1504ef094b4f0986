//! The programs of `tests/answers`, most of them in pairs: one wrong, one right. The first line of each is the answer that
//! was argued before the tool was asked; every way to ask must come to it.
//!
//! * `// found: race, exception`: one of these kinds must be among the findings;
//! * `// proved`, or `// proved or bounded` where a program can go on for ever without fault.
//!
//! Two more lines may follow: `// options: …`, and `// timeouts any: …` with the answer under `--timeouts any`. Where that
//! differs from the first line, `auto` must warn of it; where both are `proved`, it must rely on no time-out.
//!
//! A way other than the default may be undecided (`bounded`, `incomplete` within its limits); what it decides must be
//! right. What is not so yet is listed in `tests/answers/open.txt` with what is said instead, and is checked in the other
//! direction: an entry that has become right must be taken out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::support::{Group, ask, assert_all_right, brief, kinds, root, sources};
use crate::support::{Folder, not_replayed};

static ANSWERS: Group = Group::new("answers", &["tests/answers"]);

/// A way to ask, and whether it may leave the question open.
struct Way {
    name: &'static str,
    words: &'static [&'static str],
    may_be_undecided: bool,
}

const WAYS: &[Way] = &[
    Way { name: "auto", words: &["--time-limit", "30"], may_be_undecided: false },
    Way {
        name: "dpor",
        words: &["--strategy", "dpor", "--max-runs", "1000", "--time-limit", "10"],
        may_be_undecided: true,
    },
    Way {
        name: "merged",
        words: &["--strategy", "exhaustive", "--merge-states", "--max-states", "5000", "--time-limit", "10"],
        may_be_undecided: true,
    },
    Way {
        name: "fine",
        words: &["--strategy", "dpor", "--library-steps", "fine", "--max-runs", "500", "--time-limit", "10"],
        may_be_undecided: true,
    },
];

const ANY_TIMEOUT: Way = Way {
    name: "timeouts any",
    words: &["--timeouts", "any", "--time-limit", "30"],
    may_be_undecided: false,
};

/// What a program says of itself.
struct Expectation {
    answer: String,
    options: Vec<String>,
    with_any_timeout: Option<String>,
}

impl Expectation {
    fn read(source: &Path) -> Expectation {
        let text = std::fs::read_to_string(source).expect("a source");
        let comment = |line: &str| line.strip_prefix("// ").map(str::to_owned);
        let after = |name: &str| {
            text.lines().filter_map(comment).find_map(|line| line.strip_prefix(name).map(str::to_owned))
        };
        let answer = text.lines().next().and_then(comment).unwrap_or_default();
        let is_known = answer.starts_with("found: ") || answer == "proved" || answer == "proved or bounded";
        assert!(is_known, "{}: the first line is no answer", source.display());
        let options = after("options: ").unwrap_or_default();
        Expectation {
            answer,
            options: options.split_whitespace().map(str::to_owned).collect(),
            with_any_timeout: after("timeouts any: "),
        }
    }
}

/// Whether a result is the answer.
fn is_right(result: &Value, answer: &str) -> bool {
    let found = kinds(result);
    match answer.strip_prefix("found: ") {
        Some(possible) => possible.split(", ").any(|kind| found.contains(&kind)),
        None if result["verdict"] == "bounded" => answer == "proved or bounded" && found.is_empty(),
        None => result["verdict"] == "proved" && found.is_empty(),
    }
}

fn is_undecided(result: &Value) -> bool {
    let verdict = result["verdict"].as_str();
    matches!(verdict, Some("bounded" | "incomplete" | "sampled")) && kinds(result).is_empty()
}

/// What a proof says of waits that give up early, if that does not fit to the answer where all may.
fn misses_early_timeouts(result: &Value, with_any_timeout: &str) -> Option<String> {
    let warnings = result["warnings"].as_array().map_or(&[][..], Vec::as_slice);
    let assumptions = result["assumptions"].as_array().map_or(&[][..], Vec::as_slice);
    let relies =
        assumptions.iter().any(|what| what.as_str().is_some_and(|what| what.contains("timed waits")));
    let fits = match with_any_timeout.strip_prefix("found: ") {
        Some(possible) => {
            let is_meant = |warning: &Value| {
                warning["kind"] == "timeout"
                    && possible.split(", ").any(|kind| warning["breaks"] == kind)
                    && warning["overtaken"].as_array().is_some_and(|overtaken| !overtaken.is_empty())
            };
            relies && warnings.iter().any(is_meant)
        }
        None => warnings.is_empty() && !relies && result["early_timeouts"] == "proved",
    };
    (!fits).then(|| format!("early time-outs: {with_any_timeout} expected: {warnings:?}, {assumptions:?}"))
}

/// What is still open: `NAME: what is said instead`.
fn open() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("tests/answers/open.txt")).expect("the open answers");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| line.split_once(": ").unwrap_or_else(|| panic!("nothing said in '{line}'")).0.to_owned())
        .collect()
}

/// Whether what is found in a program is saved and replayed: in one of three, or in all of them (`cargo xtask soak`).
fn is_replayed(class: &str) -> bool {
    let sum: u32 = class.bytes().map(u32::from).sum();
    sum.is_multiple_of(3) || std::env::var_os("RADDLE_ALL_REPLAYS").is_some()
}

/// Asks for one program in one way: what is said, if that is not right.
fn ask_for(class: &str, expectation: &Expectation, way: &Way, answer: &str) -> Option<String> {
    let classes = ANSWERS.classes().to_str().expect("a path in plain letters");
    let mut words = vec!["check", "-cp", classes, class, "--format", "json", "--no-minimise"];
    words.extend(expectation.options.iter().map(String::as_str));
    words.extend(way.words);
    let folder = Folder::new();
    let saved = folder.file("found.raddle.json");
    let replays = way.name == "auto" && is_replayed(class);
    if replays {
        words.extend(["--save", &saved]);
    }
    let output = ask(&words);
    let Ok(result) = serde_json::from_slice::<Value>(&output.stdout) else {
        return Some(format!("{answer} expected: {}", String::from_utf8_lossy(&output.stderr)));
    };
    if let ("auto", Some(with_any_timeout)) = (way.name, &expectation.with_any_timeout)
        && result["verdict"] == "proved"
        && let Some(missed) = misses_early_timeouts(&result, with_any_timeout)
    {
        return Some(missed);
    }
    if replays
        && result["verdict"] == "found"
        && let Some(differs) = not_replayed(&result, &saved)
    {
        return Some(differs);
    }
    let right = is_right(&result, answer) || (way.may_be_undecided && is_undecided(&result));
    (!right).then(|| format!("{answer} expected: {}", brief(&result)))
}

/// Asks in every way for the programs of one folder.
fn check_folder(folder: &str) {
    let open = open();
    let sources = sources(&[&format!("tests/answers/{folder}")]);
    let mut wrong = Vec::new();
    for source in &sources {
        let class = source.file_stem().and_then(|name| name.to_str()).expect("a name");
        let expectation = Expectation::read(source);
        let usual = WAYS.iter().map(|way| (way, &expectation.answer));
        let timed = expectation.with_any_timeout.iter().map(|answer| (&ANY_TIMEOUT, answer));
        let said: Vec<String> = usual
            .chain(timed)
            .filter_map(|(way, answer)| {
                let said = ask_for(class, &expectation, way, answer)?;
                Some(format!("{class} by {}: {said}", way.name))
            })
            .collect();
        match (open.contains(class), said.is_empty()) {
            (true, true) => wrong.push(format!("{class}: right by now; take it out of open.txt")),
            (false, false) => wrong.extend(said),
            _ => {}
        }
    }
    assert_all_right(&wrong);
}

#[test]
fn what_a_scheduler_sees() {
    check_folder("visibility");
}

#[test]
fn what_the_library_promises() {
    check_folder("library");
}

#[test]
fn a_world_of_its_own() {
    check_folder("world");
}

#[test]
fn time_and_what_waits_for_it() {
    check_folder("time");
}

#[test]
fn how_programs_end() {
    check_folder("ends");
}

#[test]
fn what_nobody_thought_of() {
    check_folder("elsewhere");
}

#[test]
fn there_are_enough_of_both_kinds() {
    let sources = sources(&["tests/answers"]);
    let mut count = BTreeMap::new();
    for source in &sources {
        let answer = Expectation::read(source).answer;
        *count.entry(answer.starts_with("found")).or_insert(0) += 1;
    }
    let (wrong, right) = (count[&true], count[&false]);
    assert!(
        wrong + right >= 150 && wrong * 3 >= right * 2 && right * 3 >= wrong * 2,
        "{wrong} wrong, {right} right"
    );
    // Nothing is open of a program that is not there.
    let names: BTreeSet<String> =
        sources.iter().filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    assert!(open().is_subset(&names), "open.txt names a program that is not there");
}

/// A final field that somebody writes comes into sight only later: the schedule was one of before.
#[test]
fn what_a_final_field_shows_is_shown_again() {
    let result = ANSWERS.check_and_replay("FinalByReflectionWrong", &["--no-minimise"]);
    assert_eq!(result["verdict"], "found");
}
