//! In which order one run of a method makes its calls: what may be unfinished when each of them is made.
//!
//! The part of the may-happen-in-parallel analysis ([`super::parallel`]) that needs one body only. A forward analysis
//! over *sites*, the calls and creations of the body. A site is *called* where control may have passed it, and *pending*
//! where a call of it may be unfinished: from the call until a wait for its future, which a local holds. Branches are
//! joined by union, loops run until nothing changes, and so do the parts of a `try`, each after each. A call of a site
//! that is pending already loses sight of the earlier one: such a site stays pending for ever. So does what a `try` waits
//! for, since an exception may come before. Where nothing catches it, an exception ends the body, and no site follows.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::source::Span;
use crate::types::resolved::{
    CallMode, Expression, ExpressionKind, Guard, LocalId, RightSide, Statement, StatementKind, Target,
};

/// What may have happened where control stands.
#[derive(Clone, Default, PartialEq, Eq)]
struct Before {
    called: BTreeSet<Span>,
    pending: BTreeSet<Span>,
    /// The site whose last call's future a local holds.
    held: FxHashMap<LocalId, Span>,
}

impl Before {
    fn join(&mut self, other: &Self) {
        self.called.extend(&other.called);
        self.pending.extend(&other.pending);
        self.held.retain(|local, site| other.held.get(local) == Some(site));
    }
}

/// What may have been called, and what may be unfinished, when a site is passed.
#[derive(Clone, Debug, Default)]
pub struct AtSite {
    /// The sites that may have been passed before.
    pub called: BTreeSet<Span>,
    /// Those of them whose calls may be unfinished.
    pub pending: BTreeSet<Span>,
    /// May it be passed more than once?
    pub is_repeated: bool,
}

/// The sites of a body.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    /// By their places.
    pub sites: FxHashMap<Span, AtSite>,
    /// Sites of which a call was lost sight of.
    lost: FxHashSet<Span>,
}

impl Orders {
    /// Reads a body.
    #[must_use]
    pub fn of(body: &[Statement]) -> Self {
        let mut orders = Self::default();
        // What is lost in a loop counts from the beginning.
        loop {
            let lost = orders.lost.len();
            orders.sites.clear();
            Reader { orders: &mut orders, loops: 0, tries: 0 }.block(body, &mut Before::default());
            if orders.lost.len() == lost {
                return orders;
            }
        }
    }

    /// Does any site come before another one?
    #[must_use]
    pub fn tell_anything(&self) -> bool {
        self.sites.len() > 1
    }

    /// Is what comes from one site never unfinished together with what comes from the other? `covered` tells of each
    /// whether it is finished when the calls of its site are.
    #[must_use]
    pub fn apart(&self, left: (Span, bool), right: (Span, bool)) -> bool {
        let is_over = |(site, covered): (Span, bool), before: Span| {
            self.sites.get(&before).is_some_and(|at| {
                let unfinished = if covered { &at.pending } else { &at.called };
                !unfinished.contains(&site)
            })
        };
        left.0 != right.0 && is_over(left, right.0) && is_over(right, left.0)
    }
}

/// The local that an expression is.
#[must_use]
pub fn local_of(expression: &Expression) -> Option<LocalId> {
    match expression.kind {
        ExpressionKind::Local(local) => Some(local),
        _ => None,
    }
}

struct Reader<'o> {
    orders: &'o mut Orders,
    loops: u32,
    /// How many `try` blocks control is in: an exception may leave them before a wait.
    tries: u32,
}

impl Reader<'_> {
    fn block(&mut self, block: &[Statement], before: &mut Before) {
        for statement in block {
            self.statement(statement, before);
        }
    }

    fn wait(&self, future: &Expression, before: &mut Before) {
        if let Some(&site) = local_of(future).and_then(|local| before.held.get(&local))
            && self.tries == 0
            && !self.orders.lost.contains(&site)
        {
            before.pending.remove(&site);
        }
    }

    /// Passes a site; what it calls stays unfinished until it is waited for.
    fn site(&mut self, site: Span, before: &mut Before, stays: bool) {
        let at = self.orders.sites.entry(site).or_default();
        at.called.extend(&before.called);
        at.pending.extend(&before.pending);
        at.is_repeated |= self.loops > 0;
        before.called.insert(site);
        // Whoever holds the future of an earlier call does not hold this one.
        before.held.retain(|_, held| *held != site);
        if stays && !before.pending.insert(site) {
            self.orders.lost.insert(site);
        }
    }

    fn right_side(&mut self, target: Target, value: &RightSide, before: &mut Before) {
        let mut holds = None;
        match value {
            RightSide::Pure(expression) => {
                holds = local_of(expression).and_then(|local| before.held.get(&local).copied());
            }
            RightSide::Get(future, _) => self.wait(future, before),
            RightSide::New { span, .. } => self.site(*span, before, true),
            RightSide::Call { mode, span, .. } => {
                let stays = *mode == CallMode::Asynchronous;
                self.site(*span, before, stays);
                holds = stays.then_some(*span);
            }
        }
        if let Target::Local(local) = target {
            match holds {
                Some(site) => before.held.insert(local, site),
                None => before.held.remove(&local),
            };
        }
    }

    /// Parts that may be passed any number of times, each after each, or left at any place.
    fn repeated(&mut self, parts: &[&[Statement]], before: &mut Before) {
        self.loops += 1;
        loop {
            let known = before.clone();
            for part in parts {
                let mut inside = known.clone();
                self.block(part, &mut inside);
                before.join(&inside);
            }
            if *before == known {
                break;
            }
        }
        self.loops -= 1;
    }

    fn statement(&mut self, statement: &Statement, before: &mut Before) {
        match &statement.kind {
            StatementKind::Set(target, value) => self.right_side(*target, value, before),
            StatementKind::Return(value) => self.right_side(Target::Nowhere, value, before),
            StatementKind::Await(guards) => {
                for guard in guards {
                    if let Guard::Future(future) = guard {
                        self.wait(future, before);
                    }
                }
            }
            StatementKind::Block(body) => self.block(body, before),
            StatementKind::If(_, then, otherwise) => {
                let mut other = before.clone();
                self.block(then, before);
                self.block(otherwise, &mut other);
                before.join(&other);
            }
            StatementKind::Switch(_, _, branches) => {
                // What a pattern binds may have been a future of ours.
                before.held.clear();
                let known = before.clone();
                for (_, body) in branches {
                    let mut here = known.clone();
                    self.block(body, &mut here);
                    before.join(&here);
                }
            }
            StatementKind::While(_, body) => self.repeated(&[body], before),
            StatementKind::Foreach { body, .. } => {
                before.held.clear();
                self.repeated(&[body], before);
            }
            StatementKind::Try { body, branches, finally, .. } => {
                before.held.clear();
                let mut parts: Vec<&[Statement]> = vec![body];
                parts.extend(branches.iter().map(|(_, branch)| branch.as_slice()));
                parts.push(finally);
                self.tries += 1;
                self.repeated(&parts, before);
                self.tries -= 1;
            }
            StatementKind::Skip
            | StatementKind::Assert(_)
            | StatementKind::Suspend
            | StatementKind::Duration(..)
            | StatementKind::Throw(_)
            | StatementKind::Die(_) => {}
        }
    }
}
