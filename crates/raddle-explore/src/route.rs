//! The way of a run in a program that stops less often than it will: where each actor stood after each step, so that the
//! same run can be made once more when the program has been revised and stops in between.
//!
//! Whoever stood before some operation goes on until it stands before that operation again; everything happens in the same
//! order, only in smaller steps. An actor may pass an operation that looks the same on its way, so that it stands too
//! early: whether the finding still shows is asked at the end, and decides.

use crate::finding::{Finding, FindingKind};
use crate::names::ActorId;
use crate::operation::{Mode, OperationKind, Touch};
use crate::program::{Choice, PendingBuffer, Program, Run, SourceId};
use crate::replay;
use crate::search::Settings;

/// One step of a program may become so many at most.
const MOST_STEPS: usize = 10_000;

/// The operation that an actor stands before; nothing if it has ended.
type Standing = Option<(OperationKind, Mode, SourceId, Vec<Touch>)>;

fn standing(pending: &PendingBuffer, actor: ActorId) -> Standing {
    let entry = pending.of(actor)?;
    Some((entry.kind, entry.mode, entry.source, pending.touches(entry).to_vec()))
}

/// A step, and where those stand then that it moved or brought into being.
struct Leg {
    choice: Option<Choice>,
    then: Vec<(ActorId, Standing)>,
}

/// The way to a finding.
pub(crate) struct Route {
    kind: FindingKind,
    legs: Vec<Leg>,
}

impl Route {
    /// The way to a finding in the program as it is.
    pub fn of<P: Program>(program: &P, settings: &Settings, finding: &Finding) -> Option<Route> {
        let mut run = program.start();
        let mut context = settings.context();
        let (mut before, mut pending) = (PendingBuffer::default(), PendingBuffer::default());
        let mut legs = Vec::new();
        for choice in [None].into_iter().chain(finding.schedule.iter().copied().map(Some)) {
            std::mem::swap(&mut before, &mut pending);
            if let Some(choice) = choice {
                context.begin();
                run.step(choice, &mut context).ok()?;
            }
            run.pending(&mut pending);
            let new = pending.entries().iter().map(|entry| entry.actor);
            let mut moved: Vec<ActorId> = new.filter(|&actor| before.of(actor).is_none()).collect();
            moved.extend(choice.map(|choice| choice.actor));
            let then = moved.into_iter().map(|actor| (actor, standing(&pending, actor))).collect();
            legs.push(Leg { choice, then });
        }
        Some(Route { kind: finding.kind.clone(), legs })
    }

    /// The schedule of the same run in the program as it is now, if the finding shows in it.
    pub fn follow<P: Program>(&self, program: &P, settings: &Settings) -> Option<Vec<Choice>> {
        let mut run = program.start();
        let mut context = settings.context();
        let mut pending = PendingBuffer::default();
        let mut schedule = Vec::new();
        let mut make = |run: &mut P::Run, choice: Choice| {
            context.begin();
            schedule.push(choice);
            run.step(choice, &mut context).ok()
        };
        for leg in &self.legs {
            if let Some(choice) = leg.choice {
                run.pending(&mut pending);
                pending
                    .of(choice.actor)
                    .filter(|entry| entry.is_enabled() && choice.option < entry.options)?;
                make(&mut run, choice)?;
            }
            for (actor, goal) in &leg.then {
                run.pending(&mut pending);
                let mut steps = 0;
                while standing(&pending, *actor) != *goal {
                    steps += 1;
                    pending.of(*actor).filter(|entry| entry.is_enabled() && steps <= MOST_STEPS)?;
                    make(&mut run, Choice::first(*actor))?;
                    run.pending(&mut pending);
                }
            }
        }
        replay::shows(program, settings, &schedule, &self.kind).then_some(schedule)
    }
}
