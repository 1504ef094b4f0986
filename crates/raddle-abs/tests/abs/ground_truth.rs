//! Numbers that were checked independently of this implementation.

use crate::support::{explore, file, program};
use raddle_abs::machine::options::Options;

#[test]
fn sleeping_barber_has_181_states_42_runs_6_deadlocks() {
    let counts = explore(&program(&file("examples/abs/sleeping_barber.abs"), Options::default()));
    assert_eq!((counts.states, counts.runs, counts.deadlocks), (181, 42, 6));
}
