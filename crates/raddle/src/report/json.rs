//! The result for machines. Its shape is stable and described in `docs/json.md`: keys may be added, never changed or
//! taken away without a new version.

use raddle_explore::finding::Finding;
use raddle_explore::program::{Choice, Program};
use raddle_explore::schedule::to_text;
use raddle_explore::search::{Outcome, Stats};
use raddle_explore::verdict::Verdict;
use serde::Serialize;

use crate::command::suite::Covered;
use crate::report::story::{Step, Story, Wait};

/// The version of the result's shape.
pub const VERSION: u32 = 1;

/// A result.
#[derive(Serialize)]
struct Result<'r> {
    version: u32,
    program: &'r str,
    strategy: &'r str,
    verdict: &'static str,
    reasons: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
    findings: Vec<JsonFinding>,
    stats: JsonStats,
    explored: JsonExplored,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<&'r Covered>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadlock_cycles: Option<&'r serde_json::Value>,
}

#[derive(Serialize)]
struct JsonFinding {
    kind: String,
    message: String,
    schedule: String,
    trace: Vec<Step>,
    waiting: Vec<Wait>,
}

#[derive(Serialize)]
struct JsonStats {
    runs: u64,
    blocked_runs: u64,
    states: u64,
    choice_points: u64,
    steps: u64,
    /// Of Java programs.
    #[serde(skip_serializing_if = "is_zero")]
    bytecodes: u64,
    deadlocks: u64,
    pruned: u64,
    longest: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct JsonExplored {
    fraction: f64,
    stderr: f64,
    heuristic: bool,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn stats(stats: &Stats, seconds: f64) -> JsonStats {
    JsonStats {
        runs: stats.runs,
        blocked_runs: stats.blocked_runs,
        states: stats.states,
        choice_points: stats.choice_points,
        steps: stats.steps,
        bytecodes: stats.instructions,
        deadlocks: stats.deadlocks,
        pruned: stats.pruned,
        longest: stats.longest,
        seconds,
    }
}

/// What a replayed schedule shows.
#[derive(Serialize)]
struct Replay<'r> {
    version: u32,
    program: &'r str,
    shown: bool,
    #[serde(flatten)]
    finding: JsonFinding,
}

/// A replayed schedule as one line of JSON.
pub fn render_replay<P: Program>(
    program: &P,
    name: &str,
    finding: Option<&Finding>,
    schedule: &[Choice],
    story: &Story,
) -> String {
    let replay = Replay {
        version: VERSION,
        program: name,
        shown: finding.is_some(),
        finding: JsonFinding {
            kind: finding.map_or_else(String::new, |finding| finding.kind.word().to_owned()),
            message: finding.map_or_else(String::new, |finding| finding.kind.describe(program)),
            schedule: to_text(program.names(), schedule),
            trace: story.steps.clone(),
            waiting: story.waits.clone(),
        },
    };
    line(&replay)
}

fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("a result is made of texts and numbers");
    text.push('\n');
    text
}

/// Why a verdict is less than a proof: the bounds that cut something off, or what is missing.
pub fn reasons(verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Proved | Verdict::Found | Verdict::Sampled => Vec::new(),
        Verdict::Bounded(bounds) => bounds.iter().map(ToString::to_string).collect(),
        Verdict::Incomplete(gaps) => gaps.iter().map(ToString::to_string).collect(),
    }
}

/// The result as one line of JSON.
pub fn render<P: Program>(
    program: &P,
    name: &str,
    strategy: &str,
    outcome: &Outcome,
    stories: &[(&Finding, Story)],
    coverage: Option<&Covered>,
    deadlock_cycles: Option<&serde_json::Value>,
) -> String {
    let result = Result {
        version: VERSION,
        program: name,
        strategy,
        verdict: outcome.verdict.word(),
        reasons: reasons(&outcome.verdict),
        assumptions: program.assumptions(),
        findings: stories
            .iter()
            .map(|(finding, story)| JsonFinding {
                kind: finding.kind.word().to_owned(),
                message: finding.kind.describe(program),
                schedule: to_text(program.names(), &finding.schedule),
                trace: story.steps.clone(),
                waiting: story.waits.clone(),
            })
            .collect(),
        stats: stats(&outcome.stats, outcome.elapsed.as_secs_f64()),
        explored: JsonExplored {
            fraction: outcome.explored.fraction,
            stderr: outcome.explored.stderr,
            heuristic: outcome.explored.heuristic,
        },
        coverage,
        deadlock_cycles,
    };
    line(&result)
}
