//! What is needed to make a report again: the tool, what was asked of it, and on what it ran.

use std::collections::BTreeMap;

use serde::Serialize;

/// How a report was made. What is not known is left out.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Made {
    /// The version of the tool, with its commit.
    pub raddle: String,
    /// What was typed behind the tool's name.
    pub arguments: Vec<String>,
    /// Where sampling began.
    pub seed: u64,
    /// How many workers explored.
    pub jobs: usize,
    /// The bounds on schedules, by their names.
    pub bounds: BTreeMap<&'static str, u32>,
    /// The limits, by their names: of seconds, runs, states, and bytes of memory.
    pub limits: BTreeMap<&'static str, f64>,
    /// The version of the JDK whose library the program ran on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub jdk: Option<String>,
    /// The processor time of the whole command so far, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// The most memory that the command held so far, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub peak_memory: Option<u64>,
}
