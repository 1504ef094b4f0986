//! Who calls whom, by names or by the points-to analysis, and what each method reaches with all that it calls.
//!
//! The seeds' transitive call relation, as a table: for each point at which a task may stand, the points of a cycle's
//! constraints that it can come to, as bits ([`super::reach`]).

use rustc_hash::FxHashMap;

use super::constraints::LIMIT;
use crate::deadlock::analysis::abstraction::{Activation, Facts};
use crate::deadlock::analysis::graph::Node;
use crate::deadlock::analysis::remaining::{Item, Remaining};
use crate::deadlock::analysis::time_constraints::TimeConstraint;
use crate::machine::code::CodeId;
use crate::machine::evaluate::Fixed;
use crate::types::resolved::Program;

/// A call graph over whatever stands for a method.
pub(super) trait Callers {
    /// The constraints whose points an item is, and in the upper half those whose locations it makes.
    fn bits(&self, node: usize, item: Item) -> u64;
    fn callees(&self, node: usize, item: Item, each: &mut dyn FnMut(usize));
}

/// By the points-to analysis: nodes are activations.
pub(super) struct ByPointsTo<'a> {
    pub facts: &'a Facts,
    pub times: &'a [TimeConstraint],
}

impl Callers for ByPointsTo<'_> {
    fn bits(&self, node: usize, item: Item) -> u64 {
        let activation = Activation(node as u32);
        let mut bits = 0;
        let (point, blocks) = match item {
            Item::Wait(point, blocks) => (point, blocks),
            Item::New(span, _) => {
                let made = self.facts.creations.get(&(activation, span)).copied().map(Node::Location);
                for (bit, time) in self.times.iter().take(LIMIT).enumerate() {
                    if made == Some(time.from) {
                        bits |= 1 << (LIMIT + bit);
                    }
                }
                return bits;
            }
            Item::Call(..) | Item::Write(_) => return 0,
        };
        for (bit, time) in self.times.iter().take(LIMIT).enumerate() {
            if time.point != point {
                continue;
            }
            let roots = &self.facts.of(activation).roots;
            let fits = match time.from {
                Node::Location(location) => {
                    blocks && roots.iter().any(|&root| self.facts.of(root).location == location)
                }
                Node::Task(task) => !blocks && roots.contains(&task),
            };
            if fits {
                bits |= 1 << bit;
            }
        }
        bits
    }

    fn callees(&self, node: usize, item: Item, each: &mut dyn FnMut(usize)) {
        let (Item::Call(span, _) | Item::New(span, _)) = item else { return };
        if let Some(callees) = self.facts.calls.get(&(Activation(node as u32), span)) {
            callees.iter().for_each(|callee| each(callee.index()));
        }
    }
}

/// By names: nodes are methods.
struct ByName<'a> {
    program: &'a Program,
    times: &'a [TimeConstraint],
    by_selector: Vec<Vec<usize>>,
}

impl Callers for ByName<'_> {
    fn bits(&self, _: usize, item: Item) -> u64 {
        let Item::Wait(point, blocks) = item else { return 0 };
        let times = self.times.iter().take(LIMIT).enumerate();
        let fits =
            |time: &TimeConstraint| time.point == point && blocks == matches!(time.from, Node::Location(_));
        times.fold(0, |bits, (bit, time)| if fits(time) { bits | 1 << bit } else { bits })
    }

    fn callees(&self, _: usize, item: Item, each: &mut dyn FnMut(usize)) {
        match item {
            Item::Call(_, selector) => {
                self.by_selector[selector.index()].iter().for_each(|&callee| each(callee));
            }
            Item::New(_, class) => {
                let class = &self.program.classes[class.index()];
                class.init.iter().chain(&class.run).for_each(|method| each(method.index()));
            }
            Item::Wait(..) | Item::Write(_) => {}
        }
    }
}

/// What each method reaches from its beginning, with all that it calls.
fn whole(count: usize, callers: &dyn Callers, start: &dyn Fn(usize) -> Vec<(usize, Vec<Item>)>) -> Vec<u64> {
    let mut bits = vec![0u64; count];
    let mut called_by: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (node, own) in bits.iter_mut().enumerate() {
        for (owner, items) in start(node) {
            if owner != node {
                called_by[owner].push(node);
                continue;
            }
            for item in items {
                *own |= callers.bits(node, item);
                callers.callees(node, item, &mut |callee| called_by[callee].push(node));
            }
        }
    }
    let mut work: Vec<usize> = (0..count).filter(|&node| bits[node] != 0).collect();
    while let Some(node) = work.pop() {
        for &caller in &called_by[node] {
            if bits[caller] | bits[node] != bits[caller] {
                bits[caller] |= bits[node];
                work.push(caller);
            }
        }
    }
    bits
}

fn from_items(node: usize, items: &[Item], callers: &dyn Callers, whole: &[u64]) -> u64 {
    let mut bits = 0;
    for &item in items {
        bits |= callers.bits(node, item);
        callers.callees(node, item, &mut |callee| bits |= whole[callee]);
    }
    bits
}

/// For each point at which a task may stand, what it can come to, by names.
pub(super) fn by_name(
    times: &[TimeConstraint],
    fixed: &Fixed,
    remaining: &Remaining,
) -> FxHashMap<(CodeId, u32), u64> {
    let program = &fixed.program;
    let first_method = fixed.code.first_method;
    let mut by_selector = vec![Vec::new(); program.selectors.len()];
    for class in &program.classes {
        for &method in &class.methods {
            by_selector[program.methods[method.index()].selector.index()].push(method.index());
        }
    }
    let callers = ByName { program, times, by_selector };
    let recover_of = |method: usize| {
        let class = program.methods[method].class?;
        program.classes[class.index()].recover.filter(|recover| recover.index() != method)
    };
    let bits = whole(program.methods.len(), &callers, &|node| {
        let items = remaining.from(CodeId(first_method + node as u32), 0).unwrap_or_default().to_vec();
        let recover = recover_of(node).map(|recover| (recover.index(), Vec::new()));
        std::iter::once((node, items)).chain(recover).collect()
    });
    let entries = remaining.all().map(|(code, next, items)| {
        let node = (code.0 - first_method) as usize;
        let recover = recover_of(node).map_or(0, |id| bits[id.index()]);
        ((code, next), from_items(node, items, &callers, &bits) | recover)
    });
    entries.collect()
}

/// The same by the points-to analysis.
pub(super) fn by_points_to(
    times: &[TimeConstraint],
    fixed: &Fixed,
    facts: &Facts,
    remaining: &Remaining,
) -> FxHashMap<(Activation, u32), u64> {
    let callers = ByPointsTo { facts, times };
    let first_method = fixed.code.first_method;
    let mut by_method: Vec<Vec<usize>> = vec![Vec::new(); fixed.program.methods.len()];
    for (at, activation) in facts.activations.iter().enumerate() {
        by_method[activation.method.index()].push(at);
    }
    let bits = whole(facts.activations.len(), &callers, &|node| {
        let activation = &facts.activations[node];
        let items = remaining.from(fixed.code.method(activation.method), 0).unwrap_or_default().to_vec();
        let recover = activation.recover.map(|recover| (recover.index(), Vec::new()));
        std::iter::once((node, items)).chain(recover).collect()
    });
    let mut table = FxHashMap::default();
    for (code, next, items) in remaining.all() {
        for &node in &by_method[(code.0 - first_method) as usize] {
            let recover = facts.activations[node].recover.map_or(0, |id| bits[id.index()]);
            let reached = from_items(node, items, &callers, &bits) | recover;
            table.insert((Activation(node as u32), next), reached);
        }
    }
    table
}
