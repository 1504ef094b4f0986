//! Who can move, named by where it came from.
//!
//! An [`ActorId`] is a small number that strategies use as an index. It means the same actor in every run of one
//! program, because it stands for a path: the parent, and the how-many-eth start by that parent. The numbers are
//! given in the order in which paths are first met, which depends on the search; so nothing that decides the
//! search may compare numbers. It compares paths, with [`Names::compare`].

use std::cmp::Ordering;
use std::fmt;
use std::sync::RwLock;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// An actor of a program: a thread, a location, or the environment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ActorId(pub u32);

impl ActorId {
    /// The number as an index into a table with a slot for each actor.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where an actor came from: the path `[2, 0]` is the first one started by the third one started by the program.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct ActorPath(pub Vec<u32>);

impl fmt::Display for ActorPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, part) in self.0.iter().enumerate() {
            if index > 0 {
                formatter.write_str(".")?;
            }
            write!(formatter, "{part}")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for ActorPath {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split('.').map(str::parse).collect::<Result<Vec<u32>, _>>().map(ActorPath)
    }
}

#[derive(Debug, Default)]
struct Table {
    paths: Vec<ActorPath>,
    ids: FxHashMap<(Option<ActorId>, u32), ActorId>,
}

/// The table of a program's actors. It only grows, and is shared by all runs of the program.
#[derive(Debug, Default)]
pub struct Names {
    table: RwLock<Table>,
}

impl Names {
    /// A table in which the actors that the program starts with, `0` to `roots - 1`, have these numbers.
    pub fn with_roots(roots: u32) -> Names {
        let names = Names::default();
        for root in 0..roots {
            names.child(None, root);
        }
        names
    }

    /// The actor that `parent` started as its `ordinal`-th; without a parent, the program itself started it.
    pub fn child(&self, parent: Option<ActorId>, ordinal: u32) -> ActorId {
        if let Some(&id) = self.read().ids.get(&(parent, ordinal)) {
            return id;
        }
        let mut table = self.table.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(&id) = table.ids.get(&(parent, ordinal)) {
            return id;
        }
        let id = ActorId(u32::try_from(table.paths.len()).expect("fewer than four billion actors"));
        let mut path = parent.map_or_else(Vec::new, |parent| table.paths[parent.index()].0.clone());
        path.push(ordinal);
        table.paths.push(ActorPath(path));
        table.ids.insert((parent, ordinal), id);
        id
    }

    /// The path of an actor.
    pub fn path(&self, actor: ActorId) -> ActorPath {
        self.read().paths[actor.index()].clone()
    }

    /// The actor with this path, which is given a number if it has none; `None` for the empty path.
    pub fn resolve(&self, path: &ActorPath) -> Option<ActorId> {
        path.0.iter().fold(None, |parent, &ordinal| Some(self.child(parent, ordinal)))
    }

    /// The order of two actors' paths: a parent comes before what it started.
    pub fn compare(&self, left: ActorId, right: ActorId) -> Ordering {
        let table = self.read();
        table.paths[left.index()].cmp(&table.paths[right.index()])
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}
