//! ABS: syntax, types, the stepping machine, deadlock analysis and guide.
//!
//! The way of the data: [`load::load`] turns bytes into a checked program or diagnostics;
//! [`load::Loaded::into_program`] compiles it to an [`machine::program::AbsProgram`], which the kernel explores;
//! [`trace::trace`] tells what a schedule does, [`simulate::simulate`] runs one, [`coverage`] makes test cases.
//!
//! ```
//! let text = r#"module Hello; { println("hello"); }"#;
//! let program = raddle_abs::load::load("hello.abs", text.as_bytes())
//!     .into_program(raddle_abs::machine::options::Options::default())
//!     .expect("the program is legal");
//! let mut output = String::new();
//! raddle_abs::simulate::simulate(&program, 0, 100, &mut |text| output.push_str(text));
//! assert_eq!(output, "hello\n");
//! ```

pub mod coverage;
pub mod deadlock;
pub mod diagnostic;
pub mod exact;
pub mod load;
pub mod machine;
mod products;
pub mod simulate;
pub mod source;
pub mod syntax;
pub mod trace;
pub mod types;
