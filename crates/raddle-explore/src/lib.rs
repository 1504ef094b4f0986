//! The exploration kernel.
