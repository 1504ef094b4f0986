//! `cargo xtask bench java-testing`: what it takes to find the bugs of the Java programs of the value-schedules table, with
//! the published figures of JPF 4.1 and of value schedules beside ours, and with JPF itself on the same class files where
//! a path to it is given.
//!
//! A state is a choice point kept because an alternative remained, as in the table's source. Processor time is that of the
//! whole process, from class files, start-up included; the peak of memory is looked at every few milliseconds.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::stage::{cargo, root, succeeds};
use crate::table::Table;

/// A program: its class, whether its bug is an exception, and the published states and seconds of value schedules and JPF.
struct Row {
    class: &'static str,
    exception: bool,
    schedules: (&'static str, &'static str),
    jpf: (&'static str, &'static str),
}

const fn row(
    class: &'static str,
    exception: bool,
    schedules: (&'static str, &'static str),
    jpf: (&'static str, &'static str),
) -> Row {
    Row { class, exception, schedules, jpf }
}

const ROWS: &[Row] = &[
    row("TwoStage", true, ("7", "5.50"), ("82", "1.00")),
    row("WrongLock", true, ("5", "5.01"), ("42", "1.00")),
    row("ProducerConsumer", true, ("30", "24.11"), ("121", "3.00")),
    row("BlockBarrier", true, ("24", "8.50"), ("896", "4.00")),
    row("Reorder", true, ("16", "5.22"), ("722", "3.00")),
    row("DeadlockD1", false, ("4", "4.95"), ("70", "1.00")),
    row("DeadlockD2", false, ("8", "4.33"), ("24", "1.00")),
    row("DiningPhilosopher", false, ("367", "6.52"), ("1927", "7.80")),
    row("LoseNotify", false, ("7", "4.40"), ("13", "1.00")),
    row("Clean", false, ("3", "4.90"), ("614", "3.00")),
    row("NestedMonitor", false, ("19", "4.72"), ("33", "1.00")),
    row("AlarmClock", true, ("48", "17.18"), ("987", "3.74")),
    row("RaxExtend", true, ("11", "85.03"), ("TO", "TO")),
    row("Daisy", true, ("6477", "89.64"), ("50222", "21.88")),
    row("ReadersWritersDeadlock", false, ("28", "27.01"), ("65681652", "416538.66")),
    row("ReadersWritersException", true, ("6090", "218.38"), ("439092", "439.09")),
    row("ReplicatedWorker", false, ("1206", "34.63"), ("614842", "437.15")),
    row("BoundedBuffer", false, ("71876", "243.67"), ("344720", "166.82")),
    row("LinkedList", true, ("197", "20.53"), ("42137", "91.00")),
    row("Piper", false, ("15", "11.80"), ("224", "4.41")),
    row("AccountRace", true, ("124", "88.83"), ("344", "4.09")),
    row("AccountDeadlock", false, ("49991", "333.13"), ("314118", "160.73")),
    row("AccountSubtype", true, ("332", "29.58"), ("2132349", "1125.44")),
];

/// The strategies, with their words on the command line. But for `auto`, races are no findings: what they break is.
const STRATEGIES: &[(&str, &[&str])] = &[
    ("auto", &[]),
    ("dpor", &["--strategy", "dpor", "--allow", "races"]),
    ("merged", &["--strategy", "exhaustive", "--merge-states", "--allow", "races"]),
    ("random", &["--strategy", "random", "--allow", "races"]),
    ("pct", &["--strategy", "pct", "--allow", "races"]),
];

/// What is asked for on the command line.
struct Wanted<'w> {
    seconds: u64,
    jpf: Option<&'w str>,
    words: Vec<&'w str>,
}

/// Whether the name of a program contains this word.
pub fn is_known(word: &str) -> bool {
    ROWS.iter().any(|row| row.class.contains(word))
}

fn parse<'w>(words: &[&'w str]) -> Result<Wanted<'w>, String> {
    let mut wanted = Wanted { seconds: 60, jpf: None, words: Vec::new() };
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        match word {
            "--seconds" => {
                let number = words.next().and_then(|number| number.parse().ok());
                wanted.seconds = number.ok_or("--seconds: expected a number")?;
            }
            "--jpf" => {
                let place = words.next().ok_or("--jpf: expected the folder of a built JPF, or a script")?;
                wanted.jpf = Some(place);
            }
            _ => wanted.words.push(word),
        }
    }
    Ok(wanted)
}

/// What a process came to.
struct Measured {
    out: String,
    /// Processor time in seconds.
    cpu: Option<f64>,
    /// The peak of memory in megabytes.
    peak: Option<u64>,
}

/// The ticks of the clock in which the kernel counts processor time; 100 on every Linux that is built as usual.
const TICKS: f64 = 100.0;

/// The processor time of all processes that this one has waited for.
fn children_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS)
}

/// The most memory that a process has held, in megabytes.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok().map(|kilobytes| kilobytes / 1024)
}

/// Runs a command to its end, or until its time is over, and measures it.
#[expect(clippy::disallowed_methods, reason = "a benchmark measures time")]
fn measure(command: &mut Command, limit: Duration) -> Option<Measured> {
    let out = std::env::temp_dir().join(format!("raddle-bench-{}", std::process::id()));
    let file = std::fs::File::create(&out).ok()?;
    let before = children_seconds();
    let started = Instant::now();
    let mut child = command
        .stdout(Stdio::from(file))
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| eprintln!("error: {}: {error}", command.get_program().to_string_lossy()))
        .ok()?;
    let mut highest = None;
    while child.try_wait().ok()?.is_none() {
        highest = peak(child.id()).max(highest);
        if started.elapsed() > limit {
            let _ = child.kill();
        }
        std::thread::sleep(Duration::from_millis(3));
    }
    let cpu = children_seconds().zip(before).map(|(after, before)| after - before);
    let text = std::fs::read_to_string(&out).unwrap_or_default();
    let _ = std::fs::remove_file(&out);
    Some(Measured { out: text, cpu, peak: highest })
}

/// Compiles the programs; `None` if that fails.
fn compile() -> Option<PathBuf> {
    let folder = std::env::temp_dir().join("raddle-bench-java");
    std::fs::create_dir_all(&folder).ok()?;
    let mut command = Command::new("javac");
    command.arg("-g").arg("-d").arg(&folder);
    for entry in std::fs::read_dir(root().join("benches/java/value-schedules")).ok()? {
        command.arg(entry.ok()?.path());
    }
    succeeds(&mut command).then_some(folder)
}

/// The binary, as users get it.
fn binary() -> Option<PathBuf> {
    if !succeeds(&mut cargo(&["build", "--quiet", "--release", "--locked", "--package", "raddle"])) {
        return None;
    }
    let output = cargo(&["metadata", "--format-version", "1", "--no-deps"]).output().ok()?;
    let metadata: Value = serde_json::from_slice(&output.stdout).ok()?;
    Some(Path::new(metadata["target_directory"].as_str()?).join("release").join("raddle"))
}

fn figure<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// One line of the table for a strategy of ours.
fn ours(
    binary: &Path,
    classes: &Path,
    row: &Row,
    name: &str,
    words: &[&str],
    seconds: u64,
) -> Option<Vec<String>> {
    let mut command = Command::new(binary);
    command.arg("check").arg("--class-path").arg(classes).arg(row.class).args(words);
    command.args(["--jobs", "1", "--format", "json", "--time-limit", &format!("{seconds}s")]);
    let measured = measure(&mut command, Duration::from_secs(seconds + 60))?;
    let result: Value = serde_json::from_str(&measured.out).unwrap_or(Value::Null);
    let kind = result["findings"][0]["kind"].as_str();
    let expected =
        |kind: &str| if row.exception { kind == "exception" } else { matches!(kind, "deadlock" | "stuck") };
    let verdict =
        match kind {
            Some(kind) if expected(kind) => kind.to_owned(),
            Some(kind) => format!("{kind} (other)"),
            None => result["reasons"][0]
                .as_str()
                .map_or("no result", |reason| {
                    if reason.contains("fingerprints") { "not possible" } else { "not found" }
                })
                .to_owned(),
        };
    let count = |key: &str| figure(result["stats"][key].as_u64());
    Some(vec![
        row.class.to_owned(),
        name.to_owned(),
        verdict,
        count("runs"),
        count("choice_points"),
        count("steps"),
        count("bytecodes"),
        figure(measured.cpu.map(|cpu| format!("{cpu:.2}"))),
        figure(measured.peak),
    ])
}

/// A figure after a name in JPF's statistics, such as `new=705`.
fn after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let rest = &text[text.find(name)? + name.len()..];
    rest.split(|letter: char| !letter.is_ascii_digit()).find(|part| !part.is_empty())
}

/// What JPF says of its first error: the kind that we would give it.
fn their_finding(text: &str) -> String {
    let Some(error) = text.split_once("error #1:").map(|(_, rest)| rest.lines().next().unwrap_or_default())
    else {
        return "not found".to_owned();
    };
    if error.contains("deadlock") {
        "deadlock".to_owned()
    } else if error.contains("AssertionError") {
        "assertion".to_owned()
    } else if error.contains("UncaughtExceptions") {
        "exception".to_owned()
    } else {
        "found".to_owned()
    }
}

/// One line of the table for JPF, with its default search: `jpf` is the folder of a built one, or a script that starts it.
fn theirs(jpf: &str, classes: &Path, class: &str, seconds: u64) -> Option<Vec<String>> {
    let place = Path::new(jpf);
    let mut command = if place.is_file() {
        Command::new(place)
    } else {
        let mut command = Command::new("java");
        command.arg("-jar").arg(place.join("build/RunJPF.jar"));
        command
    };
    command.arg(format!("+classpath={}", classes.display())).arg(class);
    let measured = measure(&mut command, Duration::from_secs(seconds))?;
    let number = |name: &str| after(&measured.out, name)?.parse::<u64>().ok();
    Some(vec![
        class.to_owned(),
        "JPF".to_owned(),
        their_finding(&measured.out),
        "-".to_owned(),
        figure(number("new=")),
        "-".to_owned(),
        figure(number("instructions:")),
        figure(measured.cpu.map(|cpu| format!("{cpu:.2}"))),
        // A script may have started another process, whose memory only JPF itself knows.
        figure(measured.peak.max(number("max memory:"))),
    ])
}

/// Prints the table.
pub fn table(words: &[&str]) -> bool {
    let wanted = match parse(words) {
        Ok(wanted) => wanted,
        Err(error) => {
            eprintln!("error: {error}");
            return false;
        }
    };
    let (Some(binary), Some(classes)) = (binary(), compile()) else { return false };
    let mut table = Table::default();
    table.row(["program", "strategy", "found", "runs", "states", "steps", "bytecodes", "CPU s", "peak MB"]);
    for row in ROWS {
        if !wanted.words.iter().all(|word| row.class.contains(word)) {
            continue;
        }
        for (name, words) in STRATEGIES {
            let Some(cells) = ours(&binary, &classes, row, name, words, wanted.seconds) else { return false };
            table.row(cells);
        }
        if let Some(jpf) = wanted.jpf {
            let Some(cells) = theirs(jpf, &classes, row.class, wanted.seconds) else { return false };
            table.row(cells);
        }
        for (name, (states, seconds)) in
            [("JPF 4.1, published", row.jpf), ("value schedules, published", row.schedules)]
        {
            table.row([row.class, name, "", "", states, "", "", seconds, ""]);
        }
    }
    table.print();
    true
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use super::{their_finding, theirs};

    /// What JPF prints of a deadlock, but for the traces.
    const PRINTED: &str = r#"JavaPathfinder core system v8.0 - (C) 2005-2014 United States Government.

====================================================== search started: 11/16/26, 2:10 AM

====================================================== error 1
gov.nasa.jpf.vm.NotDeadlockedProperty
deadlock encountered:
  thread Losing:{id:1,name:Thread-1,status:WAITING,priority:5,isDaemon:false,lockCount:1,suspendCount:0}

====================================================== results
error #1: gov.nasa.jpf.vm.NotDeadlockedProperty "deadlock encountered:   thread Losing..."

====================================================== statistics
elapsed time:       00:00:01
states:             new=60,visited=13,backtracked=41,end=2
search:             maxDepth=18,constraints=0
choice generators:  thread=60 (signal=0,lock=14,sharedRef=31,threadApi=4,reschedule=11), data=0
heap:               new=402,released=55,maxLive=371,gcCycles=73
instructions:       12034
max memory:         245MB
loaded code:        classes=66,methods=1503
"#;

    #[test]
    fn the_statistics_of_jpf_become_a_line_of_the_table() {
        let folder = std::env::temp_dir().join(format!("raddle-stand-in-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let script = folder.join("jpf");
        let text = format!(
            "#!/bin/sh\n[ \"$1\" = +classpath=classes ] || exit 1\n[ \"$2\" = LoseNotify ] || exit 1\ncat <<'END'\n{PRINTED}END\n"
        );
        std::fs::write(&script, text).expect("a script");
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("it can be started");
        let path = script.to_str().expect("a path in plain letters");
        let cells = theirs(path, Path::new("classes"), "LoseNotify", 20);
        std::fs::remove_dir_all(&folder).expect("it was there");
        let cells = cells.expect("it was measured");
        assert_eq!(cells[..7], ["LoseNotify", "JPF", "deadlock", "-", "60", "-", "12034"]);
        assert!(cells[7].parse::<f64>().is_ok(), "{cells:?}");
        assert_eq!(cells[8], "245");
    }

    #[test]
    fn errors_of_jpf_have_kinds() {
        let exception =
            r#"error #1: gov.nasa.jpf.vm.NoUncaughtExceptionsProperty "java.lang.NullPointerException ..."#;
        assert_eq!(their_finding(exception), "exception");
        let assertion =
            r#"error #1: gov.nasa.jpf.vm.NoUncaughtExceptionsProperty "java.lang.AssertionError ..."#;
        assert_eq!(their_finding(assertion), "assertion");
        assert_eq!(their_finding("no errors detected"), "not found");
    }
}
