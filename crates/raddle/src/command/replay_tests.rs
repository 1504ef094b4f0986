//! `raddle replay TESTS`: runs test cases again, on the program as it is now or on another version of it, and tells which
//! of them still pass, which end in another way, and which are no longer possible.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use raddle_abs::coverage::test_case;
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::program::Program as _;
use raddle_explore::replay::{Mismatch, replay};
use raddle_explore::schedule::from_text;
use raddle_explore::search::Settings;
use serde::Serialize;

use crate::arguments::{Format, Replay};
use crate::mistake::Mistake;
use crate::program::abs::{self, AbsArguments};
use crate::terminal;
use crate::test_file::{OfProgram, SavedTest, listed};

/// What came of a test case.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case", tag = "outcome")]
enum Came {
    /// The same as before.
    Passes,
    /// The run is possible, but something is not as it was.
    Changed { differences: Vec<Difference> },
    /// The run is not possible any more.
    Impossible { step: usize, actor: String, why: String },
}

/// Something that is not as it was.
#[derive(Serialize)]
struct Difference {
    what: &'static str,
    was: String,
    is: String,
}

/// One test case that was run again.
#[derive(Serialize)]
struct Again {
    file: PathBuf,
    #[serde(flatten)]
    came: Came,
}

/// Everything that is told.
#[derive(Serialize)]
struct Told<'t> {
    version: u32,
    program: &'t str,
    passing: usize,
    changed: usize,
    impossible: usize,
    tests: &'t [Again],
}

/// Runs the test cases of a file or a folder again.
pub fn run(wanted: &Replay) -> Result<ExitCode, Mistake> {
    let mut cases = Vec::new();
    for file in listed(&wanted.file)? {
        let case = SavedTest::read(&file)?;
        cases.push((file, case));
    }
    let Some((first, SavedTest { of, .. })) = cases.first() else {
        return Err(Mistake::new(format!("'{}': there is no test case", wanted.file.display())));
    };
    if let Some((other, _)) = cases.iter().find(|(_, case)| case.of != *of) {
        return Err(Mistake::new(format!(
            "'{}' and '{}' are tests of different programs, or were made with different options: replay them one by one",
            first.display(),
            other.display()
        )));
    }
    let (name, program) = read_program(wanted, of)?;
    let mut tests = Vec::new();
    for (file, case) in &cases {
        let came = again(&program, case)
            .map_err(|what| Mistake::new(format!("'{}': {what}: write the tests again", file.display())))?;
        tests.push(Again { file: file.clone(), came });
    }
    let count = |wanted: fn(&Came) -> bool| tests.iter().filter(|test| wanted(&test.came)).count();
    let told = Told {
        version: 1,
        program: &name,
        passing: count(|came| matches!(came, Came::Passes)),
        changed: count(|came| matches!(came, Came::Changed { .. })),
        impossible: count(|came| matches!(came, Came::Impossible { .. })),
        tests: &tests,
    };
    terminal::print(&match wanted.format {
        Format::Json => {
            format!("{}\n", serde_json::to_string(&told).expect("what is told is made of texts and numbers"))
        }
        Format::Text => text(&told),
    });
    Ok(ExitCode::from(u8::from(told.passing < tests.len())))
}

fn read_program(wanted: &Replay, of: &OfProgram) -> Result<(String, AbsProgram), Mistake> {
    let mut arguments = AbsArguments::from_words(&of.arguments)?;
    let there = of.path.as_ref().filter(|path| path.exists()).and_then(|path| path.to_str());
    let name = match &wanted.program {
        Some(other) => {
            if Path::new(other).is_dir() {
                // A folder is the whole program.
                arguments.other_file.clear();
            }
            other.clone()
        }
        None => there.unwrap_or(&of.program).to_owned(),
    };
    let shown = wanted.program.clone().unwrap_or_else(|| of.program.clone());
    let program = abs::read(&name, &of.program, &arguments, true)?;
    Ok((shown, program))
}

/// Runs a test case again; or says why the file can't be one.
fn again(program: &AbsProgram, case: &SavedTest) -> Result<Came, String> {
    let mut schedule = Vec::with_capacity(case.schedule.len());
    for (actor, option) in &case.schedule {
        let words = format!("{actor}:{option}");
        match from_text(program.names(), &words) {
            Ok(choices) if choices.len() == 1 => schedule.extend(choices),
            _ => return Err(format!("it is damaged ('{actor}' is nobody who could move)")),
        }
    }
    let replayed = match replay(program, &Settings::default(), &schedule) {
        Ok(replayed) => replayed,
        Err(Mismatch::Impossible { step }) => {
            let actor = case.schedule[step].0.clone();
            let why = "it can't move there".to_owned();
            return Ok(Came::Impossible { step: step + 1, actor, why });
        }
        Err(Mismatch::Interrupted(why)) => {
            let actor = String::new();
            return Ok(Came::Impossible { step: schedule.len(), actor, why: why.to_string() });
        }
    };
    let now = test_case(program, &schedule);
    let mut differences = Vec::new();
    let mut compare = |what, was: &str, is: &str| {
        if was != is {
            differences.push(Difference { what, was: was.to_owned(), is: is.to_owned() });
        }
    };
    let value = |result: &Option<String>| result.clone().unwrap_or_else(|| "none yet".to_owned());
    compare("result", &value(&case.result), &value(&now.result));
    compare("first state", &case.initial, &now.initial);
    compare("last state", &case.last, &now.last);
    if replayed.ending.is_none() {
        compare("end", "nothing could move", "something can still move");
    }
    Ok(if differences.is_empty() { Came::Passes } else { Came::Changed { differences } })
}

fn text(told: &Told<'_>) -> String {
    let all = told.tests.len();
    let tests = if all == 1 { "test" } else { "tests" };
    let mut text = format!(
        "{all} {tests} of {}: {} pass, {} changed, {} no longer possible.\n",
        told.program, told.passing, told.changed, told.impossible
    );
    for test in told.tests {
        let file = test.file.display();
        match &test.came {
            Came::Passes => {}
            Came::Changed { differences } => {
                let _ = writeln!(text, "{file}: changed");
                for difference in differences {
                    let (was, is) = first_difference(&difference.was, &difference.is);
                    let _ = writeln!(
                        text,
                        "  {}: was {was}\n  {:>width$}  is {is}",
                        difference.what,
                        "",
                        width = difference.what.len()
                    );
                }
            }
            Came::Impossible { step, actor, why } => {
                let who = if actor.is_empty() { String::new() } else { format!(", of {actor}") };
                let _ = writeln!(text, "{file}: no longer possible\n  step {step}{who}: {why}");
            }
        }
    }
    text
}

/// The first lines in which two texts differ.
fn first_difference(was: &str, is: &str) -> (String, String) {
    let (mut before, mut after) = (was.lines(), is.lines());
    loop {
        let (one, other) = (before.next(), after.next());
        if one != other {
            let shown = |line: Option<&str>| {
                line.map_or_else(|| "nothing more".to_owned(), |line| line.trim().to_owned())
            };
            return (shown(one), shown(other));
        }
        if one.is_none() {
            return (was.to_owned(), is.to_owned());
        }
    }
}
