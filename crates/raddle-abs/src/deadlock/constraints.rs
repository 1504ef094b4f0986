//! The constraints of a cycle, and whether a state can still come to meet them.
//!
//! **Source.** Seed 001, definitions 3 to 5 (in seed 000: 6 to 8, and 6.1.2 for object-sensitivity).
//!
//! **Names.** The paper's time constraint `∃t ↦ ⟨_, sync(p, F)⟩` together with its `fut(F, L, Tk, _)` is a
//! [`TimeConstraint`]; its `check_C(St)` is [`Constraints::admits`]; condition 1 of definition 5 is
//! `reachable`, condition 2 is `met`; 000's *represents* (6.1.3) is [`Constraints::represented`].
//!
//! **Deviations.** Condition 2 asks for a task that waits *now* at the constraint's point, for a task that has not
//! finished, where the paper is content with an entry of the interleavings table: whoever has passed the point
//! has no part in the deadlock unless he comes there again, and then the point is reachable. So no table is
//! kept. Constraints are checked one by one: a deadlock may run through the abstract cycle more than once, so
//! variables of different constraints are not bound to each other. With [`Reachability::PointsTo`] tasks that
//! another deadlock has stopped for ever reach nothing.
//!
//! **Guarantee.** Sound: a state from which a deadlock that represents the cycle can be reached is admitted.
//! What the analysis does not know of is taken to be reachable and met.

use rustc_hash::FxHashMap;

use super::abstraction::{Activation, Facts};
use super::graph::{Edge, Node, Reason};
use super::remaining::{Item, Remaining};
use crate::machine::code::CodeId;
use crate::machine::state::{State, Wait};
use crate::machine::value::{LocationId, TaskId};
use crate::machine::waits::{deadlock_chain, waits_for};
use crate::source::Span;
use crate::types::resolved::{MethodId, Program};

/// How many constraints of a cycle are checked; a longer cycle is as good as checked less often.
const LIMIT: usize = 32;

/// How it is found out what a task can still come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reachability {
    /// By names alone, as in the seeds: the remaining statements, and all methods of the names that are called.
    Syntactic,
    /// By the points-to analysis: only the methods that may be meant, on the locations that may be meant.
    #[default]
    PointsTo,
}

/// Some task waits at a point for a task that has not finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeConstraint {
    /// The location that is kept meanwhile, or the task that awaits.
    pub from: Node,
    /// Where it waits.
    pub point: Span,
    /// The task that is waited for.
    pub target: Activation,
    /// Must that task be waiting for its location?
    pub pending: bool,
}

/// All constraints of a cycle.
#[derive(Clone, Debug)]
pub struct Constraints {
    /// The time constraints, with their future and pending constraints, in the order of the cycle.
    pub times: Vec<TimeConstraint>,
    /// All of those that fit a word: the others are never found to fail.
    every: u64,
    /// Which constraints' points can be reached, by where a task stands.
    reach: FxHashMap<(Activation, u32), u64>,
    /// The same by names alone.
    syntactic: Option<FxHashMap<(CodeId, u32), u64>>,
    first_method: u32,
    /// Does a chain of waiting tasks stay for ever? Not if a task can kill the object of another one.
    pub(super) chains_stay: bool,
}

/// Definition 4: the constraints of a cycle's edges.
#[must_use]
pub fn of_cycle(edges: &[&Edge]) -> Vec<TimeConstraint> {
    let mut times = Vec::new();
    for (at, edge) in edges.iter().enumerate() {
        let (Reason::Blocked { point, .. } | Reason::Awaits { point, .. }) = edge.reason else { continue };
        let Node::Task(target) = edge.to else { continue };
        let next = edges[(at + 1) % edges.len()];
        let pending = next.reason == Reason::Needs;
        times.push(TimeConstraint { from: edge.from, point, target, pending });
    }
    times
}

/// A call graph over whatever stands for a method.
trait Callers {
    /// The constraints whose points an item is, and in the upper half those whose locations it makes.
    fn bits(&self, node: usize, item: Item) -> u64;
    fn callees(&self, node: usize, item: Item, each: &mut dyn FnMut(usize));
}

struct ByPointsTo<'a> {
    facts: &'a Facts,
    times: &'a [TimeConstraint],
}

impl Callers for ByPointsTo<'_> {
    fn bits(&self, node: usize, item: Item) -> u64 {
        let activation = Activation(node as u32);
        let mut bits = 0;
        let (point, blocks) = match item {
            Item::Wait(point, blocks) => (point, blocks),
            Item::New(span, _) => {
                let made = self.facts.creations.get(&(activation, span)).copied().map(Node::Location);
                for (bit, time) in self.times.iter().take(LIMIT).enumerate() {
                    if made == Some(time.from) {
                        bits |= 1 << (LIMIT + bit);
                    }
                }
                return bits;
            }
            Item::Call(..) => return 0,
        };
        for (bit, time) in self.times.iter().take(LIMIT).enumerate() {
            let roots = &self.facts.of(activation).roots;
            let fits = match time.from {
                Node::Location(location) => {
                    blocks && roots.iter().any(|&root| self.facts.of(root).location == location)
                }
                Node::Task(task) => !blocks && roots.contains(&task),
            };
            if time.point == point && fits {
                bits |= 1 << bit;
            }
        }
        bits
    }

    fn callees(&self, node: usize, item: Item, each: &mut dyn FnMut(usize)) {
        let (Item::Call(span, _) | Item::New(span, _)) = item else { return };
        if let Some(callees) = self.facts.calls.get(&(Activation(node as u32), span)) {
            callees.iter().for_each(|callee| each(callee.index()));
        }
    }
}

struct ByName<'a> {
    program: &'a Program,
    times: &'a [TimeConstraint],
    by_selector: Vec<Vec<usize>>,
}

impl Callers for ByName<'_> {
    fn bits(&self, _: usize, item: Item) -> u64 {
        let Item::Wait(point, blocks) = item else { return 0 };
        let times = self.times.iter().take(LIMIT).enumerate();
        let fits =
            |time: &TimeConstraint| time.point == point && blocks == matches!(time.from, Node::Location(_));
        times.fold(0, |bits, (bit, time)| if fits(time) { bits | 1 << bit } else { bits })
    }

    fn callees(&self, _: usize, item: Item, each: &mut dyn FnMut(usize)) {
        match item {
            Item::Call(_, selector) => {
                self.by_selector[selector.index()].iter().for_each(|&callee| each(callee));
            }
            Item::New(_, class) => {
                let class = &self.program.classes[class.index()];
                class.init.iter().chain(&class.run).for_each(|method| each(method.index()));
            }
            Item::Wait(..) => {}
        }
    }
}

/// What each method reaches from its beginning, with all that it calls.
fn whole(count: usize, callers: &dyn Callers, start: &dyn Fn(usize) -> Vec<(usize, Vec<Item>)>) -> Vec<u64> {
    let mut bits = vec![0u64; count];
    let mut called_by: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (node, own) in bits.iter_mut().enumerate() {
        for (owner, items) in start(node) {
            if owner != node {
                called_by[owner].push(node);
                continue;
            }
            for item in items {
                *own |= callers.bits(node, item);
                callers.callees(node, item, &mut |callee| called_by[callee].push(node));
            }
        }
    }
    let mut work: Vec<usize> = (0..count).filter(|&node| bits[node] != 0).collect();
    while let Some(node) = work.pop() {
        for &caller in &called_by[node] {
            if bits[caller] | bits[node] != bits[caller] {
                bits[caller] |= bits[node];
                work.push(caller);
            }
        }
    }
    bits
}

fn from_items(node: usize, items: &[Item], callers: &dyn Callers, whole: &[u64]) -> u64 {
    let mut bits = 0;
    for &item in items {
        bits |= callers.bits(node, item);
        callers.callees(node, item, &mut |callee| bits |= whole[callee]);
    }
    bits
}

/// The tasks that will never move again, because they wait for each other, or for one that does.
fn dead_tasks(state: &State) -> Vec<TaskId> {
    let Some(mut dead) = deadlock_chain(state) else { return Vec::new() };
    loop {
        let more: Vec<TaskId> = state
            .active
            .iter()
            .copied()
            .filter(|task| !dead.contains(task))
            .filter(|&task| {
                state.task(task).activity().is_some_and(|activity| {
                    waits_for(state, task, activity).iter().any(|on| dead.contains(on))
                })
            })
            .collect();
        if more.is_empty() {
            return dead;
        }
        dead.extend(more);
    }
}

impl Constraints {
    /// The constraints of a cycle, and tables of who can reach their points.
    #[must_use]
    pub fn new(
        times: Vec<TimeConstraint>,
        reachability: Reachability,
        program: &Program,
        facts: &Facts,
        remaining: &Remaining,
        first_method: u32,
    ) -> Self {
        let every = (1 << times.len().min(LIMIT)) - 1;
        let mut constraints = Self {
            times,
            every,
            reach: FxHashMap::default(),
            syntactic: None,
            first_method,
            chains_stay: false,
        };
        let code_of = |method: MethodId| CodeId(first_method + method.0);
        let items_of = |code: CodeId, next: u32| remaining.from(code, next).unwrap_or_default().to_vec();
        match reachability {
            Reachability::PointsTo => {
                let callers = ByPointsTo { facts, times: &constraints.times };
                let count = facts.activations.len();
                let mut by_method: Vec<Vec<usize>> = vec![Vec::new(); program.methods.len()];
                for (at, activation) in facts.activations.iter().enumerate() {
                    by_method[activation.method.index()].push(at);
                }
                let bits = whole(count, &callers, &|node| {
                    let activation = &facts.activations[node];
                    let own = (node, items_of(code_of(activation.method), 0));
                    let recover = activation.recover.map(|recover| (recover.index(), Vec::new()));
                    std::iter::once(own).chain(recover).collect()
                });
                for (code, next, items) in remaining.all() {
                    for &node in &by_method[(code.0 - first_method) as usize] {
                        let recover = facts.activations[node].recover.map_or(0, |id| bits[id.index()]);
                        let reached = from_items(node, items, &callers, &bits) | recover;
                        constraints.reach.insert((Activation(node as u32), next), reached);
                    }
                }
            }
            Reachability::Syntactic => {
                let mut by_selector = vec![Vec::new(); program.selectors.len()];
                for class in &program.classes {
                    for &method in &class.methods {
                        by_selector[program.methods[method.index()].selector.index()].push(method.index());
                    }
                }
                let callers = ByName { program, times: &constraints.times, by_selector };
                let recover_of = |method: usize| {
                    let class = program.methods[method].class?;
                    program.classes[class.index()].recover.filter(|recover| recover.index() != method)
                };
                let bits = whole(program.methods.len(), &callers, &|node| {
                    let own = (node, items_of(CodeId(first_method + node as u32), 0));
                    let recover = recover_of(node).map(|recover| (recover.index(), Vec::new()));
                    std::iter::once(own).chain(recover).collect()
                });
                let mut table = FxHashMap::default();
                for (code, next, items) in remaining.all() {
                    let node = (code.0 - first_method) as usize;
                    let recover = recover_of(node).map_or(0, |id| bits[id.index()]);
                    table.insert((code, next), from_items(node, items, &callers, &bits) | recover);
                }
                constraints.syntactic = Some(table);
            }
        }
        constraints
    }

    /// `check`: the constraint that the state can no longer come to meet, if there is one.
    #[must_use]
    pub fn failing(
        &self,
        facts: &Facts,
        codes: &[crate::machine::code::Code],
        state: &State,
    ) -> Option<usize> {
        let met = self.met(facts, codes, state);
        if met & self.every == self.every {
            return None;
        }
        let dead = if self.syntactic.is_none() && self.chains_stay { dead_tasks(state) } else { Vec::new() };
        let mut reached = self.reachable(facts, state, &dead);
        if !dead.is_empty() {
            reached &= !self.dead_locations(facts, state, &dead, reached);
        }
        let left = self.every & !met & !reached;
        (left != 0).then(|| left.trailing_zeros() as usize)
    }

    /// Can the state still come to a deadlock that represents the cycle?
    #[must_use]
    pub fn admits(&self, facts: &Facts, codes: &[crate::machine::code::Code], state: &State) -> bool {
        self.failing(facts, codes, state).is_none()
    }

    /// Is every constraint met by a task that waits now?
    #[must_use]
    pub fn represented(&self, facts: &Facts, codes: &[crate::machine::code::Code], state: &State) -> bool {
        self.met(facts, codes, state) & self.every == self.every
    }

    /// The constraints that tasks meet now.
    fn met(&self, facts: &Facts, codes: &[crate::machine::code::Code], state: &State) -> u64 {
        let mut met = 0;
        for &task in &state.active {
            let Some(activity) = state.task(task).activity() else { continue };
            let (futures, blocks): (&[_], bool) = match &activity.wait {
                Wait::Future(future) => (std::slice::from_ref(future), true),
                Wait::Guard { futures, .. } => (futures, false),
                _ => continue,
            };
            let Some(frame) = activity.frames.last() else { continue };
            let point = codes[frame.code.index()].spans[(frame.next as usize).saturating_sub(1)];
            let Some(root) = facts.abstract_task(state, task) else { return u64::MAX };
            for (bit, time) in self.times.iter().take(LIMIT).enumerate() {
                let fits = match time.from {
                    Node::Location(location) => blocks && facts.of(root).location == location,
                    Node::Task(task) => !blocks && root == task,
                };
                if time.point != point || !fits || met & 1 << bit != 0 {
                    continue;
                }
                let waits_for = |&future: &_| {
                    !state.task(future).is_done()
                        && facts.abstract_task(state, future).is_none_or(|target| target == time.target)
                };
                if futures.iter().any(waits_for) {
                    met |= 1 << bit;
                }
            }
        }
        met
    }

    /// The constraints on locations that are blocked for ever, all of them, and of which no more can be made.
    fn dead_locations(&self, facts: &Facts, state: &State, dead: &[TaskId], reached: u64) -> u64 {
        let mut gone = 0;
        for (bit, time) in self.times.iter().take(LIMIT).enumerate() {
            let Node::Location(wanted) = time.from else { continue };
            if reached & 1 << (LIMIT + bit) != 0 {
                continue;
            }
            let alive = (0..state.locations.len()).any(|at| {
                let fits = facts.abstract_location(state, LocationId(at as u32));
                let blocked = state.holders[at].is_some_and(|holder| dead.contains(&holder));
                fits.is_none_or(|location| location == wanted) && !blocked
            });
            if !alive {
                gone |= 1 << bit;
            }
        }
        gone
    }

    /// The constraints whose points tasks can still come to.
    fn reachable(&self, facts: &Facts, state: &State, dead: &[TaskId]) -> u64 {
        let mut reached = 0;
        for &task in &state.active {
            if dead.contains(&task) {
                continue;
            }
            let entry = state.task(task);
            let Some(activity) = entry.activity() else { continue };
            let mut stand = |at: usize, next: u32| {
                let frame = activity.frames[at];
                // Functions wait for nothing but random numbers.
                if frame.code.0 < self.first_method {
                    return;
                }
                reached |= match &self.syntactic {
                    Some(table) => table.get(&(frame.code, next)).copied().unwrap_or(u64::MAX),
                    None => {
                        let method = MethodId(frame.code.0 - self.first_method);
                        let activation = facts.abstract_activation(state, frame.this, method);
                        let known =
                            activation.and_then(|activation| self.reach.get(&(activation, next)).copied());
                        known.unwrap_or(u64::MAX)
                    }
                };
            };
            for (at, frame) in activity.frames.iter().enumerate() {
                stand(at, frame.next);
            }
            for handler in &activity.handlers {
                stand(handler.frames as usize - 1, handler.target);
            }
        }
        reached
    }
}
