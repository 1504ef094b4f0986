//! Matching the arguments of a call, which are on the stack, with direct patterns; see `functions`.

use super::{Bindings, Machine, Stop};
use crate::machine::compile::{Code, Statement, Test};
use crate::machine::functions::{ANY_POSITION, Case, Check, Pick, REGISTERS, pick};
use crate::machine::pattern::{ListElement, Pattern};
use crate::machine::solve::{Flow, Rest};
use crate::terms::arena::NO_TERM;
use crate::terms::signature::Shape;
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
        let pinned = std::mem::replace(&mut self.pinned, true);
        let fits = arguments
            .iter()
            .enumerate()
            .all(|(index, argument)| self.match_direct(argument, self.values[split + index], start));
        self.pinned = pinned;
        let fits = fits && (equation.condition.is_empty() || self.holds(equation, start));
        if self.stop.is_none() {
            registers[..arity].copy_from_slice(&self.values[split..split + arity]);
        }
        self.values.truncate(split);
        fits
    }

    /// Whether the condition of an equation can be satisfied; what it binds is added to the bindings.
    fn holds(&mut self, equation: &'p Statement, start: usize) -> bool {
        if self.condition_depth >= self.limits.condition_depth {
            self.stop = Some(Stop::ConditionDepth(self.limits.condition_depth));
            return false;
        }
        self.condition_depth += 1;
        // Matches inside the condition do not wait for it.
        let guard = self.guard.take();
        let fits = self.holds_from(equation, start);
        self.guard = guard;
        self.condition_depth -= 1;
        fits && self.stop.is_none()
    }

    /// Looks at the parts of a condition one after the other as long as each has one solution at most; then the
    /// bindings stay where they are.
    fn holds_from(&mut self, equation: &'p Statement, start: usize) -> bool {
        let slots = equation.slots;
        for (index, test) in equation.condition.iter().enumerate() {
            let fits = match test {
                Test::Equal(left, right) => {
                    let left = self.run_frozen(left, start, slots);
                    self.stop.is_none() && left == self.run_frozen(right, start, slots)
                }
                Test::Sort(code, sort) => {
                    let value = self.run_frozen(code, start, slots);
                    self.stop.is_none() && self.has_sort(value, *sort)
                }
                Test::Assign(pattern, code) => {
                    let value = self.run_code_at(code, start, slots);
                    let pinned = std::mem::replace(&mut self.pinned, true);
                    let fits = self.stop.is_none() && self.match_direct(pattern, value, start);
                    self.pinned = pinned;
                    fits
                }
                Test::Match(..) | Test::Reach(..) => {
                    return self.search_for(&equation.condition[index..], start);
                }
            };
            if !fits || self.stop.is_some() {
                return false;
            }
        }
        true
    }

    fn run_frozen(&mut self, code: &'p Code, start: usize, slots: usize) -> TermId {
        let value = self.run_code_at(code, start, slots);
        self.terms.freeze(value)
    }

    /// The first solution of the rest of a condition.
    fn search_for(&mut self, tests: &'p [Test], start: usize) -> bool {
        for index in start..self.bindings.len() {
            if self.bindings[index] != NO_TERM {
                self.bindings[index] = self.terms.freeze(self.bindings[index]);
            }
        }
        let mut bindings: Bindings = SmallVec::from_slice(&self.bindings[start..]);
        let mut solution: Option<Bindings> = None;
        self.satisfy(tests, &mut bindings, &Rest::default(), &mut |_, bindings, _| {
            solution = Some(bindings.clone());
            Flow::Enough
        });
        let Some(solution) = solution.filter(|_| self.stop.is_none()) else { return false };
        self.bindings.truncate(start);
        self.bindings.extend_from_slice(&solution);
        true
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
                let subject = self.terms.freeze(subject);
                match self.strip_iterations(*symbol, count, subject) {
                    Some(inner) => self.match_direct(argument, inner, start),
                    None => false,
                }
            }
            Pattern::List { symbol, elements, .. } => {
                self.match_direct_list(*symbol, elements, subject, start)
            }
            Pattern::Set { symbol, .. } => self.match_direct_set(*symbol, pattern, subject, start),
            Pattern::Binary { .. } => false,
        }
    }

    /// Whether two terms are equal; intermediate ones are interned where their ids do not decide.
    #[inline]
    pub(super) fn is_same(&mut self, a: TermId, b: TermId) -> bool {
        if a == b || !(a.is_scratch() || b.is_scratch()) {
            return a == b;
        }
        if self.terms.symbol(a) != self.terms.symbol(b) {
            return false;
        }
        let shape = self.terms.signature.get(self.terms.symbol(a)).shape;
        if shape == Shape::Associative && self.terms.arguments(a).len() != self.terms.arguments(b).len() {
            return false;
        }
        self.terms.freeze(a) == self.terms.freeze(b)
    }

    /// Matches a list pattern in which one variable at most takes several elements.
    fn match_direct_list(
        &mut self,
        symbol: SymbolId,
        patterns: &'p [ListElement],
        subject: TermId,
        start: usize,
    ) -> bool {
        let flat = self.terms.symbol(subject) == symbol;
        let length = if flat {
            self.terms.arguments(subject).len()
        } else {
            match self.terms.signature.get(symbol).identity {
                None => return false,
                Some(identity) => usize::from(!self.is_same(identity, subject)),
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
            self.direct_part(subject, index, index + taken)
        } else if taken == 0 {
            self.terms.signature.get(symbol).identity
        } else {
            Some(subject)
        };
        let Some(value) = value.filter(|&value| self.has_sort(value, variable.sort)) else { return false };
        self.bindings[start + usize::from(variable.slot)] = value;
        true
    }

    /// A part of a reduced list as a value: an intermediate one unless memberships may lower its sort.
    fn direct_part(&mut self, list: TermId, from: usize, to: usize) -> Option<TermId> {
        if to - from > 1 && self.program.memberships.is_empty() {
            return Some(self.terms.slice(list, from, to));
        }
        match to - from {
            0 => self.terms.signature.get(self.terms.symbol(list)).identity,
            1 => Some(self.terms.arguments(list)[from]),
            _ => {
                let list = self.terms.freeze(list);
                self.list_part(list, from, to)
            }
        }
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
