//! What is wrong with a file, shown with its line and a caret: one renderer for whatever reads files.

use annotate_snippets::renderer::DEFAULT_TERM_WIDTH;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// It means something else than its author may think.
    Warning,
    /// It is right, but not supported.
    Unsupported,
    /// It is wrong.
    Error,
}

/// One remark about one place of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// How bad it is.
    pub severity: Severity,
    /// What, in one sentence without a full stop.
    pub message: String,
    /// The file as it is called.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// How many characters of the line are meant.
    pub length: usize,
    /// The text of the line, without its end.
    pub text: String,
}

/// How much of a long line is taken before the place, and in all.
const BEFORE: usize = 200;
const LONGEST: usize = 500;

/// The byte of a character, or the end of the text.
fn byte(text: &str, character: usize) -> usize {
    text.char_indices().nth(character).map_or(text.len(), |(at, _)| at)
}

fn one(remark: &Remark) -> String {
    // A line may be as long as its file; what is far from the place is of no use.
    let column = remark.column.saturating_sub(1);
    let skipped = column.saturating_sub(BEFORE);
    let clean = |letter: char| if letter.is_control() && letter != '\t' { ' ' } else { letter };
    let text: String = remark.text.chars().skip(skipped).take(LONGEST).map(clean).collect();
    let start = byte(&text, column - skipped);
    let end = byte(&text, column - skipped + remark.length.max(1)).max(start);
    let level = match remark.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Unsupported => Level::WARNING.with_name("not supported"),
    };
    let title = level.primary_title(remark.message.as_str());
    let shown = Snippet::source(text.as_str())
        .line_start(remark.line)
        .annotation(AnnotationKind::Primary.span(start..end));
    // The column that is told is one of the whole line.
    let group = match skipped {
        0 => title.element(shown.path(remark.file.as_str())),
        _ => {
            let origin = Origin::path(remark.file.as_str()).line(remark.line).char_column(remark.column);
            title.element(origin).element(shown)
        }
    };
    Renderer::styled().term_width(DEFAULT_TERM_WIDTH).render(&[group])
}

/// All remarks, one below the other; with colours, which a printer takes away where they are not wanted.
pub fn render(remarks: &[Remark]) -> String {
    remarks.iter().map(|remark| one(remark) + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::{Remark, Severity, render};

    fn shown(remark: Remark) -> String {
        anstream::adapter::strip_str(&render(&[remark])).to_string()
    }

    fn remark(text: &str, column: usize, length: usize) -> Remark {
        Remark {
            severity: Severity::Error,
            message: "unknown variable y".to_owned(),
            file: "x.abs".to_owned(),
            line: 4,
            column,
            length,
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_remark_shows_its_line_and_a_caret() {
        let expected =
            ["error: unknown variable y", " --> x.abs:4:6", "  |", "4 |   ä  yy = 1;", "  |      ^^"];
        assert_eq!(shown(remark("  ä  yy = 1;", 6, 2)).lines().collect::<Vec<_>>(), expected);
        let unsupported = Remark { severity: Severity::Unsupported, ..remark("yy", 1, 1) };
        assert!(shown(unsupported).starts_with("not supported: unknown"));
    }

    #[test]
    fn whatever_the_place_is_something_short_is_shown() {
        let long = "x".repeat(10 << 20);
        let cut = shown(remark(&long, 5 << 20, 3));
        assert!(cut.contains("x.abs:4:5242880") && cut.contains("^^^") && cut.len() < 2000, "{cut}");
        for (text, column, length) in
            [("", 1, 0), ("", 9, 9), ("a\0b\u{1b}[31m", 2, 1), ("ab", 3, 5), ("\t", 1, 1)]
        {
            let shown = shown(remark(text, column, length));
            assert!(shown.contains("x.abs:4:") && shown.contains('^'), "{text:?}: {shown}");
        }
    }
}
