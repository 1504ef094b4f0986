//! Limits hold, whatever a check is doing, and what is said of a search that was cut is true.
#![cfg(unix)]
#![expect(clippy::disallowed_methods, reason = "limits of time are measured by the wall clock")]

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Answer, Folder, ask, raddle};

/// A program whose only run has no end.
const ENDLESS: &str = "module Endless;\n\
    interface I { Unit m(); }\n\
    class C implements I { Unit m() { this!m(); } }\n\
    { I i = new C(); i!m(); }\n";

/// The time after which a check with a limit must be over, with some more for a machine that has other things to do.
fn is_in_time(began: Instant, limit: Duration) -> bool {
    began.elapsed() < limit + Duration::from_secs(3)
}

fn abs(folder: &Folder, text: &str) -> String {
    let file = folder.file("program.abs");
    std::fs::write(&file, text).expect("written");
    file
}

#[test]
fn runs_without_an_end_keep_the_time_limit_under_every_strategy() {
    let folder = Folder::new();
    let file = abs(&folder, ENDLESS);
    for way in [
        &["--strategy", "exhaustive"][..],
        &["--strategy", "dpor"],
        &["--strategy", "dpor", "--dependence", "exact"],
        &["--strategy", "exhaustive", "--merge-states"],
        &["--strategy", "random"],
        &[],
    ] {
        let began = Instant::now();
        let answer = ask(&[&["check", &file, "--time-limit", "300ms", "--format", "json"], way].concat());
        assert!(is_in_time(began, Duration::from_millis(300)), "{way:?}: {:?}", began.elapsed());
        assert_eq!(answer.code, Some(4), "{way:?}: {}", answer.out);
        let json = answer.json();
        let reason = json["reasons"][0].as_str().unwrap_or_default();
        assert!(reason.contains("time limit"), "{way:?}: {json}");
    }
}

#[test]
fn runs_without_an_end_listen_to_signals() {
    let folder = Folder::new();
    let file = abs(&folder, ENDLESS);
    for way in [&["--strategy", "exhaustive"][..], &["--dependence", "exact", "--strategy", "dpor"]] {
        let arguments = [&["check", &file, "--format", "json"], way].concat();
        let child = raddle().args(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let child = child.expect("the binary starts");
        std::thread::sleep(Duration::from_millis(700));
        let began = Instant::now();
        let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(sent.expect("kill starts").success());
        let answer: Answer = child.wait_with_output().expect("the binary ends").into();
        assert!(is_in_time(began, Duration::ZERO), "{way:?}: {:?}", began.elapsed());
        assert_eq!(answer.code, Some(4), "{way:?}: {}{}", answer.out, answer.err);
        assert!(answer.json()["reasons"][0].as_str().is_some_and(|reason| reason.contains("interrupted")));
    }
}

#[test]
fn a_search_for_all_findings_that_was_cut_says_so() {
    let program = "builtin:dining?count=3&meals=2";
    let cut = ask(&["check", program, "--all", "--max-runs", "20", "--format", "json"]);
    assert_eq!(cut.code, Some(1));
    assert_eq!(cut.json()["reasons"][0], "the limit of runs was reached");
    let cut = ask(&["check", program, "--all", "--max-runs", "20"]);
    assert!(cut.out.contains("There may be more to be found: the limit of runs was reached."), "{}", cut.out);
    let whole = ask(&["check", "builtin:dining?count=2", "--all", "--format", "json"]);
    assert_eq!(whole.json()["reasons"].as_array().map(Vec::len), Some(0));
}

#[test]
fn limits_on_runs_and_states_are_exact() {
    for jobs in ["1", "3"] {
        for (strategy, limit, key, most) in [
            ("exhaustive", "--max-states", "states", 100),
            ("dpor", "--max-states", "states", 70),
            ("exhaustive", "--max-runs", "runs", 50),
            ("dpor", "--max-runs", "runs", 33),
            ("random", "--max-runs", "runs", 21),
        ] {
            let number = most.to_string();
            let arguments = [
                "check",
                "builtin:locking?threads=4",
                "--strategy",
                strategy,
                limit,
                &number,
                "--jobs",
                jobs,
                "--format",
                "json",
            ];
            let json = ask(&arguments).json();
            assert_eq!(json["stats"][key], most, "{arguments:?}: {json}");
        }
    }
    for none in [&["--max-runs", "0"], &["--max-states", "0"]] {
        let answer = ask(&[&["check", "builtin:locking", "--strategy", "random"], &none[..]].concat());
        assert_eq!(answer.code, Some(2), "{}", answer.out);
    }
}

#[test]
fn no_percentage_is_told_that_is_not_known() {
    let cut =
        ["check", "builtin:dining?count=6&meals=3&ordered=true", "--max-runs", "500", "--strategy", "dpor"];
    let answer = ask(&cut);
    assert!(!answer.out.contains('%'), "{}", answer.out);
    let json = ask(&[&cut[..], &["--format", "json"]].concat()).json();
    assert!(json["explored"]["fraction"].is_null(), "{json}");
    // Here every way is as wide as any other, so the part is known, and the search is far from its end.
    let even = ["check", "builtin:writes?threads=2&count=2", "--max-runs", "2", "--strategy", "exhaustive"];
    let json = ask(&[&even[..], &["--format", "json"]].concat()).json();
    let fraction = json["explored"]["fraction"].as_f64();
    assert!(fraction.is_some_and(|part| part > 0.0 && part < 1.0), "{json}");
}

#[test]
fn shortening_can_be_left_out() {
    let program = [
        "check",
        "builtin:dining?count=4&meals=2",
        "--strategy",
        "random",
        "--seed",
        "3",
        "--format",
        "json",
    ];
    let steps = |answer: &Answer| answer.json()["findings"][0]["trace"].as_array().map_or(0, Vec::len);
    let short = steps(&ask(&program));
    let long = steps(&ask(&[&program[..], &["--no-minimise"]].concat()));
    assert!(short > 0 && short < long, "{short} and {long} steps");
}
