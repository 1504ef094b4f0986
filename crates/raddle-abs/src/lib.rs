//! ABS: syntax, types, the stepping machine, deadlock analysis and guide.

pub mod diagnostic;
pub mod exact;
pub mod load;
pub mod machine;
pub mod source;
pub mod syntax;
pub mod types;
