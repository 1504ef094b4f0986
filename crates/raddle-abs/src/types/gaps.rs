//! What is legal ABS and can't be run: a run ends where it reaches it, with its name and place, and nothing is claimed
//! of what would follow. So a program that never comes there is checked as any other.
//!
//! Schedulers of one's own restrict the choice among the tasks of a location. The library's two restrict nothing that
//! could be relied on: one draws at random, the other takes the first of a list whose order the language leaves open.

use std::sync::Arc;

use super::kind::Type;
use super::resolved::{
    Builtin, ClassId, Expression, ExpressionKind, FunctionBody, FunctionId, GapId, GapInfo, RightSide,
    Statement, StatementKind, Target,
};
use super::scope::{Namespace, Symbol};
use super::{Checker, ModuleId, annotated, declare};
use crate::source::Span;
use crate::syntax::tree;

/// Schedulers of the library, under which every task may come next.
const FREE_SCHEDULERS: [&str; 2] = ["defaultscheduler", "randomscheduler"];

/// The value of an annotation with this label.
fn labelled<'t>(annotations: &'t [tree::Annotation], wanted: &str) -> Option<&'t tree::Annotation> {
    let is_wanted = |label: &tree::TypeUse| &*label.name.name.text == wanted;
    annotations.iter().find(|annotation| annotation.label.as_ref().is_some_and(is_wanted))
}

impl<'a> Checker<'a> {
    /// What computes something that can't be computed here.
    pub(super) fn gap(&mut self, what: &str, span: Span) -> Builtin {
        let id = GapId(self.program.gaps.len() as u32);
        self.program.gaps.push(GapInfo { what: what.into(), span });
        Builtin::Gap(id)
    }

    /// A statement that can't be run.
    pub(super) fn gap_statement(&mut self, what: &str, span: Span) -> Statement {
        let body = FunctionBody::Builtin(self.gap(what, span));
        let function: FunctionId = self.new_function(&Arc::from(what), span);
        self.program.functions[function.index()].body = body;
        self.signatures[function.index()].result = Type::Error;
        let call = Expression { kind: ExpressionKind::Call(function, Vec::new()), span };
        Statement { kind: StatementKind::Set(Target::Nowhere, RightSide::Pure(call)), span }
    }

    /// What a class's annotations say that can't be run when one of its objects is made.
    pub(super) fn class_annotations(&mut self, module: ModuleId, id: ClassId, class: &'a tree::Class) {
        let name = &class.name.text;
        if annotated(&class.annotations, "Foreign") {
            let what: Arc<str> =
                format!("the foreign class {name}, which another language implements,").into();
            self.class_gaps[id.index()].push((what, false));
        }
        if let Some(annotation) = labelled(&class.annotations, "Scheduler")
            && let Some(scheduler) = self.scheduler(module, annotation)
        {
            let what = format!("the scheduler {scheduler} of the class {name}").into();
            self.class_gaps[id.index()].push((what, true));
        }
    }

    /// What can't be run when an object of this class is made by a statement with these annotations.
    pub(super) fn creation_gaps(
        &mut self,
        module: ModuleId,
        class: ClassId,
        local: bool,
        annotations: &'a [tree::Annotation],
        span: Span,
    ) {
        let own = labelled(annotations, "Scheduler").filter(|_| !local);
        let of_class = self.class_gaps[class.index()].clone();
        for (what, of_location) in of_class {
            // A scheduler where the object is made takes the place of its class's.
            if !of_location || (!local && own.is_none()) {
                self.gaps_here.push((what, span));
            }
        }
        if let Some(annotation) = own
            && let Some(scheduler) = self.scheduler(module, annotation)
        {
            self.gaps_here.push((format!("the scheduler {scheduler}").into(), annotation.span));
        }
        if let Some(annotation) = labelled(annotations, "HTTPName") {
            let what = "an object that the Model API shows to the world outside ([HTTPName])";
            self.gaps_here.push((what.into(), annotation.span));
        }
    }

    /// The name of the scheduler that an annotation gives, if it restricts the choice of tasks.
    fn scheduler(&mut self, module: ModuleId, annotation: &'a tree::Annotation) -> Option<String> {
        let tree::ExpressionKind::Call(name, arguments) = &annotation.value.kind else {
            self.error(
                annotation.span,
                "a scheduler is a function of `queue`, such as [Scheduler: edf(queue)]",
            );
            return None;
        };
        let Some(Symbol::Function(function)) = self.find(module, Namespace::Function, name) else {
            self.error(name.span, format!("unknown function {}", declare::text_of(name)));
            return None;
        };
        let first = arguments.first().map(|argument| &argument.kind);
        if !matches!(first, Some(tree::ExpressionKind::Variable(queue)) if &*queue.text == "queue") {
            self.error(annotation.span, "the first argument of a scheduler is `queue`");
            return None;
        }
        let in_library = self.program.functions[function.index()].span.source.0 == 0;
        let is_free = in_library && FREE_SCHEDULERS.contains(&&*name.name.text) && arguments.len() == 1;
        (!is_free).then(|| declare::text_of(name))
    }
}
