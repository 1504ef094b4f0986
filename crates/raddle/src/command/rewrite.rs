//! `raddle rewrite FILE`: runs the commands of a Maude file, and prints what Maude prints.

use std::process::ExitCode;

use raddle_rewrite::diagnostic::Severity;
use raddle_rewrite::{Options, run_file};

use crate::arguments::Rewrite;
use crate::mistake::{self, Mistake};

/// Something was recognised and is not supported.
const INCOMPLETE: u8 = 4;

/// Runs the file that the arguments name.
pub fn run(wanted: &Rewrite) -> Result<ExitCode, Mistake> {
    let options = Options { timing: !wanted.no_timing, ..Options::default() };
    let mut out = std::io::stdout();
    let outcome = match run_file(&wanted.file, options, &mut out) {
        // A reader that has gone away, such as `head`, is no mistake of ours.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(ExitCode::SUCCESS),
        result => result.map_err(|error| Mistake::new(format!("'{}': {error}", wanted.file.display())))?,
    };
    for diagnostic in &outcome.diagnostics {
        anstream::eprintln!("{diagnostic}");
    }
    let worst = outcome.diagnostics.iter().map(|diagnostic| match diagnostic.severity {
        Severity::Warning => 0,
        Severity::Unsupported => INCOMPLETE,
        Severity::Error => mistake::EXIT_CODE,
    });
    // A mistake of the user's comes before a gap of ours: it may be the reason for it.
    let worst = worst.min_by_key(|&code| if code == mistake::EXIT_CODE { 0 } else { u8::MAX - code });
    Ok(ExitCode::from(worst.unwrap_or(0)))
}
