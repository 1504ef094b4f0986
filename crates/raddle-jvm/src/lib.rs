//! Java: class files, the stepping machine, the library's natives.
