//! The first commands of somebody with a project of sources and classes: they work, or say what would.

use std::process::Command;

use crate::support::{Answer, Folder, raddle};

const MAIN: &str = "package com.acme;
public class Main { public static void main(String[] words) { System.out.println(Helper.help()); } }
";
const HELPER: &str = "package com.acme;
class Helper { static String help() { return \"help\"; } }
";

/// A project with sources and classes where build tools put them.
fn project() -> Folder {
    let folder = Folder::new();
    let sources = folder.file("src/main/java/com/acme");
    let write = |name: &str, text: &str| std::fs::write(format!("{sources}/{name}"), text).expect("written");
    std::fs::create_dir_all(&sources).expect("a folder of sources");
    write("Main.java", MAIN);
    write("Helper.java", HELPER);
    let compiled = Command::new("javac")
        .args([
            "-d",
            &folder.file("target/classes"),
            &format!("{sources}/Main.java"),
            &format!("{sources}/Helper.java"),
        ])
        .status();
    assert!(compiled.expect("javac starts").success());
    folder
}

fn ask_in(folder: &Folder, words: &[&str]) -> Answer {
    raddle().args(words).current_dir(folder.file("")).output().expect("the binary starts").into()
}

#[test]
fn the_first_command_works_or_says_what_would() {
    let folder = project();
    for (words, code, expected) in [
        (&["-cp", "target/classes", "com.acme.Main"][..], 0, "proved"),
        (&["src/main/java/com/acme/Main.java"], 0, "proved"),
        (&["-cp", "target/classes", "com.acme.Mian"], 2, "did you mean com.acme.Main?"),
        (&["-cp", "target/classes", "Main"], 2, "did you mean com.acme.Main?"),
        (&["-cp", "target/classes", "com/acme/Main"], 2, "com.acme.Main"),
        (&["-cp", "target/classes", "com.acme.Helper"], 2, "main method not found in class com.acme.Helper"),
        (&["-cp", "target/clases", "com.acme.Main"], 2, "there is no 'target/clases'"),
        (&["target/classes"], 2, "-cp target/classes com.acme.Main"),
        (&["target/classes/com/acme/Main.class"], 2, "-cp target/classes com.acme.Main"),
        (&["src/main/java"], 2, "Main.java"),
        (&["Main.java"], 2, "there is no file 'Main.java'"),
    ] {
        let answer = ask_in(&folder, &[&["check"], words].concat());
        assert_eq!(answer.code, Some(code), "{words:?}: {}{}", answer.out, answer.err);
        let said = if code == 0 { &answer.out } else { &answer.err };
        assert!(said.contains(expected), "{words:?}: {}{}", answer.out, answer.err);
        assert_eq!(answer.err.is_empty(), code == 0, "{}", answer.err);
    }
}

#[test]
fn what_is_compiled_along_is_compiled_again_when_it_changes() {
    let folder = project();
    let main = "src/main/java/com/acme/Main.java";
    assert_eq!(ask_in(&folder, &["run", main]).out, "help\n");
    let helper = folder.file("src/main/java/com/acme/Helper.java");
    std::fs::write(&helper, HELPER.replace("\"help\"", "\"other\"")).expect("written");
    assert_eq!(ask_in(&folder, &["run", main]).out, "other\n");
}

#[test]
fn jars_of_a_folder_and_of_a_manifest_are_found() {
    let folder = project();
    let jar = |words: &[&str]| {
        let status = Command::new("jar").args(words).current_dir(folder.file("")).status();
        assert!(status.expect("jar starts").success());
    };
    std::fs::create_dir_all(folder.file("lib")).expect("a folder of jars");
    std::fs::write(folder.file("manifest.txt"), "Main-Class: com.acme.Main\nClass-Path: lib/helper.jar\n")
        .expect("written");
    jar(&["cf", "lib/helper.jar", "-C", "target/classes", "com/acme/Helper.class"]);
    jar(&["cfm", "app.jar", "manifest.txt", "-C", "target/classes", "com/acme/Main.class"]);
    assert_eq!(ask_in(&folder, &["run", "app.jar"]).out, "help\n");
    std::fs::copy(folder.file("app.jar"), folder.file("lib/main.jar")).expect("copied");
    assert_eq!(ask_in(&folder, &["run", "-cp", "lib/*", "com.acme.Main"]).out, "help\n");
}

#[test]
fn a_program_beside_a_test_is_refused_and_the_test_is_told_of() {
    let folder = project();
    for (words, expected) in [
        (
            &["-cp", "target/classes", "com.acme.Main", "--test", "com.acme.MainTest"][..],
            "leave 'com.acme.Main' out",
        ),
        (&["com.acme.Missing", "--test", "com.acme.MainTest#go"], "leave 'com.acme.Missing' out"),
        (&["missing.jar", "--test", "com.acme.MainTest#go"], "there is no file 'missing.jar'"),
        (&["builtin:dining", "--test", "com.acme.MainTest#go"], "leave 'builtin:dining' out"),
    ] {
        let answer = ask_in(&folder, &[&["check"], words].concat());
        assert_eq!(answer.code, Some(2), "{words:?}: {}", answer.out);
        assert!(answer.err.contains(expected), "{words:?}: {}", answer.err);
    }
}

#[test]
fn the_cache_is_never_in_the_current_folder_and_need_not_be_writable() {
    let folder = project();
    let work = Folder::new();
    let main = folder.file("src/main/java/com/acme/Main.java");
    for (variable, value) in
        [("HOME", ""), ("HOME", "relative"), ("HOME", "/proc/nowhere"), ("XDG_CACHE_HOME", "")]
    {
        let mut command = raddle();
        command.env_remove("XDG_CACHE_HOME").env("HOME", "").env("TMPDIR", folder.file("target"));
        command.env(variable, value).args(["run", &main]).current_dir(work.file(""));
        let answer: Answer = command.output().expect("the binary starts").into();
        assert_eq!(answer.out, "help\n", "{variable}={value}: {}", answer.err);
        assert!(work.list().is_empty(), "{variable}={value}: {:?}", work.list());
    }
}
