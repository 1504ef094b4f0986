//! What a person is told about a source file: errors, warnings and constructs that are not supported.
//!
//! Diagnostics are collected, never thrown: one reading of a file tells all that is wrong with it.

use crate::source::{Sources, Span};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program means something else than its author may think; it can be run.
    Warning,
    /// The program is legal ABS, but uses what this tool does not know; it can't be run.
    Unsupported,
    /// The program is not legal ABS.
    Error,
}

/// One remark about one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What, in one sentence without a full stop.
    pub message: String,
}

impl Diagnostic {
    /// An error.
    pub fn error(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, span, message: message.into() }
    }

    /// A warning.
    pub fn warning(span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, span, message: message.into() }
    }

    /// A construct that is recognised, and not supported.
    pub fn unsupported(span: Span, what: &str) -> Self {
        Self { severity: Severity::Unsupported, span, message: format!("{what} are not supported") }
    }

    /// `file:line:column: message`. How a line is shown with a caret is the reports' matter.
    #[must_use]
    pub fn line(&self, sources: &Sources) -> String {
        let prefix = match self.severity {
            Severity::Warning => "warning: ",
            Severity::Unsupported => "not supported: ",
            Severity::Error => "",
        };
        format!("{}: {prefix}{}", sources.place(self.span), self.message)
    }

    /// How many characters of its first line are meant.
    #[must_use]
    pub fn length(&self, sources: &Sources) -> usize {
        let text = &sources.get(self.span.source).text;
        let meant = text.get(self.span.start as usize..self.span.end as usize).unwrap_or_default();
        meant.lines().next().unwrap_or_default().chars().count()
    }
}

/// How many diagnostics of one file are told.
const TOLD: usize = 1000;

/// The list in the order of the files, without repetitions, and not longer than anybody would read.
pub fn sort(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| (a.span, a.severity, &a.message).cmp(&(b.span, b.severity, &b.message)));
    diagnostics.dedup();
    if diagnostics.len() > TOLD {
        let more = diagnostics.len() - TOLD;
        let span = diagnostics[TOLD].span;
        let worst = diagnostics.iter().map(|diagnostic| diagnostic.severity).max().unwrap_or(Severity::Error);
        diagnostics.truncate(TOLD);
        let message = format!("{more} more remarks from here on are not told");
        diagnostics.push(Diagnostic { severity: worst, span, message });
    }
}
