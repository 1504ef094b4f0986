//! What random tests share: pseudo-random numbers, and sources that a generator writes, compiled together.

use crate::hotspot::{compile, scratch};
use std::path::PathBuf;

/// A small generator of pseudo-random numbers (xorshift).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound
    }

    pub fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// Writes and compiles programs that a generator makes, as many as usual unless the environment says: their folder and
/// names.
pub fn programs(
    label: &str,
    usual: u64,
    source: impl Fn(&mut Random, &str) -> String,
) -> (PathBuf, Vec<String>) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let seed = number("RADDLE_SEED").unwrap_or(1);
    let programs = number("RADDLE_PROGRAMS").unwrap_or(usual);
    println!("seeds from {seed}");
    let directory = scratch(&format!("{label}-{seed}"));
    let names: Vec<String> = (seed..seed + programs).map(|seed| format!("Random{seed}")).collect();
    let mut paths = Vec::new();
    for (name, seed) in names.iter().zip(seed..) {
        let path = directory.join(format!("{name}.java"));
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..4 {
            random.next();
        }
        std::fs::write(&path, source(&mut random, name)).expect("a source");
        paths.push(path);
    }
    compile(&paths, &directory);
    (directory, names)
}
