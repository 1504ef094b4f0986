//! Test cases and what they cover: seed 000, section 3.2.
//!
//! A test case is one derivation: its schedule, the state it begins and ends in, and the result of the main block. A
//! suite covers a statement if one of its derivations begins it, and a branch if one of them takes it (both ways of a
//! condition, every branch of a `switch` or `catch`).

use raddle_explore::program::{Choice, Program};

use crate::machine::evaluate::Recorder;
use crate::machine::program::AbsProgram;
use crate::machine::value::TaskId;
use crate::source::Span;
use crate::trace::{self, Trace, describe_state};

/// What a suite of test cases has covered.
#[derive(Clone, Debug)]
pub struct Coverage {
    statements: Vec<bool>,
    branches: Vec<bool>,
}

/// One test case.
#[derive(Clone, Debug)]
pub struct TestCase {
    /// The value of the main block, if it ended.
    pub result: Option<String>,
    /// The state behind main's first step.
    pub initial: String,
    /// The last state.
    pub last: String,
    /// The choices: each an actor's path and its option.
    pub schedule: Vec<(String, u32)>,
    /// Everything else that is known of the run.
    pub trace: Trace,
}

impl Coverage {
    /// Nothing is covered yet.
    #[must_use]
    pub fn new(program: &AbsProgram) -> Self {
        let code = &program.shared().fixed.code;
        Self { statements: vec![false; code.statements.len()], branches: vec![false; code.branches.len()] }
    }

    /// Adds what a schedule covers; tells whether that was something new.
    pub fn add(&mut self, program: &AbsProgram, schedule: &[Choice]) -> bool {
        let mut recorder = Recorder { covering: true, ..Recorder::default() };
        let mut run = program.initial();
        let main = Choice::first(run.state().task(TaskId(0)).info.actor);
        let first = program.starts_after_main().then_some(main);
        for choice in first.into_iter().chain(schedule.iter().copied()) {
            match run.task_of(choice.actor) {
                Some(task) => {
                    if run.make_step(task, choice.option, &mut recorder, &mut trace::fuel()).is_err() {
                        break;
                    }
                }
                None => run.advance_clock(),
            }
        }
        let mut new = false;
        for index in recorder.statements {
            new |= !std::mem::replace(&mut self.statements[index as usize], true);
        }
        for index in recorder.branches {
            new |= !std::mem::replace(&mut self.branches[index as usize], true);
        }
        new
    }

    /// Statements covered, and all of them.
    #[must_use]
    pub fn statements(&self) -> (usize, usize) {
        (self.statements.iter().filter(|&&covered| covered).count(), self.statements.len())
    }

    /// Branches covered, and all of them.
    #[must_use]
    pub fn branches(&self) -> (usize, usize) {
        (self.branches.iter().filter(|&&covered| covered).count(), self.branches.len())
    }

    /// Statements that are not covered.
    #[must_use]
    pub fn missing_statements(&self, program: &AbsProgram) -> Vec<Span> {
        let spans = &program.shared().fixed.code.statements;
        spans.iter().zip(&self.statements).filter(|(_, covered)| !**covered).map(|(span, _)| *span).collect()
    }

    /// Branches that are not covered: where, and which way.
    #[must_use]
    pub fn missing_branches(&self, program: &AbsProgram) -> Vec<(Span, &'static str)> {
        let branches = &program.shared().fixed.code.branches;
        branches.iter().zip(&self.branches).filter(|(_, covered)| !**covered).map(|(way, _)| *way).collect()
    }
}

/// The test case of a schedule.
#[must_use]
pub fn test_case(program: &AbsProgram, schedule: &[Choice]) -> TestCase {
    let trace = trace::trace(program, schedule);
    let initial = describe_state(&program.start());
    let named = |choice: &Choice| (program.names().path(choice.actor).to_string(), choice.option);
    TestCase {
        result: trace.result.clone(),
        initial,
        last: trace.state.clone(),
        schedule: schedule.iter().map(named).collect(),
        trace,
    }
}
