//! `srewrite` and `dsrewrite`: print the results of a strategy as they are found.

use super::RULER;
use super::clock::Clock;
use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::{Interpreter, Resumable};
use crate::machine::Machine;
use crate::modules::ModuleId;
use crate::parser::Nesting;
use crate::parser::grammar::Goal;
use crate::print::term_text;
use crate::strategies::compile::{Compiler, Strategies};
use crate::strategies::read::depth_zero;
use crate::strategies::search::{StrategySearch, Tools};
use crate::strategies::write::expression_text;
use crate::syntax::ast::{CommandSource, Verb};
use std::io::{self, Write};
use std::sync::Arc;

impl Interpreter {
    pub(super) fn strategic(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        module: ModuleId,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let tokens = &command.tokens;
        let Some(split) = depth_zero(tokens).find(|&at| tokens[at].name.text() == "using") else {
            let message = "expected using and a strategy".to_owned();
            self.report(file, Severity::Error, command.place, message);
            return Ok(());
        };
        let subject = CommandSource { tokens: tokens[..split].to_vec(), ..command.clone() };
        let parsed = self.parse(file, &subject, module, Goal::Term, Some(Nesting::Arranged));
        let Some((sentence, shown)) = parsed else { return Ok(()) };
        let (options, show_command) = (self.options, self.show_command);
        let Some(theory) = self.working.get_mut(&module) else { return Ok(()) };
        let expression = match theory.parse_strategy(&tokens[split + 1..]) {
            Ok(expression) => expression,
            Err(fault) => {
                let place = fault.place.unwrap_or(command.place);
                self.report(file, Severity::Error, place, fault.message);
                return Ok(());
            }
        };
        let deep = command.verb == Verb::DeepStrategyRewrite;
        let most = command.numbers.first().copied().flatten();
        if show_command {
            writeln!(out, "{RULER}")?;
            writeln!(
                out,
                "{}{} in {} : {} using {} .",
                if deep { "dsrewrite" } else { "srewrite" },
                most.map_or(String::new(), |most| format!(" [{most}]")),
                theory.name,
                term_text(&theory.terms, shown.left),
                expression_text(&theory.terms, &expression)
            )?;
        }
        let program = Arc::clone(&theory.program);
        let mut compiler = Compiler {
            terms: &mut theory.terms,
            program: &program,
            statements: &theory.statements,
            definitions: &theory.definitions,
            result: Strategies::default(),
        };
        let compiled = compiler.whole(&expression);
        let strategies = compiler.result;
        let node = match compiled {
            Ok(node) => node,
            Err(message) => {
                self.report(file, Severity::Error, command.place, message);
                return Ok(());
            }
        };
        let mut machine = Machine::new(&mut theory.terms, &program, Some(&self.meta), options.limits);
        let start = machine.reduce(sentence.left);
        let (rewrites, stop) = (machine.rewrites, machine.stop.take());
        drop(machine);
        if let Some(stop) = stop {
            self.report_stop(file, command, &stop);
            return Ok(());
        }
        let mut search = Box::new(StrategySearch::new(strategies, start, node, deep));
        search.rewrites = rewrites;
        self.run_strategy(file, command, (module, search), 0, most, out)
    }

    /// Prints the next results, at most so many, and keeps the search for `continue`.
    pub(super) fn run_strategy(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        (module, mut search): (ModuleId, Box<StrategySearch>),
        mut printed: u64,
        most: Option<u64>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (options, show_stats) = (self.options, self.show_stats);
        let Some(theory) = self.working.get_mut(&module) else { return Ok(()) };
        let clock = Clock::start(options);
        let program = Arc::clone(&theory.program);
        let mut count = 0;
        while most.is_none_or(|most| count < most) {
            let mut tools = Tools {
                terms: &mut theory.terms,
                program: &program,
                meta: &self.meta,
                limits: options.limits,
            };
            let result = search.next_result(&mut tools);
            if let Some(stop) = search.stop.take() {
                self.report_stop(file, command, &stop);
                return Ok(());
            }
            let Some(result) = result else {
                writeln!(out, "\n{}", if printed == 0 { "No solution." } else { "No more solutions." })?;
                if show_stats {
                    writeln!(out, "{}", clock.line(search.rewrites))?;
                }
                return Ok(());
            };
            (count, printed) = (count + 1, printed + 1);
            writeln!(out, "\nSolution {printed}")?;
            if show_stats {
                writeln!(out, "{}", clock.line(search.rewrites))?;
            }
            let terms = &theory.terms;
            let sort = terms.signature.sorts.name(terms.sort(result));
            writeln!(out, "result {sort}: {}", term_text(terms, result))?;
        }
        search.rewrites = 0;
        self.resumable = Some(Resumable::Strategic { module, search, printed });
        Ok(())
    }
}
