//! Finds what a strategy makes of a term, one result after the other.
//!
//! The work is divided into processes. Each has a term, what is still to be done with it, and the task it works for.
//! In its turn a process takes one small step: an operator of the language is taken apart, one more rewrite or match
//! is found, a result is handed on. `srewrite` gives all processes their turns in a circle; what a process starts
//! stands before it in the circle. `dsrewrite` always goes on with the newest process. From this follow the order of
//! results and the number of rewrites that were made for each; both were found by asking Maude (`tests/all/strategies`
//! asks again).
//!
//! A task is a strategy whose results somebody waits for: the test of a branch, the rewriting condition of a rule, a
//! part of a `matchrew`, a call. A process that comes to a term with nothing more to do hands it to its task. A task
//! whose processes have all ended tells who waits for it that there is nothing more.
//!
//! Guarantee: a term with the same work ahead of it is followed only once in each task, so a strategy whose terms are
//! finitely many ends.

use super::compile::{Action, NodeId, Strategies};
use super::places::{Found, Rewritten};
use super::turn::Turn;
use crate::machine::{Limits, Machine, Program, Stop};
use crate::meta::MetaLevel;
use crate::terms::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// What is still to be done: a node with values for its variables, and what comes after it. `NOTHING` is the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct WorkId(pub u32);
pub(super) const NOTHING: WorkId = WorkId(0);

/// Values of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ValuesId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct TaskId(pub u32);
pub(super) const ROOT: TaskId = TaskId(0);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Work {
    pub node: NodeId,
    pub values: ValuesId,
    pub next: WorkId,
}

/// Who waits for the results of a task.
pub(super) enum Purpose {
    /// The command.
    Results,
    /// A branch: the term from before, what happens then, and whether the first result is enough.
    Decide { term: TermId, values: ValuesId, success: Action, failure: Action, first: bool },
    /// A call: results are the call's.
    Call,
    /// The rewriting condition of a rule, at this place of its condition.
    Condition { node: NodeId, values: ValuesId, rule: usize, at: usize, found: Box<Found> },
    /// A part of a rewriting of parts.
    Part { whole: u32, part: usize },
}

pub(super) struct Task {
    pub purpose: Purpose,
    /// Who is told, and what its results are still to go through there.
    pub parent: TaskId,
    pub next: WorkId,
    /// How many processes and tasks work for it.
    pub live: usize,
    pub succeeded: bool,
    /// Whether nobody is interested any more.
    pub ended: bool,
}

/// A match whose parts are being rewritten: the results of each part so far.
pub(super) struct Whole {
    pub node: NodeId,
    pub found: Found,
    pub results: Vec<Vec<TermId>>,
    pub task: TaskId,
    pub next: WorkId,
}

pub(super) enum Process {
    /// Does what is next with a term.
    Follow { term: TermId, work: WorkId },
    /// Hands out what rules make of a term.
    Apply { term: TermId, node: NodeId, values: ValuesId, next: WorkId, results: Option<VecDeque<Rewritten>> },
    /// Goes on with a rule whose condition holds up to a place.
    Resume { node: NodeId, values: ValuesId, rule: usize, at: usize, found: Box<Found>, next: WorkId },
    /// Starts rewriting the parts of one match after the other.
    Parts { term: TermId, node: NodeId, values: ValuesId, next: WorkId, found: Option<VecDeque<Found>> },
    /// Puts results of parts together: one part's new result with the others' results of the time it came, those of
    /// later parts changing faster. `advance` is the part whose next result is taken first, if it is not the beginning;
    /// going on to the part before it takes a turn.
    Combine { whole: u32, part: usize, chosen: Vec<usize>, counts: Vec<usize>, advance: Option<usize> },
    /// Starts one definition of a call after the other.
    Call { term: TermId, bodies: VecDeque<(NodeId, ValuesId, u64)> },
}

/// A search that can be asked for one result after the other.
pub(crate) struct StrategySearch {
    pub(super) strategies: Strategies,
    pub(super) deep: bool,
    pub(super) queue: VecDeque<(TaskId, Process)>,
    pub(super) tasks: Vec<Task>,
    pub(super) wholes: Vec<Whole>,
    pub(super) work: Vec<Work>,
    pub(super) work_index: FxHashMap<Work, WorkId>,
    pub(super) values: Vec<Box<[TermId]>>,
    pub(super) values_index: FxHashMap<Box<[TermId]>, ValuesId>,
    pub(super) seen: FxHashSet<(TaskId, TermId, WorkId)>,
    /// Processes that the one whose turn it is has started.
    pub(super) started: Vec<(TaskId, Process)>,
    pub(super) found: Option<TermId>,
    /// Rewrites for the results so far.
    pub rewrites: u64,
    pub stop: Option<Stop>,
}

/// What the search computes with.
pub(crate) struct Tools<'a> {
    pub terms: &'a mut Terms,
    pub program: &'a Program,
    pub meta: &'a MetaLevel,
    pub limits: Limits,
}

impl StrategySearch {
    /// A search from a reduced term.
    pub fn new(strategies: Strategies, start: TermId, node: NodeId, deep: bool) -> StrategySearch {
        let mut search = StrategySearch {
            strategies,
            deep,
            queue: VecDeque::new(),
            tasks: Vec::new(),
            wholes: Vec::new(),
            work: vec![Work { node: NodeId(0), values: ValuesId(0), next: NOTHING }],
            work_index: FxHashMap::default(),
            values: Vec::new(),
            values_index: FxHashMap::default(),
            seen: FxHashSet::default(),
            started: Vec::new(),
            found: None,
            rewrites: 0,
            stop: None,
        };
        let none = search.values(&[]);
        let work = search.work(node, none, NOTHING);
        search.tasks.push(Task {
            purpose: Purpose::Results,
            parent: ROOT,
            next: NOTHING,
            live: 0,
            succeeded: false,
            ended: false,
        });
        search.start(ROOT, Process::Follow { term: start, work });
        search.queue.extend(search.started.drain(..));
        search
    }

    /// The next result; `None` if there are no more or the machine stopped.
    pub fn next_result(&mut self, tools: &mut Tools<'_>) -> Option<TermId> {
        let strategies = std::mem::take(&mut self.strategies);
        let mut result = None;
        while let Some((task, process)) = self.queue.pop_front() {
            if self.has_ended(task) {
                continue;
            }
            let survivor = {
                let mut machine =
                    Machine::new(&mut *tools.terms, tools.program, Some(tools.meta), tools.limits);
                machine.rewrites = 0;
                let mut turn = Turn { search: self, strategies: &strategies, machine: &mut machine, task };
                let survivor = turn.run(process);
                self.stop = machine.stop.take();
                survivor
            };
            if self.stop.is_some() {
                break;
            }
            match survivor {
                Some(process) => self.started.push((task, process)),
                None => self.leave(task),
            }
            if self.deep {
                while let Some(started) = self.started.pop() {
                    self.queue.push_front(started);
                }
            } else {
                self.queue.extend(self.started.drain(..));
            }
            result = self.found.take();
            if result.is_some() {
                break;
            }
        }
        self.strategies = strategies;
        result
    }

    pub(super) fn start(&mut self, task: TaskId, process: Process) {
        self.tasks[task.0 as usize].live += 1;
        self.started.push((task, process));
    }

    pub(super) fn work(&mut self, node: NodeId, values: ValuesId, next: WorkId) -> WorkId {
        let work = Work { node, values, next };
        if let Some(&known) = self.work_index.get(&work) {
            return known;
        }
        let id = WorkId(self.work.len() as u32);
        self.work.push(work);
        self.work_index.insert(work, id);
        id
    }

    pub(super) fn values(&mut self, values: &[TermId]) -> ValuesId {
        if let Some(&known) = self.values_index.get(values) {
            return known;
        }
        let id = ValuesId(self.values.len() as u32);
        self.values.push(values.into());
        self.values_index.insert(values.into(), id);
        id
    }

    pub(super) fn new_task(&mut self, purpose: Purpose, parent: TaskId, next: WorkId) -> TaskId {
        self.tasks[parent.0 as usize].live += 1;
        self.tasks.push(Task { purpose, parent, next, live: 0, succeeded: false, ended: false });
        TaskId(self.tasks.len() as u32 - 1)
    }

    /// Whether somebody above has seen enough.
    fn has_ended(&self, mut task: TaskId) -> bool {
        loop {
            let kept = &self.tasks[task.0 as usize];
            if kept.ended {
                return true;
            }
            if task == ROOT {
                return false;
            }
            task = kept.parent;
        }
    }

    /// A process or task that worked for a task is no more.
    pub(super) fn leave(&mut self, task: TaskId) {
        let mut task = task;
        loop {
            let kept = &mut self.tasks[task.0 as usize];
            if kept.ended {
                return;
            }
            kept.live -= 1;
            if kept.live > 0 || task == ROOT {
                return;
            }
            kept.ended = true;
            let (parent, next) = (kept.parent, kept.next);
            if let Purpose::Decide { term, values, failure, .. } = kept.purpose
                && !kept.succeeded
            {
                self.act(failure, (term, term), values, parent, next);
            }
            task = parent;
        }
    }

    /// Goes on after a decision, with a result and the term from before.
    pub(super) fn act(
        &mut self,
        action: Action,
        (result, before): (TermId, TermId),
        values: ValuesId,
        task: TaskId,
        next: WorkId,
    ) {
        let (term, work) = match action {
            Action::Stop => return,
            Action::Pass => (result, next),
            Action::Keep => (before, next),
            Action::Then(node) | Action::Again(node) => (result, self.work(node, values, next)),
        };
        self.start(task, Process::Follow { term, work });
    }
}
