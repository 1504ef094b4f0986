//! A strategy of one's own: breadth first, so that the first finding has the fewest steps. A job is one state, named by the
//! choices that lead there; any worker can take any of them.

use raddle_explore::arrival::arrive;
use raddle_explore::ending::Ending;
use raddle_explore::guide::{Guide, Unguided};
use raddle_explore::pool::Pool;
use raddle_explore::program::{Choice, Program};
use raddle_explore::search::{Hooks, Settings, search, search_by};
use raddle_explore::strategy::{Named, Strategy};
use raddle_explore::walker::Walker;
use raddle_explore::worker::Worker;
use raddle_threads::builtin;

/// The strategy.
pub struct BreadthFirst;

impl<P: Program, G: Guide<P::Run>> Strategy<P, G> for BreadthFirst {
    /// The way to a state that nobody has been in yet.
    type Job = Vec<Choice>;

    fn seed(&self, _: &Settings) -> Vec<Vec<Choice>> {
        vec![Vec::new()]
    }

    fn explore(&self, worker: &mut Worker<'_, P, G>, jobs: &Pool<Vec<Choice>>, way: Vec<Choice>) {
        let mut walker = Walker::new(worker.program);
        for (index, &choice) in way.iter().enumerate() {
            let before = worker.stats;
            if let Err(interruption) = walker.lead(worker, choice) {
                let ending = worker.interrupted(interruption);
                return worker.end_run(&walker.run, &walker.log, &ending);
            }
            // All steps but the last were counted on the way to the states before.
            if index + 1 < way.len() {
                worker.forget_steps_since(&before);
            }
        }
        let arrived =
            if worker.count_state() { arrive(worker, &mut walker, None) } else { Err(Ending::Interrupted) };
        let answer = match arrived {
            Ok(answer) => answer,
            Err(ending) => return worker.end_run(&walker.run, &walker.log, &ending),
        };
        for entry in walker.pending.enabled().filter(|entry| !answer.left_out.contains(&entry.actor)) {
            for option in 0..entry.options {
                let mut further = way.clone();
                further.push(Choice { actor: entry.actor, option });
                jobs.give(further);
            }
        }
    }
}

/// Compares it with the tree of all interleavings.
pub fn main() {
    // It covers what the tree of all interleavings covers, with the same counts, whoever does the work.
    for program in [builtin::writes(2, 3), builtin::dining(3, 1, true), builtin::counter(3, false)] {
        let deep = Settings { strategy: Named::Exhaustive, ..Settings::default() };
        let tree = search(&program, &Unguided, &deep, &Hooks::default());
        for jobs in [1, 3] {
            let wide = Settings { jobs, ..Settings::default() };
            let found = search_by(&program, &Unguided, &BreadthFirst, &wide, &Hooks::default());
            let counts = |outcome: &raddle_explore::search::Outcome| {
                (outcome.verdict.clone(), outcome.stats.runs, outcome.stats.states, outcome.stats.steps)
            };
            assert_eq!(counts(&found), counts(&tree));
            println!("{} runs, {}", found.stats.runs, found.verdict.word());
        }
    }
    // The first finding is a shortest one.
    let first = Settings { stop_at_first: true, ..Settings::default() };
    let program = builtin::dining(3, 2, false);
    let wide = search_by(&program, &Unguided, &BreadthFirst, &first, &Hooks::default());
    assert_eq!(wide.findings[0].schedule.len(), 3);
}
