//! The graph of states, less the states that no finding needs.
//!
//! Depth first, as `exhaustive` with merged states, but of a state only a persistent set of its actors goes, all options of
//! each ([`crate::ahead`] has the sources). One actor goes first, the one that seems to need the fewest others. When
//! everything behind it is searched, what lies ahead of the state is known, and so is whether others must go too.
//!
//! **Guarantee.** Where the search comes to an end without a circle, it has seen every last state, every failure, and
//! every two operations that can go side by side in conflict, so every race of neighbours. For take a run to such an event:
//! its first step that is in the persistent set can be moved to the front; if there is none, any step of the set can be put
//! in front. And every run ends: from an endless one, steps can be moved to the front for ever, too.
//!
//! A state that is met again on its own path closes a circle: what lies ahead of it is not known yet. Then nothing here is
//! worth anything but the findings, and the whole graph is searched instead.
//!
//! What lies ahead is told by places, and places are made of names. So states are the same here only where all names are,
//! too; but a path that comes back to where it was but for names goes round all the same, and could do so for ever.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ahead::{Ahead, Facts, Scene, SummaryId};
use crate::arrival::arrive;
use crate::context::Interruption;
use crate::ending::Ending;
use crate::guide::Guide;
use crate::hidden::Strangers;
use crate::names::ActorId;
use crate::operation::OperationKind;
use crate::pool::Pool;
use crate::program::{Choice, NamedState, Pending, Program, Run};
use crate::strategy::exhaustive::{ExhaustiveJob, look_for_races};
use crate::verdict::Gap;
use crate::walker::Walker;
use crate::worker::Worker;

/// A state whose future is being searched.
struct Node {
    state: NamedState,
    /// How many steps lead to it.
    position: usize,
    scene: Scene,
    /// What is known to lie ahead.
    ahead: Ahead,
    /// Those that go.
    chosen: Vec<ActorId>,
    /// What is still to be done.
    choices: Vec<Choice>,
}

struct Search<P: Program, G: Guide<P::Run>> {
    walker: Walker<P, G>,
    nodes: Vec<Node>,
    facts: Facts,
    /// The states that were met; without a summary while they are being searched.
    met: FxHashMap<u128, Option<SummaryId>>,
    /// The states on the present path, but for their names.
    path: FxHashSet<u128>,
    /// Whether a circle was found, or else something that only the whole graph can tell.
    is_circular: bool,
    /// Who touched what out of sight.
    strangers: Strangers,
    /// Nodes that are not in use, to be filled again.
    spare: Vec<Node>,
}

/// Explores the states of a program; where that fails, leaves it to a search of the whole graph.
pub(super) fn explore<P: Program, G: Guide<P::Run>>(
    worker: &mut Worker<'_, P, G>,
    jobs: &Pool<ExhaustiveJob>,
) {
    let mut search = Search::<P, G> {
        walker: Walker::new(worker.program),
        nodes: Vec::new(),
        facts: Facts::new(),
        met: FxHashMap::default(),
        path: FxHashSet::default(),
        is_circular: false,
        strangers: Strangers::default(),
        spare: Vec::new(),
    };
    search.enter(worker);
    while !worker.stopped() && !search.is_circular && search.next(worker) {}
    if search.is_circular && !worker.stopped() {
        jobs.give(ExhaustiveJob::Subtree(Vec::new()));
    }
}

impl<P: Program, G: Guide<P::Run>> Search<P, G> {
    /// Comes to a state that was not met before: a run ends there, or it becomes a node.
    fn enter(&mut self, worker: &mut Worker<'_, P, G>) {
        let Some(state) = self.walker.run.fingerprint_named() else {
            let what = "merging states of a program without fingerprints".to_owned();
            return worker.give_up(Gap::Unsupported(what));
        };
        if self.strangers.meet(&self.walker.log) {
            // Whether they are ordered only the whole graph tells.
            self.is_circular = true;
            return;
        }
        worker.merging(None, &self.walker.log);
        match self.met.get(&state.named) {
            Some(Some(summary)) => {
                if let Some(node) = self.nodes.last_mut() {
                    self.facts.add(&mut node.ahead, *summary);
                }
                return worker.end_run(&self.walker.run, &self.walker.log, &Ending::Merged);
            }
            Some(None) => {
                self.is_circular = true;
                return;
            }
            None if self.path.contains(&state.state) => {
                self.is_circular = true;
                return;
            }
            None => {}
        }
        self.met.insert(state.named, None);
        if worker.settings.looks.races {
            look_for_races(worker, &self.walker);
        }
        if !worker.count_state() {
            return;
        }
        self.push_node(state);
        match arrive(worker, &mut self.walker, None) {
            Err(ending) => {
                worker.end_run(&self.walker.run, &self.walker.log, &ending);
                self.leave();
            }
            Ok(_) => self.begin(worker),
        }
    }

    fn push_node(&mut self, state: NamedState) {
        self.path.insert(state.state);
        let mut node = self.spare.pop().unwrap_or_else(|| Node {
            state,
            position: 0,
            scene: Scene::default(),
            ahead: Ahead::default(),
            chosen: Vec::new(),
            choices: Vec::new(),
        });
        node.state = state;
        node.position = self.walker.len();
        node.scene.pending.clone_from(&self.walker.pending);
        self.walker.run.held_locks(&mut node.scene.held);
        node.ahead = self.facts.of_scene(&node.scene);
        node.chosen.clear();
        node.choices.clear();
        self.nodes.push(node);
    }

    /// Chooses who goes first from a new node.
    fn begin(&mut self, worker: &mut Worker<'_, P, G>) {
        let node = self.nodes.last_mut().expect("it was just pushed");
        let mut fewest = usize::MAX;
        let mut first = None;
        for entry in node.scene.pending.enabled() {
            let needed = self.facts.must_try(&node.scene, &[entry.actor], None).len();
            if needed < fewest {
                (fewest, first) = (needed, Some(entry.actor));
            }
            if fewest == 1 {
                break;
            }
        }
        let Some(first) = first else { return };
        node.choose(first);
        if fewest > 1 || node.choices.len() > 1 {
            worker.stats.choice_points += 1;
            self.walker.mark(worker);
        }
    }

    /// Takes the next step of the deepest node, or leaves it; `false` when none is left.
    fn next(&mut self, worker: &mut Worker<'_, P, G>) -> bool {
        let Some(node) = self.nodes.last_mut() else { return false };
        let Some(choice) = node.choices.pop() else {
            if !self.widen() {
                self.leave();
            }
            return true;
        };
        let position = node.position;
        if self.walker.len() != position {
            if let Err(interruption) = self.walker.rewind(worker, position, false) {
                worker.lost(interruption);
                return false;
            }
            self.walker.mark(worker);
        }
        match self.walker.step(worker, choice) {
            Ok(()) => {
                self.note_set_going(worker, choice.actor);
                self.enter(worker);
            }
            Err(interruption) => self.end(worker, interruption),
        }
        true
    }

    /// Takes note of whom the last step set going.
    fn note_set_going(&mut self, worker: &Worker<'_, P, G>, actor: ActorId) {
        let node = self.nodes.last_mut().expect("the step was its");
        let set_going = &worker.context.effects.before;
        // Nobody waits for a time-out but where nothing else can go.
        let is_timeout =
            node.scene.pending.of(actor).is_some_and(|entry| entry.kind == OperationKind::Timeout);
        if !set_going.is_empty() && !is_timeout {
            self.facts.add_set_going(&mut node.ahead, &node.scene, actor, set_going);
        }
        let before = &node.scene.pending;
        let mut new = self.walker.pending.entries().iter().filter(|entry| before.of(entry.actor).is_none());
        let foretold =
            |entry: &Pending| entry.kind == OperationKind::Timeout || set_going.contains(&entry.actor);
        if new.any(|entry| !foretold(entry)) {
            node.ahead.insert_anything();
        }
    }

    fn end(&mut self, worker: &mut Worker<'_, P, G>, interruption: Interruption) {
        let ending = worker.interrupted(interruption);
        worker.end_run(&self.walker.run, &self.walker.log, &ending);
        if let Some(node) = self.nodes.last_mut() {
            node.ahead.insert_anything();
        }
    }

    /// Lets those go from the deepest node, too, that what lies ahead asks for; `false` if there are none.
    fn widen(&mut self) -> bool {
        let node = self.nodes.last_mut().expect("there is one");
        let needed = self.facts.must_try(&node.scene, &node.chosen, Some(&node.ahead));
        // The last choice is taken first.
        for &actor in needed.iter().rev() {
            if !node.chosen.contains(&actor) {
                node.choose(actor);
            }
        }
        !node.choices.is_empty()
    }

    /// The future of the deepest node is known.
    fn leave(&mut self) {
        let node = self.nodes.pop().expect("there is one");
        let summary = self.facts.keep(&node.ahead);
        self.path.remove(&node.state.state);
        self.met.insert(node.state.named, Some(summary));
        if let Some(before) = self.nodes.last_mut() {
            self.facts.add(&mut before.ahead, summary);
        }
        self.spare.push(node);
    }
}

impl Node {
    /// Lets an actor go, with all its options.
    fn choose(&mut self, actor: ActorId) {
        self.chosen.push(actor);
        let options = self.scene.pending.of(actor).map_or(0, |entry| entry.options);
        self.choices.extend((0..options).rev().map(|option| Choice { actor, option }));
    }
}
