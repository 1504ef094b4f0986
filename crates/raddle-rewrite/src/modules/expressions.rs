//! Module expressions: sums, renamings and instances are modules that are made once and known by their text.

use super::database::{Database, Module, ModuleId};
use super::renaming::{OperatorMap, Renaming};
use super::theory::Message;
use crate::diagnostic::{Place, Severity};
use crate::names::Name;
use crate::prelude;
use crate::syntax::ast::{Mapping, ModuleExpression, ModuleKind, ViewExpression};
use crate::syntax::modules::view_text;
use crate::terms::sorts::Sorts;
use std::cell::OnceCell;

/// How deep module expressions may lead into each other.
const DEEPEST_EVALUATION: usize = 60;

impl Database {
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
                let found = self.fetch(*name);
                if let Some(id) = found
                    && !self.module(id).usable
                {
                    messages.push((Severity::Error, place, unusable(*name)));
                    return None;
                }
                if found.is_none() {
                    messages.push(if prelude::is_unsupported_module(name.text()) {
                        (Severity::Unsupported, place, format!("the module {name}"))
                    } else {
                        (Severity::Error, place, format!("module {name} does not exist"))
                    });
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
                if let Some(known) = self.find(name).filter(|&id| self.module(id).imports == imports) {
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
                let mut renaming = self.renaming_of(mappings);
                if renaming.operators.iter().any(|map| map.arity.is_some()) {
                    let sorts = self.sorts_of(base);
                    renaming.kinds = sorts.plain().map(|sort| (sorts.name(sort), sorts.kind(sort))).collect();
                }
                let text = renaming_text(mappings);
                Some(self.rename(base, &renaming, &text, messages))
            }
            ModuleExpression::Instance(inner, arguments) => {
                let base = self.evaluate(inner, scope, place, messages)?;
                self.instantiate_with(base, arguments, scope, place, messages)
            }
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
                Mapping::Strategy(from, to) => {
                    renaming.strategies.insert(*from, *to);
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
        if let Some(known) = self.find_made_of(name, base) {
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
                    || module.strategies.iter().any(|known| renaming.strategies.contains_key(&known.name))
                    || (!renaming.labels.is_empty()
                        && self.flat(id).own_statements().iter().any(|statement| {
                            statement.label.is_some_and(|label| renaming.labels.contains_key(&label))
                        })))
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
        let sorts = OnceCell::new();
        let same_kind = |a: Name, b: Name| {
            let sorts: &Sorts = sorts.get_or_init(|| self.sorts_of(base));
            match (sorts.find(a), sorts.find(b)) {
                (Some(a), Some(b)) => sorts.kind(a) == sorts.kind(b),
                _ => a == b,
            }
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
            strategies: source.strategies.iter().map(|strategy| renaming.strategy(strategy)).collect(),
            definitions: Vec::new(),
            translated: Some((base, renaming.clone())),
            header: None,
            ..source
        };
        self.insert(module, messages)
    }

    /// The sorts of a module, without flattening the rest of it.
    fn sorts_of(&self, id: ModuleId) -> Sorts {
        if let Some(flat) = self.flat[id.0 as usize].get() {
            return flat.terms.signature.sorts.clone();
        }
        let closure = self.closure(id);
        let sorts: Vec<Name> = closure.iter().flat_map(|&part| self.module(part).sorts.clone()).collect();
        let subsorts: Vec<(Name, Name)> =
            closure.iter().flat_map(|&part| self.module(part).subsorts.clone()).collect();
        Sorts::build(&sorts, &subsorts).unwrap_or_default()
    }
}

/// The message about a module with a serious mistake.
pub(crate) fn unusable(name: Name) -> String {
    format!("module {name} is unusable due to unpatchable errors")
}

fn renaming_text(mappings: &[Mapping]) -> String {
    let parts: Vec<String> = mappings
        .iter()
        .map(|mapping| match mapping {
            Mapping::Sort(from, to) => format!("sort {} to {}", from.name(), to.name()),
            Mapping::Label(from, to) => format!("label {from} to {to}"),
            Mapping::Strategy(from, to) => format!("strat {from} to {to}"),
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

/// The text of a module expression.
pub(crate) fn expression_text(expression: &ModuleExpression) -> String {
    match expression {
        ModuleExpression::Named(name) => name.text().to_owned(),
        ModuleExpression::Instance(base, arguments) => {
            format!("{}{{{}}}", expression_text(base), arguments_text(arguments))
        }
        ModuleExpression::Renamed(base, mappings) => {
            format!("{} * ({})", expression_text(base), renaming_text(mappings))
        }
        ModuleExpression::Sum(parts) => parts.iter().map(expression_text).collect::<Vec<_>>().join(" + "),
    }
}

/// The same as it is written: a blank after a comma between views, brackets around what is instantiated.
pub(crate) fn written_expression(expression: &ModuleExpression) -> String {
    match expression {
        ModuleExpression::Instance(base, arguments) => {
            let base = match &**base {
                simple @ (ModuleExpression::Named(_) | ModuleExpression::Instance(..)) => {
                    written_expression(simple)
                }
                other => format!("({})", written_expression(other)),
            };
            format!("{base}{{{}}}", arguments.iter().map(view_text).collect::<Vec<_>>().join(", "))
        }
        ModuleExpression::Renamed(base, mappings) => {
            format!("{} * ({})", written_expression(base), renaming_text(mappings))
        }
        ModuleExpression::Sum(parts) => parts.iter().map(written_expression).collect::<Vec<_>>().join(" + "),
        ModuleExpression::Named(_) => expression_text(expression),
    }
}

/// The text of view arguments.
pub(crate) fn arguments_text(arguments: &[ViewExpression]) -> String {
    arguments.iter().map(view_text).collect::<Vec<_>>().join(",")
}
