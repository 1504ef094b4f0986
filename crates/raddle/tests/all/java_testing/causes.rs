//! What a report says of the cause, and of what is missing: the lock that is held and where it was taken, the access that
//! is meant, the stack and the thread of an exception, whom a notification wakes; and that a gap is told as one. The
//! programs are in `tests/causes`.

use serde_json::Value;

use super::support::{Group, ask};

static CAUSES: Group = Group::new("causes", &["crates/raddle/tests/causes"]);

/// The first finding of a program.
fn finding(class: &str, more: &[&str]) -> Value {
    let result = CAUSES.check_and_replay(class, more);
    assert_eq!(result["verdict"], "found", "{class}: {result}");
    result["findings"][0].clone()
}

fn list<'v>(finding: &'v Value, key: &str) -> &'v [Value] {
    finding[key].as_array().map_or(&[], Vec::as_slice)
}

fn text(class: &str, more: &[&str]) -> String {
    let classes = CAUSES.classes().to_str().expect("a path in plain letters");
    let output = ask(&[&["check", "-cp", classes, class][..], more].concat());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_lock_was_taken_where_its_holder_took_it_first() {
    for class in ["Reentrant", "ReentrantLocks"] {
        let finding = finding(class, &[]);
        assert_eq!(finding["kind"], "deadlock", "{finding}");
        let waits = list(&finding, "waiting").iter().find(|wait| wait["actor"] == "two").expect("two waits");
        let taken = waits["taken_in"].as_u64().expect("a step") as usize;
        let step = &list(&finding, "trace")[taken - 1];
        assert_eq!(step["actor"], "one", "{step}");
        let source = step["source"].as_str().expect("a place");
        assert_eq!(source, format!("{class}.one({class}.java:5)"), "not where it was taken again");
    }
}

#[test]
fn the_arrow_marks_the_access_that_is_told_of() {
    let finding = finding("ReadsThenWrites", &["--strategy", "dpor"]);
    assert_eq!(finding["kind"], "race", "{finding}");
    let marked: Vec<(&str, &str)> = list(&finding, "trace")
        .iter()
        .filter(|step| step["culprit"] == true)
        .map(|step| (step["actor"].as_str().expect("who"), step["operation"].as_str().expect("what")))
        .collect();
    assert_eq!(marked.len(), 2, "{finding}");
    assert!(marked.contains(&("main", "read")) && marked.contains(&("anna", "write")), "{marked:?}");
}

#[test]
fn an_exception_has_its_own_stack_and_thread() {
    let thrown = finding("Thrown", &["--allow", "races"]);
    let failed =
        list(&thrown, "trace").iter().find(|step| step["culprit"] == true).expect("a step that failed");
    let stack: Vec<&str> = list(failed, "stack").iter().filter_map(Value::as_str).collect();
    assert_eq!(stack[..2], ["Thrown.deep(Thrown.java:3)", "Thrown.caller(Thrown.java:4)"]);
    assert!(!stack.iter().any(|call| call.contains("Lambda")), "{stack:?}");
    let shown = text("Thrown", &["--allow", "races"]);
    assert!(shown.contains("anna threw it\n    at Thrown.deep(Thrown.java:3)\n"), "{shown}");
    // A thread that fails before it does anything else fails within the step that starts it.
    let at_once = finding("FailsAtOnce", &[]);
    let message = at_once["message"].as_str().expect("a message");
    assert!(
        message.starts_with("anna: uncaught exception: java.lang.IllegalStateException: at once"),
        "{message}"
    );
}

#[test]
fn a_field_of_a_subclass_is_not_the_thread_s_name() {
    let shown = text("NamedThread", &["--allow", "races"]);
    assert!(shown.contains("alpha") && shown.contains("beta") && !shown.contains("field"), "{shown}");
}

#[test]
fn a_trace_is_never_empty() {
    let finding = finding("UpgradesAlone", &[]);
    assert_eq!(finding["kind"], "stuck", "{finding}");
    assert_eq!(list(&finding, "trace").len(), 1, "{finding}");
    let shown = text("UpgradesAlone", &[]);
    assert!(shown.contains("waits: 6: WriteLock.lock()"), "{shown}");
}

#[test]
fn a_notification_says_whom_it_wakes_and_who_waits_for_one() {
    let shown = text("Notify", &["--seed", "1"]);
    assert!(shown.contains("wakes"), "{shown}");
    let finding = finding("Notify", &[]);
    let notifies =
        list(&finding, "trace").iter().find(|step| step["operation"] == "notify one").expect("a step");
    let note = notifies["note"].as_str().expect("a note");
    assert!(["wakes anna", "wakes bert", "wakes nobody"].contains(&note), "{note}");
    let waits: Vec<&str> =
        list(&finding, "waiting").iter().filter_map(|wait| wait["operation"].as_str()).collect();
    assert!(waits.contains(&"be notified") && !waits.contains(&"reacquire"), "{waits:?}");
}

#[test]
fn a_gap_is_told_as_one_with_the_stack_of_the_program() {
    for (class, what, place) in [
        ("OpensSocket", "java.net", "OpensSocket.open(OpensSocket.java:2)"),
        ("StartsProcess", "ProcessImpl", "StartsProcess.open(StartsProcess.java:2)"),
        ("SwitchesAssertions", "assertions", "SwitchesAssertions.open(SwitchesAssertions.java:2)"),
        ("ClearsAssertions", "assertions", "ClearsAssertions.open(ClearsAssertions.java:2)"),
    ] {
        let classes = CAUSES.classes().to_str().expect("a path in plain letters");
        let output = ask(&["check", "-cp", classes, class]);
        let shown = String::from_utf8_lossy(&output.stdout).replace("\n  ", " ");
        assert_eq!(output.status.code(), Some(4), "{class}: {shown}");
        assert!(shown.starts_with("incomplete: nothing is claimed of "), "{shown}");
        assert!(shown.contains(what) && shown.contains(place), "{class}: {shown}");
        assert!(!shown.contains("Unsupported {") && !shown.contains("{ what"), "{shown}");
        let result = CAUSES.check(class, &[]);
        assert_eq!(result["verdict"], "incomplete", "{result}");
        assert!(result["reasons"][0].as_str().is_some_and(|reason| reason.contains(what)), "{result}");
    }
}

/// What a run makes is not there in the next one, which may make another class of that name.
#[test]
fn classes_that_are_made_belong_to_the_run() {
    for class in ["Serialized", "Proxies", "Loaders"] {
        let result = CAUSES.check(class, &["--allow", "races", "--strategy", "random", "--max-runs", "12"]);
        assert_eq!(result["verdict"], "sampled", "{class}: {result}");
        assert_eq!(result["stats"]["runs"], 12, "{class}: {result}");
    }
}
