//! Declarations as `show module` writes them again: what stood in the file, in its order within four groups (sorts,
//! subsorts, operators with variables, statements), with attributes in a fixed order and blanks of our own.

use super::ast::{Gather, ModuleSource, OperatorSource, SortName};
use super::lexer::Token;
use crate::names::Name;

/// What one declaration of a module declares.
#[derive(Debug, Clone, Default)]
pub struct WrittenModule {
    /// Each `sorts`.
    pub sorts: Vec<Vec<Name>>,
    /// Each `subsorts`: the sorts between two `<`.
    pub subsorts: Vec<Vec<Vec<Name>>>,
    /// Operators and variables.
    pub types: Vec<String>,
    /// Strategies.
    pub strategies: Vec<String>,
    /// Statements and definitions with their keywords.
    pub statements: Vec<Vec<Token>>,
}

/// How many declarations of each kind a module had.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    sorts: usize,
    operators: usize,
    variables: usize,
    strategies: usize,
    statements: usize,
}

impl Counts {
    pub(super) fn of(module: &ModuleSource) -> Counts {
        Counts {
            sorts: module.sorts.len(),
            operators: module.operators.len(),
            variables: module.variables.len(),
            strategies: module.strategies.len(),
            statements: module.statements.len() + module.definitions.len(),
        }
    }
}

/// Keeps how a declaration was written that has just been read: the tokens of all of it, and what there was before.
pub(super) fn keep(module: &mut ModuleSource, before: Counts, tokens: &[Token]) {
    let after = Counts::of(module);
    let written = &mut module.written;
    if after.sorts > before.sorts {
        written.sorts.push(module.sorts[before.sorts..].iter().map(|(name, _)| *name).collect());
    }
    if let [first, ..] = &module.operators[before.operators..] {
        let names: Vec<&str> =
            module.operators[before.operators..].iter().map(|one| one.name.text()).collect();
        let domain: String = first.domain.iter().map(|&sort| format!("{} ", sort_text(sort))).collect();
        written.types.push(format!(
            "op{} {} : {domain}-> {}{} .",
            plural(names.len()),
            names.join(" "),
            sort_text(first.range),
            attributes_text(first, Constructor::InTheMiddle)
        ));
    }
    if let [(_, sort, _), ..] = &module.variables[before.variables..] {
        let names: Vec<&str> = module.variables[before.variables..].iter().map(|one| one.0.text()).collect();
        written.types.push(format!(
            "var{} {} : {} .",
            plural(names.len()),
            names.join(" "),
            sort_text(*sort)
        ));
    }
    if let [first, ..] = &module.strategies[before.strategies..] {
        let names: Vec<&str> =
            module.strategies[before.strategies..].iter().map(|one| one.name.text()).collect();
        let domain: String = first.domain.iter().map(|&sort| format!(" {}", sort_text(sort))).collect();
        let domain = if domain.is_empty() { domain } else { format!(" :{domain}") };
        written.strategies.push(format!(
            "strat{} {}{domain} @ {} .",
            plural(names.len()),
            names.join(" "),
            sort_text(first.subject)
        ));
    }
    if after.statements > before.statements {
        written.statements.push(tokens.to_vec());
    }
}

/// A sort or kind as it is written.
pub(crate) fn sort_text(sort: SortName) -> String {
    match sort {
        SortName::Sort(name) => name.text().to_owned(),
        SortName::Kind(name) => format!("[{name}]"),
    }
}

/// Where `ctor` stands among the attributes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Constructor {
    /// Before the axioms, as in flat modules.
    First,
    /// After what tells how terms are evaluated, as in written modules.
    InTheMiddle,
}

/// ` [ctor assoc]`, or nothing.
pub(crate) fn attributes_text(operator: &OperatorSource, constructor: Constructor) -> String {
    let from = &operator.attributes;
    let numbers = |list: &[u32]| {
        let shown: Vec<String> = list.iter().map(ToString::to_string).collect();
        shown.join(" ")
    };
    let mut words: Vec<String> = Vec::new();
    let flag = |words: &mut Vec<String>, is_set: bool, word: &str| {
        if is_set {
            words.push(word.to_owned());
        }
    };
    if let Some(positions) = &from.polymorphic {
        words.push(format!("poly ({})", numbers(positions)));
    }
    flag(&mut words, from.constructor && constructor == Constructor::First, "ctor");
    flag(&mut words, from.associative, "assoc");
    flag(&mut words, from.commutative, "comm");
    if let Some(identity) = &from.identity {
        let side = match (identity.left, identity.right) {
            (true, false) => "left id:",
            (false, true) => "right id:",
            _ => "id:",
        };
        let term = match constructor {
            Constructor::First => joined(&identity.tokens),
            Constructor::InTheMiddle => token_line(&identity.tokens),
        };
        words.push(format!("{side} {term}"));
    }
    flag(&mut words, from.idempotent, "idem");
    flag(&mut words, from.iterated, "iter");
    if let Some(strategy) = &from.strategy {
        words.push(format!("strat ({})", numbers(strategy)));
    }
    flag(&mut words, from.memo, "memo");
    match &from.frozen {
        Some(list) if list.is_empty() => {
            let all: Vec<u32> = (1..=operator.domain.len() as u32).collect();
            words.push(format!("frozen ({})", numbers(&all)));
        }
        Some(list) => words.push(format!("frozen ({})", numbers(list))),
        None => {}
    }
    flag(&mut words, from.configuration, "config");
    flag(&mut words, from.object, "obj");
    flag(&mut words, from.message, "msg");
    flag(&mut words, from.constructor && constructor == Constructor::InTheMiddle, "ctor");
    if let Some(precedence) = from.precedence {
        words.push(format!("prec {precedence}"));
    }
    if let Some(gather) = &from.gather {
        let letters: Vec<&str> = gather
            .iter()
            .map(|one| match one {
                Gather::Lower => "e",
                Gather::Equal => "E",
                Gather::Any => "&",
            })
            .collect();
        words.push(format!("gather ({})", letters.join(" ")));
    }
    if let Some(format) = &from.format {
        let parts: Vec<&str> = format.iter().map(|name| name.text()).collect();
        words.push(format!("format ({})", parts.join(" ")));
    }
    if let Some(metadata) = from.metadata {
        words.push(format!("metadata {metadata}"));
    }
    flag(&mut words, from.ditto, "ditto");
    if words.is_empty() { String::new() } else { format!(" [{}]", words.join(" ")) }
}

/// Tokens as Maude writes them: no blank inside brackets or before a comma.
pub(crate) fn token_line(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        let word = token.name.text();
        let closes = matches!(word, ")" | "]" | "}" | ",");
        if !text.is_empty() && !closes && !text.ends_with(['(', '[', '{']) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// The same for a term: a sort that is named behind a bracket belongs to it.
pub(crate) fn joined(tokens: &[Token]) -> String {
    token_line(tokens).replace(") .", ").")
}

/// `s` if there are several.
pub(crate) fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}
