//! `show module` and its parts: what a module declares itself, one declaration a line.

use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::Interpreter;
use crate::modules::ModuleId;
use crate::modules::expressions::written_expression;
use crate::names::Name;
use crate::print::statement_text;
use crate::strategies::write::definition_text;
use crate::syntax::ast::{CommandSource, ImportMode, StatementKind};
use crate::syntax::written::{WrittenModule, sort_text, token_line};
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
            "eqs" => self.write_statements(id, StatementKind::Equation, out),
            "mbs" => self.write_statements(id, StatementKind::Membership, out),
            "rls" => self.write_statements(id, StatementKind::Rule, out),
            "strats" => self.write_strategies(id, out),
            "sds" => self.write_definitions(id, out),
            _ => self.write_module(id, out),
        }
    }

    fn write_module(&self, id: ModuleId, out: &mut dyn Write) -> io::Result<()> {
        let module = self.database.module(id);
        let keyword = module.kind.keyword();
        let parameters: Vec<String> = module
            .parameters
            .iter()
            .map(|(name, theory)| format!("{name} :: {}", self.database.module(*theory).name))
            .collect();
        let parameters =
            if parameters.is_empty() { String::new() } else { format!("{{{}}}", parameters.join(", ")) };
        writeln!(out, "{keyword} {}{parameters} is", module.name)?;
        if let Some(header) = &module.header {
            for (mode, expression, _) in header.imports() {
                let mode = match mode {
                    ImportMode::Protecting => "protecting",
                    ImportMode::Extending => "extending",
                    ImportMode::Including => "including",
                    ImportMode::GeneratedBy => "generated-by",
                };
                writeln!(out, "  {mode} {} .", written_expression(expression))?;
            }
            write_declarations(&header.written, out)?;
        }
        // `endfm`, `endm`, `endom`; `endfth`, `endth`, `endoth`.
        writeln!(out, "end{}", keyword.replace("mod", "m"))
    }

    pub(super) fn write_variables(&self, id: ModuleId, indent: &str, out: &mut dyn Write) -> io::Result<()> {
        for (name, sort, _) in &self.database.module(id).variables {
            writeln!(out, "{indent}var {name} : {} .", sort_text(*sort))?;
        }
        Ok(())
    }

    /// A module's statements of a kind, its own first.
    fn write_statements(&self, id: ModuleId, kind: StatementKind, out: &mut dyn Write) -> io::Result<()> {
        let theory = self.database.flat(id);
        let (others, own) = theory.statements.split_at(theory.own_start);
        for statement in own.iter().chain(others).filter(|statement| statement.kind == kind) {
            writeln!(out, "{}", statement_text(&theory.terms, statement))?;
        }
        Ok(())
    }
}

impl Interpreter {
    /// The strategies of a module and of its imports.
    fn write_strategies(&self, id: ModuleId, out: &mut dyn Write) -> io::Result<()> {
        for strategy in &self.database.flat(id).strategies {
            let domain: Vec<String> = strategy.domain.iter().map(|&sort| sort_text(sort)).collect();
            let domain = if domain.is_empty() { String::new() } else { format!(" : {}", domain.join(" ")) };
            writeln!(out, "strat {}{domain} @ {} .", strategy.name, sort_text(strategy.subject))?;
        }
        Ok(())
    }

    /// Their definitions.
    fn write_definitions(&self, id: ModuleId, out: &mut dyn Write) -> io::Result<()> {
        let flat = self.database.flat(id);
        let (others, own) = flat.definitions.split_at(flat.own_definitions);
        for definition in own.iter().chain(others) {
            writeln!(out, "{}", definition_text(&flat.terms, definition))?;
        }
        Ok(())
    }
}

/// The declarations of a module as they were written.
fn write_declarations(written: &WrittenModule, out: &mut dyn Write) -> io::Result<()> {
    let listed = |names: &[Name]| names.iter().map(|name| name.text()).collect::<Vec<_>>().join(" ");
    for sorts in &written.sorts {
        writeln!(out, "  sorts {} .", listed(sorts))?;
    }
    for chain in &written.subsorts {
        let groups: Vec<String> = chain.iter().map(|group| listed(group)).collect();
        writeln!(out, "  subsorts {} .", groups.join(" < "))?;
    }
    for line in written.types.iter().chain(&written.strategies) {
        writeln!(out, "  {line}")?;
    }
    for tokens in &written.statements {
        writeln!(out, "  {} .", token_line(tokens))?;
    }
    Ok(())
}
