//! One report of a check as a value, and what people and machines read of it.
//!
//! [`report::Report`] holds all that is told, as data: it is made from what the kernel gives ([`story`] tells the runs),
//! and nothing that renders it looks anywhere else. [`form`] lists the forms: [`text`] and [`markdown`] for people, [`json`],
//! [`junit`], [`sarif`] and [`github`] for machines. How a finding was found is not known here, nor which language the
//! program is in.

pub mod allow;
pub mod diagnostics;
pub mod form;
pub mod github;
pub mod json;
pub mod junit;
pub mod made;
pub mod markdown;
pub mod report;
pub mod sarif;
pub mod story;
pub mod text;
pub mod units;
