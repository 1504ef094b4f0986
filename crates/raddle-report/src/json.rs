//! The report for machines: one object on one line.

use serde::Serialize;

/// A value as one line of JSON.
pub fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("a report is made of texts and numbers");
    text.push('\n');
    text
}
