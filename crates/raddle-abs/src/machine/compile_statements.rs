//! From checked statements to code.

use super::code::{CallSite, Code, CodeId, Creation, GuardSite, Instruction};
use super::compile::{Compiler, Writer};
use crate::source::Span;
use crate::types::resolved::{
    BinaryOperator, CallMode, Expression, Guard, Pattern, ResourceUse, RightSide, Statement, StatementKind,
    Target,
};

impl Compiler<'_> {
    fn right_side(&mut self, writer: &mut Writer, value: &RightSide, is_used: bool) {
        match value {
            RightSide::Pure(expression) => self.expression(writer, expression),
            RightSide::New { class, arguments, local, site, span } => {
                let arguments = self.all(writer, arguments);
                let creation = Creation { class: *class, arguments, local: *local, site: *site };
                self.output.creations.push(creation);
                writer.push(Instruction::New(self.output.creations.len() as u32 - 1), *span);
            }
            RightSide::Call { target, selector, arguments, mode, deadline, span, .. } => {
                self.expression(writer, target);
                let count = self.all(writer, arguments);
                if let Some(deadline) = deadline {
                    self.expression(writer, deadline);
                }
                self.output.calls.push(CallSite {
                    selector: *selector,
                    arguments: count,
                    deadline: deadline.is_some(),
                    span: *span,
                });
                let call = self.output.calls.len() as u32 - 1;
                match mode {
                    CallMode::Asynchronous => {
                        writer.push(Instruction::Spawn(call), *span);
                    }
                    CallMode::Synchronous => {
                        writer.push(Instruction::Invoke(call), *span);
                    }
                    CallMode::Await => {
                        // The future is needed twice: for the await, and for its value.
                        let slot = writer.locals;
                        writer.locals += 1;
                        writer.push(Instruction::Spawn(call), *span);
                        writer.push(Instruction::SetLocal(slot), *span);
                        writer.push(Instruction::Local(slot), *span);
                        self.output.guards.push(GuardSite {
                            futures: 1,
                            condition: None,
                            timed: false,
                            span: *span,
                        });
                        writer.push(Instruction::Await(self.output.guards.len() as u32 - 1), *span);
                        if is_used {
                            writer.push(Instruction::Local(slot), *span);
                            writer.push(Instruction::Get, *span);
                        } else {
                            writer.push(Instruction::Null, *span);
                        }
                    }
                }
            }
            RightSide::Get(future, span) => {
                self.expression(writer, future);
                writer.push(Instruction::Get, *span);
            }
        }
    }

    pub(super) fn statements(&mut self, writer: &mut Writer, statements: &[Statement]) {
        for statement in statements {
            self.statement(writer, statement);
        }
    }

    fn way(&mut self, writer: &mut Writer, span: Span, which: &'static str) {
        self.output.branches.push((span, which));
        writer.push(Instruction::Branch(self.output.branches.len() as u32 - 1), span);
    }

    fn statement(&mut self, writer: &mut Writer, statement: &Statement) {
        let span = statement.span;
        // The library's own classes are not the program under test.
        if span.source.0 != 0 && !matches!(statement.kind, StatementKind::Block(_)) {
            self.output.statements.push(span);
            writer.push(Instruction::Statement(self.output.statements.len() as u32 - 1), span);
        }
        match &statement.kind {
            StatementKind::Skip => {}
            StatementKind::Set(target, value) => {
                self.right_side(writer, value, *target != Target::Nowhere);
                let instruction = match target {
                    Target::Local(slot) => Instruction::SetLocal(slot.0),
                    Target::Field(field) => Instruction::SetField(field.0),
                    Target::Nowhere => Instruction::Pop,
                };
                writer.push(instruction, span);
            }
            StatementKind::Return(value) => {
                self.right_side(writer, value, true);
                writer.push(Instruction::Return, span);
            }
            StatementKind::Assert(condition) => {
                self.expression(writer, condition);
                writer.push(Instruction::Assert, span);
            }
            StatementKind::If(condition, then, otherwise) => {
                self.expression(writer, condition);
                let to_else = writer.push(Instruction::JumpUnless(0), condition.span);
                self.way(writer, condition.span, "true");
                self.statements(writer, then);
                let to_end = writer.push(Instruction::Jump(0), span);
                writer.land(to_else);
                self.way(writer, condition.span, "false");
                self.statements(writer, otherwise);
                writer.land(to_end);
            }
            StatementKind::While(condition, body) => {
                let start = writer.here();
                self.expression(writer, condition);
                let to_end = writer.push(Instruction::JumpUnless(0), condition.span);
                self.way(writer, condition.span, "true");
                self.statements(writer, body);
                writer.push(Instruction::Jump(start), span);
                writer.land(to_end);
                self.way(writer, condition.span, "false");
            }
            StatementKind::Foreach { variable, index, rest, list, body } => {
                debug_assert_eq!(variable.0, rest.0 + 1, "the element's slot follows the list's");
                self.expression(writer, list);
                writer.push(Instruction::SetLocal(rest.0), span);
                writer.push(Instruction::Integer(-1), span);
                writer.push(Instruction::SetLocal(index.0), span);
                let start = writer.here();
                let to_end = writer.push(Instruction::Next { rest: rest.0, otherwise: 0 }, list.span);
                writer.push(Instruction::Local(index.0), span);
                writer.push(Instruction::Integer(1), span);
                writer.push(Instruction::Binary(BinaryOperator::Add), span);
                writer.push(Instruction::SetLocal(index.0), span);
                self.statements(writer, body);
                writer.push(Instruction::Jump(start), span);
                writer.land(to_end);
            }
            StatementKind::Switch(slot, subject, branches) => {
                self.expression(writer, subject);
                writer.push(Instruction::SetLocal(slot.0), subject.span);
                let mut ends = Vec::new();
                for (pattern, body) in branches {
                    let next = self.branch(writer, slot.0, pattern, subject.span);
                    let at = body.first().map_or(span, |first| first.span);
                    self.way(writer, at, "taken");
                    self.statements(writer, body);
                    ends.push(writer.push(Instruction::Jump(0), span));
                    writer.land(next);
                }
                writer.push(Instruction::NoMatch, span);
                for end in ends {
                    writer.land(end);
                }
            }
            StatementKind::Try { body, exception, branches, finally } => {
                self.try_statement(writer, body, exception.0, branches, finally, span);
            }
            StatementKind::Await(guards) => self.await_statement(writer, guards, span),
            StatementKind::Suspend => {
                writer.push(Instruction::Suspend, span);
            }
            StatementKind::Duration(low, high) => {
                self.output.uses_time = true;
                self.expression(writer, low);
                self.expression(writer, high);
                writer.push(Instruction::Duration, span);
            }
            StatementKind::Resource(what, value) => {
                if !matches!(what, ResourceUse::Move | ResourceUse::Place) {
                    (self.output.uses_time, self.output.uses_resources) = (true, true);
                }
                self.expression(writer, value);
                writer.push(Instruction::Resource(*what), span);
            }
            StatementKind::Throw(exception) => {
                self.expression(writer, exception);
                writer.push(Instruction::Throw, span);
            }
            StatementKind::Die(exception) => {
                self.expression(writer, exception);
                writer.push(Instruction::Die, span);
            }
            StatementKind::Block(inner) => self.statements(writer, inner),
        }
    }

    /// `finally` is written once for each way out: after the body, after each branch, and for exceptions
    /// that nobody here handles or that a branch throws.
    fn try_statement(
        &mut self,
        writer: &mut Writer,
        body: &[Statement],
        exception: u32,
        branches: &[(Pattern, Vec<Statement>)],
        finally: &[Statement],
        span: Span,
    ) {
        let handler = writer.push(Instruction::PushHandler(0), span);
        self.statements(writer, body);
        writer.push(Instruction::PopHandler, span);
        self.statements(writer, finally);
        let mut ends = vec![writer.push(Instruction::Jump(0), span)];

        writer.land(handler);
        writer.push(Instruction::SetLocal(exception), span);
        let outer = (!finally.is_empty()).then(|| writer.push(Instruction::PushHandler(0), span));
        for (pattern, statements) in branches {
            let next = self.branch(writer, exception, pattern, span);
            let at = statements.first().map_or(span, |first| first.span);
            self.way(writer, at, "caught");
            self.statements(writer, statements);
            if outer.is_some() {
                writer.push(Instruction::PopHandler, span);
            }
            self.statements(writer, finally);
            ends.push(writer.push(Instruction::Jump(0), span));
            writer.land(next);
        }
        writer.push(Instruction::Local(exception), span);
        writer.push(Instruction::Rethrow, span);
        if let Some(outer) = outer {
            writer.land(outer);
            writer.push(Instruction::SetLocal(exception), span);
            self.statements(writer, finally);
            writer.push(Instruction::Local(exception), span);
            writer.push(Instruction::Rethrow, span);
        }
        for end in ends {
            writer.land(end);
        }
    }

    fn await_statement(&mut self, writer: &mut Writer, guards: &[Guard], span: Span) {
        let mut futures = 0;
        let mut conditions: Vec<&Expression> = Vec::new();
        let mut duration = None;
        for guard in guards {
            match guard {
                Guard::Future(future) => {
                    self.expression(writer, future);
                    futures += 1;
                }
                Guard::Condition(condition) => conditions.push(condition),
                Guard::Duration(low, high) => duration = Some((low, high)),
            }
        }
        if let Some((low, high)) = duration {
            self.output.uses_time = true;
            self.expression(writer, low);
            self.expression(writer, high);
        }
        let condition = (!conditions.is_empty()).then(|| self.condition(writer, &conditions));
        self.output.guards.push(GuardSite { futures, condition, timed: duration.is_some(), span });
        writer.push(Instruction::Await(self.output.guards.len() as u32 - 1), span);
    }

    /// The conditions of a guard, joined by `&&`, as a piece of code over the same slots.
    fn condition(&mut self, outer: &mut Writer, conditions: &[&Expression]) -> CodeId {
        let mut writer = Writer::new(outer.locals as usize);
        let mut ends = Vec::new();
        for (at, condition) in conditions.iter().enumerate() {
            self.expression(&mut writer, condition);
            if at + 1 < conditions.len() {
                ends.push(writer.push(Instruction::JumpIfFalseElsePop(0), condition.span));
            }
        }
        for end in ends {
            writer.land(end);
        }
        writer.push(Instruction::Return, conditions[0].span);
        let id = CodeId(
            (self.program.functions.len() + self.program.methods.len() + self.guard_codes.len()) as u32,
        );
        self.guard_codes.push(Code {
            name: "guard".into(),
            instructions: writer.instructions,
            spans: writer.spans,
            locals: writer.locals,
            parameters: writer.locals,
        });
        id
    }
}
