//! Redefinition: a module or view that is written again takes the place of the old one, and what imports it is built
//! again, as in Maude, when it is next used.
//!
//! The prelude is left as it is: its modules keep the modules that they were written with, even if a user gives the
//! name of one of those to a module of his own. (Maude builds them again, too, and they mostly break.)

use super::database::{Database, Module, ModuleId};
use crate::diagnostic::Severity;
use crate::names::Name;
use crate::prelude;
use rustc_hash::FxHashSet;

impl Database {
    /// Notes that what uses a module must be built again, since another took its name.
    pub(super) fn forget_users_of(&mut self, old: ModuleId) {
        self.stale.remove(&old);
        for id in self.all() {
            let module = self.module(id);
            if module.header.is_some()
                && !module.in_prelude
                && self.find(module.name) == Some(id)
                && self.uses(id, old)
            {
                self.stale.insert(id);
            }
        }
        let views: Vec<Name> = self
            .views
            .iter()
            .filter(|(_, view)| [view.from, view.to].into_iter().any(|id| id == old || self.uses(id, old)))
            .map(|(&name, _)| name)
            .collect();
        for name in views {
            self.stale_views.insert(name);
            self.forget_users_of_view(name);
        }
    }

    /// What was made with a view loses its name, and what imports that must be built again.
    pub(super) fn forget_users_of_view(&mut self, name: Name) {
        let is_made_with =
            |module: &Module| module.header.is_none() && prelude::mentions(module.name.text(), name.text());
        let made: Vec<ModuleId> = self.all().filter(|&id| is_made_with(self.module(id))).collect();
        for id in made {
            let name = self.module(id).name;
            if self.find(name) == Some(id) {
                self.by_name.remove(&name);
                self.forget_users_of(id);
            }
        }
    }

    /// Whether a module has another among its imports or among what it was made of.
    fn uses(&self, id: ModuleId, other: ModuleId) -> bool {
        let mut seen = FxHashSet::default();
        let mut open = vec![id];
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            let module = self.module(at);
            if module.in_prelude {
                continue;
            }
            let parts = module.imports.iter().copied();
            let parts = parts.chain(module.parameters.iter().map(|&(_, theory)| theory));
            for part in parts.chain(module.translated.iter().map(|&(base, _)| base)) {
                if part == other {
                    return true;
                }
                open.push(part);
            }
        }
        false
    }

    /// Builds a module again from what was written.
    pub(super) fn rebuild(&mut self, old: ModuleId) -> ModuleId {
        self.stale.remove(&old);
        let module = self.module(old).clone();
        let (name, place) = (module.name, module.place);
        let mut messages = Vec::new();
        let made = self.import_and_insert(module, &mut messages);
        self.complain_late("module", name, messages);
        made.unwrap_or_else(|| self.insert_unusable(name, place))
    }

    /// Builds a view again from what was written.
    pub(super) fn rebuild_view(&mut self, name: Name) {
        let Some(view) = self.views.remove(&name) else { return };
        let mut messages = Vec::new();
        self.add_view(view.source, &mut messages);
        self.complain_late("view", name, messages);
    }

    fn complain_late(&mut self, what: &str, name: Name, messages: Vec<super::theory::Message>) {
        for (severity, _, message) in messages {
            let message = format!("{what} {name}, after a change of what it uses: {message}");
            self.late.push((severity, message));
        }
    }

    /// Takes what was found wrong with modules and views that were built again.
    pub(crate) fn take_late_messages(&mut self) -> Vec<(Severity, String)> {
        std::mem::take(&mut self.late)
    }

    /// The module that has a module's name now.
    pub(crate) fn latest(&mut self, id: ModuleId) -> ModuleId {
        if self.stale.contains(&id) { self.rebuild(id) } else { id }
    }
}
