//! What can be typed for Java programs only: jars, tests, drivers, and what is wrong with them.

use std::process::{Command, Output};

use serde_json::Value;

use super::support::{Group, ask, compile, root};

static TESTS: Group = Group::new("junit", &["crates/raddle/tests/junit"]);
static CORNERS: Group = Group::new("commands", &["crates/raddle/tests/java/assertion"]);

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn test(name: &str, more: &[&str]) -> Output {
    let classes = TESTS.classes().to_str().expect("a path in plain letters");
    ask(&[&["check", "-cp", classes, "--test", name][..], more].concat())
}

#[test]
fn tests_of_both_junits_are_checked() {
    for (name, verdict, kind) in [
        ("com.acme.TransferTest#loses", "found", Some("assertion")),
        ("com.acme.TransferTest#keeps", "proved", None),
        ("com.acme.OldTest#order", "proved", None),
        ("com.acme.OldTest#throwsAsExpected", "proved", None),
        ("com.acme.OldTest#throwsNothing", "found", Some("assertion")),
    ] {
        let output = test(name, &["--format", "json", "--allow", "races"]);
        let result: Value = serde_json::from_str(&out(&output)).unwrap_or_else(|error| {
            panic!("{name}: {error}: {}{}", out(&output), err(&output));
        });
        assert_eq!(result["verdict"], verdict, "{name}: {result}");
        assert_eq!(result["findings"][0]["kind"].as_str(), kind, "{name}: {result}");
    }
}

#[test]
fn all_tests_of_a_class_are_checked_and_the_worst_counts() {
    let output = test("com.acme.OldTest", &["--quiet"]);
    let text = out(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("test com.acme.OldTest#order: proved: "), "{text}");
    assert!(lines[2].starts_with("test com.acme.OldTest#throwsNothing: found: assertion failed"), "{text}");
    assert_eq!(output.status.code(), Some(1), "{text}");
}

#[test]
fn what_is_no_test_is_refused() {
    for (name, words) in [
        ("com.acme.OldTest#oder", "did you mean 'order'"),
        ("com.acme.OldTest#ignored", "unknown test"),
        ("com.acme.Missing", "there is no class com.acme.Missing"),
        ("org.junit.Test$None", "has no method with @Test"),
        ("#", "expected a test such as"),
    ] {
        let output = test(name, &[]);
        assert_eq!(output.status.code(), Some(2), "{name}: {}", out(&output));
        assert!(err(&output).contains(words), "{name}: {}", err(&output));
    }
}

#[test]
fn a_jar_names_its_main_class() {
    let classes = compile("jar", &["crates/raddle/tests/java/exit"]);
    let jar = classes.join("app.jar");
    let manifest = classes.join("manifest.txt");
    std::fs::write(&manifest, "Main-Class: ExitCode\n").expect("written");
    for (options, code, words) in [("cfm", 1, "exit with code 3"), ("cf", 2, "names no Main-Class")] {
        let mut command = Command::new("jar");
        command.current_dir(&classes).args([options, "app.jar"]);
        if options == "cfm" {
            command.arg("manifest.txt");
        }
        let made = command.arg("ExitCode.class").status().expect("jar starts");
        assert!(made.success());
        let output = ask(&["check", jar.to_str().expect("a path in plain letters")]);
        assert_eq!(output.status.code(), Some(code), "{}{}", out(&output), err(&output));
        assert!(
            out(&output).contains(words) || err(&output).contains(words),
            "{}{}",
            out(&output),
            err(&output)
        );
    }
}

#[test]
fn the_driver_interface_is_written_once_and_runs_under_a_plain_virtual_machine() {
    let folder = compile("driver", &[]);
    let place = folder.to_str().expect("a path in plain letters");
    assert_eq!(ask(&["init", "java", place]).status.code(), Some(0));
    let again = ask(&["init", "java", place]);
    assert_eq!(again.status.code(), Some(2), "a file of the user's is not overwritten");
    assert!(err(&again).contains("is there already"), "{}", err(&again));
    let program = folder.join("Dice.java");
    let text = "class Dice { public static void main(String[] words) {
        int eyes = raddle.Raddle.choose(1, 6);
        raddle.Raddle.assume(eyes > 4);
        if (raddle.Raddle.isChecking() && eyes == 6) throw new IllegalStateException(\"six\");
        System.out.println(eyes > 0 && eyes < 7); } }";
    std::fs::write(&program, text).expect("written");
    let compiled =
        Command::new("javac").current_dir(&folder).args(["raddle/Raddle.java", "Dice.java"]).status();
    assert!(compiled.expect("javac starts").success());
    let run =
        Command::new("java").current_dir(&folder).args(["-cp", ".", "Dice"]).output().expect("java starts");
    assert!(run.status.success() && matches!(out(&run).trim(), "" | "true"), "{}{}", out(&run), err(&run));
    let checked = ask(&["check", "-cp", place, "Dice", "--all", "--strategy", "dpor"]);
    assert_eq!(checked.status.code(), Some(1), "{}{}", out(&checked), err(&checked));
    assert!(out(&checked).contains("6 runs by dpor"), "{}", out(&checked));
    assert!(out(&checked).contains("IllegalStateException: six"), "{}", out(&checked));
}

#[test]
fn a_source_is_compiled_again_when_a_class_that_it_uses_has_changed() {
    let folder = compile("compiled-again", &[]);
    let place = folder.to_str().expect("a path in plain letters");
    let source = folder.join("source/Uses.java");
    std::fs::create_dir_all(folder.join("source")).expect("a folder");
    let text = "class Uses { public static void main(String[] words) {
        if (Limit.MOST > 1) throw new IllegalStateException(\"more than one\"); } }";
    std::fs::write(&source, text).expect("written");
    for (most, code) in [(1, 0), (2, 1), (1, 0)] {
        // The compiler writes the constant into the class that uses it.
        let text = format!("class Limit {{ static final int MOST = {most}; }}");
        std::fs::write(folder.join("Limit.java"), text).expect("written");
        let compiled = Command::new("javac").current_dir(&folder).args(["Limit.java"]).status();
        assert!(compiled.expect("javac starts").success());
        let checked = ask(&["check", "-cp", place, source.to_str().expect("a path in plain letters")]);
        assert_eq!(checked.status.code(), Some(code), "{most}: {}{}", out(&checked), err(&checked));
    }
}

#[test]
fn a_finding_is_saved_with_its_options_and_replays() {
    let classes = CORNERS.classes();
    let file = classes.join("found.raddle.json");
    let file = file.to_str().expect("a path in plain letters");
    let place = classes.to_str().expect("a path in plain letters");
    let check = ask(&["check", "-cp", place, "MapGetThenPut", "--save", file]);
    assert_eq!(check.status.code(), Some(1), "{}{}", out(&check), err(&check));
    let replay = ask(&["replay", file]);
    assert_eq!(replay.status.code(), Some(1), "{}{}", out(&replay), err(&replay));
    assert_eq!(out(&replay).lines().next(), out(&check).lines().next());
    let fits = |line: &str| line.chars().count() <= 80 || line.starts_with("Replay it: ");
    assert!(out(&check).lines().all(fits), "{}", out(&check));
}

#[test]
fn a_class_that_is_not_there_is_looked_for_somewhere() {
    let place = CORNERS.classes().to_str().expect("a path in plain letters");
    for (words, expected) in [
        (&["check", "-cp", place, "Missing"][..], format!("main class Missing in '{place}'")),
        (&["check", "-cp", "nowhere", "Missing"], "there is no 'nowhere'".to_owned()),
        (&["check", "Missing"], "name where the classes are with -cp".to_owned()),
    ] {
        let output = ask(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", out(&output));
        assert!(err(&output).contains(&expected), "{words:?}: {}", err(&output));
    }
}

#[test]
fn a_proof_by_coarse_library_steps_says_what_it_relies_on() {
    let pool = root().join("crates/raddle/tests/java/nothing/PoolShutDown.java");
    let pool = pool.to_str().expect("a path in plain letters");
    let text = out(&ask(&["check", pool]));
    assert!(text.starts_with("proved:") && text.contains("--library-steps fine"), "{text}");
    let result: Value = serde_json::from_str(&out(&ask(&["check", pool, "--format", "json"]))).expect("JSON");
    assert_eq!(result["assumptions"].as_array().map(Vec::len), Some(1), "{result}");
    // Where no such call is made, nothing is relied on.
    let kept = out(&test("com.acme.TransferTest#keeps", &["--format", "json", "--allow", "races"]));
    let result: Value = serde_json::from_str(&kept).expect("JSON");
    assert!(result["assumptions"].is_null(), "{result}");
}
