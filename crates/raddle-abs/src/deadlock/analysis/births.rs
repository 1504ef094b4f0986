//! Edges that no deadlock can have, because of who was made before whom.
//!
//! **Source.** Lemma 1 of seed 000 (a caller is older than what it calls), for locations too, and component by component in
//! the manner of lexicographic proofs of termination. **Names.** The *birth* of a node is when it was made. [`Side`] and
//! [`Age`] of an edge compare the births of its ends, as the points-to analysis has found them. A location is *solo* if at
//! most one task ever runs there.
//!
//! **Lemma B1 (locations).** Take a cycle of waiting tasks in a state of a run, and give each of its locations its own
//! birth, and each of its tasks that of the task's location. A task that needs its location is as old as it, so only
//! waits change the birth. If no wait of a strongly connected component goes to what is older, then no wait that goes to
//! what is younger lies on such a cycle: births would only grow around it. The same the other way round. Test:
//! `births_of_locations`.
//!
//! **Lemma B2 (tasks).** Give each task its own birth, and each solo location that of its task. If a component has no other
//! locations, and each of its waits is for a younger task, or each for an older one, no such cycle runs through it. Test:
//! `births_of_tasks`.
//!
//! Each lemma takes edges away, and the components of what is left are asked again. **Guarantee.** Sound: every edge of a
//! cycle of waiting tasks in a state of a run is left.

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstraction::{AbstractLocation, Activation, Age, Facts, Side};
use super::cycles::components_of;
use super::graph::{Edge, Graph, Node, Reason};
use super::orders::local_of;
use crate::source::Span;
use crate::types::resolved::{LocalId, Program, RightSide, Statement, StatementKind, Target};

/// Takes the edges away that no deadlock can have.
pub fn take_away(graph: &mut Graph, program: &Program, facts: &Facts) {
    let solo = solo_locations(program, facts);
    loop {
        let component = components_of(graph, |edge| !matches!(edge.reason, Reason::Condition { .. }));
        let mut inside: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        for (at, edge) in graph.edges.iter().enumerate() {
            if let (Some(from), Some(to)) = (component.get(&edge.from), component.get(&edge.to))
                && from == to
                && !matches!(edge.reason, Reason::Condition { .. })
            {
                inside.entry(*from).or_default().push(at);
            }
        }
        let mut gone: FxHashSet<usize> = FxHashSet::default();
        for edges in inside.values() {
            gone.extend(impossible(graph, edges, &solo));
        }
        if gone.is_empty() {
            return;
        }
        let mut at = 0;
        graph.edges.retain(|_| {
            at += 1;
            !gone.contains(&(at - 1))
        });
    }
}

fn is_wait(edge: &Edge) -> bool {
    matches!(edge.reason, Reason::Blocked { .. } | Reason::Awaits { .. })
}

/// The edges of one component that no deadlock has.
fn impossible(graph: &Graph, edges: &[usize], solo: &FxHashSet<AbstractLocation>) -> Vec<usize> {
    let waits = || edges.iter().copied().filter(|&edge| is_wait(&graph.edges[edge]));
    for strict in [Side::Younger, Side::Older] {
        let fits = |edge: usize| {
            let side = graph.edges[edge].order.location;
            side == strict || side == Side::Near
        };
        if waits().all(fits) {
            let gone: Vec<usize> =
                waits().filter(|&edge| graph.edges[edge].order.location == strict).collect();
            if !gone.is_empty() {
                return gone;
            }
        }
    }
    let is_solo = |node: Node| match node {
        Node::Location(location) => solo.contains(&location),
        Node::Task(_) => true,
    };
    let ends_are_solo = |&edge: &usize| is_solo(graph.edges[edge].from) && is_solo(graph.edges[edge].to);
    if edges.iter().all(ends_are_solo) {
        for strict in [Age::Younger, Age::Older] {
            if waits().all(|edge| graph.edges[edge].order.task == strict) {
                return waits().collect();
            }
        }
    }
    Vec::new()
}

/// The locations at which at most one task ever runs: whoever makes the object calls it once, right there, and nobody else
/// ever does.
fn solo_locations(program: &Program, facts: &Facts) -> FxHashSet<AbstractLocation> {
    let mut tasks: FxHashMap<AbstractLocation, Vec<Activation>> = FxHashMap::default();
    for (at, activation) in facts.activations.iter().enumerate() {
        if activation.is_task {
            tasks.entry(activation.location).or_default().push(Activation(at as u32));
        }
    }
    let mut places: FxHashMap<Activation, Vec<(Activation, Span)>> = FxHashMap::default();
    for (&(caller, span), callees) in &facts.calls {
        for &callee in callees {
            places.entry(callee).or_default().push((caller, span));
        }
    }
    let mut solo = FxHashSet::default();
    for (location, tasks) in tasks {
        let [task] = tasks[..] else { continue };
        if location == Facts::MAIN {
            solo.insert(location);
            continue;
        }
        let called_in = places.get(&task).map_or(&[][..], Vec::as_slice);
        let &[(caller, span)] = called_in else { continue };
        let body = &program.methods[facts.of(caller).method.index()].body;
        let made_here = |made: Span| facts.creations.get(&(caller, made)) == Some(&location);
        if is_called_once(body, body, span, &made_here) {
            solo.insert(location);
        }
    }
    solo
}

/// Is the call at this place made on a local that only a `new` of the same block, before the call, assigns?
fn is_called_once(
    block: &[Statement],
    body: &[Statement],
    call: Span,
    made_here: &dyn Fn(Span) -> bool,
) -> bool {
    let called = |statement: &Statement| match &statement.kind {
        StatementKind::Set(_, RightSide::Call { target, span, .. }) if *span == call => local_of(target),
        _ => None,
    };
    let made = |statement: &Statement| match &statement.kind {
        StatementKind::Set(Target::Local(local), RightSide::New { span, .. }) if made_here(*span) => {
            Some(*local)
        }
        _ => None,
    };
    if let Some((at, local)) = block.iter().enumerate().find_map(|(at, one)| Some((at, called(one)?))) {
        return block[..at].iter().any(|one| made(one) == Some(local)) && assignments(body, local) == 1;
    }
    let inner = |body_of: &[Statement]| is_called_once(body_of, body, call, made_here);
    block.iter().any(|statement| match &statement.kind {
        StatementKind::If(_, then, otherwise) => inner(then) || inner(otherwise),
        StatementKind::While(_, inside) | StatementKind::Block(inside) => inner(inside),
        StatementKind::Foreach { body: inside, .. } => inner(inside),
        StatementKind::Switch(_, _, branches) => branches.iter().any(|(_, inside)| inner(inside)),
        _ => false,
    })
}

/// How often the text assigns a local.
fn assignments(body: &[Statement], wanted: LocalId) -> usize {
    let mut count = 0;
    super::known_done::each_assignment(body, &mut |local, _| count += usize::from(local == wanted));
    count
}
