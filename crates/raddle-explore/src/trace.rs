//! A trace: a schedule with what happened, in words and in two orders.
//!
//! *Dependence* says which steps may not be swapped; *synchronisation* says which accesses the language orders. Both
//! are kept as vector clocks. Made by replaying a schedule with recording on; nothing is searched here.

use crate::clock::Clock;
use crate::context::{Failed, Interruption};
use crate::ending::{self, Ending};
use crate::events::{Event, EventLog};
use crate::names::ActorId;
use crate::operation::{Access, OperationKind, Place};
use crate::program::{Choice, Enabled, PendingBuffer, Program, Run};
use crate::races::RaceDetector;
use crate::replay::Mismatch;
use crate::search::Settings;
use crate::source::{SourcePlace, StackLine};
use crate::strategy::History;
use crate::words::Words;

/// One step of a trace.
#[derive(Clone, Debug)]
pub struct TraceStep {
    /// Who moved, and with which option.
    pub choice: Choice,
    /// What was done.
    pub kind: OperationKind,
    /// What was touched.
    pub places: Vec<Place>,
    /// How, for each of these.
    pub accesses: Vec<Access>,
    /// Where in the source; empty where there is none.
    pub source: SourcePlace,
    /// What came of it, in words; may be empty.
    pub note: String,
    /// The call of the library that it was, such as `acquire()`; empty where it was none.
    pub call: String,
    /// Who could have gone on when the step ended a wait because its time was up.
    pub overtaken: Vec<ActorId>,
    /// What the program printed.
    pub output: String,
    /// What went wrong in the step.
    pub failures: Vec<Failed>,
    /// Where that came from, the innermost call first; empty where the front end has no calls.
    pub stack: Vec<StackLine>,
    /// Whether another actor made the step before.
    pub switch: bool,
    dependence: Clock,
    synchronisation: Clock,
    /// The step's number among its actor's, from 1.
    number: u32,
}

/// An operation that is left at the end of a trace.
#[derive(Clone, Debug)]
pub struct LeftOver {
    /// Whose.
    pub actor: ActorId,
    /// What it would do.
    pub kind: OperationKind,
    /// What it would touch.
    pub places: Vec<Place>,
    /// How, for each of these.
    pub accesses: Vec<Access>,
    /// Where in the source.
    pub source: SourcePlace,
    /// Whether it could go, or for whom it waits.
    pub enabled: Enabled,
    /// Where its actor stands, the innermost call first.
    pub stack: Vec<StackLine>,
    /// The number of the step, from 0, in which the actor that it waits for took what it waits for, and kept it.
    pub taken_in: Option<usize>,
}

/// A schedule with what happened.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The steps.
    pub steps: Vec<TraceStep>,
    /// What is still pending at the end.
    pub left: Vec<LeftOver>,
    /// How it ended; `None` if something could still go.
    pub ending: Option<Ending>,
    /// What its actors and places are called.
    pub words: Words,
}

impl Trace {
    /// The trace of a schedule.
    pub fn of<P: Program>(program: &P, settings: &Settings, schedule: &[Choice]) -> Result<Trace, Mismatch> {
        let mut run = program.start();
        let mut pending = PendingBuffer::default();
        let mut context = settings.context().recording();
        let mut log = EventLog::default();
        let mut history = History::default();
        let mut steps: Vec<TraceStep> = Vec::with_capacity(schedule.len());
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
            log.push(choice.option, &entry, pending.touches(&entry), &context.effects);
            let event = log.events()[step];
            history.push(
                Choice::first(choice.actor),
                step as u32,
                event.kind,
                log.touches(&event),
                &context.effects,
            );
            steps.push(TraceStep {
                choice,
                kind: event.kind,
                places: log.touches(&event).iter().map(|touch| touch.place).collect(),
                accesses: log.touches(&event).iter().map(|touch| touch.access).collect(),
                source: program.describe_source(event.source),
                note: context.effects.note.clone(),
                call: context.effects.call.clone(),
                overtaken: context.effects.overtaken.clone(),
                output: context.effects.output.clone(),
                failures: context.effects.failures.clone(),
                stack: context.effects.stack.clone(),
                switch: step > 0 && schedule[step - 1].actor != choice.actor,
                dependence: Clock::from_slice(history.clock(step)),
                synchronisation: Clock::default(),
                number: history.entries[step].index,
            });
        }
        let mut clocks = Vec::with_capacity(steps.len());
        RaceDetector::default().walk(&log, |_: &Event, clock| clocks.push(clock.clone()));
        for (step, clock) in steps.iter_mut().zip(clocks) {
            step.synchronisation = clock;
        }
        run.pending(&mut pending);
        let exited = run.has_exited();
        let standstill = exited || pending.enabled().next().is_none();
        let mut left: Vec<LeftOver> = pending
            .entries()
            .iter()
            .map(|entry| LeftOver {
                actor: entry.actor,
                kind: entry.kind,
                places: pending.touches(entry).iter().map(|touch| touch.place).collect(),
                accesses: pending.touches(entry).iter().map(|touch| touch.access).collect(),
                source: program.describe_source(entry.source),
                enabled: entry.enabled,
                stack: run.stack(entry.actor),
                taken_in: None,
            })
            .collect();
        say_who_took(program, settings, schedule, &mut left)?;
        let actors = steps.iter().map(|step| step.choice.actor).chain(left.iter().map(|left| left.actor));
        let waited_for = left.iter().filter_map(|left| match left.enabled {
            Enabled::WaitsFor(other) => Some(other),
            _ => None,
        });
        let places =
            steps.iter().flat_map(|step| &step.places).chain(left.iter().flat_map(|left| &left.places));
        let failed = steps.iter().flat_map(|step| &step.failures).filter_map(|failed| failed.actor);
        let actors = actors.chain(waited_for).chain(failed);
        let words = Words::of(&run, program.names(), actors, places.copied());
        Ok(Trace { words, steps, left, ending: standstill.then(|| ending::of_standstill(&pending, exited)) })
    }

    /// Whether the earlier step must come before the later one, because swapping them may change something.
    pub fn depends(&self, earlier: usize, later: usize) -> bool {
        self.before(earlier, &self.steps[later].dependence)
    }

    /// Whether the language orders the earlier step before the later one.
    pub fn happens_before(&self, earlier: usize, later: usize) -> bool {
        self.before(earlier, &self.steps[later].synchronisation)
    }

    fn before(&self, earlier: usize, clock: &Clock) -> bool {
        clock.of(self.steps[earlier].choice.actor) >= self.steps[earlier].number
    }
}

/// Runs the schedule again, and looks after each step who holds what is waited for at its end: only then is it known
/// what to look at. A lock that is taken again by its holder was taken the first time.
fn say_who_took<P: Program>(
    program: &P,
    settings: &Settings,
    schedule: &[Choice],
    left: &mut [LeftOver],
) -> Result<(), Mismatch> {
    let waits = |left: &LeftOver| matches!(left.enabled, Enabled::WaitsFor(_));
    if !left.iter().any(waits) {
        return Ok(());
    }
    let mut run = program.start();
    let mut context = settings.context().recording();
    for (step, &choice) in schedule.iter().enumerate() {
        if context.is_cancelled() {
            return Err(Mismatch::Interrupted(Interruption::Cancelled));
        }
        context.begin();
        run.step(choice, &mut context).map_err(Mismatch::Interrupted)?;
        for waiting in left.iter_mut() {
            let Enabled::WaitsFor(holder) = waiting.enabled else { continue };
            let is_held = waiting.places.iter().any(|&place| run.holder(place) == Some(holder));
            waiting.taken_in = is_held.then(|| waiting.taken_in.unwrap_or(step));
        }
    }
    Ok(())
}
