//! What a piece of work costs: processor time and peak memory, of this process or of another one. Linux tells both in
//! `/proc`; elsewhere nothing is measured, and the tables say so.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The clock ticks that Linux counts in `/proc/…/stat`, in a second.
const TICKS: f64 = 100.0;

/// What a process that has ended did.
pub struct Ended {
    /// What it printed.
    pub printed: String,
    /// Its largest memory, in bytes.
    pub peak: u64,
    /// Its processor time in seconds.
    pub cpu: f64,
    /// Whether it ended well.
    pub good: bool,
}

/// The processor time of this process so far, in seconds: exact for one thread, in hundredths of seconds for more.
pub fn own_cpu() -> f64 {
    let exact = fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or(0.0, |nanoseconds| nanoseconds / 1e9);
    let whole = ticks(&["self".to_owned()], 13) + ticks(&["self".to_owned()], 14);
    // Threads that have ended are only in the ticks, which lag behind by one at most for each of two sums.
    if whole > exact + 3.0 / TICKS { whole } else { exact }
}

/// The largest memory of this process so far, in bytes.
pub fn own_peak() -> u64 {
    peak("self").unwrap_or(0)
}

fn peak(process: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// A field of `/proc/PID/stat`, counted from 0, in seconds.
fn ticks(process: &[String], field: usize) -> f64 {
    let read = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", process.first()?)).ok()?;
        // The name in brackets may hold blanks.
        let rest = &stat[stat.rfind(')')? + 2..];
        rest.split(' ').nth(field - 2)?.parse::<f64>().ok()
    };
    read().map_or(0.0, |count| count / TICKS)
}

/// Runs a process to its end.
pub fn run(command: &mut Command) -> std::io::Result<Ended> {
    let own = ["self".to_owned()];
    let before = ticks(&own, 15) + ticks(&own, 16);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let reader = |pipe: Option<Box<dyn Read + Send>>| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            if let Some(mut pipe) = pipe {
                // What was printed before a fault is still worth showing.
                let _ = pipe.read_to_end(&mut text);
            }
            String::from_utf8_lossy(&text).into_owned()
        })
    };
    let out = reader(stdout.map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let errors = reader(stderr.map(|pipe| Box::new(pipe) as Box<dyn Read + Send>));
    let id = child.id().to_string();
    let mut highest = 0;
    let status = loop {
        highest = peak(&id).unwrap_or(0).max(highest);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let cpu = ticks(&own, 15) + ticks(&own, 16) - before;
    let printed = out.join().unwrap_or_default();
    let complaints = errors.join().unwrap_or_default();
    if !status.success() {
        eprintln!("{complaints}");
    }
    Ok(Ended { printed, peak: highest, cpu, good: status.success() })
}
