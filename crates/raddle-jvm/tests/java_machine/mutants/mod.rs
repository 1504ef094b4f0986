//! Damaged class files, on HotSpot and here: what HotSpot refuses is refused, and what it takes runs the same way.
//!
//! `RADDLE_SEED` and `RADDLE_MUTANTS` say which and how many, `RADDLE_MUTANT` shows one of them.

mod layout;
mod mutate;

use crate::hotspot::{Kept, compile, compile_by, jdk, scratch};
use crate::random::Random;
use raddle_jvm::machine::{Halt, Limits, Sinks};
use raddle_jvm::run::{RunOptions, run};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program with one damaged class.
struct Mutant {
    main: String,
    /// The damaged class, with points.
    class: String,
    bytes: Vec<u8>,
    /// What was done to it.
    words: String,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
enum End {
    /// A class was refused, or a linkage error ended the program: its name, if it was thrown.
    Refused(String),
    /// It ran: what nobody caught, and its output.
    Ran(String, String),
    /// It took too long, too much memory, or the process ended.
    Undecided(String),
}

const MAINS: [&str; 5] = ["Shapes", "Numbers", "Trials", "Family", "Packages"];

/// The program that a class belongs to.
fn main_of(class: &str) -> &str {
    let outermost = class.split('$').next().unwrap_or(class);
    if outermost == "inner.Other" { "Packages" } else { outermost }
}

/// Compiles the programs: their folder, and their classes with points, in a fixed order.
fn victims(label: &str) -> (PathBuf, Vec<(String, Vec<u8>)>) {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java_machine/mutants/victims");
    let classes = scratch(label);
    let mut paths: Vec<PathBuf> = MAINS.iter().map(|main| sources.join(format!("{main}.java"))).collect();
    paths.push(sources.join("inner/Other.java"));
    let javac = jdk().javac().expect("the tests need javac");
    compile_by(&javac, &["-parameters"], &paths, &classes);
    let mut found = Vec::new();
    for folder in ["", "inner"] {
        for file in std::fs::read_dir(classes.join(folder)).expect("the classes").flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if let Some(name) = name.strip_suffix(".class") {
                let name = if folder.is_empty() { name.to_owned() } else { format!("{folder}.{name}") };
                found.push((name, std::fs::read(file.path()).expect("a class")));
            }
        }
    }
    found.sort();
    (classes, found)
}

fn mutants(seed: u64, count: usize, classes: &[(String, Vec<u8>)]) -> Vec<Mutant> {
    (0..count as u64)
        .map(|index| {
            let mut random = Random(
                seed.wrapping_mul(1_000_003).wrapping_add(index).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1,
            );
            for _ in 0..4 {
                random.next();
            }
            let (class, bytes) = &classes[random.below(classes.len())];
            let (bytes, words) = mutate::mutate(&mut random, bytes);
            Mutant { main: main_of(class).to_owned(), class: class.clone(), bytes, words }
        })
        .collect()
}

/// Runs mutants on HotSpot, in one process unless one of them ends it.
fn on_hotspot(label: &str, classes: &Path, mutants: &[Mutant]) -> Vec<End> {
    let driver = scratch(&format!("{label}-driver"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java_machine/mutants/MutantDriver.java");
    compile(&[source], &driver);
    let (input, output) = (driver.join("mutants.bin"), driver.join("results.bin"));
    let mut content = (mutants.len() as u32).to_be_bytes().to_vec();
    for mutant in mutants {
        for text in [&mutant.main, &mutant.class] {
            content.extend_from_slice(&(text.len() as u16).to_be_bytes());
            content.extend_from_slice(text.as_bytes());
        }
        content.extend_from_slice(&(mutant.bytes.len() as u32).to_be_bytes());
        content.extend_from_slice(&mutant.bytes);
    }
    std::fs::write(&input, content).expect("the mutants");
    let mut ends = Vec::new();
    while ends.len() < mutants.len() {
        let mut command = Command::new(jdk().home.join("bin/java"));
        command
            .args(["-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=", "-Xmx300m", "-Xss512k"])
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-CreateCoredumpOnCrash"])
            .arg(format!("-XX:ErrorFile={}", driver.join("crash.txt").display()));
        if std::env::var_os("RADDLE_MUTANT").is_some() {
            command.arg("-Dexplain=true");
        }
        let status = command
            .arg("-cp")
            .arg(&driver)
            .arg("MutantDriver")
            .args([classes, &input])
            .arg(ends.len().to_string())
            .arg(&output)
            .output()
            .expect("java");
        ends.extend(parse_ends(&std::fs::read(&output).unwrap_or_default()));
        if !status.status.success() {
            ends.push(End::Undecided("HotSpot ended".to_owned()));
        }
    }
    ends
}

fn parse_ends(bytes: &[u8]) -> Vec<End> {
    let mut ends = Vec::new();
    let mut rest = bytes;
    while let Some((kind, after)) = rest.split_first() {
        rest = after;
        let mut texts = Vec::new();
        for _ in 0..2 {
            let Some((length, after)) = rest.split_first_chunk::<4>() else { return ends };
            let Some((text, after)) = after.split_at_checked(u32::from_be_bytes(*length) as usize) else {
                return ends;
            };
            texts.push(String::from_utf8_lossy(text).into_owned());
            rest = after;
        }
        let (output, thrown) = (texts.pop().unwrap_or_default(), texts.pop().unwrap_or_default());
        ends.push(match kind {
            // How much of it there is differs.
            0 if ["OutOfMemoryError", "StackOverflowError"].iter().any(|error| thrown.contains(error)) => {
                End::Undecided("no memory".to_owned())
            }
            0 => End::Ran(thrown, output),
            1 => End::Refused(thrown),
            _ => End::Undecided("too slow".to_owned()),
        });
    }
    ends
}

/// What nobody caught, as the driver for HotSpot tells it.
fn uncaught(err: &str) -> String {
    let mut text = String::new();
    for line in err.lines() {
        let Some((thread, rest)) =
            line.strip_prefix("Exception in thread \"").and_then(|rest| rest.split_once("\" "))
        else {
            continue;
        };
        let class = rest.split([':', ' ']).next().unwrap_or_default();
        text.push_str(&format!("{thread} {class}\n"));
    }
    text
}

fn on_raddle(folder: &Path, classes: &Path, mutant: &Mutant) -> End {
    let path = folder.join(format!("{}.class", mutant.class.replace('.', "/")));
    std::fs::create_dir_all(path.parent().unwrap_or(folder)).expect("a folder");
    std::fs::write(&path, &mutant.bytes).expect("a class");
    let (out, err) = (Kept::default(), Kept::default());
    let options = RunOptions {
        class_path: vec![folder.to_owned(), classes.to_owned()],
        main_class: mutant.main.clone(),
        limits: Limits { instructions: Some(20_000_000), heap_bytes: 64 << 20, ..Limits::default() },
        ..RunOptions::default()
    };
    let sinks = Sinks { out: Box::new(out.clone()), err: Box::new(err.clone()) };
    let halt = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&options, sinks)));
    let _ = std::fs::remove_file(&path);
    match halt {
        Ok(Halt::Exit(_)) => End::Ran(uncaught(&err.text()), out.text()),
        Ok(Halt::BadInput(message)) => End::Refused(format!("here: {message}")),
        Ok(other) => End::Undecided(format!("{other:?}")),
        Err(_) => End::Undecided("a panic of the machine".to_owned()),
    }
}

/// Whether our end is right, where HotSpot's is known.
fn agrees(expected: &End, actual: &End) -> bool {
    match (expected, actual) {
        (End::Undecided(_), End::Undecided(words)) => !words.contains("panic"),
        (End::Undecided(_), _) => true,
        (End::Refused(_), End::Refused(_)) => true,
        // The same error was thrown in the program, which may go on in other threads.
        (End::Refused(error), End::Ran(thrown, _)) => error == thrown,
        _ => expected == actual,
    }
}

struct Difference {
    was_refused: bool,
    words: String,
}

fn compare(label: &str, seed: u64, count: usize) -> Vec<Difference> {
    let (classes, files) = victims(label);
    let mutants = mutants(seed, count, &files);
    let expected = on_hotspot(label, &classes, &mutants);
    let only: Option<usize> = std::env::var("RADDLE_MUTANT").ok().and_then(|text| text.parse().ok());
    let mut differences = Vec::new();
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..2)
            .map(|worker| {
                let (mutants, expected, classes) = (&mutants, &expected, &classes);
                let folder = scratch(&format!("{label}-{worker}"));
                std::thread::Builder::new()
                    .stack_size(64 << 20)
                    .spawn_scoped(scope, move || {
                        let mut differences = Vec::new();
                        for (index, mutant) in mutants.iter().enumerate() {
                            if index % 2 != worker || only.is_some_and(|only| only != index) {
                                continue;
                            }
                            let actual = on_raddle(&folder, classes, mutant);
                            if only.is_some() || !agrees(&expected[index], &actual) {
                                let Mutant { class, words, .. } = mutant;
                                differences.push((index, Difference {
                                    was_refused: matches!(expected[index], End::Refused(_)),
                                    words: format!(
                                        "seed {seed}, mutant {index}: {class}: {words}\n  HotSpot: {:?}\n  here:    {actual:?}",
                                        expected[index]
                                    ),
                                }));
                            }
                        }
                        differences
                    })
                    .expect("a worker")
            })
            .collect();
        for handle in handles {
            differences.extend(handle.join().expect("a worker"));
        }
    });
    if let Some(only) = only {
        std::fs::write(scratch("shown").join("Shown.class"), &mutants[only].bytes).expect("a class");
    }
    let refused = expected.iter().filter(|end| matches!(end, End::Refused(_))).count();
    println!("seed {seed}: HotSpot refuses {refused} of {count}");
    differences.sort_by_key(|(index, _)| *index);
    differences.into_iter().map(|(_, difference)| difference).collect()
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

#[test]
fn random_mutants_end_as_on_hotspot() {
    let seed = number("RADDLE_SEED").unwrap_or(1);
    let count = number("RADDLE_MUTANTS").unwrap_or(400) as usize;
    let differences = compare("mutants", seed, count);
    let missed = differences.iter().filter(|difference| difference.was_refused).count();
    for difference in &differences {
        println!("{}", difference.words);
    }
    println!("{missed} mutants that HotSpot refuses are not, {} others differ", differences.len() - missed);
    assert!(differences.len() * 100 <= count, "{} of {count} mutants differ", differences.len());
}
