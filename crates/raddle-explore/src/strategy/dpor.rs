//! Optimal dynamic partial-order reduction: one run per Mazurkiewicz trace, none redundant, none blocked.
//!
//! **Source.** The idea is TruSt's (Kokologiannakis, Marmanis, Gladstein, Vafeiadis, POPL 2022): a search tree in which
//! every node has exactly one parent that can be computed from the node alone, so that nothing has to be remembered of
//! what was explored before. TruSt does it for execution graphs of reads and writes; here it is done for traces under
//! any dependence that is derived from touches, with blocking operations and data choices.
//!
//! **Names.** A run is extended forward by the first enabled actor. When the new event `a` conflicts with an earlier
//! event `e` that is not in the past of `a`'s actor, the run branches: a *reversal* keeps the events that were added
//! before `e` (TruSt's stamp order), what `e` knows, and what `a` knows as far as it is not behind `e`; it removes all
//! others, makes `a`, and puts `e`'s actor right behind it, with the stamp that `e` had. TruSt's "maximally added" is
//! here "not pinned": an event is pinned if it was overtaken, that is, if an event with an earlier stamp stands behind
//! it and conflicts with it, or if it took another option than the first. A reversal is made only from the run in which
//! no event that it removes is pinned: that run is the parent, and there is only one.
//!
//! **Deviations**, all of them because conflicts are not only those of one read with one write:
//! 1. An event may be put behind several others that do not know each other, one after the other. The order that counts
//!    is that of their actors' paths (`Overtakers`); other orders of the same are not made.
//! 2. Behind what it was put behind, a reversed event may in turn go before earlier ones. So may the reversing event,
//!    one step further, if it could not have jumped there at once: not before what the events that it overtook knew
//!    (`Demand::overtaken`), and not by removing what was pinned before it jumped (`Demand::pinned`).
//! 3. Where `e`'s actor can't go right behind `a` (`a` took its lock), its place is *deferred*: it pins what it would
//!    have pinned, and the actor goes on when it can. An operation that can be blocked conflicts with one place only, or
//!    two reversals may defer it in the same way.
//! 4. An operation that is blocked at the end of a run is an `a` too, since it never becomes an event there.
//! 5. Which option an actor takes is decided by siblings; reversals are looked for once, before the options part.
//! 6. A time-out ([`OperationKind::Timeout`]) is possible only where nothing else is. What waits there is an `a` as at
//!    the end of a run; later, whatever it does knows the time-out.
//! 7. What an event takes from where another left it (a message) orders it behind that one, but does not keep it there:
//!    earlier it would take something else.
//!
//! **Guarantee.** For programs that keep the promises of `program` and whose touches do not depend on the state: every
//! maximal trace is the end of exactly one run. Memory: what one run needs, times the depth of nested reversals, which
//! is bounded by the length of a run, for each of two walks (`agenda`); not the number of traces. A subtree knows
//! nothing of its siblings, so it is a job. Checked against the naive oracle: exact on more than 100,000 random programs.
//!
//! Not here: guides, bounds and early stops, which hide the events that reversals need (`covering` is for them).

use smallvec::SmallVec;

use crate::arrival::LONGEST_RUN;
use crate::context::Interruption;
use crate::ending::{self, Ending};
use crate::guide::Guide;
use crate::names::ActorId;
use crate::operation::OperationKind;
use crate::pool::Pool;
use crate::program::{Choice, Program, Run};
use crate::search::Settings;
use crate::strategy::Strategy;
use crate::strategy::agenda::{Agenda, Alternative, Level, Plan, TraceJob};
use crate::strategy::history::{Hand, History, Only, Overtakers, Reversal, Stamp};
use crate::verdict::{Bound, Gap};
use crate::walker::Walker;
use crate::worker::Worker;

/// How far apart copies of the run are kept, in steps.
const CHECKPOINT_SPACING: usize = 12;

/// The strategy.
pub struct Dpor;

impl<P: Program, G: Guide<P::Run>> Strategy<P, G> for Dpor {
    type Job = TraceJob;

    fn seed(&self, _: &Settings) -> Vec<TraceJob> {
        vec![TraceJob::default()]
    }

    fn explore(&self, worker: &mut Worker<'_, P, G>, jobs: &Pool<TraceJob>, job: TraceJob) {
        explore(worker, jobs, job);
    }
}

/// Explores one job's traces.
struct Search<P: Program, G: Guide<P::Run>> {
    walker: Walker<P, G>,
    /// What the walker has walked, and besides the places of deferred entries.
    history: History,
    agenda: Agenda,
    reversals: Vec<Reversal>,
}

/// Explores all traces of a job.
fn explore<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    jobs: &Pool<TraceJob>,
    job: TraceJob,
) {
    let mut search = Search::<P, G> {
        walker: Walker::new(worker.program),
        history: History::default(),
        agenda: Agenda::default(),
        reversals: Vec::new(),
    };
    let mut plan = Plan::from_job(job);
    loop {
        if worker.stopped() {
            return;
        }
        search.make_run(worker, &mut plan);
        while jobs.hungry()
            && let Some(job) = search.agenda.spare_job()
        {
            jobs.give(job);
        }
        if !search.agenda.next_plan(&mut plan) {
            return;
        }
    }
}

impl<P: Program, G: Guide<P::Run>> Search<P, G> {
    /// Makes one run from a plan, and a level with its siblings if it has any.
    fn make_run(&mut self, worker: &mut Worker<'_, P, G>, plan: &mut Plan) {
        if let Err(interruption) = self.rewind(worker, plan.keep) {
            return worker.lost(interruption);
        }
        let mut level = self.agenda.fresh_level();
        let begun = self.repeat(worker, plan) && self.demand(worker, plan, &mut level);
        if begun {
            if !worker.count_state() {
                return;
            }
            let ending = self.go_on(worker, &mut level);
            worker.end_run(&self.walker.run, &self.walker.log, &ending);
        }
        worker.stats.choice_points += self.agenda.keep(level, &self.history);
    }

    /// Goes back to the first `keep` entries of the history.
    fn rewind(&mut self, worker: &mut Worker<'_, P, G>, keep: usize) -> Result<(), Interruption> {
        if keep == self.history.len() {
            return Ok(());
        }
        self.history.truncate(keep);
        let steps = self.history.entries.iter().filter(|entry| !entry.deferred).count();
        self.walker.rewind(worker, steps, false)
    }

    /// Makes one step and adds it to the history.
    fn step(&mut self, worker: &mut Worker<'_, P, G>, choice: Choice, stamp: Stamp) -> Result<(), Ending> {
        if self.walker.pending.choose(choice).is_none() {
            worker.give_up_unfaithful();
            return Err(Ending::Interrupted);
        }
        self.walker.mark_apart(worker, CHECKPOINT_SPACING);
        let history = &mut self.history;
        let result = self.walker.step_and(worker, choice, |entry, touches, effects| {
            history.push(choice, stamp, entry.kind, touches, effects);
        });
        result.map_err(|interruption| {
            let ending = worker.interrupted(interruption);
            if matches!(ending, Ending::Cut(_)) {
                // What the rest of this run would have shown is lost, and with it the promise.
                let what = "private code without an end, under `dpor`".to_owned();
                worker.give_up(Gap::Unsupported(what));
            }
            ending
        })
    }

    /// Repeats the events that a plan has planned.
    fn repeat(&mut self, worker: &mut Worker<'_, P, G>, plan: &Plan) -> bool {
        let before = worker.stats;
        for event in &plan.events {
            self.remember_overtakers(&event.overtakers);
            if event.deferred {
                self.defer(event.choice.actor, event.stamp);
            } else if self.step(worker, event.choice, event.stamp).is_err() {
                return false;
            }
            worker.forget_steps_since(&before);
        }
        true
    }

    /// What the event that comes next has been put behind.
    fn remember_overtakers(&mut self, overtakers: &Overtakers) {
        if !overtakers.is_empty() {
            self.history.overtakers.insert(self.history.len() as u32, overtakers.clone());
        }
    }

    fn defer(&mut self, actor: ActorId, stamp: Stamp) {
        let pending = &self.walker.pending;
        if let Some(entry) = pending.of(actor) {
            self.history.push_deferred(actor, stamp, entry.kind, pending.touches(entry));
        }
    }

    /// Makes the steps that a plan demands; `false` if the reversing event can't go here, so that there is no run.
    fn demand(&mut self, worker: &mut Worker<'_, P, G>, plan: &mut Plan, level: &mut Level) -> bool {
        let mut reversing: Option<Hand> = None;
        let mut options: SmallVec<[(u32, u32, usize); 2]> = SmallVec::new();
        for number in 0..plan.demands.len() {
            let demand = plan.demands[number].clone();
            let Some(entry) =
                self.walker.pending.of(demand.actor).copied().filter(|entry| entry.is_enabled())
            else {
                if plan.reverses && number == 0 {
                    return false;
                }
                self.defer(demand.actor, demand.stamp);
                continue;
            };
            let event = self.history.len() as u32;
            if demand.option.is_none() {
                options.push((event, entry.options, number + 1));
            }
            self.remember_overtakers(&demand.overtakers);
            let choice = Choice { actor: demand.actor, option: demand.option.unwrap_or(0) };
            if self.step(worker, choice, demand.stamp).is_err() {
                return false;
            }
            if plan.reverses && number == 0 {
                let Some(reversed) = plan.demands.get_mut(1) else { return false };
                let overtakers = self.history.with_last(&reversed.overtakers, worker.program.names());
                let Some(overtakers) = overtakers else { return false };
                reversed.overtakers = overtakers;
                reversing = Some(self.history.hand());
            } else if choice.option == 0 {
                // Behind what it was put behind, the reversed event may go before still earlier ones.
                self.history.reversals_of_last(&mut self.reversals);
                level.add_reversals(demand.actor, event, &mut self.reversals);
            }
        }
        for (event, count, next) in options {
            let other = |option| Alternative::Option { event, option, next: plan.demands.get(next).cloned() };
            level.alternatives.extend((1..count).map(other));
        }
        // The reversing event may go before still earlier ones, too, but only if it could not have jumped there at once.
        if let (Some(hand), [jumper, reversed]) = (reversing, plan.demands.as_slice()) {
            let keeping = jumper.pinned.as_ref();
            let only = Only { before: Some(reversed.stamp), not_known_to: &jumper.overtaken, keeping };
            self.history.reversals(&hand, only, &mut self.reversals);
            level.add_reversals(jumper.actor, hand.position as u32, &mut self.reversals);
        }
        true
    }

    /// Goes on to the end of the run, and collects its siblings.
    fn go_on(&mut self, worker: &mut Worker<'_, P, G>, level: &mut Level) -> Ending {
        loop {
            let exited = self.walker.run.has_exited();
            let Some(entry) = self.walker.pending.enabled().next().copied().filter(|_| !exited) else {
                self.reverse_blocked(level);
                return ending::of_standstill(&self.walker.pending, exited);
            };
            let event = self.history.len() as u32;
            if event as usize >= LONGEST_RUN {
                worker.give_up(Gap::LongRun(LONGEST_RUN));
                return Ending::Interrupted;
            }
            if worker.stopped() {
                return Ending::Interrupted;
            }
            // What waits here may go later, but then it can't be put before what came before the time-out.
            if entry.kind == OperationKind::Timeout {
                self.reverse_blocked(level);
                if worker.settings.bounds.forbid_timeout(&self.walker.log) {
                    worker.hit(Bound::Timeouts);
                    return Ending::Cut(Bound::Timeouts);
                }
            }
            let stamp = self.history.next_stamp();
            if let Err(ending) = self.step(worker, Choice::first(entry.actor), stamp) {
                return ending;
            }
            let others = (1..entry.options).map(|option| Alternative::Option { event, option, next: None });
            level.alternatives.extend(others);
            self.history.reversals_of_last(&mut self.reversals);
            level.add_reversals(entry.actor, event, &mut self.reversals);
        }
    }

    /// What waits at the end of a run, or of what comes before a time-out, might have gone first.
    fn reverse_blocked(&mut self, level: &mut Level) {
        let end = self.history.len() as u32;
        let pending = &self.walker.pending;
        for entry in pending.entries().iter().filter(|entry| !entry.is_enabled()) {
            let touches = pending.touches(entry);
            self.history.reversals_of_blocked(entry.actor, entry.kind, touches, &mut self.reversals);
            level.add_reversals(entry.actor, end, &mut self.reversals);
        }
    }
}
