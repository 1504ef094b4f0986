//! A flat theory: signature, arena, all statements, and the program compiled from them.

use super::database::{Database, ModuleId};
use super::objects;
use super::renaming::Renaming;
use super::translate::Translator;
use crate::diagnostic::{Place, Severity};
use crate::machine::{Limits, Machine, Program, StatementTerms};
use crate::meta::MetaLevel;
use crate::names::Name;
use crate::parser::build::parse;
use crate::parser::grammar::{Goal, Grammar};
use crate::parser::{ParseFault, Parsed};
use crate::syntax::ast::{OperatorSource, SortName, StatementKind, StatementSource};
use crate::syntax::lexer::Token;
use crate::terms::{Signature, SortId, TermId, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A message about a module: how bad, where (in the module's own file) and what.
pub type Message = (Severity, Place, String);

/// A flat theory.
#[derive(Debug, Clone)]
pub struct Theory {
    /// The module's name.
    pub name: Name,
    /// Signature and arena.
    pub terms: Terms,
    /// All statements, imported ones first.
    pub statements: Vec<StatementTerms>,
    /// Where the module's own statements start.
    pub own_start: usize,
    /// What the machine runs.
    pub program: Arc<Program>,
    /// The module's own variables.
    pub variables: FxHashMap<Name, SortId>,
}

impl Theory {
    /// Parses tokens as a goal, with the module's variables.
    pub fn parse(&mut self, tokens: &[Token], goal: Goal) -> Result<Parsed, ParseFault> {
        let mut grammar = Grammar::new(&self.terms.signature, self.variables.clone());
        parse(&mut grammar, &mut self.terms, tokens, goal)
    }

    /// The statements that the module itself has.
    pub fn own_statements(&self) -> &[StatementTerms] {
        &self.statements[self.own_start..]
    }

    /// Whether it can look at modules.
    pub fn has_meta_level(&self) -> bool {
        use crate::terms::hooks::Hook;
        self.terms.signature.symbols().any(|(_, symbol)| matches!(symbol.hook, Hook::Meta(_)))
    }

    /// A machine that runs this theory.
    pub fn machine<'a>(
        terms: &'a mut Terms,
        program: &'a Program,
        meta: Option<&'a MetaLevel>,
        limits: Limits,
    ) -> Machine<'a> {
        Machine::new(terms, program, meta, limits)
    }
}

impl Database {
    /// Builds the flat theory of a module whose imports have theirs.
    pub(crate) fn build_theory(&self, id: ModuleId, messages: &mut Vec<Message>) -> Theory {
        let closure = self.closure(id);
        let module = self.module(id);
        let mut sorts: Vec<Name> = Vec::new();
        let mut subsorts: Vec<(Name, Name)> = Vec::new();
        let mut operators: Vec<OperatorSource> = Vec::new();
        let mut own_operators = 0;
        for &part in &closure {
            let part_module = self.module(part);
            sorts.extend(&part_module.sorts);
            subsorts.extend(&part_module.subsorts);
            if part == id {
                own_operators = operators.len();
            }
            operators.extend(part_module.operators.iter().cloned());
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
        resolve_identities(&mut terms, messages, module.place);
        let mut statements = Vec::new();
        let plain = Renaming::default();
        for &part in closure.iter().filter(|&&part| part != id) {
            let source = self.theory(part);
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
        let mut grammar = Grammar::new(&terms.signature, variables.clone());
        for source in &module.statements {
            match parse_statement(&mut grammar, &mut terms, source, messages) {
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
        let (program, faults) = Program::compile(&mut terms, &statements);
        for fault in faults {
            if fault.index >= own_start {
                let index = fault.index - own_start;
                let place = module.statements.get(index).map_or(module.place, |statement| statement.place);
                messages.push((Severity::Error, place, fault.message));
            }
        }
        Theory { name: module.name, terms, statements, own_start, program: Arc::new(program), variables }
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
        let source = self.theory(from);
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

fn resolve_identities(terms: &mut Terms, messages: &mut Vec<Message>, place: Place) {
    let open: Vec<_> = terms
        .signature
        .symbols()
        .filter_map(|(id, symbol)| Some((id, symbol.range, symbol.identity_source.clone()?)))
        .collect();
    if open.is_empty() {
        return;
    }
    let mut grammar = Grammar::new(&terms.signature, FxHashMap::default());
    for (id, kind, tokens) in open {
        match parse(&mut grammar, terms, &tokens, Goal::TermOf(kind)) {
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
        left: sentence.left,
        right: sentence.right,
        sort: sentence.sort,
        condition: sentence.condition,
    })
}

/// The sort that a variable of a view has in a theory, kept here for views.
pub type ViewVariable = (Name, SortName);
