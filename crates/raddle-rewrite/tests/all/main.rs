//! All tests of the crate that need more than one module of it.

mod bad_input;
mod commands;
mod differential;
mod functions;
mod large;
mod lists;
mod ltl;
mod maude;
mod meta;
mod orders;
mod output;
mod prelude;
mod random;
mod seeds;
mod soups;
mod strategies;
mod threads;
