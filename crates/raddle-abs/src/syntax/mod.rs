//! From bytes to a syntax tree: the lexer, the tree, and the parser.
//!
//! The grammar is that of the ABS compiler's reference, in both dialects (`new C()` / `new local C()`, and
//! the older `new cog C()` / `new C()`). Deltas and product lines are recognised and reported;
//! [`traits`] gives classes the methods of the traits they use.
//! Guarantee: any text gives a tree and a list of diagnostics, in time linear in its length and within a
//! bounded depth of recursion; nothing panics.

pub mod lexer;
mod parser;
pub mod traits;
pub mod tree;

pub use parser::{DEPTH_LIMIT, parse};
