//! The kernel's tests, in one binary.

mod counts;
mod endings;
mod estimate;
mod minimise;
mod random;
