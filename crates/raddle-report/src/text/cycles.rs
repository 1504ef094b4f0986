//! What a search that follows a static deadlock analysis tells: what came of each cycle, and the way to the first deadlock.

use std::fmt::Write as _;

use crate::report::{Cycles, Report};

/// Of a great many cycles, only the first ones are told of, and those with a deadlock.
const MOST_SHOWN: usize = 20;

/// One line a cycle. `verbose`: all of them, and which constraint of a cycle pruned how many states.
fn lines(cycles: &Cycles, verbose: bool) -> String {
    let (deadlocks, unfeasible, all) = cycles.decided;
    let plural = if all == 1 { "" } else { "s" };
    let mut text = match all {
        0 if !cycles.more => "Static analysis: no abstract deadlock cycle.\n".to_owned(),
        _ => format!(
            "Static analysis: {all} abstract deadlock cycle{plural}; {deadlocks} with a deadlock, {unfeasible} unfeasible.\n"
        ),
    };
    if cycles.more {
        text.push_str("There are more cycles than are listed: one search without constraints covers them.\n");
    }
    let mut hidden = 0;
    for (index, cycle) in cycles.list.iter().enumerate() {
        let name = match (cycle.cycle, &cycle.line) {
            (Some(number), Some(line)) => format!("{number}. {line}"),
            _ => "-  all other cycles".to_owned(),
        };
        let (outcome, states, pruned) = (&cycle.outcome, cycle.states, cycle.pruned);
        if !verbose && index >= MOST_SHOWN && !cycle.is_deadlock {
            hidden += 1;
        } else if cycle.is_searched {
            let _ = writeln!(text, "  {name}: {outcome} ({states} states, {pruned} pruned)");
        } else {
            let _ = writeln!(text, "  {name}: {outcome}");
        }
        if verbose {
            for constraint in &cycle.constraints {
                let (what, pruned) = (&constraint.constraint, constraint.pruned);
                let _ = writeln!(text, "       {what}: failed in {pruned} states");
            }
            if cycle.helpless > 0 {
                let states = cycle.helpless;
                let _ =
                    writeln!(text, "       nobody who can move could help to meet them: in {states} states");
            }
        }
    }
    if hidden > 0 {
        let _ = writeln!(text, "  and {hidden} others, which --verbose lists");
    }
    text
}

/// The cycles and what came of them, then the way to the first deadlock, then what was not looked for.
pub fn render(cycles: &Cycles, report: &Report, way: Option<&str>, verbose: bool) -> String {
    let mut text = format!("\n{}", lines(cycles, verbose));
    text.push_str(way.unwrap_or_default());
    if !report.only_deadlocks {
        let (guided, states) = (cycles.states, report.stats.states);
        let _ = writeln!(text, "Guided by the cycles: {guided} states; without: {states} states.");
        return text;
    }
    text.push_str(if report.findings.iter().all(|found| found.is_standstill()) {
        "Looked for: deadlocks and stuck tasks only; --strategy dpor looks for everything else, too.\n"
    } else {
        "Looked for: deadlocks and stuck tasks. What else went wrong was met on the way; --strategy dpor looks for it.\n"
    });
    match &report.saved {
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
