//! The strategy that a user gets without asking: a short sample, then every schedule by `dpor`, within the time given.
//!
//! Most bugs show in a few runs at random, and a proof needs all of them; so the sample comes first. A data race says
//! less than what it breaks: where only a race was found, a part of the time that is left goes into looking for a
//! deadlock or a failure, and that is then told first.

use std::time::{Duration, Instant};

use raddle_explore::bounds::Budget;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::program::Program;
use raddle_explore::search::{Hooks, Outcome, Settings, search};
use raddle_explore::strategy::Strategy;
use raddle_explore::verdict::Verdict;

/// The name on the command line.
pub const AUTO: &str = "auto";
/// How long a check may take where nobody says.
pub const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The runs of the sample, and the part of the time that it may take.
const SAMPLES: u64 = 500;
const SAMPLE_SHARE: u32 = 10;
/// The part of the time that is spent on what a race breaks.
const SEQUEL_SHARE: u32 = 6;

/// Searches, and says by which strategy the outcome came.
#[expect(clippy::disallowed_methods, reason = "the time that is left is measured by the wall clock")]
pub fn search_in_turn<P: Program>(
    program: &P,
    settings: &Settings,
    hooks: &Hooks<'_>,
) -> (Outcome, &'static str) {
    let started = Instant::now();
    let limit = settings.budget.time.unwrap_or(TIME_LIMIT);
    let within = |time: Duration, strategy: Strategy, races: bool| Settings {
        strategy,
        budget: Budget { time: Some(time.min(limit.saturating_sub(started.elapsed()))), ..settings.budget },
        looks: Looks { races: races && settings.looks.races, ..settings.looks },
        ..settings.clone()
    };
    // Who wants all findings gets them from the second part alone.
    if settings.stop_at_first {
        let wanted = Settings { samples: SAMPLES, ..within(limit / SAMPLE_SHARE, Strategy::Random, false) };
        let outcome = search(program, &Unguided, &wanted, hooks);
        if outcome.verdict == Verdict::Found {
            return (timed(outcome, started), "auto (random)");
        }
    }
    let mut outcome = search(program, &Unguided, &within(limit, Strategy::Dpor, true), hooks);
    let only_races = outcome.findings.iter().all(|finding| matches!(finding.kind, FindingKind::Race(_)));
    if outcome.verdict == Verdict::Found && only_races && settings.stop_at_first {
        let wanted = within(limit / SEQUEL_SHARE, Strategy::Dpor, false);
        let sequel = search(program, &Unguided, &wanted, hooks);
        if sequel.verdict == Verdict::Found {
            let races = std::mem::replace(&mut outcome, sequel).findings;
            outcome.findings.extend(races);
        }
    }
    (timed(outcome, started), "auto (dpor)")
}

fn timed(outcome: Outcome, started: Instant) -> Outcome {
    Outcome { elapsed: started.elapsed(), ..outcome }
}
