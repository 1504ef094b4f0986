//! Terms and statements from tokens. The grammar is built from a module's signature, one nonterminal for each
//! kind; a left-corner chart (Earley's, with Maude's precedences and gathering as bounds on what may stand
//! where) finds all parses. Operators that are associative are read as chains, so that lists and soups are
//! linear in their length; nothing recurses on depth.
//!
//! Ground terms, of which conformance reads millions, have a faster reader (`ground`) that gives the same result or
//! none.
//!
//! Guarantee: a sentence is accepted exactly when the grammar derives it; a second parse is reported.

pub(crate) mod automaton;
pub mod build;
pub mod chart;
pub mod grammar;
pub(crate) mod ground;
pub(crate) mod leaves;

pub use build::{Fragment, Nesting, ParseFault, Parsed, Sentence};
pub use grammar::Grammar;
