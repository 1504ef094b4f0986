//! The elementary cycles of the dependency graph, up to a bound.
//!
//! **Source.** Johnson, "Finding all the elementary circuits of a directed graph" (1975), on the strongly
//! connected components of Tarjan (1972). **Deviations.** Edges between the same nodes at different points give
//! different cycles; nothing recurses, so that long cycles need no deep stack; a bound ends the enumeration.
//! **Guarantee.** Without the bound every elementary cycle once, in time linear in the graph for each cycle.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Graph, Node};

/// The cycles of a graph.
#[derive(Clone, Debug, Default)]
pub struct Cycles {
    /// Each as the numbers of its edges, beginning with its least node.
    pub cycles: Vec<Vec<usize>>,
    /// Were there more than the bound allows?
    pub more: bool,
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
    let component = components(&outgoing);
    let mut search = Search {
        graph,
        outgoing: &outgoing,
        component: &component,
        blocked: vec![false; outgoing.len()],
        blockers: vec![FxHashSet::default(); outgoing.len()],
        bound,
        left_out: 0,
        found: Cycles::default(),
    };
    for start in 0..outgoing.len() {
        if search.found.more {
            break;
        }
        search.from(start);
    }
    search.found
}

struct Search<'g> {
    graph: &'g Graph,
    outgoing: &'g [Vec<(usize, usize)>],
    component: &'g [usize],
    blocked: Vec<bool>,
    blockers: Vec<FxHashSet<usize>>,
    bound: usize,
    /// How many cycles were left out because nothing can close them.
    left_out: usize,
    found: Cycles,
}

impl Search<'_> {
    /// The cycles whose least node is this.
    fn from(&mut self, start: usize) {
        let inside = |node: usize, component: &[usize]| node >= start && component[node] == component[start];
        if !self.outgoing[start].iter().any(|&(target, _)| inside(target, self.component)) {
            return;
        }
        for node in start..self.outgoing.len() {
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
                if !inside(target, self.component) {
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
                    if inside(target, self.component) {
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

/// The number of each node's strongly connected component.
fn components(outgoing: &[Vec<(usize, usize)>]) -> Vec<usize> {
    const NEW: usize = usize::MAX;
    let count = outgoing.len();
    let (mut index, mut low) = (vec![NEW; count], vec![0; count]);
    let mut component = vec![NEW; count];
    let mut stack = Vec::new();
    let (mut next_index, mut next_component) = (0, 0);
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
            if let Some(&(target, _)) = outgoing[node].get(*next) {
                *next += 1;
                if index[target] == NEW {
                    way.push((target, 0));
                } else if component[target] == NEW {
                    low[node] = low[node].min(index[target]);
                }
                continue;
            }
            way.pop();
            if low[node] == index[node] {
                while let Some(member) = stack.pop() {
                    component[member] = next_component;
                    if member == node {
                        break;
                    }
                }
                next_component += 1;
            }
            if let Some(&(parent, _)) = way.last() {
                low[parent] = low[parent].min(low[node]);
            }
        }
    }
    component
}
