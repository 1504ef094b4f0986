//! The names of the analysis: abstract locations, objects and tasks, and what is known of them.
//!
//! Seed 000, section 3.1 and 6.1.1. An abstract location is the site of its creation followed by those of its
//! ancestors, at most k of them; an abstract object is its site and its location (several objects share one
//! after `new local`); an activation is a method on an abstract object, which is the seeds' abstract task
//! `location.method` if it is called asynchronously, and part of its callers if it is called synchronously.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::machine::state::State;
use crate::machine::value::{LocationId, ObjectId, TaskId};
use crate::source::Span;
use crate::types::resolved::{ClassId, CreationSiteId, FieldId, MethodId};

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub u32);

            impl $name {
                /// The id as an index.
                #[must_use]
                pub fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// An abstract location.
    AbstractLocation;
    /// An abstract object.
    AbstractObject;
    /// A method on an abstract object: an abstract task, if it is called asynchronously.
    Activation;
}

/// Where an object or a task is, seen from the location of who holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// In the very same location: it came there without passing between locations.
    Near,
    /// In a location that was made later.
    Younger,
    /// In a location that was made before.
    Older,
    /// Anywhere.
    Far,
}

impl Side {
    /// Where something is, seen from another location: `self` is where it is seen from here, `here` where we are seen
    /// from there.
    #[must_use]
    pub fn seen_from(self, here: Side) -> Side {
        match (self, here) {
            (side, Side::Near) | (Side::Near, side) => side,
            (one, other) if one == other => one,
            _ => Side::Far,
        }
    }

    /// Where we are, seen from there.
    #[must_use]
    pub fn turned_round(self) -> Side {
        match self {
            Side::Younger => Side::Older,
            Side::Older => Side::Younger,
            side => side,
        }
    }
}

/// When a task was called, seen from the task that holds its future.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Age {
    /// After the holder.
    Younger,
    /// Before the holder.
    Older,
    /// At any time.
    Unknown,
}

/// What is known of the births of who waits and who is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BirthOrder {
    /// Where the other one is.
    pub location: Side,
    /// When it was called.
    pub task: Age,
}

impl BirthOrder {
    /// Nothing.
    pub const UNKNOWN: BirthOrder = BirthOrder { location: Side::Far, task: Age::Unknown };

    /// What holds in both cases.
    #[must_use]
    pub fn or(self, other: BirthOrder) -> BirthOrder {
        BirthOrder {
            location: if self.location == other.location { self.location } else { Side::Far },
            task: if self.task == other.task { self.task } else { Age::Unknown },
        }
    }
}

/// The sites of a location's creation and of its ancestors', the nearest first; none for the main block's.
pub type Sites = Box<[Option<CreationSiteId>]>;

/// What is known of an abstract object.
#[derive(Clone, Copy, Debug)]
pub struct ObjectFacts {
    /// The `new` that makes it.
    pub site: CreationSiteId,
    /// Its class.
    pub class: ClassId,
    /// Where it lives.
    pub location: AbstractLocation,
}

/// What is known of an activation.
#[derive(Clone, Debug)]
pub struct ActivationFacts {
    /// The object; none for the main block.
    pub object: Option<AbstractObject>,
    /// The method.
    pub method: MethodId,
    /// Where it runs.
    pub location: AbstractLocation,
    /// Is it ever called asynchronously, so that it is a task?
    pub is_task: bool,
    /// The tasks that may run it, itself among them if it is one.
    pub roots: BTreeSet<Activation>,
    /// The activation of the object's recover block.
    pub recover: Option<Activation>,
}

/// A place at which an activation may wait.
#[derive(Clone, Debug, Default)]
pub struct WaitSite {
    /// Does it keep its location meanwhile?
    pub blocks: bool,
    /// The tasks it may wait for.
    pub targets: BTreeSet<Activation>,
    /// Those of them that the activation may not have called itself.
    pub foreign: BTreeSet<Activation>,
    /// For each of the tasks, what is known of the births.
    pub births: BTreeMap<Activation, BirthOrder>,
}

/// What the points-to analysis found.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// How many ancestors tell locations apart.
    pub precision: usize,
    /// Locations.
    pub locations: Vec<Sites>,
    /// Objects.
    pub objects: Vec<ObjectFacts>,
    /// Activations; the main block's comes first.
    pub activations: Vec<ActivationFacts>,
    /// Where each activation may wait.
    pub waits: BTreeMap<(Activation, Span), WaitSite>,
    /// Waits for what a field holds, and what is done if nobody else assigns the field meanwhile.
    pub done_if_kept: BTreeMap<(Activation, Span), Vec<FieldId>>,
    /// Where each activation awaits conditions.
    pub conditions: BTreeSet<(Activation, Span)>,
    /// What each activation may call or start, by the place of the call or creation.
    pub calls: BTreeMap<(Activation, Span), BTreeSet<Activation>>,
    /// The locations that each activation may make, by the place of the creation.
    pub creations: BTreeMap<(Activation, Span), AbstractLocation>,
    /// The objects that each activation may make, by the place of the creation.
    pub made: BTreeMap<(Activation, Span), AbstractObject>,
    location_ids: FxHashMap<Sites, AbstractLocation>,
    object_ids: FxHashMap<(CreationSiteId, AbstractLocation), AbstractObject>,
    activation_ids: FxHashMap<(Option<AbstractObject>, MethodId), Activation>,
}

impl Facts {
    /// The main block's location.
    pub const MAIN: AbstractLocation = AbstractLocation(0);

    /// No facts yet but the main block's location.
    #[must_use]
    pub fn new(precision: usize) -> Self {
        let mut facts = Self { precision, ..Self::default() };
        facts.location(Box::new([None]));
        facts
    }

    /// The location with these sites.
    pub fn location(&mut self, sites: Sites) -> AbstractLocation {
        if let Some(&known) = self.location_ids.get(&sites) {
            return known;
        }
        let id = AbstractLocation(self.locations.len() as u32);
        self.locations.push(sites.clone());
        self.location_ids.insert(sites, id);
        id
    }

    /// The location that a task at `parent` makes.
    pub fn child(&mut self, site: CreationSiteId, parent: AbstractLocation) -> AbstractLocation {
        let ancestors = self.locations[parent.index()].iter().copied().take(self.precision);
        let sites: Sites = std::iter::once(Some(site)).chain(ancestors).collect();
        self.location(sites)
    }

    /// The object that this site makes at this location, and whether it is new.
    pub fn object(
        &mut self,
        site: CreationSiteId,
        class: ClassId,
        location: AbstractLocation,
    ) -> (AbstractObject, bool) {
        if let Some(&known) = self.object_ids.get(&(site, location)) {
            return (known, false);
        }
        let id = AbstractObject(self.objects.len() as u32);
        self.objects.push(ObjectFacts { site, class, location });
        self.object_ids.insert((site, location), id);
        (id, true)
    }

    /// The activation of a method on an object, and whether it is new.
    pub fn activation(&mut self, object: Option<AbstractObject>, method: MethodId) -> (Activation, bool) {
        if let Some(&known) = self.activation_ids.get(&(object, method)) {
            return (known, false);
        }
        let id = Activation(self.activations.len() as u32);
        let location = object.map_or(Self::MAIN, |object| self.objects[object.index()].location);
        self.activations.push(ActivationFacts {
            object,
            method,
            location,
            is_task: false,
            roots: BTreeSet::new(),
            recover: None,
        });
        self.activation_ids.insert((object, method), id);
        (id, true)
    }

    /// What is known of an activation.
    #[must_use]
    pub fn of(&self, activation: Activation) -> &ActivationFacts {
        &self.activations[activation.index()]
    }

    /// The abstraction of a location of a run; none if the analysis knows nothing of it.
    #[must_use]
    pub fn abstract_location(&self, state: &State, location: LocationId) -> Option<AbstractLocation> {
        let sites = state.ancestors(location, self.precision + 1);
        self.location_ids.get(sites.as_slice()).copied()
    }

    /// The abstraction of an object of a run.
    #[must_use]
    pub fn abstract_object(&self, state: &State, object: ObjectId) -> Option<AbstractObject> {
        let location = self.abstract_location(state, object.location)?;
        self.object_ids.get(&(state.object(object).info.site, location)).copied()
    }

    /// The abstraction of a method on an object of a run.
    #[must_use]
    pub fn abstract_activation(
        &self,
        state: &State,
        object: Option<ObjectId>,
        method: MethodId,
    ) -> Option<Activation> {
        let object = match object {
            Some(object) => Some(self.abstract_object(state, object)?),
            None => None,
        };
        self.activation_ids.get(&(object, method)).copied()
    }

    /// The abstraction of a task of a run.
    #[must_use]
    pub fn abstract_task(&self, state: &State, task: TaskId) -> Option<Activation> {
        let info = &state.task(task).info;
        self.abstract_activation(state, info.object, info.method)
    }
}
