//! Warns of `await f?` on a field that another method assigns.
//!
//! A task awaits one future, as in the seeds: the one that the field holds when the task comes to its `await`. The semantics
//! of core ABS evaluates a guard again whenever the task could go on, and so would wait for the field's later future.
//! The two differ only where the field changes in between, so that only there something is said.

use super::Checker;
use super::resolved::{ExpressionKind, FieldId, Guard, Method, Statement, StatementKind, Target};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The fields that a method awaits and assigns.
#[derive(Default)]
struct Uses {
    awaited: Vec<(FieldId, Span)>,
    assigned: Vec<FieldId>,
}

impl Uses {
    fn of(method: &Method) -> Uses {
        let mut uses = Uses::default();
        uses.statements(&method.body);
        uses
    }

    fn statements(&mut self, list: &[Statement]) {
        for statement in list {
            match &statement.kind {
                StatementKind::Set(Target::Field(field), _) => self.assigned.push(*field),
                StatementKind::Await(guards) => {
                    for guard in guards {
                        if let Guard::Future(future) = guard
                            && let ExpressionKind::Field(field) = &future.kind
                        {
                            self.awaited.push((*field, future.span));
                        }
                    }
                }
                StatementKind::If(_, then, otherwise) => {
                    self.statements(then);
                    self.statements(otherwise);
                }
                StatementKind::While(_, body)
                | StatementKind::Foreach { body, .. }
                | StatementKind::Block(body) => self.statements(body),
                StatementKind::Switch(_, _, branches) => {
                    branches.iter().for_each(|(_, body)| self.statements(body));
                }
                StatementKind::Try { body, branches, finally, .. } => {
                    self.statements(body);
                    branches.iter().for_each(|(_, body)| self.statements(body));
                    self.statements(finally);
                }
                _ => {}
            }
        }
    }
}

impl Checker<'_> {
    /// Warns where the future of a guard may not be the one that its field holds when the guard holds.
    pub(super) fn warn_of_field_guards(&mut self) {
        let mut told = Vec::new();
        for class in &self.program.classes {
            let uses: Vec<(&Method, Uses)> = class
                .methods
                .iter()
                .map(|method| &self.program.methods[method.index()])
                .map(|method| (method, Uses::of(method)))
                .collect();
            for (at, (_, here)) in uses.iter().enumerate() {
                for (field, span) in &here.awaited {
                    let elsewhere = uses
                        .iter()
                        .enumerate()
                        .find(|(other, (_, uses))| *other != at && uses.assigned.contains(field));
                    if let Some((_, (method, _))) = elsewhere {
                        let name = &class.fields[field.index()].name;
                        told.push((*span, name.clone(), method.name.clone()));
                    }
                }
            }
        }
        for (span, field, method) in told {
            let message = format!(
                "the task awaits the future that {field} holds now, also where {method} gives {field} another one \
                 meanwhile"
            );
            self.diagnostics.push(Diagnostic::warning(span, message));
        }
    }
}
