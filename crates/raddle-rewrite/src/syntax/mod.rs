//! From text to declarations: tokens, and the surface of modules, views and commands. Terms inside statements
//! and commands stay token slices here, because their grammar is known only when the module is.

pub mod ast;
pub mod commands;
pub mod declarations;
pub mod lexer;
pub mod modules;
pub mod stream;
pub(crate) mod written;
