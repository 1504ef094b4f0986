//! Small programs, each with one thing that must be seen or must not be. Of `tests/java` the folder is the verdict: the
//! kind that must be among the findings, `nothing` for a proof, or the verdict's name. Of `examples/java` a line says
//! what to expect. Another line may name options.

use std::path::Path;

use super::support::{Group, assert_all_right, brief, kinds, not_nothing, sources};

static CORNERS: Group = Group::new("corners", &["crates/raddle/tests/java"]);
static EXAMPLES: Group = Group::new("examples", &["examples/java", "crates/raddle/java"]);

/// What follows `// NAME: ` in a source.
fn line(text: &str, name: &str) -> Option<String> {
    let begin = format!("// {name}: ");
    text.lines().find_map(|line| line.strip_prefix(&begin)).map(str::to_owned)
}

/// What is wrong with a program's verdict.
fn check(group: &Group, source: &Path, expected: &str) -> Option<String> {
    let text = std::fs::read_to_string(source).expect("a source");
    let class = source.file_stem().and_then(|name| name.to_str()).expect("a name");
    let options = line(&text, "Options").unwrap_or_default();
    let mut words: Vec<&str> = options.split_whitespace().collect();
    if !words.contains(&"--max-runs") {
        words.extend(["--time-limit", "60"]);
    }
    let result = group.check_and_replay(class, &words);
    let right = match expected {
        "nothing" => not_nothing(&result).is_none(),
        "sampled" | "bounded" | "incomplete" => result["verdict"] == expected && kinds(&result).is_empty(),
        kind => kinds(&result).contains(&kind),
    };
    (!right).then(|| format!("{class}: {expected} expected: {}", brief(&result)))
}

#[test]
fn corner_programs_have_their_verdicts() {
    let sources = sources(&["crates/raddle/tests/java"]);
    assert!(sources.len() > 30, "the programs are there");
    let wrong = sources.iter().filter_map(|source| {
        let folder = source.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        check(&CORNERS, source, folder.expect("a folder"))
    });
    assert_all_right(&wrong.collect::<Vec<_>>());
}

#[test]
fn examples_do_what_they_say() {
    let sources = sources(&["examples/java"]);
    assert!(sources.len() >= 15, "the examples are there");
    let wrong = sources.iter().filter_map(|source| {
        let text = std::fs::read_to_string(source).expect("a source");
        let expected =
            line(&text, "Expect").unwrap_or_else(|| panic!("{}: no expectation", source.display()));
        check(&EXAMPLES, source, &expected)
    });
    assert_all_right(&wrong.collect::<Vec<_>>());
}

#[test]
fn a_gap_is_named() {
    let result = CORNERS.check("SocketCall", &[]);
    let reason = result["reasons"][0].as_str().expect("a reason");
    assert!(reason.contains("SocketCall.connect(SocketCall.java:6)"), "{reason}");
}

#[test]
fn bounds_and_limits_are_named() {
    let bounded = CORNERS.check("LockedCounter", &["--strategy", "dpor", "--bound", "depth=3"]);
    assert_eq!(bounded["verdict"], "bounded", "{bounded}");
    assert_eq!(bounded["reasons"][0], "depth", "{bounded}");
    let limited = CORNERS.check("LockedCounter", &["--strategy", "dpor", "--max-runs", "1"]);
    assert_eq!(limited["verdict"], "incomplete", "{limited}");
    assert!(limited["reasons"][0].as_str().is_some_and(|reason| reason.contains("runs")), "{limited}");
}

#[test]
fn races_can_be_allowed() {
    let result = CORNERS.check("FieldRace", &["--allow", "races", "--time-limit", "60"]);
    assert_eq!(not_nothing(&result), None);
}
