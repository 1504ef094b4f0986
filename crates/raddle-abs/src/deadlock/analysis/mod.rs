//! The static analysis: which tasks and locations could come to wait for each other, as a list of abstract cycles.
//!
//! The way of the data: [`analyze`] runs the points-to analysis ([`points_to`], which reads `statements`), builds the
//! abstract dependency graph ([`graph`]) and lists its elementary cycles ([`cycles`]), less those that can't be there at
//! once ([`parallel`]); [`time_constraints`] says what a cycle asks of a state, and [`describe`] shows all that to people
//! and machines. What the code of a task can still come to is here too ([`remaining`], [`values`], [`segments`]), since
//! it speaks of programs only, not of runs. What is done with the cycles is the business of the guided search beside it.

pub mod abstraction;
mod births;
mod collected;
pub mod cycles;
pub mod describe;
pub mod graph;
pub mod joins;
pub mod known_done;
pub mod orders;
pub mod parallel;
pub mod points_to;
mod possible;
pub mod remaining;
pub mod segments;
mod statements;
pub mod time_constraints;
pub mod values;

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use abstraction::{AbstractObject, Activation, Facts};
use graph::{Edge, Graph, Node, Reason};
use parallel::Parallel;
use remaining::Remaining;
use segments::Segments;
use time_constraints::TimeConstraint;

use crate::load::deep;
use crate::machine::code::Instruction;
use crate::machine::evaluate::Fixed;
use crate::machine::program::AbsProgram;
use crate::source::Span;
use crate::types::resolved::FieldId;

/// How exact the analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisOptions {
    /// How many ancestors tell locations of one creation site apart.
    pub precision: usize,
    /// How many cycles are listed at most.
    pub cycle_bound: usize,
    /// Which edges the graph has.
    pub graph: GraphKind,
}

/// Which edges the dependency graph has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GraphKind {
    /// Those that some run may have, as far as we can tell.
    #[default]
    Sharp,
    /// Those of the published work: every wait that the points-to analysis finds, whatever constants and births say, but
    /// for one edge: a task that blocks waits through its location only.
    AsPublished,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self { precision: 1, cycle_bound: 1000, graph: GraphKind::Sharp }
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
        let kills = can_kill(fixed);
        let parallel = Parallel::new(&fixed.program, &facts).filter(|_| !kills);
        let remaining = OnceLock::new();
        let graph = match options.graph {
            GraphKind::Sharp => {
                let remaining = remaining.get_or_init(|| remaining_of(fixed));
                sharp_graph(fixed, &facts, remaining, parallel.as_ref())
            }
            GraphKind::AsPublished => {
                let mut graph = graph::build(&facts, &|_, _| true);
                graph.forget_births();
                graph
            }
        };
        let cycles::Cycles { mut cycles, more, components } = cycles::elementary(&graph, options.cycle_bound);
        if let Some(parallel) = parallel {
            cycles.retain(|cycle| {
                let edges: Vec<&Edge> = cycle.iter().map(|&edge| &graph.edges[edge]).collect();
                parallel.may_close(&edges)
            });
        }
        // Conditions come last: there is less to be said of them.
        let is_condition = |edge: &usize| matches!(graph.edges[*edge].reason, Reason::Condition { .. });
        cycles.sort_by_key(|cycle| cycle.iter().any(is_condition));
        let segments = OnceLock::new();
        Analysis { facts, graph, components, cycles, more_cycles: more, remaining, segments, kills }
    })
}

fn remaining_of(fixed: &Fixed) -> Remaining {
    Remaining::of(&fixed.code, fixed.program.methods.len())
}

/// The graph without the waits that are never come to, or for what is done, and without edges that no deadlock has.
fn sharp_graph(fixed: &Fixed, facts: &Facts, remaining: &Remaining, parallel: Option<&Parallel>) -> Graph {
    let possible = possible::possible_waits(fixed, facts, remaining);
    let writers = writers(fixed, facts);
    let is_done = |activation: Activation, point: Span| {
        let fields = facts.done_if_kept.get(&(activation, point));
        let object = facts.of(activation).object;
        fields.zip(object).zip(parallel).is_some_and(|((fields, object), parallel)| {
            let is_kept = |field: &FieldId| {
                let writers = writers.get(&(object, *field)).map_or(&[][..], Vec::as_slice);
                writers.iter().all(|&writer| !parallel.may_coexist(activation, writer))
            };
            // A place that waits for more than one field is not looked at.
            matches!(&fields[..], [field] if is_kept(field))
        })
    };
    let mut graph = graph::build(facts, &|activation, point| {
        possible.contains(&(activation, point)) && !is_done(activation, point)
    });
    births::take_away(&mut graph, &fixed.program, facts);
    graph
}

/// For each field, the activations that may assign it, other than where the object is made.
fn writers(fixed: &Fixed, facts: &Facts) -> FxHashMap<(AbstractObject, FieldId), Vec<Activation>> {
    let mut writers: FxHashMap<(AbstractObject, FieldId), Vec<Activation>> = FxHashMap::default();
    for (at, about) in facts.activations.iter().enumerate() {
        let Some(object) = about.object else { continue };
        let class = &fixed.program.classes[facts.objects[object.index()].class.index()];
        if class.init == Some(about.method) {
            continue;
        }
        for instruction in &fixed.code.codes[fixed.code.method(about.method).index()].instructions {
            if let Instruction::SetField(field) = instruction {
                writers.entry((object, FieldId(*field))).or_default().push(Activation(at as u32));
            }
        }
    }
    writers
}

/// Can a task end another one? The code alone tells.
#[must_use]
pub fn can_kill(fixed: &Fixed) -> bool {
    let dies = |instruction: &Instruction| matches!(instruction, Instruction::Die);
    fixed.code.codes.iter().any(|code| code.instructions.iter().any(dies))
        || fixed.program.classes.iter().any(|class| class.recover.is_some())
}

impl Analysis {
    /// What remains of each method from each point.
    #[must_use]
    pub fn remaining(&self, fixed: &Fixed) -> &Remaining {
        self.remaining.get_or_init(|| remaining_of(fixed))
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
        time_constraints::of_cycle(&self.edges(cycle))
    }
}
