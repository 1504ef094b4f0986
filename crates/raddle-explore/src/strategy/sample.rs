//! Samples: runs by chance, each from the search's seed and its own number, so that any of them can be made again.
//!
//! One loop, four ways to choose:
//! * `random`: any enabled actor, each with the same chance.
//! * `pct`: probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): random
//!   priorities, lowered at `depth - 1` random steps. Finds a bug of depth d with a chance of at least 1/(n·k^(d-1)).
//! * `pos`: partial-order sampling (Yuan, Yang, Gu, CAV 2018): each pending operation has a random priority, drawn anew
//!   when an operation that it conflicts with has gone.
//! * `surw`: selectively uniform random walk (Zhao, Wolff, Mathur, Roychoudhury, ASPLOS 2025): uniform over the orders
//!   of a selected set of operations, by counts from a first run; here the operations on one contended place, drawn
//!   anew for each run.
//!
//! Guarantee: none but that what is found is real; the verdict is `sampled`.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::arrival::arrive;
use crate::bounds::Used;
use crate::ending::Ending;
use crate::events::EventLog;
use crate::guide::Guide;
use crate::livelock::CycleWatch;
use crate::names::{ActorId, Names};
use crate::operation::{Access, Place, Touch, conflict};
use crate::pool::Pool;
use crate::program::{Choice, PendingBuffer, Program, Run};
use crate::random::Random;
use crate::search::Settings;
use crate::strategy::{Job, Strategy};
use crate::verdict::Bound;
use crate::walker::Walker;
use crate::worker::Worker;

/// A run longer than this is cut, whatever the bounds.
const LONGEST_RUN: u32 = 1_000_000;

/// What a first run tells of the program.
#[derive(Default)]
struct Profile {
    length: u32,
    /// The places that two actors touch, one of them writing, and how often each actor touches each of them.
    contended: Vec<(Place, FxHashMap<ActorId, u32>)>,
}

/// How the next actor is chosen.
enum Chooser {
    Random,
    Priorities { of: FxHashMap<ActorId, u64>, changes: Vec<usize> },
    OperationPriorities { of: FxHashMap<ActorId, u64> },
    Uniform { place: Option<Place>, left: FxHashMap<ActorId, u32>, intended: Option<ActorId> },
}

/// The strategy: how the next actor is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sampling {
    /// Any enabled actor, each with the same chance.
    Random,
    /// Random priorities that change at `depth - 1` steps.
    Pct {
        /// The number of ordering constraints of the bugs that are looked for.
        depth: u32,
    },
    /// Random priorities of operations.
    Pos,
    /// Uniform over the orders of the operations on one place.
    Surw,
}

/// Samples by their numbers: this one, and then every so-many-eth, until all are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Samples {
    next: u64,
    stride: u64,
}

impl Samples {
    /// Leaves every second one to another.
    fn halve(&mut self) -> Option<Samples> {
        let other =
            Samples { next: self.next.checked_add(self.stride)?, stride: self.stride.checked_mul(2)? };
        self.stride = other.stride;
        Some(other)
    }
}

impl Job for Samples {
    fn for_each_actor(&mut self, _: &mut dyn FnMut(&mut ActorId)) {}
}

impl<P: Program, G: Guide<P::Run>> Strategy<P, G> for Sampling {
    type Job = Samples;

    fn seed(&self, settings: &Settings) -> Vec<Samples> {
        let stride = settings.jobs as u64;
        (0..stride).map(|next| Samples { next, stride }).collect()
    }

    fn explore(&self, worker: &mut Worker<'_, P, G>, jobs: &Pool<Samples>, job: Samples) {
        explore(worker, jobs, job, *self);
    }

    fn samples(&self) -> bool {
        true
    }
}

/// Makes runs until their number is reached.
fn explore<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    jobs: &Pool<Samples>,
    mut job: Samples,
    sampling: Sampling,
) {
    let mut walker: Walker<P, G> = Walker::new(worker.program);
    let profile = match sampling {
        Sampling::Pct { .. } | Sampling::Surw => profile(worker, &mut walker),
        _ => Profile::default(),
    };
    while job.next < worker.settings.samples {
        let mut random = Random::new(worker.settings.seed.part(job.next));
        let mut chooser = Chooser::new(sampling, &profile, &mut random);
        walker.restart(worker.program);
        let ending = sample(worker, &mut walker, &mut random, &mut chooser);
        worker.end_run(&walker.run, &walker.log, &ending);
        if worker.stopped() {
            return;
        }
        let Some(next) = job.next.checked_add(job.stride) else { return };
        job.next = next;
        while jobs.hungry()
            && job.next.saturating_add(job.stride) < worker.settings.samples
            && let Some(other) = job.halve()
        {
            jobs.give(other);
        }
    }
}

/// Makes one run to its end. Nothing is counted or reported for it.
fn profile<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    walker: &mut Walker<P, G>,
) -> Profile {
    let mut random = Random::new(worker.settings.seed);
    while walker.len() < LONGEST_RUN as usize && !walker.run.has_exited() {
        let Some(choice) = any_enabled(&walker.pending, &mut random) else { break };
        if walker.repeat(worker, choice).is_err() {
            break;
        }
    }
    Profile::of(&walker.log)
}

#[inline]
fn any_enabled(pending: &PendingBuffer, random: &mut Random) -> Option<Choice> {
    let entries = pending.entries();
    let count = entries.iter().filter(|entry| entry.is_enabled()).count() as u32;
    if count == 0 {
        return None;
    }
    let drawn = random.below(count) as usize;
    let entry =
        if count as usize == entries.len() { &entries[drawn] } else { pending.enabled().nth(drawn)? };
    let option = if entry.options > 1 { random.below(entry.options) } else { 0 };
    Some(Choice { actor: entry.actor, option })
}

fn sample<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    walker: &mut Walker<P, G>,
    random: &mut Random,
    chooser: &mut Chooser,
) -> Ending {
    let bounds = worker.settings.bounds;
    let mut used = Used::default();
    let mut cycles = CycleWatch::sparse();
    loop {
        if let Err(ending) = arrive(worker, walker, Some(LONGEST_RUN)) {
            return ending;
        }
        if let Some(start) = cycles.enter(&walker.run, walker.len()) {
            return worker.cycle(&walker.log, start);
        }
        let mut choice = chooser.choose(worker.program.names(), &walker.pending, walker.len(), random);
        if bounds.depend_on_order() {
            // What a bound forbids gives way to the first that it allows.
            let allowed = |actor| used.after(&bounds, &walker.pending, actor).ok();
            let other =
                || walker.pending.enabled().find_map(|entry| Some((entry.actor, allowed(entry.actor)?)));
            match allowed(choice.actor).map(|used| (choice.actor, used)).or_else(other) {
                Some((actor, next)) if actor == choice.actor => used = next,
                Some((actor, next)) => {
                    choice = Choice::first(actor);
                    used = next;
                }
                None => {
                    worker.hit(Bound::Preemptions);
                    return Ending::Cut(Bound::Preemptions);
                }
            }
        }
        let position = walker.len();
        if let Err(interruption) = walker.step(worker, choice) {
            return worker.interrupted(interruption);
        }
        chooser.went(&walker.log, position, &walker.pending, random);
        if worker.stopped() {
            return Ending::Interrupted;
        }
    }
}

impl Chooser {
    fn new(sampling: Sampling, profile: &Profile, random: &mut Random) -> Chooser {
        match sampling {
            Sampling::Random => Chooser::Random,
            Sampling::Pct { depth } => {
                let length = profile.length.max(1);
                let mut changes: Vec<usize> = (1..depth).map(|_| random.below(length) as usize).collect();
                changes.sort_unstable();
                Chooser::Priorities { of: FxHashMap::default(), changes }
            }
            Sampling::Pos => Chooser::OperationPriorities { of: FxHashMap::default() },
            Sampling::Surw => {
                let count = profile.contended.len() as u32;
                let drawn = (count > 0).then(|| &profile.contended[random.below(count) as usize]);
                let left = drawn.map_or_else(FxHashMap::default, |(_, counts)| counts.clone());
                Chooser::Uniform { place: drawn.map(|(place, _)| *place), left, intended: None }
            }
        }
    }

    #[inline]
    fn choose(
        &mut self,
        names: &Names,
        pending: &PendingBuffer,
        position: usize,
        random: &mut Random,
    ) -> Choice {
        let fallback = any_enabled(pending, random).expect("something is enabled");
        let actor = match self {
            Chooser::Random => return fallback,
            Chooser::Priorities { of, changes } => {
                let mut best = highest(pending, of, random);
                while let Some(at) = changes.first().copied().filter(|&at| at <= position) {
                    changes.remove(0);
                    if at == position {
                        // Below all priorities that are drawn, and below those that were lowered before.
                        of.insert(best, changes.len() as u64);
                        best = highest(pending, of, random);
                    }
                }
                best
            }
            Chooser::OperationPriorities { of } => highest(pending, of, random),
            Chooser::Uniform { place: Some(place), left, intended } => {
                uniform(names, pending, *place, left, intended, random).unwrap_or(fallback.actor)
            }
            Chooser::Uniform { place: None, .. } => return fallback,
        };
        let options = pending.of(actor).map_or(1, |entry| entry.options);
        Choice { actor, option: if options > 1 { random.below(options) } else { 0 } }
    }

    /// The step at `position` has been made.
    #[inline]
    fn went(&mut self, log: &EventLog, position: usize, pending: &PendingBuffer, random: &mut Random) {
        if matches!(self, Chooser::Random) {
            return;
        }
        let event = &log.events()[position];
        match self {
            Chooser::OperationPriorities { of } => {
                of.remove(&event.choice.actor);
                for entry in pending.entries() {
                    if conflict(pending.touches(entry), log.touches(event)) {
                        of.insert(entry.actor, drawn(random));
                    }
                }
            }
            Chooser::Uniform { place: Some(place), left, intended }
                if touches(log.touches(event), *place) =>
            {
                if let Some(count) = left.get_mut(&event.choice.actor) {
                    *count = count.saturating_sub(1);
                }
                *intended = None;
            }
            _ => {}
        }
    }
}

/// A priority that is drawn: above all that are lowered.
fn drawn(random: &mut Random) -> u64 {
    random.number() | 1 << 63
}

fn highest(pending: &PendingBuffer, of: &mut FxHashMap<ActorId, u64>, random: &mut Random) -> ActorId {
    let mut best: Option<(u64, ActorId)> = None;
    for entry in pending.entries() {
        let priority = *of.entry(entry.actor).or_insert_with(|| drawn(random));
        if entry.is_enabled() && best.is_none_or(|(other, _)| priority > other) {
            best = Some((priority, entry.actor));
        }
    }
    best.expect("something is enabled").1
}

fn touches(touches: &[Touch], place: Place) -> bool {
    touches.iter().any(|touch| touch.place == place)
}

/// Lets the intended actor make its operation on the place; others make all but such operations meanwhile.
fn uniform(
    names: &Names,
    pending: &PendingBuffer,
    place: Place,
    left: &FxHashMap<ActorId, u32>,
    intended: &mut Option<ActorId>,
    random: &mut Random,
) -> Option<ActorId> {
    let selected =
        |actor: ActorId| pending.of(actor).is_some_and(|entry| touches(pending.touches(entry), place));
    let present = |actor: ActorId| pending.of(actor).is_some();
    if intended.is_none_or(|actor| !present(actor)) {
        // An actor that is not there yet counts for whoever is on the way to it.
        let weight = |actor: ActorId| -> u32 {
            let path = names.path(actor);
            let counts = left.iter().filter(|&(&other, _)| {
                other == actor || (!present(other) && names.path(other).0.starts_with(&path.0))
            });
            counts.map(|(_, count)| count).sum()
        };
        let weights: Vec<(ActorId, u32)> =
            pending.entries().iter().map(|entry| (entry.actor, weight(entry.actor))).collect();
        let total: u32 = weights.iter().map(|(_, weight)| weight).sum();
        if total > 0 {
            let mut point = random.below(total);
            *intended = weights.iter().find_map(|&(actor, weight)| {
                if point < weight {
                    return Some(actor);
                }
                point -= weight;
                None
            });
        }
    }
    let free = |actor: ActorId| !selected(actor) || *intended == Some(actor);
    let choices: Vec<ActorId> =
        pending.enabled().map(|entry| entry.actor).filter(|&actor| free(actor)).collect();
    (!choices.is_empty()).then(|| choices[random.below(choices.len() as u32) as usize])
}

impl Profile {
    fn of(log: &EventLog) -> Profile {
        let mut places: FxHashMap<Place, (bool, FxHashMap<ActorId, u32>)> = FxHashMap::default();
        for event in log.events() {
            for touch in log.touches(event) {
                let (written, counts) = places.entry(touch.place).or_default();
                *written |= touch.access == Access::Write;
                *counts.entry(event.choice.actor).or_default() += 1;
            }
        }
        let contended = places.into_iter().filter(|(_, (written, counts))| *written && counts.len() > 1);
        let mut contended: Vec<_> = contended.map(|(place, (_, counts))| (place, counts)).collect();
        contended.sort_unstable_by_key(|(place, _)| *place);
        Profile { length: log.len() as u32, contended }
    }
}
