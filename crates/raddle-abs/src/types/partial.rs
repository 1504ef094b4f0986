//! Partially defined functions: those that take functions.
//!
//! As in the ABS compiler, each call makes a copy of the function in which the functions given are put in
//! place of its function parameters; an anonymous function becomes a function of its own, with the variables
//! it captures as further parameters. The copy's type parameters are found by inference, since what the
//! functions given compute is known only there.

use std::sync::Arc;

use super::kind::Type;
use super::resolved::{Expression, ExpressionKind, FunctionBody, FunctionId, LocalId};
use super::scope::{Namespace, Symbol};
use super::{Body, Checker, FunctionSignature, declare};
use crate::source::Span;
use crate::syntax::tree::{self, FunctionArgument};

/// How deep copies may lead to further copies.
const EXPANSION_LIMIT: u32 = 40;

/// What a function parameter stands for inside a copy: a function, and the slots of what it captured.
#[derive(Clone, Debug)]
pub(super) struct FunctionBinding {
    pub(super) function: FunctionId,
    pub(super) captured: Vec<LocalId>,
}

/// The copy that is being checked, for its recursive calls.
#[derive(Clone, Debug)]
pub(super) struct Itself {
    function: FunctionId,
    captured: usize,
    parameters: Vec<Type>,
    result: Type,
}

/// A function given at a call, with the values it captures there.
struct Given {
    function: FunctionId,
    captured: Vec<(Arc<str>, Expression, Type)>,
}

impl<'a> Checker<'a> {
    pub(super) fn partial_call(
        &mut self,
        body: &mut Body,
        name: &tree::QualifiedName,
        functions: &'a [FunctionArgument],
        arguments: &'a [tree::Expression],
        span: Span,
    ) -> (Expression, Type) {
        let Some(Symbol::Partial(partial)) = self.find(body.module, Namespace::Partial, name) else {
            self.error(
                name.span,
                format!("unknown function {} that takes functions", declare::text_of(name)),
            );
            return self.failed_expression(span);
        };
        let (home, function) = self.partials[partial as usize];
        let wanted = function.functions.as_deref().unwrap_or(&[]);
        if wanted.len() != functions.len() {
            let message = format!(
                "the function {} takes {} functions, but {} are given",
                name.name.text,
                wanted.len(),
                functions.len()
            );
            self.error(span, message);
            return self.failed_expression(span);
        }
        if self.expansions >= EXPANSION_LIMIT {
            self.error(span, "these functions call each other with ever new functions");
            return self.failed_expression(span);
        }
        let mut given = Vec::new();
        for argument in functions {
            match self.given(body, argument) {
                Some(function) => given.push(function),
                None => return self.failed_expression(span),
            }
        }

        // The copy's parameters: everything captured, then the function's own.
        let variables = self.inference.fresh_list(function.type_parameters.len());
        let type_parameters: Vec<(Arc<str>, Type)> =
            function.type_parameters.iter().map(|p| p.text.clone()).zip(variables).collect();
        let parameters: Vec<Type> =
            function.parameters.iter().map(|p| self.resolve_type(home, &type_parameters, &p.kind)).collect();
        let result = self.resolve_type(home, &type_parameters, &function.result);
        let what = format!("the function {}", name.name.text);
        let own_arguments = self.arguments(body, &what, arguments, &parameters, span);

        let id = self.new_function(&function.name.text, function.name.span);
        let mut inner = Body::new(home, None);
        inner.type_parameters = type_parameters;
        inner.result = result.clone();
        let mut all_arguments = Vec::new();
        let mut all_types = Vec::new();
        for (parameter, function) in wanted.iter().zip(given) {
            let mut captured = Vec::new();
            for (text, value, kind) in function.captured {
                captured.push(inner.slot(&text, kind.clone(), value.span));
                all_arguments.push(value);
                all_types.push(kind);
            }
            let binding = FunctionBinding { function: function.function, captured };
            inner.functions.push((parameter.text.clone(), binding));
        }
        let captured = all_arguments.len();
        for (parameter, kind) in function.parameters.iter().zip(&parameters) {
            inner.bind(&parameter.name, kind.clone());
        }
        let itself =
            Itself { function: id, captured, parameters: parameters.clone(), result: result.clone() };
        inner.itself = Some((function.name.text.clone(), itself));
        all_types.extend(parameters);
        all_arguments.extend(own_arguments);
        self.signatures[id.index()] =
            FunctionSignature { type_parameters: 0, parameters: all_types.clone(), result: result.clone() };
        if let Some(expression) = &function.body {
            self.expansions += 1;
            self.function_body(id, inner, all_types.len(), expression, &result);
            self.expansions -= 1;
        }
        (Expression { kind: ExpressionKind::Call(id, all_arguments), span }, result)
    }

    /// Checks an expression as the body of a function.
    pub(super) fn function_body(
        &mut self,
        id: FunctionId,
        mut body: Body,
        parameters: usize,
        expression: &'a tree::Expression,
        result: &Type,
    ) {
        let (expression, found) = self.expression(&mut body, expression);
        self.require(&found, result, expression.span);
        for local in &mut body.locals {
            local.kind = self.inference.resolve(&local.kind);
        }
        let function = &mut self.program.functions[id.index()];
        function.parameters = parameters as u32;
        function.locals = body.locals;
        function.body = FunctionBody::Expression(expression);
    }

    pub(super) fn call_itself(
        &mut self,
        body: &mut Body,
        itself: &Itself,
        arguments: &'a [tree::Expression],
        span: Span,
    ) -> (Expression, Type) {
        let mut all: Vec<Expression> = (0..itself.captured)
            .map(|slot| Expression { kind: ExpressionKind::Local(declare::parameter_slot(slot)), span })
            .collect();
        all.extend(self.arguments(body, "this function", arguments, &itself.parameters, span));
        (Expression { kind: ExpressionKind::Call(itself.function, all), span }, itself.result.clone())
    }

    fn given(&mut self, body: &mut Body, argument: &'a FunctionArgument) -> Option<Given> {
        match argument {
            FunctionArgument::Named(name) => {
                let bound = body.functions.iter().rev().find(|(known, _)| *known == name.name.text);
                if let (None, Some((_, binding))) = (&name.module, bound) {
                    let captured = binding
                        .captured
                        .iter()
                        .map(|&slot| self.capture_local(body, slot, name.span))
                        .collect();
                    return Some(Given { function: binding.function, captured });
                }
                let Some(Symbol::Function(function)) = self.find(body.module, Namespace::Function, name)
                else {
                    self.error(name.span, format!("unknown function {}", declare::text_of(name)));
                    return None;
                };
                Some(Given { function, captured: Vec::new() })
            }
            FunctionArgument::Anonymous { parameters, body: inner, span } => {
                Some(self.lift(body, parameters, inner, *span))
            }
        }
    }

    fn capture_local(&self, body: &Body, slot: LocalId, span: Span) -> (Arc<str>, Expression, Type) {
        let local = &body.locals[slot.index()];
        let value = Expression { kind: ExpressionKind::Local(slot), span };
        (local.name.clone(), value, local.kind.clone())
    }

    /// Makes an anonymous function a function of its own.
    fn lift(
        &mut self,
        body: &mut Body,
        parameters: &'a [tree::Parameter],
        expression: &'a tree::Expression,
        span: Span,
    ) -> Given {
        let mut mentioned = Vec::new();
        mentioned_names(expression, &mut mentioned);
        let id = self.new_function(&Arc::from("anonymous function"), span);
        let mut inner = Body::new(body.module, None);
        inner.type_parameters.clone_from(&body.type_parameters);
        let mut captured: Vec<(Arc<str>, Expression, Type)> = Vec::new();
        let mut types = Vec::new();
        for name in mentioned {
            let hidden = captured.iter().any(|(known, ..)| *known == name)
                || parameters.iter().any(|parameter| parameter.name.text == name);
            if hidden {
                continue;
            }
            let Some((value, kind)) = self.captured_value(body, &name, span) else { continue };
            let slot = inner.slot(&name, kind.clone(), span);
            inner.scope.push((name.clone(), slot));
            types.push(kind.clone());
            captured.push((name, value, kind));
        }
        // Functions that are parameters around it may have captured something as well.
        for (name, binding) in body.functions.clone() {
            let mut slots = Vec::new();
            for slot in binding.captured {
                let (text, value, kind) = self.capture_local(body, slot, span);
                slots.push(inner.slot(&text, kind.clone(), span));
                types.push(kind.clone());
                captured.push((Arc::from(format!("{name} {text}")), value, kind));
            }
            inner.functions.push((name, FunctionBinding { function: binding.function, captured: slots }));
        }
        for parameter in parameters {
            let kind = self.resolve_type(body.module, &inner.type_parameters, &parameter.kind);
            inner.bind(&parameter.name, kind.clone());
            types.push(kind);
        }
        let result = self.inference.fresh();
        self.signatures[id.index()] =
            FunctionSignature { type_parameters: 0, parameters: types.clone(), result: result.clone() };
        self.function_body(id, inner, types.len(), expression, &result);
        Given { function: id, captured }
    }

    fn captured_value(&mut self, body: &Body, name: &str, span: Span) -> Option<(Expression, Type)> {
        if let Some(slot) = body.lookup(name) {
            let (_, value, kind) = self.capture_local(body, slot, span);
            return Some((value, kind));
        }
        if name == "this" {
            let class = body.class?;
            return Some((Expression { kind: ExpressionKind::This, span }, Type::Class(class)));
        }
        let field = name.strip_prefix("this.").unwrap_or(name);
        let (field, kind) = self.find_field(body, field)?;
        Some((Expression { kind: ExpressionKind::Field(field), span }, kind))
    }
}

/// Every variable, field (`this.f`) and `this` that an expression mentions.
fn mentioned_names(expression: &tree::Expression, names: &mut Vec<Arc<str>>) {
    use tree::ExpressionKind as Tree;
    let mut each = |list: &[tree::Expression]| list.iter().for_each(|e| mentioned_names(e, names));
    match &expression.kind {
        Tree::Variable(name) => names.push(name.text.clone()),
        Tree::Field(name) => names.push(Arc::from(format!("this.{}", name.text))),
        Tree::This => names.push("this".into()),
        Tree::Template(list)
        | Tree::Call(_, list)
        | Tree::VariadicCall(_, list)
        | Tree::Construct(_, list) => {
            each(list);
        }
        Tree::PartialCall(_, functions, list) => {
            each(list);
            for function in functions {
                if let FunctionArgument::Anonymous { body, .. } = function {
                    mentioned_names(body, names);
                }
            }
        }
        Tree::Unary(_, inner) | Tree::Implements(inner, _) | Tree::As(inner, _) => {
            mentioned_names(inner, names);
        }
        Tree::Binary(_, left, right) => {
            mentioned_names(left, names);
            mentioned_names(right, names);
        }
        Tree::If(condition, then, otherwise) => {
            mentioned_names(condition, names);
            mentioned_names(then, names);
            mentioned_names(otherwise, names);
        }
        Tree::Let(_, _, value, inner) => {
            mentioned_names(value, names);
            mentioned_names(inner, names);
        }
        Tree::Case(subject, branches) => {
            mentioned_names(subject, names);
            for branch in branches {
                pattern_names(&branch.pattern, names);
                mentioned_names(&branch.body, names);
            }
        }
        _ => {}
    }
}

fn pattern_names(pattern: &tree::Pattern, names: &mut Vec<Arc<str>>) {
    match &pattern.kind {
        tree::PatternKind::Variable(name) => names.push(name.text.clone()),
        tree::PatternKind::Constructor(_, arguments) => {
            arguments.iter().for_each(|p| pattern_names(p, names));
        }
        _ => {}
    }
}
