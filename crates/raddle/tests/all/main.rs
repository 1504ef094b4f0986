//! The command line as a user meets it: the binary is started, and its output and exit code are looked at.

mod abs;
mod answers;
mod bad_input;
mod forms;
mod interrupt;
mod java_testing;
mod known;
mod limits;
mod petri;
mod schedules;
mod support;
