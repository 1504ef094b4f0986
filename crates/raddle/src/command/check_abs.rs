//! What `check` can do with ABS programs and no others: searches guided by the static deadlock analysis, and reduction
//! by what commutes in the state at hand. Both give an outcome like the kernel's.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use raddle_abs::deadlock::guided::reach::Reachability;
use raddle_abs::deadlock::guided::search::{
    Criterion, CycleOutcome, Guided, GuidedSettings, GuidedVerdict, Order,
};
use raddle_abs::deadlock::{self, AnalysisOptions};
use raddle_abs::exact::Exact;
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::estimate::Explored;
use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::guide::Unguided;
use raddle_explore::program::Choice;
use raddle_explore::search::{Hooks, Outcome, Settings, Stats, search_by};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Gap, Verdict};
use raddle_report::report::Cycles;

use crate::command::cycles;
use crate::command::request::CheckRequest;
use crate::program::abs::{CycleOrder, Depends, Reachable, Wanted};
use crate::terminal::memory;

/// Whether a task can be ended from outside: then a cycle of waiting tasks need not stay.
pub fn can_break_cycles(program: &AbsProgram) -> bool {
    deadlock::can_kill(&program.shared().fixed)
}

/// Explores a program by what commutes in the state at hand.
pub fn exactly(
    program: &AbsProgram,
    request: &CheckRequest,
    settings: &Settings,
    cancelled: &AtomicBool,
) -> Outcome {
    let judge = |kind: &FindingKind, schedule: &[Choice]| {
        request.allowances.judge(program, &request.settings, request.shown(), kind, schedule)
    };
    let hooks = Hooks {
        cancelled: Some(cancelled),
        memory: Some(&memory::resident),
        allows: if request.allowances.is_empty() { None } else { Some(&judge) },
        ..Hooks::default()
    };
    // Steps that commute may still change what a scheduler sees.
    if !program.restrictions().is_empty() {
        return raddle_explore::search::search(program, &Unguided, settings, &hooks);
    }
    // Runs go on to their ends unless somebody asks for less.
    let early_deadlock = settings.early_deadlock && !request.early_by_default;
    search_by(program, &Unguided, &Exact, &Settings { early_deadlock, ..settings.clone() }, &hooks)
}

/// When nobody asks for a guided search, it comes first all the same, within these limits: for one cycle, and for all.
const STATES_OF_A_CYCLE: u64 = 2_000;
const STATES_OF_ALL_CYCLES: u64 = 10_000;
/// And if there is a limit of time, a cycle gets this part of it, and all of them that.
const SHARE_OF_A_CYCLE: u32 = 8;
const SHARE_OF_ALL_CYCLES: u32 = 4;

/// Searches for a deadlock of each cycle that the static analysis names; and tells what came of each. `first`: other
/// searches follow, so that this one is short.
#[expect(clippy::disallowed_methods, reason = "the elapsed time needs the wall clock")]
pub fn guided(
    program: &AbsProgram,
    request: &CheckRequest,
    wanted: &Settings,
    cancelled: &AtomicBool,
    first: bool,
) -> (Outcome, Cycles) {
    let started = Instant::now();
    let options = AnalysisOptions {
        precision: request.options.abs.precision,
        graph: request.options.abs.graph.kind(),
        ..AnalysisOptions::default()
    };
    let analysis = deadlock::analyze(program, options);
    let mut kernel = wanted.clone();
    // Without dependence there is nothing to reduce by: then it is the tree.
    kernel.strategy =
        if request.options.abs.dependence == Depends::None { Named::Exhaustive } else { Named::Dpor };
    if first {
        kernel.budget.states =
            Some(kernel.budget.states.map_or(STATES_OF_A_CYCLE, |states| states.min(STATES_OF_A_CYCLE)));
        kernel.budget.time = kernel.budget.time.map(|limit| limit / SHARE_OF_A_CYCLE);
    }
    // The analysis took its time, too.
    let mut total_time = wanted.budget.time.map(|limit| limit.saturating_sub(started.elapsed()));
    if first {
        total_time = total_time.map(|limit| limit / SHARE_OF_ALL_CYCLES);
    }
    let settings = GuidedSettings {
        criterion: match request.options.abs.criterion {
            Wanted::FirstDeadlock => Criterion::FirstDeadlock,
            Wanted::DeadlockPerCycle => Criterion::DeadlockPerCycle,
            Wanted::AllDeadlocks => Criterion::AllDeadlocks,
        },
        order: match request.options.abs.cycles {
            CycleOrder::InTurn => Order::InTurn,
            CycleOrder::Parallel => Order::Parallel,
            CycleOrder::Unguided => Order::Unguided,
        },
        all: !request.settings.stop_at_first,
        reachability: match request.options.abs.reachable {
            Reachable::Syntactic => Reachability::Syntactic,
            Reachable::PointsTo => Reachability::PointsTo,
            Reachable::Values => Reachability::Values,
        },
        check_every: request.options.abs.check_every.get(),
        total_states: first.then_some(STATES_OF_ALL_CYCLES).or(wanted.budget.states),
        total_time,
        workers: request.settings.jobs,
        kernel,
        ..GuidedSettings::default()
    };
    let hooks = Hooks { cancelled: Some(cancelled), memory: Some(&memory::resident), ..Hooks::default() };
    let found = deadlock::guided::search::search(program, &analysis, &settings, &hooks);
    let mut findings: Vec<Finding> = Vec::new();
    for finding in found.searches.iter().flat_map(|search| search.deadlocks.iter().chain(&search.others)) {
        if findings.iter().all(|known| known.kind != finding.kind) {
            findings.push(finding.clone());
        }
    }
    let mut gaps = undecided(&found);
    // What can't be run has no meaning that an analysis could rely on; only a search tells whether it is reached.
    gaps.extend(program.gaps().into_iter().chain(program.restrictions()).map(Gap::Unsupported));
    let verdict = match found.verdict {
        _ if !findings.is_empty() => Verdict::Found,
        GuidedVerdict::DeadlockFree => Verdict::of(&found.coverage, false, &gaps),
        GuidedVerdict::Deadlock | GuidedVerdict::Stuck | GuidedVerdict::Undecided => {
            Verdict::Incomplete(gaps.clone())
        }
    };
    let total = found.total();
    let complete: u64 = found.searches.iter().map(|search| search.complete).sum();
    let stats = Stats {
        runs: complete + total.deadlocks,
        states: total.states,
        steps: found.searches.iter().map(|search| search.steps).sum(),
        deadlocks: total.deadlocks,
        pruned: total.pruned,
        ..Stats::default()
    };
    let explored = verdict.is_proved().then_some(Explored::ALL);
    let told = cycles::tell(program, &analysis, &found);
    let elapsed = started.elapsed();
    (Outcome { verdict, findings, stats, explored, elapsed, gaps, coverage: found.coverage, rounds: 1 }, told)
}

/// Why cycles are not decided: the limits that were reached, or what else it was.
fn undecided(found: &Guided) -> BTreeSet<Gap> {
    let mut gaps = BTreeSet::new();
    for search in &found.searches {
        match &search.outcome {
            CycleOutcome::Undecided(_) if search.limits.iter().any(Gap::is_limit) => {
                gaps.extend(search.limits.iter().cloned());
            }
            CycleOutcome::Undecided(why) => drop(gaps.insert(Gap::Undecided(why.clone()))),
            _ => {}
        }
    }
    gaps
}
