//! Reads the statements of an activation for the points-to analysis: which values flow where, who is called and waited
//! for. What follows from that is the business of [`super::points_to`], which also lists the rules.

use super::abstraction::{AbstractObject, Activation};
use super::points_to::{Call, Filter, Held, Node, Rule, Solver, Variable};
use crate::source::Span;
use crate::types::kind::Type;
use crate::types::resolved::{
    ClassId, CreationSiteId, Expression, ExpressionKind, FieldId, Guard, LocalId, Pattern, RightSide,
    Statement, StatementKind, Target,
};

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
