//! From a file's bytes to a program that can be run, or to what is wrong with it.
//!
//! Everything that recurses over a syntax tree runs on a thread with a stack that is deep enough for the
//! deepest tree that the parser lets pass.

use crate::diagnostic::{self, Diagnostic, Severity};
use crate::machine::options::Options;
use crate::machine::program::AbsProgram;
use crate::products;
use crate::source::{Source, Sources, Span};
use crate::syntax;
use crate::types::{self, Meant, resolved};

/// The standard library, in ABS.
const LIBRARY: &str = include_str!("library/standard.abs");

/// Enough for [`syntax::DEPTH_LIMIT`] levels in every pass.
const STACK_SIZE: usize = 256 << 20;

/// What reading a file gave.
#[derive(Debug)]
pub struct Loaded {
    /// The files, for showing places.
    pub sources: Sources,
    /// The module with the main block, which is what the program is called wherever its file lies.
    pub module: String,
    /// The checked program; absent if there are errors.
    pub program: Option<resolved::Program>,
    /// Everything there is to say about the file, in the order of its lines.
    pub diagnostics: Vec<Diagnostic>,
    /// The products that the files declare.
    pub products: Vec<String>,
}

/// Why a file can't be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is not legal ABS, or has no main block: bad input.
    Invalid,
    /// It is legal, but uses what this tool does not support.
    Unsupported,
}

impl Loaded {
    /// Whether and why the file can't be run.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        let worst = self.diagnostics.iter().map(|diagnostic| diagnostic.severity).max();
        match worst {
            Some(Severity::Error) => Some(Refusal::Invalid),
            Some(Severity::Unsupported) => Some(Refusal::Unsupported),
            _ => None,
        }
    }

    /// All diagnostics as text, one a line.
    #[must_use]
    pub fn render(&self) -> String {
        let shown: Vec<String> =
            self.diagnostics.iter().map(|diagnostic| diagnostic.line(&self.sources)).collect();
        shown.join("\n")
    }

    /// The program, ready to be explored; none if it was refused.
    #[must_use]
    pub fn into_program(self, options: Options) -> Option<AbsProgram> {
        if self.refusal().is_some() {
            return None;
        }
        let (name, program, sources) = (self.module, self.program?, self.sources);
        Some(deep(move || AbsProgram::new(name, program, sources, options)))
    }
}

/// Runs on a thread with a deep stack.
pub(crate) fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
        let thread = thread.expect("the system has room for one more thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// One file of a program: what it is called in what is told of it, and what it holds.
#[derive(Clone, Debug)]
pub struct FileText {
    /// The name to print.
    pub name: String,
    /// Its bytes, whatever they are.
    pub bytes: Vec<u8>,
}

/// What plain `new` means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The object stays in its creator's location; `new cog` makes a location.
    Older,
    /// The object gets a location of its own; `new local` keeps it.
    Today,
}

/// How a program's files are to be understood, beyond what they say themselves.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The module whose main block is meant, where several have one.
    pub main: Option<String>,
    /// The dialect, where somebody says it; else the files' own signs decide.
    pub dialect: Option<Dialect>,
    /// The product whose program is meant; without one it is the core, as it is without deltas.
    pub product: Option<String>,
    /// The lines that `readln` gives.
    pub input: Option<Vec<String>>,
}

/// Reads, parses and checks a file. A program without a main block is an error: there is nothing to run.
#[must_use]
pub fn load(name: &str, bytes: &[u8]) -> Loaded {
    let file = FileText { name: name.to_owned(), bytes: bytes.to_vec() };
    load_files(&[file], &Reading::default())
}

/// Reads, parses and checks the files of one program: modules may use each other across them, in any order.
#[must_use]
pub fn load_files(files: &[FileText], reading: &Reading) -> Loaded {
    with_main(read_files(files, reading))
}

fn with_main(mut loaded: Loaded) -> Loaded {
    let lacks_main = loaded.program.as_ref().is_some_and(|program| program.main.is_none());
    // What is not supported may have hidden it.
    if lacks_main && loaded.refusal().is_none() {
        let last = loaded.sources.last();
        let end = loaded.sources.get(last).text.len() as u32;
        let span = Span { source: last, start: end.saturating_sub(1), end };
        loaded
            .diagnostics
            .push(Diagnostic::error(span, "there is no main block, so there is nothing to run"));
    }
    loaded
}

/// Reads, parses and checks a file that need not have a main block.
#[must_use]
pub fn load_module(name: &str, bytes: &[u8]) -> Loaded {
    let file = FileText { name: name.to_owned(), bytes: bytes.to_vec() };
    read_files(&[file], &Reading::default())
}

/// The text of a file, as far as it is one.
fn text_of(bytes: &[u8]) -> (String, bool) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(), true),
        Err(error) => (String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned(), false),
    }
}

fn read_files(files: &[FileText], reading: &Reading) -> Loaded {
    let mut sources = Sources::default();
    let library = sources.add(Source::new("ABS.StdLib", LIBRARY));
    let mut diagnostics = Vec::new();
    let mut ids = Vec::new();
    for file in files {
        let (text, whole) = text_of(&file.bytes);
        let end = text.len() as u32;
        let id = sources.add(Source::new(&file.name, text));
        ids.push(id);
        if !whole {
            let span = Span { source: id, start: end, end };
            diagnostics.push(Diagnostic::error(span, "the file is not UTF-8 from here on"));
        }
    }
    if !diagnostics.is_empty() {
        let (module, products) = (String::new(), Vec::new());
        return Loaded { sources, module, program: None, diagnostics, products };
    }
    let (module, program, mut diagnostics, products) = deep(|| {
        let mut trees = vec![syntax::parse(library, LIBRARY, &mut diagnostics)];
        trees.extend(ids.iter().map(|&id| syntax::parse(id, &sources.get(id).text, &mut diagnostics)));
        // What is not supported is left out as well, and may be missed for it.
        let unreadable = diagnostics.iter().any(|diagnostic| diagnostic.severity > Severity::Warning);
        syntax::traits::apply(&mut trees, &mut diagnostics);
        // Nor does a product whose deltas don't fit have the names that others would need.
        let (mut products, before) = (Vec::new(), diagnostics.len());
        if !unreadable {
            products = products::apply(&mut trees, reading.product.as_deref(), &mut diagnostics);
        }
        let is_error = |diagnostic: &Diagnostic| diagnostic.severity > Severity::Warning;
        let unreadable = unreadable || diagnostics[before..].iter().any(is_error);
        let older_dialect = choose_dialect(&trees[1..], reading.dialect, &mut diagnostics) == Dialect::Older;
        let main = choose_main(&trees[1..], reading, &sources, &mut diagnostics);
        let mentions = |word: &str| ids.iter().any(|&id| sources.get(id).text.contains(word));
        leave_out_components(&mut trees, &mentions);
        let asks_for_component = mentions("thisDC");
        let meant = Meant { main: &main, older_dialect, asks_for_component, sources: &sources };
        let (program, more) = types::check(&trees, meant);
        // After a syntax error, names may be missing only because their declarations were not read.
        diagnostics.extend(more.into_iter().filter(|d| !unreadable || d.severity < Severity::Error));
        let refused = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        let program = program.filter(|_| !refused).map(|mut program| {
            let lines = reading.input.as_ref();
            program.input = lines.map(|lines| lines.iter().map(|line| line.as_str().into()).collect());
            program
        });
        (main, program, diagnostics, products)
    });
    diagnostic::sort(&mut diagnostics);
    Loaded { sources, module, program, diagnostics, products }
}

/// Leaves the library's deployment components and cloud providers out of programs that don't mention them: they look at
/// the clock, and what does is analysed with more care.
fn leave_out_components(trees: &mut [syntax::tree::File], mentions: &dyn Fn(&str) -> bool) {
    let (cloud, module) = (mentions("CloudProvider"), mentions("ABS.DC"));
    let unused = |declaration: &syntax::tree::Declaration| match declaration {
        syntax::tree::Declaration::Class(class) => match &*class.name.text {
            "CloudProvider" => !cloud,
            "DeploymentComponent" => !module,
            _ => false,
        },
        _ => false,
    };
    let library = trees.first_mut().into_iter().flat_map(|library| &mut library.modules);
    for module in library.filter(|module| &*module.name.text == "ABS.DC") {
        module.declarations.retain(|declaration| !unused(declaration));
    }
}

/// The dialect of a whole program: one file's `new cog` says it for all. Where nobody says it and nothing shows it, today's
/// is taken, with a warning, because a program may be free of deadlocks in the one and deadlock in the other.
fn choose_dialect(
    files: &[syntax::tree::File],
    said: Option<Dialect>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Dialect {
    if let Some(said) = said {
        return said;
    }
    let signs = || files.iter().map(|file| file.signs);
    if let Some(span) = signs().find_map(|signs| signs.cog) {
        let message =
            "`new cog` is the older dialect: plain `new` keeps the object in its creator's location";
        diagnostics.push(Diagnostic::warning(span, message));
        return Dialect::Older;
    }
    if let Some(span) = signs().find_map(|signs| signs.plain).filter(|_| !signs().any(|signs| signs.today)) {
        let message = "nothing shows which dialect this is, so today's is taken: `new` makes a location; in the \
                       older dialect the object would stay in its creator's (--dialect says which)";
        diagnostics.push(Diagnostic::warning(span, message));
    }
    Dialect::Today
}

/// The module whose main block is meant. Within a file it is the last one, with a warning; between files nobody can
/// know, and the user must say it.
fn choose_main(
    files: &[syntax::tree::File],
    reading: &Reading,
    sources: &Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> String {
    let mains: Vec<(String, Span)> = files
        .iter()
        .flat_map(|file| &file.modules)
        .filter_map(|module| module.main.as_ref().map(|(_, span)| (module.name.text.to_string(), *span)))
        .collect();
    let Some((last, last_span)) = mains.last() else { return String::new() };
    let chosen = match &reading.main {
        Some(wanted) if mains.iter().any(|(name, _)| name == wanted) => wanted.clone(),
        Some(wanted) => {
            let known: Vec<&str> = mains.iter().map(|(name, _)| name.as_str()).collect();
            let message = format!(
                "--main {wanted}: no module of this name has a main block; there is one in {}",
                known.join(", ")
            );
            diagnostics.push(Diagnostic::error(*last_span, message));
            return last.clone();
        }
        None => last.clone(),
    };
    if reading.main.is_none() {
        for (name, span) in &mains[..mains.len() - 1] {
            if span.source == last_span.source {
                let message = "this main block is not used: a later module has one too";
                diagnostics.push(Diagnostic::warning(*span, message));
            } else {
                let message = format!(
                    "several files have a main block: this one in {name}, and one in {last} ({}); say with \
                     --main which one is meant",
                    sources.place(*last_span)
                );
                diagnostics.push(Diagnostic::error(*span, message));
            }
        }
    }
    chosen
}
