//! The command line of Raddle.
fn main() {}
