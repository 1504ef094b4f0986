//! What a search that follows the static deadlock analysis comes to, as a part of the report: what came of each cycle, and
//! the way to a deadlock in the words of the language: the table of macro steps, who waits for whom, the lines of the source.

use std::fmt::Write as _;

use raddle_abs::deadlock::Analysis;
use raddle_abs::deadlock::analysis::describe::Describe;
use raddle_abs::deadlock::guided::search::{CycleOutcome, CycleSearch, Guided};
use raddle_abs::machine::program::AbsProgram;
use raddle_abs::trace::trace;
use raddle_explore::finding::{Finding, FindingKind};
use raddle_report::report::{Constraint, Cycle, Cycles};

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

/// What came of each cycle.
pub fn tell(program: &AbsProgram, analysis: &Analysis, found: &Guided) -> Cycles {
    let describe = Describe::new(program, analysis);
    let of_search = |search: &CycleSearch| {
        let times = search.cycle.map_or_else(Vec::new, |cycle| analysis.time_constraints(cycle));
        let pruned = search.counts.pruned_by.iter().copied().chain(std::iter::repeat(0));
        let constraints = times.iter().zip(pruned);
        let constraint = |(time, pruned)| Constraint { constraint: describe.constraint(time), pruned };
        Cycle {
            cycle: search.cycle.map(|cycle| cycle + 1),
            line: search.cycle.map(|cycle| describe.cycle_line(cycle)),
            outcome: word(&search.outcome),
            is_deadlock: matches!(search.outcome, CycleOutcome::Deadlock(_)),
            is_searched: search.outcome != CycleOutcome::Skipped,
            states: search.counts.states,
            pruned: search.counts.pruned,
            helpless: search.counts.helpless,
            seconds: search.elapsed.as_secs_f64(),
            constraints: constraints.map(constraint).collect(),
        }
    };
    Cycles {
        more: analysis.more_cycles,
        list: found.searches.iter().map(of_search).collect(),
        decided: found.decided(),
        states: found.total().states,
    }
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
