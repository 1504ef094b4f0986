//! Futures that are known to be done where they are waited for: `await f?; x = f.get;` never blocks.
//!
//! The part of a may-happen-in-parallel analysis that needs one method only. A forward analysis over locals:
//! a local is known to be done behind an `await` or `get` of it, until it is assigned. Branches must agree; a loop and
//! a `try` forget what they assign. Fields are never known to be: another task may assign them. Sound, since a
//! future that is done stays done.

use rustc_hash::FxHashSet;

use crate::source::Span;
use crate::types::resolved::{
    CallMode, Expression, ExpressionKind, Guard, LocalId, Method, Program, RightSide, Statement,
    StatementKind, Target,
};

/// What is known of the waits of a program, by the places of the futures' expressions.
#[derive(Clone, Debug, Default)]
pub struct KnownDone {
    /// Futures that are done when they are waited for.
    pub done: FxHashSet<Span>,
    /// Futures that can only come from calls that the same activation has made.
    pub own: FxHashSet<Span>,
}

/// Reads all methods of a program.
#[must_use]
pub fn known_done(program: &Program) -> KnownDone {
    let mut known_done = KnownDone::default();
    for method in &program.methods {
        let mut reader = Reader { known_done: &mut known_done, own: own_locals(method) };
        reader.block(&method.body, &mut FxHashSet::default());
    }
    known_done
}

/// The locals that are assigned by asynchronous calls only.
fn own_locals(method: &Method) -> FxHashSet<LocalId> {
    let mut own = FxHashSet::default();
    let mut other: FxHashSet<LocalId> = (0..method.parameters).map(LocalId).collect();
    each_assignment(&method.body, &mut |local, value| {
        let is_call = matches!(value, Some(RightSide::Call { mode: CallMode::Asynchronous, .. }));
        let is_null = matches!(value, Some(RightSide::Pure(Expression { kind: ExpressionKind::Null, .. })));
        if is_call || is_null {
            own.insert(local)
        } else {
            other.insert(local)
        };
    });
    own.retain(|local| !other.contains(local));
    own
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

type Locals = FxHashSet<LocalId>;

struct Reader<'s> {
    known_done: &'s mut KnownDone,
    own: Locals,
}

impl Reader<'_> {
    /// The future is waited for: notes what is known of it; it is done behind.
    fn wait(&mut self, future: &Expression, done: &mut Locals) {
        let ExpressionKind::Local(local) = future.kind else { return };
        if done.contains(&local) {
            self.known_done.done.insert(future.span);
        }
        if self.own.contains(&local) {
            self.known_done.own.insert(future.span);
        }
        done.insert(local);
    }

    fn right_side(&mut self, value: &RightSide, done: &mut Locals) {
        if let RightSide::Get(future, _) = value {
            self.wait(future, done);
        }
    }

    fn forget(block: &[Statement], done: &mut Locals) {
        each_assignment(block, &mut |local, _| {
            done.remove(&local);
        });
    }

    fn block(&mut self, block: &[Statement], done: &mut Locals) {
        for statement in block {
            self.statement(statement, done);
        }
    }

    fn statement(&mut self, statement: &Statement, done: &mut Locals) {
        match &statement.kind {
            StatementKind::Set(target, value) => {
                self.right_side(value, done);
                if let Target::Local(local) = target {
                    done.remove(local);
                }
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
                let mut after: Option<Locals> = None;
                for (pattern, body) in branches {
                    let mut here = before.clone();
                    each_binding(pattern, &mut |local| {
                        here.remove(&local);
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
