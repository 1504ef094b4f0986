//! Nets are read, unfolded and asked; everything is compared with the naive search through all markings.

mod damaged;
mod formats;
mod prefixes;
mod random;
