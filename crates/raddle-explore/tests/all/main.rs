//! The kernel's tests, in one binary.

mod counts;
mod endings;
mod estimate;
mod hidden;
mod minimise;
mod random;
mod rounds;
