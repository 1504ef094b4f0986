//! `set` and `show`: options, and what is known of the last search.

use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::Interpreter;
use crate::names::Name;
use crate::print::{statement_text, term_text};
use crate::syntax::ast::{CommandSource, StatementKind};
use std::io::{self, Write};
use std::sync::Arc;

impl Interpreter {
    pub(super) fn set(&mut self, file: &Arc<SourceFile>, command: &CommandSource) {
        let words: Vec<&str> = command.tokens.iter().map(|token| token.name.text()).collect();
        match words.as_slice() {
            ["show", "timing", state] => self.options.timing = *state == "on",
            ["show", "command", state] => self.show_command = *state == "on",
            ["show", "stats", state] => self.show_stats = *state == "on",
            ["include" | "protect" | "extend", module, state] => {
                let name = Name::new(module);
                self.database.includes.retain(|&other| other != name);
                if *state == "on" {
                    self.database.includes.push(name);
                }
            }
            ["oo", "include", module, state] => {
                let name = Name::new(module);
                self.database.object_includes.retain(|&other| other != name);
                if *state == "on" {
                    self.database.object_includes.push(name);
                }
            }
            ["print", "mixfix", state] => self.printing.mixfix = *state == "on",
            ["print", "number", state] => self.printing.numbers = *state == "on",
            ["print", "rat" | "rational", state] => self.printing.rationals = *state == "on",
            ["print", "with", "parentheses" | "parens", state] => {
                self.printing.parentheses = *state == "on";
            }
            ["print", "attribute", state] => self.traced.attributes = *state == "on",
            ["print", "attribute", "newline", state] => self.traced.attribute_lines = *state == "on",
            ["print", "conceal", state] => self.printing.conceals = *state == "on",
            ["print", option @ .., state] if changes_printing(option, state) => {
                let message = format!("set print {} {state} has no effect here", option.join(" "));
                self.report(file, Severity::Warning, command.place, message);
            }
            ["trace", option @ .., state] if self.set_trace(option, *state == "on") => {}
            ["trace", option @ .., "on"] => {
                let message = format!("set trace {} on", option.join(" "));
                self.report(file, Severity::Unsupported, command.place, message);
            }
            ["clear", "rules", "off"]
            | ["show", "breakdown", "on"]
            | ["break", .., "on"]
            | ["profile", "on"] => {
                let message = format!("set {}", words.join(" "));
                self.report(file, Severity::Unsupported, command.place, message);
            }
            ["print" | "trace" | "show" | "break" | "profile" | "clear" | "verbose", ..] => {}
            _ => {
                let message = format!("unknown option: set {}", words.join(" "));
                self.report(file, Severity::Warning, command.place, message);
            }
        }
    }

    /// `set trace …`; whether there is such an option.
    fn set_trace(&mut self, option: &[&str], on: bool) -> bool {
        let traced = &mut self.traced;
        let set = match option {
            [] => &mut traced.on,
            ["condition" | "conditions"] => &mut traced.conditions,
            ["substitution" | "substitutions"] => &mut traced.substitutions,
            ["body"] => &mut traced.bodies,
            ["rewrite" | "rewrites"] => &mut traced.rewrites,
            ["mb" | "mbs"] => &mut traced.memberships,
            ["eq" | "eqs"] => &mut traced.equations,
            ["rl" | "rls"] => &mut traced.rules,
            ["builtin"] => &mut traced.built_in,
            ["select"] => &mut traced.select,
            _ => return false,
        };
        *set = on;
        true
    }

    /// `trace select`, `trace deselect`, `trace exclude` and `trace include`.
    pub(super) fn trace(&mut self, file: &Arc<SourceFile>, command: &CommandSource) {
        let names = command.tokens.iter().skip(1).map(|token| token.name);
        let (list, add) = match command.tokens.first().map(|token| token.name.text()) {
            Some("select") => (&mut self.traced.selected, true),
            Some("deselect") => (&mut self.traced.selected, false),
            Some("exclude") => (&mut self.traced.excluded, true),
            Some("include") => (&mut self.traced.excluded, false),
            _ => {
                let message = "expected select, deselect, exclude or include after trace".to_owned();
                self.report(file, Severity::Error, command.place, message);
                return;
            }
        };
        let names: Vec<Name> = names.collect();
        list.retain(|name| !names.contains(name));
        if add {
            list.extend(names);
        }
    }

    /// `print conceal` and `print reveal`.
    pub(super) fn print(&mut self, file: &Arc<SourceFile>, command: &CommandSource) {
        let names = command.tokens.iter().skip(1).map(|token| token.name);
        match command.tokens.first().map(|token| token.name.text()) {
            Some("conceal") => self.printing.concealed.extend(names),
            Some("reveal") => {
                let names: Vec<Name> = names.collect();
                self.printing.concealed.retain(|name| !names.contains(name));
            }
            _ => {
                let message = "expected conceal or reveal after print".to_owned();
                self.report(file, Severity::Error, command.place, message);
            }
        }
    }

    pub(super) fn show(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let words: Vec<&str> = command.tokens.iter().map(|token| token.name.text()).collect();
        match words.as_slice() {
            ["path", number] => self.show_path(file, command, number, false, out),
            // A word that means nothing here is passed over.
            ["path", "states" | "state", number] => self.show_path(file, command, number, false, out),
            ["path", "labels" | "label", number] => self.show_path(file, command, number, true, out),
            ["search", "graph"] => self.show_graph(file, command, out),
            [
                part @ ("module" | "mod" | "desugared" | "all" | "sorts" | "kinds" | "components" | "summary"
                | "ops" | "vars" | "eqs" | "mbs" | "rls" | "strats" | "sds"),
                ..,
            ] => self.describe(file, command, part, out),
            ["modules"] => self.show_modules(out),
            ["views"] => self.show_views(out),
            ["view", _, ..] => self.show_view(file, command, out),
            ["profile" | "processed", ..] => {
                let message = format!("the command show {}", words[0]);
                self.report(file, Severity::Unsupported, command.place, message);
                Ok(())
            }
            _ => {
                let message = format!("unknown command: show {}", words.join(" "));
                self.report(file, Severity::Error, command.place, message);
                Ok(())
            }
        }
    }

    fn show_path(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        number: &str,
        labels: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(last) = &self.last_search else {
            self.report(file, Severity::Error, command.place, "no state graph".to_owned());
            return Ok(());
        };
        let state = number.parse::<u32>().ok().filter(|&state| (state as usize) < last.search.states.len());
        let Some(state) = state else {
            self.report(file, Severity::Error, command.place, "bad state number".to_owned());
            return Ok(());
        };
        let Some(theory) = self.working.get(&last.module) else { return Ok(()) };
        let terms = &theory.terms;
        for &at in &last.search.path(state) {
            let kept = &last.search.states[at as usize];
            if let Some((_, rule)) = kept.parent {
                if labels {
                    let label = theory.program.rules[rule as usize].label;
                    writeln!(out, "{}", label.map_or("(unlabeled rule)", Name::text))?;
                } else {
                    writeln!(out, "===[ {} ]===>", rule_text(theory, rule))?;
                }
            }
            if !labels {
                let sort = terms.signature.sorts.name(terms.sort(kept.term));
                writeln!(out, "state {at}, {sort}: {}", term_text(terms, kept.term))?;
            }
        }
        Ok(())
    }

    fn show_graph(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(last) = &self.last_search else {
            self.report(file, Severity::Error, command.place, "no state graph".to_owned());
            return Ok(());
        };
        let Some(theory) = self.working.get(&last.module) else { return Ok(()) };
        let terms = &theory.terms;
        for (index, state) in last.search.states.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            let sort = terms.signature.sorts.name(terms.sort(state.term));
            writeln!(out, "state {index}, {sort}: {}", term_text(terms, state.term))?;
            for (arc, (to, rules)) in last.search.arcs(index as u32).into_iter().enumerate() {
                let rules: Vec<String> =
                    rules.iter().map(|&rule| format!("({})", rule_text(theory, rule))).collect();
                writeln!(out, "arc {arc} ===> state {to} {}", rules.join(" "))?;
            }
        }
        Ok(())
    }
}

/// Whether an option of `set print` would make Maude print terms in another way than we do.
fn changes_printing(option: &[&str], state: &str) -> bool {
    match option {
        ["flat"] => state == "off",
        ["with", "aliases"] | ["const", ..] => state == "on",
        _ => false,
    }
}

fn rule_text(theory: &crate::modules::Theory, rule: u32) -> String {
    let source = theory
        .statements
        .iter()
        .filter(|statement| statement.kind == StatementKind::Rule && !statement.nonexecutable)
        .nth(rule as usize);
    source.map_or(String::new(), |statement| statement_text(&theory.terms, statement))
}
