//! How much memory this process holds, and how much processor time it has used.

/// The memory that the process holds now, in bytes; 0 where the system does not tell.
pub fn resident() -> u64 {
    status("VmRSS:").unwrap_or(0)
}

/// The most memory that the process has held, in bytes, where the system tells.
pub fn peak() -> Option<u64> {
    status("VmHWM:")
}

/// The processor time of the process, in seconds, where the system tells.
pub fn cpu_seconds() -> Option<f64> {
    parse_times(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

fn status(key: &str) -> Option<u64> {
    parse(&std::fs::read_to_string("/proc/self/status").ok()?, key)
}

/// Whether the system tells.
pub fn is_known() -> bool {
    resident() > 0
}

/// The ticks of a second in which Linux counts processor time, for all that ask.
const TICKS: f64 = 100.0;

/// Behind the name of the program, which may hold anything, the times in user and system mode are the 12th and the 13th.
fn parse_times(stat: &str) -> Option<f64> {
    let (_, behind) = stat.rsplit_once(')')?;
    let times: Vec<f64> =
        behind.split_whitespace().skip(11).take(2).filter_map(|time| time.parse().ok()).collect();
    (times.len() == 2).then(|| times.iter().sum::<f64>() / TICKS)
}

fn parse(status: &str, key: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::{parse, parse_times};

    #[test]
    fn the_resident_set_is_read() {
        assert_eq!(
            parse("Name:\traddle\nVmRSS:\t    2048 kB\nThreads:\t1\n", "VmRSS:"),
            Some(2 * 1024 * 1024)
        );
        assert_eq!(parse("Name:\traddle\n", "VmRSS:"), None);
    }

    #[test]
    fn the_times_are_behind_the_name() {
        let stat = "7 (a ) b) S 1 7 7 0 -1 0 10 0 0 0 250 50 0 0 20 0 1 0 1 1 1";
        assert_eq!(parse_times(stat), Some(3.0));
        assert_eq!(parse_times("7 (a) S 1"), None);
    }
}
