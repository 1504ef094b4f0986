//! `cargo xtask bench NAME`: prints one table of measurements.

/// Runs the benchmark of this name.
pub fn run(words: &[&str]) -> bool {
    let name = words.first().copied().unwrap_or("");
    eprintln!("error: unknown benchmark '{name}': known is kernel");
    false
}
