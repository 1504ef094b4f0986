//! Where classes come from, as bytes and as parsed class files: directories, jars, and the JDK's `lib/modules`.
//!
//! Nothing here knows how classes are linked or run; see `library` and `machine` for that.

pub mod class_file;
pub mod class_path;
pub mod descriptor;
pub mod format;
pub mod jdk;
pub mod jimage;
pub mod reader;
