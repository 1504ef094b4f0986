//! What `auto` does in the time that remains after a proof that relies on waits giving up only where nothing else can go on:
//! it lets them give up early.
//!
//! Each actor may do so once, then twice, and so on: where loops of such waits have no end, the first ones still get an
//! answer. What goes wrong then is a warning and no finding. A search that came to its end, kept nobody from giving up once
//! more and found nothing has shown that the proof needs no such assumption.

use std::time::{Duration, Instant};

use raddle_explore::bounds::Budget;
use raddle_explore::finding::Looks;
use raddle_explore::program::Program;
use raddle_explore::search::{Hooks, Outcome, Settings};
use raddle_explore::verdict::{Bound, Verdict};

use crate::command::auto::{TIME_LIMIT, search_in_turn};

/// How often each actor may give up early, from one search to the next.
const DEPTHS: [u8; 4] = [1, 2, 4, 8];
/// How long it may take at least; more only if the proof took longer, and never more than is left.
const PATIENCE: Duration = Duration::from_secs(2);

/// The program whose waits give up early, and what came of its search.
pub struct Early<P> {
    /// The program.
    pub program: P,
    /// What came of it.
    pub outcome: Outcome,
}

/// Searches once more after a proof, if that relied on waits that give up last.
#[expect(clippy::disallowed_methods, reason = "the time that is left is measured by the wall clock")]
pub fn search_early<P: Program>(
    program: &P,
    proof: &Outcome,
    settings: &Settings,
    hooks: &Hooks<'_>,
) -> Option<Early<P>> {
    if !proof.verdict.is_proved() {
        return None;
    }
    let started = Instant::now();
    let left = settings.budget.time.unwrap_or(TIME_LIMIT.saturating_sub(proof.elapsed));
    let patience = proof.elapsed.max(PATIENCE).min(left);
    let mut early = None;
    for most in DEPTHS {
        let time = patience.saturating_sub(started.elapsed());
        if time.is_zero() {
            break;
        }
        let program = program.with_early_timeouts(most)?;
        let settings = Settings {
            budget: Budget { time: Some(time), ..settings.budget },
            // That everybody gives up for ever says nothing of a program.
            looks: Looks { livelocks: false, ..settings.looks },
            ..settings.clone()
        };
        let (mut outcome, _) = search_in_turn(&program, &settings, hooks);
        outcome.elapsed = started.elapsed();
        let may_go_deeper = matches!(
            &outcome.verdict,
            Verdict::Bounded(bounds) if bounds.iter().all(|bound| *bound == Bound::Timeouts)
        );
        early = Some(Early { program, outcome });
        if !may_go_deeper {
            break;
        }
    }
    early
}
