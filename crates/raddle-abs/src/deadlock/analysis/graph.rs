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

use super::abstraction::{AbstractLocation, Activation, Age, BirthOrder, Facts, Side};
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
    /// What is known of the births of both, where something waits.
    pub order: BirthOrder,
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
    /// Keeps of the births only who awaits what it has called itself, as the published work does.
    pub fn forget_births(&mut self) {
        for edge in &mut self.edges {
            let is_own = matches!(edge.reason, Reason::Awaits { own: true, .. });
            edge.order = if is_own {
                BirthOrder { task: Age::Younger, ..BirthOrder::UNKNOWN }
            } else {
                BirthOrder::UNKNOWN
            };
        }
    }
}

/// The graph of a program; waits that are not possible give no edge.
#[must_use]
pub fn build(facts: &Facts, is_possible: &dyn Fn(Activation, Span) -> bool) -> Graph {
    type Waiting = (BTreeSet<Activation>, BirthOrder);
    let mut blocked: BTreeMap<(AbstractLocation, Activation, Span), Waiting> = BTreeMap::new();
    let mut awaits: BTreeMap<(Activation, Activation, Span), BirthOrder> = BTreeMap::new();
    for (&(activation, point), site) in facts.waits.iter().filter(|((by, at), _)| is_possible(*by, *at)) {
        for &root in &facts.of(activation).roots {
            for &target in &site.targets {
                let births = site.births.get(&target).copied().unwrap_or(BirthOrder::UNKNOWN);
                if site.blocks {
                    let location = facts.of(root).location;
                    let entry =
                        blocked.entry((location, target, point)).or_insert_with(|| (BTreeSet::new(), births));
                    entry.0.insert(root);
                    entry.1 = entry.1.or(births);
                } else {
                    let entry = awaits.entry((root, target, point)).or_insert(births);
                    *entry = entry.or(births);
                }
            }
        }
    }
    let locations: BTreeSet<AbstractLocation> = blocked.keys().map(|&(location, ..)| location).collect();
    let mut edges: Vec<Edge> = Vec::new();
    for ((location, target, point), (by, order)) in blocked {
        let reason = Reason::Blocked { point, by: by.into_iter().collect() };
        edges.push(Edge { from: Node::Location(location), to: Node::Task(target), reason, order });
    }
    for ((task, target, point), order) in awaits {
        let reason = Reason::Awaits { point, own: order.task == Age::Younger };
        edges.push(Edge { from: Node::Task(task), to: Node::Task(target), reason, order });
    }
    for &(activation, point) in facts.conditions.iter().filter(|(by, at)| is_possible(*by, *at)) {
        for &root in &facts.of(activation).roots {
            let task = Node::Task(root);
            let reason = Reason::Condition { point };
            edges.push(Edge { from: task, to: task, reason, order: BirthOrder::UNKNOWN });
        }
    }
    let waited: BTreeSet<Node> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    for node in waited {
        if let Node::Task(task) = node {
            let location = facts.of(task).location;
            if locations.contains(&location) {
                let order = BirthOrder { location: Side::Near, task: Age::Unknown };
                edges.push(Edge { from: node, to: Node::Location(location), reason: Reason::Needs, order });
            }
        }
    }
    edges.sort_by_key(|edge| (edge.from, edge.to));
    let nodes: BTreeSet<Node> = edges.iter().flat_map(|edge| [edge.from, edge.to]).collect();
    Graph { nodes: nodes.into_iter().collect(), edges }
}
