//! What the guide of a cycle promises, checked in every state of every interleaving.
//!
//! By definition, and with nothing but the machine's steps and waits: which chains of waiting tasks there are in a state,
//! which cycles of the analysis they represent, and how many steps the nearest such chain is away. Then
//! - every chain represents a cycle that is listed, and none that was left out because its tasks come in turn;
//! - a state from which a chain of a cycle can be reached passes the cycle's `check`;
//! - one of the tasks that the cycle's deadlocks can need makes a first step to a chain that is as near as any other;
//! - so does one of the orders of steps that are left in the tree of all interleavings.
//!
//! That is far more than to ask whether a search finds something: a rule that is wrong in one state of one interleaving
//! shows, even if the deadlock could be found in another way, or under the name of another cycle.

use raddle_abs::deadlock::analysis::cycles;
use raddle_abs::deadlock::analysis::graph::{Edge, Node};
use raddle_abs::deadlock::analysis::time_constraints::{self, TimeConstraint};
use raddle_abs::deadlock::guided::constraints::Constraints;
use raddle_abs::deadlock::guided::normal_form::{can_come_later, followers};
use raddle_abs::deadlock::guided::reach::Reachability;
use raddle_abs::deadlock::{Analysis, AnalysisOptions};
use raddle_abs::machine::program::AbsProgram;
use raddle_abs::machine::run::AbsRun;
use raddle_abs::machine::state::{State, Wait};
use raddle_abs::machine::value::TaskId;
use raddle_abs::machine::waits::waits_for;
use raddle_explore::context::StepContext;
use raddle_explore::ending::{Ending, of_standstill};
use raddle_explore::names::ActorId;
use raddle_explore::program::{Choice, PendingBuffer, Program as _, Run as _};

/// A state of an interleaving.
struct Visited {
    run: AbsRun,
    /// The states behind it, by their numbers, and who makes the step.
    steps: Vec<(ActorId, usize)>,
    /// Is somebody stuck, and can nobody move?
    is_stuck: bool,
}

/// All states of all interleavings of a program.
pub struct Tree {
    /// The states, each before those that are behind it.
    states: Vec<Visited>,
    /// Is there a deadlock?
    pub deadlocks: bool,
    /// Is somebody stuck at the end of some run?
    pub sticks: bool,
}

impl Tree {
    /// Makes every step in every order; none if there are more states than that, or if something is not supported.
    pub fn of(program: &AbsProgram, most: usize) -> Option<Self> {
        let mut tree = Self { states: Vec::new(), deadlocks: false, sticks: false };
        tree.visit(program.start(), most)?;
        Some(tree)
    }

    fn visit(&mut self, run: AbsRun, most: usize) -> Option<usize> {
        let number = self.states.len();
        let mut pending = PendingBuffer::default();
        run.pending(&mut pending);
        let has_exited = run.has_exited();
        self.states.push(Visited { run, steps: Vec::new(), is_stuck: false });
        for entry in pending.enabled() {
            for option in 0..entry.options {
                let mut next = self.states[number].run.fork().filter(|_| self.states.len() < most)?;
                let mut context = StepContext::plain();
                context.begin();
                next.step(Choice { actor: entry.actor, option }, &mut context).ok()?;
                let behind = self.visit(next, most)?;
                self.states[number].steps.push((entry.actor, behind));
            }
        }
        if self.states[number].steps.is_empty() {
            let ending = of_standstill(&pending, has_exited);
            self.states[number].is_stuck = matches!(ending, Ending::Stuck(_));
            self.deadlocks |= matches!(ending, Ending::Deadlock(_));
            self.sticks |= matches!(ending, Ending::Stuck(_));
        }
        Some(number)
    }
}

/// Panics where the guides of a program's cycles do not keep what they promise; `what` tells of the program.
pub fn check(
    program: &AbsProgram,
    tree: &Tree,
    analysis: &Analysis,
    reachability: Reachability,
    what: &dyn Fn() -> String,
) {
    let times = |cycle: Vec<usize>| {
        let edges: Vec<&Edge> = cycle.iter().map(|&edge| &analysis.graph.edges[edge]).collect();
        time_constraints::of_cycle(&edges)
    };
    let all = if analysis.more_cycles {
        Vec::new()
    } else {
        cycles::elementary(&analysis.graph, AnalysisOptions::default().cycle_bound).cycles
    };
    let is_left_out = |cycle: &Vec<usize>| !analysis.cycles.contains(cycle);
    let cycles = 0..analysis.cycles.len();
    let promises = Promises {
        analysis,
        constraints: cycles
            .map(|cycle| Constraints::of_cycle(program, analysis, cycle, reachability))
            .collect(),
        left_out: all.into_iter().filter(is_left_out).map(times).collect(),
        what,
    };
    let mut distances: Vec<Distances> = vec![Vec::new(); tree.states.len()];
    let mut in_normal_form = distances.clone();
    for (number, state) in tree.states.iter().enumerate().rev() {
        distances[number] = promises.distances(state, &distances);
        promises.check_movers(state, &distances, number);
        in_normal_form[number] = promises.check_normal_form(state, &distances[number], &in_normal_form);
    }
}

/// For each cycle, how many steps the nearest deadlock that represents it is away.
type Distances = Vec<Option<u32>>;

struct Promises<'p> {
    analysis: &'p Analysis,
    constraints: Vec<Constraints>,
    /// Cycles of the graph that are not listed, because their tasks come in turn.
    left_out: Vec<Vec<TimeConstraint>>,
    /// What to say of the program.
    what: &'p dyn Fn() -> String,
}

impl Promises<'_> {
    fn distances(&self, state: &Visited, behind: &[Distances]) -> Distances {
        // Who waits for a task of an object that dies goes on.
        let may_dissolve = self.analysis.kills && !state.steps.is_empty();
        let chains = if may_dissolve { Vec::new() } else { chains(state.run.state()) };
        self.check_listed(&state.run, &chains);
        let distance = |(cycle, constraints): (usize, &Constraints)| {
            let represented =
                |tasks: &[TaskId]| represents(self.analysis, &state.run, &constraints.times, tasks);
            let is_here = if constraints.is_condition() {
                state.is_stuck && represented(&state.run.state().active)
            } else {
                chains.iter().any(|chain| represented(chain))
            };
            if is_here { Some(0) } else { nearest(state, behind, cycle, |_| true) }
        };
        self.constraints.iter().enumerate().map(distance).collect()
    }

    /// Every chain represents a cycle that is listed, and no other.
    fn check_listed(&self, run: &AbsRun, chains: &[Vec<TaskId>]) {
        let is_condition = |times: &[TimeConstraint]| times.iter().any(|time| time.target.is_none());
        for chain in chains {
            let is_there = |times: &[TimeConstraint]| {
                !is_condition(times) && represents(self.analysis, run, times, chain)
            };
            for times in &self.left_out {
                assert!(!is_there(times), "{times:?} was left out, {}", self.tell(run));
            }
            let is_listed = self.constraints.iter().any(|constraints| is_there(&constraints.times));
            assert!(is_listed || self.analysis.more_cycles, "no cycle for {chain:?}, {}", self.tell(run));
        }
    }

    /// Whose steps a deadlock of the cycle can need in this state, by its guide; none if that is not known.
    fn movers(&self, run: &AbsRun, cycle: usize, distance: u32) -> Option<Vec<ActorId>> {
        let state = run.state();
        let movers = match self.constraints[cycle].movers(self.analysis, &run.shared().fixed, state) {
            Ok(movers) => movers?,
            Err(constraint) => panic!(
                "constraint {constraint} of cycle {cycle} fails, {distance} steps away, {}",
                self.tell(run)
            ),
        };
        let tasks = state.active.iter().zip(movers).filter(|(_, moves)| *moves);
        Some(tasks.map(|(&task, _)| state.task(task).info.actor).collect())
    }

    /// No cycle's guide turns away from its deadlocks.
    fn check_movers(&self, visited: &Visited, distances: &[Distances], number: usize) {
        for (cycle, distance) in distances[number].iter().enumerate() {
            let Some(distance) = *distance else { continue };
            let Some(movers) = self.movers(&visited.run, cycle, distance) else { continue };
            let nearest = nearest(visited, distances, cycle, |actor| movers.contains(&actor));
            assert!(
                distance == 0 || nearest == Some(distance),
                "cycle {cycle} leaves out a step, {distance} steps away: {movers:?}, {}",
                self.tell(&visited.run)
            );
        }
    }

    /// Neither does it where orders of steps are left out, too. Gives the distances in the orders that are left, where the
    /// step that led to the state counts.
    fn check_normal_form(&self, visited: &Visited, distances: &Distances, behind: &[Distances]) -> Distances {
        let run = &visited.run;
        let fixed = &run.shared().fixed;
        let followers = followers(run);
        let later: Vec<ActorId> = match self.analysis.segments(fixed) {
            Some(segments) => can_come_later(segments, &self.analysis.facts, fixed, run.state()).collect(),
            None => Vec::new(),
        };
        let distance = |(cycle, distance): (usize, &Option<u32>)| {
            let movers = self.movers(run, cycle, (*distance)?);
            if !self.constraints[cycle].is_made_by_movers() {
                return *distance;
            }
            let is_left = |actor: ActorId| {
                movers.as_ref().is_none_or(|movers| movers.contains(&actor) && !later.contains(&actor))
            };
            let left =
                if *distance == Some(0) { *distance } else { nearest(visited, behind, cycle, is_left) };
            assert_eq!(
                left,
                *distance,
                "cycle {cycle} leaves out an order, {movers:?} without {later:?}, {}",
                self.tell(run)
            );
            match &followers {
                Some(followers) => nearest(visited, behind, cycle, |actor| followers.contains(&actor)),
                None => left,
            }
        };
        distances.iter().enumerate().map(distance).collect()
    }

    fn tell(&self, run: &AbsRun) -> String {
        let state = run.state();
        let mut text = String::new();
        for &task in &state.active {
            let entry = state.task(task);
            let method = &run.shared().fixed.program.methods[entry.info.method.index()].name;
            let wait = entry.activity().map(|activity| &activity.wait);
            text.push_str(&format!("{task:?}, {method} at {:?}: {wait:?}\n", entry.info.location));
        }
        format!("in the state\n{text}{}", (self.what)())
    }
}

/// How many steps the nearest deadlock of a cycle is away, if one of these actors goes first.
fn nearest(
    visited: &Visited,
    distances: &[Distances],
    cycle: usize,
    may_go: impl Fn(ActorId) -> bool,
) -> Option<u32> {
    let steps = visited.steps.iter().filter(|(actor, _)| may_go(*actor));
    steps.filter_map(|&(_, behind)| distances[behind][cycle]).min().map(|steps| steps + 1)
}

/// The chains of waiting tasks: those that wait for each other, directly or not.
fn chains(state: &State) -> Vec<Vec<TaskId>> {
    let count = state.active.len();
    let mut waits = vec![vec![false; count]; count];
    for (at, &task) in state.active.iter().enumerate() {
        let Some(activity) = state.task(task).activity() else { continue };
        for on in waits_for(state, task, activity) {
            if let Some(other) = state.active.iter().position(|&other| other == on) {
                waits[at][other] = true;
            }
        }
    }
    for through in 0..count {
        for from in 0..count {
            for to in 0..count {
                waits[from][to] |= waits[from][through] && waits[through][to];
            }
        }
    }
    let mut chains: Vec<Vec<TaskId>> = Vec::new();
    for (at, mine) in waits.iter().enumerate() {
        let members = || (0..count).filter(|&other| mine[other] && waits[other][at]);
        if members().next() == Some(at) {
            chains.push(members().map(|other| state.active[other]).collect());
        }
    }
    chains
}

/// Is every constraint met by one of these tasks?
fn represents(analysis: &Analysis, run: &AbsRun, times: &[TimeConstraint], tasks: &[TaskId]) -> bool {
    times.iter().all(|time| tasks.iter().any(|&task| meets(analysis, run, time, task)))
}

/// Does the task wait where the constraint says, for whom it says?
fn meets(analysis: &Analysis, run: &AbsRun, time: &TimeConstraint, task: TaskId) -> bool {
    let (state, facts) = (run.state(), &analysis.facts);
    let Some(activity) = state.task(task).activity() else { return false };
    let Some(frame) = activity.frames.last() else { return false };
    let code = &run.shared().fixed.code.codes[frame.code.index()];
    let root = facts.abstract_task(state, task).expect("the analysis knows every task");
    let (futures, blocks, awaits_condition): (&[TaskId], bool, bool) = match &activity.wait {
        Wait::Future(future) => (std::slice::from_ref(future), true, false),
        Wait::Guard { futures, condition, .. } => (futures, false, condition.is_some()),
        _ => return false,
    };
    let waits_for =
        |&future: &TaskId| !state.task(future).is_done() && facts.abstract_task(state, future) == time.target;
    let is_from = match time.from {
        Node::Location(location) => blocks && facts.of(root).location == location,
        Node::Task(task) => !blocks && root == task,
    };
    let waits = if time.target.is_some() { futures.iter().any(waits_for) } else { awaits_condition };
    is_from && waits && frame.next > 0 && code.spans[frame.next as usize - 1] == time.point
}
