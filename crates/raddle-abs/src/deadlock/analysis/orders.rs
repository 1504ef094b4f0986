//! In which order one run of a method makes its calls: what may be unfinished when each of them is made.
//!
//! The part of the may-happen-in-parallel analysis ([`super::parallel`]) that needs one body only. A forward analysis
//! over *sites*, the calls and creations of the body. A site is *called* where control may have passed it, and *pending*
//! where a call of it may be unfinished: from the call until a wait for its future, which a local holds. Branches are
//! joined by union, loops run until nothing changes, and so do the parts of a `try`, each after each. A call of a site
//! that is pending already loses sight of the earlier one: such a site stays pending for ever. So does what a `try` waits
//! for, since an exception may come before. Where nothing catches it, an exception ends the body, and no site follows.
//! Calls whose futures a list collects are finished behind a loop over it (`collected`). Two sites exclude each
//! other if branches of which they are parts ask whether the same local holds, whose value stays, and want it otherwise.

use rustc_hash::{FxHashMap, FxHashSet};

use super::collected::Collections;
use super::known_done::each_assignment;
use crate::source::Span;
use crate::types::resolved::{
    CallMode, Expression, ExpressionKind, Guard, LocalId, Method, Program, RightSide, Statement,
    StatementKind, Target, UnaryOperator,
};

/// A set of sites, by their numbers: one bit each, since long bodies have many sites and a set at each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SiteSet {
    words: Vec<u64>,
}

impl SiteSet {
    fn insert(&mut self, site: usize) -> bool {
        let is_new = !self.contains(site);
        if self.words.len() <= site / 64 {
            self.words.resize(site / 64 + 1, 0);
        }
        self.words[site / 64] |= 1 << (site % 64);
        is_new
    }

    fn remove(&mut self, site: usize) {
        if let Some(word) = self.words.get_mut(site / 64) {
            *word &= !(1 << (site % 64));
        }
        // Equal sets have equal words.
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    fn contains(&self, site: usize) -> bool {
        self.words.get(site / 64).is_some_and(|word| word & 1 << (site % 64) != 0)
    }

    fn extend(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (mine, other) in self.words.iter_mut().zip(&other.words) {
            *mine |= other;
        }
    }

    fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// What may have happened where control stands.
#[derive(Clone, Default, PartialEq, Eq)]
struct Before {
    called: SiteSet,
    pending: SiteSet,
    /// The site whose last call's future a local holds.
    held: FxHashMap<LocalId, usize>,
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
struct AtSite {
    /// The sites that may have been passed before.
    called: SiteSet,
    /// Those of them whose calls may be unfinished.
    pending: SiteSet,
    /// May it be passed more than once?
    is_repeated: bool,
    /// The locals of which it is known, wherever it is passed, whether they hold.
    conditions: Vec<(LocalId, bool)>,
}

/// The sites of a body.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    numbers: FxHashMap<Span, usize>,
    sites: Vec<AtSite>,
    /// Sites of which a call was lost sight of.
    lost: SiteSet,
    /// Sites whose futures are collected in a list: only a loop over it waits for them.
    collected: SiteSet,
}

impl Orders {
    /// Reads the body of a method.
    #[must_use]
    pub fn of(program: &Program, method: &Method) -> Self {
        let body = &method.body;
        let mut orders = Self::default();
        let collections = Collections::of(program, method);
        let fixed_locals = fixed_locals(method);
        // What is lost in a loop counts from the beginning.
        loop {
            let lost = orders.lost.len();
            orders.sites.fill(AtSite::default());
            let mut reader = Reader {
                program,
                collections: &collections,
                fixed_locals: &fixed_locals,
                orders: &mut orders,
                conditions: Vec::new(),
                loops: 0,
                tries: 0,
            };
            reader.block(body, &mut Before::default());
            if orders.lost.len() == lost {
                return orders;
            }
        }
    }

    /// Is there a site at which another one is over, or never called? If not, everything may be in parallel.
    #[must_use]
    pub fn tell_anything(&self) -> bool {
        if self.sites.iter().any(|at| !at.conditions.is_empty()) {
            return true;
        }
        let count = self.sites.len();
        let called: usize = self.sites.iter().map(|at| at.called.len()).sum();
        self.sites.iter().any(|at| at.called != at.pending) || called < count * count.saturating_sub(1) / 2
    }

    /// Is it a site that is passed at most once?
    #[must_use]
    pub fn is_passed_once(&self, site: Span) -> bool {
        self.numbers.get(&site).is_some_and(|&site| !self.sites[site].is_repeated)
    }

    /// Is what comes from one site never unfinished together with what comes from the other? `covered` tells of each
    /// whether it is finished when the calls of its site are.
    #[must_use]
    pub fn apart(&self, left: (Span, bool), right: (Span, bool)) -> bool {
        let (Some(&left_site), Some(&right_site)) = (self.numbers.get(&left.0), self.numbers.get(&right.0))
        else {
            return false;
        };
        let excludes =
            |&(local, holds): &(LocalId, bool)| self.sites[right_site].conditions.contains(&(local, !holds));
        if self.sites[left_site].conditions.iter().any(excludes) {
            return true;
        }
        let is_over = |site: usize, covered: bool, before: usize| {
            let at = &self.sites[before];
            let unfinished = if covered { &at.pending } else { &at.called };
            !unfinished.contains(site)
        };
        left_site != right_site
            && is_over(left_site, left.1, right_site)
            && is_over(right_site, right.1, left_site)
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

/// The locals that have one value as long as the body runs: they are assigned once, outside of loops, or are parameters
/// that are never assigned.
fn fixed_locals(method: &Method) -> FxHashSet<LocalId> {
    let mut once: FxHashSet<LocalId> = (0..method.parameters).map(LocalId).collect();
    for statement in &method.body {
        if let StatementKind::Set(Target::Local(local), _) = &statement.kind {
            once.insert(*local);
        }
    }
    let mut counts: FxHashMap<LocalId, u32> = (0..method.parameters).map(|at| (LocalId(at), 1)).collect();
    each_assignment(&method.body, &mut |local, _| *counts.entry(local).or_default() += 1);
    once.retain(|local| counts.get(local) == Some(&1));
    once
}

struct Reader<'o> {
    program: &'o Program,
    collections: &'o Collections,
    fixed_locals: &'o FxHashSet<LocalId>,
    orders: &'o mut Orders,
    /// What is known where control stands, because of the branches around.
    conditions: Vec<(LocalId, bool)>,
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
            && !self.orders.lost.contains(site)
            && !self.orders.collected.contains(site)
        {
            before.pending.remove(site);
        }
    }

    /// Passes a site; what it calls stays unfinished until it is waited for. Gives the site's number.
    fn site(&mut self, span: Span, before: &mut Before, stays: bool) -> usize {
        let next = self.orders.sites.len();
        let site = *self.orders.numbers.entry(span).or_insert(next);
        if site == next {
            self.orders.sites.push(AtSite::default());
            if self.collections.is_collected(span) {
                self.orders.collected.insert(site);
            }
        }
        self.orders.sites[site].conditions.clone_from(&self.conditions);
        let at = &mut self.orders.sites[site];
        at.called.extend(&before.called);
        at.pending.extend(&before.pending);
        at.is_repeated |= self.loops > 0;
        if !before.called.insert(site) {
            // Whoever holds the future of an earlier call does not hold this one.
            before.held.retain(|_, held| *held != site);
        }
        if stays && !before.pending.insert(site) && !self.orders.collected.contains(site) {
            self.orders.lost.insert(site);
        }
        site
    }

    fn right_side(&mut self, target: Target, value: &RightSide, before: &mut Before) {
        let mut holds = None;
        match value {
            RightSide::Pure(expression) => {
                holds = local_of(expression).and_then(|local| before.held.get(&local).copied());
            }
            RightSide::Get(future, _) => self.wait(future, before),
            RightSide::New { span, .. } => {
                self.site(*span, before, true);
            }
            RightSide::Call { mode, span, .. } => {
                let stays = *mode == CallMode::Asynchronous;
                holds = Some(self.site(*span, before, stays)).filter(|_| stays);
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

    /// The local that a condition tells of, and whether it holds then.
    fn told_by(&self, condition: &Expression) -> Option<(LocalId, bool)> {
        match &condition.kind {
            ExpressionKind::Local(local) => {
                Some((*local, true)).filter(|_| self.fixed_locals.contains(local))
            }
            ExpressionKind::Unary(UnaryOperator::Not, inner) => {
                self.told_by(inner).map(|(local, holds)| (local, !holds))
            }
            _ => None,
        }
    }

    /// Behind a loop that waits for everything that was collected.
    fn waits_for_all(&self, statement: &Statement, before: &mut Before) {
        if self.tries > 0 {
            return;
        }
        for call in self.collections.waited_for(self.program, statement) {
            if let Some(&site) = self.orders.numbers.get(call) {
                before.pending.remove(site);
            }
        }
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
            StatementKind::If(condition, then, otherwise) => {
                let mut other = before.clone();
                let known = self.conditions.len();
                let told = self.told_by(condition);
                self.conditions.extend(told);
                self.block(then, before);
                self.conditions.truncate(known);
                self.conditions.extend(told.map(|(local, holds)| (local, !holds)));
                self.block(otherwise, &mut other);
                self.conditions.truncate(known);
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
            StatementKind::While(_, body) => {
                self.repeated(&[body], before);
                self.waits_for_all(statement, before);
            }
            StatementKind::Foreach { body, .. } => {
                before.held.clear();
                self.repeated(&[body], before);
                self.waits_for_all(statement, before);
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
            | StatementKind::Resource(..)
            | StatementKind::Throw(_)
            | StatementKind::Die(_) => {}
        }
    }
}
