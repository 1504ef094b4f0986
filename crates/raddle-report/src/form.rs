//! The forms in which reports are written, and which of them wait for all reports of a command.

use crate::report::Report;
use crate::text::{self, View};
use crate::{github, json, junit, markdown, sarif};

/// A form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// For people, on a screen.
    Text,
    /// One object a line.
    Json,
    /// JUnit's XML.
    Junit,
    /// SARIF 2.1.0.
    Sarif,
    /// Commands of GitHub's workflows, which become annotations.
    Github,
    /// A summary to be read as a page.
    Markdown,
}

impl Form {
    /// All forms by their names.
    pub const ALL: [(&'static str, Form); 6] = [
        ("text", Form::Text),
        ("json", Form::Json),
        ("junit", Form::Junit),
        ("sarif", Form::Sarif),
        ("github", Form::Github),
        ("markdown", Form::Markdown),
    ];

    /// Whether each report can be written as soon as it is there; others are one document.
    pub fn is_line_by_line(self) -> bool {
        matches!(self, Form::Text | Form::Json | Form::Github)
    }

    /// The reports in this form.
    pub fn render(self, reports: &[Report], view: &View) -> String {
        match self {
            Form::Text => reports.iter().map(|report| text::render(report, view)).collect(),
            Form::Json => reports.iter().map(json::line).collect(),
            Form::Junit => junit::render(reports),
            Form::Sarif => sarif::render(reports),
            Form::Github => reports.iter().map(github::render).collect(),
            Form::Markdown => markdown::render(reports),
        }
    }
}

/// A report as text for a file or a page, without colours and as wide as pages are.
pub fn plain(report: &Report) -> String {
    let view = View { width: 100, quiet: false, verbose: false, every_step: report.actor_word == "task" };
    anstream::adapter::strip_str(&text::render(report, &view)).to_string()
}
