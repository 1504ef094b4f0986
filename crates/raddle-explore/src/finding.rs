//! What can be wrong with a run, and the schedule that shows it.

use serde::{Deserialize, Serialize};

use crate::context::{Failed, Failure};
use crate::names::ActorId;
use crate::program::{Choice, Program};
use crate::races::{Race, RacingAccess};
use crate::words::Words;

/// What is wrong. The details are names, so that equal misbehaviours of different runs compare equal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// Actors wait for each other in a cycle; each entry waits for the next, the last for the first.
    Deadlock(Vec<ActorId>),
    /// Nothing can go, and these actors wait for something that nobody can give.
    Stuck(Vec<ActorId>),
    /// An actor failed.
    Failure(ActorId, Failure),
    /// Two accesses of one place, one of them writing, are not ordered by synchronisation.
    Race(Race),
    /// These go round for ever: a cycle of states that all actors that can move take part in, or loops without an effect
    /// that nobody can end.
    Livelock(Vec<ActorId>),
}

impl FindingKind {
    /// What failed in a step of this actor.
    pub fn failed(mover: ActorId, failed: Failed) -> FindingKind {
        FindingKind::Failure(failed.actor.unwrap_or(mover), failed.failure)
    }

    /// The one word for it in JSON.
    pub fn word(&self) -> &str {
        match self {
            FindingKind::Deadlock(_) => "deadlock",
            FindingKind::Stuck(_) => "stuck",
            FindingKind::Failure(_, Failure::Assertion(_)) => "assertion",
            FindingKind::Failure(_, Failure::Exception(_)) => "exception",
            FindingKind::Failure(_, Failure::ExitCode(_)) => "exit",
            FindingKind::Failure(_, Failure::Other(kind, _)) => kind,
            FindingKind::Race(_) => "race",
            FindingKind::Livelock(_) => "livelock",
        }
    }

    /// One sentence for a person, in the words of the run that shows it.
    pub fn describe<P: Program>(&self, program: &P, words: &Words) -> String {
        let name = |actor: ActorId| words.actor(actor, program.names());
        let list = |actors: &[ActorId], between: &str| {
            actors.iter().map(|&actor| name(actor)).collect::<Vec<_>>().join(between)
        };
        match self {
            FindingKind::Deadlock(cycle) => {
                let first = cycle.first().map_or(String::new(), |&actor| name(actor));
                format!("deadlock: {} waits for {first}", list(cycle, " waits for "))
            }
            FindingKind::Stuck(actors) => {
                let verb = if actors.len() == 1 { "waits" } else { "wait" };
                format!("stuck: {} {verb} for what nobody can give", list(actors, ", "))
            }
            FindingKind::Failure(actor, failure) => {
                format!("{}: {}", name(*actor), failure)
            }
            FindingKind::Race(race) => {
                let side = |side: &RacingAccess| {
                    format!("{} ({})", name(side.actor), program.describe_source(side.source))
                };
                let [first, second] = race.sides(program.names()).map(side);
                format!("data race on {}: {first} and {second}", words.place_text(race.place))
            }
            FindingKind::Livelock(actors) => {
                let verb = if actors.len() == 1 { "goes" } else { "go" };
                format!("livelock: {} {verb} round in circles for ever", list(actors, ", "))
            }
        }
    }
}

/// What is wrong as data that means the same in every process: actors by their paths, sources and failures as they
/// read, and the variable of a race as its run calls it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Essence {
    /// The kind, in one word.
    pub kind: String,
    /// The paths of the actors that take part, as the kind orders them.
    pub actors: Vec<String>,
    /// The failure, or the variable of a race.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub subject: String,
    /// The accesses of a race: how, and where in the source, one for each actor.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accesses: Vec<(String, String)>,
}

impl FindingKind {
    /// What it comes to in every process; the words are those of the run that shows it.
    pub fn essence<P: Program>(&self, program: &P, words: &Words) -> Essence {
        let paths = |actors: &[ActorId]| {
            actors.iter().map(|&actor| program.names().path(actor).to_string()).collect()
        };
        let (actors, subject, accesses) = match self {
            FindingKind::Deadlock(actors) | FindingKind::Stuck(actors) | FindingKind::Livelock(actors) => {
                (paths(actors), String::new(), Vec::new())
            }
            FindingKind::Failure(actor, failure) => (paths(&[*actor]), failure.to_string(), Vec::new()),
            FindingKind::Race(race) => {
                let sides = race.sides(program.names());
                let how = |side: &RacingAccess| {
                    (side.access.word().to_owned(), program.describe_source(side.source).to_string())
                };
                (paths(&sides.map(|side| side.actor)), words.place_text(race.place), sides.map(how).to_vec())
            }
        };
        Essence { kind: self.word().to_owned(), actors, subject, accesses }
    }
}

/// A misbehaviour with the schedule that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub kind: FindingKind,
    /// The choices that lead to it.
    pub schedule: Vec<Choice>,
    /// Whether `schedule` is as short as minimisation could make it.
    pub minimised: bool,
}

/// The kinds of findings that a search looks for beyond deadlocks and failures, which it always reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Looks {
    /// Data races.
    pub races: bool,
    /// Livelocks.
    pub livelocks: bool,
}

impl Default for Looks {
    fn default() -> Looks {
        Looks { races: true, livelocks: true }
    }
}
