//! Where in a program's source something is, as data: what a report points at, and how it reads in a line of text.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Whose code it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// The program's own.
    #[default]
    Program,
    /// That of the language's library.
    Library,
}

/// A place in the source. What is not known is empty, or 0.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct SourcePlace {
    /// The file.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The line, from 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub line: u32,
    /// The column, from 1.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub column: u32,
    /// The function, with the names of what it is declared in.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// Whose code it is.
    pub whose: Whose,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl SourcePlace {
    /// Whether nothing is known of it.
    pub fn is_empty(&self) -> bool {
        self.file.is_empty() && self.function.is_empty()
    }

    /// Whether it is in code of the library.
    pub fn is_of_library(&self) -> bool {
        self.whose == Whose::Library
    }

    /// Its file and line, such as `Foo.java:12`; empty where there is no file.
    pub fn file_and_line(&self) -> String {
        match (self.file.as_str(), self.line) {
            ("", _) => String::new(),
            (file, 0) => file.to_owned(),
            (file, line) => format!("{file}:{line}"),
        }
    }
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SourcePlace { file, line, column, function, .. } = self;
        match (function.as_str(), file.as_str(), *line, *column) {
            ("", "", ..) => Ok(()),
            ("", _, _, 0) => formatter.write_str(&self.file_and_line()),
            ("", ..) => write!(formatter, "{file}:{line}:{column}"),
            (_, "", 0, _) => write!(formatter, "{function}(Unknown Source)"),
            (_, "", ..) => write!(formatter, "{function}:{line}"),
            _ => write!(formatter, "{function}({})", self.file_and_line()),
        }
    }
}

/// One line of a stack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StackLine {
    /// A call.
    Call(SourcePlace),
    /// What follows are the calls of what caused the lines before: what that is.
    Cause(String),
}

impl StackLine {
    /// Whether it is a call of the library.
    pub fn is_of_library(&self) -> bool {
        matches!(self, StackLine::Call(place) if place.is_of_library())
    }
}

impl fmt::Display for StackLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StackLine::Call(place) => place.fmt(formatter),
            StackLine::Cause(what) => write!(formatter, "caused by {what}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SourcePlace;

    #[test]
    fn each_language_reads_as_it_is_used_to() {
        let place = |function: &str, file: &str, line: u32, column: u32| {
            let (function, file) = (function.to_owned(), file.to_owned());
            SourcePlace { file, line, column, function, ..SourcePlace::default() }.to_string()
        };
        assert_eq!(place("Foo.main", "Foo.java", 12, 0), "Foo.main(Foo.java:12)");
        assert_eq!(place("Foo.main", "Foo.java", 0, 0), "Foo.main(Foo.java)");
        assert_eq!(place("Foo.main", "", 0, 0), "Foo.main(Unknown Source)");
        assert_eq!(place("", "barber.abs", 7, 3), "barber.abs:7:3");
        assert_eq!(place("", "barber.abs", 7, 0), "barber.abs:7");
        assert_eq!(place("philosopher 0", "", 1, 0), "philosopher 0:1");
        assert_eq!(place("", "", 0, 0), "");
    }
}
