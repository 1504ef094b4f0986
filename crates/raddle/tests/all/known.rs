//! What a project knows and allows: `raddle.toml`, `--allow`, baselines.

use std::path::Path;

use crate::support::{Answer, Folder, ask, raddle};

/// A counter whose accesses race, and which loses an update.
const COUNTER: &str = "builtin:counter?threads=2&locked=false";

fn ask_in(folder: &str, arguments: &[&str]) -> Answer {
    raddle().args(arguments).current_dir(folder).output().expect("the binary starts").into()
}

#[test]
fn an_allowed_race_is_listed_and_hides_nothing() {
    let all = ask(&["check", COUNTER, "--all", "--format", "json"]).json();
    let kinds: Vec<&str> = all["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter_map(|found| found["kind"].as_str())
        .collect();
    assert!(kinds.contains(&"race") && kinds.contains(&"assertion"), "{kinds:?}");
    // The search goes on behind the race, and stops at the failure.
    let found = ask(&["check", COUNTER, "--allow", "race:count", "--format", "json"]);
    assert_eq!(found.code, Some(1), "{}", found.err);
    let result = found.json();
    assert_eq!(result["findings"][0]["kind"], "assertion");
    assert_eq!(result["findings"].as_array().map(Vec::len), Some(1));
    // Where all is allowed, all schedules are covered, and the proof says what it is worth.
    for strategy in ["dpor", "exhaustive"] {
        let words = ["check", COUNTER, "--allow", "race:cou*,assertion", "--strategy", strategy];
        let proved = ask(&words);
        assert_eq!(proved.code, Some(0), "{}{}", proved.out, proved.err);
        assert!(proved.first_line().contains("none misbehaves but as it may"), "{}", proved.out);
        let text = proved.out.split_whitespace().collect::<Vec<_>>().join(" ");
        for said in ["Allowed: - ", "- data race on count", "weaker memory may do what no schedule shows"] {
            assert!(text.contains(said), "{said}: {text}");
        }
        assert_eq!(proved.err, "");
    }
    // Another place allows nothing.
    let other = ask(&["check", COUNTER, "--allow", "race:counter,assertion", "--format", "json"]);
    assert_eq!((other.code, &other.json()["findings"][0]["kind"]), (Some(1), &"race".into()));
    for bad in ["rice:count", "race-count"] {
        assert_eq!(ask(&["check", COUNTER, "--allow", bad]).code, Some(2), "{bad}");
    }
}

#[test]
fn what_is_allowed_for_nothing_is_told() {
    let proved = ask(&["check", "builtin:counter?threads=2&locked=true", "--allow", "race:count"]);
    assert_eq!(proved.code, Some(0), "{}", proved.out);
    assert!(proved.err.contains("nothing needs to be allowed by race:count any more"), "{}", proved.err);
    assert!(!proved.out.contains("Allowed:"), "{}", proved.out);
}

#[test]
fn a_baseline_lets_only_new_findings_fail() {
    let folder = Folder::new();
    let file = folder.file("known.json");
    let first = ask(&["check", COUNTER, "--all", "--save-baseline", &file]);
    assert_eq!(first.code, Some(1), "{}", first.err);
    let again = ask(&["check", COUNTER, "--baseline", &file]);
    assert_eq!(again.code, Some(0), "{}{}", again.out, again.err);
    assert!(again.out.contains("(in the baseline)"), "{}", again.out);
    let other = ask(&["check", "builtin:dining?count=2", "--baseline", &file]);
    assert_eq!(other.code, Some(1), "another program has findings of its own");
    std::fs::write(&file, "{\"format\":\"raddle-schedule\"}").expect("written");
    let damaged = ask(&["check", COUNTER, "--baseline", &file]);
    assert_eq!(damaged.code, Some(2));
    assert!(damaged.err.contains("--save-baseline"), "{}", damaged.err);
}

#[test]
fn a_project_says_it_once() {
    let folder = Folder::new();
    let here = Path::new(&folder.file("raddle.toml"))
        .parent()
        .expect("a folder")
        .to_str()
        .expect("a path")
        .to_owned();
    let made = ask_in(&here, &["init"]);
    assert_eq!((made.code, made.out.as_str()), (Some(0), "wrote ./raddle.toml\n"), "{}", made.err);
    assert_eq!(ask_in(&here, &["init"]).code, Some(2), "nothing is overwritten");
    // As it is, it changes nothing.
    assert_eq!(ask_in(&here, &["check", "builtin:dining?count=2"]).code, Some(1));
    let text = "strategy = \"random\"\naccept = [\"sampled\"]\n\n\
                [[allow]]\nkind = \"race\"\nplace = \"count\"\nreason = \"statistics\"\n\n\
                [[allow]]\nkind = \"assertion\"\nreason = \"to be mended\"\n";
    std::fs::write(folder.file("raddle.toml"), text).expect("written");
    std::fs::create_dir(folder.file("inside")).expect("a folder");
    let inside = folder.file("inside");
    let sampled = ask_in(&inside, &["check", COUNTER, "--max-runs", "50"]);
    assert_eq!(sampled.code, Some(0), "{}{}", sampled.out, sampled.err);
    assert!(sampled.first_line().starts_with("sampled: "), "{}", sampled.out);
    assert!(
        sampled.out.contains("(statistics)") && sampled.out.contains("(to be mended)"),
        "{}",
        sampled.out
    );
    // What is typed goes first.
    let proved = ask_in(&inside, &["check", COUNTER, "--strategy", "dpor"]);
    assert!(proved.first_line().starts_with("proved: "), "{}", proved.out);
    std::fs::write(folder.file("raddle.toml"), "jobs = 2\n[[allow]]\nkind = \"rice\"\nreason = \"x\"\n")
        .expect("written");
    let wrong = ask_in(&here, &["check", COUNTER]);
    assert_eq!(wrong.code, Some(2));
    let shown = [" --> raddle.toml:3:8", "3 | kind = \"rice\"", "  |        ^^^^^^"];
    assert!(shown.iter().all(|line| wrong.err.contains(line)), "{}", wrong.err);
}
