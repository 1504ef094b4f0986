//! Matching sets: elements and variables with multiplicities against the flat, ordered arguments of an
//! associative and commutative term. Ground elements are taken out first, then elements with structure are
//! tried on what has their symbol, then the variables share what is left (`shares`); with an extension, anything may
//! remain.

use super::evaluate::{Bindings, Goal, Machine};
use super::pattern::{ElementVariable, Pattern, Slot};
use super::solve::{Flow, NO_GOALS, Receiver, Rest};
use crate::terms::arena::{Arguments, NO_TERM};
use crate::terms::{SortId, SymbolId, TermId};
use smallvec::SmallVec;

/// Distinct elements, in order, with how many are left of each.
pub(super) type Available = SmallVec<[(TermId, u32); 12]>;

pub(super) struct SetMatch<'p> {
    pub symbol: SymbolId,
    elements: &'p [Pattern],
    variables: &'p [ElementVariable],
    pub extension: bool,
    /// Whether the first share that fits is as good as any other; see `greedy`.
    pub greedy: bool,
    /// The first variable as it is written, if there are only variables.
    pub leading: Option<Slot>,
    /// Whether the term only is a set by an identity.
    pub collapsed: bool,
    /// How many elements the term has.
    pub count: usize,
    pub next: u32,
    /// Whether the whole term is reduced; then so is every part of it.
    pub reduced: bool,
    /// The sort of the whole term.
    pub sort: SortId,
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
        let Pattern::Set { symbol, ground, elements, variables, greedy, leading } = pattern else {
            return Flow::More;
        };
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
        let (greedy, collapsed) = (*greedy && self.greedy, self.terms.symbol(subject) != symbol);
        let leading = leading.filter(|_| ground.is_empty() && elements.is_empty());
        let set = SetMatch {
            symbol,
            elements,
            variables,
            extension,
            greedy,
            leading,
            collapsed,
            count,
            next,
            reduced,
            sort,
        };
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

pub(super) fn expand(left: &Available) -> Arguments {
    let mut elements = Arguments::new();
    for &(element, count) in left {
        elements.extend(std::iter::repeat_n(element, count as usize));
    }
    elements
}
