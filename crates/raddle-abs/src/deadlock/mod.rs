//! Static deadlock analysis, and testing guided by it.
//!
//! The way of the data: [`analyze`] runs the points-to analysis ([`points_to`]), builds the abstract dependency
//! graph ([`graph`]) and lists its elementary cycles ([`cycles`]), less those that can't be there at once
//! ([`parallel`]); [`describe`] shows them to people and machines. [`constraints`] turns a cycle into constraints,
//! which [`reach`] helps to check; [`relevance`] tells whose steps they need, by the control flow ([`segments`]), and
//! [`normal_form`] which orders are enough. [`guide`] makes the kernel keep to runs that can still meet them, and [`search`] asks for each cycle: a trace, or the
//! proof that there is none.
//!
//! What it may miss: nothing that waits. A task that waits for ever for a condition, while nobody waits for anybody in
//! a cycle, is what the kernel calls stuck; each await of a condition counts as a cycle of its own.

pub mod abstraction;
mod call_graph;
pub mod constraints;
pub mod cycles;
pub mod describe;
mod flows;
pub mod graph;
pub mod guide;
pub mod joins;
pub mod normal_form;
pub mod orders;
pub mod parallel;
pub mod points_to;
pub mod reach;
pub mod relevance;
pub mod remaining;
pub mod search;
pub mod segments;
pub mod settled;
pub mod values;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use abstraction::Facts;
use constraints::{Constraints, TimeConstraint};
use graph::{Edge, Graph, Node, Reason};
use parallel::Parallel;
use reach::Reachability;
use remaining::Remaining;
use segments::Segments;

use crate::load::deep;
use crate::machine::code::Instruction;
use crate::machine::evaluate::Fixed;
use crate::machine::program::AbsProgram;

/// How exact the analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// How many ancestors tell locations of one creation site apart.
    pub precision: usize,
    /// How many cycles are listed at most.
    pub cycle_bound: usize,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self { precision: 1, cycle_bound: 1000 }
    }
}

/// What the analysis found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Locations, tasks, and who may wait for whom.
    pub facts: Facts,
    /// The abstract dependency graph.
    pub graph: Graph,
    /// The strongly connected component of each of its nodes that lies on a cycle.
    pub components: FxHashMap<Node, usize>,
    /// Its elementary cycles, as the numbers of their edges.
    pub cycles: Vec<Vec<usize>>,
    /// Are there more cycles than the bound allows? Then silence about the others proves nothing.
    pub more_cycles: bool,
    /// What remains of each method from each point, once somebody has asked.
    remaining: OnceLock<Remaining>,
    /// The control flow of all activations, once somebody has asked; none where waits do not tell everything.
    segments: OnceLock<Option<Segments>>,
    /// Can a task end another one, by killing its object? Then a chain of waiting tasks need not stay.
    pub kills: bool,
}

/// Analyses a program.
#[must_use]
pub fn analyze(program: &AbsProgram, options: AnalysisOptions) -> Analysis {
    let fixed = &program.shared().fixed;
    deep(|| {
        let facts = points_to::analyze(&fixed.program, options.precision);
        let graph = graph::build(&facts);
        let cycles::Cycles { mut cycles, more, components } = cycles::elementary(&graph, options.cycle_bound);
        let kills = can_kill(fixed);
        if let Some(parallel) = Parallel::new(&fixed.program, &facts).filter(|_| !kills) {
            cycles.retain(|cycle| {
                let edges: Vec<&Edge> = cycle.iter().map(|&edge| &graph.edges[edge]).collect();
                parallel.may_close(&edges)
            });
        }
        // Conditions come last: there is less to be said of them.
        let is_condition = |edge: &usize| matches!(graph.edges[*edge].reason, Reason::Condition { .. });
        cycles.sort_by_key(|cycle| cycle.iter().any(is_condition));
        let (remaining, segments) = (OnceLock::new(), OnceLock::new());
        Analysis { facts, graph, components, cycles, more_cycles: more, remaining, segments, kills }
    })
}

/// Can a task end another one?
fn can_kill(fixed: &Fixed) -> bool {
    let dies = |instruction: &Instruction| matches!(instruction, Instruction::Die);
    fixed.code.codes.iter().any(|code| code.instructions.iter().any(dies))
        || fixed.program.classes.iter().any(|class| class.recover.is_some())
}

impl Analysis {
    /// What remains of each method from each point.
    #[must_use]
    pub fn remaining(&self, fixed: &Fixed) -> &Remaining {
        self.remaining.get_or_init(|| Remaining::of(&fixed.code, fixed.program.methods.len()))
    }

    /// The control flow of all activations; none where steps depend on more than waits and fields.
    #[must_use]
    pub fn segments(&self, fixed: &Fixed) -> Option<&Segments> {
        let segments =
            || (!self.kills && !segments::depends_on_more(fixed)).then(|| Segments::of(fixed, &self.facts));
        self.segments.get_or_init(segments).as_ref()
    }

    /// The edges of a cycle.
    #[must_use]
    pub fn edges(&self, cycle: usize) -> Vec<&Edge> {
        self.cycles[cycle].iter().map(|&edge| &self.graph.edges[edge]).collect()
    }

    /// The time constraints of a cycle, in its order.
    #[must_use]
    pub fn time_constraints(&self, cycle: usize) -> Vec<TimeConstraint> {
        constraints::of_cycle(&self.edges(cycle))
    }

    /// The constraints of a cycle, ready to be checked.
    #[must_use]
    pub fn constraints(&self, program: &AbsProgram, cycle: usize, reachability: Reachability) -> Constraints {
        let fixed = &program.shared().fixed;
        let times = self.time_constraints(cycle);
        let first = self.cycles[cycle].first().map(|&edge| self.graph.edges[edge].from);
        let component = first.and_then(|node| self.components.get(&node));
        let within = |node: Node| self.components.get(&node) == component;
        let related: Vec<&Edge> =
            self.graph.edges.iter().filter(|edge| within(edge.from) && within(edge.to)).collect();
        let related = constraints::of_cycle(&related);
        Constraints::new(times, related, reachability, fixed, self)
    }
}
