//! Reads the statements of an activation for the points-to analysis: which values flow where, who is called and waited
//! for. What follows from that is the business of [`super::points_to`], which also lists the rules.

use rustc_hash::FxHashMap;

use super::abstraction::{AbstractObject, Activation, Side};
use super::points_to::{AFAR, Call, Filter, Held, Node, Passage, Rule, Solver, Variable, Version};
use crate::source::Span;
use crate::types::kind::Type;
use crate::types::resolved::{
    ClassId, CreationSiteId, Expression, ExpressionKind, FieldId, Guard, LocalId, Pattern, RightSide,
    Statement, StatementKind, Target,
};

/// The definitions of locals that hold somewhere; one that is not listed has its first.
type Definitions = FxHashMap<LocalId, Version>;

/// The locals that statements assign.
fn assigned_in(statements: &[Statement], into: &mut Vec<LocalId>) {
    for statement in statements {
        match &statement.kind {
            StatementKind::Set(Target::Local(local), _) => into.push(*local),
            StatementKind::If(_, one, other) => {
                assigned_in(one, into);
                assigned_in(other, into);
            }
            StatementKind::While(_, body)
            | StatementKind::Block(body)
            | StatementKind::Foreach { body, .. } => assigned_in(body, into),
            StatementKind::Switch(_, _, branches) => {
                branches.iter().for_each(|(_, body)| assigned_in(body, into));
            }
            StatementKind::Try { body, branches, finally, .. } => {
                assigned_in(body, into);
                branches.iter().for_each(|(_, body)| assigned_in(body, into));
                assigned_in(finally, into);
            }
            _ => {}
        }
    }
}

impl Solver<'_> {
    pub(super) fn filter(&self, kind: &Type) -> Filter {
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
        (self.here(activation, local), filter)
    }

    /// The local as it is here.
    fn here(&mut self, activation: Activation, local: LocalId) -> Node {
        let version = self.current.get(&local).copied().unwrap_or(0);
        self.node(Variable::Local(activation, local, version))
    }

    /// An assignment: from here on, the local is what it is given.
    fn set(&mut self, activation: Activation, target: Target, value: &RightSide) {
        let Target::Local(local) = target else {
            // What comes to a field is no longer held by a task.
            let Some((field, filter)) = self.target(activation, target) else {
                return self.right_side(activation, value, None);
            };
            let stored = self.value();
            self.pass(stored, field, filter, Passage::ToField);
            return self.right_side(activation, value, Some((stored, filter)));
        };
        let (_, filter) = self.local(activation, local);
        self.versions += 1;
        let version = self.versions;
        let to = self.node(Variable::Local(activation, local, version));
        self.right_side(activation, value, Some((to, filter)));
        self.current.insert(local, version);
        let around: Vec<Node> = self
            .merging
            .iter()
            .flatten()
            .filter(|(merged, _)| *merged == local)
            .map(|&(_, head)| head)
            .collect();
        for head in around {
            self.copy(to, head, Filter::Everything);
        }
    }

    /// Goes on where several ways meet, each with the definitions that hold at its end.
    fn meet(&mut self, activation: Activation, ways: &[Definitions]) {
        let mut locals: Vec<LocalId> = ways.iter().flat_map(|way| way.keys().copied()).collect();
        locals.sort_unstable();
        locals.dedup();
        for local in locals {
            let version = |way: &Definitions| way.get(&local).copied().unwrap_or(0);
            let mut versions: Vec<Version> = ways.iter().map(version).collect();
            versions.sort_unstable();
            versions.dedup();
            if let [only] = versions.as_slice() {
                self.current.insert(local, *only);
                continue;
            }
            self.versions += 1;
            self.current.insert(local, self.versions);
            let to = self.here(activation, local);
            for version in versions {
                let from = self.node(Variable::Local(activation, local, version));
                self.copy(from, to, Filter::Everything);
            }
        }
    }

    /// Begins what may run any number of times or end anywhere: each local that it assigns is, at its head and behind it,
    /// a variable that holds what the local held before and whatever it is given on the way. Gives these definitions.
    fn begin_merging(&mut self, activation: Activation, statements: &[Statement]) -> Definitions {
        let mut assigned = Vec::new();
        assigned_in(statements, &mut assigned);
        assigned.sort_unstable();
        assigned.dedup();
        let mut heads = Vec::new();
        for &local in &assigned {
            let before = self.here(activation, local);
            self.versions += 1;
            self.current.insert(local, self.versions);
            let head = self.here(activation, local);
            self.copy(before, head, Filter::Everything);
            let around: Vec<Node> = self
                .merging
                .iter()
                .flatten()
                .filter(|(merged, _)| *merged == local)
                .map(|&(_, head)| head)
                .collect();
            for outer in around {
                self.copy(head, outer, Filter::Everything);
            }
            heads.push((local, head));
        }
        self.merging.push(heads);
        assigned.into_iter().map(|local| (local, self.current[&local])).collect()
    }

    fn end_merging(&mut self, heads: &Definitions) {
        self.merging.pop();
        self.current.extend(heads.iter().map(|(&local, &version)| (local, version)));
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
                let from = self.here(activation, *local);
                self.copy(from, to.0, to.1);
            }
            ExpressionKind::Field(field) => {
                if let Some(object) = self.facts.of(activation).object {
                    let from = self.node(Variable::Field(object, *field));
                    self.pass(from, to.0, to.1, self.passage_out_of_field(activation));
                }
            }
            ExpressionKind::This => {
                if let Some(object) = self.facts.of(activation).object
                    && self.passes(to.1, Held::Object(object, Side::Near))
                {
                    self.hold(to.0, Held::Object(object, Side::Near));
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
                let local = self.here(activation, *local);
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

    pub(super) fn value_of(&mut self, activation: Activation, expression: &Expression) -> Node {
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
                let object = Held::Object(object, if *local { Side::Near } else { Side::Younger });
                if let Some((to, filter)) = to
                    && self.passes(filter, object)
                {
                    self.hold(to, object);
                }
            }
            RightSide::Call { target, selector, arguments, mode, span, .. } => {
                let arguments =
                    arguments.iter().map(|argument| self.value_of(activation, argument)).collect();
                let target = self.value_of(activation, target);
                self.calls.push(Call {
                    caller: activation,
                    selector: *selector,
                    arguments,
                    mode: *mode,
                    result: to,
                    span: *span,
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
        self.facts.made.insert((creator, span), object);
        for (at, &argument) in arguments.iter().enumerate() {
            let filter = self.filter(&self.program.classes[class.index()].fields[at].kind);
            let field = self.node(Variable::Field(object, FieldId(at as u32)));
            self.pass(argument, field, filter, if local { Passage::ToField } else { Passage::IntoNew });
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

    pub(super) fn statements(&mut self, activation: Activation, statements: &[Statement]) {
        for statement in statements {
            self.statement(activation, statement);
        }
    }

    fn statement(&mut self, activation: Activation, statement: &Statement) {
        match &statement.kind {
            StatementKind::Skip
            | StatementKind::Assert(_)
            | StatementKind::Suspend
            | StatementKind::Resource(..)
            | StatementKind::Duration(..) => {}
            StatementKind::Set(target, value) => {
                self.set(activation, *target, value);
            }
            StatementKind::Return(value) => {
                let method = self.facts.of(activation).method;
                let filter = self.filter(&self.program.methods[method.index()].result);
                let result = self.node(Variable::Result(activation));
                self.right_side(activation, value, Some((result, filter)));
            }
            StatementKind::If(_, then, otherwise) => {
                let before = self.current.clone();
                self.statements(activation, then);
                let one = std::mem::replace(&mut self.current, before);
                self.statements(activation, otherwise);
                let other = self.current.clone();
                self.meet(activation, &[one, other]);
            }
            StatementKind::While(_, body) => self.repeated(activation, body),
            StatementKind::Block(body) => self.statements(activation, body),
            StatementKind::Foreach { variable, rest, list, body, .. } => {
                let rest = self.here(activation, *rest);
                self.flow(activation, list, (rest, Filter::Everything));
                let (variable, filter) = self.local(activation, *variable);
                self.copy(rest, variable, filter);
                self.repeated(activation, body);
            }
            StatementKind::Switch(local, subject, branches) => {
                let local = self.here(activation, *local);
                self.flow(activation, subject, (local, Filter::Everything));
                self.branches(activation, local, branches);
            }
            StatementKind::Try { body, exception, branches, finally } => {
                let heads = self.begin_merging(activation, std::slice::from_ref(statement));
                self.statements(activation, body);
                self.current.extend(heads.iter().map(|(&local, &version)| (local, version)));
                let thrown = self.node(Variable::Thrown);
                let local = self.here(activation, *exception);
                self.pass(thrown, local, Filter::Everything, AFAR);
                self.branches(activation, local, branches);
                self.current.extend(heads.iter().map(|(&local, &version)| (local, version)));
                self.statements(activation, finally);
                self.end_merging(&heads);
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
        let before = self.current.clone();
        let mut ways = vec![before.clone()];
        for (pattern, body) in branches {
            self.current.clone_from(&before);
            self.bind(activation, pattern, from);
            self.statements(activation, body);
            ways.push(self.current.clone());
        }
        self.meet(activation, &ways);
    }

    fn repeated(&mut self, activation: Activation, body: &[Statement]) {
        let heads = self.begin_merging(activation, body);
        self.statements(activation, body);
        self.end_merging(&heads);
    }
}
