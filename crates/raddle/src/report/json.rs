//! The result for machines. Its shape is stable and described in `docs/json.md`: keys may be added, never changed or
//! taken away without a new version.

use std::time::Duration;

use raddle_explore::finding::Finding;
use raddle_explore::program::{Choice, Program};
use raddle_explore::schedule::to_text;
use raddle_explore::search::{Outcome, Stats};
use raddle_explore::verdict::Verdict;
use serde::Serialize;

use crate::command::suite::Covered;
use crate::mistake::Mistake;
use crate::report::story::{Step, Story, Wait};
use crate::report::warnings::{Warning, Warnings};

/// The version of the result's shape.
pub const VERSION: u32 = 1;

/// A result.
#[derive(Serialize)]
struct Result<'r> {
    version: u32,
    program: &'r str,
    strategy: &'r str,
    /// The search whose answer it is.
    #[serde(skip_serializing_if = "str::is_empty")]
    answered_by: &'r str,
    verdict: &'static str,
    reasons: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assumptions: Vec<String>,
    findings: Vec<JsonFinding>,
    #[serde(skip_serializing_if = "<[Warning]>::is_empty")]
    warnings: &'r [Warning],
    /// The verdict of the search in which waits may give up early, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    early_timeouts: Option<&'static str>,
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

#[derive(Default, Serialize)]
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
    rounds: u32,
    seconds: f64,
}

#[derive(Serialize)]
struct JsonExplored {
    /// Nothing where it is not known.
    fraction: Option<f64>,
    stderr: Option<f64>,
    heuristic: bool,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn stats(stats: &Stats, rounds: u32, elapsed: Duration) -> JsonStats {
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
        rounds,
        seconds: elapsed.as_secs_f64(),
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
            message: finding.map_or_else(String::new, |finding| finding.kind.describe(program, &story.words)),
            schedule: to_text(program.names(), schedule),
            trace: story.steps.clone(),
            waiting: story.waits.clone(),
        },
    };
    line(&replay)
}

/// A command that came to no result: a gap before the first choice, which is `incomplete`, or a mistake, which is an
/// `error`. The keys are those of a result.
pub fn render_failure(name: &str, strategy: &str, mistake: &Mistake) -> String {
    line(&Result {
        version: VERSION,
        program: name,
        strategy,
        answered_by: "",
        verdict: if mistake.gap().is_some() { "incomplete" } else { "error" },
        reasons: vec![mistake.line().to_owned()],
        assumptions: Vec::new(),
        findings: Vec::new(),
        warnings: &[],
        early_timeouts: None,
        stats: JsonStats::default(),
        explored: JsonExplored { fraction: None, stderr: None, heuristic: false },
        coverage: None,
        deadlock_cycles: None,
    })
}

fn line(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string(value).expect("a result is made of texts and numbers");
    text.push('\n');
    text
}

/// Why a verdict is less than a proof: the bounds that cut something off, or what is missing. Where something was found,
/// why there may be more.
pub fn reasons(outcome: &Outcome) -> Vec<String> {
    match &outcome.verdict {
        Verdict::Proved { .. } | Verdict::Sampled => Vec::new(),
        Verdict::Bounded(bounds) => bounds.iter().map(ToString::to_string).collect(),
        Verdict::Found => outcome.gaps.iter().map(ToString::to_string).collect(),
        Verdict::Incomplete(gaps) => gaps.iter().map(ToString::to_string).collect(),
    }
}

/// What is known of a check that was cut before it could say so itself: what was found, as its kind and a sentence, or
/// nothing.
pub fn render_cut(
    program: &str,
    strategy: &str,
    found: Option<(&str, &str)>,
    reason: &str,
    elapsed: Duration,
) -> String {
    let finding = |(kind, message): (&str, &str)| JsonFinding {
        kind: kind.to_owned(),
        message: message.to_owned(),
        schedule: String::new(),
        trace: Vec::new(),
        waiting: Vec::new(),
    };
    line(&Result {
        version: VERSION,
        program,
        strategy,
        answered_by: "",
        verdict: if found.is_some() { "found" } else { "incomplete" },
        reasons: vec![reason.to_owned()],
        assumptions: Vec::new(),
        findings: found.map(finding).into_iter().collect(),
        warnings: &[],
        early_timeouts: None,
        stats: stats(&Stats::default(), 1, elapsed),
        explored: JsonExplored { fraction: None, stderr: None, heuristic: false },
        coverage: None,
        deadlock_cycles: None,
    })
}

/// What a result tells beside the outcome of its search, where there is any.
pub struct Beside<'b> {
    /// What a suite of test cases covers.
    pub coverage: Option<&'b Covered>,
    /// The cycles of the static deadlock analysis.
    pub cycles: Option<&'b serde_json::Value>,
    /// What goes wrong if waits give up early.
    pub warnings: Option<&'b Warnings>,
}

/// The result as one line of JSON.
pub fn render<P: Program>(
    program: &P,
    name: &str,
    (strategy, answered_by): (&str, &str),
    outcome: &Outcome,
    stories: &[(&Finding, Story)],
    beside: &Beside,
) -> String {
    let warnings = beside.warnings;
    let fewer = warnings.and_then(|warnings| warnings.assumptions.clone());
    let result = Result {
        version: VERSION,
        program: name,
        strategy,
        answered_by,
        verdict: outcome.verdict.word(),
        reasons: reasons(outcome),
        assumptions: fewer.unwrap_or_else(|| program.assumptions()),
        findings: stories
            .iter()
            .map(|(finding, story)| JsonFinding {
                kind: finding.kind.word().to_owned(),
                message: finding.kind.describe(program, &story.words),
                schedule: to_text(program.names(), &finding.schedule),
                trace: story.steps.clone(),
                waiting: story.waits.clone(),
            })
            .collect(),
        warnings: warnings.map_or(&[], |warnings| &warnings.warnings),
        early_timeouts: warnings.map(|warnings| warnings.verdict),
        stats: stats(&outcome.stats, outcome.rounds, outcome.elapsed),
        explored: JsonExplored {
            fraction: outcome.explored.map(|explored| explored.fraction),
            stderr: outcome.explored.map(|explored| explored.stderr),
            heuristic: false,
        },
        coverage: beside.coverage,
        deadlock_cycles: beside.cycles,
    };
    line(&result)
}
