//! Every strategy of ours passes the kit, as one of another's would have to; and the kit notices one that does not keep its
//! promises.

use raddle_explore::context::Interruption;
use raddle_explore::guide::Guide;
use raddle_explore::pool::Pool;
use raddle_explore::program::{Choice, Program};
use raddle_explore::search::Settings;
use raddle_explore::strategy::{Covering, Dpor, Exhaustive, Sampling, Strategy, Unfolded};
use raddle_explore::walker::Walker;
use raddle_explore::worker::Worker;
use raddle_threads::generate;
use raddle_threads::kit::{self, Claims};

use crate::examples::own_strategy::BreadthFirst;

const TREE: Claims = Claims { one_run_a_trace: false, events_only: false, whole_tree: true };
const OPTIMAL: Claims = Claims { one_run_a_trace: true, events_only: false, whole_tree: false };
const EVENTS: Claims = Claims { one_run_a_trace: false, events_only: true, whole_tree: false };

#[test]
fn our_strategies_pass() {
    kit::test(&Dpor, OPTIMAL, 1, 60).expect("dpor");
    kit::test(&Exhaustive::default(), TREE, 1, 15).expect("exhaustive");
    kit::test(&Covering, Claims::default(), 1, 30).expect("covering");
    kit::test(&BreadthFirst, TREE, 1, 4).expect("breadth first");
    kit::test(&Unfolded, EVENTS, 1, 60).expect("unfolding");
    kit::test_on(&Unfolded, EVENTS, 1, 30, generate::timed_program).expect("unfolding, timed");
    for sampling in [Sampling::Random, Sampling::Pct { depth: 3 }, Sampling::Pos, Sampling::Surw] {
        kit::test(&sampling, Claims::default(), 1, 5).expect("a sample");
    }
}

/// Makes the first run only, and says that this was all.
struct FirstRun;

impl<P: Program, G: Guide<P::Run>> Strategy<P, G> for FirstRun {
    type Job = Vec<Choice>;

    fn seed(&self, _: &Settings) -> Vec<Vec<Choice>> {
        vec![Vec::new()]
    }

    fn explore(&self, worker: &mut Worker<'_, P, G>, _: &Pool<Vec<Choice>>, _: Vec<Choice>) {
        let mut walker: Walker<P, G> = Walker::new(worker.program);
        let ending = loop {
            worker.count_state();
            if let Err(ending) = raddle_explore::arrival::arrive(worker, &mut walker, None) {
                break ending;
            }
            let first = walker.pending.enabled().next().expect("something can go").actor;
            let stepped: Result<(), Interruption> = walker.step(worker, Choice::first(first));
            if let Err(interruption) = stepped {
                break worker.interrupted(interruption);
            }
        };
        worker.end_run(&walker.run, &walker.log, &ending);
    }
}

#[test]
fn what_covers_less_than_it_says_is_noticed() {
    let wrong = kit::test(&FirstRun, Claims::default(), 1, 50).expect_err("it covers next to nothing");
    assert!(wrong.contains("expected"), "{wrong}");
    // The tree has more than one run a trace, and `dpor` is no tree.
    assert!(kit::test(&Exhaustive::default(), OPTIMAL, 1, 50).is_err());
    assert!(kit::test(&Dpor, TREE, 1, 50).is_err());
}
