//! Matching the arguments of a call, which are on the stack, with direct patterns; see `functions`.

use super::{Bindings, Machine};
use crate::machine::compile::Statement;
use crate::machine::functions::{ANY_POSITION, Case, Check, Pick, REGISTERS, pick};
use crate::machine::pattern::{ListElement, Pattern};
use crate::machine::solve::{Flow, Rest};
use crate::terms::arena::NO_TERM;
use crate::terms::{SymbolId, TermId, Terms};
use smallvec::SmallVec;

impl<'p> Machine<'p> {
    /// The first equation that fits a call whose arguments are in the first registers; the values of its
    /// variables are then in the bindings from `start` on.
    #[inline]
    pub(super) fn match_call(
        &mut self,
        cases: &'p [Case],
        registers: &mut [TermId; REGISTERS],
        arity: usize,
        start: usize,
    ) -> Option<&'p Statement> {
        let program = self.program;
        for case in cases {
            if case.position != ANY_POSITION
                && self.terms.symbol(registers[usize::from(case.position)]) != case.symbol
            {
                continue;
            }
            let equation = &program.equations[case.equation as usize];
            let fits = match &case.checks {
                Some(checks) if !case.conditional => {
                    run_checks(self.terms, checks, registers, &mut self.bindings)
                }
                _ => self.match_case(equation, registers, arity, start),
            };
            if fits {
                return Some(equation);
            }
            self.bindings.truncate(start);
            if self.stop.is_some() {
                return None;
            }
        }
        None
    }

    /// Matches a case that may evaluate something. Until it is done the arguments are on the stack, where
    /// collections find them.
    #[inline(never)]
    fn match_case(
        &mut self,
        equation: &'p Statement,
        registers: &mut [TermId; REGISTERS],
        arity: usize,
        start: usize,
    ) -> bool {
        let Pattern::Free { arguments, .. } = &equation.pattern else { return false };
        let split = self.values.len();
        self.values.extend_from_slice(&registers[..arity]);
        self.bindings.resize(start + equation.slots, NO_TERM);
        let fits = arguments
            .iter()
            .enumerate()
            .all(|(index, argument)| self.match_direct(argument, self.values[split + index], start))
            && (equation.condition.is_empty() || self.holds(equation, start));
        if self.stop.is_none() {
            registers[..arity].copy_from_slice(&self.values[split..split + arity]);
        }
        self.values.truncate(split);
        fits
    }

    /// Whether the condition of an equation can be satisfied; what it binds is added to the bindings.
    fn holds(&mut self, equation: &'p Statement, start: usize) -> bool {
        for index in start..self.bindings.len() {
            if self.bindings[index] != NO_TERM {
                self.bindings[index] = self.terms.freeze(self.bindings[index]);
            }
        }
        let mut bindings: Bindings = SmallVec::from_slice(&self.bindings[start..]);
        let mut found = false;
        let mut solution: Bindings = SmallVec::new();
        self.satisfy(&equation.condition, &mut bindings, &Rest::default(), &mut |_, bindings, _| {
            found = true;
            solution.extend_from_slice(bindings);
            Flow::Enough
        });
        if found && self.stop.is_none() {
            self.bindings.truncate(start);
            self.bindings.extend_from_slice(&solution);
            return true;
        }
        false
    }

    /// Matches a direct pattern into the bindings from `start` on.
    fn match_direct(&mut self, pattern: &'p Pattern, subject: TermId, start: usize) -> bool {
        match pattern {
            Pattern::Variable { slot, sort } => {
                let at = start + usize::from(*slot);
                let bound = self.bindings[at];
                if bound != NO_TERM {
                    return self.is_same(bound, subject);
                }
                if !self.terms.signature.sorts.is_at_most(self.terms.sort(subject), *sort) {
                    return false;
                }
                self.bindings[at] = subject;
                true
            }
            Pattern::Ground(term) => *term == subject || self.is_same(*term, subject),
            Pattern::Free { symbol, arguments } => {
                self.terms.symbol(subject) == *symbol
                    && arguments.iter().enumerate().all(|(index, argument)| {
                        let inner = self.terms.arguments(subject)[index];
                        self.match_direct(argument, inner, start)
                    })
            }
            Pattern::Iterated { symbol, count, argument } => {
                match self.strip_iterations(*symbol, count, subject) {
                    Some(inner) => self.match_direct(argument, inner, start),
                    None => false,
                }
            }
            Pattern::List { symbol, elements } => self.match_direct_list(*symbol, elements, subject, start),
            Pattern::Set { symbol, .. } => self.match_direct_set(*symbol, pattern, subject, start),
            Pattern::Binary { .. } => false,
        }
    }

    /// Whether two terms are equal; intermediate ones are interned where their ids do not decide.
    #[inline]
    fn is_same(&mut self, a: TermId, b: TermId) -> bool {
        if a == b || !(a.is_scratch() || b.is_scratch()) {
            return a == b;
        }
        self.terms.symbol(a) == self.terms.symbol(b) && self.terms.freeze(a) == self.terms.freeze(b)
    }

    /// Matches a list pattern in which one variable at most takes several elements.
    fn match_direct_list(
        &mut self,
        symbol: SymbolId,
        patterns: &'p [ListElement],
        subject: TermId,
        start: usize,
    ) -> bool {
        let subject = self.terms.freeze(subject);
        let flat = self.terms.symbol(subject) == symbol;
        let length = if flat {
            self.terms.arguments(subject).len()
        } else {
            match self.terms.signature.get(symbol).identity {
                None => return false,
                Some(identity) => usize::from(identity != subject),
            }
        };
        let collector = patterns
            .iter()
            .position(|pattern| matches!(pattern, ListElement::Variable(variable) if !variable.single));
        let fixed = patterns.len() - usize::from(collector.is_some());
        let Some(taken) = length.checked_sub(fixed) else { return false };
        if taken > 0 && collector.is_none() {
            return false;
        }
        let mut at = 0;
        for pattern in patterns {
            match pattern {
                ListElement::Variable(variable) if !variable.single => at += taken,
                _ => {
                    let element = if flat { self.terms.arguments(subject)[at] } else { subject };
                    at += 1;
                    let fits = match pattern {
                        ListElement::One(one) => self.match_direct(one, element, start),
                        ListElement::Variable(variable) => {
                            let place = start + usize::from(variable.slot);
                            if self.bindings[place] != NO_TERM {
                                let bound = self.bindings[place];
                                self.is_same(bound, element)
                            } else {
                                self.bindings[place] = element;
                                self.has_sort(element, variable.sort)
                            }
                        }
                    };
                    if !fits {
                        return false;
                    }
                }
            }
        }
        let Some(index) = collector else { return true };
        let ListElement::Variable(variable) = &patterns[index] else { return false };
        if taken == 0 && !variable.optional {
            return false;
        }
        let value = if flat {
            self.list_part(subject, index, index + taken)
        } else if taken == 0 {
            self.terms.signature.get(symbol).identity
        } else {
            Some(subject)
        };
        let Some(value) = value.filter(|&value| self.has_sort(value, variable.sort)) else { return false };
        self.bindings[start + usize::from(variable.slot)] = value;
        true
    }

    /// Takes the first element that fits out of a set.
    fn match_direct_set(
        &mut self,
        symbol: SymbolId,
        pattern: &'p Pattern,
        subject: TermId,
        start: usize,
    ) -> bool {
        let Some((one, collector)) = pick(pattern) else { return false };
        let subject = self.terms.freeze(subject);
        let flat = self.terms.symbol(subject) == symbol;
        if !flat && (!collector.optional || self.terms.signature.get(symbol).identity == Some(subject)) {
            return false;
        }
        let count = if flat { self.terms.arguments(subject).len() } else { 1 };
        let root = match one {
            Pick::Pattern(pattern) => pattern.root(self.terms),
            Pick::Variable(_) => None,
        };
        let mut last = NO_TERM;
        for index in 0..count {
            let element = if flat { self.terms.arguments(subject)[index] } else { subject };
            if element == last || root.is_some_and(|root| root != self.terms.symbol(element)) {
                continue;
            }
            last = element;
            let kept: SmallVec<[TermId; 16]> = SmallVec::from_slice(&self.bindings[start..]);
            let fits = match one {
                Pick::Pattern(pattern) => self.match_direct(pattern, element, start),
                Pick::Variable(variable) => {
                    self.bindings[start + usize::from(variable.slot)] = element;
                    self.has_sort(element, variable.sort)
                }
            };
            if fits {
                let value = if flat {
                    self.set_without(subject, index, true)
                } else {
                    self.terms.signature.get(symbol).identity
                };
                if let Some(value) = value
                    && self.has_sort(value, collector.sort)
                {
                    self.bindings[start + usize::from(collector.slot)] = value;
                    return true;
                }
            }
            self.bindings[start..].copy_from_slice(&kept);
        }
        false
    }
}

/// Matches the registers; what variables hold is added to the bindings.
#[inline]
fn run_checks(
    terms: &Terms,
    checks: &[Check],
    registers: &mut [TermId; REGISTERS],
    bindings: &mut Vec<TermId>,
) -> bool {
    for check in checks {
        match *check {
            Check::Bind(register, sort) => {
                let subject = registers[usize::from(register)];
                let own = terms.sort(subject);
                if own != sort && !terms.signature.sorts.is_at_most(own, sort) {
                    return false;
                }
                bindings.push(subject);
            }
            Check::Open(register, first, symbol) => {
                let subject = registers[usize::from(register)];
                if terms.symbol(subject) != symbol {
                    return false;
                }
                for (index, &argument) in terms.arguments(subject).iter().enumerate() {
                    registers[usize::from(first) + index] = argument;
                }
            }
            // A constant is no intermediate term.
            Check::Constant(register, term) => {
                if registers[usize::from(register)] != term {
                    return false;
                }
            }
        }
    }
    true
}
