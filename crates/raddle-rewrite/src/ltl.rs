//! LTL over any graph of states, on the fly: does some infinite path from a state satisfy a formula?
//!
//! Sources: R. Gerth et al., *Simple on-the-fly automatic verification of linear temporal logic* (PSTV 1995), for
//! covers of sets of formulas; J.-M. Couvreur, *On-the-fly verification of linear temporal logic* (FM 1999), for
//! acceptance by transitions and the search for an accepting component.
//!
//! Names: a *cover* is one way to satisfy a set of formulas now, with what it leaves for the next state; it *postpones*
//! an until formula if it leaves it for later. A cycle is accepting if no until is postponed all along it.
//! Guarantee: `None` only if there is no such path; a lasso is a path of the graph, as short as breadth-first search
//! makes it within the part that was searched.

use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::rc::Rc;

/// A formula in negation normal form, by its number in `Formulas`.
pub type FormulaId = u32;

/// A formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// Always satisfied.
    True,
    /// Never satisfied.
    False,
    /// A proposition, or its negation where the flag is false.
    Literal(u32, bool),
    /// Both.
    And(FormulaId, FormulaId),
    /// One of them.
    Or(FormulaId, FormulaId),
    /// In the next state.
    Next(FormulaId),
    /// The first until the second, which comes.
    Until(FormulaId, FormulaId),
    /// The second until both, or for ever.
    Release(FormulaId, FormulaId),
}

/// Formulas, each once.
#[derive(Debug, Default)]
pub struct Formulas {
    all: Vec<Formula>,
    index: FxHashMap<Formula, FormulaId>,
    /// Until formulas: the bits of acceptance.
    untils: Vec<FormulaId>,
}

impl Formulas {
    /// The number of a formula.
    pub fn add(&mut self, formula: Formula) -> FormulaId {
        let next = self.all.len() as FormulaId;
        let id = *self.index.entry(formula).or_insert(next);
        if id == next {
            self.all.push(formula);
            if matches!(formula, Formula::Until(..)) {
                self.untils.push(id);
            }
        }
        id
    }

    /// Whether there are more until formulas than a search can tell apart.
    pub fn is_too_large(&self) -> bool {
        self.untils.len() > 64
    }
}

/// A graph whose states are made as they are asked for. Every answer may be `None`: then the search stops.
pub trait StateGraph {
    /// A state.
    type State: Copy + Eq + Hash;
    /// What a step is called.
    type Label: Copy + PartialEq;
    /// The steps from a state; a state without any stays as it is, by a step of its own.
    fn steps(&mut self, state: Self::State) -> Option<Vec<(Self::Label, Self::State)>>;
    /// Whether a proposition holds.
    fn holds(&mut self, state: Self::State, proposition: u32) -> Option<bool>;
}

/// A path into a cycle: states with the steps that leave them.
#[derive(Debug)]
pub struct Lasso<S, L> {
    /// The way to the cycle.
    pub prefix: Vec<(S, L)>,
    /// The cycle.
    pub cycle: Vec<(S, L)>,
}

#[derive(Clone, Debug, Default)]
struct Cover {
    literals: Vec<(u32, bool)>,
    next: Vec<FormulaId>,
    postponed: u64,
}

struct Edge<L> {
    accepts: u64,
    label: L,
    to: u32,
}

/// A node of the product that is being left.
struct Frame<L> {
    edges: Rc<[Edge<L>]>,
    next: usize,
}

/// A component that is being built.
struct Root {
    order: u32,
    /// What is accepted inside it.
    accepts: u64,
    /// What the step into it accepts.
    entering: u64,
}

const NEW: u32 = u32::MAX;
const DEAD: u32 = u32::MAX - 1;

/// The steps from a state, kept.
type Steps<G> = Rc<[(<G as StateGraph>::Label, <G as StateGraph>::State)]>;

/// A lasso of a graph, if there is one.
type Found<G> = Option<Lasso<<G as StateGraph>::State, <G as StateGraph>::Label>>;

struct Search<'g, G: StateGraph> {
    graph: &'g mut G,
    formulas: &'g Formulas,
    sets: Vec<Vec<FormulaId>>,
    set_index: FxHashMap<Vec<FormulaId>, u32>,
    covers: FxHashMap<u32, Rc<[(Cover, u32)]>>,
    nodes: Vec<(G::State, u32)>,
    node_index: FxHashMap<(G::State, u32), u32>,
    order: Vec<u32>,
    steps: FxHashMap<G::State, Steps<G>>,
    truths: FxHashMap<(G::State, u32), bool>,
    edges: FxHashMap<u32, Rc<[Edge<G::Label>]>>,
}

/// A path that satisfies the formula, if there is one; `Err` if the graph stopped the search.
#[expect(clippy::result_unit_err, reason = "the graph knows why it stopped")]
pub fn find_lasso<G: StateGraph>(
    graph: &mut G,
    formulas: &Formulas,
    formula: FormulaId,
    start: G::State,
) -> Result<Found<G>, ()> {
    let mut search = Search {
        graph,
        formulas,
        sets: Vec::new(),
        set_index: FxHashMap::default(),
        covers: FxHashMap::default(),
        nodes: Vec::new(),
        node_index: FxHashMap::default(),
        order: Vec::new(),
        steps: FxHashMap::default(),
        truths: FxHashMap::default(),
        edges: FxHashMap::default(),
    };
    let set = search.set(vec![formula]);
    let first = search.node(start, set);
    search.run(first).ok_or(())
}

impl<G: StateGraph> Search<'_, G> {
    fn set(&mut self, mut formulas: Vec<FormulaId>) -> u32 {
        formulas.sort_unstable();
        formulas.dedup();
        let next = self.sets.len() as u32;
        let id = *self.set_index.entry(formulas.clone()).or_insert(next);
        if id == next {
            self.sets.push(formulas);
        }
        id
    }

    fn node(&mut self, state: G::State, set: u32) -> u32 {
        let next = self.nodes.len() as u32;
        let id = *self.node_index.entry((state, set)).or_insert(next);
        if id == next {
            self.nodes.push((state, set));
            self.order.push(NEW);
        }
        id
    }

    fn covers_of(&mut self, set: u32) -> Rc<[(Cover, u32)]> {
        if let Some(known) = self.covers.get(&set) {
            return Rc::clone(known);
        }
        let mut found = Vec::new();
        let mut open: Vec<(Vec<FormulaId>, FxHashSet<FormulaId>, Cover)> =
            vec![(self.sets[set as usize].clone(), FxHashSet::default(), Cover::default())];
        while let Some((mut todo, mut done, mut cover)) = open.pop() {
            let Some(id) = todo.pop() else {
                found.push(cover);
                continue;
            };
            if done.insert(id) {
                match self.formulas.all[id as usize] {
                    Formula::True => {}
                    Formula::False => continue,
                    Formula::Literal(proposition, positive) => {
                        if cover.literals.contains(&(proposition, !positive)) {
                            continue;
                        }
                        cover.literals.push((proposition, positive));
                    }
                    Formula::And(left, right) => todo.extend([right, left]),
                    Formula::Next(inner) => cover.next.push(inner),
                    Formula::Or(left, right) => {
                        let mut other = todo.clone();
                        other.push(right);
                        open.push((other, done.clone(), cover.clone()));
                        todo.push(left);
                    }
                    Formula::Until(left, right) => {
                        let (mut other, mut later) = (todo.clone(), cover.clone());
                        other.push(left);
                        later.next.push(id);
                        later.postponed |= self.bit(id);
                        open.push((other, done.clone(), later));
                        todo.push(right);
                    }
                    Formula::Release(left, right) => {
                        let (mut other, mut later) = (todo.clone(), cover.clone());
                        other.push(right);
                        later.next.push(id);
                        open.push((other, done.clone(), later));
                        todo.extend([right, left]);
                    }
                }
            }
            open.push((todo, done, cover));
        }
        let covers: Vec<(Cover, u32)> = found
            .into_iter()
            .map(|cover| {
                let next = self.set(cover.next.clone());
                (cover, next)
            })
            .collect();
        let covers: Rc<[(Cover, u32)]> = covers.into();
        self.covers.insert(set, Rc::clone(&covers));
        covers
    }

    fn bit(&self, until: FormulaId) -> u64 {
        let place = self.formulas.untils.iter().position(|&known| known == until);
        place.map_or(0, |place| 1 << place)
    }

    fn all_bits(&self) -> u64 {
        (0..self.formulas.untils.len()).fold(0, |bits, place| bits | 1 << place)
    }

    fn edges_of(&mut self, node: u32) -> Option<Rc<[Edge<G::Label>]>> {
        if let Some(known) = self.edges.get(&node) {
            return Some(Rc::clone(known));
        }
        let (state, set) = self.nodes[node as usize];
        let all = self.all_bits();
        let mut edges = Vec::new();
        for (cover, next) in self.covers_of(set).iter() {
            let mut fits = true;
            for &(proposition, positive) in &cover.literals {
                let truth = match self.truths.get(&(state, proposition)) {
                    Some(&truth) => truth,
                    None => {
                        let truth = self.graph.holds(state, proposition)?;
                        self.truths.insert((state, proposition), truth);
                        truth
                    }
                };
                if truth != positive {
                    fits = false;
                    break;
                }
            }
            if !fits {
                continue;
            }
            let steps = match self.steps.get(&state) {
                Some(steps) => Rc::clone(steps),
                None => {
                    let steps: Rc<[(G::Label, G::State)]> = self.graph.steps(state)?.into();
                    self.steps.insert(state, Rc::clone(&steps));
                    steps
                }
            };
            for &(label, to) in steps.iter() {
                edges.push(Edge { accepts: all & !cover.postponed, label, to: self.node(to, *next) });
            }
        }
        let edges: Rc<[Edge<G::Label>]> = edges.into();
        self.edges.insert(node, Rc::clone(&edges));
        Some(edges)
    }

    /// `None` if the graph stopped the search.
    #[expect(clippy::option_option, reason = "stopped, or nothing found, or a lasso")]
    fn run(&mut self, first: u32) -> Option<Option<Lasso<G::State, G::Label>>> {
        let all = self.all_bits();
        let mut frames: Vec<(u32, Frame<G::Label>)> = Vec::new();
        let mut roots: Vec<Root> = Vec::new();
        let mut live: Vec<u32> = Vec::new();
        let mut count = 0;
        let mut visit = Some((first, 0));
        loop {
            if let Some((node, entering)) = visit.take() {
                self.order[node as usize] = count;
                roots.push(Root { order: count, accepts: 0, entering });
                count += 1;
                live.push(node);
                frames.push((node, Frame { edges: self.edges_of(node)?, next: 0 }));
            }
            let Some((node, frame)) = frames.last_mut() else { return Some(None) };
            let Some(edge) = frame.edges.get(frame.next) else {
                let order = self.order[*node as usize];
                frames.pop();
                if roots.last().is_some_and(|root| root.order == order) {
                    roots.pop();
                    while let Some(&last) = live.last()
                        && self.order[last as usize] >= order
                    {
                        self.order[last as usize] = DEAD;
                        live.pop();
                    }
                }
                continue;
            };
            frame.next += 1;
            match self.order[edge.to as usize] {
                NEW => visit = Some((edge.to, edge.accepts)),
                DEAD => {}
                order => {
                    let mut accepts = edge.accepts;
                    while let Some(root) = roots.pop_if(|root| root.order > order) {
                        accepts |= root.accepts | root.entering;
                    }
                    let Some(root) = roots.last_mut() else { return Some(None) };
                    root.accepts |= accepts;
                    if root.accepts == all {
                        let least = root.order;
                        let component: FxHashSet<u32> =
                            live.iter().copied().filter(|&node| self.order[node as usize] >= least).collect();
                        return self.lasso(first, &component, all).map(Some);
                    }
                }
            }
        }
    }

    fn lasso(
        &mut self,
        first: u32,
        component: &FxHashSet<u32>,
        all: u64,
    ) -> Option<Lasso<G::State, G::Label>> {
        let (mut prefix, mut at) = (Vec::new(), first);
        if !component.contains(&first) {
            (prefix, at) = self.path(first, |_| true, |edge| component.contains(&edge.to))?;
        }
        let (start, mut cycle, mut missing) = (at, Vec::new(), all);
        while missing != 0 || cycle.is_empty() || at != start {
            let inside = |node: u32| component.contains(&node);
            let wanted = missing;
            let (part, end) = self.path(at, inside, |edge| {
                inside(edge.to) && if wanted == 0 { edge.to == start } else { edge.accepts & wanted != 0 }
            })?;
            for &(_, _, accepts) in &part {
                missing &= !accepts;
            }
            cycle.extend(part);
            at = end;
        }
        let plain = |list: Vec<(u32, G::Label, u64)>| -> Vec<(G::State, G::Label)> {
            list.into_iter().map(|(node, label, _)| (self.nodes[node as usize].0, label)).collect()
        };
        let (mut prefix, mut cycle) = (plain(prefix), plain(cycle));
        // The same path with a shorter way to its cycle.
        while let (Some(last), Some(end)) = (prefix.last(), cycle.last())
            && last == end
        {
            prefix.pop();
            cycle.rotate_right(1);
        }
        Some(Lasso { prefix, cycle })
    }

    /// The shortest path over visited nodes that ends with a wanted edge: nodes with the steps that leave them.
    #[expect(clippy::type_complexity, reason = "a path and where it ends")]
    fn path(
        &mut self,
        from: u32,
        inside: impl Fn(u32) -> bool,
        wanted: impl Fn(&Edge<G::Label>) -> bool,
    ) -> Option<(Vec<(u32, G::Label, u64)>, u32)> {
        let mut parents: FxHashMap<u32, (u32, usize)> = FxHashMap::default();
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            let Some(edges) = self.edges.get(&node).map(Rc::clone) else { continue };
            for (index, edge) in edges.iter().enumerate() {
                if wanted(edge) {
                    let mut path = vec![(node, edge.label, edge.accepts)];
                    let mut at = node;
                    while at != from {
                        let (before, index) = parents[&at];
                        let edge = &self.edges[&before][index];
                        path.push((before, edge.label, edge.accepts));
                        at = before;
                    }
                    path.reverse();
                    return Some((path, edge.to));
                }
                if edge.to != from && inside(edge.to) && !parents.contains_key(&edge.to) {
                    parents.insert(edge.to, (node, index));
                    queue.push(edge.to);
                }
            }
        }
        None
    }
}
