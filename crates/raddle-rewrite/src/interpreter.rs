//! Runs files: modules and views go into the database, commands are run as they come and print what Maude
//! prints. Files are fetched through a `Loader`, so that this crate itself touches no disk.

use crate::commands::CompiledTarget;
use crate::diagnostic::{Diagnostic, Place, Severity, SourceFile};
use crate::machine::watched::Traced;
use crate::machine::{Limits, Search};
use crate::meta::MetaLevel;
use crate::modules::theory::Message;
use crate::modules::{Database, ModuleId, Theory};
use crate::names::Name;
use crate::prelude;
use crate::print::Printing;
use crate::strategies::search::StrategySearch;
use crate::syntax::ast::{CommandSource, Item, Verb};
use crate::syntax::commands::{file_name, next_item};
use crate::syntax::lexer::tokenize;
use crate::syntax::stream::Stream;
use crate::terms::TermId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

/// Fetches files for `load` and `in`.
pub trait Loader {
    /// The full name and the text of a file that a file in `from` asks for; `None` if there is none.
    fn load(&mut self, name: &str, from: &str) -> Option<(String, String)>;
}

/// A loader that finds nothing.
#[derive(Debug, Default)]
pub struct NoFiles;

impl Loader for NoFiles {
    fn load(&mut self, _name: &str, _from: &str) -> Option<(String, String)> {
        None
    }
}

/// How commands are run.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether times are printed, as Maude does unless `set show timing off`.
    pub timing: bool,
    /// How much processor time was used so far, where somebody can tell; otherwise the time that passed is shown for it.
    pub processor_time: Option<fn() -> Option<Duration>>,
    /// Bounds on each command.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options { timing: true, processor_time: None, limits: Limits::default() }
    }
}

/// What came of a file.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Everything that was found wrong, in order.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a `quit` was run.
    pub quit: bool,
}

impl Outcome {
    /// Whether something could not be used or run.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|diagnostic| diagnostic.severity != Severity::Warning)
    }
}

/// The last search, for `show path` and `continue`.
pub(crate) struct LastSearch {
    pub module: ModuleId,
    pub search: Search,
    /// What is searched for.
    pub target: CompiledTarget,
    /// How many solutions were printed.
    pub found: u64,
}

/// What `continue` goes on with.
pub(crate) enum Resumable {
    /// The last search.
    Search,
    /// `rewrite` or `frewrite` of a term.
    Rewrite { module: ModuleId, term: TermId, verb: Verb },
    /// `srewrite` or `dsrewrite`, with so many results printed.
    Strategic { module: ModuleId, search: Box<StrategySearch>, printed: u64 },
    /// `match` or `xmatch`, with so many matchers printed.
    Matching { file: Arc<SourceFile>, command: CommandSource, module: ModuleId, printed: u64 },
}

/// The interpreter.
pub struct Interpreter {
    pub(crate) database: Database,
    pub(crate) current: Option<ModuleId>,
    pub(crate) options: Options,
    /// Theories that commands have worked in, with what they computed.
    pub(crate) working: FxHashMap<ModuleId, Theory>,
    pub(crate) last_search: Option<LastSearch>,
    pub(crate) resumable: Option<Resumable>,
    pub(crate) meta: MetaLevel,
    loaded: FxHashSet<String>,
    depth: usize,
    pub(crate) outcome: Outcome,
    pub(crate) show_command: bool,
    pub(crate) show_stats: bool,
    pub(crate) printing: Printing,
    pub(crate) traced: Traced,
}

const DEEPEST_LOAD: usize = 50;

impl Interpreter {
    /// An interpreter with the prelude loaded.
    pub fn new(options: Options) -> Interpreter {
        Interpreter {
            database: prelude::database(),
            current: None,
            options,
            working: FxHashMap::default(),
            last_search: None,
            resumable: None,
            meta: MetaLevel::default(),
            loaded: FxHashSet::default(),
            depth: 0,
            outcome: Outcome::default(),
            show_command: true,
            show_stats: true,
            printing: Printing::default(),
            traced: Traced::default(),
        }
    }

    /// The module that commands work in if they name none: the last one of the prelude's until there is another.
    pub(crate) fn current(&mut self) -> Option<ModuleId> {
        self.current = match self.current {
            None => self.database.fetch(Name::new("CONVERSION")),
            Some(id) => Some(self.database.latest(id)),
        };
        self.current
    }

    /// The database of modules.
    pub fn database(&self) -> &Database {
        &self.database
    }

    /// Takes what was found wrong so far.
    pub fn take_outcome(&mut self) -> Outcome {
        std::mem::take(&mut self.outcome)
    }

    /// Runs a text: reads modules and views, runs commands, prints to `out`.
    pub fn run(
        &mut self,
        name: &str,
        text: &str,
        loader: &mut dyn Loader,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let file = Arc::new(SourceFile { name: name.to_owned(), text: text.to_owned() });
        let lexed = tokenize(&file.text);
        let mut stream = Stream::new(lexed.tokens, Arc::clone(&file));
        for (place, message) in lexed.faults {
            self.report(&file, Severity::Error, place, message.to_owned());
        }
        let mut read = 0;
        while let Some((item, diagnostics)) = next_item(&mut stream) {
            self.database.token_order.add(stream.names_since(read));
            read = stream.position();
            self.outcome.diagnostics.extend(diagnostics);
            let Some(item) = item else { continue };
            let place = item.place();
            match item {
                Item::Module(source) => {
                    let mut messages = Vec::new();
                    self.current = Some(self.database.add_module(source, &mut messages));
                    self.report_all(&file, messages);
                }
                Item::Unreadable(name, place) => {
                    self.current = Some(self.database.add_unusable(name, place));
                }
                Item::View(source) => {
                    let mut messages = Vec::new();
                    self.database.add_view(source, &mut messages);
                    self.report_all(&file, messages);
                }
                Item::Command(command) => match command.verb {
                    Verb::Quit => {
                        self.outcome.quit = true;
                        return Ok(());
                    }
                    Verb::EndOfFile => return Ok(()),
                    Verb::Load | Verb::LoadOnce => {
                        self.load(&file, &command, loader, out)?;
                        if self.outcome.quit {
                            return Ok(());
                        }
                    }
                    _ => self.command(&file, command, out)?,
                },
            }
            for (severity, message) in self.database.take_late_messages() {
                self.report(&file, severity, place, message);
            }
        }
        Ok(())
    }

    fn load(
        &mut self,
        file: &Arc<SourceFile>,
        command: &CommandSource,
        loader: &mut dyn Loader,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let name = file_name(&command.tokens);
        // Files of Maude's library whose modules are embedded here.
        if prelude::is_embedded_file(name.text()) {
            if let Some(last) = prelude::last_module(name.text()) {
                self.current = self.database.fetch(Name::new(last));
            }
            return Ok(());
        }
        if prelude::is_unsupported_file(name.text()) {
            let message = format!("the library file {name}");
            self.report(file, Severity::Unsupported, command.place, message);
            return Ok(());
        }
        let Some((full, text)) = loader.load(name.text(), &file.name) else {
            self.report(file, Severity::Error, command.place, format!("unable to locate file: {name}"));
            return Ok(());
        };
        if command.verb == Verb::LoadOnce && self.loaded.contains(&full) {
            return Ok(());
        }
        if self.depth >= DEEPEST_LOAD {
            let message = format!("files load each other more than {DEEPEST_LOAD} deep: {name}");
            self.report(file, Severity::Error, command.place, message);
            return Ok(());
        }
        self.loaded.insert(full.clone());
        self.depth += 1;
        let result = self.run(&full, &text, loader, out);
        self.depth -= 1;
        result
    }

    pub(crate) fn report(
        &mut self,
        file: &Arc<SourceFile>,
        severity: Severity,
        place: Place,
        message: String,
    ) {
        self.outcome.diagnostics.push(Diagnostic { severity, message, file: Arc::clone(file), place });
    }

    pub(crate) fn report_all(&mut self, file: &Arc<SourceFile>, messages: Vec<Message>) {
        for (severity, place, message) in messages {
            self.report(file, severity, place, message);
        }
    }

    /// Whether two texts are the same term of a module modulo its axioms; `None` if one of them is no term.
    pub fn same_term(&mut self, module: &str, left: &str, right: &str) -> Option<bool> {
        let id = self.database.fetch(Name::new(module))?;
        let theory = self.working(id)?;
        let mut read = |text: &str| {
            let tokens = tokenize(text).tokens;
            let parsed = theory.parse(&tokens, crate::parser::grammar::Goal::Term, None).ok()?;
            Some((parsed.sentence.left, parsed.other.map(|other| other.left)))
        };
        let (left, right) = (read(left)?, read(right)?);
        Some(left.0 == right.0 || Some(left.0) == right.1 || left.1 == Some(right.0))
    }

    /// The theory of a module that commands work in.
    pub(crate) fn working(&mut self, id: ModuleId) -> Option<&mut Theory> {
        if !self.working.contains_key(&id) {
            self.working.insert(id, self.database.theory(id));
        }
        let theory = self.working.get_mut(&id)?;
        if theory.terms.literals.printing != self.printing {
            theory.terms.literals.printing.clone_from(&self.printing);
        }
        Some(theory)
    }
}
