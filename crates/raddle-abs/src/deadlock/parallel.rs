//! Which tasks may happen in parallel: cycles whose edges can't be there at once are no deadlocks.
//!
//! **Source.** Albert, Flores-Montoya, Genaim, "Analysis of may-happen-in-parallel in concurrent objects" (FORTE 2012),
//! as seed 000 section 3.1 uses it; much simpler. **Names.** A *site* is a call or creation in the main block; a task
//! *comes from* a site if it is called there, directly or not. Site `s` is *over before* site `t` if control comes to
//! `t` only when every call of `s` has finished. A task is *covered* by a site if whatever comes from the site is
//! finished when the site's own calls are: all who call it on the way wait for it in their very next statement, so that
//! nothing, not even an exception, lets them end first.
//!
//! **Deviations.** Only the main block orders tasks: by `await` and `get` of locals, by `await o!m()` and by synchronous
//! calls, through branches and loops. **Guarantee.** Sound: two tasks that are said to be apart are never both
//! unfinished. Where an object may die, everything may happen in parallel.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstraction::{Activation, Facts};
use super::graph::{Edge, Node, Reason};
use crate::source::Span;
use crate::types::resolved::{
    CallMode, Expression, ExpressionKind, Guard, LocalId, Program, RightSide, Statement, StatementKind,
    Target,
};

/// What is over where the main block stands.
#[derive(Clone, Default, PartialEq, Eq)]
struct Over {
    sites: BTreeSet<Span>,
    /// The site whose future a local holds.
    held: FxHashMap<LocalId, Span>,
}

impl Over {
    fn join(&mut self, other: &Self) {
        self.sites.retain(|site| other.sites.contains(site));
        self.held.retain(|local, site| other.held.get(local) == Some(site));
    }
}

/// The sites of the main block.
#[derive(Default)]
struct Sites {
    /// For each, what is over before it.
    before: FxHashMap<Span, BTreeSet<Span>>,
    /// Those that may be passed more than once.
    repeated: FxHashSet<Span>,
}

struct Reader<'s> {
    sites: &'s mut Sites,
    loops: u32,
}

fn local_of(expression: &Expression) -> Option<LocalId> {
    match expression.kind {
        ExpressionKind::Local(local) => Some(local),
        _ => None,
    }
}

impl Reader<'_> {
    fn block(&mut self, block: &[Statement], over: &mut Over) {
        for statement in block {
            self.statement(statement, over);
        }
    }

    fn wait(&self, future: &Expression, over: &mut Over) {
        if let Some(&site) = local_of(future).and_then(|local| over.held.get(&local)) {
            over.sites.insert(site);
        }
    }

    fn site(&mut self, span: Span, over: &mut Over) {
        self.sites.before.insert(span, over.sites.clone());
        if self.loops > 0 {
            self.sites.repeated.insert(span);
        }
    }

    fn right_side(&mut self, target: Target, value: &RightSide, over: &mut Over) {
        let mut holds = None;
        match value {
            RightSide::Pure(expression) => {
                holds = local_of(expression).and_then(|local| over.held.get(&local).copied());
            }
            RightSide::Get(future, _) => self.wait(future, over),
            RightSide::New { span, .. } => self.site(*span, over),
            RightSide::Call { mode, span, .. } => {
                self.site(*span, over);
                if *mode == CallMode::Asynchronous {
                    over.sites.remove(span);
                    holds = Some(*span).filter(|_| self.loops == 0);
                } else {
                    over.sites.insert(*span);
                }
            }
        }
        if let Target::Local(local) = target {
            match holds {
                Some(site) => over.held.insert(local, site),
                None => over.held.remove(&local),
            };
        }
    }

    /// Parts that may be passed any number of times, each after each, or left at any place.
    fn repeated(&mut self, parts: &[&[Statement]], over: &mut Over) {
        self.loops += 1;
        // What holds here holds before and behind every part; the last walk, with all that is lost, is what counts.
        loop {
            let before = over.clone();
            for part in parts {
                let mut inside = before.clone();
                self.block(part, &mut inside);
                over.join(&inside);
            }
            if *over == before {
                break;
            }
        }
        self.loops -= 1;
    }

    fn statement(&mut self, statement: &Statement, over: &mut Over) {
        match &statement.kind {
            StatementKind::Set(target, value) => self.right_side(*target, value, over),
            StatementKind::Return(value) => self.right_side(Target::Nowhere, value, over),
            StatementKind::Await(guards) => {
                for guard in guards {
                    if let Guard::Future(future) = guard {
                        self.wait(future, over);
                    }
                }
            }
            StatementKind::Block(body) => self.block(body, over),
            StatementKind::If(_, then, otherwise) => {
                let mut other = over.clone();
                self.block(then, over);
                self.block(otherwise, &mut other);
                over.join(&other);
            }
            StatementKind::Switch(_, _, branches) => {
                let before = over.clone();
                let mut after: Option<Over> = None;
                for (_, body) in branches {
                    // What a pattern binds has just been forgotten, as far as it was a future of ours.
                    let mut here = Over { held: FxHashMap::default(), ..before.clone() };
                    self.block(body, &mut here);
                    match &mut after {
                        Some(after) => after.join(&here),
                        None => after = Some(here),
                    }
                }
                *over = after.unwrap_or(before);
            }
            StatementKind::While(_, body) => self.repeated(&[body], over),
            StatementKind::Foreach { body, .. } => {
                over.held.clear();
                self.repeated(&[body], over);
            }
            StatementKind::Try { body, branches, finally, .. } => {
                over.held.clear();
                let mut parts: Vec<&[Statement]> = vec![body];
                parts.extend(branches.iter().map(|(_, branch)| branch.as_slice()));
                parts.push(finally);
                self.repeated(&parts, over);
            }
            StatementKind::Skip
            | StatementKind::Assert(_)
            | StatementKind::Suspend
            | StatementKind::Duration(..)
            | StatementKind::Throw(_)
            | StatementKind::Die(_) => {}
        }
    }
}

/// The calls that are waited for in the very next statement, or at once.
fn joined(program: &Program) -> FxHashSet<Span> {
    let mut found = FxHashSet::default();
    for method in &program.methods {
        joined_in(&method.body, &mut found);
    }
    found
}

fn joined_in(block: &[Statement], found: &mut FxHashSet<Span>) {
    for (at, statement) in block.iter().enumerate() {
        match &statement.kind {
            StatementKind::Set(target, RightSide::Call { mode, span, .. }) => {
                let next = block.get(at + 1);
                let waited = |local: LocalId| next.is_some_and(|next| waits_for(next, local));
                if *mode != CallMode::Asynchronous || matches!(*target, Target::Local(local) if waited(local))
                {
                    found.insert(*span);
                }
            }
            StatementKind::Return(RightSide::Call { mode, span, .. }) if *mode != CallMode::Asynchronous => {
                found.insert(*span);
            }
            StatementKind::If(_, then, otherwise) => {
                joined_in(then, found);
                joined_in(otherwise, found);
            }
            StatementKind::While(_, body)
            | StatementKind::Block(body)
            | StatementKind::Foreach { body, .. } => joined_in(body, found),
            StatementKind::Switch(_, _, branches) => {
                branches.iter().for_each(|(_, body)| joined_in(body, found));
            }
            StatementKind::Try { body, branches, finally, .. } => {
                joined_in(body, found);
                branches.iter().for_each(|(_, body)| joined_in(body, found));
                joined_in(finally, found);
            }
            _ => {}
        }
    }
}

fn waits_for(statement: &Statement, wanted: LocalId) -> bool {
    let is_wanted = |future: &Expression| local_of(future) == Some(wanted);
    match &statement.kind {
        StatementKind::Set(_, RightSide::Get(future, _))
        | StatementKind::Return(RightSide::Get(future, _)) => is_wanted(future),
        // Another guard could fail before it waits.
        StatementKind::Await(guards) => {
            matches!(guards.as_slice(), [Guard::Future(future)] if is_wanted(future))
        }
        _ => false,
    }
}

/// Who may happen in parallel.
pub struct Parallel {
    sites: Sites,
    /// For each task, the sites it comes from, and whether it is covered by each.
    origins: FxHashMap<Activation, Vec<(Span, bool)>>,
}

impl Parallel {
    /// Reads a program; none where nothing is known to happen in turn.
    #[must_use]
    pub fn new(program: &Program, facts: &Facts) -> Option<Self> {
        let main = program.main?;
        let mut sites = Sites::default();
        let mut over = Over::default();
        Reader { sites: &mut sites, loops: 0 }.block(&program.methods[main.index()].body, &mut over);
        if sites.before.values().all(BTreeSet::is_empty) {
            return None;
        }
        let joined = joined(program);
        let main = Activation(0);
        let mut calls: FxHashMap<Activation, Vec<(Activation, bool)>> = FxHashMap::default();
        let mut starts: Vec<(Span, Vec<Activation>)> = Vec::new();
        for (&(caller, span), callees) in &facts.calls {
            if caller == main {
                starts.push((span, callees.iter().copied().collect()));
                continue;
            }
            let is_joined = joined.contains(&span);
            calls.entry(caller).or_default().extend(callees.iter().map(|&callee| (callee, is_joined)));
        }
        for (at, activation) in facts.activations.iter().enumerate() {
            if let Some(recover) = activation.recover {
                calls.entry(Activation(at as u32)).or_default().push((recover, false));
            }
        }
        let mut origins: FxHashMap<Activation, Vec<(Span, bool)>> = FxHashMap::default();
        for (site, callees) in starts {
            for (task, covered) in reached(&callees, &calls) {
                origins.entry(task).or_default().push((site, covered));
            }
        }
        Some(Self { sites, origins })
    }

    /// Is the site over, for whoever it covers, before the other one is passed?
    fn is_over(&self, site: Span, before: Span) -> bool {
        !self.sites.repeated.contains(&site)
            && self.sites.before.get(&before).is_some_and(|over| over.contains(&site))
    }

    /// May both tasks be unfinished at once?
    #[must_use]
    pub fn may_coexist(&self, left: Activation, right: Activation) -> bool {
        if left == right {
            return true;
        }
        let (Some(lefts), Some(rights)) = (self.origins.get(&left), self.origins.get(&right)) else {
            return true;
        };
        lefts.iter().any(|&(left, left_covered)| {
            rights.iter().any(|&(right, right_covered)| {
                !(left_covered && self.is_over(left, right) || right_covered && self.is_over(right, left))
            })
        })
    }

    /// May all edges of a cycle be there at once?
    #[must_use]
    pub fn may_close(&self, edges: &[&Edge]) -> bool {
        let groups: Vec<Vec<Activation>> = edges
            .iter()
            .flat_map(|edge| {
                let waiting = match (&edge.reason, edge.from) {
                    (Reason::Blocked { by, .. }, _) => by.clone(),
                    (Reason::Awaits { .. }, Node::Task(task)) => vec![task],
                    _ => return Vec::new(),
                };
                let target = match edge.to {
                    Node::Task(task) => vec![task],
                    Node::Location(_) => Vec::new(),
                };
                vec![waiting, target]
            })
            .filter(|group| !group.is_empty())
            .collect();
        groups.iter().enumerate().all(|(at, group)| {
            groups[at + 1..].iter().all(|other| {
                group.iter().any(|&left| other.iter().any(|&right| self.may_coexist(left, right)))
            })
        })
    }
}

/// Who is called from these, directly or not, and whether he is finished when they are.
fn reached(
    callees: &[Activation],
    calls: &FxHashMap<Activation, Vec<(Activation, bool)>>,
) -> FxHashMap<Activation, bool> {
    let mut covered: FxHashMap<Activation, bool> = FxHashMap::default();
    let mut work: Vec<Activation> = callees.to_vec();
    for &callee in callees {
        covered.insert(callee, true);
    }
    // Whoever is found not to be covered is looked at again, since neither are those that he calls.
    while let Some(caller) = work.pop() {
        let caller_covered = covered[&caller];
        for &(callee, joined) in calls.get(&caller).map_or(&[][..], Vec::as_slice) {
            let is_covered = joined && caller_covered;
            match covered.get_mut(&callee) {
                None => {
                    covered.insert(callee, is_covered);
                    work.push(callee);
                }
                Some(known) if *known && !is_covered => {
                    *known = false;
                    work.push(callee);
                }
                Some(_) => {}
            }
        }
    }
    covered
}
