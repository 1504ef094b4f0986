//! Ways through a syntax tree for those who change it: every expression and pattern, or only the calls of `original`.

use std::sync::Arc;

use super::tree::{
    Annotation, Expression, ExpressionKind, FunctionArgument, Guard, Name, Pattern, PatternKind, Statement,
    StatementKind,
};
use crate::source::Span;

/// A call of a method of this object, in the place of `original(…)`.
pub fn call_of(method: &Arc<str>, arguments: Vec<Expression>, span: Span) -> ExpressionKind {
    let this = Box::new(Expression { kind: ExpressionKind::This, span });
    ExpressionKind::SynchronousCall(this, Name { text: method.clone(), span }, arguments)
}

/// Every expression with an effect that stands where `original(…)` may stand.
pub fn originals(statements: &mut [Statement], visit: &mut dyn FnMut(&mut Expression)) {
    for statement in statements {
        if let StatementKind::Declare(_, _, Some(value))
        | StatementKind::Assign(_, _, value)
        | StatementKind::Expression(value)
        | StatementKind::Return(value) = &mut statement.kind
        {
            visit(value);
        }
        for inner in inner_statements(statement) {
            originals(std::slice::from_mut(inner), visit);
        }
    }
}

/// The statements inside of one.
fn inner_statements(statement: &mut Statement) -> Vec<&mut Statement> {
    match &mut statement.kind {
        StatementKind::Block(inner) => inner.iter_mut().collect(),
        StatementKind::If(_, then, otherwise) => {
            std::iter::once(&mut **then).chain(otherwise.as_deref_mut()).collect()
        }
        StatementKind::While(_, body) | StatementKind::Foreach(_, _, _, body) => vec![&mut **body],
        StatementKind::Switch(_, branches) => branches.iter_mut().map(|branch| &mut branch.body).collect(),
        StatementKind::Try(body, branches, finally) => std::iter::once(&mut **body)
            .chain(branches.iter_mut().map(|branch| &mut branch.body))
            .chain(finally.as_deref_mut())
            .collect(),
        _ => Vec::new(),
    }
}

/// What a walk through everything meets.
pub enum Met<'m> {
    /// An expression, before what is in it.
    Expression(&'m mut Expression),
    /// A pattern, before what is in it.
    Pattern(&'m mut Pattern),
    /// A variable that is declared here.
    Declared(&'m Name),
}

/// Meets every expression, pattern and declared variable of a statement.
pub fn statement(statement: &mut Statement, visit: &mut dyn FnMut(Met<'_>)) {
    annotations(&mut statement.annotations, visit);
    match &mut statement.kind {
        StatementKind::Declare(_, name, value) => {
            visit(Met::Declared(name));
            value.iter_mut().for_each(|value| expression(value, visit));
        }
        StatementKind::Assign(_, _, value)
        | StatementKind::Expression(value)
        | StatementKind::Return(value)
        | StatementKind::Assert(value)
        | StatementKind::If(value, ..)
        | StatementKind::While(value, _)
        | StatementKind::Throw(value)
        | StatementKind::Move(value)
        | StatementKind::Die(value) => expression(value, visit),
        StatementKind::Foreach(item, index, value, _) => {
            visit(Met::Declared(item));
            index.iter().for_each(|index| visit(Met::Declared(index)));
            expression(value, visit);
        }
        StatementKind::Switch(value, branches) => {
            expression(value, visit);
            branches.iter_mut().for_each(|branch| pattern(&mut branch.pattern, visit));
        }
        StatementKind::Try(_, branches, _) => {
            branches.iter_mut().for_each(|branch| pattern(&mut branch.pattern, visit));
        }
        StatementKind::Await(awaited) => guard(awaited, visit),
        StatementKind::Duration(low, high) => {
            expression(low, visit);
            expression(high, visit);
        }
        StatementKind::Skip | StatementKind::Suspend | StatementKind::Block(_) | StatementKind::Error => {}
    }
    for inner in inner_statements(statement) {
        self::statement(inner, visit);
    }
}

/// Meets everything in annotations.
pub fn annotations(annotations: &mut [Annotation], visit: &mut dyn FnMut(Met<'_>)) {
    annotations.iter_mut().for_each(|annotation| expression(&mut annotation.value, visit));
}

fn guard(awaited: &mut Guard, visit: &mut dyn FnMut(Met<'_>)) {
    match awaited {
        Guard::Future(value) | Guard::Condition(value) => expression(value, visit),
        Guard::Duration(both) => {
            expression(&mut both.0, visit);
            expression(&mut both.1, visit);
        }
        Guard::And(left, right) => {
            guard(left, visit);
            guard(right, visit);
        }
    }
}

fn pattern(met: &mut Pattern, visit: &mut dyn FnMut(Met<'_>)) {
    visit(Met::Pattern(met));
    if let PatternKind::Constructor(_, inner) = &mut met.kind {
        inner.iter_mut().for_each(|inner| pattern(inner, visit));
    }
}

/// Meets an expression and everything in it.
pub fn expression(met: &mut Expression, visit: &mut dyn FnMut(Met<'_>)) {
    visit(Met::Expression(met));
    let mut all = |values: &mut [Expression]| values.iter_mut().for_each(|value| expression(value, visit));
    match &mut met.kind {
        ExpressionKind::Template(values)
        | ExpressionKind::Call(_, values)
        | ExpressionKind::VariadicCall(_, values)
        | ExpressionKind::Construct(_, values)
        | ExpressionKind::New(_, _, values)
        | ExpressionKind::Original(_, values) => all(values),
        ExpressionKind::PartialCall(_, functions, values) => {
            all(values);
            for function in functions {
                if let FunctionArgument::Anonymous { parameters, body, .. } = function {
                    parameters.iter().for_each(|parameter| visit(Met::Declared(&parameter.name)));
                    expression(body, visit);
                }
            }
        }
        ExpressionKind::Unary(_, value)
        | ExpressionKind::Implements(value, _)
        | ExpressionKind::As(value, _)
        | ExpressionKind::Get(value) => expression(value, visit),
        ExpressionKind::Binary(_, left, right) => {
            expression(left, visit);
            expression(right, visit);
        }
        ExpressionKind::If(condition, then, otherwise) => {
            expression(condition, visit);
            expression(then, visit);
            expression(otherwise, visit);
        }
        ExpressionKind::Let(_, name, value, body) => {
            visit(Met::Declared(name));
            expression(value, visit);
            expression(body, visit);
        }
        ExpressionKind::Case(value, branches) => {
            expression(value, visit);
            for branch in branches {
                pattern(&mut branch.pattern, visit);
                expression(&mut branch.body, visit);
            }
        }
        ExpressionKind::AsynchronousCall(target, _, values)
        | ExpressionKind::AwaitCall(target, _, values)
        | ExpressionKind::SynchronousCall(target, _, values) => {
            all(values);
            expression(target, visit);
        }
        ExpressionKind::Integer(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::Text(_)
        | ExpressionKind::Variable(_)
        | ExpressionKind::Field(_)
        | ExpressionKind::This
        | ExpressionKind::Null
        | ExpressionKind::Destiny
        | ExpressionKind::Error => {}
    }
}
