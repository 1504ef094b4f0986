//! Parameters: copies of their theories, views, and instantiation of modules and views.

use super::database::{Database, ModuleId, View};
use super::expressions::arguments_text;
use super::renaming::{OperatorMap, Renaming, TermMap};
use super::theory::Message;
use crate::diagnostic::{Place, Severity};
use crate::names::Name;
use crate::prelude;
use crate::syntax::ast::{Mapping, ModuleExpression, SortName, ViewExpression, ViewSource};
use crate::syntax::modules::view_text;
use rustc_hash::FxHashSet;

/// What takes a parameter's place.
#[derive(Debug, Clone)]
struct Actual {
    /// The parameter that is replaced.
    parameter: Name,
    /// How it is written inside sort names.
    text: String,
    /// What is imported instead of the parameter's theory.
    import: ModuleId,
    /// Parameters that stay open.
    open: Vec<(Name, ModuleId)>,
    /// The map of the theory's declarations.
    renaming: Renaming,
}

impl Database {
    /// The copy of a theory for a parameter: its sorts are written `X$Sort`.
    pub(crate) fn parameter_copy(
        &mut self,
        parameter: Name,
        theory: ModuleId,
        messages: &mut Vec<Message>,
    ) -> ModuleId {
        let name = Name::new(&format!("{parameter} :: {}", self.module(theory).name));
        if let Some(known) = self.find_made_of(name, theory) {
            return known;
        }
        let mut renaming = Renaming::default();
        for id in self.closure(theory) {
            let module = self.module(id);
            if module.kind.is_theory() {
                for &sort in &module.sorts {
                    renaming.sorts.insert(sort, Name::new(&format!("{parameter}${sort}")));
                }
            }
        }
        let imports: Vec<ModuleId> = self
            .module(theory)
            .imports
            .clone()
            .into_iter()
            .map(|import| {
                if self.module(import).kind.is_theory() {
                    self.parameter_copy(parameter, import, messages)
                } else {
                    import
                }
            })
            .collect();
        let id = self.derive(theory, name, imports, vec![(parameter, theory)], &renaming, messages);
        self.mark_parameter_copy(id, parameter);
        id
    }

    /// Adds a view as written.
    pub fn add_view(&mut self, source: ViewSource, messages: &mut Vec<Message>) -> Option<()> {
        if !self.reading_prelude {
            prelude::read_before_hiding(self, source.name);
        }
        let mut parameters = Vec::new();
        for (name, expression) in &source.parameters {
            let theory = self.evaluate(expression, &[], source.place, messages)?;
            parameters.push((*name, theory));
            self.parameter_copy(*name, theory, messages);
        }
        let from = self.evaluate(&source.from, &[], source.place, messages)?;
        let to = match (&source.to, &source.from) {
            (ModuleExpression::Named(name), _) if *name == source.name && self.fetch(*name).is_none() => {
                messages.push((Severity::Error, source.place, format!("view {name} leads onto itself")));
                return None;
            }
            _ => self.evaluate(&source.to, &parameters, source.place, messages)?,
        };
        if !self.module(from).kind.is_theory() {
            let message = format!("view {} must start from a theory", source.name);
            messages.push((Severity::Error, source.place, message));
            return None;
        }
        if !self.check_view_sorts(&source, from, to, messages) {
            return None;
        }
        self.insert_view(
            source.name,
            View { from, to, parameters, source, in_prelude: self.reading_prelude },
        );
        Some(())
    }

    /// Every sort of the theory must lead to a sort of the target.
    fn check_view_sorts(
        &self,
        source: &ViewSource,
        from: ModuleId,
        to: ModuleId,
        messages: &mut Vec<Message>,
    ) -> bool {
        let target: FxHashSet<Name> =
            self.closure(to).iter().flat_map(|&part| self.module(part).sorts.iter().copied()).collect();
        let mut good = true;
        for id in self.closure(from) {
            let module = self.module(id);
            if !module.kind.is_theory() {
                continue;
            }
            for &sort in &module.sorts {
                let mapped = mapped_sort(&source.mappings, sort);
                if !target.contains(&mapped) {
                    let message =
                        format!("in view {}: sort {mapped} does not exist in the target", source.name);
                    messages.push((Severity::Error, source.place, message));
                    good = false;
                }
            }
        }
        good
    }

    /// Instantiates a module with views or parameters of the scope.
    pub(crate) fn instantiate_with(
        &mut self,
        base: ModuleId,
        arguments: &[ViewExpression],
        scope: &[(Name, ModuleId)],
        place: Place,
        messages: &mut Vec<Message>,
    ) -> Option<ModuleId> {
        let parameters = self.module(base).parameters.clone();
        if parameters.len() != arguments.len() {
            let message = format!(
                "module {} has {} parameters and got {}",
                self.module(base).name,
                parameters.len(),
                arguments.len()
            );
            messages.push((Severity::Error, place, message));
            return None;
        }
        let mut actuals = Vec::new();
        for ((parameter, theory), argument) in parameters.into_iter().zip(arguments) {
            actuals.push(self.actual(parameter, theory, argument, scope, place, messages)?);
        }
        let name = instance_name(self.module(base).name, arguments);
        Some(self.instantiate(base, name, &actuals, messages))
    }

    fn actual(
        &mut self,
        parameter: Name,
        theory: ModuleId,
        argument: &ViewExpression,
        scope: &[(Name, ModuleId)],
        place: Place,
        messages: &mut Vec<Message>,
    ) -> Option<Actual> {
        let prefix = format!("{parameter}$");
        if argument.arguments.is_empty()
            && let Some(&(outer, outer_theory)) = scope.iter().find(|(name, _)| *name == argument.name)
        {
            if self.module(outer_theory).name != self.module(theory).name {
                let message = format!(
                    "parameter {outer} is of theory {} and parameter {parameter} needs {}",
                    self.module(outer_theory).name,
                    self.module(theory).name
                );
                messages.push((Severity::Error, place, message));
                return None;
            }
            // A parameter of the module around: the theory's sorts become that parameter's.
            let mut renaming =
                Renaming { parameters: vec![(parameter, outer.text().to_owned())], ..Renaming::default() };
            for sort in self.theory_sorts(theory) {
                renaming
                    .sorts
                    .insert(Name::new(&format!("{prefix}{sort}")), Name::new(&format!("{outer}${sort}")));
            }
            let import = self.parameter_copy(outer, outer_theory, messages);
            return Some(Actual {
                parameter,
                text: outer.text().to_owned(),
                import,
                open: vec![(outer, outer_theory)],
                renaming,
            });
        }
        let Some(view) = self.fetch_view(argument.name).cloned() else {
            let message = format!("could not find a parameter or view {}", argument.name);
            messages.push((Severity::Error, place, message));
            return None;
        };
        if self.module(view.from).name != self.module(theory).name {
            let message = format!(
                "view {} starts from {} and parameter {parameter} needs {}",
                argument.name,
                self.module(view.from).name,
                self.module(theory).name
            );
            messages.push((Severity::Error, place, message));
            return None;
        }
        let text = view_text(argument);
        // A view with parameters of its own is instantiated first.
        let mut inner = Renaming::default();
        let mut target = view.to;
        if view.parameters.len() != argument.arguments.len() {
            let message = format!("view {} got the wrong number of arguments", argument.name);
            messages.push((Severity::Error, place, message));
            return None;
        }
        if !argument.arguments.is_empty() {
            let mut actuals = Vec::new();
            for ((name, theory), argument) in view.parameters.iter().zip(&argument.arguments) {
                actuals.push(self.actual(*name, *theory, argument, scope, place, messages)?);
            }
            let name = Name::new(&format!(
                "{}{{{}}}",
                self.module(view.to).name,
                arguments_text(&argument.arguments)
            ));
            inner = combined(&actuals);
            target = self.instantiate(view.to, self.instance_of(view.to, &actuals, name), &actuals, messages);
        }
        let mut renaming = Renaming::default();
        let to_theory = self.module(target).kind.is_theory();
        let mut import = target;
        let mut open: Vec<(Name, ModuleId)> = Vec::new();
        if to_theory {
            // A view between theories: the parameter stays open, with the new theory.
            import = self.parameter_copy(parameter, target, messages);
            open.push((parameter, target));
            renaming.parameters.push((parameter, format!("{text}}}{{{parameter}")));
        } else {
            renaming.parameters.push((parameter, text.clone()));
            open.extend(self.module(target).parameters.clone());
        }
        for sort in self.theory_sorts(theory) {
            let mapped = inner.sort(mapped_sort(&view.source.mappings, sort));
            let mapped = if to_theory { Name::new(&format!("{parameter}${mapped}")) } else { mapped };
            renaming.sorts.insert(Name::new(&format!("{prefix}{sort}")), mapped);
        }
        let variables: Vec<(Name, SortName)> =
            view.source.variables.iter().map(|&(name, sort, _)| (name, sort)).collect();
        for mapping in &view.source.mappings {
            match mapping {
                Mapping::Operator { from, arity, to, pieces, attributes } => {
                    let qualify = |sort: &SortName| {
                        let name = Name::new(&format!("{prefix}{}", sort.name()));
                        if renaming.sorts.contains_key(&name) { name } else { sort.name() }
                    };
                    renaming.operators.push(OperatorMap {
                        from: *from,
                        arity: arity
                            .as_ref()
                            .map(|(domain, range)| (domain.iter().map(qualify).collect(), qualify(range))),
                        parameter: Some(prefix.clone()),
                        to: *to,
                        pieces: pieces.clone(),
                        attributes: attributes.clone(),
                    });
                }
                Mapping::Term { from, to, .. } => renaming.terms.push(TermMap {
                    from: from.clone(),
                    to: to.clone(),
                    variables: variables.clone(),
                    parameter: prefix.clone(),
                }),
                Mapping::Strategy(from, to) => {
                    renaming.strategies.insert(*from, *to);
                }
                Mapping::Label(from, to) => {
                    renaming.labels.insert(*from, *to);
                }
                Mapping::Sort(..) => {}
            }
        }
        Some(Actual { parameter, text, import, open, renaming })
    }

    fn theory_sorts(&self, theory: ModuleId) -> Vec<Name> {
        let mut sorts = Vec::new();
        for id in self.closure(theory) {
            if self.module(id).kind.is_theory() {
                sorts.extend(&self.module(id).sorts);
            }
        }
        sorts
    }

    /// The instance of a module in which parameters have been replaced, and of what it imports.
    fn instantiate(
        &mut self,
        base: ModuleId,
        name: Name,
        actuals: &[Actual],
        messages: &mut Vec<Message>,
    ) -> ModuleId {
        if let Some(known) = self.find_made_of(name, base) {
            return known;
        }
        let renaming = combined(actuals);
        let mut parameters: Vec<(Name, ModuleId)> = Vec::new();
        for (parameter, theory) in self.module(base).parameters.clone() {
            match actuals.iter().find(|actual| actual.parameter == parameter) {
                Some(actual) => {
                    for open in &actual.open {
                        if !parameters.contains(open) {
                            parameters.push(*open);
                        }
                    }
                }
                None => parameters.push((parameter, theory)),
            }
        }
        let mut imports = Vec::new();
        for import in self.module(base).imports.clone() {
            let module = self.module(import);
            if let Some(parameter) = module.parameter_copy {
                match actuals.iter().find(|actual| actual.parameter == parameter) {
                    Some(actual) => imports.push(actual.import),
                    None => imports.push(import),
                }
                continue;
            }
            let touched: Vec<Actual> = module
                .parameters
                .iter()
                .filter_map(|(name, _)| actuals.iter().find(|actual| actual.parameter == *name))
                .cloned()
                .collect();
            if touched.is_empty() {
                imports.push(import);
                continue;
            }
            let fallback = Name::new(&format!(
                "{}{{{}}}",
                module.name,
                touched.iter().map(|actual| actual.text.clone()).collect::<Vec<_>>().join(",")
            ));
            let name = self.instance_of(import, &touched, fallback);
            imports.push(self.instantiate(import, name, &touched, messages));
        }
        for actual in actuals {
            if !imports.contains(&actual.import) {
                imports.push(actual.import);
            }
        }
        self.derive(base, name, imports, parameters, &renaming, messages)
    }

    /// The name of an instance: parameters inside the braces of the module's own name are replaced.
    fn instance_of(&self, base: ModuleId, actuals: &[Actual], fallback: Name) -> Name {
        let module = self.module(base);
        if !module.name.text().contains('{') {
            return fallback;
        }
        let renaming = combined(actuals);
        let names = Renaming {
            sorts: rustc_hash::FxHashMap::default(),
            parameters: renaming.parameters,
            ..Renaming::default()
        };
        let replaced = names.sort(module.name);
        if replaced == module.name { fallback } else { replaced }
    }
}

fn mapped_sort(mappings: &[Mapping], sort: Name) -> Name {
    mappings
        .iter()
        .find_map(|mapping| match mapping {
            Mapping::Sort(from, to) if from.name() == sort => Some(to.name()),
            _ => None,
        })
        .unwrap_or(sort)
}

fn combined(actuals: &[Actual]) -> Renaming {
    let mut renaming = Renaming::default();
    for actual in actuals {
        renaming.sorts.extend(&actual.renaming.sorts);
        renaming.parameters.extend(actual.renaming.parameters.iter().cloned());
        renaming.operators.extend(actual.renaming.operators.iter().cloned());
        renaming.terms.extend(actual.renaming.terms.iter().cloned());
        renaming.labels.extend(&actual.renaming.labels);
        renaming.strategies.extend(&actual.renaming.strategies);
    }
    renaming
}

/// `LIST{Nat}`, or `LIST{A}{B}` for a module that has been instantiated by a view between theories.
fn instance_name(base: Name, arguments: &[ViewExpression]) -> Name {
    Name::new(&format!("{base}{{{}}}", arguments_text(arguments)))
}
