//! The commands: what each does and how its answer looks.

mod catalogue;
mod clock;
mod describe;
mod flat;
mod matching;
mod resume;
mod search;
mod show;
mod strategic;
mod target;

use self::clock::Clock;
pub(crate) use self::target::{CompiledTarget, compile_target};
use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::{Interpreter, Resumable};
use crate::machine::Machine;
use crate::machine::watched::Watch;
use crate::modules::ModuleId;
use crate::modules::expressions::unusable;
use crate::names::Name;
use crate::parser::grammar::Goal;
use crate::parser::{Nesting, Sentence};
use crate::print::term_text;
use crate::syntax::ast::{CommandSource, Verb};
use crate::terms::{TermId, Terms};
use std::io::{self, Write};
use std::sync::Arc;

const RULER: &str = "==========================================";

/// A result with its sort; one that `frewrite` has left in the middle of a sweep has none.
fn write_result(terms: &Terms, result: TermId, is_cut: bool, out: &mut dyn Write) -> io::Result<()> {
    if is_cut {
        return writeln!(out, "result (sort not calculated): {}", term_text(terms, result));
    }
    let sort = terms.signature.sorts.name(terms.sort(result));
    writeln!(out, "result {sort}: {}", term_text(terms, result))
}

impl Interpreter {
    pub(crate) fn command(
        &mut self,
        file: &Arc<SourceFile>,
        command: CommandSource,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match command.verb {
            Verb::Set => {
                self.set(file, &command);
                return Ok(());
            }
            Verb::Print => {
                self.print(file, &command);
                return Ok(());
            }
            Verb::Trace => {
                self.trace(file, &command);
                return Ok(());
            }
            Verb::Show => return self.show(file, &command, out),
            Verb::Select => {
                let text: String = command.tokens.iter().map(|token| token.name.text()).collect();
                match self.database.fetch(Name::new(&text)) {
                    Some(id) => self.current = Some(id),
                    None => {
                        let message = format!("module {text} does not exist");
                        self.report(file, Severity::Error, command.place, message);
                    }
                }
                return Ok(());
            }
            Verb::Continue => return self.resume(file, &command, out),
            _ => {}
        }
        self.resumable = None;
        if command.verb != Verb::Parse {
            self.last_search = None;
        }
        let module = match &command.module {
            None => self.current(),
            Some(expression) => {
                let mut messages = Vec::new();
                let id = self.database.evaluate(expression, &[], command.place, &mut messages);
                self.report_all(file, messages);
                if id.is_none() {
                    return Ok(());
                }
                id
            }
        };
        let Some(module) = module else {
            self.report(file, Severity::Error, command.place, "there is no module".to_owned());
            return Ok(());
        };
        if !self.database.module(module).usable {
            let message = unusable(self.database.module(module).name);
            self.report(file, Severity::Error, command.place, message);
            return Ok(());
        }
        self.current = Some(module);
        let traced = matches!(command.verb, Verb::Reduce | Verb::Rewrite | Verb::FairRewrite | Verb::Parse);
        if self.traced.on && !traced {
            let message = "a trace of this command; it runs without one".to_owned();
            self.report(file, Severity::Unsupported, command.place, message);
        }
        if self.working(module).is_some_and(|theory| theory.has_meta_level())
            && self.meta.share(&self.database)
        {
            // What was computed may have asked modules that mean something else by now.
            self.working.retain(|_, theory| !theory.has_meta_level());
            self.last_search = self.last_search.take().filter(|last| self.working.contains_key(&last.module));
        }
        match command.verb {
            Verb::Search => self.search(file, &command, module, out),
            Verb::StrategyRewrite | Verb::DeepStrategyRewrite => self.strategic(file, &command, module, out),
            Verb::Match | Verb::ExtensionMatch => {
                let most = command.numbers.first().copied().flatten().unwrap_or(u64::MAX);
                self.matching(file, &command, module, (0, most), out)
            }
            _ => self.evaluate(file, &command, module, out),
        }
    }

    /// The sentence of a command, and the same as it is shown: commutative operators arranged, but nothing joined.
    fn parse(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        module: ModuleId,
        goal: Goal,
        nesting: Option<Nesting>,
    ) -> Option<(Sentence, Sentence)> {
        let theory = self.working(module)?;
        let parsed = theory.parse(&command.tokens, goal, nesting);
        match parsed {
            Ok(parsed) => {
                if let Some(other) = &parsed.other {
                    let show = |terms: &Terms, term| {
                        format!(
                            "{} : {}",
                            terms.signature.sorts.name(terms.sort(term)),
                            term_text(terms, term)
                        )
                    };
                    let message = format!(
                        "ambiguous term, two parses are:\n{}\n-versus-\n{}\nArbitrarily taking the first as correct",
                        show(&theory.terms, parsed.sentence.left),
                        show(&theory.terms, other.left)
                    );
                    self.report(file, Severity::Warning, command.place, message);
                }
                let shown = parsed.shown.unwrap_or_else(|| parsed.sentence.clone());
                Some((parsed.sentence, shown))
            }
            Err(fault) => {
                self.report(file, Severity::Error, fault.place.unwrap_or(command.place), fault.message);
                None
            }
        }
    }

    fn evaluate(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        module: ModuleId,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let nesting = if command.verb == Verb::Parse { Nesting::AsWritten } else { Nesting::Arranged };
        let Some((sentence, shown)) = self.parse(file, command, module, Goal::Term, Some(nesting)) else {
            return Ok(());
        };
        let term = sentence.left;
        let (options, show_command, show_stats) = (self.options, self.show_command, self.show_stats);
        let Some(theory) = self.working.get_mut(&module) else { return Ok(()) };
        let name = theory.name;
        if command.verb == Verb::Parse {
            let sort = theory.terms.signature.sorts.name(theory.terms.sort(term));
            return writeln!(out, "{sort}: {}", term_text(&theory.terms, shown.left));
        }
        let bracket = match command.numbers.as_slice() {
            [] => String::new(),
            numbers => {
                let shown: Vec<String> =
                    numbers.iter().map(|number| number.map_or(String::new(), |n| n.to_string())).collect();
                format!(" [{}]", shown.join(", "))
            }
        };
        let verb = match command.verb {
            Verb::Rewrite => "rewrite",
            Verb::FairRewrite => "frewrite",
            _ => "reduce",
        };
        if show_command {
            writeln!(out, "{RULER}")?;
            writeln!(out, "{verb}{bracket} in {name} : {} .", term_text(&theory.terms, shown.left))?;
        }
        let clock = Clock::start(options);
        let program = Arc::clone(&theory.program);
        let mut machine = Machine::new(&mut theory.terms, &program, Some(&self.meta), options.limits);
        machine.watch = Watch::new(&self.traced, &theory.statements, name);
        // Maude evaluates what was written one in the other from the inside, and only then takes it for one row.
        let term = if machine.watch.is_some() { shown.left } else { term };
        let limit = command.numbers.first().copied().flatten();
        let result = match command.verb {
            Verb::Rewrite => machine.rewrite(term, limit),
            Verb::FairRewrite => {
                machine.fair_rewrite(term, limit, command.numbers.get(1).copied().flatten().unwrap_or(1))
            }
            _ => machine.evaluate(term),
        };
        let (rewrites, stop, is_cut) = (machine.rewrites, machine.stop.take(), machine.is_cut);
        if let Some(watch) = machine.watch.take() {
            write!(out, "{}", watch.text)?;
        }
        if let Some(stop) = stop {
            self.report_stop(file, command, &stop);
            return Ok(());
        }
        if show_stats {
            writeln!(out, "{}", clock.line(rewrites))?;
        }
        if command.verb != Verb::Reduce {
            self.resumable = Some(Resumable::Rewrite { module, term: result, verb: command.verb });
        }
        write_result(&theory.terms, result, is_cut, out)
    }

    fn report_stop(&mut self, file: &Arc<SourceFile>, command: &CommandSource, stop: &crate::machine::Stop) {
        let severity = match stop {
            crate::machine::Stop::Unsupported(_) => Severity::Unsupported,
            _ => Severity::Error,
        };
        self.report(file, severity, command.place, stop.to_string());
    }
}
