//! `metaReduce`, `metaNormalize`, `metaRewrite`, `metaFrewrite`.

use super::object::ObjectModule;
use super::tables::make;
use super::{MetaLevel, bound};
use crate::machine::Machine;
use crate::terms::{TermId, Terms};
use std::sync::Arc;

impl MetaLevel {
    pub(super) fn reduce(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        self.evaluate(machine, arguments, |inner, term| inner.evaluate(term))
    }

    pub(super) fn rewrite(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        let limit = bound(machine.terms, arguments[2])?;
        if limit == Some(0) {
            return None;
        }
        self.evaluate(machine, arguments, |inner, term| inner.rewrite(term, limit))
    }

    pub(super) fn fair_rewrite(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        let limit = bound(machine.terms, arguments[2])?;
        let gas = machine.terms.small_value(arguments[3])?;
        if limit == Some(0) || gas == 0 {
            return None;
        }
        self.evaluate(machine, arguments, |inner, term| inner.fair_rewrite(term, limit, gas))
    }

    /// The axioms alone: what the arena does anyway.
    pub(super) fn normalize(&self, machine: &mut Machine<'_>, arguments: &[TermId]) -> Option<TermId> {
        self.within(machine, arguments[0], |machine, object| {
            let term = object.down(machine.terms, arguments[1])?;
            self.with_inner(machine, object, |inner| settle_sorts(inner, term));
            pair(object, term, machine.terms)
        })
    }

    fn evaluate(
        &self,
        machine: &mut Machine<'_>,
        arguments: &[TermId],
        work: impl FnOnce(&mut Machine<'_>, TermId) -> TermId,
    ) -> Option<TermId> {
        self.within(machine, arguments[0], |machine, object| {
            let start = object.down(machine.terms, arguments[1])?;
            let result = self.with_inner(machine, object, |inner| work(inner, start))?;
            pair(object, result, machine.terms)
        })
    }

    /// Lets a machine work in an object module; nothing comes of it if it stops.
    pub(super) fn with_inner<T>(
        &self,
        machine: &mut Machine<'_>,
        object: &mut ObjectModule,
        work: impl FnOnce(&mut Machine<'_>) -> T,
    ) -> Option<T> {
        let theory = object.theory();
        let program = Arc::clone(&theory.program);
        let mut inner = Machine::new(&mut theory.terms, &program, Some(self), machine.limits);
        inner.condition_depth = machine.condition_depth + 1;
        if inner.condition_depth >= inner.limits.condition_depth {
            machine.stop = Some(crate::machine::Stop::ConditionDepth(inner.limits.condition_depth));
            return None;
        }
        let made = work(&mut inner);
        machine.rewrites += inner.rewrites;
        machine.stop = inner.stop.take();
        inner.leave();
        machine.stop.is_none().then_some(made)
    }
}

/// `{term, type}`
pub(super) fn pair(object: &mut ObjectModule, term: TermId, above: &mut Terms) -> Option<TermId> {
    let value = object.up(term, above)?;
    let sort = object.up_sort(term, above)?;
    make(above, "`{_`,_`}", "ResultPair", &[value, sort])
}

/// Finds the sorts of a term and its parts, which memberships may lower, without reducing it.
pub(super) fn settle_sorts(machine: &mut Machine<'_>, term: TermId) {
    if machine.program.memberships.is_empty() {
        return;
    }
    let mut order = Vec::new();
    let mut stack = vec![term];
    while let Some(term) = stack.pop() {
        // What is reduced has its sort already.
        if machine.terms.normal(term) != Some(term) {
            order.push(term);
            stack.extend(machine.terms.arguments(term));
        }
    }
    for term in order.into_iter().rev() {
        machine.refresh_sort(term);
    }
}
