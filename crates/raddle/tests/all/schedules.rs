//! Saved schedules come back as the same finding.

use std::path::{Path, PathBuf};

use crate::support::{Answer, Folder, ask, not_replayed, raddle};

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

/// All ABS programs below these folders of the repository.
fn abs_programs(folders: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut open: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of programs") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "abs") {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn every_finding_of_every_abs_program_replays_from_another_folder() {
    let folder = Folder::new();
    let (mut wrong, mut found) = (Vec::new(), 0);
    for program in abs_programs(&["examples/abs", "benches/abs", "tests/programs"]) {
        let saved = folder.file("found.raddle.json");
        let name = program.file_name().and_then(|name| name.to_str()).expect("a name");
        // The schedule is saved from where the program is, and named as one does there.
        for strategy in [&["--max-states", "5000"][..], &["--strategy", "random", "--max-runs", "50"]] {
            let mut command = raddle();
            command.args(["check", name, "--jobs", "1", "--format", "json", "--save", &saved]).args(strategy);
            let output = command.current_dir(program.parent().expect("a folder")).output();
            let check: Answer = output.expect("the binary starts").into();
            if check.code == Some(1) {
                found += 1;
                wrong.extend(not_replayed(&check.json(), &saved));
            }
        }
    }
    assert!(found > 100, "only {found} findings");
    assert!(wrong.is_empty(), "{} of {found}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_finding_of_a_built_in_program_replays() {
    let folder = Folder::new();
    let saved = folder.file("found.raddle.json");
    for name in ["dining", "dining?count=5&meals=2", "counter", "counter?threads=3"] {
        let check = ask(&["check", &format!("builtin:{name}"), "--format", "json", "--save", &saved]);
        assert_eq!(check.code, Some(1), "{name}");
        assert_eq!(not_replayed(&check.json(), &saved), None);
    }
}

/// Tasks are called by what they are in the finding's own run, however many others were told before.
#[test]
fn names_belong_to_the_run_that_shows_the_finding() {
    let mut told = 0;
    for program in abs_programs(&["examples/abs", "benches/abs", "tests/programs"]) {
        let name = program.to_str().expect("a path in plain letters");
        let check = ask(&["check", name, "--all", "--max-states", "3000", "--jobs", "1", "--format", "json"]);
        if check.code != Some(1) {
            continue;
        }
        let result = check.json();
        for finding in result["findings"].as_array().expect("findings") {
            let list = |key: &str| finding[key].as_array().expect("a list").clone();
            let in_run = [list("trace"), list("waiting")].concat();
            let message = finding["message"].as_str().expect("a message");
            let Some(cycle) = message.strip_prefix("deadlock: ") else { continue };
            for task in cycle.split(" waits for ") {
                told += 1;
                assert!(in_run.iter().any(|step| step["actor"] == task), "{name}: {task}: {message}");
            }
        }
    }
    assert!(told > 100, "only {told} names");
}

#[test]
fn a_program_may_be_spelled_in_any_way() {
    let folder = Folder::new();
    let saved = folder.file("found.raddle.json");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository");
    for (source, link) in
        [("examples/abs/missed_signal.abs", "other.abs"), ("examples/java/LostUpdate.java", "Other.java")]
    {
        let source = root.join(source);
        let name = source.file_name().and_then(|name| name.to_str()).expect("a name");
        let beside = source.parent().expect("a folder");
        let mut command = raddle();
        command.args(["check", name, "--format", "json", "--save", &saved]).current_dir(beside);
        let check: Answer = command.output().expect("the binary starts").into();
        assert_eq!(check.code, Some(1), "{}{}", check.out, check.err);
        let link = folder.file(link);
        std::os::unix::fs::symlink(&source, &link).expect("a link");
        let longer =
            format!("../{}/./{name}", beside.file_name().and_then(|name| name.to_str()).expect("one"));
        for spelled in [name, &format!("./{name}"), &longer, source.to_str().expect("plain"), &link] {
            let mut command = raddle();
            command.args(["replay", &saved, "--format", "json", "--program", spelled]).current_dir(beside);
            let replay: Answer = command.output().expect("the binary starts").into();
            assert_eq!(replay.code, Some(1), "{spelled}: {}{}", replay.out, replay.err);
            assert_eq!(replay.json()["trace"], check.json()["findings"][0]["trace"], "{spelled}");
        }
    }
    let other = ask(&[
        "replay",
        &saved,
        "--program",
        root.join("examples/java/TwoLocks.java").to_str().expect("plain"),
    ]);
    assert_eq!(other.code, Some(2), "{}", other.out);
    assert!(other.err.contains("is of the program `LostUpdate`"), "{}", other.err);
}

#[test]
fn nothing_is_written_without_being_asked() {
    let folder = Folder::new();
    let output = raddle().args(["check", "builtin:dining?count=3"]).current_dir(folder.file("")).output();
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
