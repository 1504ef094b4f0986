//! Every interleaving, as a tree; with merging of states, as a graph.
//!
//! Depth first. A node's alternatives are its enabled actors in the order of their paths, or in that of the guide's
//! ranks, with all their options, less what a bound forbids and whom the guide lets wait. In the tree a state that repeats
//! on its own path closes a cycle: every future from there is explored from its first visit, so the run ends. With
//! merging, a state that was seen anywhere is not entered again; what remains of each bound belongs to the state. History
//! is lost by that, so no races are looked for.
//!
//! Guarantee: every reachable state within the bounds is visited; in the tree, by every schedule without a cycle.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::arrival::{arrive, rank_of};
use crate::bounds::Used;
use crate::circles::Edge;
use crate::ending::Ending;
use crate::estimate::Explored;
use crate::finding::FindingKind;
use crate::guide::{Answer, Guide};
use crate::lingering::Lingering;
use crate::livelock::CycleWatch;
use crate::names::ActorId;
use crate::pool::Pool;
use crate::program::{Choice, Program, Run};
use crate::races::neighbours;
use crate::search::Settings;
use crate::strategy::{Job, Strategy, persistent};
use crate::verdict::{Bound, Gap};
use crate::walker::Walker;
use crate::worker::Worker;

/// A node whose alternatives are not all explored.
struct Node {
    /// How many steps lead to it.
    position: usize,
    /// Its alternatives are those of the search from here on, up to where the next node's begin.
    alternatives: usize,
}

struct Search<P: Program, G: Guide<P::Run>> {
    walker: Walker<P, G>,
    nodes: Vec<Node>,
    alternatives: Vec<(Choice, Used)>,
    cycles: CycleWatch,
    /// Where states are merged: the states on the way to the present one, by their positions.
    way: Vec<(usize, u64)>,
    /// Where states are merged: what lingers of hidden touches.
    lingering: Lingering,
}

/// The strategy.
#[derive(Default)]
pub struct Exhaustive {
    /// Whether states that no finding needs are left out (`persistent`); nothing must cut runs then.
    pub sparse: bool,
}

/// A piece of the tree or graph.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum ExhaustiveJob {
    /// All interleavings after these choices.
    Subtree(Vec<Choice>),
    /// All states that a finding may need.
    States,
}

impl Job for ExhaustiveJob {
    fn for_each_actor(&mut self, rename: &mut dyn FnMut(&mut ActorId)) {
        match self {
            ExhaustiveJob::Subtree(choices) => choices.for_each_actor(rename),
            ExhaustiveJob::States => {}
        }
    }
}

impl<P: Program, G: Guide<P::Run>> Strategy<P, G> for Exhaustive {
    type Job = ExhaustiveJob;

    fn seed(&self, _: &Settings) -> Vec<ExhaustiveJob> {
        vec![if self.sparse { ExhaustiveJob::States } else { ExhaustiveJob::Subtree(Vec::new()) }]
    }

    fn explore(&self, worker: &mut Worker<'_, P, G>, jobs: &Pool<ExhaustiveJob>, job: ExhaustiveJob) {
        match job {
            ExhaustiveJob::Subtree(choices) => explore(worker, jobs, choices),
            ExhaustiveJob::States => persistent::explore(worker, jobs),
        }
    }

    fn estimate(&self, program: &P, settings: &Settings, runs: u64) -> Option<Explored> {
        // A graph is not known before it was searched, nor is what bounds leave of a tree.
        let is_tree = !settings.merge_states && !settings.bounds.any();
        if is_tree { Explored::of_runs(program, settings, runs) } else { None }
    }
}

/// Explores all interleavings that begin with these choices.
fn explore<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    jobs: &Pool<ExhaustiveJob>,
    choices: Vec<Choice>,
) {
    let mut search = Search::<P, G> {
        walker: Walker::new(worker.program),
        nodes: Vec::new(),
        alternatives: Vec::new(),
        cycles: CycleWatch::close(),
        way: Vec::new(),
        lingering: Lingering::default(),
    };
    let Some(used) = search.begin(worker, &choices) else { return };
    search.enter(worker, used);
    while !worker.stopped() && search.next(worker) {
        while worker.may_share() && jobs.hungry() && search.give_away(jobs) {}
    }
}

/// Reports the races of neighbours in the present state.
pub(super) fn look_for_races<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    walker: &Walker<P, G>,
) {
    let Walker { pending, log, .. } = walker;
    neighbours(pending, |race| {
        let next = [race.first.actor, race.second.actor].map(Choice::first);
        worker.report(FindingKind::Race(race), || log.choices().chain(next).collect());
    });
}

impl<P: Program, G: Guide<P::Run>> Search<P, G> {
    /// Makes the first choices of a job; all but the last have been made and counted by whoever gave it away.
    fn begin(&mut self, worker: &mut Worker<'_, P, G>, choices: &[Choice]) -> Option<Used> {
        let mut used = Used::default();
        for (index, &choice) in choices.iter().enumerate() {
            used = used.after(&worker.settings.bounds, &self.walker.pending, choice.actor).ok()?;
            let before = worker.stats;
            if index + 1 == choices.len() && worker.settings.merge_states {
                let marks = worker.linger(&mut self.lingering, &self.walker.log);
                self.note_state(self.walker.run.fingerprint_marked(&marks));
            }
            if let Err(interruption) = self.walker.lead(worker, choice) {
                self.end(worker, interruption);
                return None;
            }
            if index + 1 < choices.len() {
                worker.forget_steps_since(&before);
                self.cycles.enter(&self.walker.run, self.walker.len());
            }
        }
        Some(used)
    }

    fn end(&self, worker: &mut Worker<'_, P, G>, interruption: crate::context::Interruption) {
        let ending = worker.interrupted(interruption);
        worker.end_run(&self.walker.run, &self.walker.log, &ending);
    }

    /// Comes to a node: ends the run there, or lists its alternatives.
    fn enter(&mut self, worker: &mut Worker<'_, P, G>, used: Used) {
        let ending = match self.arrive(worker, &used) {
            Err(ending) => ending,
            Ok(answer) => {
                let start = self.alternatives.len();
                self.list_alternatives(worker, &used, &answer);
                let count = self.alternatives.len() - start;
                if count > 0 {
                    if count > 1 {
                        worker.stats.choice_points += 1;
                        self.walker.mark(worker);
                    }
                    let position = self.walker.len();
                    self.nodes.push(Node { position, alternatives: start });
                    return;
                }
                // A bound forbids everything that could go.
                Ending::Cut(Bound::Preemptions)
            }
        };
        worker.end_run(&self.walker.run, &self.walker.log, &ending);
    }

    /// Comes to a state, or gives it up; the step that led there, if it is known from where.
    fn note_state(&mut self, state: Option<u128>) -> Option<Edge> {
        let position = self.walker.len();
        while self.way.last().is_some_and(|&(at, _)| at >= position) {
            self.way.pop();
        }
        let state = state? as u64;
        let from = self.way.last().filter(|&&(at, _)| at + 1 == position).map(|&(_, from)| from);
        self.way.push((position, state));
        let choice = self.walker.log.choices().last()?;
        from.map(|from| (from, state, choice))
    }

    /// Counts the node; how the run ends there, if it does.
    fn arrive(&mut self, worker: &mut Worker<'_, P, G>, used: &Used) -> Result<Answer, Ending> {
        if worker.settings.merge_states {
            let marks = worker.linger(&mut self.lingering, &self.walker.log);
            let Some(state) = self.walker.run.fingerprint_marked(&marks) else {
                let what = "merging states of a program without fingerprints".to_owned();
                worker.give_up(Gap::Unsupported(what));
                return Err(Ending::Interrupted);
            };
            let edge = self.note_state(Some(state));
            let position = self.walker.len();
            worker.merging(edge, &self.walker.log);
            if !worker.shared.visited.insert(state, used, position, &worker.settings.bounds) {
                return Err(Ending::Merged);
            }
            if worker.settings.looks.races {
                look_for_races(worker, &self.walker);
            }
        }
        if !worker.count_state() {
            return Err(Ending::Interrupted);
        }
        let answer = arrive(worker, &mut self.walker, None)?;
        let Walker { run, log, .. } = &self.walker;
        if !worker.settings.merge_states
            && let Some(start) = self.cycles.enter(run, log.len())
        {
            return Err(worker.cycle(log, start));
        }
        Ok(answer)
    }

    fn list_alternatives(&mut self, worker: &mut Worker<'_, P, G>, used: &Used, answer: &Answer) {
        let pending = &self.walker.pending;
        let start = self.alternatives.len();
        // The last alternative is taken first, so the list is written backwards.
        for entry in pending.entries().iter().rev().filter(|entry| entry.is_enabled()) {
            if G::ACTIVE && answer.left_out.contains(&entry.actor) {
                continue;
            }
            match used.after(&worker.settings.bounds, pending, entry.actor) {
                Ok(used) => {
                    let options = (0..entry.options).rev();
                    let choices = options.map(|option| Choice { actor: entry.actor, option });
                    self.alternatives.extend(choices.map(|choice| (choice, used)));
                }
                Err(bound) => worker.hit(bound),
            }
        }
        if G::ACTIVE {
            let rank = |actor| rank_of(answer, pending, actor);
            self.alternatives[start..].sort_by_key(|(choice, _)| Reverse(rank(choice.actor)));
        }
    }

    /// Takes the next alternative of the deepest node; `false` when none is left.
    fn next(&mut self, worker: &mut Worker<'_, P, G>) -> bool {
        let Some(node) = self.nodes.last() else { return false };
        let (position, first) = (node.position, node.alternatives);
        let (choice, used) = self.alternatives.pop().expect("a node without alternatives is not kept");
        let last = self.alternatives.len() == first;
        if last {
            self.nodes.pop();
        }
        if self.walker.len() != position {
            if let Err(interruption) = self.walker.rewind(worker, position, last) {
                worker.lost(interruption);
                return false;
            }
            if !last {
                self.walker.mark(worker);
            }
            self.cycles.rewind(position);
            self.lingering.rewind(position);
        }
        match self.walker.step(worker, choice) {
            Ok(()) => self.enter(worker, used),
            Err(interruption) => self.end(worker, interruption),
        }
        true
    }

    /// Gives the largest piece of work to another worker; `false` when there is none to spare.
    fn give_away(&mut self, jobs: &Pool<ExhaustiveJob>) -> bool {
        if self.alternatives.len() < 2 {
            return false;
        }
        let node = &mut self.nodes[0];
        let (choice, _) = self.alternatives.remove(node.alternatives);
        let earlier = self.walker.log.choices().take(node.position);
        let choices = earlier.chain([choice]).collect();
        jobs.give(ExhaustiveJob::Subtree(choices));
        let emptied = self.nodes.get(1).map_or(self.alternatives.len(), |next| next.alternatives - 1) == 0;
        for later in &mut self.nodes[1..] {
            later.alternatives -= 1;
        }
        if emptied {
            self.nodes.remove(0);
        }
        true
    }
}
