//! The kernel's tests, in one binary.

mod counts;
mod endings;
mod estimate;
mod examples;
mod grains;
mod guides;
mod hidden;
mod jobs;
mod kit;
mod minimise;
mod random;
mod rounds;
mod strategy;
mod unfolding;

// For the files of the kernel that `strategy` compiles once more.
use raddle_explore::{
    arrival, context, ending, guide, names, operation, pool, program, search, verdict, walker, worker,
};
