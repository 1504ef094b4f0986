//! Compiling Java and running it on HotSpot, many programs in one process, and on our machine.

use raddle_jvm::classes::jdk::Jdk;
use raddle_jvm::machine::{Halt, Sinks};
use raddle_jvm::run::{RunOptions, run};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

/// The last JDK whose security manager keeps a program from ending the process.
const LAST_WITH_SECURITY_MANAGER: u32 = 23;

/// What a program printed, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Standard output.
    pub output: String,
    /// The exit code, or words for another end.
    pub end: String,
}

/// The JDK of the tests.
pub fn jdk() -> Jdk {
    Jdk::find(None).expect("the tests need a JDK with javac")
}

/// A JDK of another version, if this machine has one: `RADDLE_JDK_25` for 25, or the usual places.
pub fn other_jdk(major: u32) -> Option<Jdk> {
    let given = std::env::var_os(format!("RADDLE_JDK_{major}")).and_then(|home| Jdk::at(Path::new(&home)));
    given.or_else(|| Jdk::in_usual_places().into_iter().find(|jdk| jdk.major() == major))
}

/// A directory of this test run for one purpose, emptied.
pub fn scratch(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a scratch directory");
    directory
}

/// Compiles sources into a directory.
pub fn compile(sources: &[PathBuf], into: &Path) {
    compile_by(&jdk().javac().expect("the tests need javac"), &[], sources, into);
}

/// Compiles sources into a directory by a given compiler, with more options.
pub fn compile_by(javac: &Path, options: &[&str], sources: &[PathBuf], into: &Path) {
    let list = into.join("sources.txt");
    let text: Vec<String> = sources.iter().map(|path| path.display().to_string()).collect();
    std::fs::write(&list, text.join("\n")).expect("the list of sources");
    let status = Command::new(javac)
        .args(["-g", "-nowarn", "-encoding", "UTF-8", "-J-XX:+UseSerialGC"])
        .args(options)
        .arg("-d")
        .arg(into)
        .arg(format!("@{}", list.display()))
        .output()
        .expect("javac");
    assert!(status.status.success(), "javac: {}", String::from_utf8_lossy(&status.stderr));
}

/// HotSpot with the settings of all tests.
fn hotspot(jdk: &Jdk) -> Command {
    let mut command = Command::new(jdk.home.join("bin/java"));
    command
        .args(["-Dfile.encoding=UTF-8", "-Duser.language=en", "-Duser.country=", "-Duser.timezone=UTC"])
        .args(["-Xmx400m", "-Xshare:auto", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]);
    command
}

/// Runs one program on HotSpot in a process of its own: newer JDKs do not let the driver catch an exit.
fn alone_on_hotspot(jdk: &Jdk, classes: &Path, name: &str) -> Outcome {
    let output = hotspot(jdk).arg("-cp").arg(classes).arg(name).output().expect("java");
    let end = output.status.code().map_or_else(|| "a signal".to_owned(), |code| code.to_string());
    Outcome { output: String::from_utf8_lossy(&output.stdout).into_owned(), end }
}

/// Runs programs on HotSpot, in one process.
pub fn on_hotspot(jdk: &Jdk, classes: &Path, names: &[String]) -> Vec<Outcome> {
    let of_classes = classes.file_name().unwrap_or_default().to_string_lossy();
    let driver = scratch(&format!("driver-{of_classes}-{}", jdk.major()));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java_machine/HotSpotDriver.java");
    compile(&[source], &driver);
    let results = driver.join("results.bin");
    let mut command = hotspot(jdk);
    if jdk.major() <= LAST_WITH_SECURITY_MANAGER {
        command.arg("-Djava.security.manager=allow");
    }
    let output = command
        .arg("-cp")
        .arg(&driver)
        .arg("HotSpotDriver")
        .arg(classes)
        .arg(&results)
        .args(names)
        .output()
        .expect("java");
    assert!(output.status.success(), "java: {}", String::from_utf8_lossy(&output.stderr));
    let bytes = std::fs::read(&results).expect("the results of HotSpot");
    let mut at = 0;
    let mut take = |count: usize| {
        let taken = &bytes[at..at + count];
        at += count;
        taken
    };
    names
        .iter()
        .map(|name| {
            let length = u16::from_be_bytes(take(2).try_into().expect("two bytes"));
            assert_eq!(take(usize::from(length)), name.as_bytes());
            let code = i32::from_be_bytes(take(4).try_into().expect("four bytes"));
            let length = u32::from_be_bytes(take(4).try_into().expect("four bytes"));
            let output = String::from_utf8_lossy(take(length as usize)).into_owned();
            Outcome { output, end: code.to_string() }
        })
        .collect()
}

/// Runs programs on HotSpot again and again, in one process: what `play` of a new object gave, whatever it was.
pub fn on_hotspot_often(
    jdk: &Jdk,
    classes: &Path,
    names: &[String],
    times: usize,
) -> BTreeMap<String, BTreeSet<String>> {
    let of_classes = classes.file_name().unwrap_or_default().to_string_lossy();
    let driver = scratch(&format!("outcomes-{of_classes}"));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java_machine/OutcomesDriver.java");
    compile(&[source], &driver);
    let (list, results) = (driver.join("names.txt"), driver.join("outcomes.txt"));
    std::fs::write(&list, names.join("\n")).expect("the list of programs");
    let mut command = hotspot(jdk);
    command.arg("-Draddle.hotspot=true").arg("-cp").arg(&driver).arg("OutcomesDriver").arg(classes);
    let output = command.args([&list, &results]).arg(times.to_string()).output().expect("java");
    assert!(output.status.success(), "java: {}", String::from_utf8_lossy(&output.stderr));
    let mut outcomes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in std::fs::read_to_string(&results).expect("the outcomes of HotSpot").lines() {
        let (name, outcome) = line.split_once('\t').expect("a name and an outcome");
        outcomes.entry(name.to_owned()).or_default().insert(outcome.to_owned());
    }
    outcomes
}

/// A sink whose content can be looked at.
#[derive(Clone, Default)]
pub struct Kept(Rc<RefCell<Vec<u8>>>);

impl Kept {
    /// What was written so far.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.borrow()).into_owned()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Runs a program on our machine, and gives what went to standard error as well.
pub fn on_raddle(jdk: &Jdk, classes: &Path, name: &str) -> (Outcome, String) {
    let out = Kept::default();
    let err = Kept::default();
    let options = RunOptions {
        class_path: vec![classes.to_owned()],
        main_class: name.to_owned(),
        jdk: Some(jdk.home.clone()),
        ..RunOptions::default()
    };
    let sinks = Sinks { out: Box::new(out.clone()), err: Box::new(err.clone()) };
    let halt = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&options, sinks)));
    let end = match halt {
        Ok(Halt::Exit(code)) => code.to_string(),
        Ok(other) => format!("{other:#?}"),
        Err(_) => "a panic of the machine".to_owned(),
    };
    (Outcome { output: out.text(), end }, err.text())
}

/// Compares all programs, two at a time, and fails with every difference. `exits` are those that end the process.
pub fn compare(jdk: &Jdk, classes: &Path, names: &[String], exits: &[String]) {
    let is_alone = |name: &String| jdk.major() > LAST_WITH_SECURITY_MANAGER && exits.contains(name);
    let together: Vec<String> = names.iter().filter(|name| !is_alone(name)).cloned().collect();
    let mut of_together = on_hotspot(jdk, classes, &together).into_iter();
    let expected: Vec<Outcome> = names
        .iter()
        .map(|name| {
            if is_alone(name) {
                alone_on_hotspot(jdk, classes, name)
            } else {
                of_together.next().expect("an outcome for each program")
            }
        })
        .collect();
    let workers = std::thread::available_parallelism().map_or(2, usize::from).min(4);
    let mut differences: Vec<String> = Vec::new();
    std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers)
            .map(|worker| {
                let expected = &expected;
                std::thread::Builder::new()
                    .stack_size(64 << 20)
                    .spawn_scoped(scope, move || {
                        let mut differences = Vec::new();
                        for (index, name) in names.iter().enumerate() {
                            if index % workers != worker {
                                continue;
                            }
                            let (actual, err) = on_raddle(jdk, classes, name);
                            if actual != expected[index] {
                                differences.push(describe(name, &expected[index], &actual, &err));
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
    differences.sort();
    assert!(
        differences.is_empty(),
        "{} of {} programs differ:\n{}",
        differences.len(),
        names.len(),
        differences.join("\n")
    );
}

fn describe(name: &str, expected: &Outcome, actual: &Outcome, err: &str) -> String {
    let mut text = format!("== {name}: exit {} expected, {} found\n", expected.end, actual.end);
    let mut shown = 0;
    let (mut left, mut right) = (expected.output.lines(), actual.output.lines());
    for line in 1.. {
        let pair = (left.next(), right.next());
        if pair == (None, None) || shown == 4 {
            break;
        }
        if pair.0 != pair.1 {
            shown += 1;
            text.push_str(&format!(
                "  line {line}: expected {:?}\n           found    {:?}\n",
                pair.0.unwrap_or("(end)"),
                pair.1.unwrap_or("(end)")
            ));
        }
    }
    for line in err.lines().take(12) {
        text.push_str(&format!("  stderr: {line}\n"));
    }
    text
}
