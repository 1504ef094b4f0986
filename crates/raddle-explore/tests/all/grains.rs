//! What the thread language tells of its actors and places.

use raddle_explore::context::StepContext;
use raddle_explore::program::{Choice, PendingBuffer, Program, Run};
use raddle_explore::random::Seed;
use raddle_threads::grains::{self, Changes};
use raddle_threads::{ThreadProgram, generate};

#[test]
fn a_step_changes_its_own_actor_and_what_it_writes() {
    let mut sum = Changes::default();
    for seed in 0..300 {
        let program = generate::program(Seed(seed));
        let changes =
            grains::test(&program, Seed(seed), 4, 200).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
        sum.steps += changes.steps;
        sum.actors += changes.actors;
        sum.places += changes.places;
    }
    assert!(sum.actors > sum.steps / 2 && sum.places > sum.steps / 8, "{sum:?}");
}

#[test]
fn equal_values_are_equal_and_different_ones_are_not() {
    let mut program = ThreadProgram::new("writes");
    let (left, right) = (program.variable("left", 0), program.variable("right", 0));
    program.thread("one", |thread| {
        thread.write(left, 7);
        thread.write(left, 8);
        thread.write(left, 7);
    });
    program.thread("other", |thread| thread.write(right, 7));
    let mut run = program.start();
    let mut pending = PendingBuffer::default();
    run.pending(&mut pending);
    let actors: Vec<_> = pending.entries().iter().map(|entry| entry.actor).collect();
    let places: Vec<_> = pending.entries().iter().map(|entry| pending.touches(entry)[0].place).collect();
    let mut values = Vec::new();
    let mut states = Vec::new();
    for actor in [actors[1], actors[0], actors[0], actors[0]] {
        run.step(Choice::first(actor), &mut StepContext::plain()).expect("a step");
        values.push(
            places.iter().map(|place| run.fingerprint_place(*place).expect("a value")).collect::<Vec<_>>(),
        );
        states.push(run.fingerprint_actor(actors[0]).expect("a state"));
    }
    assert_eq!(values[1][0], values[0][1], "seven is seven");
    assert_eq!(values[1], values[3]);
    assert_ne!(values[1][0], values[2][0]);
    states.dedup();
    assert_eq!(states.len(), 4, "it stands elsewhere after each step");
}
