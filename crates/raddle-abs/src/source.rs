//! Source files and places in them: the only notion of "where" in this crate.
//!
//! A [`Span`] is a range of bytes in one file; lines and columns are computed when a person looks.

use raddle_explore::source::{SourcePlace, Whose};

/// One of the files of a program (the standard library is a file too).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SourceId(pub u16);

/// A range of bytes in one source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From the beginning of `self` to the end of `other`, both in one file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A line and a column, both counted from one; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

/// A file's name and text, with an index of its lines.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name to print.
    pub name: String,
    /// The text.
    pub text: String,
    line_starts: Vec<u32>,
}

impl Source {
    /// Indexes the lines of a text.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut line_starts = vec![0];
        line_starts
            .extend(text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n').map(|(at, _)| at as u32 + 1));
        Self { name: name.into(), text, line_starts }
    }

    /// The line of a byte, counted from one.
    #[must_use]
    pub fn line(&self, at: u32) -> u32 {
        self.line_starts.partition_point(|&start| start <= at) as u32
    }

    /// Line and column of a byte.
    #[must_use]
    pub fn position(&self, at: u32) -> Position {
        let line = self.line(at);
        let start = self.line_starts[line as usize - 1] as usize;
        let mut at = (at as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        Position { line, column: self.text[start..at].chars().count() as u32 + 1 }
    }

    /// The text of a line (counted from one), without its end.
    #[must_use]
    pub fn line_text(&self, line: u32) -> &str {
        let index = line as usize - 1;
        let start = self.line_starts[index] as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }
}

/// The files of a program.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, source: Source) -> SourceId {
        self.files.push(source);
        SourceId(u16::try_from(self.files.len() - 1).expect("a program has at most 65,535 files"))
    }

    /// A file.
    #[must_use]
    pub fn get(&self, id: SourceId) -> &Source {
        &self.files[usize::from(id.0)]
    }

    /// The last file.
    #[must_use]
    pub fn last(&self) -> SourceId {
        SourceId(self.files.len().saturating_sub(1) as u16)
    }

    /// Whether the user's program is in more than one file, so that a line alone does not say where.
    #[must_use]
    pub fn are_several(&self) -> bool {
        // The first one is the library.
        self.files.len() > 2
    }

    /// A place as one number, over all files; the library's are never shown, and have none.
    #[must_use]
    pub fn number(&self, span: Span) -> Option<u32> {
        let at = usize::from(span.source.0);
        let before: usize = self.files.get(1..at)?.iter().map(|file| file.text.len() + 1).sum();
        u32::try_from(before).ok()?.checked_add(span.start)
    }

    /// The place that a number stands for.
    #[must_use]
    pub fn span_of(&self, number: u32) -> Span {
        let mut rest = number as usize;
        for (at, file) in self.files.iter().enumerate().skip(1) {
            if rest <= file.text.len() {
                return Span { source: SourceId(at as u16), start: rest as u32, end: rest as u32 };
            }
            rest -= file.text.len() + 1;
        }
        Span::default()
    }

    /// The line on which a span begins, for a sentence such as "in line …": with its file where there are several.
    #[must_use]
    pub fn line_in_words(&self, span: Span) -> String {
        let (line, file) = (self.line(span), &self.get(span.source).name);
        if self.are_several() { format!("{line} of {file}") } else { line.to_string() }
    }

    /// The line on which a span begins, short: `12`, or `file.abs:12` where there are several.
    #[must_use]
    pub fn short_line(&self, span: Span) -> String {
        let (line, file) = (self.line(span), &self.get(span.source).name);
        if self.are_several() { format!("{file}:{line}") } else { line.to_string() }
    }

    /// The line on which a span begins.
    #[must_use]
    pub fn line(&self, span: Span) -> u32 {
        self.get(span.source).line(span.start)
    }

    /// The file, line and column of a span's beginning.
    #[must_use]
    pub fn place(&self, span: Span) -> SourcePlace {
        let source = self.get(span.source);
        let position = source.position(span.start);
        // The first file is the library.
        let whose = if span.source.0 == 0 { Whose::Library } else { Whose::Program };
        let (line, column) = (position.line, position.column);
        SourcePlace { file: source.name.clone(), line, column, whose, ..SourcePlace::default() }
    }
}
