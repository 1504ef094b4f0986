//! How much memory this process holds.

/// The memory that the process holds now, in bytes; 0 where the system does not tell.
pub fn resident() -> u64 {
    std::fs::read_to_string("/proc/self/status").ok().and_then(|text| parse(&text)).unwrap_or(0)
}

/// Whether the system tells.
pub fn is_known() -> bool {
    resident() > 0
}

fn parse(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn the_resident_set_is_read() {
        assert_eq!(parse("Name:\traddle\nVmRSS:\t    2048 kB\nThreads:\t1\n"), Some(2 * 1024 * 1024));
        assert_eq!(parse("Name:\traddle\n"), None);
    }
}
