//! What happened in a run, as data: its steps, and who waits for whom at its end.
//!
//! The kernel makes the trace; here its numbers become names, and what takes part in the misbehaviour is marked.

use raddle_explore::context::Failed;
use raddle_explore::finding::FindingKind;
use raddle_explore::names::ActorId;
use raddle_explore::operation::{Access, OperationKind, Place};
use raddle_explore::program::{Choice, Enabled, Program};
use raddle_explore::races::{Race, RacingAccess};
use raddle_explore::replay::Mismatch;
use raddle_explore::search::Settings;
use raddle_explore::source::{SourcePlace, StackLine};
use raddle_explore::trace::{LeftOver, Trace, TraceStep};
use raddle_explore::words::{PlaceName, Words};
use serde::{Serialize, Serializer};

/// What somebody does, or waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// An operation.
    Operation(OperationKind),
    /// To be notified: only then the lock is taken again.
    BeNotified,
}

impl Deed {
    /// One word for it, or two.
    pub fn word(self) -> &'static str {
        match self {
            Deed::Operation(kind) => kind.word(),
            Deed::BeNotified => "be notified",
        }
    }

    /// Whether it is this operation.
    pub fn is(self, kind: OperationKind) -> bool {
        self == Deed::Operation(kind)
    }
}

impl Serialize for Deed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// A place that is touched, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Touched {
    /// The place.
    #[serde(flatten)]
    pub place: PlaceName,
    /// How.
    pub access: Access,
}

/// An operation of an actor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Operation {
    /// Who.
    pub actor: String,
    /// The object whose code it runs; empty where there is none.
    #[serde(skip)]
    pub object: String,
    /// What.
    pub operation: Deed,
    /// What it touches, in words.
    pub places: Vec<String>,
    /// The same as data.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<Touched>,
    /// Where in the source, in words; empty where there is none.
    pub source: String,
    /// The same as data.
    #[serde(skip_serializing_if = "SourcePlace::is_empty")]
    pub location: SourcePlace,
}

/// One step of a run.
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
    /// What came of it, such as the value read or written, and the call that it was.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// The call of the library that it was, such as `acquire()`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub call: String,
    /// What came of it, without the call.
    #[serde(skip)]
    pub effect: String,
    /// Who could have gone on when the step ended a wait because its time was up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overtaken: Vec<String>,
    /// What the program printed.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
    /// Where what went wrong in it was thrown, the innermost call first.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_texts")]
    pub stack: Vec<StackLine>,
    /// Whether another actor moved before.
    pub switch: bool,
    /// Whether it takes part in what is wrong.
    pub culprit: bool,
    /// The lane of the actor.
    #[serde(skip)]
    pub lane: usize,
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
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_texts")]
    pub stack: Vec<StackLine>,
    /// Whether it takes part in what is wrong.
    pub culprit: bool,
    /// The lane of the actor.
    #[serde(skip)]
    pub lane: usize,
}

fn as_texts<S: Serializer>(lines: &[StackLine], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(lines.iter().map(ToString::to_string))
}

/// A run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Story {
    /// The names of those who moved or wait, in the order of their paths.
    #[serde(skip)]
    pub lanes: Vec<String>,
    /// The steps.
    #[serde(rename = "trace")]
    pub steps: Vec<Step>,
    /// Who waits at the end.
    #[serde(rename = "waiting")]
    pub waits: Vec<Wait>,
}

impl Story {
    /// How often another actor took over.
    pub fn switches(&self) -> usize {
        self.steps.iter().filter(|step| step.switch).count()
    }
}

/// A run, and what its actors and places are called.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The run.
    pub story: Story,
    /// The names.
    pub words: Words,
}

/// What is put into names.
struct Teller<'t, P> {
    program: &'t P,
    trace: &'t Trace,
    kind: Option<&'t FindingKind>,
    lanes: Vec<ActorId>,
}

impl<P: Program> Teller<'_, P> {
    fn name(&self, actor: ActorId) -> String {
        self.trace.words.actor(actor, self.program.names())
    }

    fn lane(&self, actor: ActorId) -> usize {
        self.lanes.iter().position(|&other| other == actor).unwrap_or(0)
    }

    fn operation(
        &self,
        actor: ActorId,
        operation: Deed,
        touched: impl Iterator<Item = (Place, Access)>,
        location: &SourcePlace,
    ) -> Operation {
        let mut touches: Vec<Touched> = Vec::new();
        for (place, access) in touched.filter(|(place, _)| *place != Place::EVERYTHING) {
            // A step may touch more than anybody wants to read of.
            let Some(place) = self.trace.words.place(place) else { continue };
            match touches.iter_mut().find(|known| known.place == *place) {
                Some(known) => known.access = known.access.max(access),
                None => touches.push(Touched { place: place.clone(), access }),
            }
        }
        Operation {
            actor: self.name(actor),
            object: self.trace.words.object_of(actor).to_owned(),
            operation,
            places: touches.iter().map(|touch| touch.place.to_string()).collect(),
            touches,
            source: location.to_string(),
            location: location.clone(),
        }
    }

    fn step(&self, index: usize, step: &TraceStep, culprit: bool) -> Step {
        let touched = step.places.iter().copied().zip(step.accesses.iter().copied());
        let said = [step.note.as_str(), &step.call].into_iter().filter(|words| !words.is_empty());
        Step {
            step: index + 1,
            operation: self.operation(step.choice.actor, Deed::Operation(step.kind), touched, &step.source),
            option: (step.choice.option > 0).then_some(step.choice.option),
            note: said.collect::<Vec<_>>().join("; "),
            call: step.call.clone(),
            effect: step.note.clone(),
            overtaken: step.overtaken.iter().map(|&actor| self.name(actor)).collect(),
            output: step.output.clone(),
            switch: step.switch,
            stack: step.stack.clone(),
            culprit,
            lane: self.lane(step.choice.actor),
        }
    }

    fn wait(&self, left: &LeftOver) -> Wait {
        // Who waits for a notification is not there yet where the lock is taken again.
        let wanted = match (left.kind, left.enabled) {
            (OperationKind::Reacquire, Enabled::WaitsForAnyone) => Deed::BeNotified,
            (kind, _) => Deed::Operation(kind),
        };
        let touched = left.places.iter().copied().zip(left.accesses.iter().copied());
        Wait {
            taken_in: left.taken_in.map(|index| index + 1),
            stack: left.stack.clone(),
            operation: self.operation(left.actor, wanted, touched, &left.source),
            waits_for: match left.enabled {
                Enabled::WaitsFor(other) => Some(self.name(other)),
                _ => None,
            },
            culprit: matches!(
                self.kind,
                Some(FindingKind::Deadlock(actors) | FindingKind::Stuck(actors)) if actors.contains(&left.actor)
            ),
            lane: self.lane(left.actor),
        }
    }

    /// The steps that take part in what is wrong.
    fn culprits(&self) -> Vec<usize> {
        match self.kind {
            Some(FindingKind::Race(race)) => self.racing_steps(race),
            Some(FindingKind::Failure(actor, failure)) => {
                let failed = |step: &TraceStep| {
                    let is_it = |failed: &Failed| {
                        failed.failure == *failure && failed.actor.unwrap_or(step.choice.actor) == *actor
                    };
                    step.failures.iter().any(is_it)
                };
                self.trace.steps.iter().position(failed).into_iter().collect()
            }
            Some(FindingKind::Deadlock(_) | FindingKind::Stuck(_) | FindingKind::Livelock(_)) | None => {
                Vec::new()
            }
        }
    }

    /// The two accesses of a race: the last ones of both sides, of the kind that is told of each, that nothing orders.
    fn racing_steps(&self, race: &Race) -> Vec<usize> {
        let trace = self.trace;
        let accesses = |side: &RacingAccess| -> Vec<usize> {
            let source = self.program.describe_source(side.source);
            let is_it = |step: &TraceStep| {
                let mut touched = step.places.iter().zip(&step.accesses);
                step.choice.actor == side.actor
                    && step.source == source
                    && touched.any(|(place, access)| *place == race.place && *access == side.access)
            };
            let steps = trace.steps.iter().enumerate().rev();
            steps.filter(|(_, step)| is_it(step)).map(|(index, _)| index).collect()
        };
        let (first, second) = (accesses(&race.first), accesses(&race.second));
        let is_ordered = |left: usize, right: usize| {
            trace.happens_before(left.min(right), left.max(right)) || left == right
        };
        let mut pairs = first.iter().flat_map(|&left| second.iter().map(move |&right| [left, right]));
        pairs.find(|[left, right]| !is_ordered(*left, *right)).map_or_else(Vec::new, |pair| pair.to_vec())
    }
}

/// Tells the run that these choices make, and marks what is wrong with it where that is known.
pub fn tell<P: Program>(
    program: &P,
    settings: &Settings,
    schedule: &[Choice],
    kind: Option<&FindingKind>,
) -> Result<Told, Mismatch> {
    let trace = Trace::of(program, settings, schedule)?;
    let waits = |left: &&LeftOver| matches!(left.enabled, Enabled::WaitsFor(_) | Enabled::WaitsForAnyone);
    let blocked: Vec<&LeftOver> = trace.left.iter().filter(waits).collect();
    let mut lanes: Vec<ActorId> = schedule.iter().map(|choice| choice.actor).collect();
    lanes.extend(blocked.iter().map(|left| left.actor));
    lanes.sort_by(|&left, &right| program.names().compare(left, right));
    lanes.dedup();
    let teller = Teller { program, trace: &trace, kind, lanes };
    let culprits = teller.culprits();
    let steps = trace.steps.iter().enumerate();
    let story = Story {
        steps: steps.map(|(index, step)| teller.step(index, step, culprits.contains(&index))).collect(),
        waits: blocked.iter().map(|left| teller.wait(left)).collect(),
        lanes: teller.lanes.iter().map(|&actor| teller.name(actor)).collect(),
    };
    Ok(Told { story, words: trace.words })
}
