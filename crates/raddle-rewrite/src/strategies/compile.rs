//! Expressions as nodes that can be run: patterns, conditions and rules are compiled, names of variables are slots.
//!
//! Every part of an expression knows which variables have values when its turn comes: those of the definition that it
//! stands in, and those of the `matchrew`s around it. They come first among the slots of its patterns, in this order,
//! so the values of one part are the start of the values of the parts inside it.

use super::{Decision, Definition, Expression, Repetition, Subject, Where};
use crate::machine::Program;
use crate::machine::StatementTerms;
use crate::machine::compile::{Code, Entry, Statement, Test, compile_code, compile_rule, compile_test};
use crate::machine::pattern::{Pattern, PatternCompiler, Slot};
use crate::names::Name;
use crate::parser::Fragment;
use crate::syntax::ast::StatementKind;
use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;

/// A node; the number of an expression in `Strategies`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(pub u32);

/// What happens when a strategy that decides has a result, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Nothing.
    Stop,
    /// The result goes on.
    Pass,
    /// The term from before goes on.
    Keep,
    /// This strategy is applied to the result, or to the term from before.
    Then(NodeId),
    /// The same decision, which this node is, is made about the result.
    Again(NodeId),
}

/// A pattern with a condition.
#[derive(Debug)]
pub(crate) struct Target {
    pub place: Where,
    pub pattern: Pattern,
    pub condition: Vec<Test>,
    pub slots: usize,
}

/// The rules of an application, for each symbol those that may rewrite its terms.
#[derive(Debug, Default)]
pub(crate) struct RuleSet {
    pub rules: Vec<Statement>,
    pub rules_of: Vec<Vec<Entry>>,
}

#[derive(Debug)]
pub(crate) enum Node {
    Idle,
    Fail,
    /// Rules, values for their first slots, and strategies for their rewriting conditions.
    Apply {
        rules: RuleSet,
        values: Vec<Code>,
        conditions: Vec<NodeId>,
        all: bool,
        top: bool,
    },
    Match(Target),
    Sequence(Vec<NodeId>),
    Union(Vec<NodeId>),
    /// `s *`; the strategy.
    Repeat(NodeId),
    /// What happens with the results of a strategy; whether the first one is enough.
    Decide {
        test: NodeId,
        success: Action,
        failure: Action,
        first: bool,
    },
    /// The pattern, how the whole is made again, and the strategies for the values of slots.
    Rewrite {
        target: Target,
        code: Code,
        parts: Vec<(Slot, NodeId)>,
    },
    Call {
        name: Name,
        arguments: Vec<Code>,
    },
}

/// A compiled definition.
#[derive(Debug)]
pub(crate) struct CompiledDefinition {
    pub patterns: Vec<Pattern>,
    pub condition: Vec<Test>,
    pub slots: usize,
    pub body: NodeId,
}

/// All nodes, and the definitions by the strategies' names and numbers of arguments.
#[derive(Debug, Default)]
pub(crate) struct Strategies {
    pub nodes: Vec<Node>,
    pub definitions: FxHashMap<(Name, usize), Vec<CompiledDefinition>>,
    /// Does nothing: the end of a call.
    pub back: NodeId,
}

/// Compiles an expression and the definitions it can call.
pub(crate) struct Compiler<'a> {
    pub terms: &'a mut Terms,
    pub program: &'a Program,
    pub statements: &'a [StatementTerms],
    pub definitions: &'a [Definition],
    pub result: Strategies,
}

impl Compiler<'_> {
    /// The node of an expression of a command.
    pub fn whole(&mut self, expression: &Expression) -> Result<NodeId, String> {
        let node = self.node(expression, &[])?;
        self.result.back = self.add(Node::Idle);
        let definitions = self.definitions;
        for definition in definitions.iter().filter(|definition| !definition.nonexecutable) {
            let compiled = self.definition(definition)?;
            let key = (definition.name, definition.arguments.len());
            self.result.definitions.entry(key).or_default().push(compiled);
        }
        Ok(node)
    }

    fn definition(&mut self, definition: &Definition) -> Result<CompiledDefinition, String> {
        let mut compiler = self.patterns(&[]);
        let mut patterns = Vec::with_capacity(definition.arguments.len());
        for &argument in &definition.arguments {
            patterns.push(compiler.pattern(self.terms, argument).ok_or_else(too_big)?);
        }
        let condition = self.tests(&mut compiler, &definition.condition)?;
        let body = self.node(&definition.body, &compiler.slots)?;
        Ok(CompiledDefinition { patterns, condition, slots: compiler.slots.len(), body })
    }

    fn patterns(&self, scope: &[TermId]) -> PatternCompiler {
        let lowered = self
            .program
            .memberships_of
            .iter()
            .map(|entries| {
                let target = |entry: &Entry| self.program.memberships[entry.statement as usize].sort;
                entries.iter().filter_map(target).collect()
            })
            .collect();
        PatternCompiler { lowered, slots: scope.to_vec(), ..PatternCompiler::default() }
    }

    fn tests(&mut self, compiler: &mut PatternCompiler, condition: &[Fragment]) -> Result<Vec<Test>, String> {
        let mut bound = compiler.slots.len();
        let mut tests = Vec::with_capacity(condition.len());
        for fragment in condition {
            tests.push(compile_test(self.terms, compiler, fragment, &mut bound, &self.program.strategies)?);
        }
        Ok(tests)
    }

    /// Code for a term whose variables all have values.
    fn value(&mut self, term: TermId, scope: &[TermId]) -> Result<Code, String> {
        let mut compiler = self.patterns(scope);
        let code = compile_code(self.terms, &mut compiler, term, &self.program.strategies, true)?;
        if compiler.slots.len() > scope.len() {
            return Err("a strategy uses a variable that has no value".to_owned());
        }
        Ok(code)
    }

    fn target(&mut self, subject: &Subject, scope: &[TermId]) -> Result<(Target, Vec<TermId>), String> {
        let mut compiler = self.patterns(scope);
        let pattern = compiler.pattern(self.terms, subject.pattern).ok_or_else(too_big)?;
        let condition = self.tests(&mut compiler, &subject.condition)?;
        let slots = compiler.slots.len();
        Ok((Target { place: subject.place, pattern, condition, slots }, compiler.slots))
    }

    fn add(&mut self, node: Node) -> NodeId {
        self.result.nodes.push(node);
        NodeId(self.result.nodes.len() as u32 - 1)
    }

    fn all(&mut self, list: &[Expression], scope: &[TermId]) -> Result<Vec<NodeId>, String> {
        list.iter().map(|inner| self.node(inner, scope)).collect()
    }

    fn node(&mut self, expression: &Expression, scope: &[TermId]) -> Result<NodeId, String> {
        let node = match expression {
            Expression::Idle => Node::Idle,
            Expression::Fail => Node::Fail,
            Expression::Sequence(parts) => Node::Sequence(self.all(parts, scope)?),
            Expression::Union(parts) => Node::Union(self.all(parts, scope)?),
            Expression::OrElse(first, second) => {
                let (test, other) = (self.node(first, scope)?, self.node(second, scope)?);
                Node::Decide { test, success: Action::Pass, failure: Action::Then(other), first: false }
            }
            Expression::Branch(parts) => {
                let [test, then, other] = &**parts;
                let (test, then) = (self.node(test, scope)?, self.node(then, scope)?);
                let (success, failure) = (Action::Then(then), Action::Then(self.node(other, scope)?));
                Node::Decide { test, success, failure, first: false }
            }
            Expression::Decide(how, inner) => {
                let test = self.node(inner, scope)?;
                let (success, failure, first) = match how {
                    Decision::Not => (Action::Stop, Action::Keep, true),
                    Decision::Test => (Action::Keep, Action::Stop, true),
                    Decision::Try => (Action::Pass, Action::Keep, false),
                    Decision::One => (Action::Pass, Action::Stop, true),
                };
                Node::Decide { test, success, failure, first }
            }
            Expression::Repeat(inner, how) => {
                let inner = self.node(inner, scope)?;
                match how {
                    Repetition::Any => Node::Repeat(inner),
                    Repetition::Some => {
                        let repeat = self.add(Node::Repeat(inner));
                        Node::Sequence(vec![inner, repeat])
                    }
                    Repetition::Exhaustive => {
                        // Its result goes on with the node itself, which is the next one.
                        let own = NodeId(self.result.nodes.len() as u32);
                        let (success, failure) = (Action::Again(own), Action::Keep);
                        Node::Decide { test: inner, success, failure, first: false }
                    }
                }
            }
            Expression::Match(subject) => Node::Match(self.target(subject, scope)?.0),
            Expression::Rewrite(subject, parts) => {
                let (target, inner) = self.target(subject, scope)?;
                let code = self.value(subject.pattern, &inner)?;
                let mut compiled = Vec::with_capacity(parts.len());
                for (variable, part) in parts {
                    let slot = inner.iter().position(|known| known == variable);
                    let slot =
                        slot.ok_or("matchrew uses a strategy for a variable that is not in its pattern")?;
                    compiled.push((slot as Slot, self.node(part, &inner)?));
                }
                Node::Rewrite { target, code, parts: compiled }
            }
            Expression::Call(name, arguments) => {
                let mut codes = Vec::with_capacity(arguments.len());
                for &argument in arguments {
                    codes.push(self.value(argument, scope)?);
                }
                Node::Call { name: *name, arguments: codes }
            }
            Expression::Apply { label, substitution, conditions, top } => {
                let mut values = Vec::with_capacity(substitution.len());
                for &(_, value) in substitution {
                    values.push(self.value(value, scope)?);
                }
                let variables: Vec<TermId> = substitution.iter().map(|&(variable, _)| variable).collect();
                let rules = self.rules(*label, &variables, conditions.len());
                let conditions = self.all(conditions, scope)?;
                Node::Apply { rules, values, conditions, all: label.is_none(), top: *top }
            }
        };
        Ok(self.add(node))
    }

    /// The rules that an application means: those with the label and as many rewriting conditions as strategies are
    /// given; for `all`, every rule that may be run. A rule that needs values that it does not get is left out.
    fn rules(&mut self, label: Option<Name>, variables: &[TermId], strategies: usize) -> RuleSet {
        let mut rules = RuleSet { rules: Vec::new(), rules_of: vec![Vec::new(); self.terms.signature.len()] };
        for statement in self.statements.iter().filter(|statement| statement.kind == StatementKind::Rule) {
            let wanted = match label {
                Some(label) => {
                    let rewritings = statement
                        .condition
                        .iter()
                        .filter(|fragment| matches!(fragment, Fragment::Rewriting(..)))
                        .count();
                    statement.label == Some(label) && rewritings == strategies
                }
                None => !statement.nonexecutable,
            };
            if wanted {
                let mut compiler = self.patterns(&[]);
                compile_rule(
                    self.terms,
                    statement,
                    &mut compiler,
                    variables,
                    &self.program.strategies,
                    (&mut rules.rules, &mut rules.rules_of),
                );
            }
        }
        rules
    }
}

fn too_big() -> String {
    "the pattern is too deep or has too many variables".to_owned()
}
