//! What happened in a run, in words: its steps, and who waits for whom at its end.
//!
//! The kernel makes the trace; here its names become words, and what takes part in the misbehaviour is marked.

use raddle_explore::finding::FindingKind;
use raddle_explore::names::ActorId;
use raddle_explore::operation::Place;
use raddle_explore::program::{Choice, Enabled, Program};
use raddle_explore::replay::Mismatch;
use raddle_explore::search::Settings;
use raddle_explore::trace::{LeftOver, Trace, TraceStep};
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
    /// Which possibility was taken, where it was not the first.
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
    /// The step in which that one took what is waited for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub taken_in: Option<usize>,
    /// Where it stands, the innermost call first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<String>,
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

fn describe<P: Program>(
    program: &P,
    actor: ActorId,
    operation: &'static str,
    touched: &[Place],
    source: &str,
) -> Operation {
    let mut places: Vec<String> = Vec::new();
    for &place in touched.iter().filter(|&&place| place != Place::EVERYTHING) {
        let place = program.describe_place(place);
        // A step may touch more than anybody wants to read of.
        if !place.is_empty() && !places.contains(&place) {
            places.push(place);
        }
    }
    Operation { actor: program.describe_actor(actor), operation, places, source: source.to_owned() }
}

/// The steps that take part in what is wrong.
fn culprits<P: Program>(program: &P, trace: &Trace, kind: &FindingKind) -> Vec<usize> {
    match kind {
        // Of a race, the last access of each side before the end is the one that was not ordered.
        FindingKind::Race(race) => [race.first, race.second]
            .iter()
            .filter_map(|side| {
                let source = program.describe_source(side.source);
                trace.steps.iter().rposition(|step| {
                    step.choice.actor == side.actor
                        && step.source == source
                        && step.places.contains(&race.place)
                })
            })
            .collect(),
        FindingKind::Failure(actor, failure) => {
            let failed = |step: &TraceStep| step.choice.actor == *actor && step.failures.contains(failure);
            trace.steps.iter().position(failed).into_iter().collect()
        }
        FindingKind::Deadlock(_) | FindingKind::Stuck(_) | FindingKind::Livelock(_) => Vec::new(),
    }
}

/// The number of the step in which an actor took one of these places and kept it.
fn taken_in(trace: &Trace, owner: ActorId, places: &[Place]) -> Option<usize> {
    let takes = |step: &TraceStep| {
        matches!(step.word, "acquire" | "reacquire" | "try to acquire" | "update")
            && step.choice.actor == owner
            && step.places.iter().any(|place| places.contains(place))
    };
    trace.steps.iter().rposition(takes).map(|index| index + 1)
}

fn waits<P: Program>(program: &P, trace: &Trace, left: &LeftOver, kind: Option<&FindingKind>) -> Wait {
    Wait {
        taken_in: match left.enabled {
            Enabled::WaitsFor(other) => taken_in(trace, other, &left.places),
            _ => None,
        },
        stack: left.stack.clone(),
        operation: describe(program, left.actor, left.word, &left.places, &left.source),
        waits_for: match left.enabled {
            Enabled::WaitsFor(other) => Some(program.describe_actor(other)),
            _ => None,
        },
        culprit: matches!(
            kind,
            Some(FindingKind::Deadlock(actors) | FindingKind::Stuck(actors)) if actors.contains(&left.actor)
        ),
        column: 0,
    }
}

/// Tells the run that these choices make, and marks what is wrong with it where that is known.
pub fn tell<P: Program>(
    program: &P,
    settings: &Settings,
    schedule: &[Choice],
    kind: Option<&FindingKind>,
) -> Result<Story, Mismatch> {
    let trace = Trace::of(program, settings, schedule)?;
    let blocked: Vec<&LeftOver> = trace
        .left
        .iter()
        .filter(|left| matches!(left.enabled, Enabled::WaitsFor(_) | Enabled::WaitsForAnyone))
        .collect();
    let mut columns: Vec<ActorId> = schedule.iter().map(|choice| choice.actor).collect();
    columns.extend(blocked.iter().map(|left| left.actor));
    columns.sort_by(|&left, &right| program.names().compare(left, right));
    columns.dedup();
    let column_of = |actor: ActorId| columns.iter().position(|&other| other == actor).unwrap_or(0);
    let culprits = kind.map_or_else(Vec::new, |kind| culprits(program, &trace, kind));
    let steps = trace.steps.iter().enumerate().map(|(index, step)| Step {
        step: index + 1,
        operation: describe(program, step.choice.actor, step.word, &step.places, &step.source),
        option: (step.choice.option > 0).then_some(step.choice.option),
        note: step.note.clone(),
        output: step.output.clone(),
        switch: step.switch,
        culprit: culprits.contains(&index),
        column: column_of(step.choice.actor),
    });
    let waits = blocked
        .iter()
        .map(|left| Wait { column: column_of(left.actor), ..waits(program, &trace, left, kind) });
    Ok(Story {
        steps: steps.collect(),
        waits: waits.collect(),
        actors: columns.iter().map(|&actor| program.describe_actor(actor)).collect(),
    })
}
