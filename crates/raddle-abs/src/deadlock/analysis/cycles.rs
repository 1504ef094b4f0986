//! The elementary cycles of the dependency graph, up to a bound.
//!
//! **Source.** Johnson, "Finding all the elementary circuits of a directed graph" (1975), on the strongly
//! connected components of Tarjan (1972). **Deviations.** Edges between the same nodes at different points give
//! different cycles; nothing recurses, so that long cycles need no deep stack; a bound ends the enumeration. Cycles that
//! can't be all of a deadlock, because of who was made before whom (`births`), are not listed: a deadlock has
//! another edge, which lies on a cycle that is.
//! **Guarantee.** Without the bound every elementary cycle once, in time linear in its component for each cycle; every
//! component that is looked at has one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstraction::{Age, Side};
use super::graph::{Edge, Graph, Node, Reason};

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

/// Why a cycle alone is no deadlock: all of its edges are of a kind of which no deadlock consists. A deadlock may run
/// through several elementary cycles of a component, of which one must be listed; so one reason counts for a component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Each task awaits one that it has called itself.
    OwnAwaits,
    /// Each task awaits one that is older.
    OlderAwaits,
    /// Waits lead to locations that are younger, or to the same; not always to the same.
    ToYounger,
    /// The same with older ones.
    ToOlder,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::OwnAwaits, Kind::OlderAwaits, Kind::ToYounger, Kind::ToOlder];

    /// Is the edge of this kind? None if it goes with every kind, but with none alone.
    fn has(self, edge: &Edge) -> Option<bool> {
        let waits = matches!(edge.reason, Reason::Blocked { .. } | Reason::Awaits { .. });
        let awaits = matches!(edge.reason, Reason::Awaits { .. });
        let wanted = match self {
            Kind::OwnAwaits => return Some(awaits && edge.order.task == Age::Younger),
            Kind::OlderAwaits => return Some(awaits && edge.order.task == Age::Older),
            Kind::ToYounger => Side::Younger,
            Kind::ToOlder => Side::Older,
        };
        match edge.reason {
            Reason::Needs => None,
            _ if waits && edge.order.location == Side::Near => None,
            _ => Some(waits && edge.order.location == wanted),
        }
    }
}

fn outgoing_of(graph: &Graph, wanted: impl Fn(&Edge) -> bool) -> Vec<Vec<(usize, usize)>> {
    let number: FxHashMap<Node, usize> =
        graph.nodes.iter().enumerate().map(|(at, &node)| (node, at)).collect();
    let mut outgoing: Vec<Vec<(usize, usize)>> = vec![Vec::new(); graph.nodes.len()];
    for (edge, entry) in graph.edges.iter().enumerate().filter(|(_, entry)| wanted(entry)) {
        outgoing[number[&entry.from]].push((number[&entry.to], edge));
    }
    outgoing
}

fn names_of(graph: &Graph, components: &[Vec<usize>]) -> FxHashMap<Node, usize> {
    let named = components.iter().enumerate();
    named.flat_map(|(name, members)| members.iter().map(move |&node| (graph.nodes[node], name))).collect()
}

/// The strongly connected component of each node that lies on a cycle of these edges.
#[must_use]
pub fn components_of(graph: &Graph, wanted: impl Fn(&Edge) -> bool) -> FxHashMap<Node, usize> {
    let outgoing = outgoing_of(graph, wanted);
    let all: Vec<usize> = (0..outgoing.len()).collect();
    names_of(graph, &components(&outgoing, &all))
}

/// All elementary cycles, at most `bound` of them.
#[must_use]
pub fn elementary(graph: &Graph, bound: usize) -> Cycles {
    let outgoing = outgoing_of(graph, |_| true);
    let all: Vec<usize> = (0..outgoing.len()).collect();
    let tops = components(&outgoing, &all);
    let mut found = Cycles { components: names_of(graph, &tops), ..Cycles::default() };
    for members in tops.into_iter().rev() {
        let inside = |node: usize| found.components.get(&graph.nodes[node]);
        let edges = || {
            let from = members.iter().flat_map(|&node| &outgoing[node]);
            from.filter(|(to, _)| inside(*to) == inside(members[0])).map(|&(_, edge)| &graph.edges[edge])
        };
        let left = bound - found.cycles.len();
        let mut best: Option<Cycles> = None;
        for kind in Kind::ALL {
            if kind != Kind::OwnAwaits && !edges().any(|edge| kind.has(edge) == Some(true)) {
                continue;
            }
            let other = of_component(graph, &outgoing, members.clone(), left, kind);
            let weight = |cycles: &Cycles| (cycles.more, cycles.cycles.len());
            if best.as_ref().is_none_or(|best| weight(&other) < weight(best)) {
                best = Some(other);
            }
        }
        let best = best.unwrap_or_default();
        found.cycles.extend(best.cycles);
        if best.more {
            found.more = true;
            break;
        }
    }
    found.cycles.sort();
    found
}

/// The elementary cycles of one component that do not consist of edges of this kind alone.
fn of_component(
    graph: &Graph,
    outgoing: &[Vec<(usize, usize)>],
    members: Vec<usize>,
    bound: usize,
    kind: Kind,
) -> Cycles {
    let mut search = Search {
        graph,
        outgoing,
        kind,
        within: vec![0; outgoing.len()],
        turn: 0,
        blocked: vec![false; outgoing.len()],
        blockers: vec![FxHashSet::default(); outgoing.len()],
        bound,
        left_out: 0,
        found: Cycles::default(),
    };
    let mut work = vec![members];
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
        work.extend(components(outgoing, &members[1..]));
    }
    search.found
}

struct Search<'g> {
    graph: &'g Graph,
    outgoing: &'g [Vec<(usize, usize)>],
    /// Cycles of such edges alone are not listed.
    kind: Kind,
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
                    if !self.can_close(&cycle) {
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

    /// Could a deadlock represent this cycle alone?
    fn can_close(&self, cycle: &[usize]) -> bool {
        let mut kinds = cycle.iter().map(|&edge| self.kind.has(&self.graph.edges[edge]));
        let has_one = cycle.iter().any(|&edge| self.kind.has(&self.graph.edges[edge]) == Some(true));
        !has_one || kinds.any(|has| has == Some(false))
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
