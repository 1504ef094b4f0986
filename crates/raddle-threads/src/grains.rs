//! Tests the smaller fingerprints of a front end, ours or another's, on random runs: the private states of actors, and the
//! values of places.
//!
//! What they must keep: a step changes no private state but its own actor's and those of actors that it starts or wakes; it
//! changes the value of no place that it does not write; and the same choices give the same ones, in a copy and in a run
//! of its own. That they are different where something is different, [`Changes`] shows: how often they changed.

use std::collections::BTreeMap;

use raddle_explore::context::StepContext;
use raddle_explore::names::ActorId;
use raddle_explore::operation::{Access, OperationKind, Place, Touch};
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::random::{Random, Seed};

/// How often fingerprints changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Steps that were made.
    pub steps: usize,
    /// Private states that were another one after a step.
    pub actors: usize,
    /// Values of places that were other ones after a step.
    pub places: usize,
}

/// What is known of a state.
#[derive(PartialEq, Eq, Debug, Default)]
struct Grains {
    actors: BTreeMap<ActorId, u128>,
    places: BTreeMap<Place, u128>,
}

impl Grains {
    fn of<R: Run>(run: &R, pending: &PendingBuffer, places: impl Iterator<Item = Place>) -> Grains {
        let actors = pending.entries().iter().map(|entry| entry.actor);
        let touched =
            pending.entries().iter().flat_map(|entry| pending.touches(entry)).map(|touch| touch.place);
        Grains {
            actors: actors.filter_map(|actor| Some((actor, run.fingerprint_actor(actor)?))).collect(),
            places: touched
                .chain(places)
                .filter_map(|place| Some((place, run.fingerprint_place(place)?)))
                .collect(),
        }
    }
}

/// Tests so many random runs of a program, each up to so many steps; what is wrong, if something is.
pub fn test<P: Program>(program: &P, seed: Seed, runs: usize, most_steps: usize) -> Result<Changes, String> {
    let mut random = Random::new(seed);
    let mut changes = Changes::default();
    for _ in 0..runs {
        let mut run = program.start();
        let mut pending = PendingBuffer::default();
        run.pending(&mut pending);
        let mut grains = Grains::of(&run, &pending, std::iter::empty());
        let mut schedule = Vec::new();
        while schedule.len() < most_steps && !run.has_exited() {
            let enabled: Vec<_> = pending.enabled().copied().collect();
            let Some(entry) = enabled.get(random.below(enabled.len().max(1) as u32) as usize) else { break };
            let choice = Choice { actor: entry.actor, option: random.below(entry.options) };
            let foretold: Vec<Touch> = pending.touches(entry).to_vec();
            let mut context = StepContext::plain();
            context.begin();
            run.step(choice, &mut context).map_err(|interruption| format!("{interruption:?}"))?;
            schedule.push(choice);
            run.pending(&mut pending);
            let after = Grains::of(&run, &pending, grains.places.keys().copied());
            let effects = &context.effects;
            let touched = effects.touched.as_ref().unwrap_or(&foretold).iter();
            let touched = touched.chain(effects.hidden.iter().map(|hidden| &hidden.touch));
            let written: Vec<Place> =
                touched.filter(|touch| touch.access == Access::Write).map(|touch| touch.place).collect();
            // Time running out changes whoever waited for it.
            let is_time = entry.kind == OperationKind::Timeout || written.contains(&Place::EVERYTHING);
            for (actor, state) in &after.actors {
                let changed = grains.actors.get(actor).is_some_and(|before| before != state);
                changes.actors += usize::from(changed);
                if changed && !is_time && *actor != choice.actor && !effects.before.contains(actor) {
                    return Err(format!(
                        "{choice:?} ({:?}) changes the private state of {actor:?}",
                        entry.kind
                    ));
                }
            }
            for (place, value) in &after.places {
                let changed = grains.places.get(place).is_some_and(|before| before != value);
                changes.places += usize::from(changed);
                if changed && !is_time && !written.contains(place) {
                    return Err(format!("{choice:?} ({:?}) changes {place:?} and says nothing", entry.kind));
                }
            }
            changes.steps += 1;
            grains = after;
        }
        let mut again = program.start();
        for choice in schedule {
            again
                .step(choice, &mut StepContext::plain())
                .map_err(|interruption| format!("{interruption:?}"))?;
        }
        again.pending(&mut pending);
        if Grains::of(&again, &pending, grains.places.keys().copied()) != grains {
            return Err("the same choices give other private states or values".to_owned());
        }
    }
    Ok(changes)
}
