//! All tests of the crate that need more than one module of it.

mod differential;
mod maude;
mod prelude;
mod random;
