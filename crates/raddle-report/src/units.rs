//! Amounts as people read them: 12,345, `3.2 s`.

use std::time::Duration;

/// A whole number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number and its noun, in the plural where it must be.
pub fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A duration for a person.
pub fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match seconds {
        _ if seconds < 0.001 => format!("{:.0} µs", seconds * 1e6),
        _ if seconds < 1.0 => format!("{:.0} ms", seconds * 1e3),
        _ if seconds < 120.0 => format!("{seconds:.1} s"),
        _ => format!("{} min {:.0} s", (seconds / 60.0).floor(), seconds % 60.0),
    }
}

/// A part of the whole, with as many digits as it takes to see that it is not nothing.
pub fn percent(fraction: f64) -> String {
    let percent = fraction * 100.0;
    match percent {
        _ if percent == 0.0 || percent >= 99.95 => format!("{percent:.0}"),
        _ if percent >= 1.0 => format!("{percent:.1}"),
        _ => format!("{percent:.1e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{count, grouped, percent};

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(count(1, "run"), "1 run");
        assert_eq!(count(0, "run"), "0 runs");
        assert_eq!([0.0, 0.5, 0.999_9, 1.0, 0.000_1].map(percent), ["0", "50.0", "100", "100", "1.0e-2"]);
    }
}
