//! Runs that never end: a state that repeats on its own path closes a cycle.
//!
//! A cycle is *fair* if every actor that can go in all of its states goes in it. A fair cycle is a livelock: the
//! program may stay in it although the scheduler neglects nobody. An unfair one is only the scheduler's doing.
//!
//! Looking costs a fingerprint a step, so it begins late in a run: short runs pay nothing, endless ones are caught.

use std::sync::atomic::AtomicBool;

use rustc_hash::FxHashMap;

use crate::context::{StepContext, Unwatched};
use crate::events::EventLog;
use crate::names::ActorId;
use crate::program::{PendingBuffer, Program, Run};

/// The step from which on states are compared.
const WATCH_FROM: usize = 256;

/// The fingerprints of the present path, or of some states of it.
pub(crate) struct CycleWatch {
    /// One state in so many is looked at.
    stride: usize,
    seen: FxHashMap<u128, u32>,
    path: Vec<(u32, u128)>,
}

impl CycleWatch {
    /// Looks at every state: a search must not go round a cycle once more than it has to.
    pub fn close() -> CycleWatch {
        CycleWatch { stride: 1, seen: FxHashMap::default(), path: Vec::new() }
    }

    /// Looks at few states: a sample in a cycle meets one of them again sooner or later.
    pub fn sparse() -> CycleWatch {
        CycleWatch { stride: 64, ..CycleWatch::close() }
    }

    /// Comes to a state; the position of the same state earlier on the path, if there is one.
    pub fn enter<R: Run>(&mut self, run: &R, position: usize) -> Option<usize> {
        if position < WATCH_FROM || !position.is_multiple_of(self.stride) {
            return None;
        }
        self.rewind(position.saturating_sub(1));
        let state = run.fingerprint()?;
        if let Some(&earlier) = self.seen.get(&state) {
            return Some(earlier as usize);
        }
        self.seen.insert(state, position as u32);
        self.path.push((position as u32, state));
        None
    }

    /// Goes back to this position.
    pub fn rewind(&mut self, position: usize) {
        while let Some(&(at, state)) = self.path.last() {
            if (at as usize) <= position {
                return;
            }
            self.path.pop();
            self.seen.remove(&state);
        }
    }
}

/// The actors that go in the cycle from `start` to the end of the log, if the cycle is fair.
pub(crate) fn fair_cycle<P: Program>(
    program: &P,
    stop: &AtomicBool,
    log: &EventLog,
    start: usize,
) -> Option<Vec<ActorId>> {
    let mut going: Vec<ActorId> = log.events()[start..].iter().map(|event| event.choice.actor).collect();
    going.sort_unstable_by(|left, right| program.names().compare(*left, *right));
    going.dedup();
    let mut run = program.start();
    let mut context = StepContext::new(stop, Unwatched);
    let mut pending = PendingBuffer::default();
    let mut neglected: Option<Vec<ActorId>> = None;
    for (position, event) in log.events().iter().enumerate() {
        if position >= start {
            run.pending(&mut pending);
            let can_go = |actor: ActorId| pending.of(actor).is_some_and(|entry| entry.is_enabled());
            let still = match neglected.take() {
                Some(actors) => actors.into_iter().filter(|&actor| can_go(actor)).collect(),
                None => pending
                    .enabled()
                    .map(|entry| entry.actor)
                    .filter(|actor| !going.contains(actor))
                    .collect(),
            };
            neglected = Some(still);
        }
        context.begin();
        run.step(event.choice, &mut context).ok().filter(|()| !context.is_cancelled())?;
    }
    neglected.is_none_or(|actors| actors.is_empty()).then_some(going)
}

/// Whether the run's last state stands earlier in it too, with a fair cycle in between; and who goes in it.
pub(crate) fn closes_fair_cycle<P: Program>(
    program: &P,
    stop: &AtomicBool,
    log: &EventLog,
) -> Option<Vec<ActorId>> {
    let mut run = program.start();
    let mut context = StepContext::new(stop, Unwatched);
    let mut states = vec![run.fingerprint()?];
    for event in log.events() {
        context.begin();
        run.step(event.choice, &mut context).ok().filter(|()| !context.is_cancelled())?;
        states.push(run.fingerprint()?);
    }
    let last = states.pop()?;
    let mut starts = (0..states.len()).rev().filter(|&start| states[start] == last);
    starts.find_map(|start| fair_cycle(program, stop, log, start))
}
