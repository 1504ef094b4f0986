//! What a trace looks like, and what of it is asked for.

use super::Machine;
use crate::machine::compile::{PrintItem, Statement, StatementTerms};
use crate::machine::evaluate::Bindings;
use crate::names::Name;
use crate::parser::Fragment;
use crate::print::{condition_text, statement_text, term_text};
use crate::syntax::ast::StatementKind;
use crate::terms::arena::NO_TERM;
use crate::terms::{SortId, SymbolId, TermId};
use rustc_hash::FxHashSet;
use std::fmt::Write;

/// What `set trace` and `set print attribute` have asked for.
#[derive(Clone, Debug)]
pub(crate) struct Traced {
    /// Whether there is a trace at all.
    pub on: bool,
    /// Inside conditions, too.
    pub conditions: bool,
    /// Values of variables.
    pub substitutions: bool,
    /// Statements as they are written, not only their labels.
    pub bodies: bool,
    /// What is rewritten, and to what.
    pub rewrites: bool,
    /// Memberships, equations, rules.
    pub memberships: bool,
    /// See above.
    pub equations: bool,
    /// See above.
    pub rules: bool,
    /// What is built in.
    pub built_in: bool,
    /// Only statements of these labels and of operators of these names, if `select` is on.
    pub select: bool,
    /// See above.
    pub selected: Vec<Name>,
    /// No statements of terms in these modules.
    pub excluded: Vec<Name>,
    /// Whether `print` of statements prints, and a line each.
    pub attributes: bool,
    /// See above.
    pub attribute_lines: bool,
}

impl Default for Traced {
    fn default() -> Traced {
        Traced {
            on: false,
            conditions: true,
            substitutions: true,
            bodies: true,
            rewrites: true,
            memberships: true,
            equations: true,
            rules: true,
            built_in: true,
            select: false,
            selected: Vec::new(),
            excluded: Vec::new(),
            attributes: false,
            attribute_lines: true,
        }
    }
}

/// A machine's watcher: what it is to tell, and what it has told.
pub(crate) struct Watch<'p> {
    pub statements: &'p [StatementTerms],
    pub traced: &'p Traced,
    /// The trace so far.
    pub text: String,
    /// Terms that are known to be normal.
    pub settled: FxHashSet<TermId>,
    pub depth: usize,
    pub trials: u32,
    /// How many conditions are being looked at, one for the other.
    pub conditions: u32,
}

impl<'p> Watch<'p> {
    /// A watcher, if one is asked for in this module.
    pub fn new(traced: &'p Traced, statements: &'p [StatementTerms], module: Name) -> Option<Box<Watch<'p>>> {
        let traces = traced.on && !traced.excluded.contains(&module);
        (traces || traced.attributes).then(|| {
            Box::new(Watch {
                statements,
                traced,
                text: String::new(),
                settled: FxHashSet::default(),
                depth: 0,
                trials: 0,
                conditions: 0,
            })
        })
    }

    /// Whether anything is told of where the machine is.
    fn tells(&self) -> bool {
        self.traced.on && (self.conditions == 0 || self.traced.conditions)
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn heading(&mut self, text: &str) {
        let _ = writeln!(self.text, "*********** {text}");
    }
}

impl<'p> Machine<'p> {
    /// Whether a statement is told of.
    pub(super) fn is_traced(&self, source: &StatementTerms) -> bool {
        let Some(watch) = self.watch.as_ref().filter(|watch| watch.tells()) else { return false };
        let traced = watch.traced;
        let kind = match source.kind {
            StatementKind::Equation => traced.equations,
            StatementKind::Rule => traced.rules,
            StatementKind::Membership => traced.memberships,
        };
        kind && (!traced.select
            || source.label.is_some_and(|label| traced.selected.contains(&label))
            || self.is_selected(self.terms.symbol(source.left)))
    }

    fn is_selected(&self, symbol: SymbolId) -> bool {
        let name = self.terms.signature.get(symbol).name;
        self.watch.as_ref().is_some_and(|watch| watch.traced.selected.contains(&name))
    }

    pub(super) fn tell_built_in(&mut self, symbol: SymbolId, before: TermId, after: TermId) {
        let Some(watch) = self.watch.as_deref().filter(|watch| watch.tells()) else { return };
        let traced = watch.traced;
        if !traced.equations || !traced.built_in || (traced.select && !self.is_selected(symbol)) {
            return;
        }
        let name = self.terms.signature.get(symbol).name;
        let (before, after) = (term_text(self.terms, before), term_text(self.terms, after));
        let Some(watch) = &mut self.watch else { return };
        if traced.bodies {
            watch.heading("equation");
        }
        let _ = writeln!(watch.text, "(built-in equation for symbol {name})");
        if traced.rewrites {
            let _ = writeln!(watch.text, "{before}\n--->\n{after}");
        }
    }

    pub(super) fn tell_rewrite(
        &mut self,
        source: &StatementTerms,
        statement: &Statement,
        bindings: &Bindings,
        before: TermId,
        after: TermId,
    ) {
        let what = if source.kind == StatementKind::Rule { "rule" } else { "equation" };
        if self.is_traced(source) {
            self.tell_statement(what, source, statement, bindings);
            let (before, after) = (term_text(self.terms, before), term_text(self.terms, after));
            let Some(watch) = &mut self.watch else { return };
            if watch.traced.rewrites {
                let _ = writeln!(watch.text, "{before}\n--->\n{after}");
            }
        }
        self.print_attribute(source, statement, bindings);
    }

    fn tell_statement(
        &mut self,
        what: &str,
        source: &StatementTerms,
        statement: &Statement,
        bindings: &Bindings,
    ) {
        let body = statement_text(self.terms, source);
        let values = self.substitution_text(statement, bindings);
        let Some(watch) = &mut self.watch else { return };
        if watch.traced.bodies {
            watch.heading(what);
            watch.line(&body);
            if watch.traced.substitutions {
                watch.text.push_str(&values);
            }
        } else {
            let label = source.label.map_or_else(|| format!("(unlabeled {what})"), |label| label.to_string());
            watch.line(&label);
        }
    }

    pub(super) fn tell_membership(
        &mut self,
        statement: &Statement,
        bindings: &Bindings,
        term: TermId,
        (from, to): (SortId, SortId),
    ) {
        let source = self.source_of(statement);
        if self.is_traced(source) {
            self.tell_statement("membership axiom", source, statement, bindings);
            let sorts = &self.terms.signature.sorts;
            let change =
                format!("{}: {} becomes {}", sorts.name(from), term_text(self.terms, term), sorts.name(to));
            let Some(watch) = &mut self.watch else { return };
            if watch.traced.rewrites {
                watch.line(&change);
            }
        }
        self.print_attribute(source, statement, bindings);
    }

    fn print_attribute(&mut self, source: &StatementTerms, statement: &Statement, bindings: &Bindings) {
        let Some(watch) = &self.watch else { return };
        if !watch.traced.attributes || source.print.is_empty() {
            return;
        }
        let mut text = String::new();
        for item in &source.print {
            match *item {
                PrintItem::Text(quoted) => text.push_str(&unquoted(quoted.text())),
                PrintItem::Variable(variable) => {
                    let slot = statement.variables.iter().position(|&known| known == variable);
                    if let Some(&value) = slot.and_then(|slot| bindings.get(slot)).filter(|&&v| v != NO_TERM)
                    {
                        text.push_str(&term_text(self.terms, value));
                    }
                }
            }
        }
        let Some(watch) = &mut self.watch else { return };
        watch.text.push_str(&text);
        if watch.traced.attribute_lines {
            watch.text.push('\n');
        }
    }

    fn substitution_text(&self, statement: &Statement, bindings: &Bindings) -> String {
        let mut text = String::new();
        for (&variable, &value) in statement.variables.iter().zip(bindings) {
            let value = if value == NO_TERM { "(unbound)".to_owned() } else { term_text(self.terms, value) };
            let _ = writeln!(text, "{} --> {value}", term_text(self.terms, variable));
        }
        if text.is_empty() { "empty substitution\n".to_owned() } else { text }
    }

    /// A condition is tried: its number, if that is told of.
    pub(super) fn tell_trial(&mut self, statement: &Statement, bindings: &Bindings) -> Option<u32> {
        let source = self.source_of(statement);
        if !self.is_traced(source) {
            return None;
        }
        let body = statement_text(self.terms, source);
        let values = self.substitution_text(statement, bindings);
        let watch = self.watch.as_mut()?;
        watch.trials += 1;
        let number = watch.trials;
        watch.heading(&format!("trial #{number}"));
        watch.line(&body);
        if watch.traced.substitutions {
            watch.text.push_str(&values);
        }
        Some(number)
    }

    pub(super) fn tell_verdict(&mut self, trial: Option<u32>, holds: bool) {
        if let (Some(number), Some(watch)) = (trial, &mut self.watch) {
            watch.heading(&format!("{} #{number}", if holds { "success" } else { "failure" }));
        }
    }

    /// A part of a condition is looked at.
    pub(super) fn tell_fragment(&mut self, trial: Option<u32>, what: &str, fragment: &Fragment) {
        if trial.is_none() {
            return;
        }
        let text = condition_text(self.terms, std::slice::from_ref(fragment));
        if let Some(watch) = &mut self.watch {
            watch.heading(&format!("{what} condition fragment"));
            watch.line(&text);
        }
    }

    pub(super) fn tell_solution(
        &mut self,
        trial: Option<u32>,
        fragment: &Fragment,
        statement: &Statement,
        bindings: &Bindings,
    ) {
        self.tell_fragment(trial, "success for", fragment);
        let values = self.substitution_text(statement, bindings);
        if let (Some(_), Some(watch)) = (trial, &mut self.watch)
            && watch.traced.substitutions
        {
            watch.text.push_str(&values);
        }
    }
}

/// The text of a string between quotes.
fn unquoted(quoted: &str) -> String {
    let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    inner.and_then(crate::parser::leaves::unescape).unwrap_or_default()
}
