//! A flat module: signature, arena and all statements, gathered from everything that a module imports.

use super::database::{Database, ModuleId};
use super::objects;
use super::renaming::Renaming;
use super::theory::Message;
use super::translate::Translator;
use crate::diagnostic::{Place, Severity};
use crate::machine::{PrintItem, Program, StatementTerms};
use crate::names::Name;
use crate::parser::ParseFault;
use crate::parser::build::parse;
use crate::parser::grammar::{Goal, Grammar};
use crate::strategies::Definition;
use crate::strategies::read::{self, Names};
use crate::syntax::ast::{OperatorSource, StatementKind, StatementSource, StrategySource};
use crate::terms::signature::Shape;
use crate::terms::{Signature, SortId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A flat module.
#[derive(Debug)]
pub struct FlatModule {
    /// The module's name.
    pub name: Name,
    /// Signature and arena.
    pub terms: Terms,
    /// All statements, imported ones first.
    pub statements: Vec<StatementTerms>,
    /// Where the module's own statements start.
    pub own_start: usize,
    /// All strategies.
    pub strategies: Vec<StrategySource>,
    /// All their definitions, imported ones first.
    pub definitions: Vec<Definition>,
    /// Where the module's own definitions start.
    pub own_definitions: usize,
    /// The module's own variables.
    pub variables: FxHashMap<Name, SortId>,
    /// What the machine runs, where compiling it has told of mistakes already.
    pub(super) program: Option<Arc<Program>>,
}

impl FlatModule {
    /// The statements that the module itself has.
    pub fn own_statements(&self) -> &[StatementTerms] {
        &self.statements[self.own_start..]
    }
}

impl Database {
    /// Flattens a module.
    pub(crate) fn flatten(&self, id: ModuleId, messages: &mut Vec<Message>) -> FlatModule {
        self.flatten_with(id, messages, |_| Vec::new())
    }

    /// Flattens a module that has more statements than were written.
    pub(super) fn flatten_with(
        &self,
        id: ModuleId,
        messages: &mut Vec<Message>,
        more: impl FnOnce(&mut Terms) -> Vec<StatementTerms>,
    ) -> FlatModule {
        let closure = self.closure(id);
        let module = self.module(id);
        let mut sorts: Vec<Name> = Vec::new();
        let mut subsorts: Vec<(Name, Name)> = Vec::new();
        let mut operators: Vec<&OperatorSource> = Vec::new();
        let mut own_operators = 0;
        for &part in &closure {
            let part_module = self.module(part);
            sorts.extend(&part_module.sorts);
            subsorts.extend(&part_module.subsorts);
            if part == id {
                own_operators = operators.len();
            }
            operators.extend(part_module.operators.iter());
        }
        for &(low, high) in &module.subsorts {
            for name in [low, high] {
                if !sorts.contains(&name) {
                    messages.push((Severity::Error, module.place, format!("undeclared sort {name}")));
                }
            }
        }
        let (signature, faults) = Signature::build(&sorts, &subsorts, &operators);
        for fault in faults {
            let place = if fault.place == Place::default() { module.place } else { fault.place };
            let own = operators[own_operators..].iter().any(|operator| operator.place == fault.place);
            if own || fault.fatal {
                messages.push((Severity::Error, place, fault.message));
            }
        }
        let mut terms = Terms::new(signature);
        terms.literals.order = self.token_order.clone();
        let mut grammar = None;
        resolve_identities(&mut terms, &mut grammar, messages, module.place);
        let mut statements = Vec::new();
        let plain = Renaming::default();
        for &part in closure.iter().filter(|&&part| part != id) {
            let source = self.flat(part);
            let mut translator = Translator::new(&source.terms, &plain);
            for statement in source.own_statements() {
                match translator.statement(&mut terms, statement) {
                    Ok(translated) => statements.push(translated),
                    Err(message) => messages.push((Severity::Error, module.place, message)),
                }
            }
        }
        let own_start = statements.len();
        let mut variables = FxHashMap::default();
        for &(name, sort, place) in &module.variables {
            match terms.signature.resolve(sort) {
                Some(sort) => {
                    variables.insert(name, sort);
                }
                None => {
                    let message = format!("undeclared sort {} of variable {name}", sort.name());
                    messages.push((Severity::Error, place, message));
                }
            }
        }
        terms.literals.declared.clone_from(&variables);
        if let Some((from, renaming)) = &module.translated {
            self.translate_statements(*from, renaming, &mut terms, &mut statements, messages, module.place);
        }
        if !module.statements.is_empty() || !module.definitions.is_empty() {
            let grammar = grammar_of(&mut grammar, &terms);
            grammar.variables.clone_from(&variables);
            grammar.forget_terms();
        }
        for source in &module.statements {
            match parse_statement(grammar_of(&mut grammar, &terms), &mut terms, source, messages) {
                Ok(mut statement) => {
                    if module.kind.is_object_oriented() {
                        objects::complete_statement(&mut terms, &mut statement);
                    }
                    statements.push(statement);
                }
                Err(fault) => {
                    let place = fault.place.unwrap_or(source.place);
                    messages.push((Severity::Error, place, fault.message));
                }
            }
        }
        statements.extend(more(&mut terms));
        let (strategies, definitions, own_definitions) =
            self.flatten_strategies(id, &closure, &mut terms, &mut grammar, &statements, messages);
        // A module of the prelude may never be run itself.
        let compiled = (!module.in_prelude).then(|| Program::compile(&mut terms, &statements));
        let (program, faults) = compiled.unzip();
        for fault in faults.unwrap_or_default() {
            if fault.index >= own_start {
                let index = fault.index - own_start;
                let place = module.statements.get(index).map_or(module.place, |statement| statement.place);
                messages.push((Severity::Error, place, fault.message));
            }
        }
        FlatModule {
            name: module.name,
            terms,
            statements,
            own_start,
            strategies,
            definitions,
            own_definitions,
            program: program.map(Arc::new),
            variables,
        }
    }

    /// The strategies of everything that a module consists of, and their definitions; where its own start.
    fn flatten_strategies(
        &self,
        id: ModuleId,
        closure: &[ModuleId],
        terms: &mut Terms,
        grammar: &mut Option<Grammar>,
        statements: &[StatementTerms],
        messages: &mut Vec<Message>,
    ) -> (Vec<StrategySource>, Vec<Definition>, usize) {
        let module = self.module(id);
        let mut strategies: Vec<StrategySource> = Vec::new();
        for strategy in closure.iter().flat_map(|&part| &self.module(part).strategies) {
            if !strategies.iter().any(|known| known.name == strategy.name && known.domain == strategy.domain)
            {
                strategies.push(strategy.clone());
            }
        }
        let mut definitions = Vec::new();
        if strategies.is_empty() {
            return (strategies, definitions, 0);
        }
        let plain = Renaming::default();
        let mut carry = |from: ModuleId, renaming: &Renaming, definitions: &mut Vec<Definition>| {
            let source = self.flat(from);
            let mut translator = Translator::new(&source.terms, renaming);
            if let Err(message) = translator.read_templates(source, terms) {
                messages.push((Severity::Error, module.place, message));
            }
            for definition in &source.definitions[source.own_definitions..] {
                match definition.carry(terms, &mut translator) {
                    Ok(carried) => definitions.push(carried),
                    Err(message) => messages.push((Severity::Error, module.place, message)),
                }
            }
        };
        for &part in closure.iter().filter(|&&part| part != id) {
            carry(part, &plain, &mut definitions);
        }
        let own = definitions.len();
        if let Some((from, renaming)) = &module.translated {
            carry(*from, renaming, &mut definitions);
        }
        let labels = statements.iter().filter_map(|statement| statement.label).collect();
        let names = Names { labels: &labels, strategies: &strategies };
        for source in &module.definitions {
            match read::definition(grammar_of(grammar, terms), terms, &names, source) {
                Ok(definition) => definitions.push(definition),
                Err(fault) => {
                    messages.push((Severity::Error, fault.place.unwrap_or(source.place), fault.message));
                }
            }
        }
        (strategies, definitions, own)
    }

    fn translate_statements(
        &self,
        from: ModuleId,
        renaming: &Renaming,
        terms: &mut Terms,
        statements: &mut Vec<StatementTerms>,
        messages: &mut Vec<Message>,
        place: Place,
    ) {
        let source = self.flat(from);
        let mut translator = Translator::new(&source.terms, renaming);
        if let Err(message) = translator.read_templates(source, terms) {
            messages.push((Severity::Error, place, message));
        }
        for statement in source.own_statements() {
            match translator.statement(terms, statement) {
                Ok(translated) => statements.push(translated),
                Err(message) => messages.push((Severity::Error, place, message)),
            }
        }
    }
}

fn grammar_of<'a>(grammar: &'a mut Option<Grammar>, terms: &Terms) -> &'a mut Grammar {
    grammar.get_or_insert_with(|| Grammar::new(&terms.signature, FxHashMap::default()))
}

fn resolve_identities(
    terms: &mut Terms,
    grammar: &mut Option<Grammar>,
    messages: &mut Vec<Message>,
    place: Place,
) {
    let open: Vec<_> = terms
        .signature
        .symbols()
        .filter_map(|(id, symbol)| Some((id, symbol.range, symbol.identity_source.clone()?)))
        .collect();
    for (id, kind, tokens) in open {
        match parse(grammar_of(grammar, terms), terms, &tokens, Goal::TermOf(kind)) {
            Ok(parsed) => {
                let identity: TermId = parsed.sentence.left;
                terms.signature.get_mut(id).identity = Some(identity);
            }
            Err(fault) => {
                let name = terms.signature.get(id).name;
                messages.push((
                    Severity::Error,
                    place,
                    format!("identity of operator {name}: {}", fault.message),
                ));
                let symbol = terms.signature.get_mut(id);
                symbol.left_identity = false;
                symbol.right_identity = false;
            }
        }
    }
}

fn parse_statement(
    grammar: &mut Grammar,
    terms: &mut Terms,
    source: &StatementSource,
    messages: &mut Vec<Message>,
) -> Result<StatementTerms, ParseFault> {
    let goal = match source.kind {
        StatementKind::Equation => Goal::Equation,
        StatementKind::Membership => Goal::Membership,
        StatementKind::Rule => Goal::Rule,
    };
    let parsed = parse(grammar, terms, &source.tokens, goal).map_err(|fault| ParseFault {
        message: fault.message.replace("no parse for term", "no parse for statement"),
        ..fault
    })?;
    if parsed.other.is_some() {
        messages.push((
            Severity::Warning,
            source.place,
            "ambiguous statement: it has two parses; arbitrarily taking the first as correct".to_owned(),
        ));
    }
    let sentence = parsed.sentence;
    let mut print = Vec::new();
    for token in &source.print {
        if token.name.text().starts_with('"') {
            print.push(PrintItem::Text(token.name));
            continue;
        }
        let variable = parse(grammar, terms, &[*token], Goal::Term)?.sentence.left;
        if terms.signature.get(terms.symbol(variable)).shape != Shape::Variable {
            let message = format!("print of {}, which is no variable", token.name);
            return Err(ParseFault { place: Some(token.place), message });
        }
        print.push(PrintItem::Variable(variable));
    }
    if sentence.condition.is_empty() == source.conditional {
        let message = if source.conditional {
            "a conditional statement without a condition"
        } else {
            "a condition in a statement that is not conditional"
        };
        return Err(ParseFault { place: None, message: message.to_owned() });
    }
    Ok(StatementTerms {
        kind: source.kind,
        label: source.label,
        metadata: source.metadata,
        otherwise: source.otherwise,
        nonexecutable: source.nonexecutable,
        variant: source.variant,
        narrowing: source.narrowing,
        print,
        left: sentence.left,
        right: sentence.right,
        sort: sentence.sort,
        condition: sentence.condition,
    })
}
