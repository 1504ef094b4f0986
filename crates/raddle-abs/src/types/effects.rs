//! Right sides: creation, calls and `get`, each alone.

use std::sync::Arc;

use super::kind::Type;
use super::resolved::{CallMode, CallSiteId, CreationSite, CreationSiteId, Expression, RightSide};
use super::scope::{Namespace, Symbol};
use super::{Body, Checker, ClassKind, declare, deployment};
use crate::source::Span;
use crate::syntax::tree::{self, ExpressionKind as Tree, Placement};

impl<'a> Checker<'a> {
    /// Checks what stands on the right of an assignment, or alone.
    pub(super) fn right_side(
        &mut self,
        body: &mut Body,
        expression: &'a tree::Expression,
        annotations: &'a [tree::Annotation],
    ) -> (RightSide, Type) {
        let span = expression.span;
        match &expression.kind {
            Tree::New(placement, class, arguments) => {
                self.creation(body, *placement, class, arguments, annotations, span)
            }
            Tree::AsynchronousCall(target, method, arguments) => {
                let deadline = self.deadline(body, annotations);
                let call = Call { target, method, arguments, mode: CallMode::Asynchronous, deadline, span };
                self.method_call(body, call)
            }
            Tree::AwaitCall(target, method, arguments) => {
                self.suspends(body, span, "`await`");
                let deadline = self.deadline(body, annotations);
                let call = Call { target, method, arguments, mode: CallMode::Await, deadline, span };
                self.method_call(body, call)
            }
            Tree::SynchronousCall(target, method, arguments) => {
                let call =
                    Call { target, method, arguments, mode: CallMode::Synchronous, deadline: None, span };
                self.method_call(body, call)
            }
            Tree::Get(future) => {
                self.suspends(body, span, "`get`");
                let (future, found) = self.expression(body, future);
                let value = self.future_value(&found, future.span);
                (RightSide::Get(future, span), value)
            }
            _ => {
                let (expression, found) = self.expression(body, expression);
                (RightSide::Pure(expression), found)
            }
        }
    }

    /// Remembers what a new object is first stored in.
    pub(super) fn name_creation(&mut self, value: &RightSide, name: &Arc<str>) {
        if let RightSide::New { site, .. } = value {
            self.program.creation_sites[site.index()].variable = Some(name.clone());
        }
    }

    /// The type of what a future holds.
    pub(super) fn future_value(&mut self, found: &Type, span: Span) -> Type {
        match self.inference.head(found) {
            Type::Data(id, arguments) if id == self.known.future => arguments[0].clone(),
            // What any future holds is not known; it can only be waited for.
            Type::Data(id, _) if id == self.known.destiny => self.inference.fresh(),
            Type::Error => Type::Error,
            other => {
                let variable = self.inference.fresh();
                let future = Type::Data(self.known.future, Arc::from([variable.clone()]));
                if matches!(other, Type::Variable(_)) && self.fits(&other, &future) {
                    return variable;
                }
                let message = format!("expected a future, but this has type {}", self.show(&other));
                self.error(span, message);
                Type::Error
            }
        }
    }

    /// Reports what may block or release the location, where that is forbidden.
    pub(super) fn suspends(&mut self, body: &Body, span: Span, what: &str) {
        if let Some(place) = body.no_suspension {
            self.error(span, format!("{what} can't be used in {place}"));
        }
    }

    fn deadline(&mut self, body: &mut Body, annotations: &'a [tree::Annotation]) -> Option<Box<Expression>> {
        let annotation = annotations
            .iter()
            .find(|a| a.label.as_ref().is_some_and(|label| &*label.name.name.text == "Deadline"))?;
        let (value, found) = self.expression(body, &annotation.value);
        let wanted = match self.scopes[0].own.get(&(Namespace::Type, Arc::from("Duration"))) {
            Some(Symbol::Data(id)) => self.plain(*id),
            _ => Type::Error,
        };
        self.require(&found, &wanted, annotation.span);
        Some(Box::new(value))
    }

    fn creation(
        &mut self,
        body: &mut Body,
        placement: Placement,
        name: &tree::QualifiedName,
        arguments: &'a [tree::Expression],
        annotations: &'a [tree::Annotation],
        span: Span,
    ) -> (RightSide, Type) {
        let Some(Symbol::Class(class)) = self.find(body.module, Namespace::Class, name) else {
            self.error(name.span, format!("unknown class {}", declare::text_of(name)));
            for argument in arguments {
                self.expression(body, argument);
            }
            let (failed, kind) = self.failed_expression(span);
            return (RightSide::Pure(failed), kind);
        };
        let parameters: Vec<Type> = {
            let class = &self.program.classes[class.index()];
            class.fields[..class.parameters as usize].iter().map(|field| field.kind.clone()).collect()
        };
        let what = format!("the class {}", name.name.text);
        let arguments = self.arguments(body, &what, arguments, &parameters, span);
        let local = match placement {
            Placement::Local => true,
            Placement::Cog => false,
            // The library is written in today's dialect.
            Placement::Plain => self.older_dialect && span.source.0 != 0,
        };
        let clash = match (self.class_kinds[class.index()], local) {
            (Some(ClassKind::Plain), false) => Some("[Plain]: it must be created with `new local`"),
            (Some(ClassKind::Cog), true) => Some("[COG]: it must be created in a location of its own"),
            _ => None,
        };
        if let Some(clash) = clash {
            self.error(span, format!("the class {} is {clash}", name.name.text));
        }
        let is_component = self.program.deployment.is_some_and(|deployment| deployment.class == class);
        if local && (is_component || deployment::is_placed(annotations)) {
            let message = "all objects of a location lie on one deployment component, and a component has a \
                           location of its own: `new local` can't be used here";
            self.error(span, message);
        }
        self.creation_gaps(class, annotations, span);
        let own = super::gaps::labelled(annotations, "Scheduler").filter(|_| !local);
        let scheduler = if local { None } else { self.scheduler_of(body.module, class, own) };
        let site = CreationSiteId(self.program.creation_sites.len() as u32);
        self.program.creation_sites.push(CreationSite { class, local, span, scheduler, variable: None });
        (RightSide::New { class, arguments, local, site, span }, Type::Class(class))
    }

    fn method_call(&mut self, body: &mut Body, call: Call<'a>) -> (RightSide, Type) {
        let Call { target, method, arguments, mode, deadline, span } = call;
        let (target, found) = self.expression(body, target);
        let Some(signature) = self.find_method(&found, &method.text) else {
            let message = match self.inference.head(&found) {
                Type::Error => None,
                Type::Interface(_) | Type::Class(_) => {
                    Some(format!("{} has no method {}", self.show(&found), method.text))
                }
                Type::Null => Some("a method of `null` can't be called".to_owned()),
                _ => Some(format!("methods are called on objects, but this has type {}", self.show(&found))),
            };
            if let Some(message) = message {
                self.error(method.span, message);
            }
            for argument in arguments {
                self.expression(body, argument);
            }
            let (failed, kind) = self.failed_expression(span);
            return (RightSide::Pure(failed), kind);
        };
        let what = format!("the method {}", method.text);
        let arguments = self.arguments(body, &what, arguments, &signature.parameters, span);
        let result = match mode {
            CallMode::Asynchronous => Type::Data(self.known.future, Arc::from([signature.result])),
            CallMode::Await | CallMode::Synchronous => signature.result,
        };
        let site = CallSiteId(self.program.call_sites.len() as u32);
        self.program.call_sites.push(span);
        let call = RightSide::Call {
            target: Box::new(target),
            selector: signature.selector,
            arguments,
            mode,
            site,
            deadline,
            span,
        };
        (call, result)
    }
}

/// A method call as it is written.
struct Call<'a> {
    target: &'a tree::Expression,
    method: &'a tree::Name,
    arguments: &'a [tree::Expression],
    mode: CallMode,
    deadline: Option<Box<Expression>>,
    span: Span,
}
