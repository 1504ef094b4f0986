//! `match` and `xmatch`: prints the matchers of a pattern.

use super::RULER;
use super::clock::Clock;
use super::target::{compile_target, write_bindings};
use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::{Interpreter, Resumable};
use crate::machine::Machine;
use crate::machine::evaluate::Bindings;
use crate::machine::solve::{Flow, Rest};
use crate::modules::ModuleId;
use crate::parser::Nesting;
use crate::parser::grammar::Goal;
use crate::print::{condition_text, term_text};
use crate::syntax::ast::{CommandSource, Verb};
use crate::terms::signature::Shape;
use crate::terms::{TermId, Terms};
use smallvec::SmallVec;
use std::io::{self, Write};
use std::sync::Arc;

impl Interpreter {
    /// Prints the matchers after the first `printed` ones, and at most `most` of them.
    pub(super) fn matching(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        module: ModuleId,
        (printed, most): (u64, u64),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let parsed = self.parse(file, command, module, Goal::Matching, Some(Nesting::Arranged));
        let Some((sentence, shown)) = parsed else { return Ok(()) };
        let options = self.options;
        let Some(theory) = self.working.get_mut(&module) else { return Ok(()) };
        let (left, Some(subject)) = (sentence.left, sentence.right) else { return Ok(()) };
        let compiled = match compile_target(&mut theory.terms, &theory.program, left, &sentence.condition) {
            Ok(compiled) => compiled,
            Err(message) => {
                self.report(file, Severity::Error, command.place, message);
                return Ok(());
            }
        };
        let extended = command.verb == Verb::ExtensionMatch;
        let condition = if sentence.condition.is_empty() {
            String::new()
        } else {
            format!(" such that {}", condition_text(&theory.terms, &sentence.condition))
        };
        let bracket = match command.numbers.first().copied().flatten() {
            Some(n) => format!(" [{n}]"),
            None => String::new(),
        };
        if self.show_command && printed == 0 {
            writeln!(out, "{RULER}")?;
            writeln!(
                out,
                "{}{bracket} in {} : {} <=? {}{condition} .",
                if extended { "xmatch" } else { "match" },
                theory.name,
                term_text(&theory.terms, left),
                term_text(&theory.terms, shown.right.unwrap_or(subject))
            )?;
        }
        let clock = Clock::start(options);
        let program = Arc::clone(&theory.program);
        let mut machine = Machine::new(&mut theory.terms, &program, Some(&self.meta), options.limits);
        // Only the sort of the subject is needed, but memberships may decide it.
        let most = printed.saturating_add(most);
        let mut found: Vec<(Vec<TermId>, Rest)> = Vec::new();
        let mut bindings = SmallVec::from_elem(crate::terms::arena::NO_TERM, compiled.slots.len());
        let mut receive = |machine: &mut Machine<'_>, bindings: &Bindings, rest: &Rest| {
            let entry = (bindings.to_vec(), rest.clone());
            if !found.contains(&entry) {
                found.push(entry);
            }
            if found.len() as u64 >= most || machine.stop.is_some() { Flow::Enough } else { Flow::More }
        };
        if extended {
            machine.match_with_extension(
                &compiled.pattern,
                subject,
                &mut bindings,
                &mut |machine, bindings, rest| {
                    machine.satisfy(&compiled.condition, bindings, rest, &mut |m, b, r| receive(m, b, r))
                },
            );
        } else {
            machine.match_all(&compiled.pattern, subject, &mut bindings, &mut |machine, bindings, rest| {
                machine.satisfy(&compiled.condition, bindings, rest, &mut |m, b, r| receive(m, b, r))
            });
        }
        let stop = machine.stop.take();
        if options.timing && printed == 0 {
            writeln!(out, "Decision time: {}", clock.times())?;
        }
        if let Some(stop) = stop {
            self.report_stop(file, command, &stop);
            return Ok(());
        }
        if found.is_empty() {
            return writeln!(out, "No match.");
        }
        let terms = &mut theory.terms;
        let flat = matches!(
            terms.signature.get(terms.symbol(subject)).shape,
            Shape::Associative | Shape::AssociativeCommutative | Shape::Iterated
        );
        if found.len() as u64 == most {
            let (file, command) = (Arc::clone(file), command.clone());
            self.resumable = Some(Resumable::Matching { file, command, module, printed: most });
        }
        for (index, (bindings, rest)) in found.iter().enumerate().skip(printed as usize) {
            writeln!(out, "\nMatcher {}", index + 1)?;
            if extended && flat {
                if rest.before.is_empty() && rest.after.is_empty() {
                    writeln!(out, "Matched portion = (whole)")?;
                } else {
                    let portion = matched_portion(terms, subject, rest);
                    writeln!(out, "Matched portion = {}", term_text(terms, portion))?;
                }
            }
            write_bindings(out, terms, &compiled.slots[..compiled.shown], bindings)?;
        }
        Ok(())
    }
}

fn matched_portion(terms: &mut Terms, subject: TermId, rest: &Rest) -> TermId {
    let symbol = terms.symbol(subject);
    let all: Vec<TermId> = terms.arguments(subject).to_vec();
    if terms.signature.get(symbol).shape == Shape::Iterated {
        let outer = rest.before.first().map(|&outer| terms.iterations(outer)).unwrap_or_default();
        let count = terms.iterations(subject) - outer;
        return terms.make_iterated(symbol, all[0], &count);
    }
    let mut portion: Vec<TermId>;
    if terms.signature.get(symbol).shape == Shape::Associative {
        portion = all[rest.before.len()..all.len() - rest.after.len()].to_vec();
    } else {
        portion = all;
        for element in &rest.after {
            if let Some(index) = portion.iter().position(|other| other == element) {
                portion.remove(index);
            }
        }
    }
    if portion.len() == 1 { portion[0] } else { terms.make(symbol, &portion) }
}
