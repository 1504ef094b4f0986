//! From a file's bytes to a program that can be run, or to what is wrong with it.
//!
//! Everything that recurses over a syntax tree runs on a thread with a stack that is deep enough for the
//! deepest tree that the parser lets pass.

use crate::diagnostic::{self, Diagnostic, Severity};
use crate::machine::options::Options;
use crate::machine::program::AbsProgram;
use crate::source::{Source, SourceId, Sources, Span};
use crate::syntax;
use crate::types::{self, resolved};

/// The standard library, in ABS.
const LIBRARY: &str = include_str!("library/standard.abs");

/// Enough for [`syntax::DEPTH_LIMIT`] levels in every pass.
const STACK_SIZE: usize = 256 << 20;

/// What reading a file gave.
#[derive(Debug)]
pub struct Loaded {
    /// The files, for showing places.
    pub sources: Sources,
    /// The checked program; absent if there are errors.
    pub program: Option<resolved::Program>,
    /// Everything there is to say about the file, in the order of its lines.
    pub diagnostics: Vec<Diagnostic>,
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

    /// All diagnostics as text.
    #[must_use]
    pub fn render(&self) -> String {
        let shown: Vec<String> =
            self.diagnostics.iter().map(|diagnostic| diagnostic.render(&self.sources)).collect();
        shown.join("\n")
    }

    /// The program, ready to be explored; none if it was refused.
    #[must_use]
    pub fn into_program(self, options: Options) -> Option<AbsProgram> {
        if self.refusal().is_some() {
            return None;
        }
        let name = self.sources.get(SourceId(1)).name.clone();
        let (program, sources) = (self.program?, self.sources);
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

/// Reads, parses and checks a file. A program without a main block is an error: there is nothing to run.
#[must_use]
pub fn load(name: &str, bytes: &[u8]) -> Loaded {
    let loaded = load_module(name, bytes);
    with_main(loaded)
}

fn with_main(mut loaded: Loaded) -> Loaded {
    let lacks_main = loaded.program.as_ref().is_some_and(|program| program.main.is_none());
    if lacks_main {
        let end = loaded.sources.get(SourceId(1)).text.len() as u32;
        let span = Span { source: SourceId(1), start: end.saturating_sub(1), end };
        loaded
            .diagnostics
            .push(Diagnostic::error(span, "there is no main block, so there is nothing to run"));
    }
    loaded
}

/// Reads, parses and checks a file that need not have a main block.
#[must_use]
pub fn load_module(name: &str, bytes: &[u8]) -> Loaded {
    let mut sources = Sources::default();
    let library = sources.add(Source::new("ABS.StdLib", LIBRARY));
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
        Err(error) => {
            let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
            let end = good.len() as u32;
            let file = sources.add(Source::new(name, good));
            let span = Span { source: file, start: end, end };
            let diagnostic = Diagnostic::error(span, "the file is not UTF-8 from here on");
            return Loaded { sources, program: None, diagnostics: vec![diagnostic] };
        }
    };
    let file = sources.add(Source::new(name, text));
    let (program, mut diagnostics) = deep(|| {
        let mut diagnostics = Vec::new();
        let files = [
            syntax::parse(library, LIBRARY, &mut diagnostics),
            syntax::parse(file, &sources.get(file).text, &mut diagnostics),
        ];
        let unreadable = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
        let (program, more) = types::check(&files);
        // After a syntax error, names may be missing only because their declarations were not read.
        diagnostics.extend(more.into_iter().filter(|d| !unreadable || d.severity < Severity::Error));
        (if unreadable { None } else { program }, diagnostics)
    });
    diagnostic::sort(&mut diagnostics);
    Loaded { sources, program, diagnostics }
}
