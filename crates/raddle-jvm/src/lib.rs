//! Java: class files, the stepping machine, the library's natives.
//!
//! Bytes become class files (`classes`), class files become linked classes (`library`), methods become instructions
//! (`code`), and a `machine` runs them: the JDK's own bytecode, over native methods written here (`natives`, `dynamic`).
//! `run` runs a program under one schedule, `explore` hands it to the kernel, `words` names what its reports are about.

pub mod classes;
pub mod code;
pub mod dynamic;
pub mod explore;
pub mod library;
pub mod machine;
pub mod natives;
pub mod run;
pub mod words;
