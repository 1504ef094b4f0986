//! What ABS tells of its tasks and fields, and that jobs mean the same in every process.

use crate::support::program;
use raddle_abs::machine::options::Options;
use raddle_abs::machine::program::AbsProgram;
use raddle_explore::names::ActorPath;
use raddle_explore::program::Program;
use raddle_explore::random::Seed;
use raddle_explore::search::Settings;
use raddle_explore::strategy::{Covering, Exhaustive};
use raddle_threads::{grains, letters};

const COUNTERS: &str = "
module Counters;
interface Counter { Int add(Int more); Int peek(); Unit twice(Counter other); }
class Counter implements Counter {
    Int value = 0;
    Int add(Int more) { value = value + more; return value; }
    Int peek() { return value; }
    Unit twice(Counter other) {
        Fut<Int> first = other!add(1);
        await first?;
        Int seen = first.get;
        value = seen;
    }
}
{
    Counter one = new Counter();
    Counter two = new Counter();
    Fut<Unit> left = one!twice(two);
    Fut<Unit> right = two!twice(one);
    await left?;
    await right?;
    Fut<Int> last = one!peek();
    Int seen = last.get;
}
";

fn counters() -> AbsProgram {
    program(COUNTERS, Options::default())
}

#[test]
fn a_step_changes_its_own_task_and_what_it_writes() {
    let changes = grains::test(&counters(), Seed(1), 60, 200).unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(changes.steps > 500 && changes.actors > 200 && changes.places > 100, "{changes:?}");
}

#[test]
fn jobs_mean_the_same_elsewhere() {
    let settings = Settings::default();
    for strategy in [true, false] {
        let (home, away) = (counters(), counters());
        // The other process heard of the tasks that are called last before all others.
        let paths = [vec![0, 2], vec![0, 1, 0], vec![0, 0, 0], vec![0, 1], vec![0, 0]];
        for path in &paths {
            away.names().resolve(&ActorPath(path.clone()));
        }
        let sent = if strategy {
            letters::send(&home, &away, &Exhaustive::default(), &settings)
        } else {
            letters::send(&home, &away, &Covering, &settings)
        };
        assert!(sent.unwrap_or_else(|wrong| panic!("{wrong}")) > 2);
        let numbers =
            |program: &AbsProgram| paths.clone().map(|path| program.names().resolve(&ActorPath(path)));
        assert_ne!(numbers(&home), numbers(&away), "the numbers mean the same");
    }
}
