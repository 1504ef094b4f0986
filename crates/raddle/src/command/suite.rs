//! `check --tests FOLDER`, `--until WHAT`: a suite of test cases for an ABS program, one for each run that is kept.
//!
//! Without `--until` every run is kept; with it only those that cover something new, and the search ends when all is
//! covered. A case is written as soon as it is kept, as a whole or not at all.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use raddle_abs::coverage::{Coverage, test_case};
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::ending::Ending;
use raddle_explore::program::Choice;
use raddle_explore::search::EndOfRun;
use raddle_report::report::Covered;

use crate::command::request::CheckRequest;
use crate::mistake::Mistake;
use crate::program::abs::Until;
use crate::terminal::files;
use crate::test_file::{OfProgram, SavedTest};

struct Growing {
    coverage: Coverage,
    cases: usize,
    wrong: Option<String>,
}

/// A suite that grows while the search goes on.
pub struct Suite<'s> {
    program: &'s AbsProgram,
    of: OfProgram,
    folder: Option<PathBuf>,
    until: Option<Until>,
    /// Set when all that is wanted is covered.
    done: AtomicBool,
    growing: Mutex<Growing>,
}

impl<'s> Suite<'s> {
    /// An empty suite; its folder is made if it is not there.
    pub fn new(program: &'s AbsProgram, request: &CheckRequest) -> Result<Suite<'s>, Mistake> {
        let (folder, until) = (request.tests.clone(), request.until);
        let of = OfProgram {
            program: request.name.clone(),
            path: Some(files::from_anywhere(Path::new(&request.name))),
            arguments: request.words(),
        };
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder)
                .map_err(|error| Mistake::new(format!("--tests '{}': {error}", folder.display())))?;
        }
        let growing = Growing { coverage: Coverage::new(program), cases: 0, wrong: None };
        let done = AtomicBool::new(false);
        Ok(Suite { program, of, folder, until, done, growing: Mutex::new(growing) })
    }

    /// What ends the search: all that is wanted is covered, or somebody asks for the end.
    pub fn done(&self) -> &AtomicBool {
        &self.done
    }

    /// Takes a run that has ended, if it is worth it.
    pub fn take(&self, end: &EndOfRun<'_>) {
        if !matches!(end.ending, Ending::Complete | Ending::Deadlock(_) | Ending::Stuck(_)) {
            return;
        }
        let schedule: Vec<Choice> = end.log.choices().collect();
        let mut growing = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        let new = growing.coverage.add(self.program, &schedule);
        if self.until.is_some() && !new {
            return;
        }
        growing.cases += 1;
        if let Err(error) = self.write(&schedule, growing.cases) {
            growing.wrong = Some(error);
            self.done.store(true, Ordering::Relaxed);
        }
        let (covered, all) = match self.until {
            Some(Until::Statements) => growing.coverage.statements(),
            Some(Until::Branches) => growing.coverage.branches(),
            None => return,
        };
        if covered == all {
            self.done.store(true, Ordering::Relaxed);
        }
    }

    fn write(&self, schedule: &[Choice], number: usize) -> Result<(), String> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let case = test_case(self.program, schedule);
        SavedTest::new(&self.of, &case).write(&folder.join(format!("test_{number:06}.json")))
    }

    /// What the suite covers now, or why it could not be written.
    pub fn covered(&self) -> Result<Covered, Mistake> {
        let growing = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        match &growing.wrong {
            Some(wrong) => Err(Mistake::new(wrong.clone())),
            None => Ok(Covered {
                cases: growing.cases,
                statements: growing.coverage.statements(),
                branches: growing.coverage.branches(),
            }),
        }
    }

    /// Whether the search ended because all that is wanted is covered.
    pub fn is_satisfied(&self) -> bool {
        let growing = self.growing.lock().unwrap_or_else(PoisonError::into_inner);
        let (covered, all) = match self.until {
            Some(Until::Statements) => growing.coverage.statements(),
            Some(Until::Branches) => growing.coverage.branches(),
            None => return false,
        };
        covered == all
    }
}
