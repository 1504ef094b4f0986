//! Amounts as people write them: `30s`, `2GB`.

use std::time::Duration;

fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(text.len());
    let amount = text[..end].parse::<f64>().ok()?;
    Some((amount, text[end..].trim()))
}

/// A duration such as `500ms`, `30s`, `5m`, `1.5h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as 500ms, 30s, 5m or 1h".to_owned();
    let (amount, unit) = split(text).ok_or_else(wrong)?;
    let seconds = match unit {
        "ms" => amount / 1000.0,
        "" | "s" => amount,
        "m" | "min" => amount * 60.0,
        "h" => amount * 3600.0,
        "d" => amount * 86_400.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// An amount of memory such as `500MB`, `2GiB`; a bare number is bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let wrong = || "expected an amount of memory such as 500MB or 2GiB".to_owned();
    let (amount, unit) = split(text).ok_or_else(wrong)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "kib" => 1024.0,
        "m" | "mb" => 1e6,
        "mib" => 1024.0 * 1024.0,
        "g" | "gb" => 1e9,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let total = amount * factor;
    if total < 1.0 || total > u64::MAX as f64 { Err(wrong()) } else { Ok(total as u64) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{bytes, duration};

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
        assert!(duration("soon").is_err());
        assert!(duration("3 fortnights").is_err());
        assert!(duration("").is_err());
    }

    #[test]
    fn memory_has_units() {
        assert_eq!(bytes("1.5GB"), Ok(1_500_000_000));
        assert_eq!(bytes("2 MiB"), Ok(2 * 1024 * 1024));
        assert!(bytes("0").is_err());
        assert!(bytes("lots").is_err());
    }
}
