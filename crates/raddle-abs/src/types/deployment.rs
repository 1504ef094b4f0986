//! Deployment components in the checker: annotations that say costs, sizes and places, `movecogto`, and the component that
//! the main block lies on.
//!
//! Costs and sizes mean something only where there are components: a program that mentions none is spared them.

use std::sync::Arc;

use super::kind::Type;
use super::resolved::{
    CreationSite, CreationSiteId, Deployment, Expression, ExpressionKind, ResourceUse, RightSide, Statement,
    StatementKind, Target,
};
use super::scope::{Namespace, Symbol};
use super::{Body, Checker};
use crate::source::Span;
use crate::syntax::tree::{self, ExpressionKind as Tree, StatementKind as TreeStatement};

/// The module of deployment components.
const MODULE: &str = "ABS.DC";

impl<'a> Checker<'a> {
    fn of_module(&self, space: Namespace, name: &str) -> Option<Symbol> {
        let at = self.modules.iter().position(|module| &*module.name.text == MODULE)?;
        self.scopes[at].own.get(&(space, Arc::from(name))).copied()
    }

    /// Finds what the machine must know of components, if the program mentions them.
    pub(super) fn find_deployment(&mut self) {
        let Some(Symbol::Class(class)) = self.of_module(Namespace::Class, "DeploymentComponent") else {
            return;
        };
        let Some(Symbol::Constructor(period)) = self.of_module(Namespace::Constructor, "Period") else {
            return;
        };
        let fields = &self.program.classes[class.index()].fields;
        let field = |name: &str| fields.iter().position(|field| &*field.name == name).map(|at| at as u32);
        let (Some(speed), Some(bandwidth), Some(off)) = (field("speed"), field("bandwidth"), field("off"))
        else {
            return;
        };
        self.program.deployment = Some(Deployment { class, speed, bandwidth, off, period });
    }

    /// Where the program asks for its component (`thisDC`), the main block lies on one with no end of everything.
    pub(super) fn initial_component(&mut self, body: &mut Body, span: Span) -> Vec<Statement> {
        let Some(deployment) = self.program.deployment.filter(|_| self.asks_for_component) else {
            return Vec::new();
        };
        let empty = match self.scopes[0].own.get(&(Namespace::Constructor, Arc::from("EmptyMap"))) {
            Some(Symbol::Constructor(id)) => *id,
            _ => return Vec::new(),
        };
        let span = Span { end: span.start, ..span };
        let expression = |kind| Expression { kind, span };
        let arguments = vec![
            expression(ExpressionKind::Text("Initial DC".into())),
            expression(ExpressionKind::Construct(empty, Vec::new())),
        ];
        let slot = body.slot("initial component", Type::Class(deployment.class), span);
        let site = CreationSiteId(self.program.creation_sites.len() as u32);
        let variable = Some(Arc::from("initial"));
        let class = deployment.class;
        self.program.creation_sites.push(CreationSite {
            class,
            local: false,
            span,
            scheduler: None,
            variable,
        });
        let new = RightSide::New { class, arguments, local: false, site, span };
        let here = expression(ExpressionKind::Local(slot));
        vec![
            Statement { kind: StatementKind::Set(Target::Local(slot), new), span },
            Statement { kind: StatementKind::Resource(ResourceUse::Move, here), span },
        ]
    }

    /// A deployment component.
    pub(super) fn component(&mut self, body: &mut Body, value: &'a tree::Expression) -> Expression {
        let (checked, found) = self.expression(body, value);
        match self.of_module(Namespace::Type, "DeploymentComponent") {
            Some(Symbol::Interface(id)) => self.require(&found, &Type::Interface(id), checked.span),
            _ => unreachable!("the library declares the interface of deployment components"),
        }
        checked
    }

    /// What the annotations of a statement say of deployment; it happens before the statement.
    pub(super) fn resource_annotations(
        &mut self,
        body: &mut Body,
        statement: &'a tree::Statement,
        into: &mut Vec<Statement>,
    ) {
        for annotation in &statement.annotations {
            let Some(label) = &annotation.label else { continue };
            let effect = effect_of(statement).map(|effect| &effect.kind);
            let is_call = matches!(
                effect,
                Some(Tree::AsynchronousCall(..) | Tree::AwaitCall(..) | Tree::SynchronousCall(..))
            );
            let what = match &*label.name.name.text {
                "Cost" => ResourceUse::Cost,
                "DataSize" if is_call => ResourceUse::Size,
                "DataSize" if matches!(statement.kind, TreeStatement::Return(_)) => ResourceUse::Answer,
                "DC" => {
                    let Some(Tree::New(..)) = effect else {
                        self.error(annotation.span, "[DC: …] stands before a statement that makes an object");
                        continue;
                    };
                    ResourceUse::Place
                }
                _ => continue,
            };
            let value = if what == ResourceUse::Place {
                self.component(body, &annotation.value)
            } else if self.program.deployment.is_some() {
                let (value, found) = self.expression(body, &annotation.value);
                let rat = self.plain(self.known.rat);
                self.require(&found, &rat, value.span);
                value
            } else {
                continue;
            };
            into.push(Statement { kind: StatementKind::Resource(what, value), span: annotation.span });
        }
    }
}

/// The expression with an effect that a statement is about.
fn effect_of(statement: &tree::Statement) -> Option<&tree::Expression> {
    match &statement.kind {
        TreeStatement::Declare(_, _, Some(value))
        | TreeStatement::Assign(_, _, value)
        | TreeStatement::Expression(value)
        | TreeStatement::Return(value) => Some(value),
        _ => None,
    }
}

/// `[DC: …]` and `new local` don't go together: all objects of a location lie on one component.
pub(super) fn is_placed(annotations: &[tree::Annotation]) -> bool {
    annotations
        .iter()
        .any(|annotation| annotation.label.as_ref().is_some_and(|label| &*label.name.name.text == "DC"))
}
