//! The meta-level: terms and modules as data, and asking modules from inside a term.
//!
//! `reading` makes a module of a term, `module` and `view` make terms of modules and views, `up` and `down` move terms
//! between the levels. `evaluate`, `search`, `matching`, `sorts`, `parse` and `pretty` answer the descent functions.
//! Terms of an object module live in a theory of its own (`object`), kept between calls together with what was
//! computed in it, so that a million questions about one module share what they compute.

mod context;
mod down;
mod evaluate;
mod matching;
mod memo;
mod module;
mod object;
mod ongoing;
mod parse;
mod pretty;
mod reading;
mod search;
mod selectors;
mod sorts;
mod tables;
mod up;
mod view;

pub(crate) use self::tables::Tables;

use self::object::ObjectModule;
use self::tables::Origin;
use crate::machine::Machine;
use crate::modules::Database;
use crate::names::Name;
use crate::terms::hooks::MetaOp;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The modules that the meta-level can see, and what it has computed in them.
#[derive(Default)]
pub struct MetaLevel {
    /// A copy, in which modules of the prelude may be read that the session itself has not needed.
    database: Option<Mutex<Database>>,
    revision: u64,
    objects: Mutex<Objects>,
}

/// Modules at the object level that nobody works in at present. A module that is asked from inside itself has several.
#[derive(Default)]
struct Objects {
    idle: FxHashMap<Origin, Vec<Box<ObjectModule>>>,
    count: usize,
    built: u64,
    clock: u64,
}

/// So many modules are kept.
const MOST_OBJECTS: usize = 40;

impl fmt::Debug for MetaLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MetaLevel").field("revision", &self.revision).finish_non_exhaustive()
    }
}

impl MetaLevel {
    /// Lets the meta-level see these modules; whether it saw others before.
    pub(crate) fn share(&mut self, database: &Database) -> bool {
        let before = self.database.is_some();
        if before && self.revision == database.revision() {
            return false;
        }
        self.revision = database.revision();
        self.database = Some(Mutex::new(database.clone()));
        let objects = self.objects.get_mut().unwrap_or_else(PoisonError::into_inner);
        *objects = Objects { built: objects.built, ..Objects::default() };
        before
    }

    fn database(&self) -> Option<MutexGuard<'_, Database>> {
        Some(self.database.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn objects(&self) -> MutexGuard<'_, Objects> {
        self.objects.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The module of a name, if it can be used.
    fn named(database: &mut Database, name: Name) -> Option<crate::modules::ModuleId> {
        database.fetch(name).filter(|&id| database.module(id).usable)
    }

    /// The module that a term stands for, for work at the object level; it is put back with `give_back`.
    fn take(&self, terms: &mut Terms, term: TermId) -> Option<(Origin, Box<ObjectModule>)> {
        let known = terms.meta.modules.get(&term).copied();
        let origin = match known {
            Some(origin) => origin,
            None => {
                let origin = match reading::only_import(terms, term) {
                    Some(name) => Origin::Named(name),
                    None => {
                        let mut objects = self.objects();
                        objects.built += 1;
                        Origin::Built(objects.built)
                    }
                };
                terms.meta.modules.insert(term, origin);
                origin
            }
        };
        {
            let mut objects = self.objects();
            if let Some(found) = objects.idle.get_mut(&origin).and_then(Vec::pop) {
                objects.count -= 1;
                return Some((origin, found));
            }
        }
        let theory = match origin {
            Origin::Named(name) => {
                let mut database = self.database()?;
                let id = Self::named(&mut database, name)?;
                database.theory(id)
            }
            Origin::Built(_) => {
                let described = reading::module(terms, term)?;
                let mut database = self.database()?;
                described.build(terms, &mut database)?
            }
        };
        Some((origin, Box::new(ObjectModule::new(theory))))
    }

    fn give_back(&self, origin: Origin, mut object: Box<ObjectModule>) {
        object.tidy();
        let mut objects = self.objects();
        objects.clock += 1;
        object.used = objects.clock;
        objects.idle.entry(origin).or_default().push(object);
        objects.count += 1;
        if objects.count > MOST_OBJECTS {
            let oldest = objects
                .idle
                .iter()
                .filter_map(|(&origin, pool)| Some((pool.first()?.used, origin)))
                .min_by_key(|&(used, _)| used);
            if let Some((_, origin)) = oldest
                && let Some(pool) = objects.idle.get_mut(&origin)
            {
                pool.remove(0);
                if pool.is_empty() {
                    objects.idle.remove(&origin);
                }
                objects.count -= 1;
            }
        }
    }

    /// Works in the module that a term stands for.
    fn within<T>(
        &self,
        machine: &mut Machine<'_>,
        module: TermId,
        work: impl FnOnce(&mut Machine<'_>, &mut ObjectModule) -> Option<T>,
    ) -> Option<T> {
        let (origin, mut object) = self.take(machine.terms, module)?;
        object.attune(machine.terms);
        let made = work(machine, &mut object);
        self.give_back(origin, object);
        if machine.stop.is_some() { None } else { made }
    }

    pub(crate) fn apply(&self, operation: MetaOp, machine: &mut Machine<'_>, term: TermId) -> Option<TermId> {
        let arguments: Vec<TermId> = machine.terms.arguments(term).to_vec();
        let arguments = arguments.as_slice();
        match operation {
            MetaOp::UpTerm => up::up_within(machine.terms, arguments[0]),
            MetaOp::DownTerm => {
                let range = machine.terms.signature.get(machine.terms.symbol(term)).range;
                let found = down::down_within(machine.terms, arguments[0]);
                let fits = found
                    .filter(|&found| machine.terms.signature.sorts.kind(machine.terms.sort(found)) == range);
                Some(fits.unwrap_or(arguments[1]))
            }
            MetaOp::UpModule
            | MetaOp::UpImports
            | MetaOp::UpSorts
            | MetaOp::UpSubsorts
            | MetaOp::UpOperators
            | MetaOp::UpMemberships
            | MetaOp::UpEquations
            | MetaOp::UpRules => self.up_part(operation, machine, arguments),
            MetaOp::UpView => self.up_view(machine, arguments[0]),
            MetaOp::Reduce => self.reduce(machine, arguments),
            MetaOp::Normalize => self.normalize(machine, arguments),
            MetaOp::Rewrite => self.rewrite(machine, arguments),
            MetaOp::FairRewrite => self.fair_rewrite(machine, arguments),
            MetaOp::Search => self.search(machine, arguments, false),
            MetaOp::SearchPath => self.search(machine, arguments, true),
            MetaOp::Apply | MetaOp::ExtensionApply => self.apply_rule(machine, arguments),
            MetaOp::Match | MetaOp::ExtensionMatch => self.matching(machine, arguments),
            MetaOp::Parse => self.parse(machine, arguments),
            MetaOp::PrettyPrint => self.pretty_print(machine, arguments),
            MetaOp::SortLeq
            | MetaOp::SameKind
            | MetaOp::LesserSorts
            | MetaOp::GlbSorts
            | MetaOp::LeastSort
            | MetaOp::CompleteName
            | MetaOp::GetKind
            | MetaOp::GetKinds
            | MetaOp::MaximalSorts
            | MetaOp::MinimalSorts
            | MetaOp::MaximalAritySet => self.about_sorts(operation, machine, arguments),
            MetaOp::WellFormedModule | MetaOp::WellFormedTerm | MetaOp::WellFormedSubstitution => {
                self.well_formed(operation, machine, arguments)
            }
            MetaOp::ModuleName
            | MetaOp::ModuleImports
            | MetaOp::ModuleSorts
            | MetaOp::ModuleSubsorts
            | MetaOp::ModuleOperators
            | MetaOp::ModuleMemberships
            | MetaOp::ModuleEquations
            | MetaOp::ModuleRules
            | MetaOp::ModuleStrategies
            | MetaOp::ModuleDefinitions
            | MetaOp::ViewName
            | MetaOp::ViewFrom
            | MetaOp::ViewTo
            | MetaOp::ViewSorts
            | MetaOp::ViewOperators
            | MetaOp::ViewStrategies => selectors::select(operation, machine.terms, arguments[0]),
        }
    }
}

/// A bound: a number, or none.
#[expect(clippy::option_option, reason = "the outer one: it is no bound")]
fn bound(terms: &mut Terms, term: TermId) -> Option<Option<u64>> {
    if let Some(number) = terms.small_value(term) {
        return Some(Some(number));
    }
    let unbounded = tables::find(terms, "unbounded", 0, "Bound")?;
    (terms.symbol(term) == unbounded).then_some(None)
}
