//! What is wrong with a user's file, and where: collected, never just the first.

use std::fmt;
use std::sync::Arc;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Something to know; what it stands in is still used.
    Warning,
    /// What it stands in is not used.
    Error,
    /// A construct that is recognised and not supported; what it stands in is not used.
    Unsupported,
}

/// A place in a file: line and column count from one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// The text of a file with its name.
#[derive(Debug)]
pub struct SourceFile {
    /// The name shown in messages.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// One message about one place.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence without its full stop.
    pub message: String,
    /// The file.
    pub file: Arc<SourceFile>,
    /// The place in the file.
    pub place: Place,
}

const SHOWN_WIDTH: usize = 110;

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.severity {
            Severity::Warning => "Warning",
            Severity::Error => "Error",
            Severity::Unsupported => "Not supported",
        };
        writeln!(f, "{word}: \"{}\", line {}: {}.", self.file.name, self.place.line, self.message)?;
        let Some(line) = self.file.text.lines().nth(self.place.line.saturating_sub(1) as usize) else {
            return Ok(());
        };
        // A line may have a million characters: show the part around the caret.
        let column = self.place.column.saturating_sub(1) as usize;
        let start = column.saturating_sub(SHOWN_WIDTH / 2);
        let shown: String =
            line.chars().skip(start).take(SHOWN_WIDTH).map(|c| if c == '\t' { ' ' } else { c }).collect();
        writeln!(f, "    {shown}")?;
        write!(f, "    {:width$}^", "", width = column - start)
    }
}
