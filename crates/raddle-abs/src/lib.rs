//! ABS: syntax, types, the stepping machine, deadlock analysis and guide.
