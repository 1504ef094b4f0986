//! `search`: prints solutions as they are found, and keeps the search for `continue` and `show path`.

use super::RULER;
use super::clock::Clock;
use super::target::{compile_target, write_bindings};
use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::{Interpreter, LastSearch, Resumable};
use crate::machine::search::Target;
use crate::machine::{Arrow, Machine, Search};
use crate::modules::ModuleId;
use crate::names::Name;
use crate::parser::Nesting;
use crate::parser::grammar::Goal;
use crate::print::{condition_text, term_text};
use crate::syntax::ast::CommandSource;
use std::io::{self, Write};
use std::sync::Arc;

impl Interpreter {
    pub(super) fn search(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        module: ModuleId,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let arrows = [("=>1", Arrow::One), ("=>+", Arrow::Plus), ("=>*", Arrow::Star), ("=>!", Arrow::Final)];
        let found =
            arrows.iter().find(|(text, _)| command.tokens.iter().any(|token| token.name.text() == *text));
        let Some(&(text, arrow)) = found else {
            let message = "expected one of =>1 =>+ =>* =>! in a search".to_owned();
            self.report(file, Severity::Error, command.place, message);
            return Ok(());
        };
        let goal = Goal::Search(Name::new(text));
        let parsed = self.parse(file, command, module, goal, Some(Nesting::Arranged));
        let Some((sentence, shown)) = parsed else { return Ok(()) };
        let options = self.options;
        let Some(theory) = self.working.get_mut(&module) else { return Ok(()) };
        let (start, Some(right)) = (sentence.left, sentence.right) else { return Ok(()) };
        let compiled = compile_target(&mut theory.terms, &theory.program, right, &sentence.condition);
        let compiled = match compiled {
            Ok(compiled) => compiled,
            Err(message) => {
                self.report(file, Severity::Error, command.place, message);
                return Ok(());
            }
        };
        let numbers = &command.numbers;
        let bracket = match numbers.as_slice() {
            [] => String::new(),
            [Some(n)] => format!(" [{n}]"),
            [n, m, ..] => format!(
                " [{}, {}]",
                n.map_or(String::new(), |n| n.to_string()),
                m.map_or(String::new(), |m| m.to_string())
            ),
            [None] => String::new(),
        };
        if self.show_command {
            writeln!(out, "{RULER}")?;
            let condition = if sentence.condition.is_empty() {
                String::new()
            } else {
                format!(" such that {}", condition_text(&theory.terms, &sentence.condition))
            };
            writeln!(
                out,
                "search{bracket} in {} : {} {text} {}{condition} .",
                theory.name,
                term_text(&theory.terms, shown.left),
                term_text(&theory.terms, right)
            )?;
        }
        let program = Arc::clone(&theory.program);
        let mut machine = Machine::new(&mut theory.terms, &program, Some(&self.meta), options.limits);
        let start = machine.reduce(start);
        let (rewrites, stop) = (machine.rewrites, machine.stop.take());
        if let Some(stop) = stop {
            self.report_stop(file, command, &stop);
            return Ok(());
        }
        let bound = numbers.get(1).copied().flatten().map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
        let search = Search::new(start, arrow, bound, true);
        let most = numbers.first().copied().flatten();
        self.run_search(
            file,
            command,
            LastSearch { module, search, target: compiled, found: 0 },
            rewrites,
            most,
            out,
        )
    }

    /// Prints the next solutions of a search, at most so many, and keeps it for `continue` and `show path`.
    pub(super) fn run_search(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        mut last: LastSearch,
        rewrites: u64,
        most: Option<u64>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (options, show_stats) = (self.options, self.show_stats);
        let Some(theory) = self.working.get_mut(&last.module) else { return Ok(()) };
        let clock = Clock::start(options);
        let program = Arc::clone(&theory.program);
        let mut machine = Machine::new(&mut theory.terms, &program, Some(&self.meta), options.limits);
        machine.rewrites = rewrites;
        let LastSearch { search, target: compiled, found, .. } = &mut last;
        let target = Target {
            pattern: &compiled.pattern,
            condition: &compiled.condition,
            slots: compiled.slots.len(),
        };
        let mut count = 0;
        let mut exhausted = false;
        while most.is_none_or(|most| count < most) {
            let Some(solution) = search.next_solution(&mut machine, &target) else {
                exhausted = true;
                break;
            };
            count += 1;
            *found += 1;
            writeln!(out, "\nSolution {found} (state {})", solution.state)?;
            if show_stats {
                writeln!(out, "states: {}  {}", search.states.len(), clock.line(machine.rewrites))?;
            }
            write_bindings(out, machine.terms, &compiled.slots[..compiled.shown], &solution.bindings)?;
        }
        let stop = machine.stop.take();
        if exhausted && stop.is_none() {
            let line = if *found == 0 { "No solution." } else { "No more solutions." };
            writeln!(out, "\n{line}")?;
            if show_stats {
                writeln!(out, "states: {}  {}", search.states.len(), clock.line(machine.rewrites))?;
            }
        }
        self.resumable = (!exhausted).then_some(Resumable::Search);
        if let Some(stop) = stop {
            self.report_stop(file, command, &stop);
        }
        self.last_search = Some(last);
        Ok(())
    }
}
