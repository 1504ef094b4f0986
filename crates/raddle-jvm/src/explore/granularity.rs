//! How coarse the steps of a program are, and what makes a search of it begin again.
//!
//! What of the library counts as one step depends on what the program asks for: who waits, how many elements a map has, the
//! states of threads ([`Granularity`]). One schedule is looked at before the search. Where a run comes upon a question that
//! this one did not, what was explored so far left out what the answer may depend on: the question is kept, and the search
//! begins again with it known (`Program::revise`).
//!
//! Guarantee: in the last round no run asks what its steps do not show.

use super::{JavaRun, Shared};
use crate::machine::stretch::Granularity;
use crate::machine::thread::ThreadId;
use raddle_explore::context::{Interruption, StepContext};
use raddle_explore::program::{Choice, PendingBuffer, Run};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{MutexGuard, PoisonError};

/// How many steps of one run are looked at to find out how coarse steps can be.
const LOOK_AHEAD: usize = 5_000;
/// How many steps one thread makes in a row there.
const TURN: usize = 200;

/// How what was asked for begins among what was learnt.
const QUESTION: &str = "asks for ";

/// How coarse the steps of all runs are.
#[derive(Default)]
pub(super) struct Grain {
    /// In this round, once a schedule was looked at; with the round of what is in sight.
    known: Option<(u32, Granularity)>,
    /// What runs have asked for.
    asked: Granularity,
    /// How often the search began again because of that.
    round: u32,
}

impl Shared {
    fn grain(&self) -> MutexGuard<'_, Grain> {
        self.granularity.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often the search began again.
    pub(super) fn round(&self) -> u32 {
        let sight = self.sight().round();
        self.grain().round + sight
    }

    /// What was learnt, for another process.
    pub(super) fn lessons(&self) -> Vec<String> {
        let mut lessons = self.sight().lessons();
        lessons.extend(self.grain().asked.questions().map(|question| format!("{QUESTION}{question}")));
        lessons.extend(self.lessons_of_identities());
        lessons
    }

    /// Begins with what another process has learnt.
    pub(super) fn take_up(&self, lessons: &[String]) {
        let lessons = self.take_up_identities(lessons);
        let is_question = |lesson: &&String| lesson.starts_with(QUESTION);
        let (questions, others): (Vec<&String>, Vec<&String>) = lessons.into_iter().partition(is_question);
        let others: Vec<String> = others.into_iter().cloned().collect();
        self.sight().take_up(&others);
        let mut grain = self.grain();
        for question in questions.iter().filter_map(|question| question.strip_prefix(QUESTION)) {
            grain.asked = grain.asked.or(Granularity::asking(question));
        }
        grain.known = None;
        grain.round += 1;
    }

    /// How coarse the steps of the program are: fine ones where the library is not called, since the optimal reduction
    /// needs them.
    pub(super) fn granularity(&self, booted: &JavaRun) -> Granularity {
        let round = self.sight().round();
        let mut grain = self.grain();
        if let Some((_, granularity)) = grain.known.filter(|(since, _)| *since == round) {
            return granularity;
        }
        let found = booted.granularity_ahead().or(grain.asked);
        grain.known = Some((round, found));
        found
    }

    /// Makes the steps as fine as was asked for, if they are not. Says whether they were too coarse.
    pub(super) fn refine(&self) -> bool {
        let mut grain = self.grain();
        let Some((round, known)) = grain.known else { return false };
        let refined = known.or(grain.asked);
        let is_outdated = refined != known;
        if is_outdated {
            grain.known = Some((round, refined));
            grain.round += 1;
        }
        is_outdated
    }
}

impl JavaRun {
    /// How coarse the steps of this run are.
    pub fn granularity(&self) -> Granularity {
        self.granularity
    }

    /// Makes the steps from here on as coarse as this.
    pub fn set_granularity(&mut self, granularity: Granularity) {
        self.granularity = granularity;
        if let Some(machine) = self.machine.as_mut() {
            machine.states_seen = granularity.states_seen;
            machine.idle_workers_wait = granularity.stretches && !granularity.waiters_seen;
        }
        if granularity.hooks {
            self.expect_end();
        }
        self.foreseen.clear();
        self.look_ahead(ThreadId(0), &[], &AtomicBool::new(false));
    }

    /// How coarse steps can be, by one schedule from here on.
    pub fn granularity_ahead(&self) -> Granularity {
        let is_coarse = self.shared.options.coarse_library_steps;
        let mut run = self.unrecorded();
        run.is_scout = true;
        // Files are no surprise to a run that looks for them.
        run.set_granularity(Granularity { stretches: is_coarse, files: true, ..Granularity::default() });
        let stretches = run.comes_upon_stretches();
        // What this run relied on, no answer does.
        self.shared.idle_workers.store(false, Ordering::Relaxed);
        let uses = run.machine.as_mut().map_or_else(Granularity::default, |machine| {
            machine.note_hooks();
            machine.note_looks_at_workers();
            machine.library_uses
        });
        if is_coarse {
            Granularity { stretches, ..uses }
        } else {
            let Granularity { files, states_seen, hooks, .. } = uses;
            Granularity { files, states_seen, hooks, ..Granularity::default() }
        }
    }

    /// Keeps in mind what the run asked for that its steps are too coarse to show, if it did: then it is of no use.
    pub(super) fn keep_questions(&mut self) -> Result<(), Interruption> {
        let Some(machine) = self.machine.as_mut().filter(|_| !self.is_scout) else { return Ok(()) };
        machine.note_hooks();
        if machine.idle_workers_wait {
            machine.note_looks_at_workers();
        }
        let seen = machine.library_uses;
        if seen.idle_workers && machine.idle_workers_wait {
            self.shared.idle_workers.store(true, Ordering::Relaxed);
        }
        if self.granularity.shows(seen) {
            return Ok(());
        }
        let mut grain = self.shared.grain();
        grain.asked = grain.asked.or(Granularity { stretches: false, idle_workers: false, ..seen });
        Err(Interruption::Outdated)
    }

    /// Goes through one schedule, and says whether a step of it was a stretch.
    fn comes_upon_stretches(&mut self) -> bool {
        let mut pending = PendingBuffer::default();
        let mut context = StepContext::plain();
        let (mut last, mut in_a_row) = (None, 0);
        let mut found = false;
        for _ in 0..LOOK_AHEAD {
            self.pending(&mut pending);
            let others = pending.enabled().find(|entry| Some(entry.actor) != last);
            let same = pending.enabled().find(|entry| Some(entry.actor) == last && in_a_row < TURN);
            let Some(entry) = same.or(others) else { break };
            let actor = entry.actor;
            in_a_row = if last == Some(actor) { in_a_row + 1 } else { 0 };
            last = Some(actor);
            context.begin();
            let thread = self.actors.iter().position(|known| *known == actor);
            found |= thread.and_then(|index| self.foreseen.get(index)).is_some_and(Option::is_some);
            if self.step(Choice::first(actor), &mut context).is_err() || self.has_exited() {
                break;
            }
        }
        found
    }
}
