//! Pieces of a search that mean the same in every process.
//!
//! Inside a process an actor is a number, given in the order in which actors are met. So a job that is sent elsewhere goes in
//! an [`Envelope`]: the paths of the actors that it names, and the job with places in that list instead of numbers.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::names::{ActorId, ActorPath, Names};
use crate::program::Choice;

/// A piece of a search. It can be explored by any worker of any process, and never changes what came before it.
pub trait Job: Clone + Send + Serialize + DeserializeOwned {
    /// Shows each place of the job where an actor is named, so that it can be named otherwise. Nothing in a job may be
    /// indexed by the numbers of actors.
    fn for_each_actor(&mut self, rename: &mut dyn FnMut(&mut ActorId));
}

/// The way to a state.
impl Job for Vec<Choice> {
    fn for_each_actor(&mut self, rename: &mut dyn FnMut(&mut ActorId)) {
        self.iter_mut().for_each(|choice| rename(&mut choice.actor));
    }
}

/// A job with its actors by their paths.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Envelope<J> {
    actors: Vec<ActorPath>,
    job: J,
}

impl<J: Job> Envelope<J> {
    /// Puts a job into words that mean the same elsewhere.
    pub fn seal(mut job: J, names: &Names) -> Envelope<J> {
        let mut met: Vec<ActorId> = Vec::new();
        job.for_each_actor(&mut |actor| {
            let place = met.iter().position(|other| other == actor).unwrap_or_else(|| {
                met.push(*actor);
                met.len() - 1
            });
            *actor = ActorId(place as u32);
        });
        Envelope { actors: met.into_iter().map(|actor| names.path(actor)).collect(), job }
    }

    /// The job in the numbers of this process; `None` if it names an actor that is not in its list.
    pub fn open(mut self, names: &Names) -> Option<J> {
        let actors: Vec<ActorId> =
            self.actors.iter().map(|path| names.resolve(path)).collect::<Option<_>>()?;
        let mut is_whole = true;
        self.job.for_each_actor(&mut |actor| match actors.get(actor.index()) {
            Some(known) => *actor = *known,
            None => is_whole = false,
        });
        is_whole.then_some(self.job)
    }
}
