//! The terms, the circuits and the solvers, each beside a naive twin or beside a solver of others.

mod formulas;
mod process;
mod queries;
mod smallest;
mod terms;
mod trees;
