//! A small language of threads, built in Rust code, not parsed: what Raddle's kernel is tested with, and the quickest demo.
//!
//! Threads run instructions on variables, arrays, locks with a set of waiters each, and mailboxes; each has private
//! registers, arithmetic, branches, loops and assertions. [`builtin`] holds the programs whose counts are known,
//! [`generate`] makes random ones, [`oracle`] is the naive twin of every strategy, and [`kit`] compares the two for a strategy
//! of anybody's. [`grains`] tests what a front end of anybody's tells of its
//! actors and places, [`letters`] that its jobs can be sent.

mod builder;
pub mod builtin;
mod code;
pub mod generate;
pub mod grains;
pub mod kit;
pub mod letters;
mod machine;
pub mod oracle;

pub use builder::ThreadBuilder;
pub use code::{
    Arithmetic, Array, Comparison, Instruction, Lock, Mailbox, Operand, Register, Target, ThreadProgram,
    Variable,
};
pub use machine::{PrivateCode, ThreadRun};
