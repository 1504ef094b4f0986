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

/// How much of a long line is shown around the place.
const SHOWN_BEFORE: usize = 60;
const SHOWN_WIDTH: usize = 120;

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

    /// `file:line:column: message`, then the line and a caret below the place.
    #[must_use]
    pub fn render(&self, sources: &Sources) -> String {
        let source = sources.get(self.span.source);
        let position = source.position(self.span.start);
        let prefix = match self.severity {
            Severity::Warning => "warning: ",
            Severity::Unsupported => "not supported: ",
            Severity::Error => "",
        };
        let column = position.column as usize - 1;
        let from = if column > SHOWN_WIDTH - 20 { column.saturating_sub(SHOWN_BEFORE) } else { 0 };
        let shown: String = source
            .line_text(position.line)
            .chars()
            .skip(from)
            .take(SHOWN_WIDTH)
            .map(|character| if character == '\t' { ' ' } else { character })
            .collect();
        let room = shown.chars().count().saturating_sub(column - from);
        let length = source
            .text
            .get(self.span.start as usize..self.span.end as usize)
            .map_or(1, |text| text.lines().next().unwrap_or("").chars().take(SHOWN_WIDTH).count());
        let carets = "^".repeat(length.min(room).max(1));
        format!(
            "{}:{}:{}: {prefix}{}\n  {}\n  {}{carets}",
            source.name,
            position.line,
            position.column,
            self.message,
            shown.trim_end(),
            " ".repeat(column - from),
        )
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
