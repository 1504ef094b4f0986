//! Statements, their scopes, and where a method may return.

use super::kind::Type;
use super::resolved::{
    Expression, ExpressionKind, Guard, Pattern, ResourceUse, RightSide, Statement, StatementKind, Target,
};
use super::{Body, Checker, annotated};
use crate::source::Span;
use crate::syntax::tree::{self, StatementKind as Tree};

impl<'a> Checker<'a> {
    /// Checks a list of statements in a scope of its own. `last` tells whether a method may return there.
    pub(super) fn block(
        &mut self,
        body: &mut Body,
        statements: &'a [tree::Statement],
        last: bool,
    ) -> Vec<Statement> {
        let depth = body.scope.len();
        let mut checked = Vec::with_capacity(statements.len());
        for (index, statement) in statements.iter().enumerate() {
            let is_last = last && index + 1 == statements.len();
            self.statement(body, statement, is_last, &mut checked);
        }
        body.scope.truncate(depth);
        checked
    }

    fn inner(&mut self, body: &mut Body, statement: &'a tree::Statement, last: bool) -> Vec<Statement> {
        match &statement.kind {
            Tree::Block(statements) if statement.annotations.is_empty() => self.block(body, statements, last),
            _ => self.block(body, std::slice::from_ref(statement), last),
        }
    }

    fn statement(
        &mut self,
        body: &mut Body,
        statement: &'a tree::Statement,
        last: bool,
        into: &mut Vec<Statement>,
    ) {
        let span = statement.span;
        self.resource_annotations(body, statement, into);
        let kind = match &statement.kind {
            Tree::Skip => StatementKind::Skip,
            Tree::Error => return,
            Tree::Declare(kind, name, value) => {
                self.declare_variable(body, kind, name, value.as_ref(), statement)
            }
            Tree::Assign(name, with_this, value) => {
                self.assign(body, name, *with_this, value, &statement.annotations)
            }
            Tree::Expression(expression) => {
                let (value, _) = self.right_side(body, expression, &statement.annotations);
                StatementKind::Set(Target::Nowhere, value)
            }
            Tree::Return(expression) => {
                if !last {
                    self.error(span, "`return` can only be the last statement of a method");
                }
                let (value, found) = self.right_side(body, expression, &statement.annotations);
                let result = body.result.clone();
                self.require(&found, &result, expression.span);
                StatementKind::Return(value)
            }
            Tree::Assert(expression) => StatementKind::Assert(self.condition(body, expression)),
            Tree::Block(statements) => StatementKind::Block(self.block(body, statements, last)),
            Tree::If(condition, then, otherwise) => {
                let condition = self.condition(body, condition);
                let then = self.inner(body, then, last);
                let otherwise =
                    otherwise.as_ref().map_or_else(Vec::new, |otherwise| self.inner(body, otherwise, last));
                StatementKind::If(condition, then, otherwise)
            }
            Tree::While(condition, inner) => {
                let condition = self.condition(body, condition);
                StatementKind::While(condition, self.inner(body, inner, false))
            }
            Tree::Foreach(variable, index, list, inner) => {
                self.foreach(body, variable, index.as_ref(), list, inner)
            }
            Tree::Switch(subject, branches) => {
                let (subject, found) = self.expression(body, subject);
                let slot = body.slot("switch", found.clone(), subject.span);
                let branches = self.branches(body, branches, &found, last);
                StatementKind::Switch(slot, subject, branches)
            }
            Tree::Try(inner, branches, finally) => {
                let inner = self.inner(body, inner, false);
                let exception_type = self.plain(self.known.exception);
                let exception = body.slot("exception", exception_type.clone(), span);
                let branches = self.branches(body, branches, &exception_type, false);
                let outer = body.no_suspension.replace("a `finally` block");
                let finally =
                    finally.as_ref().map_or_else(Vec::new, |finally| self.inner(body, finally, false));
                body.no_suspension = outer;
                StatementKind::Try { body: inner, exception, branches, finally }
            }
            Tree::Await(guard) => {
                self.suspends(body, span, "`await`");
                let mut guards = Vec::new();
                self.guard(body, guard, &mut guards);
                StatementKind::Await(with_one_duration(guards))
            }
            Tree::Suspend => {
                self.suspends(body, span, "`suspend`");
                StatementKind::Suspend
            }
            Tree::Duration(low, high) => {
                self.suspends(body, span, "`duration`");
                let low = self.rational(body, low);
                let high = self.rational(body, high);
                StatementKind::Duration(low, high)
            }
            Tree::Throw(expression) => StatementKind::Throw(self.exception(body, expression)),
            Tree::Die(expression) => StatementKind::Die(self.exception(body, expression)),
            Tree::Move(value) => StatementKind::Resource(ResourceUse::Move, self.component(body, value)),
        };
        for (what, span) in std::mem::take(&mut self.gaps_here) {
            into.push(self.gap_statement(&what, span));
        }
        into.push(Statement { kind, span });
    }

    fn rational(&mut self, body: &mut Body, expression: &'a tree::Expression) -> Expression {
        let (value, found) = self.expression(body, expression);
        let rat = self.plain(self.known.rat);
        self.require(&found, &rat, value.span);
        value
    }

    fn exception(&mut self, body: &mut Body, expression: &'a tree::Expression) -> Expression {
        let (value, found) = self.expression(body, expression);
        let exception = self.plain(self.known.exception);
        self.require(&found, &exception, value.span);
        value
    }

    fn guard(&mut self, body: &mut Body, guard: &'a tree::Guard, into: &mut Vec<Guard>) {
        match guard {
            tree::Guard::Future(future) => {
                let (future, found) = self.expression(body, future);
                self.future_value(&found, future.span);
                into.push(Guard::Future(future));
            }
            tree::Guard::Condition(condition) => {
                let condition = self.condition(body, condition);
                into.push(Guard::Condition(condition));
            }
            tree::Guard::Duration(bounds) => {
                let (low, high) = &**bounds;
                let low = self.rational(body, low);
                let high = self.rational(body, high);
                into.push(Guard::Duration(low, high));
            }
            tree::Guard::And(left, right) => {
                self.guard(body, left, into);
                self.guard(body, right, into);
            }
        }
    }

    fn new_name(&mut self, body: &Body, name: &tree::Name) {
        if body.lookup(&name.text).is_some() {
            self.error(name.span, format!("the variable {} is already declared", name.text));
        }
    }

    fn is_reference(&self, kind: &Type) -> bool {
        match self.inference.head(kind) {
            Type::Interface(_) | Type::Class(_) | Type::Error => true,
            Type::Data(id, _) => id == self.known.future || id == self.known.destiny,
            _ => false,
        }
    }

    fn declare_variable(
        &mut self,
        body: &mut Body,
        kind: &'a tree::TypeUse,
        name: &'a tree::Name,
        value: Option<&'a tree::Expression>,
        statement: &'a tree::Statement,
    ) -> StatementKind {
        self.new_name(body, name);
        let parameters = body.type_parameters.clone();
        let declared = self.resolve_type(body.module, &parameters, kind);
        let value = match value {
            Some(value) => {
                let span = value.span;
                let (value, found) = self.right_side(body, value, &statement.annotations);
                self.require(&found, &declared, span);
                self.name_creation(&value, &name.text);
                value
            }
            None => {
                if !self.is_reference(&declared) {
                    let message =
                        format!("the variable {} needs a value: it is not of a reference type", name.text);
                    self.error(name.span, message);
                }
                let (null, _) = self.failed_expression(statement.span);
                RightSide::Pure(null)
            }
        };
        let slot = body.bind(name, declared);
        let is_final = annotated(&statement.annotations, "Final") || annotated(&kind.annotations, "Final");
        body.finals[slot.index()] = is_final;
        StatementKind::Set(Target::Local(slot), value)
    }

    fn assign(
        &mut self,
        body: &mut Body,
        name: &'a tree::Name,
        with_this: bool,
        value: &'a tree::Expression,
        annotations: &'a [tree::Annotation],
    ) -> StatementKind {
        let span = value.span;
        let (value, found) = self.right_side(body, value, annotations);
        self.name_creation(&value, &name.text);
        let local = if with_this { None } else { body.lookup(&name.text) };
        let (target, kind, is_final) = if let Some(slot) = local {
            (Target::Local(slot), body.locals[slot.index()].kind.clone(), body.finals[slot.index()])
        } else if let Some((field, kind)) = self.find_field(body, &name.text) {
            if body.readonly {
                let message = format!("the field {} is assigned to in a [Readonly] method", name.text);
                self.error(name.span, message);
            }
            let class = body.class.expect("a field belongs to a class");
            (Target::Field(field), kind, self.final_fields[class.index()][field.index()])
        } else {
            self.error(name.span, format!("unknown variable {}", name.text));
            (Target::Nowhere, Type::Error, false)
        };
        if is_final {
            self.error(name.span, format!("{} is [Final] and can't be assigned to", name.text));
        }
        self.require(&found, &kind, span);
        StatementKind::Set(target, value)
    }

    fn foreach(
        &mut self,
        body: &mut Body,
        variable: &'a tree::Name,
        index: Option<&'a tree::Name>,
        list: &'a tree::Expression,
        inner: &'a tree::Statement,
    ) -> StatementKind {
        let (list, found) = self.expression(body, list);
        let element = self.inference.fresh();
        let list_type = Type::Data(self.known.list, [element.clone()].into());
        self.require(&found, &list_type, list.span);
        let depth = body.scope.len();
        self.new_name(body, variable);
        let rest = body.slot("rest of the list", list_type, list.span);
        let element = self.inference.resolve(&element);
        let slot = body.bind(variable, element);
        let int = self.plain(self.known.int);
        let index = match index {
            Some(name) => {
                self.new_name(body, name);
                body.bind(name, int)
            }
            None => body.slot("index", int, list.span),
        };
        let inner = self.inner(body, inner, false);
        body.scope.truncate(depth);
        StatementKind::Foreach { variable: slot, index, rest, list, body: inner }
    }

    pub(super) fn branches(
        &mut self,
        body: &mut Body,
        branches: &'a [tree::SwitchBranch],
        subject: &Type,
        last: bool,
    ) -> Vec<(Pattern, Vec<Statement>)> {
        let mut checked = Vec::new();
        for branch in branches {
            let depth = body.scope.len();
            let pattern = self.pattern(body, &branch.pattern, subject);
            let statements = self.inner(body, &branch.body, last);
            body.scope.truncate(depth);
            checked.push((pattern, statements));
        }
        checked
    }

    /// A method that owes a value ends with `return` on every way.
    pub(super) fn must_return(&mut self, body: &Body, statements: &[Statement], end: Span) {
        let unit = self.plain(self.known.unit);
        let result = body.result.clone();
        if result == Type::Error || self.fits(&unit, &result) || returns(statements) {
            return;
        }
        let message =
            format!("this method owes a value of type {}, but may end without `return`", self.show(&result));
        self.error(end, message);
    }
}

/// Several durations in one guard are over when all are: none before the last of their beginnings, and the clock does
/// not go past the first of their ends that is not before it.
fn with_one_duration(guards: Vec<Guard>) -> Vec<Guard> {
    let (durations, mut others): (Vec<Guard>, Vec<Guard>) =
        guards.into_iter().partition(|guard| matches!(guard, Guard::Duration(..)));
    let greater = |left: Expression, right: Expression| choose(&left, &right, right.clone(), left.clone());
    let smaller = |left: Expression, right: Expression| choose(&left, &right, left.clone(), right.clone());
    let mut joined: Option<(Expression, Expression)> = None;
    for duration in durations {
        let Guard::Duration(low, high) = duration else { continue };
        joined = Some(match joined {
            None => (low, high),
            Some((known_low, known_high)) => {
                let low = greater(known_low, low);
                let high = greater(smaller(known_high, high), low.clone());
                (low, high)
            }
        });
    }
    others.extend(joined.map(|(low, high)| Guard::Duration(low, high)));
    others
}

/// `if left < right then one else other`
fn choose(left: &Expression, right: &Expression, one: Expression, other: Expression) -> Expression {
    let span = left.span;
    let less =
        ExpressionKind::Binary(tree::BinaryOperator::Less, Box::new(left.clone()), Box::new(right.clone()));
    let less = Expression { kind: less, span };
    Expression { kind: ExpressionKind::If(Box::new(less), Box::new(one), Box::new(other)), span }
}

fn returns(statements: &[Statement]) -> bool {
    statements.last().is_some_and(|statement| match &statement.kind {
        StatementKind::Return(_) | StatementKind::Throw(_) | StatementKind::Die(_) => true,
        StatementKind::Block(inner) => returns(inner),
        StatementKind::If(_, then, otherwise) => returns(then) && returns(otherwise),
        StatementKind::Switch(_, _, branches) => {
            !branches.is_empty() && branches.iter().all(|(_, inner)| returns(inner))
        }
        // A loop that never ends owes nothing.
        StatementKind::While(..) => true,
        _ => false,
    })
}
