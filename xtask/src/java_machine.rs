//! `cargo xtask bench java-machine`: the Java machine beside `java -Xint` and, where its path is given, JPF, on the
//! programs of `benches/java-machine`; then start-up, resident memory, and the time of a fork.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::stage::{cargo, root, succeeds};
use crate::table::Table;

/// Programs that run long enough to compare interpreters.
const PROGRAMS: &[&str] =
    &["Arithmetic", "Sorting", "Maps", "Texts", "Allocation", "VirtualCalls", "InterfaceCalls", "Exceptions"];

/// Programs of which only the start-up matters, with the target in CPU seconds.
const START_UPS: &[(&str, f64)] = &[("Hello", 0.15), ("Words", 0.4)];

/// How often a start-up is repeated: the host's clock of CPU time is coarse.
const REPETITIONS: u32 = 20;

/// What one process took.
#[derive(Clone, Copy, Default)]
struct Cost {
    cpu_seconds: f64,
    peak_megabytes: f64,
}

/// The CPU seconds of all children that have ended.
fn children_seconds() -> f64 {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Fields 16 and 17; the second one, the name, may contain blanks, so counting begins after it.
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks: f64 =
        after_name.split_whitespace().skip(13).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
    ticks / TICKS_PER_SECOND
}

/// Waits for a child, and gives the largest resident memory that was seen, in megabytes.
fn watch(child: &mut Child) -> std::io::Result<(bool, f64)> {
    let path = format!("/proc/{}/status", child.id());
    let mut peak = 0.0_f64;
    loop {
        let status = std::fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0.0) / 1024.0);
        if let Some(status) = child.try_wait()? {
            return Ok((status.success(), peak));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Runs a command, and checks that it ends well.
fn measure(command: &mut Command) -> Option<Cost> {
    let before = children_seconds();
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let (good, peak_megabytes) = watch(&mut child).ok()?;
    good.then(|| Cost { cpu_seconds: children_seconds() - before, peak_megabytes })
}

/// The mean of many runs.
fn measure_often(mut command: impl FnMut() -> Command) -> Option<Cost> {
    let mut sum = Cost::default();
    let before = children_seconds();
    for _ in 0..REPETITIONS {
        sum.peak_megabytes = sum.peak_megabytes.max(measure(&mut command())?.peak_megabytes);
    }
    sum.cpu_seconds = (children_seconds() - before) / f64::from(REPETITIONS);
    Some(sum)
}

/// The programs that are compared.
struct Contestants {
    raddle: PathBuf,
    jpf: Option<PathBuf>,
    classes: PathBuf,
}

impl Contestants {
    fn raddle(&self, name: &str) -> Command {
        let mut command = Command::new(&self.raddle);
        command.args(["run", "-cp"]).arg(&self.classes).arg(name);
        command
    }

    fn hotspot(&self, name: &str) -> Command {
        let mut command = Command::new("java");
        command.args(["-Xint", "-XX:+UseSerialGC", "-cp"]).arg(&self.classes).arg(name);
        command
    }

    fn jpf(&self, name: &str) -> Option<Command> {
        let mut command = Command::new("java");
        command.arg("-jar").arg(self.jpf.as_ref()?.join("build/RunJPF.jar"));
        command.arg(format!("+classpath={}", self.classes.display())).arg(name);
        Some(command)
    }
}

fn seconds(cost: Option<Cost>) -> String {
    cost.map_or_else(|| "failed".to_owned(), |cost| format!("{:.2}", cost.cpu_seconds))
}

fn megabytes(cost: Option<Cost>) -> String {
    cost.map_or_else(|| "failed".to_owned(), |cost| format!("{:.0}", cost.peak_megabytes))
}

fn ratio(ours: Option<Cost>, theirs: Option<Cost>) -> Option<f64> {
    Some(ours?.cpu_seconds / theirs?.cpu_seconds.max(0.001))
}

/// Compiles the programs, and builds what measures them.
fn prepare(jpf: Option<PathBuf>) -> Option<(Contestants, PathBuf)> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let classes = target.join("java-machine");
    std::fs::create_dir_all(&classes).ok()?;
    let sources = std::fs::read_dir(root().join("benches/java-machine")).ok()?;
    let sources = sources.flatten().map(|entry| entry.path()).filter(|path| is_java(path));
    let good = succeeds(Command::new("javac").args(["-g", "-nowarn", "-d"]).arg(&classes).args(sources))
        && succeeds(&mut cargo(&["build", "--quiet", "--release", "-p", "raddle"]))
        && succeeds(&mut cargo(&[
            "build",
            "--quiet",
            "--release",
            "-p",
            "raddle-jvm",
            "--example",
            "fork_java",
        ]));
    let release = target.join("release");
    let contestants = Contestants { raddle: release.join("raddle"), jpf, classes };
    good.then(|| (contestants, release.join("examples/fork_java")))
}

fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "java")
}

/// Whether there is a program of this name.
pub fn is_known(name: &str) -> bool {
    PROGRAMS.contains(&name) || START_UPS.iter().any(|(known, _)| *known == name)
}

/// Prints the tables. Words: `--jpf FOLDER` (a built JPF), and names of programs.
pub fn run(words: &[&str]) -> bool {
    let (jpf, names) = match words {
        ["--jpf", folder, names @ ..] => (Some(PathBuf::from(folder)), names),
        names => (None, names),
    };
    let Some((contestants, fork)) = prepare(jpf) else { return false };
    let wanted = |name: &str| names.is_empty() || names.contains(&name);
    let mut good = true;
    let mut table = Table::default();
    table.row(["program", "raddle s", "java -Xint s", "times", "JPF s", "raddle MB", "java MB"]);
    let mut ratios = Vec::new();
    for name in PROGRAMS.iter().filter(|name| wanted(name)) {
        let ours = measure(&mut contestants.raddle(name));
        let theirs = measure(&mut contestants.hotspot(name));
        let jpf = contestants
            .jpf(name)
            .map_or_else(|| "-".to_owned(), |mut command| seconds(measure(&mut command)));
        good &= ours.is_some() && theirs.is_some();
        let times = ratio(ours, theirs);
        ratios.extend(times);
        let times = times.map_or_else(|| "-".to_owned(), |times| format!("{times:.2}"));
        table.row([
            (*name).to_owned(),
            seconds(ours),
            seconds(theirs),
            times,
            jpf,
            megabytes(ours),
            megabytes(theirs),
        ]);
    }
    table.print();
    ratios.sort_by(f64::total_cmp);
    if let (Some(median), Some(worst)) = (ratios.get(ratios.len() / 2), ratios.last()) {
        println!("\nmedian {median:.2} times (target 4), worst {worst:.2} times (target 8)\n");
    }
    let mut table = Table::default();
    table.row(["start-up", "raddle s", "target s", "java -Xint s", "raddle MB", "target MB"]);
    for (name, target) in START_UPS.iter().filter(|(name, _)| wanted(name)) {
        let ours = measure_often(|| contestants.raddle(name));
        let theirs = measure_often(|| contestants.hotspot(name));
        good &= ours.is_some() && theirs.is_some();
        let row = [seconds(ours), target.to_string(), seconds(theirs), megabytes(ours), "80".to_owned()];
        table.row([(*name).to_owned()].into_iter().chain(row));
    }
    table.print();
    println!(
        "\nforking a heap of 100,000 objects, four dirtied pages included (microseconds, words, end; target 20):"
    );
    good && succeeds(Command::new(fork).arg(&contestants.classes).arg("Heap"))
}
