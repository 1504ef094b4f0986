//! The points-to analysis: which objects and futures each variable may hold, and so who may wait for whom.
//!
//! **Source.** Object-sensitive points-to analysis (Milanova, Rountev, Ryder, 2005), as seed 000 section 3.1 uses
//! it. **Names.** A variable of the rules is a `Variable`: a local of an activation, a field of an abstract
//! object, the result of an activation, the tasks that run it, or an expression's value. The rules:
//!
//! ```text
//! x = y             x ⊇ y                              (also parameters, fields, patterns, foreach, data)
//! x = new C(ȳ)      x ∋ o, C.pᵢ of o ⊇ yᵢ              where o = (site, location of this)
//! x = y!m(z̄)        o ∈ y: m.pᵢ on o ⊇ zᵢ, x ∋ future of m on o
//! x = y.m(z̄)        o ∈ y: m.pᵢ on o ⊇ zᵢ, x ⊇ result of m on o; within a location the caller's tasks run m, and
//!                   if o is near, nobody waits for it
//! x = f.get         task t ∈ f: x ⊇ result of t; this activation may block on t
//! await f?          task t ∈ f: this activation may await t
//! throw x           exceptions ⊇ x                     (one set for the whole program)
//! ```
//!
//! A future that is known to be done is not waited for ([`super::known_done`]). Statements are read in `super::statements`;
//! what variables hold is worked out here.
//!
//! Where things are, and when they were made, is known from where they come from. What an activation holds is *near* if it is in the location of the activation itself: `this`, what `new local` gives,
//! and what comes from there through locals, fields of `this`, data, and calls on what is near. One abstract location may
//! stand for many, but no value on such a way has left its own. What it makes with `new` is in a *younger* location than its
//! own; what an object is given when it is made is in an *older* one; and what passes between two locations keeps such an
//! order if both steps agree. A task that an activation calls is *younger* than its own task; what a task is given as it is
//! called is *older*, and so is what its object was given, unless the task may have made the object itself.
//!
//! A local that is assigned again is another variable from there on (`Version`); where ways meet, it holds what it holds
//! on each of them.
//!
//! **Deviations.** A data value holds whatever its parts hold. Functions are pure, so that a call's value holds
//! nothing that its arguments don't: their bodies are not looked at. What a variable's type can't hold is
//! filtered out. The order of statements is ignored, but for locals. **Guarantee.** Over-approximates every run; ends, because
//! sites and ancestors are finite; each value passes each edge once.

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstraction::{AbstractObject, Activation, Age, BirthOrder, Facts, Side};
use super::known_done::{self, KnownDone};
use crate::source::Span;
use crate::types::resolved::{
    CallMode, ClassId, Expression, FieldId, InterfaceId, LocalId, Program, RightSide, SelectorId, Statement,
    StatementKind,
};

/// Something that holds objects and futures.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Variable {
    /// A local, as one of its definitions has left it.
    Local(Activation, LocalId, Version),
    Field(AbstractObject, FieldId),
    Result(Activation),
    /// The futures of the tasks that run it.
    Roots(Activation),
    /// All exceptions.
    Thrown,
    /// The value of an expression.
    Value(u32),
}

/// One of the definitions of a local: 0 for its first, or for a parameter.
pub(super) type Version = u32;

/// What a variable may hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Held {
    Object(AbstractObject, Side),
    Future(Activation, Side, Age),
}

/// How a value comes from one holder to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Passage {
    /// Within a task.
    Within,
    /// To a field, for whatever task of the same location.
    ToField,
    /// From a field that was set when the object was made.
    FromField,
    /// To another holder, from whose location the first one's looks like this; and what becomes of ages.
    Between(Side, Ages),
    /// To an object that is just being made.
    IntoNew,
}

/// What becomes of the ages of futures on their way between tasks.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Ages {
    /// It is the same task.
    Kept,
    /// Whatever a task is given as it is called is older than it.
    Older,
    /// The result of a task of this age.
    ResultOf(Age),
}

impl Held {
    /// The same, as its new holder sees it.
    fn after(self, passage: Passage) -> Held {
        let side_after = |side: Side| match passage {
            Passage::Within | Passage::ToField | Passage::FromField => side,
            Passage::Between(here, _) => side.seen_from(here),
            Passage::IntoNew => Side::Older,
        };
        let age_after = |age: Age| match passage {
            Passage::Within | Passage::Between(_, Ages::Kept) => age,
            Passage::FromField if age == Age::Older => Age::Older,
            Passage::ToField | Passage::FromField => Age::Unknown,
            Passage::IntoNew | Passage::Between(_, Ages::Older) => Age::Older,
            Passage::Between(_, Ages::ResultOf(of)) if of == age => age,
            Passage::Between(_, Ages::ResultOf(_)) => Age::Unknown,
        };
        match self {
            Held::Object(object, side) => Held::Object(object, side_after(side)),
            Held::Future(task, side, age) => Held::Future(task, side_after(side), age_after(age)),
        }
    }
}

/// What a type lets pass.
#[derive(Clone, Copy)]
pub(super) enum Filter {
    Everything,
    Nothing,
    Futures,
    Objects,
    Implementers(InterfaceId),
    Instances(ClassId),
}

/// A variable's number.
pub(super) type Node = u32;

/// What follows when a variable holds something new.
#[derive(Clone)]
pub(super) enum Rule {
    /// Passes it on.
    Copy(Node, Filter, Passage),
    /// The call with this number, whose target is the variable.
    Call(usize),
    /// The variable is waited for.
    Wait {
        activation: Activation,
        span: Span,
        blocks: bool,
        /// Does it wait at all, or is the future done?
        waits: bool,
        result: Option<(Node, Filter)>,
    },
}

/// A method call on behalf of an activation.
#[derive(Clone)]
pub(super) struct Call {
    pub(super) caller: Activation,
    pub(super) selector: SelectorId,
    pub(super) arguments: Vec<Node>,
    pub(super) mode: CallMode,
    pub(super) result: Option<(Node, Filter)>,
    pub(super) span: Span,
}

pub(super) struct Solver<'p> {
    pub(super) program: &'p Program,
    known_done: KnownDone,
    pub(super) facts: Facts,
    nodes: FxHashMap<Variable, Node>,
    held: Vec<FxHashSet<Held>>,
    rules: Vec<Vec<Rule>>,
    copies: FxHashSet<(Node, Node, Passage)>,
    /// Methods that may run within a task that is not their own, by their names.
    within: FxHashSet<SelectorId>,
    /// The definitions of locals that hold where the statement that is being read stands.
    pub(super) current: FxHashMap<LocalId, Version>,
    /// How many definitions there are.
    pub(super) versions: Version,
    /// What the loops and `try` blocks around the statement assign, each with the variable that holds it all.
    pub(super) merging: Vec<Vec<(LocalId, Node)>>,
    pub(super) calls: Vec<Call>,
    values: u32,
    /// What variables have come to hold and their rules have not seen.
    work: Vec<(Node, Held)>,
    /// Activations whose statements are still to be read.
    unread: Vec<Activation>,
}

/// From anybody to anybody.
pub(super) const AFAR: Passage = Passage::Between(Side::Far, Ages::ResultOf(Age::Unknown));

/// The names of the methods that some call may run within a task.
fn called_within(program: &Program) -> FxHashSet<SelectorId> {
    let mut found = FxHashSet::default();
    for method in &program.methods {
        each_statement(&method.body, &mut |statement| {
            if let StatementKind::Set(_, value) | StatementKind::Return(value) = &statement.kind
                && let RightSide::Call { selector, mode: CallMode::Synchronous, .. } = value
            {
                found.insert(*selector);
            }
        });
    }
    found
}

/// Calls `each` for each statement, outer ones first.
pub(super) fn each_statement<'s>(block: &'s [Statement], each: &mut dyn FnMut(&'s Statement)) {
    for statement in block {
        each(statement);
        match &statement.kind {
            StatementKind::If(_, then, otherwise) => {
                each_statement(then, each);
                each_statement(otherwise, each);
            }
            StatementKind::While(_, body)
            | StatementKind::Block(body)
            | StatementKind::Foreach { body, .. } => each_statement(body, each),
            StatementKind::Switch(_, _, branches) => {
                branches.iter().for_each(|(_, body)| each_statement(body, each));
            }
            StatementKind::Try { body, branches, finally, .. } => {
                each_statement(body, each);
                branches.iter().for_each(|(_, body)| each_statement(body, each));
                each_statement(finally, each);
            }
            _ => {}
        }
    }
}

/// Analyses a program, which must have a main block, with this many ancestors to tell locations apart.
#[must_use]
pub fn analyze(program: &Program, precision: usize) -> Facts {
    let mut solver = Solver {
        program,
        known_done: known_done::known_done(program),
        facts: Facts::new(precision),
        nodes: FxHashMap::default(),
        held: Vec::new(),
        rules: Vec::new(),
        copies: FxHashSet::default(),
        within: called_within(program),
        current: FxHashMap::default(),
        versions: 0,
        merging: Vec::new(),
        calls: Vec::new(),
        values: 0,
        work: Vec::new(),
        unread: Vec::new(),
    };
    if let Some(main) = program.main {
        let main = solver.activation(None, main);
        solver.start(main);
    }
    solver.solve();
    solver.finish()
}

impl Solver<'_> {
    fn solve(&mut self) {
        loop {
            if let Some((node, held)) = self.work.pop() {
                let mut at = 0;
                while let Some(rule) = self.rules[node as usize].get(at).cloned() {
                    self.apply(&rule, held);
                    at += 1;
                }
            } else if let Some(activation) = self.unread.pop() {
                let method = self.facts.of(activation).method;
                let program = self.program;
                self.current.clear();
                self.statements(activation, &program.methods[method.index()].body);
            } else {
                return;
            }
        }
    }

    fn finish(mut self) -> Facts {
        for at in 0..self.facts.activations.len() {
            let roots = self.node(Variable::Roots(Activation(at as u32)));
            let roots = self.held[roots as usize].iter().filter_map(|held| match held {
                Held::Future(task, ..) => Some(*task),
                Held::Object(..) => None,
            });
            self.facts.activations[at].roots = roots.collect();
        }
        self.facts
    }

    pub(super) fn node(&mut self, variable: Variable) -> Node {
        let next = self.held.len() as Node;
        let node = *self.nodes.entry(variable).or_insert(next);
        if node == next {
            self.held.push(FxHashSet::default());
            self.rules.push(Vec::new());
        }
        node
    }

    pub(super) fn value(&mut self) -> Node {
        self.values += 1;
        self.node(Variable::Value(self.values))
    }

    pub(super) fn hold(&mut self, node: Node, held: Held) {
        if self.held[node as usize].insert(held) {
            self.work.push((node, held));
        }
    }

    pub(super) fn rule(&mut self, node: Node, rule: Rule) {
        let known: Vec<Held> = self.held[node as usize].iter().copied().collect();
        self.rules[node as usize].push(rule.clone());
        for held in known {
            self.apply(&rule, held);
        }
    }

    pub(super) fn copy(&mut self, from: Node, to: Node, filter: Filter) {
        self.pass(from, to, filter, Passage::Within);
    }

    /// As a copy, to another holder.
    pub(super) fn pass(&mut self, from: Node, to: Node, filter: Filter, passage: Passage) {
        if from != to && !matches!(filter, Filter::Nothing) && self.copies.insert((from, to, passage)) {
            self.rule(from, Rule::Copy(to, filter, passage));
        }
    }

    /// How what a field holds comes to an activation on its object.
    pub(super) fn passage_out_of_field(&self, activation: Activation) -> Passage {
        let about = self.facts.of(activation);
        let method = &self.program.methods[about.method.index()];
        let special = about.object.is_some_and(|object| {
            let class = &self.program.classes[self.facts.objects[object.index()].class.index()];
            class.init == Some(about.method) || class.recover == Some(about.method)
        });
        // Who runs within a task that made the object knows of futures that are younger than the task.
        if special || self.within.contains(&method.selector) { Passage::ToField } else { Passage::FromField }
    }

    pub(super) fn passes(&self, filter: Filter, held: Held) -> bool {
        match (filter, held) {
            (Filter::Everything, _)
            | (Filter::Futures, Held::Future(..))
            | (Filter::Objects, Held::Object(..)) => true,
            (Filter::Implementers(interface), Held::Object(object, _)) => {
                let class = self.facts.objects[object.index()].class;
                self.program.classes[class.index()].interfaces.contains(&interface)
            }
            (Filter::Instances(class), Held::Object(object, _)) => {
                self.facts.objects[object.index()].class == class
            }
            _ => false,
        }
    }

    fn apply(&mut self, rule: &Rule, held: Held) {
        match (rule, held) {
            (Rule::Copy(to, filter, passage), held) if self.passes(*filter, held) => {
                self.hold(*to, held.after(*passage));
            }
            (Rule::Call(call), Held::Object(object, side)) => self.call(*call, object, side),
            (Rule::Wait { activation, span, blocks, waits, result }, Held::Future(task, side, age)) => {
                if *waits {
                    self.wait(*activation, *span, *blocks, BirthOrder { location: side, task: age }, task);
                }
                if let Some((result, filter)) = *result {
                    let value = self.node(Variable::Result(task));
                    self.pass(value, result, filter, Passage::Between(side, Ages::ResultOf(age)));
                }
            }
            _ => {}
        }
    }

    fn wait(
        &mut self,
        activation: Activation,
        span: Span,
        blocks: bool,
        births: BirthOrder,
        task: Activation,
    ) {
        let site = self.facts.waits.entry((activation, span)).or_default();
        site.blocks |= blocks;
        site.targets.insert(task);
        if births.task != Age::Younger {
            site.foreign.insert(task);
        }
        let known = site.births.entry(task).or_insert(births);
        *known = known.or(births);
    }

    /// The value of a future that is waited for.
    pub(super) fn wait_rule(
        &mut self,
        activation: Activation,
        future: &Expression,
        span: Span,
        blocks: bool,
        result: Option<(Node, Filter)>,
    ) {
        let waits = !self.known_done.done.contains(&future.span);
        // An `await` may wait for others too at the same place.
        if let Some(&field) = self.known_done.done_if_kept.get(&future.span).filter(|_| blocks) {
            self.facts.done_if_kept.entry((activation, span)).or_default().push(field);
        }
        let future = self.value_of(activation, future);
        self.rule(future, Rule::Wait { activation, span, blocks, waits, result });
    }

    /// The activation is called asynchronously.
    pub(super) fn start(&mut self, activation: Activation) {
        self.facts.activations[activation.index()].is_task = true;
        let roots = self.node(Variable::Roots(activation));
        self.hold(roots, Held::Future(activation, Side::Near, Age::Unknown));
    }

    /// The activation runs within the tasks of its caller.
    pub(super) fn run_within(&mut self, caller: Activation, callee: Activation) {
        let from = self.node(Variable::Roots(caller));
        let to = self.node(Variable::Roots(callee));
        self.copy(from, to, Filter::Everything);
    }

    pub(super) fn activation(
        &mut self,
        object: Option<AbstractObject>,
        method: crate::types::resolved::MethodId,
    ) -> Activation {
        let (activation, is_new) = self.facts.activation(object, method);
        if is_new {
            self.unread.push(activation);
            let class = object.map(|object| self.facts.objects[object.index()].class);
            let recover = class.and_then(|class| self.program.classes[class.index()].recover);
            if let Some(recover) = recover.filter(|&recover| recover != method) {
                let recover = self.activation(object, recover);
                self.facts.activations[activation.index()].recover = Some(recover);
                self.run_within(activation, recover);
                let thrown = self.node(Variable::Thrown);
                let parameter = self.node(Variable::Local(recover, LocalId(0), 0));
                self.pass(thrown, parameter, Filter::Everything, AFAR);
            }
        }
        activation
    }

    fn call(&mut self, number: usize, object: AbstractObject, side: Side) {
        let Call { caller, selector, arguments, mode, result, span } = self.calls[number].clone();
        let class = self.facts.objects[object.index()].class;
        let Some(method) = self.program.method_of(class, selector) else { return };
        let callee = self.activation(Some(object), method);
        self.facts.calls.entry((caller, span)).or_default().insert(callee);
        // There is one location of the main block: what is in it is near whatever else is in it.
        let same = self.facts.of(caller).location == self.facts.of(callee).location;
        let only = self.facts.locations[self.facts.of(caller).location.index()].iter().all(Option::is_none);
        let side = if same && only { Side::Near } else { side };
        let ages = match (mode, side) {
            (CallMode::Synchronous, Side::Near) => Ages::Kept,
            // It may be a call within the task, or another task.
            (CallMode::Synchronous, Side::Far) if same => Ages::ResultOf(Age::Unknown),
            _ => Ages::Older,
        };
        for (at, &argument) in arguments.iter().enumerate() {
            let local = LocalId(at as u32);
            let filter = self.filter(&self.program.methods[method.index()].locals[at].kind);
            let parameter = self.node(Variable::Local(callee, local, 0));
            self.pass(argument, parameter, filter, Passage::Between(side.turned_round(), ages));
        }
        if mode == CallMode::Asynchronous {
            self.start(callee);
            if let Some((result, filter)) = result
                && self.passes(filter, Held::Future(callee, side, Age::Younger))
            {
                self.hold(result, Held::Future(callee, side, Age::Younger));
            }
            return;
        }
        if let Some((result, filter)) = result {
            let value = self.node(Variable::Result(callee));
            let ages = if ages == Ages::Kept { Ages::Kept } else { Ages::ResultOf(Age::Younger) };
            self.pass(value, result, filter, Passage::Between(side, ages));
        }
        let births = BirthOrder { location: side, task: Age::Younger };
        if mode == CallMode::Await {
            self.start(callee);
            self.wait(caller, span, false, births, callee);
            return;
        }
        // One abstract location may stand for several, so that a call within it may still leave the location, unless the
        // object is known to be near.
        if same && matches!(side, Side::Near | Side::Far) {
            self.run_within(caller, callee);
        }
        if side != Side::Near {
            self.start(callee);
            self.wait(caller, span, true, births, callee);
        }
    }
}
