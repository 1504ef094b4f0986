//! `continue`: goes on with the last rewriting, search or matching.

use super::{Clock, write_result};
use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::{Interpreter, Resumable};
use crate::machine::Machine;
use crate::machine::watched::Watch;
use crate::syntax::ast::{CommandSource, Verb};
use std::io::{self, Write};
use std::sync::Arc;

impl Interpreter {
    pub(super) fn resume(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let most = match command.tokens.as_slice() {
            [] => None,
            [number] if number.name.text().parse::<u64>().is_ok() => number.name.text().parse().ok(),
            [other, ..] => {
                let message = format!("continue takes a number, not {}", other.name);
                self.report(file, Severity::Error, other.place, message);
                return Ok(());
            }
        };
        match self.resumable.take() {
            Some(Resumable::Search) => {
                let Some(last) = self.last_search.take() else { return Ok(()) };
                self.run_search(file, command, last, 0, most, out)
            }
            Some(Resumable::Rewrite { module, term, verb }) => {
                let options = self.options;
                let Some(theory) = self.working.get_mut(&module) else { return Ok(()) };
                let clock = Clock::start(options);
                let program = Arc::clone(&theory.program);
                let mut machine = Machine::new(&mut theory.terms, &program, Some(&self.meta), options.limits);
                machine.watch = Watch::new(&self.traced, &theory.statements, theory.name);
                let result = match verb {
                    Verb::FairRewrite => machine.fair_rewrite(term, most, 1),
                    _ => machine.rewrite(term, most),
                };
                let (rewrites, stop, is_cut) = (machine.rewrites, machine.stop.take(), machine.is_cut);
                if let Some(watch) = machine.watch.take() {
                    write!(out, "{}", watch.text)?;
                }
                if let Some(stop) = stop {
                    self.report_stop(file, command, &stop);
                    return Ok(());
                }
                if self.show_stats {
                    writeln!(out, "{}", clock.line(rewrites))?;
                }
                write_result(&theory.terms, result, is_cut, out)?;
                self.resumable = Some(Resumable::Rewrite { module, term: result, verb });
                Ok(())
            }
            Some(Resumable::Strategic { module, search, printed }) => {
                self.run_strategy(file, command, (module, search), printed, most, out)
            }
            Some(Resumable::Matching { file, command, module, printed }) => {
                self.matching(&file, &command, module, (printed, most.unwrap_or(u64::MAX)), out)
            }
            None => {
                self.report(file, Severity::Warning, command.place, "can't continue".to_owned());
                Ok(())
            }
        }
    }
}
