//! The elementary cycles of the dependency graph, up to a bound.
//!
//! **Source.** Johnson, "Finding all the elementary circuits of a directed graph" (1975), on the strongly
//! connected components of Tarjan (1972). **Deviations.** Edges between the same nodes at different points give
//! different cycles; nothing recurses, so that long cycles need no deep stack; a bound ends the enumeration.
//! **Guarantee.** Without the bound every elementary cycle once, in time linear in its component for each cycle; every
//! component that is looked at has one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, Node};

/// The cycles of a graph.
#[derive(Clone, Debug, Default)]
pub struct Cycles {
    /// Each as the numbers of its edges, beginning with its least node.
    pub cycles: Vec<Vec<usize>>,
    /// Were there more than the bound allows?
    pub more: bool,
    /// The strongly connected component of each node that lies on a cycle.
    pub components: FxHashMap<Node, usize>,
}

/// All elementary cycles, at most `bound` of them.
#[must_use]
pub fn elementary(graph: &Graph, bound: usize) -> Cycles {
    let number: FxHashMap<Node, usize> =
        graph.nodes.iter().enumerate().map(|(at, &node)| (node, at)).collect();
    let mut outgoing: Vec<Vec<(usize, usize)>> = vec![Vec::new(); graph.nodes.len()];
    for (edge, entry) in graph.edges.iter().enumerate() {
        outgoing[number[&entry.from]].push((number[&entry.to], edge));
    }
    let all: Vec<usize> = (0..outgoing.len()).collect();
    let mut work = components(&outgoing, &all);
    let mut named = FxHashMap::default();
    for (name, members) in work.iter().enumerate() {
        named.extend(members.iter().map(|&node| (graph.nodes[node], name)));
    }
    let mut search = Search {
        graph,
        outgoing: &outgoing,
        within: vec![0; outgoing.len()],
        turn: 0,
        blocked: vec![false; outgoing.len()],
        blockers: vec![FxHashSet::default(); outgoing.len()],
        bound,
        left_out: 0,
        found: Cycles::default(),
    };
    // Whatever is found through the first node of a component, what is left has smaller components.
    while let Some(members) = work.pop() {
        if search.found.more {
            break;
        }
        search.turn += 1;
        for &node in &members {
            search.within[node] = search.turn;
        }
        search.from(&members);
        work.extend(components(&outgoing, &members[1..]));
    }
    let mut found = search.found;
    found.cycles.sort();
    Cycles { components: named, ..found }
}

struct Search<'g> {
    graph: &'g Graph,
    outgoing: &'g [Vec<(usize, usize)>],
    /// In which turn each node was last looked at: those of the present turn may be entered.
    within: Vec<usize>,
    turn: usize,
    blocked: Vec<bool>,
    blockers: Vec<FxHashSet<usize>>,
    bound: usize,
    /// How many cycles were left out because nothing can close them.
    left_out: usize,
    found: Cycles,
}

impl Search<'_> {
    /// The cycles of these nodes on which the first of them lies.
    fn from(&mut self, members: &[usize]) {
        let Some(&start) = members.first() else { return };
        for &node in members {
            self.blocked[node] = false;
            self.blockers[node].clear();
        }
        // Each entry: the node, the next of its edges, and whether a cycle was closed below it.
        let mut way: Vec<(usize, usize, bool)> = vec![(start, 0, false)];
        let mut edges: Vec<usize> = Vec::new();
        self.blocked[start] = true;
        while let Some(&mut (node, ref mut next, ref mut closed)) = way.last_mut() {
            if let Some(&(target, edge)) = self.outgoing[node].get(*next) {
                *next += 1;
                if self.within[target] != self.turn {
                    continue;
                }
                if target == start {
                    *closed = true;
                    let cycle: Vec<usize> = edges.iter().copied().chain([edge]).collect();
                    if !self.graph.can_close(&cycle) {
                        // There may be very many of these too.
                        self.left_out += 1;
                        if self.left_out > self.bound.saturating_mul(10) {
                            self.found.more = true;
                            return;
                        }
                        continue;
                    }
                    if self.found.cycles.len() == self.bound {
                        self.found.more = true;
                        return;
                    }
                    self.found.cycles.push(cycle);
                } else if !self.blocked[target] {
                    self.blocked[target] = true;
                    edges.push(edge);
                    way.push((target, 0, false));
                }
                continue;
            }
            let closed = *closed;
            if closed {
                self.unblock(node);
            } else {
                for &(target, _) in &self.outgoing[node] {
                    if self.within[target] == self.turn {
                        self.blockers[target].insert(node);
                    }
                }
            }
            way.pop();
            edges.pop();
            if let Some((_, _, above)) = way.last_mut() {
                *above |= closed;
            }
        }
    }

    fn unblock(&mut self, node: usize) {
        let mut work = vec![node];
        while let Some(node) = work.pop() {
            if std::mem::take(&mut self.blocked[node]) {
                work.extend(self.blockers[node].drain());
            }
        }
    }
}

/// The strongly connected components of these nodes, each in order; single nodes count if they have an edge to
/// themselves.
fn components(outgoing: &[Vec<(usize, usize)>], members: &[usize]) -> Vec<Vec<usize>> {
    let mut number: FxHashMap<usize, usize> = FxHashMap::default();
    number.extend(members.iter().enumerate().map(|(at, &node)| (node, at)));
    const NEW: usize = usize::MAX;
    let count = members.len();
    let (mut index, mut low) = (vec![NEW; count], vec![0; count]);
    let mut done = vec![false; count];
    let mut stack = Vec::new();
    let mut next_index = 0;
    let mut found = Vec::new();
    for root in 0..count {
        if index[root] != NEW {
            continue;
        }
        let mut way = vec![(root, 0)];
        while let Some(&mut (node, ref mut next)) = way.last_mut() {
            if *next == 0 {
                index[node] = next_index;
                low[node] = next_index;
                next_index += 1;
                stack.push(node);
            }
            if let Some(&(target, _)) = outgoing[members[node]].get(*next) {
                *next += 1;
                let Some(&target) = number.get(&target) else { continue };
                if index[target] == NEW {
                    way.push((target, 0));
                } else if !done[target] {
                    low[node] = low[node].min(index[target]);
                }
                continue;
            }
            way.pop();
            if low[node] == index[node] {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    done[member] = true;
                    component.push(members[member]);
                    if member == node {
                        break;
                    }
                }
                component.sort_unstable();
                let alone = |node: usize| outgoing[node].iter().all(|&(target, _)| target != node);
                if component.len() > 1 || !alone(component[0]) {
                    found.push(component);
                }
            }
            if let Some(&(parent, _)) = way.last() {
                low[parent] = low[parent].min(low[node]);
            }
        }
    }
    found
}
