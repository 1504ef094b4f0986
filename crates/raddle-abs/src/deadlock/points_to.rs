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
//! x = y.m(z̄)        o ∈ y: m.pᵢ on o ⊇ zᵢ, x ⊇ result of m on o; within a location the caller's tasks run m
//! x = f.get         task t ∈ f: x ⊇ result of t; this activation may block on t
//! await f?          task t ∈ f: this activation may await t
//! throw x           exceptions ⊇ x                     (one set for the whole program)
//! ```
//!
//! A future that is known to be done is not waited for ([`super::settled`]).
//!
//! **Deviations.** A data value holds whatever its parts hold. Functions are pure, so that a call's value holds
//! nothing that its arguments don't: their bodies are not looked at. What a variable's type can't hold is
//! filtered out. The order of statements is ignored. **Guarantee.** Over-approximates every run; ends, because
//! sites and ancestors are finite; each value passes each edge once.

use rustc_hash::{FxHashMap, FxHashSet};

use super::abstraction::{AbstractObject, Activation, Facts};
use super::settled::{self, Settled};
use crate::source::Span;
use crate::types::kind::Type;
use crate::types::resolved::{
    CallMode, ClassId, CreationSiteId, Expression, ExpressionKind, FieldId, Guard, InterfaceId, LocalId,
    Pattern, Program, RightSide, SelectorId, Statement, StatementKind, Target,
};

/// Something that holds objects and futures.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Variable {
    Local(Activation, LocalId),
    Field(AbstractObject, FieldId),
    Result(Activation),
    /// The futures of the tasks that run it.
    Roots(Activation),
    /// All exceptions.
    Thrown,
    /// The value of an expression.
    Value(u32),
}

/// What a variable may hold.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Held {
    Object(AbstractObject),
    Future(Activation),
}

/// What a type lets pass.
#[derive(Clone, Copy)]
enum Filter {
    Everything,
    Nothing,
    Futures,
    Objects,
    Implementers(InterfaceId),
    Instances(ClassId),
}

/// A variable's number.
type Node = u32;

/// What follows when a variable holds something new.
#[derive(Clone)]
enum Rule {
    Copy(Node, Filter),
    /// The call with this number, whose target is the variable.
    Call(usize),
    /// The variable is waited for.
    Wait {
        activation: Activation,
        span: Span,
        blocks: bool,
        /// Does it wait at all, or is the future done?
        waits: bool,
        /// Has the activation made the call itself?
        own: bool,
        result: Option<(Node, Filter)>,
    },
}

/// A method call on behalf of an activation.
#[derive(Clone)]
struct Call {
    caller: Activation,
    selector: SelectorId,
    arguments: Vec<Node>,
    mode: CallMode,
    result: Option<(Node, Filter)>,
    span: Span,
    on_this: bool,
}

struct Solver<'p> {
    program: &'p Program,
    settled: Settled,
    facts: Facts,
    nodes: FxHashMap<Variable, Node>,
    held: Vec<FxHashSet<Held>>,
    rules: Vec<Vec<Rule>>,
    copies: FxHashSet<(Node, Node)>,
    calls: Vec<Call>,
    values: u32,
    /// What variables have come to hold and their rules have not seen.
    work: Vec<(Node, Held)>,
    /// Activations whose statements are still to be read.
    unread: Vec<Activation>,
}

/// Analyses a program, which must have a main block, with this many ancestors to tell locations apart.
#[must_use]
pub fn analyze(program: &Program, precision: usize) -> Facts {
    let mut solver = Solver {
        program,
        settled: settled::settled(program),
        facts: Facts::new(precision),
        nodes: FxHashMap::default(),
        held: Vec::new(),
        rules: Vec::new(),
        copies: FxHashSet::default(),
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
                Held::Future(task) => Some(*task),
                Held::Object(_) => None,
            });
            self.facts.activations[at].roots = roots.collect();
        }
        self.facts
    }

    fn node(&mut self, variable: Variable) -> Node {
        let next = self.held.len() as Node;
        let node = *self.nodes.entry(variable).or_insert(next);
        if node == next {
            self.held.push(FxHashSet::default());
            self.rules.push(Vec::new());
        }
        node
    }

    fn value(&mut self) -> Node {
        self.values += 1;
        self.node(Variable::Value(self.values))
    }

    fn hold(&mut self, node: Node, held: Held) {
        if self.held[node as usize].insert(held) {
            self.work.push((node, held));
        }
    }

    fn rule(&mut self, node: Node, rule: Rule) {
        let known: Vec<Held> = self.held[node as usize].iter().copied().collect();
        self.rules[node as usize].push(rule.clone());
        for held in known {
            self.apply(&rule, held);
        }
    }

    fn copy(&mut self, from: Node, to: Node, filter: Filter) {
        if from != to && !matches!(filter, Filter::Nothing) && self.copies.insert((from, to)) {
            self.rule(from, Rule::Copy(to, filter));
        }
    }

    fn passes(&self, filter: Filter, held: Held) -> bool {
        match (filter, held) {
            (Filter::Everything, _)
            | (Filter::Futures, Held::Future(_))
            | (Filter::Objects, Held::Object(_)) => true,
            (Filter::Implementers(interface), Held::Object(object)) => {
                let class = self.facts.objects[object.index()].class;
                self.program.classes[class.index()].interfaces.contains(&interface)
            }
            (Filter::Instances(class), Held::Object(object)) => {
                self.facts.objects[object.index()].class == class
            }
            _ => false,
        }
    }

    fn apply(&mut self, rule: &Rule, held: Held) {
        match (rule, held) {
            (Rule::Copy(to, filter), held) if self.passes(*filter, held) => self.hold(*to, held),
            (Rule::Call(call), Held::Object(object)) => self.call(*call, object),
            (Rule::Wait { activation, span, blocks, waits, own, result }, Held::Future(task)) => {
                if *waits {
                    self.wait(*activation, *span, *blocks, *own, task);
                }
                if let Some((result, filter)) = *result {
                    let value = self.node(Variable::Result(task));
                    self.copy(value, result, filter);
                }
            }
            _ => {}
        }
    }

    fn wait(&mut self, activation: Activation, span: Span, blocks: bool, own: bool, task: Activation) {
        let site = self.facts.waits.entry((activation, span)).or_default();
        site.blocks |= blocks;
        site.targets.insert(task);
        if !own {
            site.foreign.insert(task);
        }
    }

    /// The value of a future that is waited for.
    fn wait_rule(
        &mut self,
        activation: Activation,
        future: &Expression,
        span: Span,
        blocks: bool,
        result: Option<(Node, Filter)>,
    ) {
        let waits = !self.settled.done.contains(&future.span);
        let own = self.settled.own.contains(&future.span);
        let future = self.value_of(activation, future);
        self.rule(future, Rule::Wait { activation, span, blocks, waits, own, result });
    }

    /// The activation is called asynchronously.
    fn start(&mut self, activation: Activation) {
        self.facts.activations[activation.index()].is_task = true;
        let roots = self.node(Variable::Roots(activation));
        self.hold(roots, Held::Future(activation));
    }

    /// The activation runs within the tasks of its caller.
    fn run_within(&mut self, caller: Activation, callee: Activation) {
        let from = self.node(Variable::Roots(caller));
        let to = self.node(Variable::Roots(callee));
        self.copy(from, to, Filter::Everything);
    }

    fn activation(
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
                let parameter = self.node(Variable::Local(recover, LocalId(0)));
                self.copy(thrown, parameter, Filter::Everything);
            }
        }
        activation
    }

    fn call(&mut self, number: usize, object: AbstractObject) {
        let Call { caller, selector, arguments, mode, result, span, on_this } = self.calls[number].clone();
        let class = self.facts.objects[object.index()].class;
        let Some(method) = self.program.method_of(class, selector) else { return };
        let callee = self.activation(Some(object), method);
        self.facts.calls.entry((caller, span)).or_default().insert(callee);
        for (at, &argument) in arguments.iter().enumerate() {
            let local = LocalId(at as u32);
            let filter = self.filter(&self.program.methods[method.index()].locals[at].kind);
            let parameter = self.node(Variable::Local(callee, local));
            self.copy(argument, parameter, filter);
        }
        if mode == CallMode::Asynchronous {
            self.start(callee);
            if let Some((result, filter)) = result
                && self.passes(filter, Held::Future(callee))
            {
                self.hold(result, Held::Future(callee));
            }
            return;
        }
        if let Some((result, filter)) = result {
            let value = self.node(Variable::Result(callee));
            self.copy(value, result, filter);
        }
        if mode == CallMode::Await {
            self.start(callee);
            self.wait(caller, span, false, true, callee);
            return;
        }
        // One abstract location may stand for several, so that a call within it may still leave the location.
        let same = self.facts.of(caller).location == self.facts.of(callee).location;
        if same {
            self.run_within(caller, callee);
        }
        if !same || !on_this {
            self.start(callee);
            self.wait(caller, span, true, true, callee);
        }
    }

    fn filter(&self, kind: &Type) -> Filter {
        match kind {
            Type::Data(id, _) => {
                let data_type = &self.program.data_types[id.index()];
                match (&*data_type.name, data_type.constructors.is_empty()) {
                    ("Fut", true) => Filter::Futures,
                    ("Int" | "Rat" | "Float" | "String", true) => Filter::Nothing,
                    _ => Filter::Everything,
                }
            }
            Type::Interface(id) if &*self.program.interfaces[id.index()].name == "Object" => Filter::Objects,
            Type::Interface(id) => Filter::Implementers(*id),
            Type::Class(id) => Filter::Instances(*id),
            _ => Filter::Everything,
        }
    }

    fn local(&mut self, activation: Activation, local: LocalId) -> (Node, Filter) {
        let method = self.facts.of(activation).method;
        let filter = match self.program.methods[method.index()].locals.get(local.index()) {
            Some(local) => self.filter(&local.kind),
            None => Filter::Everything,
        };
        (self.node(Variable::Local(activation, local)), filter)
    }

    fn target(&mut self, activation: Activation, target: Target) -> Option<(Node, Filter)> {
        match target {
            Target::Nowhere => None,
            Target::Local(local) => Some(self.local(activation, local)),
            Target::Field(field) => {
                let object = self.facts.of(activation).object?;
                let class = self.facts.objects[object.index()].class;
                let filter = self.filter(&self.program.classes[class.index()].fields[field.index()].kind);
                Some((self.node(Variable::Field(object, field)), filter))
            }
        }
    }

    /// Lets a value flow into a variable.
    fn flow(&mut self, activation: Activation, expression: &Expression, to: (Node, Filter)) {
        match &expression.kind {
            ExpressionKind::Integer(_)
            | ExpressionKind::Float(_)
            | ExpressionKind::Text(_)
            | ExpressionKind::Null
            | ExpressionKind::Unary(..)
            | ExpressionKind::Binary(..)
            | ExpressionKind::Implements(..)
            | ExpressionKind::Concatenate(_) => {}
            ExpressionKind::Local(local) => {
                let from = self.node(Variable::Local(activation, *local));
                self.copy(from, to.0, to.1);
            }
            ExpressionKind::Field(field) => {
                if let Some(object) = self.facts.of(activation).object {
                    let from = self.node(Variable::Field(object, *field));
                    self.copy(from, to.0, to.1);
                }
            }
            ExpressionKind::This => {
                if let Some(object) = self.facts.of(activation).object
                    && self.passes(to.1, Held::Object(object))
                {
                    self.hold(to.0, Held::Object(object));
                }
            }
            ExpressionKind::Destiny => {
                let from = self.node(Variable::Roots(activation));
                self.copy(from, to.0, to.1);
            }
            ExpressionKind::Construct(_, parts) | ExpressionKind::Call(_, parts) => {
                for part in parts {
                    self.flow(activation, part, to);
                }
            }
            ExpressionKind::If(_, then, otherwise) => {
                self.flow(activation, then, to);
                self.flow(activation, otherwise, to);
            }
            ExpressionKind::Let(local, value, inner) => {
                let local = self.local(activation, *local);
                self.flow(activation, value, local);
                self.flow(activation, inner, to);
            }
            ExpressionKind::Case(local, subject, branches) => {
                let local = self.node(Variable::Local(activation, *local));
                self.flow(activation, subject, (local, Filter::Everything));
                for (pattern, value) in branches {
                    self.bind(activation, pattern, local);
                    self.flow(activation, value, to);
                }
            }
            ExpressionKind::As(value, interface) => {
                let cast = self.value();
                self.flow(activation, value, (cast, Filter::Everything));
                let both = self.value();
                self.copy(cast, both, Filter::Implementers(*interface));
                self.copy(both, to.0, to.1);
            }
        }
    }

    fn bind(&mut self, activation: Activation, pattern: &Pattern, from: Node) {
        match pattern {
            Pattern::Bind(local) => {
                let (to, filter) = self.local(activation, *local);
                self.copy(from, to, filter);
            }
            Pattern::Constructor(_, parts) => {
                for part in parts {
                    self.bind(activation, part, from);
                }
            }
            _ => {}
        }
    }

    fn value_of(&mut self, activation: Activation, expression: &Expression) -> Node {
        let node = self.value();
        self.flow(activation, expression, (node, Filter::Everything));
        node
    }

    fn right_side(&mut self, activation: Activation, value: &RightSide, to: Option<(Node, Filter)>) {
        match value {
            RightSide::Pure(expression) => {
                if let Some(to) = to {
                    self.flow(activation, expression, to);
                }
            }
            RightSide::New { class, arguments, local, site, span } => {
                let arguments: Vec<Node> =
                    arguments.iter().map(|argument| self.value_of(activation, argument)).collect();
                let object = self.create(activation, *class, &arguments, *local, *site, *span);
                if let Some((to, filter)) = to
                    && self.passes(filter, Held::Object(object))
                {
                    self.hold(to, Held::Object(object));
                }
            }
            RightSide::Call { target, selector, arguments, mode, span, .. } => {
                let arguments =
                    arguments.iter().map(|argument| self.value_of(activation, argument)).collect();
                let on_this = matches!(target.kind, ExpressionKind::This);
                let target = self.value_of(activation, target);
                self.calls.push(Call {
                    caller: activation,
                    selector: *selector,
                    arguments,
                    mode: *mode,
                    result: to,
                    span: *span,
                    on_this,
                });
                self.rule(target, Rule::Call(self.calls.len() - 1));
            }
            RightSide::Get(future, span) => self.wait_rule(activation, future, *span, true, to),
        }
    }

    fn create(
        &mut self,
        creator: Activation,
        class: ClassId,
        arguments: &[Node],
        local: bool,
        site: CreationSiteId,
        span: Span,
    ) -> AbstractObject {
        let here = self.facts.of(creator).location;
        let location = if local { here } else { self.facts.child(site, here) };
        let (object, _) = self.facts.object(site, class, location);
        if !local {
            self.facts.creations.insert((creator, span), location);
        }
        for (at, &argument) in arguments.iter().enumerate() {
            let filter = self.filter(&self.program.classes[class.index()].fields[at].kind);
            let field = self.node(Variable::Field(object, FieldId(at as u32)));
            self.copy(argument, field, filter);
        }
        let (init, run) = {
            let class = &self.program.classes[class.index()];
            (class.init, class.run)
        };
        if let Some(init) = init {
            let init = self.activation(Some(object), init);
            self.run_within(creator, init);
            self.facts.calls.entry((creator, span)).or_default().insert(init);
        }
        if let Some(run) = run {
            let run = self.activation(Some(object), run);
            self.start(run);
            self.facts.calls.entry((creator, span)).or_default().insert(run);
        }
        object
    }

    fn statements(&mut self, activation: Activation, statements: &[Statement]) {
        for statement in statements {
            self.statement(activation, statement);
        }
    }

    fn statement(&mut self, activation: Activation, statement: &Statement) {
        match &statement.kind {
            StatementKind::Skip
            | StatementKind::Assert(_)
            | StatementKind::Suspend
            | StatementKind::Duration(..) => {}
            StatementKind::Set(target, value) => {
                let to = self.target(activation, *target);
                self.right_side(activation, value, to);
            }
            StatementKind::Return(value) => {
                let method = self.facts.of(activation).method;
                let filter = self.filter(&self.program.methods[method.index()].result);
                let result = self.node(Variable::Result(activation));
                self.right_side(activation, value, Some((result, filter)));
            }
            StatementKind::If(_, then, otherwise) => {
                self.statements(activation, then);
                self.statements(activation, otherwise);
            }
            StatementKind::While(_, body) | StatementKind::Block(body) => self.statements(activation, body),
            StatementKind::Foreach { variable, rest, list, body, .. } => {
                let rest = self.node(Variable::Local(activation, *rest));
                self.flow(activation, list, (rest, Filter::Everything));
                let (variable, filter) = self.local(activation, *variable);
                self.copy(rest, variable, filter);
                self.statements(activation, body);
            }
            StatementKind::Switch(local, subject, branches) => {
                let local = self.node(Variable::Local(activation, *local));
                self.flow(activation, subject, (local, Filter::Everything));
                self.branches(activation, local, branches);
            }
            StatementKind::Try { body, exception, branches, finally } => {
                self.statements(activation, body);
                let thrown = self.node(Variable::Thrown);
                let local = self.node(Variable::Local(activation, *exception));
                self.copy(thrown, local, Filter::Everything);
                self.branches(activation, local, branches);
                self.statements(activation, finally);
            }
            StatementKind::Await(guards) => {
                for guard in guards {
                    match guard {
                        Guard::Future(future) => {
                            self.wait_rule(activation, future, statement.span, false, None);
                        }
                        Guard::Condition(_) => {
                            self.facts.conditions.insert((activation, statement.span));
                        }
                        Guard::Duration(..) => {}
                    }
                }
            }
            StatementKind::Throw(exception) | StatementKind::Die(exception) => {
                let thrown = self.node(Variable::Thrown);
                self.flow(activation, exception, (thrown, Filter::Everything));
            }
        }
    }

    fn branches(&mut self, activation: Activation, from: Node, branches: &[(Pattern, Vec<Statement>)]) {
        for (pattern, body) in branches {
            self.bind(activation, pattern, from);
            self.statements(activation, body);
        }
    }
}
