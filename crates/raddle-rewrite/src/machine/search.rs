//! Search: breadth first over the states that rules reach, each state once, with the shortest way to it.

use super::compile::Test;
use super::evaluate::{Bindings, Machine, Stop};
use super::helpers::{Expansion, Helpers, expand};
use super::pattern::Pattern;
use super::rules::Step;
use super::solve::{Flow, Receiver, Rest};
use crate::terms::TermId;
use crate::terms::arena::NO_TERM;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Which states may be a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// `=>1`: one step away.
    One,
    /// `=>+`: at least one step away.
    Plus,
    /// `=>*`: any.
    Star,
    /// `=>!`: those that cannot move.
    Final,
}

/// A state of a search.
#[derive(Clone, Debug)]
pub struct State {
    /// The term.
    pub term: TermId,
    /// The state it was first reached from, and by which rule.
    pub parent: Option<(u32, u32)>,
    /// How many steps it is away.
    pub depth: u32,
    /// Where its steps start among all steps of the search, and how many there are; known when it is expanded.
    first_arc: u32,
    arc_count: u32,
}

/// A solution: the state and the values of the pattern's variables.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The state's number.
    pub state: u32,
    /// A value for each slot.
    pub bindings: Vec<TermId>,
}

/// A search that can be asked for one solution after the other.
#[derive(Debug)]
pub struct Search {
    /// All states found so far.
    pub states: Vec<State>,
    index: FxHashMap<TermId, u32>,
    arrow: Arrow,
    bound: Option<u32>,
    /// The next state to expand.
    next: usize,
    /// States that wait to be tested, and solutions that wait to be given out.
    untested: std::collections::VecDeque<u32>,
    ready: std::collections::VecDeque<Solution>,
    /// Steps of the state that is being expanded.
    steps: std::collections::VecDeque<Step>,
    expanding: Option<u32>,
    start_tested: bool,
    keep_arcs: bool,
    /// Other threads, once the search is large; `None` inside if they cannot help.
    helpers: Option<Option<Helpers>>,
    /// What is known already about the next states to expand.
    expanded: std::collections::VecDeque<Expansion>,
    /// Steps so far, and how many of them were work: not just remembered.
    steps_taken: u64,
    steps_worked: u64,
    /// Steps by the states that they start from: target and rule, each pair once.
    arcs: Vec<(u32, u32)>,
}

/// So many states are expanded before other threads are asked to help.
const ALONE: usize = if cfg!(debug_assertions) { 20 } else { 3_000 };
/// A batch that is worth waking other threads for.
const WORTHWHILE: usize = if cfg!(debug_assertions) { 8 } else { 64 };

/// What states must be.
pub struct Target<'p> {
    /// The pattern.
    pub pattern: &'p Pattern,
    /// The condition.
    pub condition: &'p [Test],
    /// How many slots both need.
    pub slots: usize,
}

impl Search {
    /// A search from a reduced term.
    pub fn new(start: TermId, arrow: Arrow, bound: Option<u32>, keep_arcs: bool) -> Search {
        let mut search = Search {
            states: Vec::new(),
            index: FxHashMap::default(),
            arrow,
            bound: if arrow == Arrow::One { Some(1) } else { bound },
            next: 0,
            untested: std::collections::VecDeque::new(),
            ready: std::collections::VecDeque::new(),
            steps: std::collections::VecDeque::new(),
            expanding: None,
            start_tested: false,
            keep_arcs,
            arcs: Vec::new(),
            helpers: None,
            expanded: std::collections::VecDeque::new(),
            steps_taken: 0,
            steps_worked: 0,
        };
        search.states.push(State { term: start, parent: None, depth: 0, first_arc: 0, arc_count: 0 });
        search.index.insert(start, 0);
        if arrow == Arrow::Star {
            search.untested.push_back(0);
        }
        search
    }

    /// The next solution; `None` if there are no more, or the machine stopped.
    pub fn next_solution<'p>(&mut self, machine: &mut Machine<'p>, target: &Target<'p>) -> Option<Solution> {
        loop {
            if machine.stop.is_some() {
                return None;
            }
            if let Some(solution) = self.ready.pop_front() {
                return Some(solution);
            }
            if let Some(state) = self.untested.pop_front() {
                self.test(machine, target, state);
                continue;
            }
            if !self.advance(machine) {
                return None;
            }
        }
    }

    fn test<'p>(&mut self, machine: &mut Machine<'p>, target: &Target<'p>, state: u32) {
        let term = self.states[state as usize].term;
        let mut bindings: Bindings = SmallVec::from_elem(NO_TERM, target.slots);
        let ready = &mut self.ready;
        let mut seen: Vec<Vec<TermId>> = Vec::new();
        machine.match_all(target.pattern, term, &mut bindings, &mut |machine, bindings, rest| {
            machine.satisfy(target.condition, bindings, rest, &mut |_, bindings, _| {
                let found = bindings.to_vec();
                if !seen.contains(&found) {
                    seen.push(found.clone());
                    ready.push_back(Solution { state, bindings: found });
                }
                Flow::More
            })
        });
    }

    /// Finds a new state, or finishes expanding one; false if there is nothing left to expand.
    fn advance(&mut self, machine: &mut Machine<'_>) -> bool {
        if let Some(from) = self.expanding {
            let Some(Step { rule, result }) = self.steps.pop_front() else {
                self.expanding = None;
                return true;
            };
            let known = self.index.get(&result).copied();
            let target = known.unwrap_or(self.states.len() as u32);
            if self.keep_arcs {
                let state = &mut self.states[from as usize];
                if state.arc_count == 0 {
                    state.first_arc = self.arcs.len() as u32;
                }
                if !self.arcs[state.first_arc as usize..].contains(&(target, rule)) {
                    self.arcs.push((target, rule));
                    state.arc_count += 1;
                }
            }
            if known.is_none() {
                if self.states.len() >= machine.limits.states {
                    machine.stop = Some(Stop::States(machine.limits.states));
                    return false;
                }
                let depth = self.states[from as usize].depth + 1;
                self.states.push(State {
                    term: result,
                    parent: Some((from, rule)),
                    depth,
                    first_arc: 0,
                    arc_count: 0,
                });
                self.index.insert(result, target);
                if self.arrow != Arrow::Final {
                    self.untested.push_back(target);
                }
            } else if target == 0
                && matches!(self.arrow, Arrow::Plus | Arrow::One)
                && !std::mem::replace(&mut self.start_tested, true)
            {
                // The start itself is a solution only when a step leads back to it.
                self.untested.push_back(0);
            }
            return true;
        }
        let Some(state) = self.states.get(self.next) else {
            // Nothing is left to do for them.
            self.helpers = Some(None);
            return false;
        };
        let limit = self.bound.map(|bound| bound.saturating_add(u32::from(self.arrow == Arrow::Final)));
        if limit.is_some_and(|limit| state.depth >= limit) {
            return false;
        }
        let from = self.next as u32;
        self.next += 1;
        let mut steps = self.expand(machine, from as usize, limit);
        if machine.stop.is_some() {
            return false;
        }
        if steps.is_empty() {
            if self.arrow == Arrow::Final {
                self.untested.push_back(from);
            }
            return true;
        }
        if self.bound.is_some_and(|bound| self.states[from as usize].depth >= bound) {
            // One step shows that the state is not final; Maude counts the state it leads to.
            steps.truncate(1);
        }
        self.steps = steps.into();
        self.expanding = Some(from);
        true
    }

    /// The steps of a state. In a large search, the states that follow it are expanded too, on all cores.
    fn expand(&mut self, machine: &mut Machine<'_>, from: usize, limit: Option<u32>) -> Vec<Step> {
        if self.expanded.is_empty() && from >= ALONE && self.is_work() {
            let helpers = self.helpers.get_or_insert_with(|| Helpers::new(machine));
            if let Some(helpers) = helpers {
                let states: Vec<TermId> = self.states[from..]
                    .iter()
                    .take(helpers.batch())
                    .take_while(|state| limit.is_none_or(|limit| state.depth < limit))
                    .map(|state| state.term)
                    .collect();
                if states.len() >= WORTHWHILE {
                    self.expanded = helpers.expand(machine, &states).into();
                }
            }
        }
        let known = self.expanded.pop_front();
        let expansion = known.unwrap_or_else(|| expand(machine, self.states[from].term));
        let steps = expansion.steps.len() as u64;
        self.steps_taken += steps;
        // A step that is remembered is one rewrite, and no more.
        self.steps_worked += expansion.computed + expansion.rewrites.saturating_sub(steps);
        machine.rewrites += expansion.rewrites;
        machine.stop = expansion.stop;
        if machine.stop.is_none() {
            machine.within_limits();
        }
        expansion.steps
    }

    /// Whether steps are worth sharing out: bringing a state to another thread and back costs about as much as a
    /// remembered step.
    fn is_work(&self) -> bool {
        cfg!(debug_assertions) || self.steps_worked * 2 > self.steps_taken
    }

    /// Steps out of a state: targets and the rules that lead there, in the order found.
    pub fn arcs(&self, state: u32) -> Vec<(u32, Vec<u32>)> {
        let State { first_arc, arc_count, .. } = self.states[state as usize];
        let mut arcs: Vec<(u32, Vec<u32>)> = Vec::new();
        for &(target, rule) in &self.arcs[first_arc as usize..(first_arc + arc_count) as usize] {
            match arcs.iter_mut().find(|(to, _)| *to == target) {
                Some((_, rules)) => rules.push(rule),
                None => arcs.push((target, vec![rule])),
            }
        }
        arcs
    }

    /// The states from the start to this one.
    pub fn path(&self, state: u32) -> Vec<u32> {
        let mut path = vec![state];
        let mut at = state;
        while let Some((parent, _)) = self.states[at as usize].parent {
            path.push(parent);
            at = parent;
        }
        path.reverse();
        path
    }
}

/// Every match of a pattern with a state that can be reached in any number of steps.
pub(crate) fn reachable_matches<'p>(
    machine: &mut Machine<'p>,
    start: TermId,
    pattern: &'p Pattern,
    bindings: &mut Bindings,
    receive: &mut Receiver<'_, 'p>,
) -> Flow {
    let mut seen: rustc_hash::FxHashSet<TermId> = rustc_hash::FxHashSet::default();
    let mut queue = vec![start];
    seen.insert(start);
    let mut at = 0;
    while at < queue.len() {
        let term = queue[at];
        at += 1;
        let flow = machine.match_all(pattern, term, bindings, &mut |machine, bindings, _| {
            receive(machine, bindings, &Rest::default())
        });
        if flow == Flow::Enough || machine.stop.is_some() {
            return Flow::Enough;
        }
        let mut steps = Vec::new();
        machine.successors(term, &mut steps);
        if machine.stop.is_some() {
            return Flow::Enough;
        }
        for step in steps {
            if seen.insert(step.result) {
                if queue.len() >= machine.limits.states {
                    machine.stop = Some(Stop::States(machine.limits.states));
                    return Flow::Enough;
                }
                queue.push(step.result);
            }
        }
    }
    Flow::More
}
