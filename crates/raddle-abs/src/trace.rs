//! What happened in a run, for people: its macro steps, the interleavings table, and who waits for whom at the end.
//!
//! Source: seed 001, section 4.1. An entry of the table is a macro step: its number (the seed's clock), its location
//! and task, the line it begins at, and its status: `return`, or the line and the future it awaits or blocks on.

use raddle_explore::context::{Failure, Interruption};
use raddle_explore::program::Choice;

use crate::machine::builtins::{location_name, show, task_name};
use crate::machine::evaluate::Recorder;
use crate::machine::state::{Outcome, Phase, Wait};
use crate::machine::step::StepEnd;
use crate::machine::value::TaskId;
use crate::machine::waits;
use crate::machine::{program::AbsProgram, run::AbsRun};

/// One macro step.
#[derive(Clone, Debug)]
pub struct MacroStep {
    /// Its number; the main block's first step has 0.
    pub number: usize,
    /// Where it ran.
    pub location: String,
    /// The task that ran.
    pub task: String,
    /// The line it began at, with its file where there are several; empty for the clock's.
    pub line: String,
    /// How it ended, in words.
    pub status: String,
    /// The tasks that the task waits for now.
    pub waits_for: Vec<String>,
    /// What it printed.
    pub output: String,
    /// What went wrong in it.
    pub failures: Vec<Failure>,
}

/// A task that has not finished.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The task.
    pub task: String,
    /// Its location.
    pub location: String,
    /// The line it stands at, with its file where there are several.
    pub line: String,
    /// The text of that line.
    pub source: String,
    /// What it waits for, in words.
    pub reason: String,
}

/// A run.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Its macro steps.
    pub steps: Vec<MacroStep>,
    /// The tasks that have not finished at its end.
    pub waiting: Vec<Waiting>,
    /// Those of them that wait for each other in a circle.
    pub deadlock: Vec<String>,
    /// The value of the main block, if it has ended.
    pub result: Option<String>,
    /// The state at its end.
    pub state: String,
    /// Why the last step did not come to its end.
    pub interruption: Option<Interruption>,
}

/// Replays a schedule and tells what happens.
#[must_use]
pub fn trace(program: &AbsProgram, schedule: &[Choice]) -> Trace {
    let mut run = program.initial();
    let mut trace = Trace::default();
    if program.starts_after_main() {
        let main = Choice::first(run.state().task(TaskId(0)).info.actor);
        record(&mut run, main, &mut trace);
    }
    for &choice in schedule {
        if trace.interruption.is_some() {
            break;
        }
        record(&mut run, choice, &mut trace);
    }
    finish(&run, &mut trace);
    trace
}

/// Fills in what is known at the end of a run.
pub(crate) fn finish(run: &AbsRun, trace: &mut Trace) {
    let (fixed, state) = (&run.shared().fixed, run.state());
    for &task in &state.active {
        let Some(activity) = state.task(task).activity() else { continue };
        let position = run.position(task);
        let sources = &run.shared().sources;
        trace.waiting.push(Waiting {
            task: task_name(fixed, state, task),
            location: location_name(fixed, state, state.task(task).info.location),
            line: sources.line_in_words(position),
            source: sources.get(position.source).line_text(sources.line(position)).trim().to_owned(),
            reason: reason(run, task, &activity.wait),
        });
    }
    if let Some(chain) = waits::deadlock_chain(state) {
        trace.deadlock = chain.into_iter().map(|task| task_name(fixed, state, task)).collect();
    }
    trace.result = match &state.task(TaskId(0)).phase {
        Phase::Done(Outcome::Value(value)) => Some(show(fixed, state, value)),
        Phase::Done(Outcome::Failed { thrown, .. }) => {
            Some(format!("exception {}", show(fixed, state, &thrown.value)))
        }
        _ => None,
    };
    trace.state = describe_state(run);
}

fn reason(run: &AbsRun, task: TaskId, wait: &Wait) -> String {
    let (fixed, state) = (&run.shared().fixed, run.state());
    let mut reasons = Vec::new();
    match wait {
        Wait::Turn | Wait::Pause | Wait::Line => {}
        Wait::Future(future) => reasons.push(format!("blocks on {}", task_name(fixed, state, *future))),
        Wait::Clock(interval) => {
            reasons.push(format!("blocks until the clock reaches {}", interval.earliest));
        }
        Wait::Choice(count) => reasons.push(format!("draws a random number below {count}")),
        Wait::Guard { futures, condition, clock } => {
            for &future in futures.iter().filter(|future| !state.task(**future).is_done()) {
                reasons.push(format!("awaits {}", task_name(fixed, state, future)));
            }
            if condition.is_some() {
                reasons.push("awaits a condition".to_owned());
            }
            if let Some(interval) = clock {
                reasons.push(format!("awaits the clock at {}", interval.earliest));
            }
        }
    }
    let location = state.task(task).info.location;
    match state.holders[location.index()] {
        Some(holder) if holder != task => {
            reasons.push(format!("its location is kept by {}", task_name(fixed, state, holder)));
        }
        _ => {}
    }
    if reasons.is_empty() { "can go on".to_owned() } else { reasons.join("; ") }
}

/// Makes one step and adds it to the trace.
pub(crate) fn record(run: &mut AbsRun, choice: Choice, trace: &mut Trace) {
    let number = trace.steps.len();
    let Some(task) = run.task_of(choice.actor) else {
        run.advance_clock();
        let status = format!("the clock goes on to {}", run.state().clock);
        trace.steps.push(MacroStep {
            number,
            location: String::new(),
            task: "clock".to_owned(),
            line: String::new(),
            status,
            waits_for: Vec::new(),
            output: String::new(),
            failures: Vec::new(),
        });
        return;
    };
    let line = run.shared().sources.short_line(run.position(task));
    let location = location_name(&run.shared().fixed, run.state(), run.state().task(task).info.location);
    let name = task_name(&run.shared().fixed, run.state(), task);
    let mut recorder = Recorder { printing: true, ..Recorder::default() };
    let made = run.make_step(task, choice.option, &mut recorder, &mut fuel());
    let made = match made {
        Ok(made) => made,
        Err(interruption) => {
            trace.interruption = Some(interruption);
            return;
        }
    };
    let (fixed, state) = (&run.shared().fixed, run.state());
    let waits_for: Vec<String> = state.task(task).activity().map_or_else(Vec::new, |activity| {
        waits::waits_for(state, task, activity).iter().map(|&other| task_name(fixed, state, other)).collect()
    });
    let at = |span| run.shared().sources.line_in_words(span);
    let on = if waits_for.is_empty() { String::new() } else { format!(" on {}", waits_for.join(", ")) };
    let status = match made.end {
        StepEnd::Returned => "return".to_owned(),
        StepEnd::Failed => "exception".to_owned(),
        StepEnd::Awaits(span) => format!("line {}: await{on}", at(span)),
        StepEnd::Blocks(span) => format!("line {}: block{on}", at(span)),
        StepEnd::Suspended(span) => format!("line {}: suspend", at(span)),
        StepEnd::Chooses(span) => format!("line {}: random", at(span)),
        StepEnd::Pauses(span) => format!("line {}: pause", at(span)),
    };
    trace.steps.push(MacroStep {
        number,
        location,
        task: name,
        line,
        status,
        waits_for,
        output: recorder.output,
        failures: made.failures,
    });
}

/// The fuel of a step that is replayed: what the kernel gives by default.
pub(crate) fn fuel() -> impl FnMut(u64) -> Result<(), Interruption> {
    let mut left = raddle_explore::context::DEFAULT_FUEL;
    move |amount| {
        left = left.checked_sub(amount).ok_or(Interruption::OutOfFuel)?;
        Ok(())
    }
}

impl Trace {
    /// The interleavings table: one line a macro step.
    #[must_use]
    pub fn table(&self) -> String {
        let header = ["step", "location", "task", "line", "status"].map(str::to_owned);
        let rows: Vec<[String; 5]> = self
            .steps
            .iter()
            .map(|step| {
                let (task, line) = (step.task.clone(), step.line.clone());
                [step.number.to_string(), step.location.clone(), task, line, step.status.clone()]
            })
            .collect();
        let mut widths = header.clone().map(|text| text.chars().count());
        for row in &rows {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        let mut text = String::new();
        for row in std::iter::once(&header).chain(&rows) {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(widths) {
                line.push_str(&format!("{cell:width$}  "));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// Who waits for whom at the end, one line a task.
    #[must_use]
    pub fn waits(&self) -> String {
        let lines = self.waiting.iter().map(|waiting| {
            format!("{} in {} (line {}): {}\n", waiting.task, waiting.location, waiting.line, waiting.reason)
        });
        lines.collect()
    }

    /// All that was printed.
    #[must_use]
    pub fn output(&self) -> String {
        self.steps.iter().map(|step| step.output.as_str()).collect()
    }
}

/// The objects and their fields, and the tasks that have not finished, one a line, in the order of their names.
#[must_use]
pub fn describe_state(run: &AbsRun) -> String {
    let (fixed, state) = (&run.shared().fixed, run.state());
    let mut objects = Vec::new();
    for (at, location) in state.locations.iter().enumerate() {
        let home = location_name(fixed, state, crate::machine::value::LocationId(at as u32));
        for object in &location.objects {
            let class = &fixed.program.classes[object.info.class.index()];
            let fields: Vec<String> = class
                .fields
                .iter()
                .zip(&object.fields)
                .map(|(field, value)| format!("{} = {}", field.name, show(fixed, state, value)))
                .collect();
            let (creator, ordinal) = &object.info.creator;
            let key = (creator.path.clone(), *ordinal);
            let dead = if object.dead { ", dead" } else { "" };
            objects.push((key, format!("{home}: {}({}){dead}\n", class.name, fields.join(", "))));
        }
    }
    objects.sort();
    let mut text: String = objects.into_iter().map(|(_, line)| line).collect();
    for &task in &state.active {
        text.push_str(&format!("unfinished: {}\n", task_name(fixed, state, task)));
    }
    text
}
