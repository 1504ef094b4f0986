//! The kernel's tests, in one binary.

mod counts;
mod endings;
mod estimate;
mod examples;
mod guides;
mod hidden;
mod jobs;
mod kit;
mod minimise;
mod random;
mod rounds;
