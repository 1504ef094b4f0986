//! What is legal ABS and can't be run: a run ends where it reaches it, with its name and place, and nothing is claimed
//! of what would follow. So a program that never comes there is checked as any other.

use std::sync::Arc;

use super::kind::Type;
use super::resolved::{
    Builtin, ClassId, Expression, ExpressionKind, FunctionBody, FunctionId, GapId, GapInfo, RightSide,
    Statement, StatementKind, Target,
};
use super::{Checker, ModuleId, annotated};
use crate::source::Span;
use crate::syntax::tree;

/// The value of an annotation with this label.
pub(super) fn labelled<'t>(
    annotations: &'t [tree::Annotation],
    wanted: &str,
) -> Option<&'t tree::Annotation> {
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
            self.class_gaps[id.index()].push(what);
        }
        let scheduler = labelled(&class.annotations, "Scheduler");
        self.class_schedulers[id.index()] = scheduler.map(|annotation| (module, annotation));
    }

    /// What can't be run when an object of this class is made by a statement with these annotations.
    pub(super) fn creation_gaps(&mut self, class: ClassId, annotations: &'a [tree::Annotation], span: Span) {
        let of_class = self.class_gaps[class.index()].clone();
        self.gaps_here.extend(of_class.into_iter().map(|what| (what, span)));
        if let Some(annotation) = labelled(annotations, "HTTPName") {
            let what = "an object that the Model API shows to the world outside ([HTTPName])";
            self.gaps_here.push((what.into(), annotation.span));
        }
    }
}
