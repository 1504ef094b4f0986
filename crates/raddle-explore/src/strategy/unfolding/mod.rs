//! One run for each event that no run has shown: what can happen is kept as an unfolding, and a run is made only where it
//! shows something new of it.
//!
//! **Source.** Kähkönen, Saarikivi, Heljanko: Using unfoldings in automated testing of multithreaded programs (ASE 2012), the
//! stateless predecessor of Kähkönen, Heljanko: Lightweight state capturing for automated testing of multithreaded programs.
//!
//! **Names.** The paper's conditions are not kept: an event is known by its actor, its option and its causal past, which is
//! the same as a set of conditions. A possible extension is an occasion without an event (`events`), and the paper's replicated
//! places are reads, which do not conflict. `front` is the configuration that a run has come to.
//!
//! **Deviations.** 1. Dependence is derived from touches, so that every operation with foreseeable touches is covered, not only
//! accesses and locks. Messages are taken for dependent on all that was sent. 2. Where a run is free to choose, it chooses what
//! no run has shown. 3. Whether an operation can go is foretold by its kind or was seen; else a run finds out. 4. The paper
//! covers events only. Here every way to stand still is shown as well (`standstill`).
//!
//! **Guarantee.** Every event is shown: every local state of every actor, every failure, every race; and of every deadlock, or
//! other way to wait for ever, one. Not every trace, and not every last state, is the end of a run: that is what is saved.
//! Memory grows with the number of events. One worker does it all.
//!
//! Not here: guides, and bounds but for depth and time-outs. Steps whose touches depend on the state, and what is touched
//! without a stop, have no place in the unfolding: they end the search, which says so.

mod events;
mod front;
mod standstill;

use rustc_hash::FxHashSet;

use crate::arrival::arrive;
use crate::context::{Effects, StepContext, Unwatched};
use crate::ending::Ending;
use crate::guide::Guide;
use crate::names::ActorId;
use crate::operation::OperationKind;
use crate::pool::Pool;
use crate::program::{Choice, Enabled, Pending, Program, Run};
use crate::search::Settings;
use crate::strategy::Strategy;
use crate::verdict::{Bound, Gap};
use crate::walker::Walker;
use crate::worker::Worker;

use events::{Done, OccasionId, Unfolding};
use front::Front;
use standstill::Standstill;

/// The strategy.
pub struct Unfolded;

impl<P: Program, G: Guide<P::Run>> Strategy<P, G> for Unfolded {
    type Job = Vec<Choice>;

    fn seed(&self, _: &Settings) -> Vec<Vec<Choice>> {
        vec![Vec::new()]
    }

    fn explore(&self, worker: &mut Worker<'_, P, G>, _: &Pool<Vec<Choice>>, _: Vec<Choice>) {
        if let Some(what) = not_covered(worker) {
            return worker.give_up(unsupported(what));
        }
        let mut search = Search::<P, G> {
            walker: Walker::new(worker.program),
            unfolding: Unfolding::default(),
            front: Front::default(),
            offers: Vec::new(),
            stood: FxHashSet::default(),
        };
        search.cover(worker);
    }
}

fn unsupported(what: &str) -> Gap {
    Gap::Unsupported(format!("strategy unfolding: {what}"))
}

/// What is asked for that this strategy does not cover.
fn not_covered<P: Program, G: Guide<P::Run>>(worker: &Worker<'_, P, G>) -> Option<&'static str> {
    let settings = worker.settings;
    let asked = [
        (worker.abilities.touches_depend_on_state, "steps whose touches depend on the state"),
        (G::ACTIVE, "a guide"),
        (settings.early_deadlock, "runs that end before nothing can go"),
        (settings.bounds.depend_on_order(), "bounds on the order of steps"),
    ];
    asked.into_iter().find(|(is_asked, _)| *is_asked).map(|(_, what)| what)
}

struct Search<P: Program, G: Guide<P::Run>> {
    walker: Walker<P, G>,
    unfolding: Unfolding,
    front: Front,
    /// Who could do what at the present state.
    offers: Vec<(Pending, OccasionId)>,
    /// The ways to stand still that runs have shown.
    stood: FxHashSet<Standstill>,
}

impl<P: Program, G: Guide<P::Run>> Search<P, G> {
    fn cover(&mut self, worker: &mut Worker<'_, P, G>) {
        self.run_through(worker, &[]);
        loop {
            while let Some((occasion, option)) = self.unfolding.next_target() {
                if worker.stopped() {
                    return;
                }
                self.run_to(worker, occasion, option);
            }
            let found = standstill::find(worker, &self.unfolding, &self.stood);
            if found.is_empty() {
                return;
            }
            for schedule in found {
                if worker.stopped() {
                    return;
                }
                self.run_through(worker, &schedule);
            }
        }
    }

    fn restart(&mut self, worker: &Worker<'_, P, G>) {
        if !self.walker.is_empty() {
            self.walker.restart(worker.program);
        }
        self.front.clear();
    }

    /// Makes a run that begins with these choices.
    fn run_through(&mut self, worker: &mut Worker<'_, P, G>, schedule: &[Choice]) {
        self.restart(worker);
        for &choice in schedule {
            self.look(worker);
            let Some(occasion) = self.offer(choice) else { return worker.give_up_unfaithful() };
            if let Err(ending) = self.step(worker, choice, occasion) {
                return worker.end_run(&self.walker.run, &self.walker.log, &ending);
            }
        }
        self.look(worker);
        self.go_on(worker);
    }

    /// Makes a run that shows an event, if its operation can go there.
    fn run_to(&mut self, worker: &mut Worker<'_, P, G>, occasion: OccasionId, option: u32) {
        let order = self.unfolding.in_order(&self.unfolding.occasion(occasion).past);
        if worker.settings.bounds.depth.is_some_and(|depth| order.len() >= depth as usize) {
            worker.hit(Bound::Depth);
            return self.unfolding.observe(occasion, Enabled::Never, 0);
        }
        self.restart(worker);
        for event in order {
            let known = self.unfolding.event(event);
            let choice = Choice { actor: known.actor, option: known.option };
            if let Err(interruption) = self.walker.repeat(worker, choice) {
                return worker.lost(interruption);
            }
            self.front.push(&self.unfolding, event);
        }
        self.look(worker);
        let Some(&(entry, _)) = self.offers.iter().find(|(_, offered)| *offered == occasion) else {
            // Nobody else can wake it or end it: the program does not do the same again.
            return worker.give_up_unfaithful();
        };
        let choice = Choice { actor: entry.actor, option };
        if let Some(occasion) = self.offer(choice) {
            if let Err(ending) = self.step(worker, choice, occasion) {
                return worker.end_run(&self.walker.run, &self.walker.log, &ending);
            }
            self.look(worker);
        }
        self.go_on(worker);
    }

    /// The occasion of a choice that is possible now.
    fn offer(&self, choice: Choice) -> Option<OccasionId> {
        self.walker.pending.choose(choice)?;
        self.offers.iter().find(|(entry, _)| entry.actor == choice.actor).map(|&(_, occasion)| occasion)
    }

    /// Goes on to the end of the run, where it can by what no run has shown.
    fn go_on(&mut self, worker: &mut Worker<'_, P, G>) {
        let ending = loop {
            self.stand_still();
            if let Err(ending) = arrive(worker, &mut self.walker, None) {
                break ending;
            }
            if worker.stopped() {
                break Ending::Interrupted;
            }
            let Some((choice, occasion)) = self.choose() else { return worker.give_up_unfaithful() };
            if let Err(ending) = self.step(worker, choice, occasion) {
                break ending;
            }
            self.look(worker);
        };
        worker.end_run(&self.walker.run, &self.walker.log, &ending);
    }

    /// Takes note of it if only time can go on, or nothing.
    fn stand_still(&mut self) {
        let pending = &self.walker.pending;
        if pending.enabled().all(|entry| entry.kind == OperationKind::Timeout) {
            let waiting = pending.entries().iter().filter(|entry| entry.kind != OperationKind::Timeout);
            let waiting = waiting.map(|entry| (*entry, entry.enabled));
            self.stood.extend(Standstill::of(waiting, &self.front.order, self.unfolding.is_timed()));
        }
    }

    fn choose(&self) -> Option<(Choice, OccasionId)> {
        let can_go = || self.offers.iter().filter(|(entry, _)| entry.is_enabled());
        let all = can_go().flat_map(|&(entry, occasion)| {
            (0..entry.options).map(move |option| (Choice { actor: entry.actor, option }, occasion))
        });
        let mut new =
            all.filter(|(choice, occasion)| self.unfolding.event_at(*occasion, choice.option).is_none());
        new.next()
            .or_else(|| can_go().next().map(|&(entry, occasion)| (Choice::first(entry.actor), occasion)))
    }

    /// Takes note of what everybody would do in the present state.
    fn look(&mut self, worker: &Worker<'_, P, G>) {
        self.offers.clear();
        if self.walker.run.has_exited() {
            return;
        }
        let Search { walker, unfolding, front, offers, .. } = self;
        for entry in walker.pending.entries() {
            if entry.kind == OperationKind::Timeout && worker.settings.bounds.forbid_timeout(&walker.log) {
                continue;
            }
            let key = front.key(entry.actor);
            let local = match unfolding.local_at(&key) {
                Some(known) => known,
                None => {
                    let touches = walker.pending.touches(entry);
                    let joined = joined(worker, &walker.run, entry);
                    unfolding.add_local(key, *entry, touches, events::uses(entry.kind, touches, &joined))
                }
            };
            let past = unfolding.past_after(local, &front.order);
            let occasion = unfolding.add_occasion(local, past);
            unfolding.observe(occasion, entry.enabled, entry.options);
            offers.push((*entry, occasion));
        }
    }

    /// Makes a step, and the event that it is.
    fn step(
        &mut self,
        worker: &mut Worker<'_, P, G>,
        choice: Choice,
        occasion: OccasionId,
    ) -> Result<(), Ending> {
        let known = self.unfolding.event_at(occasion, choice.option);
        let mut done = Done::default();
        let mut gap = None;
        let result = self.walker.step_and(worker, choice, |entry, _, effects| {
            gap = missing(entry.kind, effects);
            done = Done {
                before: effects.before.as_slice().into(),
                after: effects.after.as_slice().into(),
                puts: effects.puts.as_slice().into(),
                takes: effects.takes.as_slice().into(),
                failed_attempt: effects.failed_attempt,
            };
        });
        if let Some(what) = gap {
            worker.give_up(unsupported(&what));
        }
        let event = match known {
            Some(event) => event,
            None => {
                worker.count_state();
                self.unfolding.add_event(occasion, choice.option, done)
            }
        };
        self.front.push(&self.unfolding, event);
        match result {
            Ok(()) => {
                if self.walker.pending.of(choice.actor).is_none() {
                    self.unfolding.end(event);
                }
                Ok(())
            }
            Err(interruption) => Err(worker.interrupted(interruption)),
        }
    }
}

/// What a step did that the unfolding does not show.
fn missing(kind: OperationKind, effects: &Effects) -> Option<String> {
    if !effects.hidden.is_empty() {
        return Some("what is touched without a stop".to_owned());
    }
    let passes = (effects.puts.is_empty() || kind == OperationKind::Send)
        && (effects.takes.is_empty() || kind == OperationKind::Receive);
    (!passes).then(|| format!("what one step leaves for another to take, by '{}'", kind.word()))
}

/// For whose end an operation waits, or waited. Where it can go already, a copy of the run shows it.
fn joined<P: Program, G: Guide<P::Run>>(
    worker: &Worker<'_, P, G>,
    run: &P::Run,
    entry: &Pending,
) -> Vec<ActorId> {
    match (entry.kind, entry.enabled) {
        (OperationKind::Join, Enabled::WaitsFor(joined)) => vec![joined],
        (OperationKind::Join, Enabled::Now) => {
            let mut context = StepContext::new(worker.context.cancellation(), Unwatched);
            context.fuel_per_step = worker.settings.fuel;
            context.begin();
            if let Some(mut copy) = run.fork() {
                // A step that does not come to its end has joined before.
                let _ = copy.step(Choice::first(entry.actor), &mut context);
            } else {
                worker.give_up(unsupported("joining, where runs can't be copied"));
            }
            context.effects.after
        }
        _ => Vec::new(),
    }
}
