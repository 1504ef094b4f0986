//! The kernel's tests, in one binary.

mod counts;
mod estimate;
mod minimise;
mod random;
