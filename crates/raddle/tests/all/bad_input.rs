//! Whatever is wrong: one line that says what, and what would be right; exit code 2; nothing on the standard output.

use crate::support::{Answer, Folder, ask, raddle};

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
    refuse(&good.replace("\"version\":2", "\"version\":7"), &["version is 7", "version 2"]);
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
fn only_regular_files_are_saved_to_and_replayed() {
    let folder = Folder::new();
    let (pipe, link, file) =
        (folder.file("pipe"), folder.file("link.json"), folder.file("found.raddle.json"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    std::os::unix::fs::symlink("/dev/null", &link).expect("a link");
    for place in ["/dev/null", "/dev/full", &pipe, &link, &folder.file("")] {
        refused(&["check", "builtin:dining?count=3", "--save", place], &["--save"]);
    }
    assert!(std::fs::symlink_metadata(&link).expect("there").is_symlink(), "nothing took its place");
    for place in ["/dev/zero", &pipe, &folder.file("")] {
        refused(&["replay", place], &[place, "raddle check --save"]);
    }
    assert_eq!(ask(&["check", "builtin:dining?count=3", "--save", &file]).code, Some(1));
    // A link may be read through.
    let good = folder.file("good.json");
    std::os::unix::fs::symlink(&file, &good).expect("a link");
    assert_eq!(ask(&["replay", &good]).code, Some(1));
}

#[test]
fn options_of_one_language_are_refused_for_another_s_programs() {
    for (words, option) in [
        (&["builtin:dining", "-cp", "classes"][..], "--class-path is for Java programs"),
        (&["builtin:dining", "--args", "fixed"], "--args is for Java programs"),
        (&["builtin:dining", "--explore-random"], "--explore-random is for Java programs"),
        (&["builtin:dining", "--table"], "--table is for ABS programs"),
        (&["Account.java", "--random-seed", "1"], "--random-seed is for ABS programs"),
        (&["Account.java", "--await", "suspends"], "--await is for ABS programs"),
        (&["barber.abs", "--library-steps", "fine"], "--library-steps is for Java programs"),
        (&["barber.abs", "--max-heap", "9"], "--max-heap is for Java programs"),
    ] {
        refused(&[&["check"], words].concat(), &[option]);
    }
}

#[test]
fn what_cannot_be_written_fails_the_command() {
    for words in [
        &["check", "builtin:dining?count=3&ordered=true"][..],
        &["help", "exit-codes"],
        &["completions", "bash"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
        let output = raddle().args(words).stdout(full).output();
        let answer: Answer = output.expect("the binary starts").into();
        assert_eq!(answer.code, Some(2), "{words:?}");
        assert!(answer.err.contains("could not be written"), "{words:?}: {}", answer.err);
    }
}

#[test]
fn every_ending_is_json_where_that_is_wanted() {
    let folder = Folder::new();
    let unsupported = folder.file("Connects.java");
    let text = "class Connects { public static void main(String[] words) throws Exception { new java.net.Socket(\"localhost\", 1); } }";
    std::fs::write(&unsupported, text).expect("written");
    let broken = folder.file("broken.abs");
    std::fs::write(&broken, "module Broken; { Int x = ; }").expect("written");
    for (words, code, verdict) in [
        (&["check", "builtin:dining?count=2"][..], 1, "found"),
        (&["check", "builtin:dining?count=x"], 2, "error"),
        (&["check", "nowhere.abs"], 2, "error"),
        (&["check", &broken], 2, "error"),
        (&["check", "com.acme.Missing"], 2, "error"),
        (&["check", "builtin:fib", "--strategy", "dppr"], 2, "error"),
        (&["check", "builtin:dining?count=3", "--save", "/dev/null"], 2, "error"),
        (&["check", &unsupported], 4, "incomplete"),
        (&["check", &unsupported, "--accept", "incomplete"], 0, "incomplete"),
        (&["replay", "nowhere.json"], 2, "error"),
        (&["analyze", "nowhere.abs"], 2, "error"),
    ] {
        let answer = ask(&[words, &["--format", "json"]].concat());
        assert_eq!(answer.code, Some(code), "{words:?}: {}{}", answer.out, answer.err);
        let result = answer.json();
        assert_eq!(result["verdict"], verdict, "{words:?}: {result}");
        let reasons = result["reasons"].as_array().expect("a list");
        assert_eq!(reasons.is_empty(), verdict == "found", "{words:?}: {result}");
    }
    // What was asked for is told, and which search gave the answer.
    let asked = ask(&["check", &unsupported, "--strategy", "pct:depth=2", "--format", "json"]).json();
    assert_eq!(asked["strategy"], "pct:depth=2", "{asked}");
}

#[test]
fn a_schedule_that_cannot_be_saved_is_a_mistake() {
    let folder = Folder::new();
    let answer = ask(&["check", "builtin:dining?count=3", "--save", &folder.file("no/such/folder.json")]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("--save"), "{}", answer.err);
    assert!(folder.list().is_empty());
}
