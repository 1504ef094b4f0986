//! Ctrl-C keeps the result so far.
#![cfg(unix)]

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::support::{Answer, Folder, raddle};

/// Starts a search and waits until its workers are there: by then it listens to signals.
fn start(arguments: &[&str]) -> Child {
    let child = raddle().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let child = child.expect("the binary starts");
    let threads = format!("/proc/{}/task", child.id());
    for _ in 0..500 {
        std::thread::sleep(Duration::from_millis(20));
        match std::fs::read_dir(&threads).map(Iterator::count) {
            Ok(2..) => break,
            Ok(_) => {}
            // No such folder on this system: a moment has to do.
            Err(_) => {
                std::thread::sleep(Duration::from_secs(2));
                break;
            }
        }
    }
    std::thread::sleep(Duration::from_millis(100));
    child
}

fn interrupt(child: Child) -> Answer {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.expect("kill starts").success());
    child.wait_with_output().expect("the binary ends").into()
}

#[test]
fn interrupt_keeps_result() {
    let folder = Folder::new();
    let file = folder.file("found.raddle.json");
    let child =
        start(&["check", "builtin:dining?count=9&meals=3&ordered=true", "--format", "json", "--save", &file]);
    let answer = interrupt(child);
    assert_eq!(answer.code, Some(4), "{}{}", answer.out, answer.err);
    let json = answer.json();
    assert_eq!(json["verdict"], "incomplete");
    assert!(json["reasons"][0].as_str().is_some_and(|reason| reason.contains("interrupted")), "{json}");
    assert!(json["stats"]["runs"].as_u64().is_some_and(|runs| runs > 0), "{json}");
    assert!(folder.list().is_empty(), "nothing was found, so nothing is written");
}

#[test]
fn interrupt_keeps_findings() {
    let folder = Folder::new();
    let file = folder.file("found.raddle.json");
    // The deadlocks of two philosophers are found soon; all their runs with many meals are not made soon.
    let child = start(&["check", "builtin:dining?count=2&meals=40", "--all", "--save", &file]);
    std::thread::sleep(Duration::from_millis(1500));
    let answer = interrupt(child);
    assert_eq!(answer.code, Some(1), "{}{}", answer.out, answer.err);
    assert_eq!(folder.list(), ["found.raddle.json"]);
    assert_eq!(crate::support::ask(&["replay", &file]).code, Some(1));
}
