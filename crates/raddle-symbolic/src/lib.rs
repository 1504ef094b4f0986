//! Unknown inputs: what a program computes from them, and for which values it goes which way.
//!
//! * [`term`]: bit-vector terms, kept once each; [`make`] builds them, simplified as they are made; [`semantics`] is the one
//!   place that says what each operator means.
//! * [`model`]: values of the unknowns, and what a term comes to under them.
//! * [`solver`]: whether there are values that satisfy a set of conditions: by bit-blasting onto a SAT solver
//!   ([`solver::sat`]), or by any program that speaks SMT-LIB ([`solver::process`]).
//! * [`queries`]: what an exploration asks. It answers most questions without a solver: conditions that share no unknown are
//!   asked apart ([`slices`]), and what was answered before is remembered ([`cache`]).
//! * [`smallest`]: among all values that satisfy the conditions, those that a person wants to see.
//!
//! It knows arithmetic of machine words, nothing of Java, of threads or of schedules. A boolean is a word of one bit.

mod blast;
pub mod cache;
mod gates;
pub mod make;
pub mod model;
pub mod queries;
pub mod semantics;
pub mod slices;
pub mod smallest;
pub mod smtlib;
pub mod solver;
pub mod term;
