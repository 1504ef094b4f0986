//! All modules and views that have been read, by name, and the modules that expressions make of them.

use super::objects;
use super::renaming::{OperatorMap, Renaming};
use super::theory::{Message, Theory};
use crate::diagnostic::{Place, Severity};
use crate::names::Name;
use crate::syntax::ast::*;
use crate::syntax::modules::view_text;
use rustc_hash::FxHashMap;
use std::sync::Arc;

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
    /// Where its statements come from, if an expression made it.
    pub translated: Option<(ModuleId, Renaming)>,
    /// For a copy of a parameter's theory: the parameter.
    pub parameter_copy: Option<Name>,
    /// Where it was written.
    pub place: Place,
    /// Whether it may be used: a module with a serious mistake is not.
    pub usable: bool,
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
}

/// The database.
#[derive(Debug, Default, Clone)]
pub struct Database {
    modules: Vec<Module>,
    theories: Vec<Option<Arc<Theory>>>,
    by_name: FxHashMap<Name, ModuleId>,
    pub(crate) views: FxHashMap<Name, View>,
    /// Modules that every module imports, by `set include`.
    pub includes: Vec<Name>,
    /// Modules that every object-oriented module imports.
    pub object_includes: Vec<Name>,
    /// Modules that are being evaluated, to notice cycles.
    pub(crate) depth: usize,
}

/// How deep module expressions may lead into each other.
pub(crate) const DEEPEST_EVALUATION: usize = 60;

impl Database {
    /// A module.
    pub fn module(&self, id: ModuleId) -> &Module {
        &self.modules[id.0 as usize]
    }

    /// How many modules there are, with those that expressions made.
    pub fn len(&self) -> usize {
        self.modules.len() + self.views.len()
    }

    /// Whether there are no modules.
    pub fn is_empty(&self) -> bool {
        self.modules.is_empty()
    }

    /// The flat theory of a module.
    pub fn theory(&self, id: ModuleId) -> Option<&Arc<Theory>> {
        self.theories[id.0 as usize].as_ref()
    }

    /// The module with this name.
    pub fn find(&self, name: Name) -> Option<ModuleId> {
        self.by_name.get(&name).copied()
    }

    pub(crate) fn mark_parameter_copy(&mut self, id: ModuleId, parameter: Name) {
        self.modules[id.0 as usize].parameter_copy = Some(parameter);
    }

    /// The modules that a module consists of, imports first, each once.
    pub fn closure(&self, id: ModuleId) -> Vec<ModuleId> {
        let mut order = Vec::new();
        let mut seen: rustc_hash::FxHashSet<ModuleId> = rustc_hash::FxHashSet::default();
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

    /// Adds a module under its name and builds its theory.
    pub(crate) fn insert(&mut self, module: Module, messages: &mut Vec<Message>) -> ModuleId {
        let id = ModuleId(self.modules.len() as u32);
        self.by_name.insert(module.name, id);
        self.modules.push(module);
        self.theories.push(None);
        let theory = self.build_theory(id, messages);
        self.theories[id.0 as usize] = Some(Arc::new(theory));
        id
    }

    /// Adds a module as written.
    pub fn add_module(&mut self, mut source: ModuleSource, messages: &mut Vec<Message>) -> Option<ModuleId> {
        if source.kind.is_object_oriented() {
            objects::expand_classes(&mut source);
        }
        let mut parameters = Vec::new();
        let mut imports = Vec::new();
        let mut import_modes = Vec::new();
        for (name, expression) in &source.parameters {
            let theory = self.evaluate(expression, &[], source.place, messages)?;
            if !self.module(theory).kind.is_theory() {
                let message =
                    format!("parameter {name} needs a theory, and {} is none", self.module(theory).name);
                messages.push((Severity::Error, source.place, message));
                return None;
            }
            parameters.push((*name, theory));
            imports.push(self.parameter_copy(*name, theory, messages));
            import_modes.push(ImportMode::Protecting);
        }
        let mut automatic = self.includes.clone();
        if source.kind.is_object_oriented() {
            automatic.extend(&self.object_includes);
        }
        for name in automatic {
            if let Some(id) = self.find(name)
                && !imports.contains(&id)
            {
                imports.push(id);
                import_modes.push(ImportMode::Including);
            }
        }
        for (mode, expression, place) in &source.imports {
            let imported = match expression {
                ModuleExpression::Named(name) if *name == source.name => {
                    messages.push((Severity::Error, *place, format!("module {name} imports itself")));
                    None
                }
                _ => self.evaluate(expression, &parameters, *place, messages),
            };
            match imported {
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
                        source.name
                    );
                    messages.push((Severity::Error, *place, message));
                    return None;
                }
            }
        }
        let before = messages.len();
        let module = Module {
            name: source.name,
            kind: source.kind,
            parameters,
            imports,
            import_modes,
            sorts: source.sorts.iter().map(|(name, _)| *name).collect(),
            subsorts: source.subsorts.iter().map(|(low, high, _)| (*low, *high)).collect(),
            operators: source.operators,
            variables: source.variables,
            statements: source.statements,
            translated: None,
            parameter_copy: None,
            place: source.place,
            usable: true,
        };
        let id = self.insert(module, messages);
        // A module whose declarations are wrong is not used; one with a statement that cannot be parsed is used
        // without it, as in Maude.
        if messages[before..].iter().any(|(_, _, message)| is_fatal(message)) {
            self.modules[id.0 as usize].usable = false;
        }
        Some(id)
    }

    /// Evaluates a module expression in the scope of parameters.
    pub fn evaluate(
        &mut self,
        expression: &ModuleExpression,
        scope: &[(Name, ModuleId)],
        place: Place,
        messages: &mut Vec<Message>,
    ) -> Option<ModuleId> {
        if self.depth > DEEPEST_EVALUATION {
            messages.push((Severity::Error, place, "module expressions lead too deep".to_owned()));
            return None;
        }
        self.depth += 1;
        let result = self.evaluate_inner(expression, scope, place, messages);
        self.depth -= 1;
        result
    }

    fn evaluate_inner(
        &mut self,
        expression: &ModuleExpression,
        scope: &[(Name, ModuleId)],
        place: Place,
        messages: &mut Vec<Message>,
    ) -> Option<ModuleId> {
        match expression {
            ModuleExpression::Named(name) => {
                let found = self.find(*name).filter(|&id| self.module(id).usable);
                if found.is_none() {
                    messages.push((Severity::Error, place, format!("module {name} does not exist")));
                }
                found
            }
            ModuleExpression::Sum(parts) => {
                let mut imports = Vec::new();
                for part in parts {
                    let id = self.evaluate(part, scope, place, messages)?;
                    if !imports.contains(&id) {
                        imports.push(id);
                    }
                }
                let names: Vec<&str> = imports.iter().map(|&id| self.module(id).name.text()).collect();
                let name = Name::new(&names.join(" + "));
                if let Some(known) = self.find(name) {
                    return Some(known);
                }
                let mut parameters: Vec<(Name, ModuleId)> = Vec::new();
                let mut kind = ModuleKind::Functional;
                for &id in &imports {
                    parameters.extend(self.module(id).parameters.clone());
                    if self.module(id).kind.has_rules() {
                        kind = ModuleKind::System;
                    }
                }
                parameters.dedup();
                let module = Module { parameters, imports, kind, ..self.empty_module(name, place) };
                Some(self.insert(module, messages))
            }
            ModuleExpression::Renamed(inner, mappings) => {
                let base = self.evaluate(inner, scope, place, messages)?;
                let renaming = self.renaming_of(mappings);
                let text = renaming_text(mappings);
                Some(self.rename(base, &renaming, &text, messages))
            }
            ModuleExpression::Instance(inner, arguments) => {
                let base = self.evaluate(inner, scope, place, messages)?;
                self.instantiate_with(base, arguments, scope, place, messages)
            }
        }
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
            translated: None,
            parameter_copy: None,
            place,
            usable: true,
        }
    }

    fn renaming_of(&self, mappings: &[Mapping]) -> Renaming {
        let mut renaming = Renaming::default();
        for mapping in mappings {
            match mapping {
                Mapping::Sort(from, to) => {
                    renaming.sorts.insert(from.name(), to.name());
                }
                Mapping::Label(from, to) => {
                    renaming.labels.insert(*from, *to);
                }
                Mapping::Operator { from, arity, to, pieces, attributes } => {
                    renaming.operators.push(OperatorMap {
                        from: *from,
                        arity: arity.as_ref().map(|(domain, range)| {
                            (domain.iter().map(|sort| sort.name()).collect(), range.name())
                        }),
                        parameter: None,
                        to: *to,
                        pieces: pieces.clone(),
                        attributes: attributes.clone(),
                    });
                }
                Mapping::Term { .. } => {}
            }
        }
        renaming
    }

    /// The renamed copy of a module, and of what it imports where the renaming reaches.
    fn rename(
        &mut self,
        base: ModuleId,
        renaming: &Renaming,
        text: &str,
        messages: &mut Vec<Message>,
    ) -> ModuleId {
        if !self.is_touched(base, renaming) {
            return base;
        }
        let name = Name::new(&format!("{} * ({text})", self.module(base).name));
        if let Some(known) = self.find(name) {
            return known;
        }
        let imports: Vec<ModuleId> = self
            .module(base)
            .imports
            .clone()
            .into_iter()
            .map(|import| {
                if self.module(import).parameter_copy.is_some() {
                    import
                } else {
                    self.rename(import, renaming, text, messages)
                }
            })
            .collect();
        self.derive(base, name, imports, self.module(base).parameters.clone(), renaming, messages)
    }

    fn is_touched(&self, base: ModuleId, renaming: &Renaming) -> bool {
        self.closure(base).iter().any(|&id| {
            let module = self.module(id);
            module.parameter_copy.is_none()
                && (module.sorts.iter().any(|sort| renaming.sorts.contains_key(sort))
                    || module
                        .operators
                        .iter()
                        .any(|operator| renaming.operators.iter().any(|map| map.from == operator.name))
                    || self.theory(id).is_some_and(|theory| {
                        theory.statements[theory.own_start..].iter().any(|statement| {
                            statement.label.is_some_and(|label| renaming.labels.contains_key(&label))
                        })
                    }))
        })
    }

    /// A module whose own declarations are another's under a renaming.
    pub(crate) fn derive(
        &mut self,
        base: ModuleId,
        name: Name,
        imports: Vec<ModuleId>,
        parameters: Vec<(Name, ModuleId)>,
        renaming: &Renaming,
        messages: &mut Vec<Message>,
    ) -> ModuleId {
        let source = self.module(base).clone();
        let sorts = self.theory(base).map(|theory| theory.terms.signature.sorts.clone()).unwrap_or_default();
        let same_kind = |a: Name, b: Name| match (sorts.find(a), sorts.find(b)) {
            (Some(a), Some(b)) => sorts.kind(a) == sorts.kind(b),
            _ => a == b,
        };
        let mut unique = Vec::new();
        for import in imports {
            if !unique.contains(&import) {
                unique.push(import);
            }
        }
        let module = Module {
            name,
            parameters,
            imports: unique,
            sorts: source.sorts.iter().map(|&sort| renaming.sort(sort)).collect(),
            subsorts: source
                .subsorts
                .iter()
                .map(|&(low, high)| (renaming.sort(low), renaming.sort(high)))
                .collect(),
            operators: source
                .operators
                .iter()
                .map(|operator| renaming.declaration(operator, &same_kind))
                .collect(),
            variables: source
                .variables
                .iter()
                .map(|&(name, sort, place)| (name, renaming.sort_name(sort), place))
                .collect(),
            statements: Vec::new(),
            translated: Some((base, renaming.clone())),
            ..source
        };
        self.insert(module, messages)
    }
}

/// Mistakes that leave no sensible meaning to the module.
fn is_fatal(message: &str) -> bool {
    message.starts_with("sorts ")
        || message.starts_with("undeclared sort ")
        || message.contains(" has different attributes from ")
}

fn renaming_text(mappings: &[Mapping]) -> String {
    let parts: Vec<String> = mappings
        .iter()
        .map(|mapping| match mapping {
            Mapping::Sort(from, to) => format!("sort {} to {}", from.name(), to.name()),
            Mapping::Label(from, to) => format!("label {from} to {to}"),
            Mapping::Operator { from, arity, to, attributes, .. } => {
                let arity = arity.as_ref().map_or(String::new(), |(domain, range)| {
                    let domain: Vec<&str> = domain.iter().map(|sort| sort.name().text()).collect();
                    format!(" : {} -> {}", domain.join(" "), range.name())
                });
                let precedence =
                    attributes.precedence.map_or(String::new(), |prec| format!(" [prec {prec}]"));
                format!("op {from}{arity} to {to}{precedence}")
            }
            Mapping::Term { .. } => "op to term".to_owned(),
        })
        .collect();
    parts.join(", ")
}

/// The text of view arguments.
pub(crate) fn arguments_text(arguments: &[ViewExpression]) -> String {
    arguments.iter().map(view_text).collect::<Vec<_>>().join(",")
}
