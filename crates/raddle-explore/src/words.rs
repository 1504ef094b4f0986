//! What the actors and places of one run are called, kept with its trace.
//!
//! Names belong to a run: the second task that somebody starts is another one in another schedule. So they are asked of
//! the run itself, at its end, and go with the trace; what was not met there is called by its path.

use rustc_hash::FxHashMap;

use crate::names::{ActorId, Names};
use crate::operation::Place;
use crate::program::Run;

/// The names of one run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    actors: FxHashMap<ActorId, String>,
    places: FxHashMap<Place, String>,
}

impl Words {
    /// What a run that has come to its end calls these.
    pub fn of<R: Run>(
        run: &R,
        names: &Names,
        actors: impl IntoIterator<Item = ActorId>,
        places: impl IntoIterator<Item = Place>,
    ) -> Words {
        let mut words = Words::default();
        for actor in actors {
            let name = || run.describe_actor(actor).unwrap_or_else(|| names.path(actor).to_string());
            words.actors.entry(actor).or_insert_with(name);
        }
        for place in places {
            words.places.entry(place).or_insert_with(|| run.describe_place(place));
        }
        words
    }

    /// What an actor is called.
    pub fn actor(&self, actor: ActorId, names: &Names) -> String {
        self.actors.get(&actor).cloned().unwrap_or_else(|| names.path(actor).to_string())
    }

    /// What a place is called; empty where nobody wants to read of it.
    pub fn place(&self, place: Place) -> &str {
        self.places.get(&place).map_or("", String::as_str)
    }
}
