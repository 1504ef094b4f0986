//! One run along a random schedule, as a simulator would make it.

use raddle_explore::context::{Failure, Interruption};
use raddle_explore::ending::{Ending, of_standstill};
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::words::Words;

use crate::machine::program::AbsProgram;
use crate::machine::state::name_hash;
use crate::trace::{self, Trace};

/// What a simulation gave.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// What happened.
    pub trace: Trace,
    /// The choices that were made.
    pub schedule: Vec<Choice>,
    /// How it ended; none if the limit of steps was reached or a step was interrupted.
    pub ending: Option<Ending>,
    /// What the tasks are called that wait at its end.
    pub words: Words,
}

impl Simulation {
    /// Everything that went wrong.
    pub fn failures(&self) -> impl Iterator<Item = &Failure> {
        self.trace.steps.iter().flat_map(|step| &step.failures)
    }

    /// Why a step did not come to its end.
    #[must_use]
    pub fn interruption(&self) -> Option<&Interruption> {
        self.trace.interruption.as_ref()
    }
}

/// Runs the program along the schedule that the seed stands for, at most so many steps. What the program prints is
/// handed on as it is printed.
pub fn simulate(program: &AbsProgram, seed: u64, limit: u64, print: &mut dyn FnMut(&str)) -> Simulation {
    let mut run = program.initial();
    let mut simulation =
        Simulation { trace: Trace::default(), schedule: Vec::new(), ending: None, words: Words::default() };
    let after_main = program.starts_after_main();
    for number in 0..limit {
        let choices = run.choices();
        if choices.is_empty() {
            let mut buffer = PendingBuffer::default();
            run.pending(&mut buffer);
            simulation.ending = Some(of_standstill(&buffer, false));
            let left = buffer.entries().iter().map(|entry| entry.actor);
            simulation.words = Words::of(&run, program.names(), left, []);
            break;
        }
        let drawn = name_hash(seed, 4, number as u32) % choices.len() as u64;
        let choice = choices[drawn as usize];
        trace::record(&mut run, choice, &mut simulation.trace);
        // The schedules of searches begin behind main's first step, and so does this one.
        if number > 0 || !after_main {
            simulation.schedule.push(choice);
        }
        if simulation.trace.interruption.is_some() {
            break;
        }
        if let Some(step) = simulation.trace.steps.last()
            && !step.output.is_empty()
        {
            print(&step.output);
        }
    }
    trace::finish(&run, &mut simulation.trace);
    simulation
}
