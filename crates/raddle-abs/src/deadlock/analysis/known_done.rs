//! Futures that are known to be done where they are waited for: `await f?; x = f.get;` never blocks.
//!
//! The part of a may-happen-in-parallel analysis that needs one method only. A forward analysis over locals:
//! a local is known to be done behind an `await` or `get` of it, until it is assigned. Branches must agree; a loop and
//! a `try` forget what they assign. A field may be
//! assigned by another task while this one waits; if none that may do so is there at the same time, which
//! [`super::parallel`] can tell, fields are like locals, but for calls within the task. Sound, since a future that is
//! done stays done.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::source::Span;
use crate::types::resolved::{
    Expression, ExpressionKind, FieldId, Guard, LocalId, Program, RightSide, Statement, StatementKind, Target,
};

/// What is known of the waits of a program, by the places of the futures' expressions.
#[derive(Clone, Debug, Default)]
pub struct KnownDone {
    /// Futures that are done when they are waited for.
    pub done: FxHashSet<Span>,
    /// Futures in a field that are done if nobody else assigns the field meanwhile.
    pub done_if_kept: FxHashMap<Span, FieldId>,
}

/// Reads all methods of a program.
#[must_use]
pub fn known_done(program: &Program) -> KnownDone {
    let mut known_done = KnownDone::default();
    for method in &program.methods {
        Reader { known_done: &mut known_done }.block(&method.body, &mut FxHashSet::default());
    }
    known_done
}

/// Calls `each` for each local that is assigned; without a value if it is bound by a pattern or a loop.
pub(super) fn each_assignment<'s>(
    block: &'s [Statement],
    each: &mut dyn FnMut(LocalId, Option<&'s RightSide>),
) {
    for statement in block {
        match &statement.kind {
            StatementKind::Set(Target::Local(local), value) => each(*local, Some(value)),
            StatementKind::If(_, then, otherwise) => {
                each_assignment(then, each);
                each_assignment(otherwise, each);
            }
            StatementKind::While(_, body) | StatementKind::Block(body) => each_assignment(body, each),
            StatementKind::Foreach { variable, index, rest, body, .. } => {
                for local in [variable, index, rest] {
                    each(*local, None);
                }
                each_assignment(body, each);
            }
            StatementKind::Switch(local, _, branches) => {
                each(*local, None);
                each_branch(branches, each);
            }
            StatementKind::Try { body, exception, branches, finally } => {
                each(*exception, None);
                each_assignment(body, each);
                each_branch(branches, each);
                each_assignment(finally, each);
            }
            _ => {}
        }
    }
}

fn each_branch<'s>(
    branches: &'s [(crate::types::resolved::Pattern, Vec<Statement>)],
    each: &mut dyn FnMut(LocalId, Option<&'s RightSide>),
) {
    for (pattern, body) in branches {
        each_binding(pattern, &mut |local| each(local, None));
        each_assignment(body, each);
    }
}

fn each_binding(pattern: &crate::types::resolved::Pattern, each: &mut dyn FnMut(LocalId)) {
    match pattern {
        crate::types::resolved::Pattern::Bind(local) => each(*local),
        crate::types::resolved::Pattern::Constructor(_, parts) => {
            parts.iter().for_each(|part| each_binding(part, each));
        }
        _ => {}
    }
}

/// What holds a future.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Holder {
    Local(LocalId),
    Field(FieldId),
}

type Done = FxHashSet<Holder>;

struct Reader<'s> {
    known_done: &'s mut KnownDone,
}

impl Reader<'_> {
    /// The future is waited for: notes what is known of it; it is done behind.
    fn wait(&mut self, future: &Expression, done: &mut Done) {
        let holder = match future.kind {
            ExpressionKind::Local(local) => Holder::Local(local),
            ExpressionKind::Field(field) => Holder::Field(field),
            _ => return,
        };
        match holder {
            _ if !done.contains(&holder) => {}
            Holder::Local(_) => {
                self.known_done.done.insert(future.span);
            }
            Holder::Field(field) => {
                self.known_done.done_if_kept.insert(future.span, field);
            }
        }
        done.insert(holder);
    }

    fn right_side(&mut self, value: &RightSide, done: &mut Done) {
        if let RightSide::Get(future, _) = value {
            self.wait(future, done);
        }
    }

    fn forget(block: &[Statement], done: &mut Done) {
        each_assignment(block, &mut |local, _| {
            done.remove(&Holder::Local(local));
        });
        Self::forget_fields(done);
    }

    /// Others of the object may run, within this task; what other tasks do is asked elsewhere.
    fn forget_fields(done: &mut Done) {
        done.retain(|holder| matches!(holder, Holder::Local(_)));
    }

    fn block(&mut self, block: &[Statement], done: &mut Done) {
        for statement in block {
            self.statement(statement, done);
        }
    }

    fn statement(&mut self, statement: &Statement, done: &mut Done) {
        match &statement.kind {
            StatementKind::Set(target, value) => {
                self.right_side(value, done);
                if matches!(value, RightSide::Call { .. } | RightSide::New { .. }) {
                    Self::forget_fields(done);
                }
                match target {
                    Target::Local(local) => done.remove(&Holder::Local(*local)),
                    Target::Field(field) => done.remove(&Holder::Field(*field)),
                    Target::Nowhere => false,
                };
            }
            StatementKind::Return(value) => self.right_side(value, done),
            StatementKind::Await(guards) => {
                let before = done.clone();
                for guard in guards {
                    if let Guard::Future(future) = guard {
                        let mut known = before.clone();
                        self.wait(future, &mut known);
                        done.extend(known);
                    }
                }
            }
            StatementKind::If(_, then, otherwise) => {
                let mut other = done.clone();
                self.block(then, done);
                self.block(otherwise, &mut other);
                done.retain(|local| other.contains(local));
            }
            StatementKind::While(_, body) => {
                Self::forget(body, done);
                self.block(body, &mut done.clone());
            }
            StatementKind::Block(body) => self.block(body, done),
            StatementKind::Foreach { .. } => {
                Self::forget(std::slice::from_ref(statement), done);
                if let StatementKind::Foreach { body, .. } = &statement.kind {
                    self.block(body, &mut done.clone());
                }
            }
            StatementKind::Switch(_, _, branches) => {
                let before = done.clone();
                let mut after: Option<Done> = None;
                for (pattern, body) in branches {
                    let mut here = before.clone();
                    each_binding(pattern, &mut |local| {
                        here.remove(&Holder::Local(local));
                    });
                    self.block(body, &mut here);
                    after = Some(match after {
                        Some(after) => after.intersection(&here).copied().collect(),
                        None => here,
                    });
                }
                *done = after.unwrap_or_default();
            }
            StatementKind::Try { body, branches, finally, .. } => {
                let mut inside = done.clone();
                self.block(body, &mut inside);
                Self::forget(std::slice::from_ref(statement), done);
                for (_, branch) in branches {
                    self.block(branch, &mut done.clone());
                }
                self.block(finally, &mut done.clone());
            }
            _ => {}
        }
    }
}
