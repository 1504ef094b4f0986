//! Makes the schedule of a finding short: first the fewest context switches, then the fewest steps.
//!
//! Two ways, in turn. A best-first search over the program's states, by switches and then by steps, which ends with an
//! optimum if it ends within its effort; states are merged by fingerprint and last actor unless the finding depends on
//! history, as a race does. Where that is too much, the schedule at hand is improved: blocks of steps are pulled
//! together or left out as long as the finding still shows.
//!
//! When the alarm of the settings rings, the best that there is by then has to do.
//!
//! Guarantee: the result replays and shows the same finding, and is no longer, by switches and then by steps, than what
//! was given.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;

use crate::alarm::Alarm;
use crate::ending::{self, Ending};
use crate::events::EventLog;
use crate::finding::{Finding, FindingKind};
use crate::names::ActorId;
use crate::program::{Choice, PendingBuffer, Program, Run};
use crate::races::RaceDetector;
use crate::replay;
use crate::schedule::context_switches;
use crate::search::Settings;

/// How much work may be done for a shorter schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many states the search may visit.
    pub states: usize,
    /// How many schedules may be tried to improve the one at hand.
    pub replays: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { states: 20_000, replays: 2_000 }
    }
}

fn cost(schedule: &[Choice]) -> (usize, usize) {
    (context_switches(schedule), schedule.len())
}

/// A finding with the shortest schedule that could be had.
pub fn minimise<P: Program>(program: &P, settings: &Settings, finding: &Finding, effort: Effort) -> Finding {
    // That the result shows the finding is asked even when time is over.
    let patient = Settings { alarm: Alarm::default(), ..settings.clone() };
    let shows = |schedule: &[Choice]| replay::shows(program, &patient, schedule, &finding.kind);
    let found = best_first(program, settings, &finding.kind, cost(&finding.schedule), effort.states);
    let schedule = match found {
        Some(better) if shows(&better) => better,
        _ => improve(program, settings, &finding.kind, finding.schedule.clone(), effort.replays),
    };
    let minimised = !settings.alarm.rings();
    if schedule == finding.schedule {
        Finding { minimised, ..finding.clone() }
    } else if cost(&schedule) <= cost(&finding.schedule) && shows(&schedule) {
        Finding { schedule, minimised, ..finding.clone() }
    } else {
        finding.clone()
    }
}

/// A state of the search, with the way to it.
struct Visited<R> {
    run: Option<R>,
    schedule: Vec<Choice>,
    /// Whether the step that led here failed in the way that is looked for.
    failed: bool,
}

/// The shortest schedule that shows the finding, if it turns up within the effort and is shorter than what there is.
fn best_first<P: Program>(
    program: &P,
    settings: &Settings,
    kind: &FindingKind,
    known: (usize, usize),
    effort: usize,
) -> Option<Vec<Choice>> {
    if matches!(kind, FindingKind::Livelock(_)) {
        return None;
    }
    let history_matters = matches!(kind, FindingKind::Race(_));
    let start = Visited { run: Some(program.start()), schedule: Vec::new(), failed: false };
    let mut states: Vec<Visited<P::Run>> = vec![start];
    let mut queue = BinaryHeap::from([Reverse((0usize, 0usize, 0usize))]);
    let mut seen: FxHashSet<(u128, Option<ActorId>)> = FxHashSet::default();
    let mut pending = PendingBuffer::default();
    let mut context = settings.context();
    while let Some(Reverse((switches, steps, index))) = queue.pop() {
        if (switches, steps) >= known || states.len() > effort || settings.alarm.rings() {
            return None;
        }
        let schedule = std::mem::take(&mut states[index].schedule);
        let run = states[index].run.take().or_else(|| again(program, settings, &schedule))?;
        let last = schedule.last().map(|choice| choice.actor);
        if !history_matters
            && let Some(state) = run.fingerprint()
            && !seen.insert((state, last))
        {
            continue;
        }
        run.pending(&mut pending);
        if states[index].failed || shows_here(program, settings, kind, &run, &pending, &schedule) {
            return Some(schedule);
        }
        if run.has_exited() {
            continue;
        }
        for entry in pending.enabled() {
            for option in 0..entry.options {
                let choice = Choice { actor: entry.actor, option };
                let copy = run.fork();
                let copies = copy.is_some();
                let mut next = match copy {
                    Some(copy) => copy,
                    None => again(program, settings, &schedule)?,
                };
                context.begin();
                if next.step(choice, &mut context).is_err() {
                    continue;
                }
                let failed = context.effects.failures.drain(..);
                let failed = failed
                    .map(|failure| FindingKind::failed(entry.actor, failure))
                    .any(|failure| failure == *kind);
                let mut schedule = schedule.clone();
                schedule.push(choice);
                let switched = last.is_some_and(|last| last != entry.actor);
                let cost = (switches + usize::from(switched), steps + 1);
                // Without copies the way is enough: it is walked again when its turn comes.
                let run = copies.then_some(next);
                queue.push(Reverse((cost.0, cost.1, states.len())));
                states.push(Visited { run, schedule, failed });
            }
        }
    }
    None
}

fn again<P: Program>(program: &P, settings: &Settings, schedule: &[Choice]) -> Option<P::Run> {
    let mut run = program.start();
    let mut context = settings.context();
    for &choice in schedule {
        context.begin();
        run.step(choice, &mut context).ok().filter(|()| !context.is_cancelled())?;
    }
    Some(run)
}

/// Whether the finding shows at a state. Failures show in the step that leads there.
fn shows_here<P: Program>(
    program: &P,
    settings: &Settings,
    kind: &FindingKind,
    run: &P::Run,
    pending: &PendingBuffer,
    schedule: &[Choice],
) -> bool {
    let exited = run.has_exited();
    match kind {
        FindingKind::Deadlock(cycle) => {
            let standstill = exited || pending.enabled().next().is_none();
            let found =
                if standstill { ending::of_standstill(pending, exited) } else { early(settings, pending) };
            found == Ending::Deadlock(cycle.clone())
        }
        FindingKind::Stuck(actors) => {
            pending.enabled().next().is_none()
                && ending::of_standstill(pending, exited) == Ending::Stuck(actors.clone())
        }
        FindingKind::Failure(..) => false,
        FindingKind::Race(_) | FindingKind::Livelock(_) => replay::shows(program, settings, schedule, kind),
    }
}

fn early(settings: &Settings, pending: &PendingBuffer) -> Ending {
    let cycle = if settings.early_deadlock { ending::wait_cycle(pending) } else { None };
    cycle.map_or(Ending::Complete, Ending::Deadlock)
}

/// Improves a schedule by pulling blocks together and leaving blocks out, as long as that helps.
fn improve<P: Program>(
    program: &P,
    settings: &Settings,
    kind: &FindingKind,
    mut schedule: Vec<Choice>,
    mut replays: usize,
) -> Vec<Choice> {
    loop {
        let blocks = blocks(&schedule);
        let mut better = None;
        'tries: for first in 0..blocks.len() {
            let pulled =
                (first + 1..blocks.len()).find(|&other| blocks[other][0].actor == blocks[first][0].actor);
            let candidates = [
                pulled.map(|other| pull(&blocks, other, first + 1)),
                pulled.map(|other| pull(&blocks, first, other)),
                Some(without(&blocks, first)),
            ];
            for candidate in candidates.into_iter().flatten() {
                if replays == 0 || settings.alarm.rings() {
                    break 'tries;
                }
                replays -= 1;
                if let Some(shown) = lenient(program, settings, kind, &candidate)
                    && cost(&shown) < cost(&schedule)
                {
                    better = Some(shown);
                    break 'tries;
                }
            }
        }
        match better {
            Some(better) => schedule = better,
            None => return schedule,
        }
    }
}

fn blocks(schedule: &[Choice]) -> Vec<Vec<Choice>> {
    schedule.chunk_by(|left, right| left.actor == right.actor).map(<[Choice]>::to_vec).collect()
}

/// The schedule in which the block at `from` stands before the one that is now at `to`.
fn pull(blocks: &[Vec<Choice>], from: usize, to: usize) -> Vec<Choice> {
    let mut order: Vec<usize> = (0..blocks.len()).filter(|&index| index != from).collect();
    let at = order.iter().position(|&index| index >= to).unwrap_or(order.len());
    order.insert(at, from);
    order.into_iter().flat_map(|index| blocks[index].iter().copied()).collect()
}

fn without(blocks: &[Vec<Choice>], left_out: usize) -> Vec<Choice> {
    let kept = blocks.iter().enumerate().filter(|&(index, _)| index != left_out);
    kept.flat_map(|(_, block)| block.iter().copied()).collect()
}

/// Runs the candidate, leaving out what is not possible, until the finding shows; the schedule that shows it.
fn lenient<P: Program>(
    program: &P,
    settings: &Settings,
    kind: &FindingKind,
    candidate: &[Choice],
) -> Option<Vec<Choice>> {
    let mut run = program.start();
    let mut pending = PendingBuffer::default();
    let mut context = settings.context();
    let mut log = EventLog::default();
    let mut detector = RaceDetector::default();
    let mut races = Vec::new();
    let schedule = |log: &EventLog| log.choices().collect::<Vec<_>>();
    for &choice in candidate {
        run.pending(&mut pending);
        let Some(entry) = pending.choose(choice).filter(|_| !run.has_exited()) else { continue };
        context.begin();
        run.step(choice, &mut context).ok().filter(|()| !context.is_cancelled())?;
        log.push(choice.option, &entry, pending.touches(&entry), &context.effects);
        let failed = |failed| FindingKind::failed(choice.actor, failed) == *kind;
        if context.effects.failures.iter().cloned().any(failed) {
            return Some(schedule(&log));
        }
        if let FindingKind::Race(race) = kind {
            races.clear();
            detector.detect(&log, &mut races);
            if races.contains(race) {
                return Some(schedule(&log));
            }
        }
    }
    run.pending(&mut pending);
    let schedule = schedule(&log);
    shows_here(program, settings, kind, &run, &pending, &schedule).then_some(schedule)
}
