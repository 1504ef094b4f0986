//! The abstract dependency graph: definition 1 of seed 000, abstracted.
//!
//! **Names.** A [`Node`] is an abstract location or task; an [`Edge`] from a location to a task is the seed's
//! location–task edge (a task keeps the location and waits for the other by `get`), from a task to a task its
//! task–task edge, from a task to a location its task–location edge.
//!
//! **Deviations.** A `get` gives only the location–task edge: the task that blocks reaches it through its own
//! location, so that the task–task edge would only double cycles. A synchronous call that leaves its location
//! blocks like `get`. The waits of what a task calls synchronously are its own. Tasks of the main block's
//! location count like all others. Who awaits a condition waits for whoever may make it true, which nobody knows: that is
//! an edge of the task to itself, a cycle of its own. **Guarantee.** Every cycle of waiting tasks in a state of a run maps to a
//! closed walk here.

use std::collections::{BTreeMap, BTreeSet};

use super::abstraction::{AbstractLocation, Activation, Facts};
use crate::source::Span;

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// An abstract location.
    Location(AbstractLocation),
    /// An abstract task.
    Task(Activation),
}

/// Why one node waits for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A location is kept by one of these tasks, which waits at this point.
    Blocked {
        /// The `get` or synchronous call.
        point: Span,
        /// Who may wait there.
        by: Vec<Activation>,
    },
    /// The task awaits the other one at this point.
    Awaits {
        /// The `await`.
        point: Span,
        /// Has it called the other one itself?
        own: bool,
    },
    /// The task awaits a condition at this point, which others may never make true.
    Condition {
        /// The `await`.
        point: Span,
    },
    /// The task needs its location.
    Needs,
}

/// An edge of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Who waits.
    pub from: Node,
    /// For whom.
    pub to: Node,
    /// Why.
    pub reason: Reason,
}

/// The graph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Its nodes, in order.
    pub nodes: Vec<Node>,
    /// Its edges, in the order of their sources.
    pub edges: Vec<Edge>,
}

impl Graph {
    /// Could a deadlock represent this cycle alone? Not if each task on it awaits one that it has called itself
    /// (lemma 1 of seed 000): callers are older than what they call. A deadlock has some other edge, which lies
    /// on a cycle that is kept.
    #[must_use]
    pub fn can_close(&self, cycle: &[usize]) -> bool {
        cycle.iter().any(|&edge| !matches!(self.edges[edge].reason, Reason::Awaits { own: true, .. }))
    }
}

/// The graph of a program.
#[must_use]
pub fn build(facts: &Facts) -> Graph {
    let mut blocked: BTreeMap<(AbstractLocation, Activation, Span), BTreeSet<Activation>> = BTreeMap::new();
    let mut awaits: BTreeMap<(Activation, Activation, Span), bool> = BTreeMap::new();
    for (&(activation, point), site) in &facts.waits {
        for &root in &facts.of(activation).roots {
            for &target in &site.targets {
                if site.blocks {
                    let location = facts.of(root).location;
                    blocked.entry((location, target, point)).or_default().insert(root);
                } else {
                    let own = !site.foreign.contains(&target);
                    *awaits.entry((root, target, point)).or_insert(true) &= own;
                }
            }
        }
    }
    let locations: BTreeSet<AbstractLocation> = blocked.keys().map(|&(location, ..)| location).collect();
    let mut edges: Vec<Edge> = Vec::new();
    for ((location, target, point), by) in blocked {
        let reason = Reason::Blocked { point, by: by.into_iter().collect() };
        edges.push(Edge { from: Node::Location(location), to: Node::Task(target), reason });
    }
    for ((task, target, point), own) in awaits {
        let reason = Reason::Awaits { point, own };
        edges.push(Edge { from: Node::Task(task), to: Node::Task(target), reason });
    }
    for &(activation, point) in &facts.conditions {
        for &root in &facts.of(activation).roots {
            let task = Node::Task(root);
            edges.push(Edge { from: task, to: task, reason: Reason::Condition { point } });
        }
    }
    let waited: BTreeSet<Node> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    for node in waited {
        if let Node::Task(task) = node {
            let location = facts.of(task).location;
            if locations.contains(&location) {
                edges.push(Edge { from: node, to: Node::Location(location), reason: Reason::Needs });
            }
        }
    }
    edges.sort_by_key(|edge| (edge.from, edge.to));
    let nodes: BTreeSet<Node> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    Graph { nodes: nodes.into_iter().collect(), edges }
}
