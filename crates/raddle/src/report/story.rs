//! What happened in a run, in words: its steps, and who waits for whom at its end.
//!
//! The kernel makes the trace; here its names become words, and what takes part in the misbehaviour is marked.

use raddle_explore::context::Failed;
use raddle_explore::finding::FindingKind;
use raddle_explore::names::{ActorId, Names};
use raddle_explore::operation::Place;
use raddle_explore::program::{Choice, Enabled, Program};
use raddle_explore::races::{Race, RacingAccess};
use raddle_explore::replay::Mismatch;
use raddle_explore::search::Settings;
use raddle_explore::trace::{LeftOver, Trace, TraceStep};
use raddle_explore::words::Words;
use serde::Serialize;

/// What somebody waits for who waits for a notification.
pub const TO_BE_NOTIFIED: &str = "be notified";

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
    /// Who could have gone on when the step ended a wait because its time was up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overtaken: Vec<String>,
    /// What the program printed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// Where what went wrong in it was thrown, the innermost call first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stack: Vec<String>,
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
    /// What the actors and places of the run are called.
    #[serde(skip)]
    pub words: Words,
}

impl Story {
    /// How often another actor took over.
    pub fn switches(&self) -> usize {
        self.steps.iter().filter(|step| step.switch).count()
    }
}

fn describe(
    names: &Names,
    words: &Words,
    actor: ActorId,
    operation: &'static str,
    touched: &[Place],
    source: &str,
) -> Operation {
    let mut places: Vec<String> = Vec::new();
    for &place in touched.iter().filter(|&&place| place != Place::EVERYTHING) {
        let place = words.place(place);
        // A step may touch more than anybody wants to read of.
        if !place.is_empty() && !places.iter().any(|known| known == place) {
            places.push(place.to_owned());
        }
    }
    Operation { actor: words.actor(actor, names), operation, places, source: source.to_owned() }
}

/// The steps that take part in what is wrong.
fn culprits<P: Program>(program: &P, trace: &Trace, kind: &FindingKind) -> Vec<usize> {
    match kind {
        FindingKind::Race(race) => racing_steps(program, trace, race),
        FindingKind::Failure(actor, failure) => {
            let failed = |step: &TraceStep| {
                let is_it = |failed: &Failed| {
                    failed.failure == *failure && failed.actor.unwrap_or(step.choice.actor) == *actor
                };
                step.failures.iter().any(is_it)
            };
            trace.steps.iter().position(failed).into_iter().collect()
        }
        FindingKind::Deadlock(_) | FindingKind::Stuck(_) | FindingKind::Livelock(_) => Vec::new(),
    }
}

/// The two accesses of a race: the last ones of both sides, of the kind that is told of each, that nothing orders.
fn racing_steps<P: Program>(program: &P, trace: &Trace, race: &Race) -> Vec<usize> {
    let accesses = |side: &RacingAccess| -> Vec<usize> {
        let source = program.describe_source(side.source);
        let is_it = |step: &TraceStep| {
            let mut touched = step.places.iter().zip(&step.accesses);
            step.choice.actor == side.actor
                && step.source == source
                && touched.any(|(place, access)| *place == race.place && *access == side.access)
        };
        trace.steps.iter().enumerate().filter(|(_, step)| is_it(step)).map(|(index, _)| index).rev().collect()
    };
    let (first, second) = (accesses(&race.first), accesses(&race.second));
    let is_ordered =
        |left: usize, right: usize| trace.happens_before(left.min(right), left.max(right)) || left == right;
    let pairs = first.iter().flat_map(|&left| second.iter().map(move |&right| [left, right]));
    pairs
        .into_iter()
        .find(|[left, right]| !is_ordered(*left, *right))
        .map_or_else(Vec::new, |pair| pair.to_vec())
}

/// What somebody who waits would do; who waits for a notification is not there yet where the lock is taken again.
fn wanted(left: &LeftOver) -> &'static str {
    match (left.word, left.enabled) {
        ("reacquire", Enabled::WaitsForAnyone) => TO_BE_NOTIFIED,
        (word, _) => word,
    }
}

fn waits<P: Program>(program: &P, trace: &Trace, left: &LeftOver, kind: Option<&FindingKind>) -> Wait {
    Wait {
        taken_in: left.taken_in.map(|index| index + 1),
        stack: left.stack.clone(),
        operation: describe(
            program.names(),
            &trace.words,
            left.actor,
            wanted(left),
            &left.places,
            &left.source,
        ),
        waits_for: match left.enabled {
            Enabled::WaitsFor(other) => Some(trace.words.actor(other, program.names())),
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
        operation: describe(
            program.names(),
            &trace.words,
            step.choice.actor,
            step.word,
            &step.places,
            &step.source,
        ),
        option: (step.choice.option > 0).then_some(step.choice.option),
        note: step.note.clone(),
        overtaken: step.overtaken.iter().map(|&actor| trace.words.actor(actor, program.names())).collect(),
        output: step.output.clone(),
        switch: step.switch,
        stack: step.stack.clone(),
        culprit: culprits.contains(&index),
        column: column_of(step.choice.actor),
    });
    let waits = blocked
        .iter()
        .map(|left| Wait { column: column_of(left.actor), ..waits(program, &trace, left, kind) });
    Ok(Story {
        steps: steps.collect(),
        waits: waits.collect(),
        actors: columns.iter().map(|&actor| trace.words.actor(actor, program.names())).collect(),
        words: trace.words.clone(),
    })
}
