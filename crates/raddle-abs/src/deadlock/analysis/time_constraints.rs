//! The constraints that a cycle puts on the states of a run, by themselves; who checks them is the guided search.
//!
//! **Source.** Seed 001, definitions 3 and 4. **Names.** The paper's time constraint `∃t ↦ ⟨_, sync(p, F)⟩` together with
//! its `fut(F, L, Tk, _)` is a [`TimeConstraint`].

use super::abstraction::Activation;
use super::graph::{Edge, Node, Reason};
use crate::source::Span;

/// Some task waits at a point for a task that has not finished, or for a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeConstraint {
    /// The location that is kept meanwhile, or the task that awaits.
    pub from: Node,
    /// Where it waits.
    pub point: Span,
    /// The task that is waited for; none for a condition.
    pub target: Option<Activation>,
    /// Must that task be waiting for its location?
    pub pending: bool,
}

/// Definition 4: the constraints of a cycle's edges.
#[must_use]
pub fn of_cycle(edges: &[&Edge]) -> Vec<TimeConstraint> {
    let mut times = Vec::new();
    for (at, edge) in edges.iter().enumerate() {
        let (target, point) = match (&edge.reason, edge.to) {
            (Reason::Condition { point }, _) => (None, *point),
            (Reason::Blocked { point, .. } | Reason::Awaits { point, .. }, Node::Task(target)) => {
                (Some(target), *point)
            }
            _ => continue,
        };
        let next = edges[(at + 1) % edges.len()];
        let pending = next.reason == Reason::Needs;
        times.push(TimeConstraint { from: edge.from, point, target, pending });
    }
    times
}
