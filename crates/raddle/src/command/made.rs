//! Says how a report was made, so that its figures can be made again.

use std::collections::BTreeMap;

use raddle_explore::bounds::{Bounds, Budget};
use raddle_report::made::Made;

use crate::command::request::CheckRequest;
use crate::terminal::memory;

fn bounds(bounds: &Bounds) -> BTreeMap<&'static str, u32> {
    let Bounds { preemptions, delays, depth, fairness, timeouts, .. } = *bounds;
    let named = [
        ("preemptions", preemptions),
        ("delays", delays),
        ("depth", depth),
        ("fairness", fairness),
        ("timeouts", timeouts),
    ];
    named.into_iter().filter_map(|(name, bound)| Some((name, bound?))).collect()
}

fn limits(request: &CheckRequest) -> BTreeMap<&'static str, f64> {
    let Budget { runs, states, memory, .. } = request.settings.budget;
    let samples = request.settings.strategy.samples().then_some(request.settings.samples);
    let named = [
        ("seconds", request.time_limit.map(|limit| limit.as_secs_f64())),
        ("runs", runs.or(samples.filter(|samples| *samples < u64::MAX)).map(|runs| runs as f64)),
        ("states", states.map(|states| states as f64)),
        ("memory", memory.map(|memory| memory as f64)),
    ];
    named.into_iter().filter_map(|(name, limit)| Some((name, limit?))).collect()
}

/// How the report of this request is made.
pub fn made(request: &CheckRequest) -> Made {
    Made {
        raddle: env!("RADDLE_VERSION").to_owned(),
        arguments: std::env::args().skip(1).collect(),
        seed: request.settings.seed.0,
        jobs: request.settings.jobs,
        bounds: bounds(&request.settings.bounds),
        limits: limits(request),
        jdk: request.front_end.platform(&request.options),
        cpu_seconds: memory::cpu_seconds(),
        peak_memory: memory::peak(),
    }
}
