//! Which tasks may happen in parallel: cycles whose edges can't be there at once are no deadlocks.
//!
//! **Source.** Albert, Flores-Montoya, Genaim, "Analysis of may-happen-in-parallel in concurrent objects" (FORTE 2012),
//! as seed 000 section 3.1 uses it; simpler. **Names.** A *site* is a call or creation in the body of an activation that
//! runs at most once: the main block, and whatever is called at one place only, which is passed once, by such an
//! activation. It *rules* the tasks that nobody else calls, directly or not. A task *comes from* a site if it is called
//! there, directly or not, and is *covered* by it if whatever comes from the site is finished when the site's own calls
//! are: all who call it on the way wait for it before they can end ([`super::joins`]).
//!
//! Two tasks are *apart* if some activation rules both, and whatever site the one comes from, at no call of it may the
//! other one be unfinished, and the other way round ([`super::orders`]): by `await` and `get` of locals, by `await o!m()`
//! and by synchronous calls, through branches and loops.
//!
//! **Deviations.** What conditions rule out is left to the search. **Guarantee.** Sound: two tasks that are said to be
//! apart are never both unfinished. Where an object may die, everything may happen in parallel.

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstraction::{Activation, Facts};
use super::graph::{Edge, Node, Reason};
use super::joins;
use super::orders::Orders;
use crate::source::Span;
use crate::types::resolved::Program;

/// How many activations are asked for their orders; the time that each takes grows with the program.
const RULERS: usize = 32;

/// Whom an activation calls, and whether it waits for them before it can end.
type Calls = FxHashMap<Activation, Vec<(Activation, bool)>>;

/// An activation that runs at most once.
struct Ruler {
    orders: Orders,
    /// For each task that it rules, the sites it comes from, and whether it is covered by each.
    origins: FxHashMap<Activation, Vec<(Span, bool)>>,
}

/// Who may happen in parallel.
pub struct Parallel {
    rulers: Vec<Ruler>,
}

impl Parallel {
    /// Reads a program; none where nothing is known to happen in turn.
    #[must_use]
    pub fn new(program: &Program, facts: &Facts) -> Option<Self> {
        program.main?;
        let main = Activation(0);
        let joined = joins::joined(program);
        let mut calls: Calls = FxHashMap::default();
        let mut places: FxHashMap<Activation, Vec<(Activation, Span)>> = FxHashMap::default();
        let mut sites: FxHashMap<Activation, Vec<(Span, Vec<Activation>)>> = FxHashMap::default();
        for (&(caller, span), callees) in &facts.calls {
            let is_joined = joined.contains(&span);
            calls.entry(caller).or_default().extend(callees.iter().map(|&callee| (callee, is_joined)));
            sites.entry(caller).or_default().push((span, callees.iter().copied().collect()));
            for &callee in callees {
                places.entry(callee).or_default().push((caller, span));
            }
        }
        for (at, activation) in facts.activations.iter().enumerate() {
            if let Some(recover) = activation.recover {
                calls.entry(Activation(at as u32)).or_default().push((recover, false));
                places.entry(recover).or_default().push((main, Span::default()));
            }
        }
        let mut rulers = Vec::new();
        let mut once = vec![main];
        let mut looked_at = 0;
        while let Some(&ruler) = once.get(looked_at) {
            looked_at += 1;
            let method = facts.of(ruler).method;
            let orders = Orders::of(program, &program.methods[method.index()]);
            let own_sites = sites.get(&ruler).map_or(&[][..], Vec::as_slice);
            for (span, callees) in own_sites {
                let is_once = orders.is_passed_once(*span);
                for callee in callees.iter().filter(|_| is_once) {
                    let is_only = places.get(callee).is_some_and(|places| places.len() == 1);
                    if is_only && *callee != main && !once.contains(callee) && once.len() < RULERS {
                        once.push(*callee);
                    }
                }
            }
            if orders.tell_anything() {
                let elsewhere = if ruler == main { FxHashSet::default() } else { without(ruler, &calls) };
                let mut origins: FxHashMap<Activation, Vec<(Span, bool)>> = FxHashMap::default();
                for (span, callees) in own_sites {
                    for (task, covered) in reached(callees, &calls) {
                        if !elsewhere.contains(&task) {
                            origins.entry(task).or_default().push((*span, covered));
                        }
                    }
                }
                rulers.push(Ruler { orders, origins });
            }
        }
        (!rulers.is_empty()).then_some(Self { rulers })
    }

    /// May both tasks be unfinished at once?
    #[must_use]
    pub fn may_coexist(&self, left: Activation, right: Activation) -> bool {
        let apart = |ruler: &Ruler| {
            let (Some(lefts), Some(rights)) = (ruler.origins.get(&left), ruler.origins.get(&right)) else {
                return false;
            };
            lefts.iter().all(|&left| rights.iter().all(|&right| ruler.orders.apart(left, right)))
        };
        left == right || !self.rulers.iter().any(apart)
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

/// Who is called, directly or not, by others than this activation and those that it calls.
fn without(ruler: Activation, calls: &Calls) -> FxHashSet<Activation> {
    let mut found = FxHashSet::default();
    let mut work = vec![Activation(0)];
    while let Some(caller) = work.pop() {
        if caller != ruler && found.insert(caller) {
            work.extend(calls.get(&caller).into_iter().flatten().map(|&(callee, _)| callee));
        }
    }
    found
}

/// Who is called from these, directly or not, and whether he is finished when they are.
fn reached(callees: &[Activation], calls: &Calls) -> FxHashMap<Activation, bool> {
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
