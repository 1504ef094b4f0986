//! What the actors and places of one run are called, as data, kept with its trace.
//!
//! Names belong to a run: the second task that somebody starts is another one in another schedule. So they are asked of
//! the run itself, at its end, and go with the trace; what was not met there is called by its path.

use std::fmt;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::names::{ActorId, Names};
use crate::operation::Place;
use crate::program::Run;

/// What an actor is called.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActorName {
    /// Its name.
    pub name: String,
    /// The object whose code it runs, called as it is where it owns a place; empty where it is nobody's.
    pub object: String,
}

impl From<String> for ActorName {
    fn from(name: String) -> ActorName {
        ActorName { name, object: String::new() }
    }
}

/// What a place is to its owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A variable or field.
    Variable,
    /// An element of an array.
    Element,
    /// An object as a whole, of which a library's call asks something.
    Object,
    /// A lock by itself.
    Lock,
    /// The lock that every object has.
    Monitor,
    /// What lets a parked thread go on.
    Permit,
    /// The end of a thread.
    End,
    /// The initialisation of a class.
    Initialisation,
    /// What only one task at a time may run on.
    Location,
    /// What a task will give.
    Future,
    /// Where messages wait.
    Mailbox,
    /// The world around the program, such as a file, its output or the clock.
    World,
}

/// What a place is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceName {
    /// What it belongs to: an object, a class, a thread; or its own name where it belongs to nothing.
    pub owner: String,
    /// Which part of the owner: the name of a field, the index of an element; empty where the role says it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub part: String,
    /// What it is to its owner.
    pub role: Role,
    /// The variable as the source declares it, with the names of all that it is declared in; empty where it is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub declared: String,
}

impl PlaceName {
    /// A place that its role and its owner tell.
    pub fn new(role: Role, owner: impl Into<String>) -> PlaceName {
        PlaceName { owner: owner.into(), part: String::new(), role, declared: String::new() }
    }

    /// A part of an owner.
    pub fn part(role: Role, owner: impl Into<String>, part: impl Into<String>) -> PlaceName {
        PlaceName { part: part.into(), ..PlaceName::new(role, owner) }
    }

    /// The same, where the source declares it so.
    pub fn declared(self, declared: impl Into<String>) -> PlaceName {
        PlaceName { declared: declared.into(), ..self }
    }
}

impl fmt::Display for PlaceName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PlaceName { owner, part, .. } = self;
        match self.role {
            Role::Variable if !part.is_empty() => write!(formatter, "{owner}.{part}"),
            Role::Element => write!(formatter, "{owner}[{part}]"),
            Role::Variable | Role::Object | Role::Lock | Role::Mailbox | Role::World => {
                formatter.write_str(owner)
            }
            Role::Monitor => write!(formatter, "monitor of {owner}"),
            Role::Permit => write!(formatter, "permit of {owner}"),
            Role::End => write!(formatter, "end of {owner}"),
            Role::Initialisation => write!(formatter, "initialisation of {owner}"),
            Role::Location => write!(formatter, "the location {owner}"),
            Role::Future => write!(formatter, "the future of {owner}"),
        }
    }
}

/// The names of one run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    actors: FxHashMap<ActorId, ActorName>,
    places: FxHashMap<Place, Option<PlaceName>>,
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
            let name = || run.describe_actor(actor).unwrap_or_else(|| names.path(actor).to_string().into());
            words.actors.entry(actor).or_insert_with(name);
        }
        for place in places {
            words.places.entry(place).or_insert_with(|| run.describe_place(place));
        }
        words
    }

    /// What an actor is called.
    pub fn actor(&self, actor: ActorId, names: &Names) -> String {
        self.actors.get(&actor).map_or_else(|| names.path(actor).to_string(), |known| known.name.clone())
    }

    /// The object whose code an actor runs; empty where there is none.
    pub fn object_of(&self, actor: ActorId) -> &str {
        self.actors.get(&actor).map_or("", |known| known.object.as_str())
    }

    /// What a place is called; `None` where nobody wants to read of it.
    pub fn place(&self, place: Place) -> Option<&PlaceName> {
        self.places.get(&place)?.as_ref()
    }

    /// What a place is called, in words; empty where nobody wants to read of it.
    pub fn place_text(&self, place: Place) -> String {
        self.place(place).map_or_else(String::new, PlaceName::to_string)
    }
}
