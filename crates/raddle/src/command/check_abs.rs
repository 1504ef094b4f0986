//! What `check` can do with ABS programs and no others: searches guided by the static deadlock analysis, and reduction
//! by what commutes in the state at hand. Both give an outcome like the kernel's.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use raddle_abs::deadlock::reach::Reachability;
use raddle_abs::deadlock::search::{Criterion, CycleOutcome, Guided, GuidedSettings, GuidedVerdict, Order};
use raddle_abs::deadlock::{self, AnalysisOptions};
use raddle_abs::exact::{self, ExactSettings};
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::context::Interruption;
use raddle_explore::estimate::Explored;
use raddle_explore::finding::Finding;
use raddle_explore::search::{Hooks, Outcome, Stats};
use raddle_explore::strategy::Strategy;
use raddle_explore::verdict::{Gap, Verdict};

use crate::command::request::CheckRequest;
use crate::program::abs::{CycleOrder, Depends, Reachable, Wanted};
use crate::report::cycles::{self, Told};
use crate::terminal::memory;

/// How much is known of a search that did not come to its end.
const UNKNOWN: Explored = Explored { fraction: 0.0, stderr: 1.0, heuristic: true };

/// Whether a task can be ended from outside: then a cycle of waiting tasks need not stay.
pub fn can_break_cycles(program: &AbsProgram) -> bool {
    deadlock::analyze(program, AnalysisOptions { precision: 0, cycle_bound: 1 }).kills
}

/// Explores a program by what commutes in the state at hand.
#[expect(clippy::disallowed_methods, reason = "the elapsed time needs the wall clock")]
pub fn exactly(program: &AbsProgram, request: &CheckRequest, cancelled: &AtomicBool) -> Outcome {
    let started = Instant::now();
    let settings = ExactSettings {
        stop_at_first: request.settings.stop_at_first,
        cancelled: Some(cancelled),
        state_limit: request.settings.budget.states,
        ..ExactSettings::default()
    };
    let found = exact::explore(program, settings);
    let gap = match found.interruption {
        Some(Interruption::Unsupported { what }) => Some(Gap::Unsupported(what)),
        Some(_) => Some(Gap::Interrupted),
        None if !found.complete && found.findings.is_empty() => Some(Gap::States),
        None => None,
    };
    let shown = |finding: &&Finding| {
        raddle_explore::replay::shows(program, &request.settings, &finding.schedule, &finding.kind)
    };
    let findings: Vec<Finding> = found.findings.iter().filter(shown).cloned().collect();
    let lost = findings.len() < found.findings.len();
    let verdict = match gap.or(lost.then(|| Gap::NotReplayed("a finding".to_owned()))) {
        _ if !findings.is_empty() => Verdict::Found,
        Some(gap) => Verdict::Incomplete([gap].into()),
        None => Verdict::Proved,
    };
    let explored = if found.complete { Explored::ALL } else { UNKNOWN };
    Outcome { verdict, findings, stats: found.stats, explored, elapsed: started.elapsed() }
}

/// When nobody asks for a guided search, it comes first all the same, within these limits: for one cycle, and for all.
const STATES_OF_A_CYCLE: u64 = 2_000;
const STATES_OF_ALL_CYCLES: u64 = 10_000;
/// And if there is a limit of time, a cycle gets this part of it.
const SHARE_OF_A_CYCLE: u32 = 8;

/// Searches for a deadlock of each cycle that the static analysis names; and tells what came of each. `first`: other
/// searches follow, so that this one is short.
#[expect(clippy::disallowed_methods, reason = "the elapsed time needs the wall clock")]
pub fn guided(
    program: &AbsProgram,
    request: &CheckRequest,
    cancelled: &AtomicBool,
    first: bool,
    verbose: bool,
) -> (Outcome, Told) {
    let started = Instant::now();
    let options = AnalysisOptions { precision: request.abs.precision, ..AnalysisOptions::default() };
    let analysis = deadlock::analyze(program, options);
    let mut kernel = request.settings.clone();
    // Without dependence there is nothing to reduce by: then it is the tree.
    kernel.strategy =
        if request.abs.dependence == Depends::None { Strategy::Exhaustive } else { Strategy::Dpor };
    if first {
        kernel.budget.states =
            Some(kernel.budget.states.map_or(STATES_OF_A_CYCLE, |states| states.min(STATES_OF_A_CYCLE)));
        kernel.budget.time = kernel.budget.time.map(|limit| limit / SHARE_OF_A_CYCLE);
    }
    let settings = GuidedSettings {
        criterion: match request.abs.criterion {
            Wanted::FirstDeadlock => Criterion::FirstDeadlock,
            Wanted::DeadlockPerCycle => Criterion::DeadlockPerCycle,
            Wanted::AllDeadlocks => Criterion::AllDeadlocks,
        },
        order: match request.abs.cycles {
            CycleOrder::InTurn => Order::InTurn,
            CycleOrder::Parallel => Order::Parallel,
            CycleOrder::Unguided => Order::Unguided,
        },
        all: !request.settings.stop_at_first,
        reachability: match request.abs.reachable {
            Reachable::Syntactic => Reachability::Syntactic,
            Reachable::PointsTo => Reachability::PointsTo,
            Reachable::Values => Reachability::Values,
        },
        check_every: request.abs.check_every.get(),
        total_states: first.then_some(STATES_OF_ALL_CYCLES),
        workers: request.settings.jobs,
        kernel,
        ..GuidedSettings::default()
    };
    let hooks = Hooks { cancelled: Some(cancelled), memory: Some(&memory::resident), ..Hooks::default() };
    let found = deadlock::search::search(program, &analysis, &settings, &hooks);
    let mut findings: Vec<Finding> = Vec::new();
    for finding in found.searches.iter().flat_map(|search| search.deadlocks.iter().chain(&search.others)) {
        if findings.iter().all(|known| known.kind != finding.kind) {
            findings.push(finding.clone());
        }
    }
    let verdict = match found.verdict {
        _ if !findings.is_empty() => Verdict::Found,
        GuidedVerdict::DeadlockFree => Verdict::Proved,
        GuidedVerdict::Deadlock | GuidedVerdict::Stuck | GuidedVerdict::Undecided => {
            Verdict::Incomplete(undecided(&found))
        }
    };
    let total = found.total();
    let complete: u64 = found.searches.iter().map(|search| search.complete).sum();
    let stats = Stats {
        runs: complete + total.deadlocks,
        states: total.states,
        deadlocks: total.deadlocks,
        pruned: total.pruned,
        ..Stats::default()
    };
    let explored = if verdict == Verdict::Proved { Explored::ALL } else { UNKNOWN };
    let told = cycles::tell(program, &analysis, &found, verbose);
    (Outcome { verdict, findings, stats, explored, elapsed: started.elapsed() }, told)
}

fn undecided(found: &Guided) -> std::collections::BTreeSet<Gap> {
    let why = found.searches.iter().filter_map(|search| match &search.outcome {
        CycleOutcome::Undecided(why) => Some(Gap::Unsupported(format!("a cycle is not decided: {why}"))),
        _ => None,
    });
    why.collect()
}
