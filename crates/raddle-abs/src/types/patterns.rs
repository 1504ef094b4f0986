//! Patterns of `case`, `switch` and `catch`. A variable that is bound already is a test for equality.

use super::kind::Type;
use super::resolved::Pattern;
use super::scope::{Namespace, Symbol};
use super::{Body, Checker, declare};
use crate::syntax::tree::{self, PatternKind};

impl Checker<'_> {
    /// Checks a pattern for values of type `subject`; what it binds is added to the scope.
    pub(super) fn pattern(&mut self, body: &mut Body, pattern: &tree::Pattern, subject: &Type) -> Pattern {
        match &pattern.kind {
            PatternKind::Anything => Pattern::Anything,
            PatternKind::Integer(digits) => {
                let head = self.inference.head(subject);
                let known = self.known;
                let numeric = matches!(&head, Type::Data(id, _) if [known.int, known.rat].contains(id));
                if !numeric {
                    let int = self.plain(known.int);
                    self.require(&int, subject, pattern.span);
                }
                Pattern::Integer(digits.clone())
            }
            PatternKind::Text(text) => {
                let string = self.plain(self.known.string);
                self.require(&string, subject, pattern.span);
                Pattern::Text(text.clone())
            }
            PatternKind::Variable(name) => self.variable_pattern(body, name, subject),
            PatternKind::Constructor(name, arguments) => {
                let Some(Symbol::Constructor(id)) = self.find(body.module, Namespace::Constructor, name)
                else {
                    self.error(name.span, format!("unknown constructor {}", declare::text_of(name)));
                    for argument in arguments {
                        self.pattern(body, argument, &Type::Error);
                    }
                    return Pattern::Anything;
                };
                let (parameters, own) = self.constructor_type(id);
                if !self.fits(subject, &own) {
                    let message = format!(
                        "the constructor {} makes values of type {}, but those matched have type {}",
                        name.name.text,
                        self.show(&own),
                        self.show(subject)
                    );
                    self.error(pattern.span, message);
                }
                if parameters.len() != arguments.len() {
                    let message = format!(
                        "the constructor {} takes {} arguments, but {} are given",
                        name.name.text,
                        parameters.len(),
                        arguments.len()
                    );
                    self.error(pattern.span, message);
                }
                let arguments = arguments
                    .iter()
                    .enumerate()
                    .map(|(at, argument)| {
                        let kind = parameters.get(at).cloned().unwrap_or(Type::Error);
                        self.pattern(body, argument, &kind)
                    })
                    .collect();
                Pattern::Constructor(id, arguments)
            }
        }
    }

    fn variable_pattern(&mut self, body: &mut Body, name: &tree::Name, subject: &Type) -> Pattern {
        let bound = match body.lookup(&name.text) {
            Some(slot) => Some((Pattern::EqualLocal(slot), body.locals[slot.index()].kind.clone())),
            None => self.find_field(body, &name.text).map(|(field, kind)| (Pattern::EqualField(field), kind)),
        };
        let Some((pattern, kind)) = bound else { return Pattern::Bind(body.bind(name, subject.clone())) };
        if self.join(&kind, subject).is_none() {
            let message = format!(
                "{} is bound already and has type {}, but the values matched have type {}",
                name.text,
                self.show(&kind),
                self.show(subject)
            );
            self.error(name.span, message);
        }
        pattern
    }
}
