//! All modules and views that have been read, by name, and the modules that expressions make of them.

use super::flat::FlatModule;
use super::objects;
use super::renaming::Renaming;
use super::theory::{Message, Theory};
use crate::diagnostic::{Place, Severity};
use crate::names::{Name, TokenOrder};
use crate::prelude;
use crate::syntax::ast::*;
use crate::syntax::written::WrittenModule;
use crate::terms::signature::UNIVERSAL;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::{Arc, OnceLock};

/// A module in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub(crate) u32);

/// A module: what it declares itself and what it imports.
#[derive(Debug, Clone)]
pub struct Module {
    /// Its name, or the text of the expression that made it.
    pub name: Name,
    /// Its kind.
    pub kind: ModuleKind,
    /// Parameters that are still open, with their theories.
    pub parameters: Vec<(Name, ModuleId)>,
    /// What it imports.
    pub imports: Vec<ModuleId>,
    /// How each import was written, for the meta-level.
    pub import_modes: Vec<ImportMode>,
    /// Its own sorts.
    pub sorts: Vec<Name>,
    /// Its own subsort pairs.
    pub subsorts: Vec<(Name, Name)>,
    /// Its own operators.
    pub operators: Vec<OperatorSource>,
    /// Its variables.
    pub variables: Vec<(Name, SortName, Place)>,
    /// Its statements, where it was written.
    pub statements: Vec<StatementSource>,
    /// Its own strategies.
    pub strategies: Vec<StrategySource>,
    /// Their definitions, where it was written.
    pub definitions: Vec<DefinitionSource>,
    /// Where its statements come from, if an expression made it.
    pub translated: Option<(ModuleId, Renaming)>,
    /// For a copy of a parameter's theory: the parameter.
    pub parameter_copy: Option<Name>,
    /// How its imports were written; an expression made the module if there is no header.
    pub header: Option<Arc<Header>>,
    /// Whether it is one of the prelude's modules or made for one of them; there are no mistakes in it.
    pub in_prelude: bool,
    /// Where it was written.
    pub place: Place,
    /// Whether it may be used: a module with a serious mistake is not.
    pub usable: bool,
}

/// The part of a written module that is evaluated again when something it imports is redefined.
#[derive(Debug, Clone)]
pub struct Header {
    parameters: Vec<(Name, ModuleExpression)>,
    automatic: Vec<Name>,
    imports: Vec<(ImportMode, ModuleExpression, Place)>,
    /// How everything else was written; nothing in modules of the meta-level.
    pub(crate) written: Box<WrittenModule>,
}

impl Header {
    /// A header without anything that was not written.
    pub(super) fn written(
        parameters: Vec<(Name, ModuleExpression)>,
        imports: Vec<(ImportMode, ModuleExpression, Place)>,
    ) -> Header {
        Header { parameters, automatic: Vec::new(), imports, written: Box::default() }
    }

    /// The parameters and their theories.
    pub(crate) fn parameters(&self) -> &[(Name, ModuleExpression)] {
        &self.parameters
    }

    /// What is imported without being asked for.
    pub(crate) fn automatic(&self) -> &[Name] {
        &self.automatic
    }

    /// What is imported.
    pub(crate) fn imports(&self) -> &[(ImportMode, ModuleExpression, Place)] {
        &self.imports
    }
}

/// A view.
#[derive(Debug, Clone)]
pub struct View {
    /// How it is written.
    pub source: ViewSource,
    /// Its theory.
    pub from: ModuleId,
    /// Its target.
    pub to: ModuleId,
    /// Its own parameters.
    pub parameters: Vec<(Name, ModuleId)>,
    /// Whether it is one of the prelude's.
    pub in_prelude: bool,
}

/// The database. Modules of the prelude are read when they are first asked for, and flattened when a term is read
/// in them or a flat module needs their statements; a user's modules are flattened at once, for their mistakes.
#[derive(Debug, Default, Clone)]
pub struct Database {
    pub(super) modules: Vec<Arc<Module>>,
    pub(super) flat: Vec<OnceLock<Arc<FlatModule>>>,
    pub(super) by_name: FxHashMap<Name, ModuleId>,
    pub(crate) views: FxHashMap<Name, View>,
    /// Modules that every module imports, by `set include`.
    pub includes: Vec<Name>,
    /// Modules that every object-oriented module imports.
    pub object_includes: Vec<Name>,
    /// When each name came up in this session.
    pub token_order: TokenOrder,
    /// Modules that are being evaluated, to notice cycles.
    pub(crate) depth: usize,
    /// Whether what is added now belongs to the prelude.
    pub(crate) reading_prelude: bool,
    /// Changes whenever something is added.
    revision: u64,
    /// Modules and views that use something that has been redefined.
    pub(super) stale: FxHashSet<ModuleId>,
    pub(super) stale_views: FxHashSet<Name>,
    /// What was found wrong when they were built again.
    pub(super) late: Vec<(Severity, String)>,
}

impl Database {
    /// A module.
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0 as usize]
    }

    /// A number that changes whenever a module or view is added.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The flat form of a module, built on first use.
    pub fn flat(&self, id: ModuleId) -> &FlatModule {
        self.flat[id.0 as usize].get_or_init(|| {
            // Only modules of the prelude are not flattened at once, and a test reads all of them.
            let mut messages = Vec::new();
            let flat = self.flatten(id, &mut messages);
            debug_assert!(messages.is_empty(), "{messages:?}");
            Arc::new(flat)
        })
    }

    /// A theory of its own for a module, ready to be run.
    pub fn theory(&self, id: ModuleId) -> Theory {
        Theory::new(self.flat(id))
    }

    /// The module with this name, if it has been read.
    pub fn find(&self, name: Name) -> Option<ModuleId> {
        self.by_name.get(&name).copied()
    }

    /// The module with this name. One of the prelude is read now if it has not been; one that imports something that
    /// has been redefined is built again.
    pub fn fetch(&mut self, name: Name) -> Option<ModuleId> {
        if let Some(known) = self.find(name) {
            return Some(self.latest(known));
        }
        prelude::read_module(self, name);
        self.find(name)
    }

    /// The view with this name; one of the prelude is read now if it has not been.
    pub(crate) fn fetch_view(&mut self, name: Name) -> Option<&View> {
        if self.stale_views.remove(&name) {
            self.rebuild_view(name);
        }
        if !self.views.contains_key(&name) {
            prelude::read_view(self, name);
        }
        self.views.get(&name)
    }

    /// The module that an expression of this name made of `base`. A name that the user has given to another module
    /// since also appears in the names of what was made of the old one.
    pub(crate) fn find_made_of(&self, name: Name, base: ModuleId) -> Option<ModuleId> {
        self.find(name).filter(|&known| self.origin(known) == self.origin(base))
    }

    /// The written module (or sum) that a module was made of.
    fn origin(&self, mut id: ModuleId) -> ModuleId {
        while let Some((base, _)) = &self.module(id).translated {
            id = *base;
        }
        id
    }

    /// All modules, in the order in which they were made.
    pub fn all(&self) -> impl Iterator<Item = ModuleId> + use<> {
        (0..self.modules.len() as u32).map(ModuleId)
    }

    /// The names of views that are not the prelude's.
    pub(crate) fn user_views(&self) -> impl Iterator<Item = Name> + '_ {
        self.views.iter().filter(|(_, view)| !view.in_prelude).map(|(&name, _)| name)
    }

    pub(crate) fn mark_parameter_copy(&mut self, id: ModuleId, parameter: Name) {
        Arc::make_mut(&mut self.modules[id.0 as usize]).parameter_copy = Some(parameter);
    }

    pub(crate) fn insert_view(&mut self, name: Name, view: View) {
        self.revision += 1;
        if self.views.insert(name, view).is_some() {
            self.forget_users_of_view(name);
        }
    }

    /// The modules that a module consists of, imports first, each once.
    pub fn closure(&self, id: ModuleId) -> Vec<ModuleId> {
        let mut order = Vec::new();
        let mut seen: FxHashSet<ModuleId> = FxHashSet::default();
        let mut stack = vec![(id, 0usize)];
        seen.insert(id);
        while let Some((at, next)) = stack.pop() {
            match self.module(at).imports.get(next) {
                Some(&import) => {
                    stack.push((at, next + 1));
                    if seen.insert(import) {
                        stack.push((import, 0));
                    }
                }
                None => order.push(at),
            }
        }
        order
    }

    /// A sort that is used and not declared is reported, and declared, as in Maude.
    fn declare_missing_sorts(&self, module: &mut Module, messages: &mut Vec<Message>) {
        let parts = module.imports.iter().flat_map(|&import| self.closure(import));
        let mut known: FxHashSet<Name> =
            parts.flat_map(|part| self.module(part).sorts.iter().copied()).collect();
        known.extend(&module.sorts);
        known.insert(Name::new(UNIVERSAL));
        let mut missing = |sort: Name, place: Place, user: String| {
            if known.insert(sort) {
                messages.push((Severity::Error, place, format!("undeclared sort {sort}{user}")));
                module.sorts.push(sort);
            }
        };
        for &(low, high) in &module.subsorts {
            missing(low, module.place, String::new());
            missing(high, module.place, String::new());
        }
        for operator in &module.operators {
            for sort in operator.domain.iter().chain([&operator.range]) {
                missing(sort.name(), operator.place, format!(" in operator {}", operator.name));
            }
        }
        for (name, sort, place) in &module.variables {
            missing(sort.name(), *place, format!(" of variable {name}"));
        }
    }

    /// Adds a module under its name and builds its theory.
    pub(crate) fn insert(&mut self, mut module: Module, messages: &mut Vec<Message>) -> ModuleId {
        let id = ModuleId(self.modules.len() as u32);
        self.revision += 1;
        module.in_prelude = self.reading_prelude;
        self.by_name.insert(module.name, id);
        self.modules.push(Arc::new(module));
        self.flat.push(OnceLock::new());
        if !self.reading_prelude {
            let flat = self.flatten(id, messages);
            self.flat[id.0 as usize] = OnceLock::from(Arc::new(flat));
        }
        id
    }

    /// Adds a module as written; one with a serious mistake takes its name and cannot be used.
    pub fn add_module(&mut self, mut source: ModuleSource, messages: &mut Vec<Message>) -> ModuleId {
        if !self.reading_prelude {
            prelude::read_before_hiding(self, source.name);
        }
        let before = self.find(source.name);
        let mut automatic = self.includes.clone();
        if source.kind.is_object_oriented() {
            objects::expand_classes(&mut source);
            automatic.extend(&self.object_includes);
        }
        let header = Header {
            parameters: source.parameters,
            automatic,
            imports: source.imports,
            written: source.written,
        };
        let module = Module {
            kind: source.kind,
            sorts: source.sorts.iter().map(|(name, _)| *name).collect(),
            subsorts: source.subsorts.iter().map(|(low, high, _)| (*low, *high)).collect(),
            operators: source.operators,
            variables: source.variables,
            statements: source.statements,
            strategies: source.strategies,
            definitions: source.definitions,
            header: Some(Arc::new(header)),
            ..self.empty_module(source.name, source.place)
        };
        let id = match self.import_and_insert(module, messages) {
            Some(id) => id,
            None => self.insert_unusable(source.name, source.place),
        };
        if let Some(before) = before {
            self.forget_users_of(before);
        }
        id
    }

    /// Adds a module that could not be read.
    pub(crate) fn add_unusable(&mut self, name: Name, place: Place) -> ModuleId {
        prelude::read_before_hiding(self, name);
        let before = self.find(name);
        let id = self.insert_unusable(name, place);
        if let Some(before) = before {
            self.forget_users_of(before);
        }
        id
    }

    /// An empty module that only has a name.
    pub(super) fn insert_unusable(&mut self, name: Name, place: Place) -> ModuleId {
        let module = Module { usable: false, ..self.empty_module(name, place) };
        self.insert(module, &mut Vec::new())
    }

    /// Adds a module after evaluating what its header imports.
    pub(super) fn import_and_insert(
        &mut self,
        mut module: Module,
        messages: &mut Vec<Message>,
    ) -> Option<ModuleId> {
        self.import(&mut module, messages)?;
        let before = messages.len();
        let id = self.insert(module, messages);
        // A module whose declarations are wrong is not used; one with a statement that cannot be parsed is used
        // without it, as in Maude.
        if messages[before..].iter().any(|(_, _, message)| is_fatal(message)) {
            Arc::make_mut(&mut self.modules[id.0 as usize]).usable = false;
        }
        Some(id)
    }

    /// Evaluates what a module's header imports.
    pub(super) fn import(&mut self, module: &mut Module, messages: &mut Vec<Message>) -> Option<()> {
        let header = module.header.clone()?;
        let mut parameters = Vec::new();
        let mut imports = Vec::new();
        let mut import_modes = Vec::new();
        for (name, expression) in &header.parameters {
            let theory = self.evaluate(expression, &[], module.place, messages)?;
            if !self.module(theory).kind.is_theory() {
                let message =
                    format!("parameter {name} needs a theory, and {} is none", self.module(theory).name);
                messages.push((Severity::Error, module.place, message));
                return None;
            }
            parameters.push((*name, theory));
            imports.push(self.parameter_copy(*name, theory, messages));
            import_modes.push(ImportMode::Protecting);
        }
        // Theories import nothing by themselves, though the meta-level says that they do.
        let automatic = if module.kind.is_theory() { &[][..] } else { &header.automatic };
        for &name in automatic {
            if let Some(id) = self.fetch(name)
                && !imports.contains(&id)
            {
                imports.push(id);
                import_modes.push(ImportMode::Including);
            }
        }
        for (mode, expression, place) in &header.imports {
            let imported = match expression {
                ModuleExpression::Named(name) if *name == module.name => {
                    messages.push((Severity::Error, *place, format!("module {name} imports itself")));
                    None
                }
                _ => self.evaluate(expression, &parameters, *place, messages),
            };
            match imported {
                Some(id) if !module.kind.may_import(self.module(id).kind) => {
                    let imported = self.module(id);
                    let message = format!(
                        "importation of {} {} by {} {} not allowed; the import is ignored",
                        imported.kind.keyword(),
                        imported.name,
                        module.kind.keyword(),
                        module.name
                    );
                    messages.push((Severity::Error, *place, message));
                }
                Some(id) => {
                    if !imports.contains(&id) {
                        imports.push(id);
                        import_modes.push(*mode);
                    }
                }
                None => {
                    let message = format!(
                        "module {} contains one or more errors that could not be patched up and thus it cannot be \
                         used or imported",
                        module.name
                    );
                    messages.push((Severity::Error, *place, message));
                    return None;
                }
            }
        }
        (module.parameters, module.imports, module.import_modes) = (parameters, imports, import_modes);
        if !self.reading_prelude {
            self.declare_missing_sorts(module, messages);
        }
        Some(())
    }

    pub(crate) fn empty_module(&self, name: Name, place: Place) -> Module {
        Module {
            name,
            kind: ModuleKind::System,
            parameters: Vec::new(),
            imports: Vec::new(),
            import_modes: Vec::new(),
            sorts: Vec::new(),
            subsorts: Vec::new(),
            operators: Vec::new(),
            variables: Vec::new(),
            statements: Vec::new(),
            strategies: Vec::new(),
            definitions: Vec::new(),
            translated: None,
            parameter_copy: None,
            header: None,
            in_prelude: false,
            place,
            usable: true,
        }
    }
}

/// Mistakes that leave no sensible meaning to the module.
pub(super) fn is_fatal(message: &str) -> bool {
    message.starts_with("sorts ")
        || message.starts_with("identity of operator ")
        || message.contains(" has different attributes from ")
}
