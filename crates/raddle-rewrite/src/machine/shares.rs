//! How the variables of a set share the elements that nothing else took, in the order in which Maude finds the shares.
//! Variables for exactly one element take each in turn. The others, and what is left over of a part, are *rows*:
//! those that stand there more often first, then those that hold fewer elements at most. Each row but the last takes
//! few elements before many, and among as many those that come earlier before later ones; the last takes the rest. A
//! term that only becomes a set by an identity goes to each variable in turn.
//!
//! Source: S. Eker, *Associative-commutative matching via bipartite graph matching* (The Computer Journal 38, 1995),
//! and Maude's own answers.

use super::evaluate::{Bindings, Machine};
use super::pattern::ElementVariable;
use super::sets::{Available, SetMatch, expand};
use super::solve::{Flow, NO_GOALS, Receiver, Rest};
use crate::terms::arena::{Arguments, NO_TERM};
use smallvec::SmallVec;

/// What takes a share.
#[derive(Clone, Copy)]
enum Row {
    Variable(ElementVariable),
    /// What is left over.
    Rest,
}

impl Row {
    fn multiplicity(self) -> u32 {
        match self {
            Row::Variable(variable) => variable.multiplicity,
            Row::Rest => 1,
        }
    }

    fn least(self) -> u32 {
        match self {
            Row::Variable(variable) => u32::from(!variable.optional),
            Row::Rest => 0,
        }
    }

    /// The most elements of so many that it can take.
    fn most(self, set: &SetMatch<'_>, total: u32) -> u32 {
        match self {
            Row::Variable(variable) if variable.single => 1,
            Row::Variable(_) => total,
            Row::Rest => (set.count as u32).saturating_sub(2),
        }
    }
}

impl<'p> Machine<'p> {
    /// Shares elements among variables without values.
    pub(super) fn set_share(
        &mut self,
        set: &SetMatch<'p>,
        open: &[ElementVariable],
        left: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        if set.collapsed && left.iter().any(|(_, count)| *count > 0) {
            return self.collapsed_set(set, open, left, bindings, rest, receive);
        }
        if let ([variable], false) = (open, set.extension) {
            return self.set_give_all(set, variable, left, bindings, rest, receive);
        }
        if set.greedy
            && !open.is_empty()
            && let Some(flow) = self.greedy_set(set, open, left, bindings, rest, receive)
        {
            return flow;
        }
        self.set_singles(set, open, 0, left, bindings, rest, receive)
    }

    /// Gives one element to each variable that holds exactly one, then shares the others.
    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    fn set_singles(
        &mut self,
        set: &SetMatch<'p>,
        open: &[ElementVariable],
        index: usize,
        left: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Some(variable) = open.get(index) else {
            return self.set_rows(set, open, left, bindings, rest, receive);
        };
        if !variable.single || variable.optional {
            return self.set_singles(set, open, index + 1, left, bindings, rest, receive);
        }
        let slot = usize::from(variable.slot);
        for place in 0..left.len() {
            let (element, count) = left[place];
            if count < variable.multiplicity || !self.has_sort(element, variable.sort) {
                continue;
            }
            left[place].1 -= variable.multiplicity;
            bindings[slot] = element;
            let flow = self.set_singles(set, open, index + 1, left, bindings, rest, receive);
            bindings[slot] = NO_TERM;
            left[place].1 += variable.multiplicity;
            if flow == Flow::Enough {
                return flow;
            }
        }
        Flow::More
    }

    fn set_rows(
        &mut self,
        set: &SetMatch<'p>,
        open: &[ElementVariable],
        left: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let wide = open.iter().filter(|variable| !variable.single || variable.optional);
        let mut rows: SmallVec<[Row; 4]> = wide.copied().map(Row::Variable).collect();
        if set.extension {
            rows.push(Row::Rest);
        }
        let total = left.iter().map(|(_, count)| *count).sum();
        rows.sort_by_key(|row| (std::cmp::Reverse(row.multiplicity()), row.most(set, total)));
        self.set_row(set, &rows, left, bindings, rest, receive)
    }

    /// Gives shares to rows, one after the other.
    fn set_row(
        &mut self,
        set: &SetMatch<'p>,
        rows: &[Row],
        left: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let (&row, others) = match rows {
            [] if left.iter().all(|(_, count)| *count == 0) => {
                return self.solve(set.next, bindings, rest, receive);
            }
            [] => return Flow::More,
            [Row::Variable(variable)] => {
                return self.set_give_all(set, variable, left, bindings, rest, receive);
            }
            [Row::Rest] => {
                let after: Arguments = expand(left);
                // A part that is one element or none is not a part of this operator's term.
                if after.len() + 2 > set.count {
                    return Flow::More;
                }
                return self.solve(set.next, bindings, &Rest { before: SmallVec::new(), after }, receive);
            }
            [row, others @ ..] => (row, others),
        };
        let multiplicity = row.multiplicity();
        let total: u32 = left.iter().map(|(_, count)| *count).sum();
        let needed: u32 = others.iter().map(|row| row.least() * row.multiplicity()).sum();
        let Some(available) = total.checked_sub(needed) else { return Flow::More };
        let takeable: u64 =
            others.iter().map(|row| u64::from(row.most(set, total)) * u64::from(row.multiplicity())).sum();
        let forced = u64::from(total).saturating_sub(takeable).div_ceil(u64::from(multiplicity));
        let bounds: SmallVec<[u32; 12]> = left.iter().map(|(_, count)| count / multiplicity).collect();
        let sum: u32 = bounds.iter().sum();
        let most = row.most(set, total).min(sum).min(available / multiplicity);
        for size in row.least().max(forced as u32)..=most {
            let mut taken = earliest(&bounds, size);
            loop {
                let flow = self.take_share(set, row, others, &taken, left, bindings, rest, receive);
                if flow == Flow::Enough || self.stop.is_some() {
                    return Flow::Enough;
                }
                if !next_share(&mut taken, &bounds) {
                    break;
                }
            }
        }
        Flow::More
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    fn take_share(
        &mut self,
        set: &SetMatch<'p>,
        row: Row,
        others: &[Row],
        taken: &[u32],
        left: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let mut elements: Arguments = SmallVec::new();
        for (place, &count) in taken.iter().enumerate() {
            left[place].1 -= count * row.multiplicity();
            elements.extend(std::iter::repeat_n(left[place].0, count as usize));
        }
        let mut flow = Flow::More;
        match row {
            Row::Rest => {
                let rest = Rest { before: SmallVec::new(), after: elements };
                flow = self.set_row(set, others, left, bindings, &rest, receive);
            }
            Row::Variable(variable) => {
                if let Some(value) = self.part(set.symbol, &elements, set.reduced, set.sort)
                    && self.has_sort(value, variable.sort)
                {
                    let slot = usize::from(variable.slot);
                    bindings[slot] = value;
                    flow = self.set_row(set, others, left, bindings, rest, receive);
                    bindings[slot] = NO_TERM;
                }
            }
        }
        for (place, &count) in taken.iter().enumerate() {
            left[place].1 += count * row.multiplicity();
        }
        flow
    }

    /// One element that stands for the set: each variable takes it in turn, and all others take the identity.
    fn collapsed_set(
        &mut self,
        set: &SetMatch<'p>,
        open: &[ElementVariable],
        left: &Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let identity = self.terms.signature.get(set.symbol).identity;
        let (Some(identity), Some(&(element, _))) = (identity, left.first()) else { return Flow::More };
        for (taker, variable) in open.iter().enumerate() {
            let others_vanish =
                open.iter().enumerate().all(|(index, other)| index == taker || other.optional);
            if variable.multiplicity > 1 || !others_vanish || !self.has_sort(element, variable.sort) {
                continue;
            }
            for (index, other) in open.iter().enumerate() {
                bindings[usize::from(other.slot)] = if index == taker { element } else { identity };
            }
            let flow = self.solve(set.next, bindings, rest, receive);
            for other in open {
                bindings[usize::from(other.slot)] = NO_TERM;
            }
            if flow == Flow::Enough {
                return flow;
            }
        }
        Flow::More
    }

    /// The last variable takes all that is left.
    fn set_give_all(
        &mut self,
        set: &SetMatch<'p>,
        variable: &ElementVariable,
        left: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        if left.iter().any(|(_, count)| count % variable.multiplicity != 0) {
            return Flow::More;
        }
        let mut elements: Arguments = SmallVec::new();
        for &(element, count) in left.iter() {
            elements.extend(std::iter::repeat_n(element, (count / variable.multiplicity) as usize));
        }
        if !variable.may_hold(elements.len()) {
            return Flow::More;
        }
        // What the condition says about everything else is seen before the rest is built.
        if set.next == NO_GOALS
            && let Some(guard) = self.guard
            && let Some(&early) = guard.early.get(usize::from(variable.slot))
            && early > 0
            // A set inside another one ends before the outer one does.
            && bindings
                .iter()
                .enumerate()
                .all(|(slot, &value)| slot == usize::from(variable.slot) || value != NO_TERM)
        {
            let early = usize::from(early);
            return self.satisfy(
                &guard.condition[..early],
                bindings,
                rest,
                &mut |machine, bindings, rest| {
                    let outer = std::mem::replace(&mut machine.guard_done, early);
                    let flow = machine.set_give(set, variable, &elements, bindings, rest, receive);
                    machine.guard_done = outer;
                    flow
                },
            );
        }
        self.set_give(set, variable, &elements, bindings, rest, receive)
    }

    /// Gives elements to a variable.
    fn set_give(
        &mut self,
        set: &SetMatch<'p>,
        variable: &ElementVariable,
        elements: &[crate::terms::TermId],
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Some(value) = self.part(set.symbol, elements, set.reduced, set.sort) else { return Flow::More };
        if !self.has_sort(value, variable.sort) {
            return Flow::More;
        }
        let slot = usize::from(variable.slot);
        bindings[slot] = value;
        let flow = self.solve(set.next, bindings, rest, receive);
        bindings[slot] = NO_TERM;
        flow
    }
}

/// The share of a size that has the earliest elements.
fn earliest(bounds: &[u32], size: u32) -> SmallVec<[u32; 12]> {
    let mut left = size;
    bounds
        .iter()
        .map(|&bound| {
            let count = bound.min(left);
            left -= count;
            count
        })
        .collect()
}

/// The next share of the same size: one more of an element, and the earliest others that make up the size.
fn next_share(taken: &mut [u32], bounds: &[u32]) -> bool {
    let mut freed = 0;
    for place in 0..taken.len() {
        if freed > 0 && taken[place] < bounds[place] {
            taken[place] += 1;
            let start = earliest(&bounds[..place], freed - 1);
            taken[..place].copy_from_slice(&start);
            return true;
        }
        freed += taken[place];
    }
    false
}
