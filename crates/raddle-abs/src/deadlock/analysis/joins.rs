//! Calls that are finished when their caller is: it waits for them, and nothing lets it end before it has.
//!
//! The statements between a call and the wait for its future must not fail, return, or assign the local that holds the
//! future. Such are `skip` and copies of values, `await` of futures that are never null, and asynchronous calls of `this`
//! or of objects that are never null. A `get` may fail, as what it gets may have failed, but has waited then.

use rustc_hash::FxHashSet;

use super::known_done::each_assignment;
use super::orders::local_of;
use crate::source::Span;
use crate::types::resolved::{
    CallMode, Expression, ExpressionKind, Guard, LocalId, Method, Program, RightSide, Statement,
    StatementKind, Target,
};

/// How many statements behind a call are looked at.
const LOOKED_AT: usize = 50;

/// The places of all such calls.
#[must_use]
pub fn joined(program: &Program) -> FxHashSet<Span> {
    let mut found = FxHashSet::default();
    for method in &program.methods {
        let never_null = never_null(method);
        Reader { never_null, found: &mut found }.block(&method.body);
    }
    found
}

/// The locals that are only ever assigned new objects, or the futures of calls.
fn never_null(method: &Method) -> FxHashSet<LocalId> {
    let mut good = FxHashSet::default();
    let mut bad: FxHashSet<LocalId> = (0..method.parameters).map(LocalId).collect();
    each_assignment(&method.body, &mut |local, value| {
        let is_good = matches!(
            value,
            Some(RightSide::New { .. } | RightSide::Call { mode: CallMode::Asynchronous, .. })
        );
        if is_good {
            good.insert(local)
        } else {
            bad.insert(local)
        };
    });
    good.retain(|local| !bad.contains(local));
    good
}

struct Reader<'r> {
    never_null: FxHashSet<LocalId>,
    found: &'r mut FxHashSet<Span>,
}

impl Reader<'_> {
    fn block(&mut self, block: &[Statement]) {
        for (at, statement) in block.iter().enumerate() {
            match &statement.kind {
                StatementKind::Set(target, RightSide::Call { mode, span, .. }) => {
                    let waits = |local: LocalId| self.waits(&block[at + 1..], local);
                    if *mode != CallMode::Asynchronous
                        || matches!(*target, Target::Local(local) if waits(local))
                    {
                        self.found.insert(*span);
                    }
                }
                StatementKind::Return(RightSide::Call { mode, span, .. })
                    if *mode != CallMode::Asynchronous =>
                {
                    self.found.insert(*span);
                }
                StatementKind::If(_, then, otherwise) => {
                    self.block(then);
                    self.block(otherwise);
                }
                StatementKind::While(_, body)
                | StatementKind::Block(body)
                | StatementKind::Foreach { body, .. } => self.block(body),
                StatementKind::Switch(_, _, branches) => {
                    branches.iter().for_each(|(_, body)| self.block(body));
                }
                StatementKind::Try { body, branches, finally, .. } => {
                    self.block(body);
                    branches.iter().for_each(|(_, body)| self.block(body));
                    self.block(finally);
                }
                _ => {}
            }
        }
    }

    /// Is the future that the local holds waited for before anything else can happen to its caller?
    fn waits(&self, rest: &[Statement], local: LocalId) -> bool {
        for statement in rest.iter().take(LOOKED_AT) {
            if self.waits_for(statement, local) {
                return true;
            }
            if !self.is_harmless(statement, local) {
                return false;
            }
        }
        false
    }

    fn waits_for(&self, statement: &Statement, wanted: LocalId) -> bool {
        let is_wanted = |future: &Expression| local_of(future) == Some(wanted);
        match &statement.kind {
            StatementKind::Set(_, RightSide::Get(future, _))
            | StatementKind::Return(RightSide::Get(future, _)) => is_wanted(future),
            // Another guard could fail before it waits.
            StatementKind::Await(guards) => {
                self.cannot_fail(guards)
                    && guards.iter().any(|guard| matches!(guard, Guard::Future(future) if is_wanted(future)))
                    || matches!(guards.as_slice(), [Guard::Future(future)] if is_wanted(future))
            }
            _ => false,
        }
    }

    fn cannot_fail(&self, guards: &[Guard]) -> bool {
        guards.iter().all(|guard| match guard {
            Guard::Future(future) => local_of(future).is_some_and(|local| self.never_null.contains(&local)),
            _ => false,
        })
    }

    /// Does the caller always come behind this statement, with the local as it was?
    fn is_harmless(&self, statement: &Statement, kept: LocalId) -> bool {
        match &statement.kind {
            StatementKind::Skip => true,
            StatementKind::Await(guards) => self.cannot_fail(guards),
            StatementKind::Set(target, value) => {
                let harmless = match value {
                    RightSide::Pure(expression) => is_plain(expression),
                    RightSide::Call {
                        target,
                        arguments,
                        mode: CallMode::Asynchronous,
                        deadline: None,
                        ..
                    } => {
                        let known = matches!(target.kind, ExpressionKind::This)
                            || local_of(target).is_some_and(|local| self.never_null.contains(&local));
                        known && arguments.iter().all(is_plain)
                    }
                    _ => false,
                };
                harmless && *target != Target::Local(kept)
            }
            _ => false,
        }
    }
}

/// Is it a value that is just there?
fn is_plain(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Integer(_)
        | ExpressionKind::Float(_)
        | ExpressionKind::Text(_)
        | ExpressionKind::Local(_)
        | ExpressionKind::Field(_)
        | ExpressionKind::This
        | ExpressionKind::Null
        | ExpressionKind::Destiny => true,
        ExpressionKind::Construct(_, parts) => parts.iter().all(is_plain),
        _ => false,
    }
}
