//! Reports as a summary in Markdown: a table of all, then each finding with its picture.

use crate::form::plain;
use crate::report::{Answer, Report};
use crate::text::{claim, coverage, statistics};

/// A text in a cell or a line: nothing in it is taken for a mark.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => escaped.push(' '),
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => escaped.extend(['\\', letter]),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// A fence that is longer than all rows of backticks in the text.
fn fence(text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    "`".repeat(longest.max(2) + 1)
}

fn mark(answer: Answer) -> &'static str {
    match answer {
        Answer::Proved => "✅",
        Answer::Found | Answer::Error => "❌",
        Answer::Bounded | Answer::Sampled | Answer::Incomplete => "⚠️",
    }
}

/// The reports as one document.
pub fn render(reports: &[Report]) -> String {
    let mut text = String::from("## raddle\n\n| program | verdict | |\n|---|---|---|\n");
    for report in reports {
        let (mark, word) = (mark(report.verdict), report.verdict.word());
        text.push_str(&format!(
            "| {} | {mark} {word} | {} |\n",
            escaped(&report.program),
            escaped(&claim(report))
        ));
    }
    for report in reports {
        if report.verdict == Answer::Found || !report.warnings.is_empty() {
            let picture = plain(report);
            let fence = fence(&picture);
            text.push_str(&format!("\n### {}\n\n{fence}text\n{picture}{fence}\n", escaped(&report.program)));
        } else if let Some(coverage) = coverage(report) {
            let figures = statistics(report, false);
            text.push_str(&format!(
                "\n### {}\n\n{} {}\n",
                escaped(&report.program),
                escaped(&figures),
                escaped(&coverage)
            ));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{escaped, fence};

    #[test]
    fn nothing_is_taken_for_a_mark() {
        assert_eq!(escaped("Map<K>|a_b\nc"), "Map&lt;K>\\|a\\_b c");
        assert_eq!(fence("a ``` b"), "````");
        assert_eq!(fence("none"), "```");
    }
}
