//! `show modules`, `show views` and `show view`: what there is in the database.

use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::Interpreter;
use crate::modules::expressions::expression_text;
use crate::names::Name;
use crate::prelude;
use crate::syntax::ast::{CommandSource, Mapping};
use crate::syntax::written::{joined, plural, sort_text};
use std::io::{self, Write};
use std::sync::Arc;

impl Interpreter {
    /// The prelude's modules, the user's, and those that expressions have made.
    pub(super) fn show_modules(&self, out: &mut dyn Write) -> io::Result<()> {
        for (word, name) in prelude::modules() {
            writeln!(out, "{word} {name}")?;
        }
        for written in [true, false] {
            for id in self.database.all() {
                let module = self.database.module(id);
                let is_current = self.database.find(module.name) == Some(id);
                if is_current && !module.in_prelude && module.header.is_some() == written {
                    writeln!(out, "{} {}", module.kind.keyword(), module.name)?;
                }
            }
        }
        Ok(())
    }

    pub(super) fn show_views(&self, out: &mut dyn Write) -> io::Result<()> {
        for name in prelude::views() {
            writeln!(out, "view {name}")?;
        }
        let mut own: Vec<Name> = self.database.user_views().collect();
        own.sort_by_key(|name| name.text());
        for name in own {
            writeln!(out, "view {name}")?;
        }
        Ok(())
    }

    pub(super) fn show_view(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let name: String = command.tokens[1..].iter().map(|token| token.name.text()).collect();
        let Some(view) = self.database.fetch_view(Name::new(&name)) else {
            self.report(file, Severity::Error, command.place, format!("no view {name}"));
            return Ok(());
        };
        let source = &view.source;
        let parameters: Vec<String> = source
            .parameters
            .iter()
            .map(|(name, theory)| format!("{name} :: {}", expression_text(theory)))
            .collect();
        let parameters =
            if parameters.is_empty() { String::new() } else { format!("{{{}}}", parameters.join(", ")) };
        let (from, to) = (expression_text(&source.from), expression_text(&source.to));
        writeln!(out, "view {}{parameters} from {from} to {to} is", source.name)?;
        let is_term = |mapping: &&Mapping| matches!(mapping, Mapping::Term { .. });
        for mapping in source.mappings.iter().filter(|mapping| !is_term(mapping)) {
            writeln!(out, "  {} .", mapping_text(mapping))?;
        }
        for group in source.variables.chunk_by(|one, next| one.2 == next.2) {
            let names: Vec<&str> = group.iter().map(|(name, ..)| name.text()).collect();
            let sort = sort_text(group[0].1);
            writeln!(out, "  var{} {} : {sort} .", plural(names.len()), names.join(" "))?;
        }
        for mapping in source.mappings.iter().filter(is_term) {
            writeln!(out, "  {} .", mapping_text(mapping))?;
        }
        writeln!(out, "endv")
    }
}

fn mapping_text(mapping: &Mapping) -> String {
    match mapping {
        Mapping::Sort(from, to) => format!("sort {} to {}", sort_text(*from), sort_text(*to)),
        Mapping::Label(from, to) => format!("label {from} to {to}"),
        Mapping::Strategy(from, to) => format!("strat {from} to {to}"),
        Mapping::Term { from, to, .. } => format!("op {} to term {}", joined(from), joined(to)),
        Mapping::Operator { from, arity, to, .. } => {
            let arity = arity.as_ref().map_or(String::new(), |(domain, range)| {
                let domain: String = domain.iter().map(|&sort| format!("{} ", sort_text(sort))).collect();
                format!(" : {domain}-> {}", sort_text(*range))
            });
            format!("op {from}{arity} to {to}")
        }
    }
}
