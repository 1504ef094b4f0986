//! The kernel's tests, in one binary.

mod counts;
mod random;
