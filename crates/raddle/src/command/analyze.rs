//! `raddle analyze PROGRAM`: the static deadlock analysis alone.

use std::process::ExitCode;

use raddle_abs::deadlock::analysis::describe::Describe;
use raddle_abs::deadlock::{self, AnalysisOptions};

use crate::arguments::{Analyze, Format};
use crate::mistake::Mistake;
use crate::program::{self, abs};
use crate::terminal;

/// Analyses the program that the arguments name.
pub fn run(mut wanted: Analyze) -> Result<ExitCode, Mistake> {
    if !abs::is_meant(&wanted.program) {
        let what = format!(
            "'{}': only ABS programs are analysed: expected a file such as barber.abs",
            wanted.program
        );
        return Err(Mistake::new(what));
    }
    program::take_other_files(&wanted.program, wanted.others, &mut wanted.abs)?;
    let program = abs::read(&wanted.program, &wanted.program, &wanted.abs, true)?;
    for gap in program.gaps() {
        anstream::eprintln!("warning: {gap} can't be run, and the analysis says nothing of it");
    }
    for restriction in program.restrictions() {
        anstream::eprintln!("warning: {restriction}: it may tell of cycles that no run closes");
    }
    let options = AnalysisOptions {
        precision: wanted.abs.precision,
        graph: wanted.abs.graph.kind(),
        ..AnalysisOptions::default()
    };
    let analysis = deadlock::analyze(&program, options);
    let describe = Describe::new(&program, &analysis);
    terminal::print(&match wanted.format {
        _ if wanted.dot => describe.dot(),
        Format::Json => format!("{}\n", describe.json()),
        Format::Text => describe.text(wanted.constraints),
    });
    Ok(ExitCode::SUCCESS)
}
