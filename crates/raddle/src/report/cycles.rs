//! What a search that follows the static deadlock analysis tells: what came of each cycle, and for the first deadlock the
//! table of macro steps, who waits for whom, and the lines of the source.

use std::fmt::Write as _;

use raddle_abs::deadlock::Analysis;
use raddle_abs::deadlock::analysis::describe::Describe;
use raddle_abs::deadlock::guided::search::{CycleOutcome, CycleSearch, Guided};
use raddle_abs::machine::program::AbsProgram;
use raddle_abs::trace::trace;
use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::search::Outcome;
use serde_json::{Value, json};

/// A guided search, as people and machines are told of it.
pub struct Told {
    /// One line a cycle.
    pub text: String,
    /// The same for machines.
    pub json: Value,
    /// The states of all searches.
    pub states: u64,
}

fn word(outcome: &CycleOutcome) -> String {
    match outcome {
        CycleOutcome::Deadlock(finding) if matches!(finding.kind, FindingKind::Stuck(_)) => {
            "stuck".to_owned()
        }
        CycleOutcome::Deadlock(_) => "deadlock".to_owned(),
        CycleOutcome::Unfeasible => "unfeasible".to_owned(),
        CycleOutcome::Undecided(why) => format!("undecided: {why}"),
        CycleOutcome::Skipped => "not searched".to_owned(),
    }
}

impl Told {
    /// The story: the cycles and what came of them, then the way to the first deadlock, then what was not looked for.
    pub fn render(
        &self,
        outcome: &Outcome,
        way: Option<&str>,
        only_deadlocks: bool,
        saved: Option<&str>,
    ) -> String {
        let mut text = format!("\n{}", self.text);
        text.push_str(way.unwrap_or_default());
        if !only_deadlocks {
            let states = outcome.stats.states;
            let _ = writeln!(text, "Guided by the cycles: {} states; without: {states} states.", self.states);
            return text;
        }
        let is_other =
            |finding: &Finding| !matches!(finding.kind, FindingKind::Deadlock(_) | FindingKind::Stuck(_));
        text.push_str(if outcome.findings.iter().any(is_other) {
            "Looked for: deadlocks and stuck tasks. What else went wrong was met on the way; --strategy dpor looks for it.\n"
        } else {
            "Looked for: deadlocks and stuck tasks only; --strategy dpor looks for everything else, too.\n"
        });
        match saved {
            Some(file) => {
                let _ = writeln!(text, "To see it again: raddle replay {file}");
            }
            None if way.is_some() => {
                text.push_str("To replay it later, check again with --save found.raddle.json\n");
            }
            None => {}
        }
        text
    }
}

/// Of a great many cycles, only the first ones are told of, and those with a deadlock.
const MOST_SHOWN: u64 = 20;

/// Tells what came of each cycle. `verbose`: also which constraint of a cycle pruned how many states.
pub fn tell(program: &AbsProgram, analysis: &Analysis, found: &Guided, verbose: bool) -> Told {
    let describe = Describe::new(program, analysis);
    let (deadlocks, unfeasible, all) = found.decided();
    let plural = if all == 1 { "" } else { "s" };
    let mut text = match all {
        0 if !analysis.more_cycles => "Static analysis: no abstract deadlock cycle.\n".to_owned(),
        _ => format!(
            "Static analysis: {all} abstract deadlock cycle{plural}; {deadlocks} with a deadlock, {unfeasible} unfeasible.\n"
        ),
    };
    if analysis.more_cycles {
        text.push_str("There are more cycles than are listed: one search without constraints covers them.\n");
    }
    let mut cycles = Vec::new();
    let (mut shown, mut hidden) = (0, 0);
    for search in &found.searches {
        let name = match search.cycle {
            Some(cycle) => format!("{}. {}", cycle + 1, describe.cycle_line(cycle)),
            None => "-  all other cycles".to_owned(),
        };
        let CycleSearch { outcome, counts, elapsed, .. } = search;
        let outcome = word(outcome);
        let (states, pruned) = (counts.states, counts.pruned);
        shown += 1;
        let shows = verbose || shown <= MOST_SHOWN || matches!(search.outcome, CycleOutcome::Deadlock(_));
        if !shows {
            hidden += 1;
        } else if search.outcome == CycleOutcome::Skipped {
            let _ = writeln!(text, "  {name}: {outcome}");
        } else {
            let _ = writeln!(text, "  {name}: {outcome} ({states} states, {pruned} pruned)");
        }
        let times = search.cycle.map_or_else(Vec::new, |cycle| analysis.time_constraints(cycle));
        let constraints: Vec<(String, u64)> = times
            .iter()
            .zip(counts.pruned_by.iter().copied().chain(std::iter::repeat(0)))
            .map(|(time, pruned)| (describe.constraint(time), pruned))
            .collect();
        if verbose {
            for (constraint, pruned) in &constraints {
                let _ = writeln!(text, "       {constraint}: failed in {pruned} states");
            }
            if counts.helpless > 0 {
                let states = counts.helpless;
                let _ =
                    writeln!(text, "       nobody who can move could help to meet them: in {states} states");
            }
        }
        let constraints: Vec<Value> = constraints
            .into_iter()
            .map(|(constraint, pruned)| json!({ "constraint": constraint, "pruned": pruned }))
            .collect();
        cycles.push(json!({
            "cycle": search.cycle.map(|cycle| cycle + 1),
            "line": search.cycle.map(|cycle| describe.cycle_line(cycle)),
            "outcome": outcome,
            "states": states,
            "pruned": pruned,
            "seconds": elapsed.as_secs_f64(),
            "constraints": constraints,
        }));
    }
    if hidden > 0 {
        let _ = writeln!(text, "  and {hidden} others, which --verbose lists");
    }
    let states = found.total().states;
    Told { text, json: json!({ "more": analysis.more_cycles, "list": cycles }), states }
}

/// The way to a deadlock, in the words of the language.
pub fn way(program: &AbsProgram, finding: &Finding) -> String {
    let trace = trace(program, &finding.schedule);
    let mut text = format!("\n{}\n", trace.table());
    for waiting in &trace.waiting {
        let _ = writeln!(text, "{}: {}", waiting.task, waiting.reason);
        let _ = writeln!(text, "    line {}: {}", waiting.line, waiting.source);
    }
    if !trace.deadlock.is_empty() {
        let _ = writeln!(text, "In a circle: {}.", trace.deadlock.join(" -> "));
    }
    text
}
