//! Whatever is wrong: one line that says what, and what would be right; exit code 2; nothing on the standard output.

use crate::support::{Folder, ask};

fn refused(arguments: &[&str], words: &[&str]) {
    let answer = ask(arguments);
    assert_eq!(answer.code, Some(2), "{arguments:?}: {}{}", answer.out, answer.err);
    assert_eq!(answer.out, "", "{arguments:?}");
    assert_eq!(answer.err.lines().count(), 1, "{arguments:?}: {}", answer.err);
    for word in words {
        assert!(answer.err.contains(word), "{arguments:?}: {}", answer.err);
    }
}

#[test]
fn unknown_names_are_answered_with_known_ones() {
    refused(&["check", "builtin:dinning"], &["dining"]);
    refused(&["check", "builtin:dining?cont=3"], &["count", "meals"]);
    refused(&["check", "builtin:dining?count=many"], &["number from 2"]);
    refused(&["check", "something"], &["builtin:"]);
    refused(&["check", "missing.java"], &["there is no file"]);
    refused(&["check", "builtin:fib", "--strategy", "dpr"], &["dpor", "exhaustive"]);
    refused(&["check", "builtin:fib", "--strategy", "pct:3"], &["pct:depth=3"]);
    refused(&["check", "builtin:fib", "--strategy", "dpor:fast"], &["no parameters"]);
    refused(&["check", "builtin:fib", "--bound", "preemption=2"], &["preemptions"]);
    refused(&["check", "builtin:fib", "--bound", "depth"], &["NAME=N"]);
    refused(&["check", "builtin:fib", "--bound", "depth=deep"], &["depth=2"]);
    refused(&["check", "builtin:fib", "--stratgy", "dpor"], &["--strategy", "raddle check --help"]);
    refused(&["check", "builtin:fib", "--format", "xml"], &["json"]);
    refused(&["check", "builtin:fib", "--time-limit", "soon"], &["30s"]);
    refused(&["check", "builtin:fib", "--memory-limit", "some"], &["500MB"]);
    refused(&["check", "builtin:fib", "--jobs", "0"], &["1.."]);
    refused(&["check", "builtin:fib", "--merge-states"], &["exhaustive"]);
    refused(&["check", "builtin:fib", "--quiet", "--verbose"], &["--verbose"]);
    refused(&["check"], &["PROGRAM"]);
    refused(&["chek", "builtin:fib"], &["check"]);
    refused(&["help", "exit-code"], &["exit-codes"]);
    refused(&["completions", "tcsh"], &["bash"]);
}

#[test]
fn no_arguments_show_the_help() {
    let answer = ask(&[]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("check") && answer.err.contains("replay"));
}

#[test]
fn bad_schedule_files_are_refused() {
    let folder = Folder::new();
    let file = folder.file("found.raddle.json");
    assert_eq!(ask(&["check", "builtin:dining?count=3", "--save", &file]).code, Some(1));
    let good = std::fs::read_to_string(&file).expect("the schedule was saved");
    let bad = folder.file("bad.raddle.json");
    let with = |text: &str| {
        std::fs::write(&bad, text).expect("written");
        ["replay", &bad].map(str::to_owned)
    };
    let refuse = |text: &str, words: &[&str]| {
        let arguments = with(text);
        refused(&[&arguments[0], &arguments[1]], words);
    };
    refuse("", &["damaged"]);
    refuse(&good[..good.len() / 2], &["damaged"]);
    refuse("{}", &["damaged"]);
    refuse(&good.replace("raddle-schedule", "other"), &["no schedule"]);
    refuse(&good.replace("\"version\":1", "\"version\":7"), &["version is 7", "version 1"]);
    let schedule = "\"schedule\":\"0 1 2\"";
    assert!(good.contains(schedule), "{good}");
    for (other, words) in [
        ("0 one 2", "no choice"),
        ("0 1*many 2", "no choice"),
        ("0 1*99999999999 2", "damaged"),
        ("0 77 2", "step 2 is not possible"),
        ("0 4294967295.4294967295 2", "step 2 is not possible"),
        ("0 1:3 2", "step 2 is not possible"),
        ("0 0 0 0 0", "not possible"),
    ] {
        refuse(&good.replace(schedule, &format!("\"schedule\":\"{other}\"")), &[words]);
    }
    refuse(&good.replace("builtin:dining?count=3", "builtin:dining?count=4"), &["not of"]);
    refused(&["replay", &file, "--program", "builtin:fib"], &["not of"]);
    refused(&["replay", &folder.file("nowhere.json")], &["nowhere.json"]);
    refused(&["replay", &folder.file("")], &[]);
}

#[test]
fn a_schedule_that_cannot_be_saved_is_a_mistake() {
    let folder = Folder::new();
    let answer = ask(&["check", "builtin:dining?count=3", "--save", &folder.file("no/such/folder.json")]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("--save"), "{}", answer.err);
    assert!(folder.list().is_empty());
}
