//! Searches in rounds: a program that learns from its runs that it has more to show is explored again.
//!
//! A front end may let code run unstopped for as long as nobody else can tell. When a run shows that somebody could, what
//! was explored does not count as covered: the program revises itself ([`Program::revise`]), and all of the search begins
//! again, within the time that is left.
//!
//! **Guarantee.** Only a round in which the program learnt nothing is believed to have covered anything. What an earlier
//! round found is real and stands; its schedule is carried over to the revised program (`route`). But for races: what orders two
//! accesses may be among what was not in sight yet, a lock that was taken there, say. A race stands where the program has
//! nothing to learn from the round that found it, or where it still shows when its schedule was carried over; otherwise it is
//! dropped, and the next round will find it if it is one.

use std::time::Instant;

use crate::finding::{Finding, FindingKind};
use crate::program::Program;
use crate::route::Route;
use crate::search::{Outcome, Settings};
use crate::verdict::{Gap, Verdict};
use crate::words::Words;

/// A program that still learns after so many rounds has no end of it.
pub const MOST_ROUNDS: u32 = 200;

/// Searches by `once`, which is given the settings with the time that is left, until a round stands; what else it gives is
/// that of the last round.
#[expect(clippy::disallowed_methods, reason = "the time that is left is measured by the wall clock")]
pub fn in_rounds<P: Program, T>(
    program: &P,
    settings: &Settings,
    mut once: impl FnMut(&Settings) -> (Outcome, T),
) -> (Outcome, T) {
    let started = Instant::now();
    let mut carried: Vec<Finding> = Vec::new();
    let mut lost: Vec<Finding> = Vec::new();
    let mut rounds = 1;
    loop {
        let mut left = settings.clone();
        left.budget.time = settings.budget.time.map(|limit| limit.saturating_sub(started.elapsed()));
        let (mut outcome, other) = once(&left);
        outcome.rounds = rounds;
        outcome.elapsed = started.elapsed();
        let is_known = |kind| outcome.findings.iter().any(|found| found.kind == kind);
        carried.retain(|finding| !is_known(finding.kind.clone()));
        lost.retain(|finding| !is_known(finding.kind.clone()));
        outcome.findings.append(&mut carried);
        outcome.findings.sort_by(|one, another| one.kind.cmp(&another.kind));
        let outdated = outcome.gaps.contains(&Gap::Outdated);
        let samples = outcome.coverage.is_sampled();
        let only_races = outcome.findings.iter().all(is_race);
        if may_go_on(&outcome, settings) {
            let route = |finding: &Finding| Route::of(program, settings, finding);
            let routes: Vec<Option<Route>> = outcome.findings.iter().map(route).collect();
            // A sample claims nothing, but what the program has learnt by it is of use to the search that follows.
            let revised = program.revise();
            let has_doubts = only_races && !outcome.findings.is_empty();
            if revised && rounds < MOST_ROUNDS && (outdated || !samples || has_doubts) {
                rounds += 1;
                let found = std::mem::take(&mut outcome.findings);
                for (route, finding) in routes.iter().zip(found) {
                    match route.as_ref().and_then(|route| route.follow(program, settings)) {
                        Some(schedule) => carried.push(Finding { schedule, ..finding }),
                        None if is_race(&finding) => {}
                        None => lost.push(finding),
                    }
                }
                if !settings.stop_at_first || carried.is_empty() {
                    continue;
                }
                outcome.findings = std::mem::take(&mut carried);
            }
            if revised && !samples && outcome.findings.is_empty() {
                outcome.gaps.remove(&Gap::Outdated);
                outcome.gaps.insert(Gap::Rounds(rounds));
            }
        }
        outcome.gaps.extend(
            lost.iter().map(|finding| Gap::NotReplayed(finding.kind.describe(program, &Words::default()))),
        );
        outcome.verdict = match outcome.verdict {
            _ if !outcome.findings.is_empty() => Verdict::Found,
            Verdict::Sampled => Verdict::Sampled,
            _ if !outcome.gaps.is_empty() => Verdict::Incomplete(outcome.gaps.clone()),
            verdict => verdict,
        };
        return (outcome, other);
    }
}

fn is_race(finding: &Finding) -> bool {
    matches!(finding.kind, FindingKind::Race(_))
}

/// Whether another round could say more: not if the first finding was enough, nor if a limit was reached.
fn may_go_on(outcome: &Outcome, settings: &Settings) -> bool {
    let satisfied = settings.stop_at_first && !outcome.findings.iter().all(is_race);
    !satisfied && !outcome.gaps.iter().any(Gap::is_limit)
}
