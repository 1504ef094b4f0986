//! The commands: what each does and how its answer looks.

mod describe;
mod resume;
mod show;

use crate::diagnostic::{Severity, SourceFile};
use crate::interpreter::{Interpreter, LastSearch, Resumable};
use crate::machine::compile::{Test, compile_test};
use crate::machine::evaluate::Bindings;
use crate::machine::pattern::{Pattern, PatternCompiler};
use crate::machine::search::Target;
use crate::machine::solve::{Flow, Rest};
use crate::machine::{Arrow, Machine, Program, Search};
use crate::modules::ModuleId;
use crate::names::Name;
use crate::parser::grammar::Goal;
use crate::parser::{Fragment, Sentence};
use crate::print::{condition_text, term_text};
use crate::syntax::ast::{CommandSource, Verb};
use crate::syntax::lexer::Token;
use crate::terms::signature::Shape;
use crate::terms::{TermId, Terms};
use smallvec::SmallVec;
use std::io::{self, Write};
use std::sync::Arc;

const RULER: &str = "==========================================";

/// Measures a command for the line that Maude prints after it.
struct Clock(std::time::Instant);

impl Clock {
    #[expect(
        clippy::disallowed_methods,
        reason = "only printed, as Maude prints it; no result depends on it"
    )]
    fn start() -> Clock {
        Clock(std::time::Instant::now())
    }

    fn line(&self, rewrites: u64, timing: bool) -> String {
        if !timing {
            return format!("rewrites: {rewrites}");
        }
        let elapsed = self.0.elapsed();
        let milliseconds = elapsed.as_millis();
        let rate = if milliseconds == 0 {
            "~".to_owned()
        } else {
            ((rewrites as f64 / elapsed.as_secs_f64()) as u64).to_string()
        };
        format!(
            "rewrites: {rewrites} in {milliseconds}ms cpu ({milliseconds}ms real) ({rate} rewrites/second)"
        )
    }
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
        self.current = Some(module);
        if self.working(module).is_some_and(|theory| theory.has_meta_level()) {
            self.meta.share(&self.database);
        }
        match command.verb {
            Verb::Search => self.search(file, &command, module, out),
            Verb::Match | Verb::ExtensionMatch => {
                let most = command.numbers.first().copied().flatten().unwrap_or(u64::MAX);
                self.matching(file, &command, module, (0, most), out)
            }
            _ => self.evaluate(file, &command, module, out),
        }
    }

    fn parse(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        module: ModuleId,
        goal: Goal,
        tokens: &[Token],
    ) -> Option<Sentence> {
        let theory = self.working(module)?;
        let parsed = theory.parse(tokens, goal);
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
                Some(parsed.sentence)
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
        let Some(sentence) = self.parse(file, command, module, Goal::Term, &command.tokens) else {
            return Ok(());
        };
        let term = sentence.left;
        let (options, show_command, show_stats) = (self.options, self.show_command, self.show_stats);
        let Some(theory) = self.working.get_mut(&module) else { return Ok(()) };
        let name = theory.name;
        if command.verb == Verb::Parse {
            let sort = theory.terms.signature.sorts.name(theory.terms.sort(term));
            return writeln!(out, "{sort}: {}", term_text(&theory.terms, term));
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
            writeln!(out, "{verb}{bracket} in {name} : {} .", term_text(&theory.terms, term))?;
        }
        let clock = Clock::start();
        let program = Arc::clone(&theory.program);
        let mut machine = Machine::new(&mut theory.terms, &program, Some(&self.meta), options.limits);
        let limit = command.numbers.first().copied().flatten();
        let result = match command.verb {
            Verb::Rewrite => machine.rewrite(term, limit),
            Verb::FairRewrite => {
                machine.fair_rewrite(term, limit, command.numbers.get(1).copied().flatten().unwrap_or(1))
            }
            _ => machine.evaluate(term),
        };
        let (rewrites, stop) = (machine.rewrites, machine.stop.take());
        if let Some(stop) = stop {
            self.report_stop(file, command, &stop);
            return Ok(());
        }
        if show_stats {
            writeln!(out, "{}", clock.line(rewrites, options.timing))?;
        }
        if command.verb != Verb::Reduce {
            self.resumable = Some(Resumable::Rewrite { module, term: result, verb: command.verb });
        }
        let terms = &theory.terms;
        let sort = terms.signature.sorts.name(terms.sort(result));
        writeln!(out, "result {sort}: {}", term_text(terms, result))
    }

    fn report_stop(&mut self, file: &Arc<SourceFile>, command: &CommandSource, stop: &crate::machine::Stop) {
        let severity = match stop {
            crate::machine::Stop::Unsupported(_) => Severity::Unsupported,
            _ => Severity::Error,
        };
        self.report(file, severity, command.place, stop.to_string());
    }

    fn search(
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
        let Some(sentence) = self.parse(file, command, module, goal, &command.tokens) else { return Ok(()) };
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
                term_text(&theory.terms, start),
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
    fn run_search(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        mut last: LastSearch,
        rewrites: u64,
        most: Option<u64>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let options = self.options;
        let Some(theory) = self.working.get_mut(&last.module) else { return Ok(()) };
        let clock = Clock::start();
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
            writeln!(
                out,
                "states: {}  {}",
                search.states.len(),
                clock.line(machine.rewrites, options.timing)
            )?;
            write_bindings(out, machine.terms, &compiled.slots[..compiled.shown], &solution.bindings)?;
        }
        let stop = machine.stop.take();
        if exhausted && stop.is_none() {
            let line = if *found == 0 { "No solution." } else { "No more solutions." };
            writeln!(out, "\n{line}")?;
            writeln!(
                out,
                "states: {}  {}",
                search.states.len(),
                clock.line(machine.rewrites, options.timing)
            )?;
        }
        self.resumable = (!exhausted).then_some(Resumable::Search);
        if let Some(stop) = stop {
            self.report_stop(file, command, &stop);
        }
        self.last_search = Some(last);
        Ok(())
    }

    /// Prints the matchers after the first `printed` ones, and at most `most` of them.
    fn matching(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        module: ModuleId,
        (printed, most): (u64, u64),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Some(sentence) = self.parse(file, command, module, Goal::Matching, &command.tokens) else {
            return Ok(());
        };
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
                term_text(&theory.terms, subject)
            )?;
        }
        let clock = Clock::start();
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
            let time = clock.0.elapsed().as_millis();
            writeln!(out, "Decision time: {time}ms cpu ({time}ms real)")?;
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
            Shape::Associative | Shape::AssociativeCommutative
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

/// A pattern and a condition, ready to be tested.
pub(crate) struct CompiledTarget {
    pub pattern: Pattern,
    pub condition: Vec<Test>,
    /// The variable of each slot.
    pub slots: Vec<TermId>,
    /// How many of them belong to the pattern.
    pub shown: usize,
}

pub(crate) fn compile_target(
    terms: &mut Terms,
    program: &Program,
    pattern: TermId,
    condition: &[Fragment],
) -> Result<CompiledTarget, String> {
    let lowered = program.memberships_of.iter().map(|entries| !entries.is_empty()).collect();
    let mut compiler = PatternCompiler { lowered, ..PatternCompiler::default() };
    let pattern =
        compiler.pattern(terms, pattern).ok_or("the pattern is too deep or has too many variables")?;
    let shown = compiler.slots.len();
    let mut bound = shown;
    let mut tests = Vec::new();
    for fragment in condition {
        tests.push(compile_test(terms, &mut compiler, fragment, &mut bound, &program.strategies)?);
    }
    Ok(CompiledTarget { pattern, condition: tests, slots: compiler.slots, shown })
}

fn matched_portion(terms: &mut Terms, subject: TermId, rest: &Rest) -> TermId {
    let symbol = terms.symbol(subject);
    let all: Vec<TermId> = terms.arguments(subject).to_vec();
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

fn write_bindings(
    out: &mut dyn Write,
    terms: &Terms,
    variables: &[TermId],
    values: &[TermId],
) -> io::Result<()> {
    if variables.is_empty() {
        return writeln!(out, "empty substitution");
    }
    for (&variable, &value) in variables.iter().zip(values) {
        writeln!(out, "{} --> {}", term_text(terms, variable), term_text(terms, value))?;
    }
    Ok(())
}
