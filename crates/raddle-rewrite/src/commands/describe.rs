//! `show module` and its parts: what a module declares, one declaration a line, as Maude's `show desugared` writes it.

use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::Interpreter;
use crate::modules::ModuleId;
use crate::names::Name;
use crate::print::statement_text;
use crate::strategies::write::definition_text;
use crate::syntax::ast::{
    CommandSource, Gather, ImportMode, ModuleKind, OperatorSource, SortName, StatementKind,
};
use crate::syntax::lexer::Token;
use std::io::{self, Write};
use std::sync::Arc;

impl Interpreter {
    /// `show PART [MODULE]`; a module that is named becomes the current one.
    pub(super) fn describe(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        part: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let named: String = command.tokens[1..].iter().map(|token| token.name.text()).collect();
        if !named.is_empty() {
            match self.database.fetch(Name::new(&named)) {
                Some(id) => self.current = Some(id),
                None => {
                    self.report(file, Severity::Error, command.place, format!("no module {named}"));
                    return Ok(());
                }
            }
        }
        let Some(id) = self.current() else {
            self.report(file, Severity::Error, command.place, "there is no module".to_owned());
            return Ok(());
        };
        match part {
            "sorts" => self.write_sorts(id, out),
            "vars" => self.write_variables(id, "", out),
            "ops" => self.write_all_operators(id, "", out),
            "all" => self.write_all(id, out),
            "kinds" | "components" => self.write_kinds(id, out),
            "summary" => self.write_summary(id, out),
            "eqs" => self.write_statements(id, StatementKind::Equation, true, "", out),
            "mbs" => self.write_statements(id, StatementKind::Membership, true, "", out),
            "rls" => self.write_statements(id, StatementKind::Rule, true, "", out),
            "strats" => self.write_strategies(id, true, "", out),
            "sds" => self.write_definitions(id, true, "", out),
            _ => self.write_module(id, out),
        }
    }

    fn write_module(&self, id: ModuleId, out: &mut dyn Write) -> io::Result<()> {
        let module = self.database.module(id);
        let keyword = keyword(module.kind);
        let parameters: Vec<String> = module
            .parameters
            .iter()
            .map(|(name, theory)| format!("{name} :: {}", self.database.module(*theory).name))
            .collect();
        let parameters =
            if parameters.is_empty() { String::new() } else { format!("{{{}}}", parameters.join(", ")) };
        writeln!(out, "{keyword} {}{parameters} is", module.name)?;
        for (&import, mode) in module.imports.iter().zip(&module.import_modes) {
            let imported = self.database.module(import);
            let automatic = module.header.as_ref().is_some_and(|header| header.is_automatic(imported.name));
            if imported.parameter_copy.is_some() || automatic {
                continue;
            }
            let mode = match mode {
                ImportMode::Protecting => "protecting",
                ImportMode::Extending => "extending",
                ImportMode::Including => "including",
                ImportMode::GeneratedBy => "generated-by",
            };
            writeln!(out, "  {mode} {} .", self.database.module(import).name)?;
        }
        match module.sorts.as_slice() {
            [] => {}
            [one] => writeln!(out, "  sort {one} .")?,
            many => {
                let names: Vec<&str> = many.iter().map(|name| name.text()).collect();
                writeln!(out, "  sorts {} .", names.join(" "))?;
            }
        }
        for (low, high) in &module.subsorts {
            writeln!(out, "  subsort {low} < {high} .")?;
        }
        self.write_operators(id, "  ", out)?;
        self.write_variables(id, "  ", out)?;
        for kind in [StatementKind::Membership, StatementKind::Equation, StatementKind::Rule] {
            self.write_statements(id, kind, false, "  ", out)?;
        }
        self.write_strategies(id, false, "  ", out)?;
        self.write_definitions(id, false, "  ", out)?;
        // `endfm`, `endm`, `endom`; `endfth`, `endth`, `endoth`.
        writeln!(out, "end{}", keyword.replace("mod", "m"))
    }

    pub(super) fn write_variables(&self, id: ModuleId, indent: &str, out: &mut dyn Write) -> io::Result<()> {
        for (name, sort, _) in &self.database.module(id).variables {
            writeln!(out, "{indent}var {name} : {} .", sort_text(*sort))?;
        }
        Ok(())
    }

    fn write_operators(&self, id: ModuleId, indent: &str, out: &mut dyn Write) -> io::Result<()> {
        for operator in &self.database.module(id).operators {
            let mut domain: Vec<String> = operator.domain.iter().map(|&sort| sort_text(sort)).collect();
            domain.push("->".to_owned());
            writeln!(
                out,
                "{indent}op {} : {} {}{} .",
                operator.name,
                domain.join(" "),
                sort_text(operator.range),
                attributes_text(operator)
            )?;
        }
        Ok(())
    }

    /// A module's statements of a kind, its own first; with `imported`, those of its imports after them.
    fn write_statements(
        &self,
        id: ModuleId,
        kind: StatementKind,
        imported: bool,
        indent: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let theory = self.database.flat(id);
        let (others, own) = theory.statements.split_at(theory.own_start);
        let others = if imported { others } else { &[] };
        for statement in own.iter().chain(others).filter(|statement| statement.kind == kind) {
            writeln!(out, "{indent}{}", statement_text(&theory.terms, statement))?;
        }
        Ok(())
    }
}

impl Interpreter {
    /// The strategies of a module, with imported ones if asked for.
    pub(super) fn write_strategies(
        &self,
        id: ModuleId,
        imported: bool,
        indent: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let own = &self.database.module(id).strategies;
        let all = self.database.flat(id).strategies.iter();
        for strategy in all.filter(|strategy| imported || own.contains(strategy)) {
            let domain: Vec<String> = strategy.domain.iter().map(|&sort| sort_text(sort)).collect();
            let domain = if domain.is_empty() { String::new() } else { format!(" : {}", domain.join(" ")) };
            writeln!(out, "{indent}strat {}{domain} @ {} .", strategy.name, sort_text(strategy.subject))?;
        }
        Ok(())
    }

    /// Their definitions.
    pub(super) fn write_definitions(
        &self,
        id: ModuleId,
        imported: bool,
        indent: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let flat = self.database.flat(id);
        let (others, own) = flat.definitions.split_at(flat.own_definitions);
        let others = if imported { others } else { &[] };
        for definition in own.iter().chain(others) {
            writeln!(out, "{indent}{}", definition_text(&flat.terms, definition))?;
        }
        Ok(())
    }
}

/// The word that opens a module of a kind.
pub(super) fn keyword(kind: ModuleKind) -> &'static str {
    match kind {
        ModuleKind::Functional => "fmod",
        ModuleKind::System => "mod",
        ModuleKind::ObjectOriented => "omod",
        ModuleKind::FunctionalTheory => "fth",
        ModuleKind::SystemTheory => "th",
        ModuleKind::ObjectOrientedTheory => "oth",
        ModuleKind::Strategy => "smod",
        ModuleKind::StrategyTheory => "sth",
    }
}

/// A sort or kind as it is written.
pub(super) fn sort_text(sort: SortName) -> String {
    match sort {
        SortName::Sort(name) => name.text().to_owned(),
        SortName::Kind(name) => format!("[{name}]"),
    }
}

/// ` [ctor assoc]`, or nothing.
pub(super) fn attributes_text(operator: &OperatorSource) -> String {
    let from = &operator.attributes;
    let numbers = |list: &[u32]| {
        let shown: Vec<String> = list.iter().map(ToString::to_string).collect();
        shown.join(" ")
    };
    let mut words: Vec<String> = Vec::new();
    for (is_set, word) in [
        (from.constructor, "ctor"),
        (from.associative, "assoc"),
        (from.commutative, "comm"),
        (from.idempotent, "idem"),
        (from.iterated, "iter"),
        (from.ditto, "ditto"),
    ] {
        if is_set {
            words.push(word.to_owned());
        }
    }
    if let Some(identity) = &from.identity {
        let side = match (identity.left, identity.right) {
            (true, false) => "left id:",
            (false, true) => "right id:",
            _ => "id:",
        };
        words.push(format!("{side} {}", joined(&identity.tokens)));
    }
    if let Some(positions) = &from.polymorphic {
        words.push(format!("poly ({})", numbers(positions)));
    }
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
    if let Some(strategy) = &from.strategy {
        words.push(format!("strat ({})", numbers(strategy)));
    }
    if from.memo {
        words.push("memo".to_owned());
    }
    match &from.frozen {
        Some(list) if list.is_empty() => words.push("frozen".to_owned()),
        Some(list) => words.push(format!("frozen ({})", numbers(list))),
        None => {}
    }
    for (is_set, word) in [(from.configuration, "config"), (from.object, "object"), (from.message, "msg")] {
        if is_set {
            words.push(word.to_owned());
        }
    }
    if words.is_empty() { String::new() } else { format!(" [{}]", words.join(" ")) }
}

/// Tokens as Maude writes them: no blank inside brackets or before a comma.
pub(super) fn joined(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        let word = token.name.text();
        let closes = matches!(word, ")" | "]" | "}" | ",") || (word.starts_with('.') && text.ends_with(')'));
        if !text.is_empty() && !closes && !text.ends_with(['(', '[', '{']) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}
