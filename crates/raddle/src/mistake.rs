//! The user's mistakes: one line that says what is wrong and what would be right, and exit code 2.

use std::process::ExitCode;

use raddle_report::form::Form;
use raddle_report::report::Report;
use raddle_report::text::View;

/// The exit code for bad use and bad input.
pub const EXIT_CODE: u8 = 2;

/// The exit code for what is not supported, so that nothing is claimed.
const INCOMPLETE: u8 = 4;

/// Something that the user has to put right, or that keeps the tool from going on.
#[derive(Clone, Debug)]
pub struct Mistake {
    line: String,
    /// What is shown before the line, as it is: diagnostics with their places.
    diagnostics: String,
    code: u8,
}

impl Mistake {
    /// A mistake, in one line.
    pub fn new(line: impl Into<String>) -> Mistake {
        Mistake { line: line.into(), diagnostics: String::new(), code: EXIT_CODE }
    }

    /// What is wrong in a file, place by place, and what that comes to.
    pub fn in_file(diagnostics: String, line: impl Into<String>) -> Mistake {
        Mistake { diagnostics, ..Mistake::new(line) }
    }

    /// What keeps the tool from claiming anything, where it is not the user's mistake.
    pub fn gap(&self) -> Option<&str> {
        (self.code == INCOMPLETE).then_some(self.line.as_str())
    }

    /// The report of a command that came to no result because of it.
    pub fn report(&self, program: &str, strategy: &str) -> Report {
        let is_gap = self.code == INCOMPLETE;
        Report::refused(program, strategy, &self.line, is_gap, &self.diagnostics)
    }

    /// The same in a form for machines.
    pub fn told(&self, form: Form, program: &str, strategy: &str) -> String {
        let view = View { width: 80, quiet: true, verbose: false, every_step: false };
        form.render(&[self.report(program, strategy)], &view)
    }

    /// The line that says what is wrong.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// Not the user's mistake, but something that this tool does not support.
    pub fn not_supported(mut self) -> Mistake {
        self.code = INCOMPLETE;
        self
    }

    /// Whether one may have been typed for the other.
    pub fn is_near(one: &str, other: &str) -> bool {
        distance(one, other) <= 2
    }

    /// An unknown name, with the names that would be right, the nearest one first among them.
    pub fn unknown(what: &str, name: &str, known: &[&str]) -> Mistake {
        let near = known
            .iter()
            .copied()
            .filter(|other| Mistake::is_near(name, other))
            .min_by_key(|other| distance(name, other));
        let hint = near.map_or(String::new(), |near| format!("did you mean '{near}'? "));
        Mistake::new(format!("unknown {what} '{name}': {hint}known are {}", known.join(", ")))
    }

    /// What clap complains of, without its paragraphs.
    pub fn from_clap(error: &clap::Error) -> Mistake {
        let text = error.render().to_string();
        let mut line = String::new();
        let mut usage = None;
        for part in text.lines().map(str::trim).filter(|part| !part.is_empty()) {
            if let Some(rest) = part.strip_prefix("Usage: ") {
                usage = Some(rest.to_owned());
            } else if usage.is_none() && !part.starts_with("For more information") {
                let part =
                    part.strip_prefix("error: ").or_else(|| part.strip_prefix("tip: ")).unwrap_or(part);
                if !line.is_empty() {
                    line.push_str(if line.ends_with(':') { " " } else { "; " });
                }
                line.push_str(part);
            }
        }
        let command = usage.as_deref().and_then(|usage| usage.split_whitespace().nth(1));
        match command.filter(|word| word.chars().all(|letter| letter.is_ascii_lowercase())) {
            Some(command) => line.push_str(&format!(" (see 'raddle {command} --help')")),
            None => line.push_str(" (see 'raddle --help')"),
        }
        Mistake::new(line)
    }

    /// Says it, and gives the exit code.
    pub fn tell(&self) -> ExitCode {
        if !self.diagnostics.is_empty() {
            anstream::eprint!("{}", self.diagnostics);
            if !self.diagnostics.ends_with('\n') {
                anstream::eprintln!();
            }
        }
        // Whatever came from outside stays on one line.
        let line = self.line.replace(['\n', '\r'], " ");
        let error = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::Red.into()));
        anstream::eprintln!("{error}error:{error:#} {line}");
        ExitCode::from(self.code)
    }
}

/// The number of letters to change, add or remove between two words.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (index, letter) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, other) in right.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{Mistake, distance};

    #[test]
    fn distances_count_edits() {
        assert_eq!(distance("dpor", "dpor"), 0);
        assert_eq!(distance("dpr", "dpor"), 1);
        assert_eq!(distance("", "pct"), 3);
    }

    #[test]
    fn the_nearest_name_comes_first() {
        let mistake = Mistake::unknown("strategy", "dppr", &["exhaustive", "dpor"]);
        assert_eq!(mistake.line, "unknown strategy 'dppr': did you mean 'dpor'? known are exhaustive, dpor");
    }
}
