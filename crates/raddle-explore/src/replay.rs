//! Runs a schedule again, from its start, and says what it shows.

use crate::context::Interruption;
use crate::ending::{self, Ending};
use crate::events::EventLog;
use crate::finding::{Finding, FindingKind};
use crate::livelock;
use crate::program::{Choice, PendingBuffer, Program, Run};
use crate::races::RaceDetector;
use crate::search::Settings;

/// What a replayed schedule shows.
pub struct Replayed {
    /// What happened.
    pub log: EventLog,
    /// Every misbehaviour on the way and at the end.
    pub shows: Vec<FindingKind>,
    /// How it stands at the end; `None` while something can still go.
    pub ending: Option<Ending>,
}

/// Why a schedule can't be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// At this step the schedule's choice is not possible.
    Impossible {
        /// The number of the step, from 0.
        step: usize,
    },
    /// A step did not come to its end.
    Interrupted(Interruption),
}

/// Runs a schedule from the start.
pub fn replay<P: Program>(
    program: &P,
    settings: &Settings,
    schedule: &[Choice],
) -> Result<Replayed, Mismatch> {
    let mut run = program.start();
    let mut pending = PendingBuffer::default();
    let mut context = settings.context();
    let mut log = EventLog::default();
    let mut shows = Vec::new();
    for (step, &choice) in schedule.iter().enumerate() {
        if context.is_cancelled() {
            return Err(Mismatch::Interrupted(Interruption::Cancelled));
        }
        run.pending(&mut pending);
        let Some(entry) = pending.choose(choice).filter(|_| !run.has_exited()) else {
            return Err(Mismatch::Impossible { step });
        };
        context.begin();
        run.step(choice, &mut context).map_err(Mismatch::Interrupted)?;
        shows.extend(
            context.effects.failures.drain(..).map(|failure| FindingKind::failed(choice.actor, failure)),
        );
        log.push(choice.option, &entry, pending.touches(&entry), &context.effects);
    }
    run.pending(&mut pending);
    let exited = run.has_exited();
    let standstill = exited || pending.enabled().next().is_none();
    let ending = standstill.then(|| ending::of_standstill(&pending, exited));
    match &ending {
        Some(Ending::Deadlock(cycle)) => shows.push(FindingKind::Deadlock(cycle.clone())),
        Some(Ending::Stuck(actors)) => shows.push(FindingKind::Stuck(actors.clone())),
        Some(Ending::Livelock(actors)) => shows.push(FindingKind::Livelock(actors.clone())),
        None if settings.early_deadlock => {
            shows.extend(ending::wait_cycle(&pending).map(FindingKind::Deadlock));
        }
        _ => {}
    }
    let mut races = Vec::new();
    RaceDetector::default().detect(&log, &mut races);
    shows.extend(races.into_iter().map(FindingKind::Race));
    if ending.is_none() {
        shows.extend(
            livelock::closes_fair_cycle(program, settings.alarm.flag(), &log).map(FindingKind::Livelock),
        );
    }
    Ok(Replayed { log, shows, ending })
}

/// Whether the schedule, run again from the start, shows the misbehaviour.
pub fn shows<P: Program>(program: &P, settings: &Settings, schedule: &[Choice], kind: &FindingKind) -> bool {
    replay(program, settings, schedule).is_ok_and(|replayed| replayed.shows.contains(kind))
}

/// The livelock that a schedule ends in, if it does.
pub(crate) fn livelock<P: Program>(
    program: &P,
    settings: &Settings,
    schedule: Vec<Choice>,
) -> Option<Finding> {
    let shows = replay(program, settings, &schedule).ok()?.shows;
    let kind = shows.into_iter().find(|kind| matches!(kind, FindingKind::Livelock(_)))?;
    Some(Finding { kind, schedule, minimised: false })
}
