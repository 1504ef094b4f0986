//! One process's turn: what each operator of the language of strategies does when it is taken apart, and what becomes
//! of the results of tasks. `search` decides whose turn it is.

use super::compile::{Action, Node, NodeId, Strategies};
use super::places::{Found, Rewritten, finish_found, matches, put_back, rewrites, until_rewriting};
use super::search::{NOTHING, Process, Purpose, StrategySearch, TaskId, ValuesId, Whole, Work, WorkId};
use crate::machine::Machine;
use crate::machine::compile::Test;
use crate::machine::evaluate::Bindings;
use crate::machine::solve::{Flow, Rest};
use crate::terms::TermId;
use crate::terms::arena::NO_TERM;
use std::collections::VecDeque;

/// One process's turn.
pub(super) struct Turn<'t, 'p> {
    pub search: &'t mut StrategySearch,
    pub strategies: &'p Strategies,
    pub machine: &'t mut Machine<'p>,
    pub task: TaskId,
}

impl<'p> Turn<'_, 'p> {
    fn node(&self, node: NodeId) -> &'p Node {
        &self.strategies.nodes[node.0 as usize]
    }

    fn start(&mut self, process: Process) {
        self.search.start(self.task, process);
    }

    /// Takes the turn; what is left of the process.
    pub fn run(&mut self, process: Process) -> Option<Process> {
        match process {
            Process::Follow { term, work } => self.follow(term, work),
            Process::Apply { term, node, values, next, results } => {
                self.apply(term, node, values, next, results)
            }
            Process::Resume { node, values, rule, at, found, next } => {
                self.resume(node, values, rule, at, *found, next);
                None
            }
            Process::Parts { term, node, values, next, found } => self.parts(term, node, values, next, found),
            Process::Combine { whole, part, chosen, counts, advance } => {
                self.combine(whole, part, chosen, counts, advance)
            }
            Process::Call { term, mut bodies } => {
                let (body, values, rewrites) = bodies.pop_front()?;
                self.search.rewrites += rewrites;
                let work = self.search.work(body, values, NOTHING);
                self.start(Process::Follow { term, work });
                (!bodies.is_empty()).then_some(Process::Call { term, bodies })
            }
        }
    }

    fn follow(&mut self, term: TermId, work: WorkId) -> Option<Process> {
        if !self.search.seen.insert((self.task, term, work)) {
            return None;
        }
        if work == NOTHING {
            self.succeed(term);
            return None;
        }
        let Work { node, values, next } = self.search.work[work.0 as usize];
        let go_on = |work| Some(Process::Follow { term, work });
        match self.node(node) {
            Node::Idle => go_on(next),
            Node::Fail => None,
            Node::Sequence(parts) => {
                let work = parts.iter().rev().fold(next, |next, &part| self.search.work(part, values, next));
                go_on(work)
            }
            Node::Union(parts) => {
                for &part in parts {
                    let work = self.search.work(part, values, next);
                    self.start(Process::Follow { term, work });
                }
                None
            }
            Node::Repeat(inner) => {
                self.start(Process::Follow { term, work: next });
                let again = self.search.work(node, values, next);
                let work = self.search.work(*inner, values, again);
                self.start(Process::Follow { term, work });
                None
            }
            Node::Match(target) => {
                let known = self.search.values[values.0 as usize].clone();
                let found = matches(self.machine, target, term, &known, true);
                self.search.rewrites += self.machine.rewrites;
                if found.is_empty() { None } else { go_on(next) }
            }
            &Node::Decide { test, success, failure, first } => {
                let purpose = Purpose::Decide { term, values, success, failure, first };
                let task = self.search.new_task(purpose, self.task, next);
                let work = self.search.work(test, values, NOTHING);
                self.search.start(task, Process::Follow { term, work });
                None
            }
            Node::Apply { .. } => {
                self.start(Process::Apply { term, node, values, next, results: None });
                None
            }
            Node::Rewrite { .. } => {
                self.start(Process::Parts { term, node, values, next, found: None });
                None
            }
            Node::Call { name, arguments } => {
                let known = self.search.values[values.0 as usize].clone();
                let mut given = Vec::with_capacity(arguments.len());
                for code in arguments {
                    given.push(self.machine.run_code(code, &known));
                }
                self.search.rewrites += self.machine.rewrites;
                if self.machine.stop.is_some() {
                    return None;
                }
                let bodies = self.bodies((*name, arguments.len()), &given);
                let definitions = self.strategies.definitions.get(&(*name, arguments.len()));
                if arguments.is_empty()
                    && definitions.is_some_and(|list| list.len() == 1 && list[0].condition.is_empty())
                {
                    // There is nothing to choose, and there are no values to keep apart. Coming back takes a turn,
                    // but for the last call of a definition, so that endless recursion comes back to the same work.
                    let (body, values, _) = *bodies.front()?;
                    let back = self.strategies.back;
                    let returns = next != NOTHING && self.search.work[next.0 as usize].node == back;
                    let next = if returns { next } else { self.search.work(back, values, next) };
                    return go_on(self.search.work(body, values, next));
                }
                if bodies.is_empty() {
                    return None;
                }
                let task = self.search.new_task(Purpose::Call, self.task, next);
                self.search.start(task, Process::Call { term, bodies });
                None
            }
        }
    }

    /// The bodies of the definitions that fit a call, with values for their variables.
    fn bodies(
        &mut self,
        key: (crate::names::Name, usize),
        given: &[TermId],
    ) -> VecDeque<(NodeId, ValuesId, u64)> {
        let mut bodies = VecDeque::new();
        let strategies = self.strategies;
        for definition in strategies.definitions.get(&key).into_iter().flatten() {
            let mut solutions: Vec<(Bindings, u64)> = Vec::new();
            let mut bindings: Bindings = std::iter::repeat_n(NO_TERM, definition.slots).collect();
            let mut before = self.machine.rewrites;
            let machine = &mut *self.machine;
            machine.match_together(
                &definition.patterns,
                given,
                &mut bindings,
                &mut |machine, bindings, rest| {
                    machine.satisfy(&definition.condition, bindings, rest, &mut |machine, bindings, _| {
                        if !solutions.iter().any(|(known, _)| known == bindings) {
                            solutions.push((bindings.clone(), machine.rewrites - before));
                            before = machine.rewrites;
                        }
                        if machine.stop.is_some() { Flow::Enough } else { Flow::More }
                    })
                },
            );
            for (bindings, rewrites) in solutions {
                bodies.push_back((definition.body, self.search.values(&bindings), rewrites));
            }
        }
        bodies
    }

    /// A process has come to the end of its work.
    fn succeed(&mut self, term: TermId) {
        let kept = &mut self.search.tasks[self.task.0 as usize];
        kept.succeeded = true;
        let (parent, next) = (kept.parent, kept.next);
        match &kept.purpose {
            Purpose::Results => self.search.found = Some(term),
            Purpose::Call => self.search.start(parent, Process::Follow { term, work: next }),
            &Purpose::Decide { term: before, values, success, first, .. } => {
                if first {
                    kept.ended = true;
                }
                match success {
                    Action::Again(node) => self.decide_again(node, term, values, parent, next),
                    _ => self.search.act(success, (term, before), values, parent, next),
                }
                if first {
                    self.search.leave(parent);
                }
            }
            Purpose::Condition { node, values, rule, at, found } => {
                let (node, values, rule, at, found) = (*node, *values, *rule, *at, (**found).clone());
                self.fulfil(node, values, (rule, at), found, term);
            }
            &Purpose::Part { whole, part } => {
                let kept = &mut self.search.wholes[whole as usize];
                kept.results[part].push(term);
                let counts: Vec<usize> = kept.results.iter().map(Vec::len).collect();
                if counts.iter().all(|&count| count > 0) {
                    let mut chosen = vec![0; counts.len()];
                    chosen[part] = counts[part] - 1;
                    // The first way to put them together is taken at once.
                    let own = std::mem::replace(&mut self.task, kept.task);
                    if let Some(others) = self.combine(whole, part, chosen, counts, None) {
                        self.start(others);
                    }
                    self.task = own;
                }
            }
        }
    }

    /// Decides about the result of a decision in the same turn.
    fn decide_again(&mut self, node: NodeId, term: TermId, values: ValuesId, task: TaskId, next: WorkId) {
        let &Node::Decide { test, success, failure, first } = self.node(node) else { return };
        let work = self.search.work(node, values, next);
        if self.search.seen.insert((task, term, work)) {
            let purpose = Purpose::Decide { term, values, success, failure, first };
            let task = self.search.new_task(purpose, task, next);
            let work = self.search.work(test, values, NOTHING);
            self.search.start(task, Process::Follow { term, work });
        }
    }

    /// A rewriting condition has led to a term: where that fits, the rule goes on.
    fn fulfil(
        &mut self,
        node: NodeId,
        values: ValuesId,
        (rule, at): (usize, usize),
        found: Found,
        term: TermId,
    ) {
        let Node::Apply { rules, .. } = self.node(node) else { return };
        let statement = &rules.rules[rule];
        let Test::Reach(_, pattern) = &statement.condition[at] else { return };
        let after = &statement.condition[at + 1..];
        let closed = until_rewriting(after);
        let mut bindings = found.bindings.clone();
        let mut fitting: Vec<Bindings> = Vec::new();
        self.machine.match_all(pattern, term, &mut bindings, &mut |machine, bindings, _| {
            machine.satisfy(&after[..closed], bindings, &Rest::default(), &mut |machine, bindings, _| {
                if !fitting.contains(bindings) {
                    fitting.push(bindings.clone());
                }
                if machine.stop.is_some() { Flow::Enough } else { Flow::More }
            })
        });
        self.search.rewrites += self.machine.rewrites;
        let kept = &self.search.tasks[self.task.0 as usize];
        let (parent, next) = (kept.parent, kept.next);
        for bindings in fitting {
            let found = Box::new(Found { bindings, ..found.clone() });
            let at = at + 1 + closed;
            self.search.start(parent, Process::Resume { node, values, rule, at, found, next });
        }
    }

    fn resume(&mut self, node: NodeId, values: ValuesId, rule: usize, at: usize, found: Found, next: WorkId) {
        let Node::Apply { rules, .. } = self.node(node) else { return };
        let statement = &rules.rules[rule];
        if at == statement.condition.len() {
            let term = finish_found(self.machine, statement, &found);
            self.search.rewrites += self.machine.rewrites;
            self.start(Process::Follow { term, work: next });
        } else {
            self.open(node, values, (rule, at), found, next);
        }
    }

    /// Starts a task for a rewriting condition.
    fn open(
        &mut self,
        node: NodeId,
        values: ValuesId,
        (rule, at): (usize, usize),
        found: Found,
        next: WorkId,
    ) {
        let Node::Apply { rules, conditions, .. } = self.node(node) else { return };
        let condition = &rules.rules[rule].condition;
        let Test::Reach(code, _) = &condition[at] else { return };
        let earlier = condition[..at].iter().filter(|test| matches!(test, Test::Reach(..))).count();
        let before = self.machine.rewrites;
        let term = self.machine.run_code(code, &found.bindings);
        self.search.rewrites += self.machine.rewrites - before;
        let found = Box::new(found);
        let purpose = Purpose::Condition { node, values, rule, at, found };
        let task = self.search.new_task(purpose, self.task, next);
        let work = self.search.work(conditions[earlier], values, NOTHING);
        self.search.start(task, Process::Follow { term, work });
    }

    fn apply(
        &mut self,
        term: TermId,
        node: NodeId,
        values: ValuesId,
        next: WorkId,
        results: Option<VecDeque<Rewritten>>,
    ) -> Option<Process> {
        let Node::Apply { rules, values: codes, all, top, .. } = self.node(node) else { return None };
        let mut results = match results {
            Some(results) => results,
            None => {
                let known = self.search.values[values.0 as usize].clone();
                let mut given = Vec::with_capacity(codes.len());
                for code in codes {
                    given.push(self.machine.run_code(code, &known));
                }
                self.search.rewrites += self.machine.rewrites;
                rewrites(self.machine, rules, term, &given, (*top, *all))
            }
        };
        match results.pop_front()? {
            Rewritten::Done(term, rewrites) => {
                self.search.rewrites += rewrites;
                self.start(Process::Follow { term, work: next });
            }
            Rewritten::Open { rule, found } => {
                self.search.rewrites += found.rewrites;
                let at = until_rewriting(&rules.rules[rule].condition);
                self.open(node, values, (rule, at), found, next);
            }
        }
        Some(Process::Apply { term, node, values, next, results: Some(results) })
    }

    fn parts(
        &mut self,
        term: TermId,
        node: NodeId,
        values: ValuesId,
        next: WorkId,
        found: Option<VecDeque<Found>>,
    ) -> Option<Process> {
        let Node::Rewrite { target, parts, .. } = self.node(node) else { return None };
        let mut found = match found {
            Some(found) => found,
            None => {
                let known = self.search.values[values.0 as usize].clone();
                matches(self.machine, target, term, &known, false)
            }
        };
        let one = found.pop_front()?;
        self.search.rewrites += one.rewrites;
        let inner = self.search.values(&one.bindings);
        let whole = self.search.wholes.len() as u32;
        let starts: Vec<TermId> = parts.iter().map(|(slot, _)| one.bindings[usize::from(*slot)]).collect();
        let results = vec![Vec::new(); parts.len()];
        self.search.wholes.push(Whole { node, found: one, results, task: self.task, next });
        for (part, (&(_, strategy), &term)) in parts.iter().zip(&starts).enumerate() {
            let task = self.search.new_task(Purpose::Part { whole, part }, self.task, NOTHING);
            let work = self.search.work(strategy, inner, NOTHING);
            self.search.start(task, Process::Follow { term, work });
        }
        Some(Process::Parts { term, node, values, next, found: Some(found) })
    }

    fn combine(
        &mut self,
        whole: u32,
        part: usize,
        mut chosen: Vec<usize>,
        counts: Vec<usize>,
        advance: Option<usize>,
    ) -> Option<Process> {
        let before = |end: usize| (0..end).rev().find(|&number| number != part);
        if let Some(number) = advance {
            chosen[number] += 1;
            if chosen[number] == counts[number] {
                chosen[number] = 0;
                let advance = Some(before(number)?);
                return Some(Process::Combine { whole, part, chosen, counts, advance });
            }
        }
        let kept = &self.search.wholes[whole as usize];
        let Node::Rewrite { code, parts, .. } = self.node(kept.node) else { return None };
        let mut bindings = kept.found.bindings.clone();
        for (number, (slot, _)) in parts.iter().enumerate() {
            bindings[usize::from(*slot)] = kept.results[number][chosen[number]];
        }
        let (found, next) = (kept.found.clone(), kept.next);
        let made = self.machine.run_code(code, &bindings);
        let made = if found.rest.before.is_empty() && found.rest.after.is_empty() {
            made
        } else {
            let symbol = self.machine.terms.symbol(found.place.term());
            self.machine.with_rest(symbol, made, &found.rest)
        };
        let term = put_back(self.machine, &found.place, made);
        self.search.rewrites += self.machine.rewrites;
        self.start(Process::Follow { term, work: next });
        let advance = Some(before(counts.len())?);
        Some(Process::Combine { whole, part, chosen, counts, advance })
    }
}
