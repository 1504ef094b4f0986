//! Commands that GitHub's workflows read from the output of a step: one annotation a finding, at its line.

use crate::report::{Answer, Found, Report};
use crate::text::{claim, details, headline};

/// A text inside of a command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property of a command.
fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

fn annotation(report: &Report, found: &Found, level: &str, title: &str) -> String {
    let mut properties = Vec::new();
    if let Some(place) = found.blamed() {
        properties.push(format!("file={}", property(&report.path_of(place))));
        if place.line > 0 {
            properties.push(format!("line={}", place.line));
        }
        if place.column > 0 {
            properties.push(format!("col={}", place.column));
        }
    }
    properties.push(format!("title={}", property(&format!("raddle: {title}"))));
    let lines: Vec<String> =
        std::iter::once(headline(found, report.actor_word)).chain(details(found)).collect();
    format!("::{level} {}::{}\n", properties.join(","), escaped(&lines.join("\n")))
}

/// The annotations of a report.
pub fn render(report: &Report) -> String {
    let mut text = String::new();
    for found in &report.findings {
        text.push_str(&annotation(report, found, "error", &found.kind));
    }
    for warning in &report.warnings {
        text.push_str(&annotation(report, &warning.0, "warning", "timeout"));
    }
    let level = match report.verdict {
        Answer::Found => return text,
        Answer::Proved => "notice",
        Answer::Error => "error",
        Answer::Bounded | Answer::Sampled | Answer::Incomplete => "warning",
    };
    let title = property(&format!("raddle: {}", report.verdict.word()));
    text.push_str(&format!("::{level} title={title}::{}\n", escaped(&claim(report))));
    text
}

#[cfg(test)]
mod tests {
    use super::{escaped, property};

    #[test]
    fn what_a_command_could_take_for_its_own_is_escaped() {
        assert_eq!(escaped("100 %\nline: 2"), "100 %25%0Aline: 2");
        assert_eq!(property("C:\\a,b"), "C%3A\\a%2Cb");
    }
}
