//! Saved schedules come back as the same finding.

use crate::support::{Folder, ask};

#[test]
fn a_saved_finding_replays() {
    let folder = Folder::new();
    let file = folder.file("found.raddle.json");
    let check = ask(&["check", "builtin:dining?count=4", "--save", &file]);
    assert_eq!(check.code, Some(1));
    assert!(check.out.contains(&format!("raddle replay {file}")), "{}", check.out);
    assert_eq!(folder.list(), ["found.raddle.json"], "nothing else is left behind");
    let replay = ask(&["replay", &file]);
    assert_eq!(replay.code, Some(1));
    assert_eq!(replay.first_line(), check.first_line());
    let json = ask(&["replay", &file, "--format", "json"]).json();
    assert_eq!(json["shown"], true);
    assert_eq!(json["kind"], "deadlock");
    assert_eq!(json["version"], 1);
}

#[test]
fn nothing_is_written_without_being_asked() {
    let folder = Folder::new();
    let output = crate::support::raddle()
        .args(["check", "builtin:dining?count=3"])
        .current_dir(folder.file(""))
        .output();
    assert_eq!(output.expect("the binary starts").status.code(), Some(1));
    assert!(folder.list().is_empty());
    let file = folder.file("found.raddle.json");
    assert_eq!(ask(&["check", "builtin:dining?count=3&ordered=true", "--save", &file]).code, Some(0));
    assert!(folder.list().is_empty(), "a proof has no schedule");
}

#[test]
fn a_schedule_that_stops_early_shows_nothing() {
    let folder = Folder::new();
    let file = folder.file("found.raddle.json");
    assert_eq!(ask(&["check", "builtin:dining?count=2", "--save", &file]).code, Some(1));
    let text = std::fs::read_to_string(&file).expect("the schedule was saved");
    let shorter = text.replace("\"schedule\":\"0 1\"", "\"schedule\":\"0\"");
    assert_ne!(shorter, text);
    std::fs::write(&file, shorter).expect("written");
    let replay = ask(&["replay", &file]);
    assert_eq!(replay.code, Some(3), "{}{}", replay.out, replay.err);
    assert!(replay.first_line().contains("no longer shows"), "{}", replay.out);
}
