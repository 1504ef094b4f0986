//! Context-sensitive reduction: two steps that commute in the state at hand don't depend there.
//!
//! **Source.** Albert, Arenas, García de la Banda, Gómez-Zamalloa, Stuckey: Context-sensitive dynamic partial
//! order reduction, CAV 2017; sleep sets with conditional independence are Godefroid's (1996, chapter 5).
//! **Names.** `asleep` is the sleep set: steps whose ways on are covered by a node explored before.
//! **Deviation.** Sleep sets alone, without source sets: every step that is not asleep is taken. What commutes
//! is found by making both orders on copies and comparing the states they lead to and the failures they show;
//! steps that touch nothing in common need no trial.
//! **Guarantee.** Every final state, deadlock and failure of the full tree is met. A run whose every way on is
//! covered elsewhere counts as blocked, not as a run.

use std::sync::atomic::{AtomicBool, Ordering};

use raddle_explore::context::{Failure, Interruption, StepContext, Unwatched};
use raddle_explore::ending::{Ending, of_standstill};
use raddle_explore::finding::{Finding, FindingKind};
use raddle_explore::operation::conflict;
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::search::Stats;

use crate::machine::{program::AbsProgram, run::AbsRun};

/// What is called at the end of a run.
pub type OnRun<'s> = &'s dyn Fn(&AbsRun, &[Choice]);

/// What is wanted of the search.
#[derive(Clone, Copy, Default)]
pub struct ExactSettings<'s> {
    /// Whether the first finding ends the search.
    pub stop_at_first: bool,
    /// Ends the search when set.
    pub cancelled: Option<&'s AtomicBool>,
    /// Gives up after so many nodes.
    pub state_limit: Option<u64>,
    /// Gives up after so many runs.
    pub run_limit: Option<u64>,
    /// Called at the end of each run, with its last state and its schedule.
    pub on_run: Option<OnRun<'s>>,
}

/// What came out of it.
#[derive(Clone, Debug)]
pub struct ExactOutcome {
    /// What was counted.
    pub stats: Stats,
    /// The different findings, each with the first schedule that showed it.
    pub findings: Vec<Finding>,
    /// Whether every way was followed to its end or found covered.
    pub complete: bool,
    /// Whether there were as many runs as may be.
    pub is_out_of_runs: bool,
    /// Why a step did not come to its end, if one did not.
    pub interruption: Option<Interruption>,
}

struct Node {
    run: AbsRun,
    /// Steps to take, and which is the next.
    choices: Vec<Choice>,
    next: usize,
    asleep: Vec<Choice>,
}

struct Search<'s> {
    settings: ExactSettings<'s>,
    outcome: ExactOutcome,
    pending: PendingBuffer,
    schedule: Vec<Choice>,
}

/// Explores a program, whose options should ask for touches.
#[must_use]
pub fn explore(program: &AbsProgram, settings: ExactSettings<'_>) -> ExactOutcome {
    let outcome = ExactOutcome {
        stats: Stats::default(),
        findings: Vec::new(),
        complete: true,
        is_out_of_runs: false,
        interruption: None,
    };
    let mut search = Search { settings, outcome, pending: PendingBuffer::default(), schedule: Vec::new() };
    search.run(program.start());
    search.outcome
}

impl Search<'_> {
    fn run(&mut self, start: AbsRun) {
        let mut nodes: Vec<Node> = Vec::new();
        if let Some(node) = self.open(start, Vec::new()) {
            nodes.push(node);
        }
        while let Some(node) = nodes.last_mut() {
            if self.over() {
                self.outcome.complete = false;
                return;
            }
            let Some(&choice) = node.choices.get(node.next) else {
                nodes.pop();
                self.schedule.pop();
                continue;
            };
            let done = &node.choices[..node.next];
            let candidates: Vec<Choice> = node.asleep.iter().chain(done).copied().collect();
            node.next += 1;
            let mut run = node.run.clone();
            self.outcome.stats.steps += 1;
            let failures = match make(&mut run, choice, self.settings.cancelled) {
                Ok(failures) => failures,
                Err(interruption) => {
                    self.outcome.interruption = Some(interruption);
                    self.outcome.complete = false;
                    return;
                }
            };
            let base = &node.run;
            base.pending(&mut self.pending);
            let asleep: Vec<Choice> = candidates
                .into_iter()
                .filter(|&other| {
                    other.actor != choice.actor
                        && commute(
                            base,
                            &self.pending,
                            (choice, &run, &failures),
                            other,
                            self.settings.cancelled,
                        )
                })
                .collect();
            self.schedule.push(choice);
            for failure in failures {
                self.report(FindingKind::Failure(choice.actor, failure));
            }
            match self.open(run, asleep) {
                Some(node) => nodes.push(node),
                None => {
                    self.schedule.pop();
                }
            }
        }
    }

    fn over(&mut self) -> bool {
        let stats = &self.outcome.stats;
        self.outcome.is_out_of_runs = self.settings.run_limit.is_some_and(|limit| stats.runs >= limit);
        let cancelled = self.settings.cancelled.is_some_and(|flag| flag.load(Ordering::Relaxed));
        let spent = self.settings.state_limit.is_some_and(|limit| self.outcome.stats.states >= limit);
        let found = self.settings.stop_at_first && !self.outcome.findings.is_empty();
        cancelled || spent || found || self.outcome.is_out_of_runs
    }

    /// A node for this state, unless the run ends here.
    fn open(&mut self, run: AbsRun, asleep: Vec<Choice>) -> Option<Node> {
        self.outcome.stats.states += 1;
        self.outcome.stats.longest = self.outcome.stats.longest.max(self.schedule.len() as u64);
        run.pending(&mut self.pending);
        let enabled: Vec<Choice> = self
            .pending
            .enabled()
            .flat_map(|entry| (0..entry.options).map(|option| Choice { actor: entry.actor, option }))
            .collect();
        if enabled.is_empty() {
            self.outcome.stats.runs += 1;
            if let Some(on_run) = self.settings.on_run {
                on_run(&run, &self.schedule);
            }
            match of_standstill(&self.pending, false) {
                Ending::Deadlock(cycle) => {
                    self.outcome.stats.deadlocks += 1;
                    self.report(FindingKind::Deadlock(cycle));
                }
                Ending::Stuck(actors) => {
                    self.outcome.stats.deadlocks += 1;
                    self.report(FindingKind::Stuck(actors));
                }
                _ => {}
            }
            return None;
        }
        let choices: Vec<Choice> = enabled.into_iter().filter(|choice| !asleep.contains(choice)).collect();
        if choices.is_empty() {
            self.outcome.stats.blocked_runs += 1;
            return None;
        }
        self.outcome.stats.choice_points += u64::from(choices.len() > 1);
        Some(Node { run, choices, next: 0, asleep })
    }

    fn report(&mut self, kind: FindingKind) {
        if self.outcome.findings.iter().all(|finding| finding.kind != kind) {
            let schedule = self.schedule.clone();
            self.outcome.findings.push(Finding { kind, schedule, minimised: false });
        }
    }
}

/// Makes a step that ends when the flag is set; what failed in it.
fn make(
    run: &mut AbsRun,
    choice: Choice,
    cancelled: Option<&AtomicBool>,
) -> Result<Vec<Failure>, Interruption> {
    let never = AtomicBool::new(false);
    let mut context = StepContext::new(cancelled.unwrap_or(&never), Unwatched);
    context.begin();
    run.step(choice, &mut context)?;
    let failed = std::mem::take(&mut context.effects.failures);
    Ok(failed.into_iter().map(|failed| failed.failure).collect())
}

/// Do `first` and `other`, both possible in `base`, commute there? `after_first` is the state after `first`, which showed
/// these failures.
fn commute(
    base: &AbsRun,
    pending: &PendingBuffer,
    (first, after_first, failures): (Choice, &AbsRun, &[Failure]),
    other: Choice,
    cancelled: Option<&AtomicBool>,
) -> bool {
    let touches = |choice: Choice| pending.of(choice.actor).map(|entry| pending.touches(entry));
    if let (Some(left), Some(right)) = (touches(first), touches(other))
        && !left.is_empty()
        && !right.is_empty()
        && !conflict(left, right)
    {
        return true;
    }
    let can = |run: &AbsRun, choice: Choice| run.task_of(choice.actor).is_some_and(|task| run.can_move(task));
    if !can(base, other) || !can(after_first, other) {
        return false;
    }
    let mut one = after_first.clone();
    let mut two = base.clone();
    let Ok(mut shown_one) = make(&mut one, other, cancelled) else { return false };
    let Ok(mut shown_two) = make(&mut two, other, cancelled) else { return false };
    if !can(&two, first) {
        return false;
    }
    let Ok(more) = make(&mut two, first, cancelled) else { return false };
    shown_one.extend_from_slice(failures);
    shown_two.extend(more);
    shown_one.sort();
    shown_two.sort();
    shown_one == shown_two && one.fingerprint() == two.fingerprint()
}
