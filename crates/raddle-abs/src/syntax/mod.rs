//! From bytes to a syntax tree: the lexer, the tree, and the parser.
//!
//! The grammar is that of the ABS compiler's reference, in both dialects (`new C()` / `new local C()`, and
//! the older `new cog C()` / `new C()`). [`traits`] gives classes the methods of the traits they
//! use; [`variants`] is what a file says of deltas and product lines, which `products` applies.
//! Guarantee: any text gives a tree and a list of diagnostics, in time linear in its length and within a
//! bounded depth of recursion; nothing panics.

pub mod lexer;
mod parser;
pub mod traits;
pub mod tree;
pub mod variants;
pub(crate) mod walk;

pub(crate) use parser::full_name;
pub use parser::{DEPTH_LIMIT, parse};
