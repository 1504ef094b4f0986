//! Context-sensitive reduction: two steps that commute in the state at hand don't depend there.
//!
//! **Source.** Albert, Arenas, García de la Banda, Gómez-Zamalloa, Stuckey: Context-sensitive dynamic partial
//! order reduction, CAV 2017; sleep sets with conditional independence are Godefroid's (1996, chapter 5).
//! **Names.** `asleep` is the sleep set: steps whose ways on are covered by a node explored before.
//! **Deviation.** Sleep sets alone, without source sets: every step that is not asleep is taken. What commutes
//! is found by making both orders on copies and comparing the states they lead to and the failures they show;
//! steps that touch nothing in common need no trial. Under a bound that depends on the order of independent steps nothing
//! sleeps.
//! **Guarantee.** Every final state, deadlock and failure of the full tree is met. A run whose every way on is
//! covered elsewhere counts as blocked, not as a run. Counts are the same for any number of workers.

use raddle_explore::arrival::arrive;
use raddle_explore::bounds::Used;
use raddle_explore::context::{Failure, Interruption, StepContext, Unwatched};
use raddle_explore::ending::Ending;
use raddle_explore::guide::Guide;
use raddle_explore::names::ActorId;
use raddle_explore::operation::conflict;
use raddle_explore::pool::Pool;
use raddle_explore::program::{Choice, PendingBuffer, Run};
use raddle_explore::search::Settings;
use raddle_explore::strategy::{Job, Strategy};
use raddle_explore::verdict::Bound;
use raddle_explore::walker::Walker;
use raddle_explore::worker::Worker;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

use crate::machine::{program::AbsProgram, run::AbsRun};

/// The strategy; the options of its program should ask for touches.
pub struct Exact;

/// All that begins with these choices, less what is covered by steps that were possible before the last of them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ExactJob {
    choices: Vec<Choice>,
    /// The steps whose ways on are covered where the last choice was made.
    before: Vec<Choice>,
}

impl Job for ExactJob {
    fn for_each_actor(&mut self, rename: &mut dyn FnMut(&mut ActorId)) {
        self.choices.for_each_actor(rename);
        self.before.for_each_actor(rename);
    }
}

impl<G: Guide<AbsRun>> Strategy<AbsProgram, G> for Exact {
    type Job = ExactJob;

    fn seed(&self, _: &Settings) -> Vec<ExactJob> {
        vec![ExactJob::default()]
    }

    fn explore(&self, worker: &mut Worker<'_, AbsProgram, G>, jobs: &Pool<ExactJob>, job: ExactJob) {
        let mut search = Search { walker: Walker::new(worker.program), nodes: Vec::new() };
        search.begin(worker, job);
        while !worker.stopped() && search.next(worker) {
            while worker.may_share() && jobs.hungry() && search.give_away(jobs) {}
        }
    }
}

struct Node {
    /// How many steps lead to it.
    position: usize,
    /// Steps to take, and which is the next.
    choices: Vec<Choice>,
    next: usize,
    asleep: Vec<Choice>,
    used: Used,
}

struct Search<G: Guide<AbsRun>> {
    walker: Walker<AbsProgram, G>,
    nodes: Vec<Node>,
}

impl<G: Guide<AbsRun>> Search<G> {
    /// Makes the first choices of a job; all but the last have been made and counted by whoever gave it away.
    fn begin(&mut self, worker: &mut Worker<'_, AbsProgram, G>, job: ExactJob) {
        let Some((&last, way)) = job.choices.split_last() else {
            return self.open(worker, Vec::new(), Used::default());
        };
        let mut used = Used::default();
        for &choice in way {
            let before = worker.stats;
            used =
                used.after(&worker.settings.bounds, &self.walker.pending, choice.actor).unwrap_or_default();
            if let Err(interruption) = self.walker.lead(worker, choice) {
                return worker.lost(interruption);
            }
            worker.forget_steps_since(&before);
        }
        if G::ACTIVE {
            self.walker.visit(worker);
        }
        self.step(worker, last, &job.before, used);
    }

    /// Takes the next step of the deepest node; `false` when none is left.
    fn next(&mut self, worker: &mut Worker<'_, AbsProgram, G>) -> bool {
        let Some(node) = self.nodes.last_mut() else { return false };
        let Some(&choice) = node.choices.get(node.next) else {
            self.nodes.pop();
            return true;
        };
        let before: Vec<Choice> = node.asleep.iter().chain(&node.choices[..node.next]).copied().collect();
        node.next += 1;
        let (position, used) = (node.position, node.used);
        if self.walker.len() != position {
            if let Err(interruption) = self.walker.rewind(worker, position, false) {
                worker.lost(interruption);
                return false;
            }
            self.walker.mark(worker);
        }
        self.step(worker, choice, &before, used);
        true
    }

    /// Makes a step from a node where the ways on of these others are covered.
    fn step(
        &mut self,
        worker: &mut Worker<'_, AbsProgram, G>,
        choice: Choice,
        covered: &[Choice],
        used: Used,
    ) {
        let bounds = &worker.settings.bounds;
        let used = match used.after(bounds, &self.walker.pending, choice.actor) {
            Ok(used) => used,
            Err(bound) => return worker.hit(bound),
        };
        let covered = if bounds.depend_on_order() { &[] } else { covered };
        let (base, pending) = (self.walker.run.clone(), self.walker.pending.clone());
        if let Err(interruption) = self.walker.step(worker, choice) {
            let ending = worker.interrupted(interruption);
            return worker.end_run(&self.walker.run, &self.walker.log, &ending);
        }
        let failed = &worker.context.effects.failures;
        let failures: Vec<Failure> = failed.iter().map(|failed| failed.failure.clone()).collect();
        let first = (choice, &self.walker.run, failures.as_slice());
        let stop = worker.context.cancellation();
        let commutes =
            |other: &&Choice| other.actor != choice.actor && commute(&base, &pending, first, **other, stop);
        let asleep = covered.iter().filter(commutes).copied().collect();
        self.open(worker, asleep, used);
    }

    /// Comes to a state: a node, unless the run ends here.
    fn open(&mut self, worker: &mut Worker<'_, AbsProgram, G>, asleep: Vec<Choice>, used: Used) {
        let ending = match self.list(worker, asleep, used) {
            Ok(node) => {
                worker.stats.choice_points += u64::from(node.choices.len() > 1);
                if node.choices.len() > 1 {
                    self.walker.mark(worker);
                }
                self.nodes.push(node);
                return;
            }
            Err(ending) => ending,
        };
        worker.end_run(&self.walker.run, &self.walker.log, &ending);
    }

    fn list(
        &mut self,
        worker: &mut Worker<'_, AbsProgram, G>,
        asleep: Vec<Choice>,
        used: Used,
    ) -> Result<Node, Ending> {
        if !worker.count_state() {
            return Err(Ending::Interrupted);
        }
        let answer = arrive(worker, &mut self.walker, None)?;
        let pending = &self.walker.pending;
        let may_go = |actor| !G::ACTIVE || !answer.left_out.contains(&actor);
        let (mut choices, mut is_cut) = (Vec::new(), false);
        for entry in pending.enabled().filter(|entry| may_go(entry.actor)) {
            if let Err(bound) = used.after(&worker.settings.bounds, pending, entry.actor) {
                worker.hit(bound);
                is_cut = true;
                continue;
            }
            choices.extend((0..entry.options).map(|option| Choice { actor: entry.actor, option }));
        }
        choices.retain(|choice| !asleep.contains(choice));
        match choices.is_empty() {
            true if is_cut => Err(Ending::Cut(Bound::Preemptions)),
            true => Err(Ending::Blocked),
            false => Ok(Node { position: self.walker.len(), choices, next: 0, asleep, used }),
        }
    }

    /// Gives the last step of the first node that has one to spare to another worker: those before it there count as
    /// covered. `false` when there is none to spare.
    fn give_away(&mut self, jobs: &Pool<ExactJob>) -> bool {
        let left: usize = self.nodes.iter().map(|node| node.choices.len() - node.next).sum();
        // The last one is this worker's own: whoever gave it away would have nothing left to do.
        if left < 2 {
            return false;
        }
        let Some(node) = self.nodes.iter_mut().find(|node| node.next < node.choices.len()) else {
            return false;
        };
        let Some(choice) = node.choices.pop() else { return false };
        let before = node.asleep.iter().chain(&node.choices).copied().collect();
        let choices = self.walker.log.choices().take(node.position).chain([choice]).collect();
        jobs.give(ExactJob { choices, before });
        true
    }
}

/// Makes a step that ends when the flag is set; what failed in it.
fn make(run: &mut AbsRun, choice: Choice, cancelled: &AtomicBool) -> Result<Vec<Failure>, Interruption> {
    let mut context = StepContext::new(cancelled, Unwatched);
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
    cancelled: &AtomicBool,
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
