//! What happened in a run, in words: its steps, and who waits for whom at its end.
//!
//! Made by running the schedule once more, from its start, in a run that says what it does.

use raddle_explore::context::StepContext;
use raddle_explore::finding::FindingKind;
use raddle_explore::names::ActorId;
use raddle_explore::operation::Place;
use raddle_explore::program::{Choice, Enabled, Pending, PendingBuffer, Program, Run, SourceId};
use serde::Serialize;

/// An operation in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Operation {
    /// Who.
    pub actor: String,
    /// What, in one word or two.
    pub operation: &'static str,
    /// What it touches.
    pub places: Vec<String>,
    /// Where in the source; empty where there is none.
    pub source: String,
}

/// One step of a run, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// Its number, from 1.
    pub step: usize,
    /// What was done.
    #[serde(flatten)]
    pub operation: Operation,
    /// Which possibility was taken, where there were several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub option: Option<u32>,
    /// What came of it: the value read or written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// What the program printed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// Whether another actor moved before.
    pub switch: bool,
    /// Whether it takes part in what is wrong.
    pub culprit: bool,
    /// The column of the actor.
    #[serde(skip)]
    pub column: usize,
}

/// Somebody who waits at the end of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Wait {
    /// What it would do.
    #[serde(flatten)]
    pub operation: Operation,
    /// For whom, where only one can make it possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<String>,
    /// Whether it takes part in what is wrong.
    pub culprit: bool,
    /// The column of the actor.
    #[serde(skip)]
    pub column: usize,
}

/// A run in words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Story {
    /// The names of those who moved or wait, in the order of their paths.
    #[serde(skip)]
    pub actors: Vec<String>,
    /// The steps.
    pub steps: Vec<Step>,
    /// Who waits at the end.
    pub waits: Vec<Wait>,
}

impl Story {
    /// How often another actor took over.
    pub fn switches(&self) -> usize {
        self.steps.iter().filter(|step| step.switch).count()
    }
}

/// The actors and places that a finding is about.
struct Suspects {
    actors: Vec<ActorId>,
    accesses: Vec<(ActorId, SourceId, Place)>,
    failing: Option<ActorId>,
}

impl Suspects {
    fn of(kind: Option<&FindingKind>) -> Suspects {
        let mut suspects = Suspects { actors: Vec::new(), accesses: Vec::new(), failing: None };
        match kind {
            Some(FindingKind::Deadlock(actors) | FindingKind::Stuck(actors)) => {
                suspects.actors.clone_from(actors);
            }
            Some(FindingKind::Race(race)) => {
                suspects.accesses =
                    [race.first, race.second].map(|side| (side.actor, side.source, race.place)).to_vec();
            }
            Some(FindingKind::Failure(actor, _)) => suspects.failing = Some(*actor),
            _ => {}
        }
        suspects
    }
}

fn describe<P: Program>(program: &P, pending: &Pending, buffer: &PendingBuffer) -> Operation {
    let mut places: Vec<String> = Vec::new();
    for touch in buffer.touches(pending).iter().filter(|touch| touch.place != Place::EVERYTHING) {
        let place = program.describe_place(touch.place);
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Operation {
        actor: program.describe_actor(pending.actor),
        operation: pending.kind.word(),
        places,
        source: program.describe_source(pending.source),
    }
}

/// Tells the run that these choices make, as far as they are possible. Says what is wrong with it where that is known.
pub fn tell<P: Program>(program: &P, fuel: u64, schedule: &[Choice], kind: Option<&FindingKind>) -> Story {
    let suspects = Suspects::of(kind);
    let mut run = program.start();
    let mut pending = PendingBuffer::default();
    let mut context = StepContext::plain().recording();
    context.fuel_per_step = fuel;
    let mut story = Story::default();
    let mut movers: Vec<ActorId> = Vec::new();
    let mut sources: Vec<(ActorId, SourceId, Vec<Place>)> = Vec::new();
    for &choice in schedule {
        run.pending(&mut pending);
        let Some(entry) = pending.of(choice.actor).copied().filter(Pending::is_enabled) else { break };
        let operation = describe(program, &entry, &pending);
        let places = pending.touches(&entry).iter().map(|touch| touch.place).collect();
        context.begin();
        let complete = run.step(choice, &mut context).is_ok();
        let failed = !context.effects.failures.is_empty();
        story.steps.push(Step {
            step: story.steps.len() + 1,
            operation,
            option: (entry.options > 1).then_some(choice.option),
            note: std::mem::take(&mut context.effects.note),
            output: std::mem::take(&mut context.effects.output),
            switch: movers.last().is_some_and(|&last| last != choice.actor),
            culprit: failed && suspects.failing == Some(choice.actor),
            column: 0,
        });
        movers.push(choice.actor);
        sources.push((choice.actor, entry.source, places));
        if !complete {
            break;
        }
    }
    run.pending(&mut pending);
    let blocked: Vec<Pending> = pending
        .entries()
        .iter()
        .filter(|entry| matches!(entry.enabled, Enabled::WaitsFor(_) | Enabled::WaitsForAnyone))
        .copied()
        .collect();
    for entry in &blocked {
        story.waits.push(Wait {
            operation: describe(program, entry, &pending),
            waits_for: match entry.enabled {
                Enabled::WaitsFor(other) => Some(program.describe_actor(other)),
                _ => None,
            },
            culprit: suspects.actors.contains(&entry.actor),
            column: 0,
        });
    }
    // Of a race, the last access of each side before the end is the one that was not ordered.
    for (actor, source, place) in &suspects.accesses {
        let last = sources
            .iter()
            .rposition(|(mover, at, places)| mover == actor && at == source && places.contains(place));
        if let Some(last) = last {
            story.steps[last].culprit = true;
        }
    }
    let mut columns: Vec<ActorId> =
        movers.iter().copied().chain(blocked.iter().map(|entry| entry.actor)).collect();
    columns.sort_by(|&left, &right| program.names().compare(left, right));
    columns.dedup();
    let column_of = |actor: ActorId| columns.iter().position(|&other| other == actor).unwrap_or(0);
    story.steps.iter_mut().zip(&movers).for_each(|(step, &actor)| step.column = column_of(actor));
    story.waits.iter_mut().zip(&blocked).for_each(|(wait, entry)| wait.column = column_of(entry.actor));
    story.actors = columns.iter().map(|&actor| program.describe_actor(actor)).collect();
    story
}
