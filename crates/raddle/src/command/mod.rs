//! One file a command.

pub mod analyze;
mod auto;
pub mod check;
mod check_abs;
pub mod completions;
pub mod help;
pub mod init;
pub mod man;
pub mod replay;
mod request;
pub mod rewrite;
pub mod run;
pub mod suite;
