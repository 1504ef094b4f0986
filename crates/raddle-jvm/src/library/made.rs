//! Classes that a run makes: what a program defines from bytes, be it by a loader of its own, a proxy or an accessor that
//! the JDK generates.
//!
//! The library is shared by all runs of an OS thread, and what its image and its class path hold is the same for all of
//! them. A class that is made is there only for the run that made it, under the number that its loader has in that run:
//! so each run has a table of its own, which its copies share until they change it. The library keeps what was linked,
//! and gives it again to a run that defines the same bytes over the same supertypes: runs by the thousand make the same
//! few classes.

use super::{ClassId, Library, LoadError, LoaderId, Symbol};
use crate::classes::class_file::ClassFile;
use crate::classes::descriptor::{self, Kind};
use crate::classes::format;
use crate::library::define::Origin;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The classes that one run has made, and those that its loaders were given by others.
#[derive(Clone, Default)]
pub struct Made {
    classes: FxHashMap<(LoaderId, Symbol), ClassId>,
}

impl Made {
    /// All of them, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (LoaderId, ClassId)> + '_ {
        self.classes.iter().map(|((loader, _), class)| (*loader, *class))
    }

    /// Lets a loader know a class.
    pub fn insert(&mut self, loader: LoaderId, name: Symbol, class: ClassId) {
        self.classes.insert((loader, name), class);
    }

    fn get(&self, loader: LoaderId, name: Symbol) -> Option<ClassId> {
        self.classes.get(&(loader, name)).or_else(|| self.classes.get(&(LoaderId::BOOT, name))).copied()
    }
}

impl Library {
    /// A class that is already here for a run.
    pub fn known(&self, made: &Made, loader: LoaderId, name: &str) -> Option<ClassId> {
        made.get(loader, self.symbol(name)).or_else(|| self.loaded(loader, name))
    }

    /// A class that a run has made, or one of the JDK or the class path.
    pub fn load_for(&self, made: &Made, loader: LoaderId, name: &str) -> Result<ClassId, LoadError> {
        match name.strip_prefix('[') {
            Some(component) if Kind::of(component) == Kind::Reference => {
                let component = self.load_for(made, loader, descriptor::class_of_descriptor(component))?;
                Ok(self.array_of(component))
            }
            _ => self.known(made, loader, name).map_or_else(|| self.load(loader, name), Ok),
        }
    }

    /// Defines a class from bytes for one run; its supertypes are known there, or of the JDK or the class path.
    pub fn define_for(
        &self,
        made: &mut Made,
        bytes: Rc<[u8]>,
        loader: LoaderId,
        place: &str,
        trusted: bool,
    ) -> Result<ClassId, LoadError> {
        let malformed = |error| LoadError::Malformed(place.to_owned(), error);
        let mut file = ClassFile::parse(bytes).map_err(malformed)?;
        if !trusted {
            format::check(&mut file, self.newest_version.get()).map_err(malformed)?;
        }
        let name = self.symbol(&file.class_name(file.this_class).map_err(malformed)?);
        if made.classes.contains_key(&(loader, name)) || self.has(loader, name) {
            let message = format!("duplicate class definition for {}", self.text(name));
            return Err(LoadError::Linkage("java/lang/LinkageError", message));
        }
        let load = |name: &str| self.load_for(made, loader, name);
        let (superclass, interfaces) = self.load_supertypes(&file, &load, place)?;
        if !trusted {
            self.check_supertypes(&file, name, loader, superclass, &interfaces)?;
        }
        let linked = self.linked.borrow().get(&(loader, name)).and_then(|classes: &Vec<ClassId>| {
            classes.iter().copied().find(|known| {
                let class = self.class(*known);
                class.trusted == trusted
                    && class.superclass == superclass
                    && class.interfaces == interfaces
                    && class.expect_file().bytes == file.bytes
            })
        });
        let class = match linked {
            Some(class) => class,
            None => {
                let origin = Origin { trusted, hidden: false, is_of_library: trusted };
                let class =
                    self.link(file, name, loader, superclass, interfaces, origin).map_err(malformed)?;
                self.linked.borrow_mut().entry((loader, name)).or_default().push(class);
                class
            }
        };
        made.insert(loader, name, class);
        Ok(class)
    }
}
