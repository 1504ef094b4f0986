//! Futures that a body collects in a list, and the loops that wait for all of them.
//!
//! A call is *collected* in a local list if the next statement puts its future there, in front or at the end, and the list
//! loses nothing but what a draining loop takes: it is assigned one empty list, outside of loops, and otherwise only itself
//! with one more element. So, between two statements that do not belong to such a pair, every future of the call is in the
//! list or done. A loop waits for all of them if it is `foreach (f in list)` whose body first waits for `f` and puts
//! nothing into the list, or *drains* the list: `while (!isEmpty(list))`, whose body takes `f = head(list)`, then
//! `list = tail(list)`, and waits for `f`, each on its way in any case. Behind the loop all calls that were collected are
//! finished, unless an exception has ended the body.

use rustc_hash::FxHashMap;

use super::known_done::each_assignment;
use super::orders::local_of;
use super::points_to::each_statement;
use crate::source::Span;
use crate::types::resolved::{
    BinaryOperator, CallMode, Expression, ExpressionKind, Guard, LocalId, Method, Program, RightSide,
    Statement, StatementKind, Target, UnaryOperator,
};

/// The lists of a body, each with the calls whose futures it collects.
#[derive(Clone, Debug, Default)]
pub struct Collections {
    lists: FxHashMap<LocalId, Vec<Span>>,
    /// The draining loops, by the list's last assignment in them, which is in no other loop.
    drains: FxHashMap<Span, LocalId>,
}

/// Reads bodies of one program.
struct Reader<'r> {
    program: &'r Program,
}

impl Collections {
    /// Reads a method.
    #[must_use]
    pub fn of(program: &Program, method: &Method) -> Self {
        let reader = Reader { program };
        let mut found = Self::default();
        reader.pairs(&method.body, &mut found.lists);
        found.lists.retain(|&list, _| list.0 >= method.parameters);
        if found.lists.is_empty() {
            return found;
        }
        each_statement(&method.body, &mut |statement| {
            if let Some((list, tail)) = reader.drain(statement) {
                found.drains.insert(tail, list);
            }
        });
        let drains = found.drains.clone();
        found.lists.retain(|&list, _| reader.keeps_all(&method.body, list, &drains));
        found
    }

    /// Is the future of this call collected?
    #[must_use]
    pub fn is_collected(&self, call: Span) -> bool {
        self.lists.values().any(|calls| calls.contains(&call))
    }

    /// The calls that are all finished behind this loop.
    #[must_use]
    pub fn waited_for(&self, program: &Program, statement: &Statement) -> &[Span] {
        let reader = Reader { program };
        let list = reader.waits_for_each(statement).or_else(|| reader.drain(statement).map(|(list, _)| list));
        list.and_then(|list| self.lists.get(&list)).map_or(&[], Vec::as_slice)
    }
}

impl Reader<'_> {
    /// Is it a call of this function of the library with these locals?
    fn is_call(&self, expression: &Expression, name: &str, arguments: &[LocalId]) -> bool {
        let library = self.program.constructors[self.program.known.cons.index()].span.source;
        let ExpressionKind::Call(function, given) = &expression.kind else { return false };
        let function = &self.program.functions[function.index()];
        &*function.name == name
            && function.span.source == library
            && given.len() == arguments.len()
            && given.iter().zip(arguments).all(|(given, wanted)| local_of(given) == Some(*wanted))
    }

    fn is_nil(&self, expression: &Expression) -> bool {
        matches!(&expression.kind, ExpressionKind::Construct(constructor, _) if *constructor == self.program.known.nil)
    }

    /// Is it the list with one more element?
    fn adds_to(&self, list: LocalId, value: &Expression) -> Option<LocalId> {
        match &value.kind {
            ExpressionKind::Construct(constructor, parts) if *constructor == self.program.known.cons => {
                let [first, rest] = &parts[..] else { return None };
                local_of(first).filter(|_| local_of(rest) == Some(list))
            }
            ExpressionKind::Call(_, parts) => {
                let added = parts.get(1).and_then(local_of)?;
                self.is_call(value, "appendright", &[list, added]).then_some(added)
            }
            _ => None,
        }
    }

    /// Calls right before their futures are put into a list.
    fn pairs(&self, block: &[Statement], lists: &mut FxHashMap<LocalId, Vec<Span>>) {
        let mut look = |block: &[Statement]| {
            for pair in block.windows(2) {
                if let StatementKind::Set(
                    Target::Local(future),
                    RightSide::Call { mode: CallMode::Asynchronous, span, .. },
                ) = &pair[0].kind
                    && let StatementKind::Set(Target::Local(list), RightSide::Pure(value)) = &pair[1].kind
                    && self.adds_to(*list, value) == Some(*future)
                {
                    lists.entry(*list).or_default().push(*span);
                }
            }
        };
        look(block);
        each_statement(block, &mut |statement| match &statement.kind {
            StatementKind::If(_, then, otherwise) => {
                look(then);
                look(otherwise);
            }
            StatementKind::While(_, body)
            | StatementKind::Block(body)
            | StatementKind::Foreach { body, .. } => {
                look(body);
            }
            StatementKind::Switch(_, _, branches) => branches.iter().for_each(|(_, body)| look(body)),
            // An exception may come between a call and what follows.
            _ => {}
        });
    }

    /// Does the list lose nothing but what draining loops take?
    fn keeps_all(&self, body: &[Statement], list: LocalId, drains: &FxHashMap<Span, LocalId>) -> bool {
        let mut emptied = 0;
        let mut keeps = true;
        each_assignment(body, &mut |local, value| {
            if local != list {
                return;
            }
            match value {
                Some(RightSide::Pure(value)) if self.is_nil(value) => emptied += 1,
                Some(RightSide::Pure(value)) if self.adds_to(list, value).is_some() => {}
                Some(RightSide::Pure(value)) if drains.get(&value.span) == Some(&list) => {}
                _ => keeps = false,
            }
        });
        keeps && emptied == 1 && !self.is_emptied_in_a_loop(body, list, false)
    }

    fn is_emptied_in_a_loop(&self, block: &[Statement], list: LocalId, in_loop: bool) -> bool {
        block.iter().any(|statement| match &statement.kind {
            StatementKind::Set(Target::Local(local), RightSide::Pure(value)) => {
                in_loop && *local == list && self.is_nil(value)
            }
            StatementKind::Block(body) => self.is_emptied_in_a_loop(body, list, in_loop),
            StatementKind::If(_, then, otherwise) => {
                self.is_emptied_in_a_loop(then, list, true)
                    || self.is_emptied_in_a_loop(otherwise, list, true)
            }
            StatementKind::While(_, body) | StatementKind::Foreach { body, .. } => {
                self.is_emptied_in_a_loop(body, list, true)
            }
            StatementKind::Switch(_, _, branches) => {
                branches.iter().any(|(_, body)| self.is_emptied_in_a_loop(body, list, true))
            }
            StatementKind::Try { body, branches, finally, .. } => {
                self.is_emptied_in_a_loop(body, list, true)
                    || branches.iter().any(|(_, body)| self.is_emptied_in_a_loop(body, list, true))
                    || self.is_emptied_in_a_loop(finally, list, true)
            }
            _ => false,
        })
    }

    /// The list each of whose elements this loop waits for.
    fn waits_for_each(&self, statement: &Statement) -> Option<LocalId> {
        let StatementKind::Foreach { variable, list, body, .. } = &statement.kind else { return None };
        let list = local_of(list)?;
        let is_kept = !assigns(body, list);
        (is_kept && body.first().is_some_and(|first| waits_for(first, *variable))).then_some(list)
    }

    /// The list that this loop drains, and where it takes the rest of it.
    fn drain(&self, statement: &Statement) -> Option<(LocalId, Span)> {
        let StatementKind::While(condition, body) = &statement.kind else { return None };
        let list = self.is_not_empty(condition)?;
        let mut first = None;
        let mut tail = None;
        let mut waited = false;
        for statement in body {
            match &statement.kind {
                StatementKind::Set(Target::Local(local), RightSide::Pure(value))
                    if self.is_call(value, "head", &[list]) && first.is_none() =>
                {
                    first = Some(*local);
                }
                StatementKind::Set(Target::Local(local), RightSide::Pure(value))
                    if *local == list && self.is_call(value, "tail", &[list]) =>
                {
                    if tail.is_some() || first.is_none() {
                        return None;
                    }
                    tail = Some(value.span);
                }
                _ if first.is_some_and(|first| waits_for(statement, first)) => waited = true,
                _ => {
                    let one = std::slice::from_ref(statement);
                    if assigns(one, list) || first.is_some_and(|first| assigns(one, first)) {
                        return None;
                    }
                }
            }
        }
        tail.filter(|_| waited).map(|tail| (list, tail))
    }

    /// The list that is not empty if this holds, and empty if not.
    fn is_not_empty(&self, condition: &Expression) -> Option<LocalId> {
        match &condition.kind {
            ExpressionKind::Unary(UnaryOperator::Not, inner) => {
                let ExpressionKind::Call(_, arguments) = &inner.kind else { return None };
                let list = arguments.first().and_then(local_of)?;
                self.is_call(inner, "isEmpty", &[list]).then_some(list)
            }
            ExpressionKind::Binary(BinaryOperator::NotEqual, left, right) if self.is_nil(right) => {
                local_of(left)
            }
            _ => None,
        }
    }
}

fn assigns(block: &[Statement], wanted: LocalId) -> bool {
    let mut found = false;
    each_assignment(block, &mut |local, _| found |= local == wanted);
    found
}

/// Does it wait for the local, and do nothing before?
fn waits_for(statement: &Statement, local: LocalId) -> bool {
    match &statement.kind {
        StatementKind::Set(target, RightSide::Get(future, _)) => {
            local_of(future) == Some(local) && *target != Target::Local(local)
        }
        StatementKind::Await(guards) => guards
            .iter()
            .any(|guard| matches!(guard, Guard::Future(future) if local_of(future) == Some(local))),
        _ => false,
    }
}
