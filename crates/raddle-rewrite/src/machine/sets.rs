//! Matching sets: elements and variables with multiplicities against the flat, ordered arguments of an
//! associative and commutative term. Ground elements are taken out first, then elements with structure are
//! tried on what has their symbol, then the variables share what is left; with an extension, anything may remain.

use super::evaluate::{Bindings, Goal, Machine};
use super::pattern::{ElementVariable, Pattern, Slot};
use super::solve::{Flow, NO_GOALS, Receiver, Rest};
use crate::terms::arena::{Arguments, NO_TERM};
use crate::terms::{SortId, SymbolId, TermId};
use smallvec::SmallVec;

/// Distinct elements, in order, with how many are left of each.
type Available = SmallVec<[(TermId, u32); 12]>;

struct SetMatch<'p> {
    symbol: SymbolId,
    elements: &'p [Pattern],
    variables: &'p [ElementVariable],
    extension: bool,
    /// How many elements the term has.
    count: usize,
    next: u32,
    /// Whether the whole term is reduced; then so is every part of it.
    reduced: bool,
    /// The sort of the whole term.
    sort: SortId,
}

/// The one element that the commonest patterns take out of a set.
enum Pick<'p> {
    Pattern(&'p Pattern),
    Variable(ElementVariable),
}

impl<'p> Machine<'p> {
    /// Matches `p ; R`: one element by a simple pattern or a variable, and a variable for all others.
    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    fn solve_pick(
        &mut self,
        pick: &Pick<'p>,
        collector: &ElementVariable,
        subject: TermId,
        next: u32,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let reduced = self.terms.normal(subject) == Some(subject);
        let count = self.terms.arguments(subject).len();
        let root = match pick {
            Pick::Pattern(pattern) => pattern.root(self.terms),
            Pick::Variable(_) => None,
        };
        let mut last = NO_TERM;
        for index in 0..count {
            let element = self.terms.arguments(subject)[index];
            if element == last || root.is_some_and(|root| root != self.terms.symbol(element)) {
                continue;
            }
            last = element;
            let mut trail: SmallVec<[Slot; 8]> = SmallVec::new();
            let taken = match pick {
                Pick::Pattern(pattern) => self.match_simple(pattern, element, bindings, &mut trail),
                Pick::Variable(variable) => {
                    let fits = self.terms.signature.sorts.is_at_most(self.terms.sort(element), variable.sort);
                    if fits {
                        bindings[usize::from(variable.slot)] = element;
                        trail.push(variable.slot);
                    }
                    fits
                }
            };
            let mut flow = Flow::More;
            // The pattern may have bound the collector itself: then the others must be that value.
            if taken
                && let Some(value) = self.set_without(subject, index, reduced)
                && self.terms.signature.sorts.is_at_most(self.terms.sort(value), collector.sort)
            {
                let slot = usize::from(collector.slot);
                let bound = bindings[slot];
                if bound == NO_TERM || bound == value {
                    bindings[slot] = value;
                    flow = self.solve(next, bindings, rest, receive);
                    bindings[slot] = bound;
                }
            }
            for slot in trail {
                bindings[usize::from(slot)] = NO_TERM;
            }
            if flow == Flow::Enough {
                return flow;
            }
        }
        Flow::More
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    pub(crate) fn solve_set(
        &mut self,
        pattern: &'p Pattern,
        subject: TermId,
        next: u32,
        extension: bool,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Pattern::Set { symbol, ground, elements, variables } = pattern else { return Flow::More };
        let symbol = *symbol;
        if !extension && ground.is_empty() && self.guard.is_none() && self.terms.symbol(subject) == symbol {
            let pick = match (elements.as_ref(), variables.as_ref()) {
                ([one], [rest]) if one.is_simple() => Some((Pick::Pattern(one), rest)),
                ([], [one, rest]) if one.single && one.multiplicity == 1 => {
                    Some((Pick::Variable(*one), rest))
                }
                _ => None,
            };
            if let Some((pick, collector)) = pick
                && !collector.single
                && collector.multiplicity == 1
                && bindings[usize::from(collector.slot)] == NO_TERM
                && !matches!(pick, Pick::Variable(one) if one.optional || bindings[usize::from(one.slot)] != NO_TERM)
            {
                return self.solve_pick(&pick, collector, subject, next, bindings, rest, receive);
            }
        }
        let mut available: Available = SmallVec::new();
        let mut count = 0usize;
        if self.terms.symbol(subject) == symbol {
            for &element in self.terms.arguments(subject) {
                count += 1;
                match available.last_mut() {
                    Some(last) if last.0 == element => last.1 += 1,
                    _ => available.push((element, 1)),
                }
            }
        } else {
            match self.terms.signature.get(symbol).identity {
                None => return Flow::More,
                Some(identity) if identity == subject => {}
                Some(_) => {
                    count = 1;
                    available.push((subject, 1));
                }
            }
        }
        // Too few elements for what must be there: no match.
        let needed: usize = ground.len()
            + elements.len()
            + variables
                .iter()
                .filter(|variable| !variable.optional)
                .map(|variable| variable.multiplicity as usize)
                .sum::<usize>();
        if needed > count {
            return Flow::More;
        }
        for &element in ground {
            if !take(&mut available, element, 1) {
                return Flow::More;
            }
        }
        let reduced = self.terms.normal(subject) == Some(subject);
        let sort = self.terms.sort(subject);
        let set = SetMatch { symbol, elements, variables, extension, count, next, reduced, sort };
        self.set_elements(&set, 0, &mut available, bindings, rest, receive)
    }

    fn set_elements(
        &mut self,
        set: &SetMatch<'p>,
        index: usize,
        available: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Some(pattern) = set.elements.get(index) else {
            return self.set_bound(set, available, bindings, rest, receive);
        };
        let root = pattern.root(self.terms);
        let simple = pattern.is_simple();
        for place in 0..available.len() {
            let (element, count) = available[place];
            if count == 0 || root.is_some_and(|root| root != self.terms.symbol(element)) {
                continue;
            }
            available[place].1 -= 1;
            if simple {
                let mut trail: SmallVec<[Slot; 8]> = SmallVec::new();
                let mut flow = Flow::More;
                if self.match_simple(pattern, element, bindings, &mut trail) {
                    flow = self.set_elements(set, index + 1, available, bindings, rest, receive);
                }
                for slot in trail {
                    bindings[usize::from(slot)] = NO_TERM;
                }
                available[place].1 += 1;
                if flow == Flow::Enough {
                    return flow;
                }
                continue;
            }
            let height = self.goals.len();
            self.goals.push(Goal { pattern, subject: element, next: NO_GOALS });
            let flow = self.solve(height as u32, bindings, rest, &mut |machine, bindings, rest| {
                machine.set_elements(set, index + 1, available, bindings, rest, receive)
            });
            self.goals.truncate(height);
            available[place].1 += 1;
            if flow == Flow::Enough {
                return flow;
            }
        }
        Flow::More
    }

    /// Takes out the values of variables that already have one, then shares the rest.
    fn set_bound(
        &mut self,
        set: &SetMatch<'p>,
        available: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let mut left = available.clone();
        let mut open: SmallVec<[ElementVariable; 4]> = SmallVec::new();
        for variable in set.variables {
            let value = bindings[usize::from(variable.slot)];
            if value == NO_TERM {
                open.push(*variable);
                continue;
            }
            if self.terms.symbol(value) == set.symbol {
                for &element in self.terms.arguments(value) {
                    if !take(&mut left, element, variable.multiplicity) {
                        return Flow::More;
                    }
                }
            } else if self.terms.signature.get(set.symbol).identity != Some(value)
                && !take(&mut left, value, variable.multiplicity)
            {
                return Flow::More;
            }
        }
        left.retain(|(_, count)| *count > 0);
        self.set_share(set, &open, &mut left, bindings, rest, receive)
    }

    fn set_share(
        &mut self,
        set: &SetMatch<'p>,
        open: &[ElementVariable],
        left: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Some((variable, others)) = open.split_first() else {
            if left.iter().all(|(_, count)| *count == 0) {
                return self.solve(set.next, bindings, rest, receive);
            }
            if !set.extension {
                return Flow::More;
            }
            let after: Arguments = expand(left);
            // A part that is one element or none is not a part of this operator's term.
            if after.len() + 2 > set.count {
                return Flow::More;
            }
            return self.solve(set.next, bindings, &Rest { before: SmallVec::new(), after }, receive);
        };
        if others.is_empty() && !set.extension {
            return self.set_give_all(set, variable, left, bindings, rest, receive);
        }
        let slot = usize::from(variable.slot);
        if variable.single {
            for place in 0..left.len() {
                let (element, count) = left[place];
                if count < variable.multiplicity
                    || !self.terms.signature.sorts.is_at_most(self.terms.sort(element), variable.sort)
                {
                    continue;
                }
                left[place].1 -= variable.multiplicity;
                bindings[slot] = element;
                let flow = self.set_share(set, others, left, bindings, rest, receive);
                bindings[slot] = NO_TERM;
                left[place].1 += variable.multiplicity;
                if flow == Flow::Enough {
                    return flow;
                }
            }
            return self.set_give_none(set, variable, others, left, bindings, rest, receive);
        }
        self.set_give_some(set, variable, others, left, bindings, rest, receive)
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    fn set_give_none(
        &mut self,
        set: &SetMatch<'p>,
        variable: &ElementVariable,
        others: &[ElementVariable],
        left: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        if !variable.optional {
            return Flow::More;
        }
        let Some(identity) = self.terms.signature.get(set.symbol).identity else { return Flow::More };
        let slot = usize::from(variable.slot);
        bindings[slot] = identity;
        let flow = self.set_share(set, others, left, bindings, rest, receive);
        bindings[slot] = NO_TERM;
        flow
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
        if (elements.is_empty() && !variable.optional) || (variable.single && elements.len() > 1) {
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
        elements: &[TermId],
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let Some(value) = self.part(set.symbol, elements, set.reduced, set.sort) else { return Flow::More };
        if !self.terms.signature.sorts.is_at_most(self.terms.sort(value), variable.sort) {
            return Flow::More;
        }
        let slot = usize::from(variable.slot);
        bindings[slot] = value;
        let flow = self.solve(set.next, bindings, rest, receive);
        bindings[slot] = NO_TERM;
        flow
    }

    /// Tries every share of what is left, the largest first, by counting down in the numbers of each element.
    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    fn set_give_some(
        &mut self,
        set: &SetMatch<'p>,
        variable: &ElementVariable,
        others: &[ElementVariable],
        left: &mut Available,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let most: SmallVec<[u32; 12]> = left.iter().map(|(_, count)| count / variable.multiplicity).collect();
        let mut taken = most.clone();
        let slot = usize::from(variable.slot);
        loop {
            let total: u32 = taken.iter().sum();
            if total > 0 || variable.optional {
                let mut elements: Arguments = SmallVec::new();
                for (place, &count) in taken.iter().enumerate() {
                    left[place].1 -= count * variable.multiplicity;
                    elements.extend(std::iter::repeat_n(left[place].0, count as usize));
                }
                let value = self.part(set.symbol, &elements, set.reduced, set.sort);
                let mut flow = Flow::More;
                if let Some(value) = value
                    && self.terms.signature.sorts.is_at_most(self.terms.sort(value), variable.sort)
                {
                    bindings[slot] = value;
                    flow = self.set_share(set, others, left, bindings, rest, receive);
                    bindings[slot] = NO_TERM;
                }
                for (place, &count) in taken.iter().enumerate() {
                    left[place].1 += count * variable.multiplicity;
                }
                if flow == Flow::Enough {
                    return flow;
                }
                if self.stop.is_some() {
                    return Flow::Enough;
                }
            }
            // Count down.
            let Some(place) = taken.iter().position(|&count| count > 0) else { return Flow::More };
            taken[place] -= 1;
            for earlier in 0..place {
                taken[earlier] = most[earlier];
            }
        }
    }
}

fn take(available: &mut Available, element: TermId, times: u32) -> bool {
    match available.iter_mut().find(|(known, _)| *known == element) {
        Some((_, count)) if *count >= times => {
            *count -= times;
            true
        }
        _ => false,
    }
}

fn expand(left: &Available) -> Arguments {
    let mut elements = Arguments::new();
    for &(element, count) in left {
        elements.extend(std::iter::repeat_n(element, count as usize));
    }
    elements
}
