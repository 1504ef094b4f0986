//! Raddle, with one worker and every look that it takes by default, so that it does the work that its users get.

use std::sync::atomic::Ordering;

use raddle_explore::guide::Unguided;
use raddle_explore::search::{Hooks, Progress, Settings, search};
use raddle_explore::strategy::Named;

use crate::measure::{RUNS, STATES, STEPS, samples};
use crate::workload::Workload;

fn explore(workload: &Workload, settings: &Settings) -> bool {
    let progress = |progress: &Progress| {
        RUNS.store(progress.stats.runs, Ordering::Relaxed);
        STEPS.store(progress.stats.steps, Ordering::Relaxed);
    };
    let hooks = Hooks { progress: Some(&progress), ..Hooks::default() };
    let outcome = search(&workload.ours, &Unguided, settings, &hooks);
    RUNS.store(outcome.stats.runs, Ordering::Relaxed);
    STEPS.store(outcome.stats.steps, Ordering::Relaxed);
    if settings.merge_states {
        STATES.store(outcome.stats.states, Ordering::Relaxed);
    }
    true
}

/// One run a trace.
pub fn dpor(workload: &Workload) -> bool {
    explore(workload, &Settings::default())
}

/// Each state once.
pub fn graph(workload: &Workload) -> bool {
    let strategy = Named::Exhaustive;
    explore(
        workload,
        &Settings { strategy, merge_states: true, leave_out_states: false, ..Settings::default() },
    )
}

/// Random runs.
pub fn random(workload: &Workload) -> bool {
    explore(
        workload,
        &Settings { strategy: Named::Random, samples: samples(workload), ..Settings::default() },
    )
}

/// Runs with random priorities.
pub fn pct(workload: &Workload) -> bool {
    explore(
        workload,
        &Settings { strategy: Named::Pct { depth: 3 }, samples: samples(workload), ..Settings::default() },
    )
}
