//! Cycles and constraints for people and machines: text, JSON and a graph.

use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};

use super::Analysis;
use super::abstraction::{AbstractLocation, Activation};
use super::graph::{Edge, Node, Reason};
use super::time_constraints::TimeConstraint;
use crate::machine::program::AbsProgram;
use crate::source::Span;
use crate::types::resolved::CreationSiteId;

/// An analysis with the names of its program.
#[derive(Clone)]
pub struct Describe<'a> {
    program: &'a AbsProgram,
    analysis: &'a Analysis,
    /// How many creation sites share a name.
    namesakes: FxHashMap<String, u32>,
}

impl<'a> Describe<'a> {
    /// Describes an analysis of this program.
    #[must_use]
    pub fn new(program: &'a AbsProgram, analysis: &'a Analysis) -> Self {
        let mut describe = Self { program, analysis, namesakes: FxHashMap::default() };
        for site in 0..program.shared().fixed.program.creation_sites.len() as u32 {
            let (name, _) = describe.site(CreationSiteId(site));
            *describe.namesakes.entry(name).or_default() += 1;
        }
        describe
    }

    /// For a sentence such as "in line …".
    fn line(&self, span: Span) -> String {
        self.program.shared().sources.line_in_words(span)
    }

    fn place(&self, span: Span) -> (&str, u32) {
        let sources = &self.program.shared().sources;
        (&sources.get(span.source).name, sources.line(span))
    }

    fn site(&self, site: CreationSiteId) -> (String, String) {
        let program = &self.program.shared().fixed.program;
        let entry = &program.creation_sites[site.index()];
        let name = match &entry.variable {
            Some(variable) => variable.to_string(),
            None => program.classes[entry.class.index()].name.to_string(),
        };
        (name, self.program.shared().sources.short_line(entry.span))
    }

    /// A location's name: the variable it is first stored in, and where.
    #[must_use]
    pub fn location(&self, location: AbstractLocation) -> String {
        let sites = &self.analysis.facts.locations[location.index()];
        let mut text = String::new();
        for (at, site) in sites.iter().enumerate() {
            match site {
                Some(site) => {
                    let (name, line) = self.site(*site);
                    let between = if at == 0 { "" } else { " of " };
                    let _ = write!(text, "{between}{name} (line {line})");
                }
                // Everything without another ancestor is the main block's.
                None if at == 0 => text.push_str("main"),
                None => {}
            }
        }
        text
    }

    /// A task's name: its location and its method.
    #[must_use]
    pub fn task(&self, task: Activation) -> String {
        let facts = &self.analysis.facts;
        let activation = facts.of(task);
        let program = &self.program.shared().fixed.program;
        let method = &program.methods[activation.method.index()].name;
        match activation.object {
            Some(object) => {
                let (name, line) = self.site(facts.objects[object.index()].site);
                // Short where the name alone tells which object is meant.
                let shared = self.namesakes.get(&name).is_some_and(|&count| count > 1);
                if shared { format!("{name}@{line}.{method}") } else { format!("{name}.{method}") }
            }
            None => "main".to_owned(),
        }
    }

    fn node(&self, node: Node) -> String {
        match node {
            Node::Location(location) => self.location(location),
            Node::Task(task) => self.task(task),
        }
    }

    /// One sentence about an edge.
    #[must_use]
    pub fn sentence(&self, edge: &Edge) -> String {
        let (from, to) = (self.node(edge.from), self.node(edge.to));
        match &edge.reason {
            Reason::Blocked { point, by } => {
                let by: Vec<String> = by.iter().map(|&task| self.task(task)).collect();
                let line = self.line(*point);
                format!("{from} is blocked by {}, which waits in line {line} for {to}", by.join(" or "))
            }
            Reason::Awaits { point, .. } => format!("{from} awaits {to} in line {}", self.line(*point)),
            Reason::Condition { point } => {
                format!("{from} awaits a condition in line {}, which may never come true", self.line(*point))
            }
            Reason::Needs => format!("{from} can't go on unless {to} is free"),
        }
    }

    /// A cycle in one line, as the seeds write it: nodes, and over each arrow the line and the task.
    #[must_use]
    pub fn cycle_line(&self, cycle: usize) -> String {
        let edges = self.analysis.edges(cycle);
        let mut text = String::new();
        if let [edge] = edges.as_slice()
            && let Reason::Condition { point } = &edge.reason
        {
            return format!("{} -[line {}]-> its condition", self.node(edge.from), self.line(*point));
        }
        for edge in &edges {
            let label = match &edge.reason {
                Reason::Blocked { point, .. }
                | Reason::Awaits { point, .. }
                | Reason::Condition { point } => {
                    format!("-[line {}]-> ", self.line(*point))
                }
                Reason::Needs => "-> ".to_owned(),
            };
            let _ = write!(text, "{} {label}", self.node(edge.from));
        }
        if let Some(first) = edges.first() {
            text.push_str(&self.node(first.from));
        }
        text
    }

    /// A constraint in words.
    #[must_use]
    pub fn constraint(&self, time: &TimeConstraint) -> String {
        let who = match time.from {
            Node::Location(location) => format!("some task at {} blocks", self.location(location)),
            Node::Task(task) => format!("some {} awaits", self.task(task)),
        };
        let pending = if time.pending { ", which waits for its location" } else { "" };
        let line = self.line(time.point);
        match time.target {
            Some(target) => format!("{who} in line {line} on some {}{pending}", self.task(target)),
            None => format!("{who} in line {line} a condition, and nothing moves"),
        }
    }

    /// Everything as text, with the constraints of each cycle or without.
    #[must_use]
    pub fn text(&self, with_constraints: bool) -> String {
        let count = self.analysis.cycles.len();
        let mut text = match (count, self.analysis.more_cycles) {
            (0, false) => "No abstract deadlock cycle: the program is free of deadlocks.\n".to_owned(),
            (1, false) => "1 abstract deadlock cycle.\n".to_owned(),
            (_, false) => format!("{count} abstract deadlock cycles.\n"),
            (_, true) => {
                format!("More abstract deadlock cycles than can be listed; {count} of them:\n")
            }
        };
        for cycle in 0..count {
            let _ = writeln!(text, "\nCycle {}: {}", cycle + 1, self.cycle_line(cycle));
            for edge in self.analysis.edges(cycle) {
                let _ = writeln!(text, "  {}.", self.sentence(edge));
            }
            if with_constraints {
                text.push_str("  Constraints:\n");
                for time in self.analysis.time_constraints(cycle) {
                    let _ = writeln!(text, "    {}.", self.constraint(&time));
                }
            }
        }
        text
    }

    fn json_node(&self, node: Node) -> Value {
        match node {
            Node::Location(location) => {
                let sites: Vec<Value> = self.analysis.facts.locations[location.index()]
                    .iter()
                    .flatten()
                    .map(|&site| {
                        let (name, _) = self.site(site);
                        let span = self.program.shared().fixed.program.creation_sites[site.index()].span;
                        let (file, line) = self.place(span);
                        json!({ "name": name, "file": file, "line": line })
                    })
                    .collect();
                json!({ "location": self.location(location), "sites": sites })
            }
            Node::Task(task) => json!({
                "task": self.task(task),
                "location": self.location(self.analysis.facts.of(task).location),
            }),
        }
    }

    fn json_edge(&self, edge: &Edge) -> Value {
        let (kind, point, by) = match &edge.reason {
            Reason::Blocked { point, by } => ("blocked", Some(point), by.as_slice()),
            Reason::Awaits { point, .. } => ("awaits", Some(point), &[] as &[Activation]),
            Reason::Condition { point } => ("condition", Some(point), &[] as &[Activation]),
            Reason::Needs => ("needs", None, &[] as &[Activation]),
        };
        let place = point.map(|point| self.place(*point));
        json!({
            "from": self.json_node(edge.from),
            "to": self.json_node(edge.to),
            "kind": kind,
            "file": place.map(|(file, _)| file),
            "line": place.map(|(_, line)| line),
            "by": by.iter().map(|&task| self.task(task)).collect::<Vec<_>>(),
            "sentence": self.sentence(edge),
        })
    }

    /// Everything as JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        let cycles: Vec<Value> = (0..self.analysis.cycles.len())
            .map(|cycle| {
                let edges = self.analysis.edges(cycle);
                let times = self.analysis.time_constraints(cycle);
                json!({
                    "cycle": cycle + 1,
                    "line": self.cycle_line(cycle),
                    "edges": edges.iter().map(|edge| self.json_edge(edge)).collect::<Vec<_>>(),
                    "constraints": times.iter().map(|time| self.constraint(time)).collect::<Vec<_>>(),
                })
            })
            .collect();
        json!({
            "precision": self.analysis.facts.precision,
            "locations": self.analysis.facts.locations.len(),
            "tasks": self.analysis.facts.activations.iter().filter(|entry| entry.is_task).count(),
            "cycles": cycles,
            "more_cycles": self.analysis.more_cycles,
        })
    }

    /// The dependency graph in the language of Graphviz, what lies on a listed cycle in bold.
    #[must_use]
    pub fn dot(&self) -> String {
        let graph = &self.analysis.graph;
        let numbers: FxHashMap<Node, usize> =
            graph.nodes.iter().enumerate().map(|(at, &node)| (node, at)).collect();
        let number = |node: Node| numbers.get(&node).copied().unwrap_or_default();
        let on_cycles: FxHashSet<usize> = self.analysis.cycles.iter().flatten().copied().collect();
        let mut text = "digraph dependencies {\n".to_owned();
        for (at, &node) in graph.nodes.iter().enumerate() {
            let shape = if matches!(node, Node::Location(_)) { "box" } else { "ellipse" };
            let _ = writeln!(text, "  n{at} [shape={shape}, label=\"{}\"];", self.node(node));
        }
        for (at, edge) in graph.edges.iter().enumerate() {
            let (from, to) = (number(edge.from), number(edge.to));
            let mut attributes = match &edge.reason {
                Reason::Blocked { point, .. } => format!("label=\"{}\"", self.line(*point)),
                Reason::Awaits { point, .. } => format!("style=dashed, label=\"{}\"", self.line(*point)),
                Reason::Condition { point } => format!("style=dotted, label=\"{}\"", self.line(*point)),
                Reason::Needs => "arrowhead=empty".to_owned(),
            };
            if on_cycles.contains(&at) {
                attributes.push_str(", penwidth=3");
            }
            let _ = writeln!(text, "  n{from} -> n{to} [{attributes}];");
        }
        text.push_str("}\n");
        text
    }
}
