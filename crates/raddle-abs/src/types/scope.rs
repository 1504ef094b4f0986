//! Which names a module sees: its own, those it imports, and those of the standard library.
//!
//! Its own names hide imported ones, names imported one by one hide those of `import *`, and those hide the
//! standard library's. Two different meanings on one level are ambiguous where the name is used.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::declare::text_of;
use super::resolved::{ClassId, ConstructorId, DataTypeId, FunctionId, InterfaceId};
use super::{Checker, ModuleId};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::tree::{self, Declaration};

/// The kinds of names, which don't collide with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Namespace {
    Type,
    Constructor,
    Function,
    Partial,
    Class,
}

impl Namespace {
    fn word(self) -> &'static str {
        match self {
            Namespace::Type => "type",
            Namespace::Constructor => "constructor",
            Namespace::Function | Namespace::Partial => "function",
            Namespace::Class => "class",
        }
    }
}

const NAMESPACES: [Namespace; 5] =
    [Namespace::Type, Namespace::Constructor, Namespace::Function, Namespace::Partial, Namespace::Class];

/// What a name means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    Data(DataTypeId),
    Interface(InterfaceId),
    Synonym(u32),
    Constructor(ConstructorId),
    Function(FunctionId),
    Partial(u32),
    Class(ClassId),
}

/// What a name may mean, each with how near it is.
type Levels = Vec<(u8, Symbol)>;
type Names = FxHashMap<(Namespace, Arc<str>), Symbol>;

/// The smaller, the nearer.
const NAMED: u8 = 1;
const STAR: u8 = 2;
const LIBRARY: u8 = 3;

/// The module whose names are always there.
pub(super) const LIBRARY_MODULE: &str = "ABS.StdLib";

/// The names of one module.
#[derive(Debug, Default)]
pub(super) struct ModuleScope {
    pub(super) own: Names,
    exported: Names,
    imported: FxHashMap<(Namespace, Arc<str>), Levels>,
    /// Modules of which something is imported: their names may be used with the module's name.
    reachable: Vec<ModuleId>,
}

impl Checker<'_> {
    /// Adds a module's own name; two of one kind are an error.
    pub(super) fn declare(&mut self, module: ModuleId, space: Namespace, name: &tree::Name, symbol: Symbol) {
        let key = (space, name.text.clone());
        // The first one counts, so that what uses it is not reported as well.
        match self.scopes[module.index()].own.entry(key) {
            Entry::Vacant(free) => {
                free.insert(symbol);
            }
            Entry::Occupied(_) => {
                let what = space.word();
                let message = format!("the {what} {} is already declared in this module", name.text);
                self.error(name.span, message);
            }
        }
    }

    fn module_named(&self, name: &str) -> Option<ModuleId> {
        self.modules.iter().position(|module| &*module.name.text == name).map(|at| ModuleId(at as u32))
    }

    fn module_or_error(&mut self, name: &tree::QualifiedName) -> Option<ModuleId> {
        let text = text_of(name);
        let found = self.module_named(&text);
        if found.is_none() {
            self.error(name.span, format!("there is no module {text}"));
        }
        found
    }

    /// Works out what each module exports and imports.
    pub(super) fn connect_modules(&mut self) {
        // Exports may pass on what other modules export, so they are repeated until nothing is added.
        loop {
            let before: usize = self.scopes.iter().map(|scope| scope.exported.len()).sum();
            for index in 0..self.modules.len() {
                self.export(ModuleId(index as u32));
            }
            let after: usize = self.scopes.iter().map(|scope| scope.exported.len()).sum();
            if before == after {
                break;
            }
        }
        for index in 0..self.modules.len() {
            self.import(ModuleId(index as u32));
        }
        for index in 0..self.modules.len() {
            self.check_exports(ModuleId(index as u32));
            self.check_own_names(ModuleId(index as u32));
        }
    }

    /// A module may not declare what it imports, be it from the library. The library was smaller once: programs of the
    /// older dialect may have had a name first.
    fn check_own_names(&mut self, module: ModuleId) {
        let scope = &self.scopes[module.index()];
        let mut clashes = Vec::new();
        for (key, symbol) in &scope.own {
            let others = scope.imported.get(key).into_iter().flatten();
            if let Some((level, _)) =
                others.min_by_key(|(level, _)| *level).filter(|(_, other)| other != symbol)
            {
                clashes.push((key.clone(), *level));
            }
        }
        for ((space, name), level) in clashes {
            let Some(span) = self.own_span(module, space, &name) else { continue };
            let what = space.word();
            if level == LIBRARY && self.older_dialect {
                let message = format!("the {what} {name} hides that of the standard library");
                self.diagnostics.push(Diagnostic::warning(span, message));
            } else if level == LIBRARY {
                self.error(span, format!("the {what} {name} is already declared in the standard library"));
            } else {
                self.error(span, format!("the {what} {name} is declared here and imported as well"));
            }
        }
    }

    /// Where a module declares a name.
    fn own_span(&self, module: ModuleId, space: Namespace, name: &str) -> Option<Span> {
        let named = |found: &tree::Name| (*found.text == *name).then_some(found.span);
        let constructor = |found: &tree::Constructor| match space {
            Namespace::Constructor => named(&found.name),
            Namespace::Function => found.arguments.iter().flat_map(|(_, name)| name).find_map(named),
            _ => None,
        };
        self.modules[module.index()].declarations.iter().find_map(|declaration| match (declaration, space) {
            (Declaration::Data(data), Namespace::Type) => named(&data.name),
            (Declaration::Data(data), _) => data.constructors.iter().find_map(constructor),
            (Declaration::Exception(exception), _) => constructor(exception),
            (Declaration::Synonym(found, _), Namespace::Type) => named(found),
            (Declaration::Interface(interface), Namespace::Type) => named(&interface.name),
            (Declaration::Class(class), Namespace::Class) => named(&class.name),
            (Declaration::Function(function), Namespace::Function) if function.functions.is_none() => {
                named(&function.name)
            }
            (Declaration::Function(function), Namespace::Partial) if function.functions.is_some() => {
                named(&function.name)
            }
            _ => None,
        })
    }

    fn export(&mut self, module: ModuleId) {
        let declared = self.modules[module.index()];
        for export in &declared.exports {
            let scope = &self.scopes[module.index()];
            let chosen: Vec<((Namespace, Arc<str>), Symbol)> = match (&export.names, &export.from) {
                (names, Some(from)) => {
                    let text = text_of(from);
                    let Some(from) = self.module_named(&text) else { continue };
                    let among = |names: &Option<Vec<tree::QualifiedName>>, name: &str| match names {
                        None => true,
                        Some(names) => names.iter().any(|wanted| &*wanted.name.text == name),
                    };
                    // Only what is imported can be passed on.
                    let imported = |name: &str| {
                        declared.imports.iter().any(|import| match &import.from {
                            Some(other) => text_of(other) == text && among(&import.names, name),
                            None => import.names.iter().flatten().any(|other| {
                                other.module.as_deref() == Some(&text) && &*other.name.text == name
                            }),
                        })
                    };
                    let wanted = |name: &str| among(names, name) && imported(name);
                    let all = self.scopes[from.index()].exported.iter();
                    all.filter(|((_, name), _)| wanted(name))
                        .map(|(key, symbol)| (key.clone(), *symbol))
                        .collect()
                }
                (None, None) => scope.own.iter().map(|(key, symbol)| (key.clone(), *symbol)).collect(),
                (Some(names), None) => names
                    .iter()
                    .flat_map(|name| NAMESPACES.map(|space| (space, name)))
                    .filter_map(|(space, name)| {
                        let symbol = self.passed_on(module, space, name)?;
                        Some(((space, name.name.text.clone()), symbol))
                    })
                    .collect(),
            };
            self.scopes[module.index()].exported.extend(chosen);
        }
    }

    /// What a name in an export clause stands for: the module's own, or what it imports under this name.
    fn passed_on(&self, module: ModuleId, space: Namespace, name: &tree::QualifiedName) -> Option<Symbol> {
        let declared = self.modules[module.index()];
        let key = (space, name.name.text.clone());
        let own = self.scopes[module.index()].own.get(&key).copied();
        let exported = |from: &str| {
            let from = self.module_named(from)?;
            self.scopes[from.index()].exported.get(&key).copied()
        };
        match &name.module {
            Some(from) if **from == *declared.name.text => return own,
            Some(from) => return exported(from),
            None if own.is_some() => return own,
            None => {}
        }
        let wanted = |names: &[tree::QualifiedName]| names.iter().any(|name| name.name.text == key.1);
        let mut stars = Vec::new();
        for import in &declared.imports {
            let found = match (&import.names, &import.from) {
                (Some(names), Some(from)) if wanted(names) => exported(&text_of(from)),
                (Some(names), None) => names
                    .iter()
                    .filter(|name| name.name.text == key.1)
                    .find_map(|name| exported(name.module.as_deref()?)),
                (None, Some(from)) => {
                    stars.push(text_of(from));
                    None
                }
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        stars.iter().find_map(|from| exported(from)).or_else(|| exported(LIBRARY_MODULE))
    }

    fn check_exports(&mut self, module: ModuleId) {
        let declared = self.modules[module.index()];
        for export in &declared.exports {
            if let Some(from) = &export.from {
                let _ = self.module_or_error(from);
                continue;
            }
            for name in export.names.iter().flatten() {
                let key = |space| (space, name.name.text.clone());
                let known = NAMESPACES
                    .iter()
                    .any(|&space| self.scopes[module.index()].exported.contains_key(&key(space)));
                if !known && !self.is_trait(&name.name.text) {
                    self.error(
                        name.span,
                        format!("the exported name {} is not declared here", name.name.text),
                    );
                }
            }
        }
    }

    fn import(&mut self, module: ModuleId) {
        let declared = self.modules[module.index()];
        if &*declared.name.text != LIBRARY_MODULE
            && !self.chooses_from_library(declared)
            && let Some(library) = self.module_named(LIBRARY_MODULE)
        {
            self.import_all(module, library, LIBRARY);
        }
        for import in &declared.imports {
            match (&import.names, &import.from) {
                (None, Some(from)) => {
                    if let Some(from) = self.module_or_error(from) {
                        self.import_all(module, from, STAR);
                    }
                }
                (Some(names), Some(from)) => {
                    let Some(source) = self.module_or_error(from) else { continue };
                    for name in names {
                        if name.module.is_some() {
                            self.error(name.span, "an imported name carries no module if `from` tells it");
                            continue;
                        }
                        self.import_one(module, source, &name.name.text, name.span);
                    }
                }
                (Some(names), None) => {
                    for name in names {
                        let Some(source) = &name.module else {
                            let message = format!("import {}: the module is missing", name.name.text);
                            self.error(name.span, message);
                            continue;
                        };
                        match self.module_named(source) {
                            Some(source) => self.import_one(module, source, &name.name.text, name.span),
                            None => self.error(name.span, format!("there is no module {source}")),
                        }
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// Does a module name what it wants of the library, so that nothing else of it is there? The older dialect had no
    /// such rule.
    fn chooses_from_library(&self, module: &tree::Module) -> bool {
        let mut named = false;
        for import in &module.imports {
            if import.from.as_ref().is_some_and(|from| text_of(from) == LIBRARY_MODULE) {
                if import.names.is_none() {
                    return false;
                }
                named = true;
            }
        }
        named && !self.older_dialect
    }

    fn import_all(&mut self, module: ModuleId, from: ModuleId, level: u8) {
        let names: Vec<_> = self.scopes[from.index()].exported.iter().map(|(k, v)| (k.clone(), *v)).collect();
        let scope = &mut self.scopes[module.index()];
        scope.reachable.push(from);
        for (key, symbol) in names {
            scope.imported.entry(key).or_default().push((level, symbol));
        }
    }

    fn import_one(&mut self, module: ModuleId, from: ModuleId, name: &Arc<str>, span: Span) {
        let mut found = false;
        for space in NAMESPACES {
            let key = (space, name.clone());
            if let Some(&symbol) = self.scopes[from.index()].exported.get(&key) {
                found = true;
                self.scopes[module.index()].imported.entry(key).or_default().push((NAMED, symbol));
            }
        }
        self.scopes[module.index()].reachable.push(from);
        if !found && !self.is_trait(name) {
            let from = self.modules[from.index()].name.text.clone();
            self.error(span, format!("the module {from} exports no name {name}"));
        }
    }

    /// Whether a trait has this name: traits are applied before names are looked up.
    fn is_trait(&self, name: &str) -> bool {
        let declarations = self.modules.iter().flat_map(|module| &module.declarations);
        declarations
            .into_iter()
            .any(|declaration| matches!(declaration, Declaration::Trait(found, _) if *found.text == *name))
    }

    /// The meaning of a name, without a word if it has none.
    pub(super) fn find(
        &mut self,
        module: ModuleId,
        space: Namespace,
        name: &tree::QualifiedName,
    ) -> Option<Symbol> {
        let key = (space, name.name.text.clone());
        if let Some(prefix) = &name.module {
            let from = self.module_named(prefix)?;
            let scope = &self.scopes[from.index()];
            if from == module {
                return scope.own.get(&key).copied();
            }
            if !self.scopes[module.index()].reachable.contains(&from) {
                return None;
            }
            return scope.exported.get(&key).copied();
        }
        let scope = &self.scopes[module.index()];
        if let Some(&symbol) = scope.own.get(&key) {
            return Some(symbol);
        }
        let candidates = scope.imported.get(&key)?;
        let level = candidates.iter().map(|&(level, _)| level).min()?;
        let mut nearest = candidates.iter().filter(|&&(found, _)| found == level).map(|&(_, symbol)| symbol);
        let first = nearest.next()?;
        if nearest.any(|other| other != first) {
            let message =
                format!("the name {} is ambiguous: several imported modules declare it", name.name.text);
            self.error(name.span, message);
        }
        Some(first)
    }
}
