//! What can be wrong with a run, and the schedule that shows it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::context::Failure;
use crate::names::ActorId;
use crate::program::{Choice, Program};
use crate::races::Race;

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
    /// A cycle of states that all actors that can move take part in, and that has no end.
    Livelock(Vec<ActorId>),
}

impl FindingKind {
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

    /// One sentence for a person.
    pub fn describe<P: Program>(&self, program: &P) -> String {
        let list = |actors: &[ActorId], between: &str| {
            actors.iter().map(|&actor| program.describe_actor(actor)).collect::<Vec<_>>().join(between)
        };
        match self {
            FindingKind::Deadlock(cycle) => {
                let first = cycle.first().map_or(String::new(), |&actor| program.describe_actor(actor));
                format!("deadlock: {} waits for {first}", list(cycle, " waits for "))
            }
            FindingKind::Stuck(actors) => {
                let verb = if actors.len() == 1 { "waits" } else { "wait" };
                format!("stuck: {} {verb} for what nobody can give", list(actors, ", "))
            }
            FindingKind::Failure(actor, failure) => {
                format!("{}: {}", program.describe_actor(*actor), DescribeFailure(failure))
            }
            FindingKind::Race(race) => format!(
                "data race on {}: {} ({}) and {} ({})",
                program.describe_place(race.place),
                program.describe_actor(race.first.actor),
                program.describe_source(race.first.source),
                program.describe_actor(race.second.actor),
                program.describe_source(race.second.source),
            ),
            FindingKind::Livelock(actors) => {
                format!("livelock: {} go round in circles for ever", list(actors, ", "))
            }
        }
    }
}

struct DescribeFailure<'f>(&'f Failure);

impl fmt::Display for DescribeFailure<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Failure::Assertion(text) => write!(formatter, "assertion failed: {text}"),
            Failure::Exception(text) => write!(formatter, "uncaught exception: {text}"),
            Failure::ExitCode(code) => write!(formatter, "exit with code {code}"),
            Failure::Other(kind, text) => write!(formatter, "{kind}: {text}"),
        }
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
