//! What a person or a machine reads of a search: `text` and `json`, both from a [`story::Story`] for each finding.

pub mod columns;
pub mod cycles;
pub mod json;
mod rows;
pub mod stacks;
pub mod story;
pub mod text;
pub mod warnings;
