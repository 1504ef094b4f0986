//! The matcher modulo axioms. Goals (a pattern and a term) are solved one after the other; where there is a
//! choice, each possibility is tried with the goals that are left, and the caller is told of every solution until
//! it says stop. Bindings are undone on the way back.
//!
//! Recursion here is on the size of a pattern, which `pattern::DEEPEST_PATTERN` bounds, not on the term.

use super::compile::Statement;
use super::evaluate::{Bindings, Goal, Machine};
use super::iterated::iterated_root;
use super::pattern::{Pattern, Slot};
use crate::terms::arena::{Arguments, NO_TERM};
use crate::terms::{SymbolId, TermId};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use smallvec::SmallVec;

/// What a solution's receiver answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Look for another one.
    More,
    /// Enough.
    Enough,
}

/// The elements of an associative term that a statement did not match; for an iterated one see `iterated`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rest {
    /// Elements before the matched part of a list.
    pub before: Arguments,
    /// Elements after it, or all others in a set.
    pub after: Arguments,
}

/// The end of a list of goals.
pub(crate) const NO_GOALS: u32 = u32::MAX;

/// Who is told of a solution.
pub(crate) type Receiver<'r, 'p> = dyn FnMut(&mut Machine<'p>, &mut Bindings, &Rest) -> Flow + 'r;

impl<'p> Machine<'p> {
    /// All matches of a pattern with the whole term.
    pub(crate) fn match_all(
        &mut self,
        pattern: &'p Pattern,
        subject: TermId,
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let start = self.goals.len();
        self.goals.push(Goal { pattern, subject, next: NO_GOALS });
        let flow = self.solve(start as u32, bindings, &Rest::default(), receive);
        self.goals.truncate(start);
        flow
    }

    /// All ways in which patterns match as many terms together.
    pub(crate) fn match_together(
        &mut self,
        patterns: &'p [Pattern],
        subjects: &[TermId],
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let start = self.goals.len();
        let mut first = NO_GOALS;
        for (pattern, &subject) in patterns.iter().zip(subjects).rev() {
            self.goals.push(Goal { pattern, subject, next: first });
            first = (self.goals.len() - 1) as u32;
        }
        let outer = std::mem::replace(&mut self.greedy, false);
        let flow = self.solve(first, bindings, &Rest::default(), receive);
        self.greedy = outer;
        self.goals.truncate(start);
        flow
    }

    /// All matches of a pattern with the term or, if it is associative or iterated, with a part of it.
    pub(crate) fn match_with_extension(
        &mut self,
        pattern: &'p Pattern,
        subject: TermId,
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        use crate::terms::signature::Shape;
        match pattern {
            Pattern::Iterated { symbol, .. } if self.terms.symbol(subject) == *symbol => {
                self.iterated_with_extension(*symbol, pattern, subject, bindings, receive)
            }
            Pattern::List { symbol, elements, greedy } if self.terms.symbol(subject) == *symbol => {
                self.list_with_extension(*symbol, (elements, *greedy), subject, bindings, receive)
            }
            Pattern::Set { symbol, .. } if self.terms.symbol(subject) == *symbol => {
                self.solve_set(pattern, subject, NO_GOALS, true, bindings, &Rest::default(), receive)
            }
            Pattern::Ground(term) if *term != subject && self.is_associative(*term, subject) => {
                self.ground_with_extension(*term, subject, bindings, receive)
            }
            Pattern::Ground(term) if *term != subject => match iterated_root(self.terms, pattern) {
                Some(symbol) if symbol == self.terms.symbol(subject) => {
                    self.iterated_with_extension(symbol, pattern, subject, bindings, receive)
                }
                _ => Flow::More,
            },
            Pattern::List { .. } | Pattern::Set { .. } | Pattern::Binary { .. }
                if self.terms.signature.get(self.terms.symbol(subject)).shape == Shape::Iterated =>
            {
                let symbol = self.terms.symbol(subject);
                self.iterated_with_extension(symbol, pattern, subject, bindings, receive)
            }
            _ => self.match_all(pattern, subject, bindings, receive),
        }
    }

    fn is_associative(&self, pattern: TermId, subject: TermId) -> bool {
        use crate::terms::signature::Shape;
        let symbol = self.terms.symbol(pattern);
        symbol == self.terms.symbol(subject)
            && matches!(
                self.terms.signature.get(symbol).shape,
                Shape::Associative | Shape::AssociativeCommutative
            )
    }

    /// A pattern without variables as a part of a larger associative term.
    fn ground_with_extension(
        &mut self,
        pattern: TermId,
        subject: TermId,
        bindings: &mut Bindings,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        use crate::terms::signature::Shape;
        let needed: Arguments = SmallVec::from_slice(self.terms.arguments(pattern));
        let all: Arguments = SmallVec::from_slice(self.terms.arguments(subject));
        if self.terms.signature.get(self.terms.symbol(pattern)).shape == Shape::Associative {
            for start in 0..=all.len().saturating_sub(needed.len()) {
                if all[start..].starts_with(&needed) {
                    let rest = Rest {
                        before: SmallVec::from_slice(&all[..start]),
                        after: SmallVec::from_slice(&all[start + needed.len()..]),
                    };
                    if receive(self, bindings, &rest) == Flow::Enough {
                        return Flow::Enough;
                    }
                }
            }
            return Flow::More;
        }
        let mut after: Arguments = all;
        for element in needed {
            match after.iter().position(|&other| other == element) {
                Some(index) => after.remove(index),
                None => return Flow::More,
            };
        }
        receive(self, bindings, &Rest { before: SmallVec::new(), after })
    }

    /// Solves the goals from `goal` on; each solution is given to `receive` with `rest`.
    pub(crate) fn solve(
        &mut self,
        goal: u32,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let mut trail: SmallVec<[Slot; 8]> = SmallVec::new();
        let height = self.goals.len();
        let mut at = goal;
        let flow = loop {
            if at == NO_GOALS {
                break receive(self, bindings, rest);
            }
            let Goal { pattern, subject, next } = self.goals[at as usize];
            at = next;
            match pattern {
                Pattern::Variable { slot, sort } => {
                    let bound = bindings[usize::from(*slot)];
                    if bound != NO_TERM {
                        if bound != subject {
                            break Flow::More;
                        }
                    } else if self.terms.signature.sorts.is_at_most(self.terms.sort(subject), *sort) {
                        bindings[usize::from(*slot)] = subject;
                        trail.push(*slot);
                    } else {
                        break Flow::More;
                    }
                }
                Pattern::Ground(term) => {
                    if *term != subject {
                        break Flow::More;
                    }
                }
                Pattern::Free { symbol, arguments } => {
                    if self.terms.symbol(subject) != *symbol {
                        break Flow::More;
                    }
                    for (index, argument) in arguments.iter().enumerate().rev() {
                        let inner = self.terms.arguments(subject)[index];
                        self.goals.push(Goal { pattern: argument, subject: inner, next: at });
                        at = (self.goals.len() - 1) as u32;
                    }
                }
                Pattern::Iterated { symbol, count, argument } => {
                    match self.strip_iterations(*symbol, count, subject) {
                        Some(inner) => {
                            self.goals.push(Goal { pattern: argument, subject: inner, next: at });
                            at = (self.goals.len() - 1) as u32;
                        }
                        None => break Flow::More,
                    }
                }
                Pattern::Binary { symbol, arguments, commutative } => {
                    break self.solve_binary(
                        *symbol,
                        arguments,
                        *commutative,
                        subject,
                        at,
                        bindings,
                        rest,
                        receive,
                    );
                }
                Pattern::List { symbol, elements, greedy } => {
                    let patterns = (elements.as_ref(), *greedy);
                    break self.solve_list(*symbol, patterns, subject, at, bindings, rest, receive);
                }
                Pattern::Set { .. } => {
                    break self.solve_set(pattern, subject, at, false, bindings, rest, receive);
                }
            }
        };
        self.goals.truncate(height);
        for slot in trail {
            bindings[usize::from(slot)] = NO_TERM;
        }
        flow
    }

    #[expect(clippy::too_many_arguments, reason = "the state of the matcher, passed on")]
    fn solve_binary(
        &mut self,
        symbol: SymbolId,
        patterns: &'p [Pattern; 2],
        commutative: bool,
        subject: TermId,
        next: u32,
        bindings: &mut Bindings,
        rest: &Rest,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let mut ways: SmallVec<[(TermId, TermId); 4]> = SmallVec::new();
        let kept = self.terms.signature.get(symbol);
        if self.terms.symbol(subject) == symbol {
            let (first, second) = (self.terms.arguments(subject)[0], self.terms.arguments(subject)[1]);
            ways.push((first, second));
            if commutative && first != second {
                ways.push((second, first));
            }
        }
        if let Some(identity) = kept.identity {
            if kept.left_identity {
                ways.push((identity, subject));
            }
            if kept.right_identity && subject != identity {
                ways.push((subject, identity));
            }
        }
        for (first, second) in ways {
            let height = self.goals.len();
            self.goals.push(Goal { pattern: &patterns[1], subject: second, next });
            self.goals.push(Goal { pattern: &patterns[0], subject: first, next: height as u32 });
            let flow = self.solve((height + 1) as u32, bindings, rest, receive);
            self.goals.truncate(height);
            if flow == Flow::Enough {
                return flow;
            }
        }
        Flow::More
    }

    /// Matches a simple pattern; what it binds is in `trail` even if it fails.
    pub(crate) fn match_simple(
        &mut self,
        pattern: &Pattern,
        subject: TermId,
        bindings: &mut Bindings,
        trail: &mut SmallVec<[Slot; 8]>,
    ) -> bool {
        match pattern {
            Pattern::Variable { slot, sort } => {
                let bound = bindings[usize::from(*slot)];
                if bound != NO_TERM {
                    return bound == subject;
                }
                if !self.terms.signature.sorts.is_at_most(self.terms.sort(subject), *sort) {
                    return false;
                }
                bindings[usize::from(*slot)] = subject;
                trail.push(*slot);
                true
            }
            Pattern::Ground(term) => *term == subject,
            Pattern::Free { symbol, arguments } => {
                self.terms.symbol(subject) == *symbol
                    && arguments.iter().enumerate().all(|(index, argument)| {
                        let inner = self.terms.arguments(subject)[index];
                        self.match_simple(argument, inner, bindings, trail)
                    })
            }
            Pattern::Iterated { symbol, count, argument } => {
                match self.strip_iterations(*symbol, count, subject) {
                    Some(inner) => self.match_simple(argument, inner, bindings, trail),
                    None => false,
                }
            }
            Pattern::Binary { .. } | Pattern::List { .. } | Pattern::Set { .. } => false,
        }
    }

    /// What is left of `f^n(t)` when `f` is taken off `count` times.
    pub(crate) fn strip_iterations(
        &mut self,
        symbol: SymbolId,
        count: &BigUint,
        subject: TermId,
    ) -> Option<TermId> {
        if self.terms.symbol(subject) != symbol {
            return None;
        }
        if let (Some(have), Some(take)) = (subject.immediate(), count.to_u64()) {
            let left = u64::from(have).checked_sub(take)?;
            let made = self.terms.immediate(left)?;
            if self.terms.normal(made).is_none() && self.terms.normal(subject) == Some(subject) {
                self.reduce(made);
            }
            return Some(made);
        }
        let inner = self.terms.arguments(subject)[0];
        if let (Some(have), Some(take)) =
            (self.terms.counts.small(self.terms.payload(subject)), count.to_u64())
        {
            let left = have.checked_sub(take)?;
            return Some(self.reduced_iteration(symbol, inner, &BigUint::from(left), subject));
        }
        let have = self.terms.iterations(subject);
        if have < *count {
            return None;
        }
        Some(self.reduced_iteration(symbol, inner, &(have - count), subject))
    }

    /// A part of an iterated term; if the whole was reduced, so is the part when nothing rewrites the symbol.
    fn reduced_iteration(
        &mut self,
        symbol: SymbolId,
        inner: TermId,
        count: &BigUint,
        whole: TermId,
    ) -> TermId {
        let made = self.terms.make_iterated(symbol, inner, count);
        if self.terms.normal(made).is_none() && self.terms.normal(whole) == Some(whole) {
            self.reduce(made);
        }
        made
    }

    /// The first match of a statement whose condition holds.
    pub(crate) fn first_match(
        &mut self,
        statement: &'p Statement,
        term: TermId,
        extension: bool,
    ) -> Option<(Bindings, Option<Rest>)> {
        let mut found = None;
        let outer = std::mem::replace(&mut self.greedy, true);
        self.each_match(statement, term, extension, &mut |_, bindings, rest| {
            let rest = (!rest.before.is_empty() || !rest.after.is_empty()).then(|| rest.clone());
            found = Some((bindings.clone(), rest));
            Flow::Enough
        });
        self.greedy = outer;
        if self.stop.is_some() { None } else { found }
    }

    /// All matches of a statement whose condition holds.
    pub(crate) fn every_match(
        &mut self,
        statement: &'p Statement,
        term: TermId,
        extension: bool,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let outer = std::mem::replace(&mut self.greedy, false);
        let flow = self.each_match(statement, term, extension, receive);
        self.greedy = outer;
        flow
    }

    /// Matches of a statement whose condition holds, until one is enough: where shares are found greedily, only the
    /// first of them.
    fn each_match(
        &mut self,
        statement: &'p Statement,
        term: TermId,
        extension: bool,
        receive: &mut Receiver<'_, 'p>,
    ) -> Flow {
        let mut bindings: Bindings = SmallVec::from_elem(NO_TERM, statement.slots);
        let mut with_condition = |machine: &mut Machine<'p>, bindings: &mut Bindings, rest: &Rest| {
            if statement.condition.is_empty() {
                return receive(machine, bindings, rest);
            }
            let done = machine.guard_done;
            machine.satisfy(&statement.condition[done..], bindings, rest, receive)
        };
        let guard = (!statement.condition.is_empty()).then_some(statement);
        let outer = (std::mem::replace(&mut self.guard, guard), std::mem::take(&mut self.guard_done));
        let flow = if extension {
            self.match_with_extension(&statement.pattern, term, &mut bindings, &mut with_condition)
        } else {
            self.match_all(&statement.pattern, term, &mut bindings, &mut with_condition)
        };
        (self.guard, self.guard_done) = outer;
        flow
    }

    /// Puts a value among the elements that were not matched.
    pub(crate) fn with_rest(&mut self, symbol: SymbolId, value: TermId, rest: &Rest) -> TermId {
        use crate::terms::signature::Shape;
        match self.terms.signature.get(symbol).shape {
            Shape::Iterated => return self.below_iterations(symbol, value, rest),
            Shape::AssociativeCommutative if rest.before.is_empty() => {
                return self.terms.make_set_with(symbol, &rest.after, value);
            }
            _ => {}
        }
        let mut elements: Arguments = rest.before.clone();
        elements.push(value);
        elements.extend_from_slice(&rest.after);
        self.terms.make(symbol, &elements)
    }
}
