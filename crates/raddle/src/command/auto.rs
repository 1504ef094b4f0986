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
//!
//! Runs with few time-outs come first (`deepening`); what comes after a proof is in `early`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use raddle_explore::bounds::Budget;
use raddle_explore::finding::{FindingKind, Looks};
use raddle_explore::guide::Unguided;
use raddle_explore::program::Program;
use raddle_explore::rounds::in_rounds;
use raddle_explore::search::{Hooks, Outcome, Progress, Settings, search, search_once};
use raddle_explore::strategy::Named;
use raddle_explore::verdict::{Bound, Gap, Verdict};

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
    let within = |time: Duration, strategy: Named, races: bool| Settings {
        strategy,
        budget: Budget { time: Some(time.min(limit.saturating_sub(started.elapsed()))), ..settings.budget },
        looks: Looks { races: races && settings.looks.races, ..settings.looks },
        ..settings.clone()
    };
    // Who wants all findings gets them from the second part alone.
    if settings.stop_at_first {
        let wanted = Settings { samples: SAMPLES, ..within(limit / SAMPLE_SHARE, Named::Random, false) };
        let outcome = search(program, &Unguided, &wanted, hooks);
        if outcome.verdict == Verdict::Found {
            return (timed(outcome, started), "auto (random)");
        }
    }
    let can_merge = !settings.bounds.any() && program.abilities().fingerprints;
    let whole = || within(limit, Named::Dpor, true);
    let (mut outcome, strategy) = deepening(program, whole, |settings, is_last| {
        if can_merge {
            side_by_side(program, settings, limit / MERGING_AFTER, is_last, hooks)
        } else {
            (search_once(program, &Unguided, settings, hooks), REDUCED)
        }
    });
    let only_races = outcome.findings.iter().all(|finding| matches!(finding.kind, FindingKind::Race(_)));
    if outcome.verdict == Verdict::Found && only_races && settings.stop_at_first {
        let wanted = within(limit / SEQUEL_SHARE, Named::Dpor, false);
        let sequel = search_once(program, &Unguided, &wanted, hooks);
        if sequel.verdict == Verdict::Found {
            let rounds = outcome.rounds;
            let races = std::mem::replace(&mut outcome, sequel).findings;
            outcome.findings.extend(races);
            outcome.rounds = rounds;
        }
    }
    (timed(outcome, started), strategy)
}

/// How many time-outs a run may have before it may have as many as was asked for, and what an outcome is called that does
/// not cover more.
const DEPTHS: [(u32, &str); 3] = [
    (2, "auto (dpor, 2 time-outs a run)"),
    (4, "auto (dpor, 4 time-outs a run)"),
    (8, "auto (dpor, 8 time-outs a run)"),
];

/// Searches in rounds by `once`, first runs with few time-outs: where loops of them have no end, each one more makes many runs
/// more, and what was covered before the time is over is an answer. The settings are those of a search that begins now;
/// `once` is told whether this is the last one.
fn deepening<P: Program>(
    program: &P,
    settings: impl Fn() -> Settings,
    mut once: impl FnMut(&Settings, bool) -> (Outcome, &'static str),
) -> (Outcome, &'static str) {
    let most = settings().bounds.timeouts;
    // Limits on runs and states are for one search.
    let budget = settings().budget;
    let is_limited = budget.runs.is_some() || budget.states.is_some();
    let fewer = |depth: u32| !is_limited && most.is_none_or(|most| depth < most);
    let mut covered = None;
    for (depth, name) in DEPTHS.into_iter().filter(|(depth, _)| fewer(*depth)) {
        let mut shallow = settings();
        shallow.bounds.timeouts = Some(depth);
        let (outcome, strategy) = in_rounds(program, &shallow, |settings| once(settings, false));
        match &outcome.verdict {
            Verdict::Bounded(bounds) if bounds.iter().all(|bound| *bound == Bound::Timeouts) => {
                covered = Some((outcome, name));
                // Ticks of timers are bounded, too: more time-outs would show no more of these.
                if !program.reached_bounds().is_empty() {
                    break;
                }
            }
            Verdict::Incomplete(gaps) if gaps.iter().all(|gap| *gap == Gap::Time) => {
                return covered.unwrap_or((outcome, strategy));
            }
            _ => return (outcome, strategy),
        }
    }
    let (outcome, strategy) = in_rounds(program, &settings(), |settings| once(settings, true));
    let is_late =
        matches!(&outcome.verdict, Verdict::Incomplete(gaps) if gaps.iter().all(|gap| *gap == Gap::Time));
    match covered.filter(|_| is_late) {
        Some(covered) => covered,
        None => (outcome, strategy),
    }
}

/// What the outcome comes from.
const REDUCED: &str = "auto (dpor)";
const MERGED: &str = "auto (merged states)";

/// Searches by `dpor`, and from some time on also by merging states; tells who came to an end first. Where one of them
/// learns that the program must be revised, so that the other explores it in vain, both end. Where runs were cut because of
/// their time-outs, merging goes on if this is the last search.
#[expect(clippy::disallowed_methods, reason = "the time that is left is measured by the wall clock")]
fn side_by_side<P: Program>(
    program: &P,
    settings: &Settings,
    head_start: Duration,
    is_last: bool,
    hooks: &Hooks<'_>,
) -> (Outcome, &'static str) {
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
            let (strategy, merge_states) = (Named::Exhaustive, true);
            let wanted = Settings { strategy, merge_states, budget, ..settings.clone() };
            let watch = |_: &Progress| {
                if hooks.cancelled.is_some_and(is_set) {
                    ended.store(true, Ordering::Relaxed);
                }
            };
            let watched = Hooks { cancelled: Some(&ended), progress: Some(&watch), ..*hooks };
            let outcome = search_once(program, &Unguided, &wanted, &watched);
            let concluded =
                matches!(outcome.verdict, Verdict::Proved { .. } | Verdict::Found) || is_outdated(&outcome);
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
        let reduced = search_once(program, &Unguided, settings, &watched);
        // Runs without an end, or of too many time-outs, may form circles.
        let goes_on = match &reduced.verdict {
            Verdict::Incomplete(gaps) => gaps.iter().all(|gap| matches!(gap, Gap::LongRun(_))),
            Verdict::Bounded(bounds) => is_last && bounds.iter().all(|bound| *bound == Bound::Timeouts),
            _ => false,
        };
        let flag = if goes_on { &handed_on } else { &ended };
        flag.store(true, Ordering::Relaxed);
        merging.thread().unpark();
        let merged = match merging.join() {
            Ok(merged) => merged,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        match merged {
            Some(merged)
                if matches!(reduced.verdict, Verdict::Incomplete(_) | Verdict::Bounded(_))
                    && !is_outdated(&reduced) =>
            {
                (merged, MERGED)
            }
            _ => (reduced, REDUCED),
        }
    })
}

fn is_outdated(outcome: &Outcome) -> bool {
    outcome.gaps.contains(&Gap::Outdated)
}

fn timed(outcome: Outcome, started: Instant) -> Outcome {
    Outcome { elapsed: started.elapsed(), ..outcome }
}
