//! Verdicts, exit codes, formats and colours.

use crate::support::{ask, raddle};

#[test]
fn a_proof_exits_with_0_and_says_what_it_covers() {
    let answer = ask(&["check", "builtin:locking?threads=4&sections=2"]);
    assert_eq!(answer.code, Some(0));
    assert!(answer.first_line().starts_with("proved: "), "{}", answer.out);
    assert!(answer.out.contains("2,520 runs"), "{}", answer.out);
    assert!(answer.out.contains("sequentially consistent memory"), "{}", answer.out);
    assert_eq!(answer.err, "");
}

#[test]
fn a_finding_exits_with_1_and_shows_its_schedule() {
    let answer = ask(&["check", "builtin:dining?count=3"]);
    assert_eq!(answer.code, Some(1));
    assert!(
        answer.first_line().starts_with("found: deadlock of 3 threads (3 steps, 2 context switches)"),
        "{}",
        answer.out
    );
    assert!(answer.out.contains("acquire fork[2]"), "{}", answer.out);
    assert!(answer.out.contains("waits"), "{}", answer.out);
    assert!(answer.out.lines().skip(1).all(|line| line.chars().count() <= 80), "{}", answer.out);
}

#[test]
fn races_and_failures_are_found_unless_allowed() {
    let counter = ["check", "builtin:counter?threads=2", "--all", "--format", "json"];
    let kinds = |json: &serde_json::Value| {
        let findings = json["findings"].as_array().expect("a list").clone();
        findings
            .iter()
            .map(|finding| finding["kind"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    let all = kinds(&ask(&counter).json());
    assert!(all.iter().any(|kind| kind == "race") && all.iter().any(|kind| kind == "assertion"), "{all:?}");
    let allowed = kinds(&ask(&[&counter[..], &["--allow", "races"]].concat()).json());
    assert!(!allowed.is_empty() && allowed.iter().all(|kind| kind == "assertion"), "{allowed:?}");
    assert_eq!(ask(&["check", "builtin:counter?threads=3&locked=true"]).code, Some(0));
    let text = ask(&["check", "builtin:counter?threads=2"]);
    assert!(text.first_line().starts_with("found: data race on"), "{}", text.out);
    assert!(text.out.matches("<--").count() >= 2, "{}", text.out);
}

#[test]
fn a_bound_that_cuts_exits_with_3_and_is_named() {
    let check = [
        "check",
        "builtin:dining?count=3&ordered=true",
        "--strategy",
        "exhaustive",
        "--bound",
        "preemptions=1",
    ];
    let answer = ask(&check);
    assert_eq!(answer.code, Some(3));
    assert!(answer.first_line().starts_with("bounded: "), "{}", answer.out);
    assert!(answer.first_line().contains("preemptions"), "{}", answer.out);
    let accepted = [&check[..], &["--accept", "bounded"]].concat();
    assert_eq!(ask(&accepted).code, Some(0));
    let other = [&check[..], &["--accept", "sampled,incomplete"]].concat();
    assert_eq!(ask(&other).code, Some(3));
}

#[test]
fn samples_exit_with_3_and_follow_their_seed() {
    for strategy in ["random", "pct", "pct:depth=2", "pos", "surw"] {
        let check =
            ["check", "builtin:locking?threads=3&sections=2", "--strategy", strategy, "--max-runs", "50"];
        let answer = ask(&check);
        assert_eq!(answer.code, Some(3), "{strategy}: {}{}", answer.out, answer.err);
        assert!(answer.first_line().starts_with("sampled: none of 50 runs"), "{}", answer.out);
        assert_eq!(ask(&[&check[..], &["--accept", "sampled"]].concat()).code, Some(0));
    }
    let found = |seed: &str| {
        let seeded = ["--strategy", "random", "--seed", seed, "--jobs", "1", "--format", "json"];
        let json = ask(&[&["check", "builtin:dining?count=4"], &seeded[..]].concat()).json();
        assert_eq!(json["verdict"], "found");
        json["stats"]["runs"].clone()
    };
    assert_eq!(found("7"), found("7"));
}

#[test]
fn a_limit_exits_with_4() {
    for limit in
        [["--max-runs", "10"], ["--time-limit", "100ms"], ["--max-states", "100"], ["--memory-limit", "1kB"]]
    {
        let arguments = [&["check", "builtin:dining?count=9&meals=3&ordered=true"], &limit[..]].concat();
        let answer = ask(&arguments);
        assert_eq!(answer.code, Some(4), "{limit:?}: {}", answer.out);
        assert!(answer.first_line().starts_with("incomplete: "), "{}", answer.out);
        let accepted = [&arguments[..], &["--accept", "incomplete"]].concat();
        assert_eq!(ask(&accepted).code, Some(0));
    }
}

#[test]
fn json_has_its_documented_shape() {
    let answer = ask(&["check", "builtin:dining?count=3", "--all", "--format", "json"]);
    assert_eq!(answer.code, Some(1));
    assert_eq!(answer.out.lines().count(), 1);
    let json = answer.json();
    assert_eq!(json["version"], 1);
    assert_eq!(json["program"], "builtin:dining?count=3");
    assert_eq!(json["strategy"], "dpor");
    assert_eq!(json["verdict"], "found");
    assert_eq!(json["stats"]["runs"], 7);
    for key in ["blocked_runs", "states", "choice_points", "steps", "deadlocks", "pruned", "longest"] {
        assert!(json["stats"][key].is_u64(), "{key}: {json}");
    }
    assert!(json["stats"]["seconds"].is_f64());
    assert_eq!(json["explored"]["fraction"], 1.0);
    assert!(json["explored"]["stderr"].is_f64());
    let finding = &json["findings"][0];
    assert_eq!(finding["kind"], "deadlock");
    assert!(finding["message"].as_str().is_some_and(|message| message.contains("philosopher 0")));
    assert_eq!(finding["schedule"], "0 1 2");
    assert_eq!(finding["trace"].as_array().map(Vec::len), Some(3));
    assert_eq!(finding["trace"][0]["step"], 1);
    for key in ["actor", "operation", "places", "source", "switch", "culprit"] {
        assert!(!finding["trace"][0][key].is_null(), "{key}: {json}");
    }
    assert_eq!(finding["waiting"].as_array().map(Vec::len), Some(3));
}

#[test]
fn json_names_the_reasons() {
    let answer =
        ask(&["check", "builtin:dining?count=9&meals=3&ordered=true", "--max-runs", "5", "--format", "json"]);
    let json = answer.json();
    assert_eq!(json["verdict"], "incomplete");
    assert_eq!(json["reasons"].as_array().map(Vec::len), Some(1), "{json}");
}

#[test]
fn jobs_agree() {
    let runs = |jobs: &str| {
        let answer =
            ask(&["check", "builtin:locking?threads=4&sections=2", "--jobs", jobs, "--format", "json"]);
        let json = answer.json();
        (json["verdict"].clone(), json["stats"]["runs"].clone(), json["stats"]["steps"].clone())
    };
    assert_eq!((runs("1").0, runs("1").1), (runs("3").0, runs("3").1));
}

#[test]
fn colours_follow_the_user() {
    let escape = |answer: &std::process::Output| answer.stdout.contains(&0x1b);
    let check = ["check", "builtin:dining?count=3"];
    let output =
        |command: &mut std::process::Command| command.args(check).output().expect("the binary starts");
    assert!(!escape(&output(&mut raddle())), "a pipe gets no colours");
    assert!(escape(&output(raddle().args(["--color", "always"]))));
    assert!(escape(&output(raddle().env("CLICOLOR_FORCE", "1"))));
    assert!(
        !escape(&output(raddle().env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1"))),
        "NO_COLOR is respected"
    );
    assert!(!escape(&output(raddle().env("CLICOLOR_FORCE", "1").args(["--color", "never"]))));
}

#[test]
fn quiet_is_one_line() {
    let answer = ask(&["check", "builtin:dining?count=3", "--quiet"]);
    assert_eq!(answer.out.lines().count(), 1, "{}", answer.out);
    assert_eq!(answer.err, "");
}

#[test]
fn programs_and_topics_are_listed() {
    let list = ask(&["check", "builtin:"]);
    assert_eq!(list.code, Some(0));
    for family in [
        "fib",
        "locking",
        "writes",
        "readers",
        "lastzero",
        "filesystem",
        "indexer",
        "dining",
        "counter",
        "mailbox",
    ] {
        assert!(list.out.contains(&format!("builtin:{family}?")), "{family}");
    }
    for topic in ["exit-codes", "strategies", "programs", "schedules", "json", "check", "replay"] {
        let help = ask(&["help", topic]);
        assert_eq!(help.code, Some(0), "{topic}");
        assert!(help.out.lines().count() > 5, "{topic}");
        assert!(help.out.lines().all(|line| line.chars().count() <= 100), "{topic}: {}", help.out);
    }
    let codes = ask(&["help", "exit-codes"]).out;
    assert!(
        (0..=4).all(|code| codes.lines().any(|line| line.starts_with(&format!("  {code}  ")))),
        "{codes}"
    );
}

#[test]
fn version_completions_and_manual_pages() {
    let version = ask(&["--version"]);
    assert_eq!(version.code, Some(0));
    assert!(version.out.starts_with(&format!("raddle {}", env!("CARGO_PKG_VERSION"))), "{}", version.out);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(ask(&["completions", shell]).out.contains("merge-states"), "{shell}");
    }
    let folder = crate::support::Folder::new();
    assert_eq!(ask(&["man", &folder.file("pages")]).code, Some(0));
    let page = std::fs::read_to_string(folder.file("pages/raddle-check.1")).expect("the page of check");
    assert!(page.contains("strategy"));
}
