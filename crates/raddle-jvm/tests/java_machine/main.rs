//! Tests of the Java machine against HotSpot. One binary, so that the JDK is looked for and sources are compiled once.

mod differential;
mod fingerprints;
mod hotspot;
mod library_steps;
mod listening;
mod malformed;
mod merged_library_steps;
mod random;
mod random_programs;
mod random_schedules;
mod schedules;
