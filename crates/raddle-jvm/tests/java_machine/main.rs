//! Tests of the Java machine against HotSpot. One binary, so that the JDK is looked for and sources are compiled once.

mod differential;
mod every_method;
mod fingerprints;
mod footprints;
mod fork_join;
mod grains;
mod handles;
mod hotspot;
mod isomorphic;
mod library_steps;
mod listening;
mod malformed;
mod memory;
mod merged_library_steps;
mod mutants;
mod questions;
mod random;
mod random_programs;
mod random_schedules;
mod schedules;
mod sight;
mod sites;
mod time;
mod vocabulary;
