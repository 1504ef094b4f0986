//! The naive twin of every strategy: all interleavings, one after the other, without any cleverness.
//!
//! It shares nothing with the strategies but the program: it forks at every choice, compares operations pair by pair,
//! and knows a trace by the set of its ordered conflicting pairs. What it finds is what every strategy must find.

use std::collections::BTreeSet;

use raddle_explore::bounds::{Bounds, Used};
use raddle_explore::context::StepContext;
use raddle_explore::ending::{self, Ending};
use raddle_explore::events::EventLog;
use raddle_explore::finding::FindingKind;
use raddle_explore::operation::{OperationKind, conflict};
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::races::RaceDetector;

/// Everything that the runs of a program can show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Truth {
    /// How many interleavings there are.
    pub runs: u64,
    /// How many nodes their tree has.
    pub states: u64,
    /// The Mazurkiewicz traces of complete runs, by a hash.
    pub traces: BTreeSet<u128>,
    /// The events of complete runs, each with all that had to come before it, by a hash; where they are asked for.
    pub events: BTreeSet<u128>,
    /// The last states of complete runs.
    pub final_states: BTreeSet<u128>,
    /// Every misbehaviour.
    pub findings: BTreeSet<FindingKind>,
    /// Whether a bound cut something off.
    pub cut: bool,
}

/// Goes through all interleavings within the bounds; `None` when there are more than `limit`.
pub fn explore<P: Program>(program: &P, bounds: &Bounds, limit: u64) -> Option<Truth> {
    explore_and(program, bounds, limit, false)
}

/// The same; `with_events` says whether the truth has the events as well.
pub fn explore_and<P: Program>(program: &P, bounds: &Bounds, limit: u64, with_events: bool) -> Option<Truth> {
    let (truth, detector) = (Truth::default(), RaceDetector::default());
    let mut oracle = Oracle { program, bounds, limit, with_events, truth, detector };
    let run = program.start();
    oracle.visit(run, EventLog::default(), Used::default()).then_some(oracle.truth)
}

struct Oracle<'o, P> {
    program: &'o P,
    bounds: &'o Bounds,
    limit: u64,
    with_events: bool,
    truth: Truth,
    detector: RaceDetector,
}

impl<P: Program> Oracle<'_, P> {
    /// Visits all runs from here on; `false` when there are too many.
    fn visit(&mut self, run: P::Run, log: EventLog, used: Used) -> bool {
        self.truth.states += 1;
        let mut pending = PendingBuffer::default();
        run.pending(&mut pending);
        if run.has_exited() || pending.enabled().next().is_none() {
            self.end(&run, &log, &pending);
            return self.truth.runs <= self.limit;
        }
        if pending.enabled().any(|entry| entry.kind == OperationKind::Timeout)
            && self.bounds.forbid_timeout(&log)
        {
            self.truth.cut = true;
            self.races(&log);
            return true;
        }
        if self.bounds.depth.is_some_and(|depth| log.len() >= depth as usize) {
            self.truth.cut = true;
            self.races(&log);
            return true;
        }
        for entry in pending.enabled() {
            let Ok(used) = used.after(self.bounds, &pending, entry.actor) else {
                self.truth.cut = true;
                self.races(&log);
                continue;
            };
            for option in 0..entry.options {
                let mut next = match run.fork() {
                    Some(copy) => copy,
                    None => self.again(&log),
                };
                let mut context = StepContext::plain();
                context.begin();
                let choice = Choice { actor: entry.actor, option };
                if next.step(choice, &mut context).is_err() {
                    return false;
                }
                let failures = std::mem::take(&mut context.effects.failures);
                let failures = failures.into_iter().map(|failure| FindingKind::failed(entry.actor, failure));
                self.truth.findings.extend(failures);
                let mut log = log.clone();
                log.push(option, entry, pending.touches(entry), &context.effects);
                if !self.visit(next, log, used) {
                    return false;
                }
            }
        }
        true
    }

    fn again(&self, log: &EventLog) -> P::Run {
        let mut run = self.program.start();
        let mut context = StepContext::plain();
        for choice in log.choices() {
            context.begin();
            run.step(choice, &mut context).expect("it went well the first time");
        }
        run
    }

    fn races(&mut self, log: &EventLog) {
        let mut races = Vec::new();
        self.detector.detect(log, &mut races);
        self.truth.findings.extend(races.into_iter().map(FindingKind::Race));
    }

    fn end(&mut self, run: &P::Run, log: &EventLog, pending: &PendingBuffer) {
        self.truth.runs += 1;
        self.races(log);
        self.truth.traces.insert(trace(log));
        if self.with_events {
            self.truth.events.extend(events(log));
        }
        self.truth.final_states.extend(run.fingerprint());
        match ending::of_standstill(pending, run.has_exited()) {
            Ending::Deadlock(cycle) => self.truth.findings.insert(FindingKind::Deadlock(cycle)),
            Ending::Stuck(actors) => self.truth.findings.insert(FindingKind::Stuck(actors)),
            Ending::Livelock(actors) => self.truth.findings.insert(FindingKind::Livelock(actors)),
            _ => false,
        };
    }
}

/// A hash of the Mazurkiewicz trace of a run: the sum over its events and its ordered pairs of conflicting events.
pub fn trace(log: &EventLog) -> u128 {
    let mut counts = std::collections::BTreeMap::new();
    let mut numbered = Vec::with_capacity(log.len());
    for event in log.events() {
        let count: &mut u32 = counts.entry(event.choice.actor).or_default();
        *count += 1;
        numbered.push((event, *count));
    }
    let hash = |words: &[u32]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        xxhash_rust::xxh3::xxh3_128(&bytes)
    };
    let mut sum = 0u128;
    for (index, (later, later_count)) in numbered.iter().enumerate() {
        let Choice { actor, option } = later.choice;
        sum = sum.wrapping_add(hash(&[actor.0, *later_count, option]));
        for (earlier, earlier_count) in &numbered[..index] {
            let other = earlier.choice.actor;
            let is_timeout = [earlier.kind, later.kind].contains(&OperationKind::Timeout);
            if other != actor && (is_timeout || conflict(log.touches(earlier), log.touches(later))) {
                sum = sum.wrapping_add(hash(&[other.0, *earlier_count, actor.0, *later_count]));
            }
        }
    }
    sum
}

/// Hashes of a run's events, each with all that had to come before it: its actor's steps, what conflicts, what made it possible.
pub fn events(log: &EventLog) -> Vec<u128> {
    let mut pasts: Vec<BTreeSet<usize>> = Vec::with_capacity(log.len());
    let mut names: Vec<u128> = Vec::with_capacity(log.len());
    let mut before: Vec<usize> = Vec::new();
    for (index, later) in log.events().iter().enumerate() {
        before.clear();
        // What woke the actor since its last step, or set it going.
        let last = log.events()[..index].iter().rposition(|event| event.choice.actor == later.choice.actor);
        for (position, earlier) in log.events()[..index].iter().enumerate() {
            let actor = earlier.choice.actor;
            let is_timeout = [earlier.kind, later.kind].contains(&OperationKind::Timeout);
            let woke =
                last.is_none_or(|last| position > last) && log.before(earlier).contains(&later.choice.actor);
            let was_joined = log.after(later).contains(&actor);
            let left = log.puts(earlier).iter().any(|place| log.takes(later).contains(place));
            let conflicts = conflict(log.touches(earlier), log.touches(later));
            if actor == later.choice.actor || is_timeout || woke || was_joined || left || conflicts {
                before.push(position);
            }
        }
        let mut past: BTreeSet<usize> = before.iter().flat_map(|&position| pasts[position].clone()).collect();
        past.extend(&before);
        let Choice { actor, option } = later.choice;
        // An event is its actor, its option and the events before it: theirs are names of what came before them.
        let known = past.iter().fold(0u128, |sum, &position| sum.wrapping_add(names[position]));
        let mut bytes = known.to_le_bytes().to_vec();
        bytes.extend_from_slice(&actor.0.to_le_bytes());
        bytes.extend_from_slice(&option.to_le_bytes());
        names.push(xxhash_rust::xxh3::xxh3_128(&bytes));
        pasts.push(past);
    }
    names
}
