//! The strategy that a user gets without asking: a short sample, then every schedule by `dpor`, or where these are too
//! many every state, within the time given.
//!
//! Most bugs show in a few runs at random, and a proof needs all of them; so the sample comes first. A data race says
//! less than what it breaks: where only a race was found, a part of the time that is left goes into looking for a
//! deadlock or a failure, and that is then told first.
//!
//! Where there are too many schedules for `dpor`, they may still meet in few states. How long `dpor` will take can't be
//! told, so after a part of the time a search that merges states begins beside it, which proves as much; whoever comes
//! to an end first has the word. Where `dpor` comes upon a run without an end, the other begins at once: that may be a
//! circle of states.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use raddle_explore::bounds::Budget;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::program::{Program, Run};
use raddle_explore::search::{Hooks, Outcome, Progress, Settings, search};
use raddle_explore::strategy::Strategy;
use raddle_explore::verdict::{Gap, Verdict};

/// The name on the command line.
pub const AUTO: &str = "auto";
/// How long a check may take where nobody says.
pub const TIME_LIMIT: Duration = Duration::from_secs(60);
/// The runs of the sample, and the part of the time that it may take.
const SAMPLES: u64 = 500;
const SAMPLE_SHARE: u32 = 10;
/// The part of the time that is spent on what a race breaks.
const SEQUEL_SHARE: u32 = 6;
/// The part of the time after which states are merged, too.
const MERGING_AFTER: u32 = 6;
/// How many states are merged at most where nobody says: about a gigabyte.
const MOST_STATES: u64 = 5_000_000;

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
    let whole = within(limit, Strategy::Dpor, true);
    let can_merge = !settings.bounds.any() && program.start().fingerprint().is_some();
    let mut outcome = if can_merge {
        match side_by_side(program, &whole, limit / MERGING_AFTER, hooks) {
            Concluded::Reduced(outcome) => outcome,
            Concluded::Merged(outcome) => return (timed(outcome, started), "auto (merged states)"),
        }
    } else {
        search(program, &Unguided, &whole, hooks)
    };
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

/// Who came to an end first.
enum Concluded {
    Reduced(Outcome),
    Merged(Outcome),
}

/// Searches by `dpor`, and from some time on also by merging states.
#[expect(clippy::disallowed_methods, reason = "the time that is left is measured by the wall clock")]
fn side_by_side<P: Program>(
    program: &P,
    settings: &Settings,
    head_start: Duration,
    hooks: &Hooks<'_>,
) -> Concluded {
    let started = Instant::now();
    let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
    // Set when `dpor` is to end; when it has ended, and with it the search; when it leaves the rest to merging.
    let (over, ended, handed_on) = (AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let merging = scope.spawn(|| {
            while started.elapsed() < head_start && !is_set(&handed_on) {
                if is_set(&ended) {
                    return None;
                }
                std::thread::park_timeout(head_start.saturating_sub(started.elapsed()));
            }
            let states = settings.budget.states.unwrap_or(MOST_STATES);
            let time = settings.budget.time.map(|time| time.saturating_sub(started.elapsed()));
            let budget = Budget { states: Some(states), time, ..settings.budget };
            let (strategy, merge_states) = (Strategy::Exhaustive, true);
            let wanted = Settings { strategy, merge_states, budget, ..settings.clone() };
            let watch = |_: &Progress| {
                if hooks.cancelled.is_some_and(is_set) {
                    ended.store(true, Ordering::Relaxed);
                }
            };
            let watched = Hooks { cancelled: Some(&ended), progress: Some(&watch), ..*hooks };
            let outcome = search(program, &Unguided, &wanted, &watched);
            let concluded = matches!(outcome.verdict, Verdict::Proved | Verdict::Found);
            concluded.then(|| {
                over.store(true, Ordering::Relaxed);
                outcome
            })
        });
        let show = |progress: &Progress| {
            if let Some(show) = hooks.progress {
                show(progress);
            }
            if hooks.cancelled.is_some_and(is_set) {
                over.store(true, Ordering::Relaxed);
            }
        };
        let watched = Hooks { cancelled: Some(&over), progress: Some(&show), ..*hooks };
        let reduced = search(program, &Unguided, settings, &watched);
        let is_endless = |gap: &Gap| matches!(gap, Gap::LongRun(_));
        let goes_on = matches!(&reduced.verdict, Verdict::Incomplete(gaps) if gaps.iter().all(is_endless));
        let flag = if goes_on { &handed_on } else { &ended };
        flag.store(true, Ordering::Relaxed);
        merging.thread().unpark();
        let merged = match merging.join() {
            Ok(merged) => merged,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        match merged {
            Some(merged) if matches!(reduced.verdict, Verdict::Incomplete(_)) => Concluded::Merged(merged),
            _ => Concluded::Reduced(reduced),
        }
    })
}

fn timed(outcome: Outcome, started: Instant) -> Outcome {
    Outcome { elapsed: started.elapsed(), ..outcome }
}
