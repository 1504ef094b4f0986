//! Which names a module sees: its own, those it imports, and those of the standard library.
//!
//! Its own names hide imported ones, names imported one by one hide those of `import *`, and those hide the
//! standard library's. Two different meanings on one level are ambiguous where the name is used.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::resolved::{ClassId, ConstructorId, DataTypeId, FunctionId, InterfaceId};
use super::{Checker, ModuleId};
use crate::source::Span;
use crate::syntax::tree;

/// The kinds of names, which don't collide with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Namespace {
    Type,
    Constructor,
    Function,
    Partial,
    Class,
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
        if self.scopes[module.index()].own.insert(key, symbol).is_some() {
            let what = match space {
                Namespace::Type => "type",
                Namespace::Constructor => "constructor",
                Namespace::Function | Namespace::Partial => "function",
                Namespace::Class => "class",
            };
            self.error(name.span, format!("the {what} {} is already declared in this module", name.text));
        }
    }

    fn module_named(&self, name: &str) -> Option<ModuleId> {
        self.modules.iter().position(|module| &*module.name.text == name).map(|at| ModuleId(at as u32))
    }

    fn module_or_error(&mut self, name: &tree::QualifiedName) -> Option<ModuleId> {
        let text = match &name.module {
            Some(module) => format!("{module}.{}", name.name.text),
            None => name.name.text.to_string(),
        };
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
        }
    }

    fn export(&mut self, module: ModuleId) {
        let declared = self.modules[module.index()];
        for export in &declared.exports {
            let from = export.from.as_ref().and_then(|name| {
                let text = crate::types::declare::text_of(name);
                self.module_named(&text)
            });
            let source: Vec<((Namespace, Arc<str>), Symbol)> = match (&export.from, from) {
                (Some(_), Some(from)) => {
                    self.scopes[from.index()].exported.iter().map(|(k, v)| (k.clone(), *v)).collect()
                }
                (Some(_), None) => continue,
                (None, _) => self.scopes[module.index()].own.iter().map(|(k, v)| (k.clone(), *v)).collect(),
            };
            let wanted = |name: &str| match &export.names {
                None => true,
                Some(names) => names.iter().any(|n| &*n.name.text == name),
            };
            let chosen: Vec<_> = source.into_iter().filter(|((_, name), _)| wanted(name)).collect();
            self.scopes[module.index()].exported.extend(chosen);
        }
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
                let known = NAMESPACES.iter().any(|&space| {
                    let scope = &self.scopes[module.index()];
                    scope.own.contains_key(&key(space)) || scope.imported.contains_key(&key(space))
                });
                if !known {
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
        if !found {
            let from = self.modules[from.index()].name.text.clone();
            self.error(span, format!("the module {from} exports no name {name}"));
        }
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
