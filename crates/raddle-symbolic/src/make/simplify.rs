//! The rules by which terms are simplified when they are made. Each says why it holds in a word or by its shape; all are
//! checked against the plain meaning of the operators on random terms (`tests/all/terms.rs`).
//!
//! What comes out where: a sum has its constant outermost and a difference is `a + not b + 1`, so that constants of nested
//! sums meet; a negation lies inside; a choice has no negated condition.

use crate::semantics::signed;
use crate::term::{Operator, Term, Terms, Width};

impl Terms {
    /// A simpler term that means the same, if there is a rule for it. Constants alone were folded before, and of arguments
    /// that may be swapped the constant is the second.
    pub(super) fn rewritten(
        &mut self,
        operator: Operator,
        width: Width,
        arguments: &[Term],
        depth: u32,
    ) -> Option<Term> {
        match (operator, arguments) {
            (Operator::Choose, &[condition, then, otherwise]) => {
                self.chosen(width, condition, then, otherwise, depth)
            }
            (Operator::Equal | Operator::UnsignedLess | Operator::SignedLess, &[left, right]) => {
                self.compared(operator, left, right, depth)
            }
            (Operator::Add, &[left, right]) => self.added(width, left, right, depth),
            (Operator::Multiply, &[left, right]) => self.multiplied(width, left, right, depth),
            (Operator::And | Operator::Or | Operator::Xor, &[left, right]) => {
                self.joined(operator, width, left, right, depth)
            }
            (Operator::Not, &[term]) => self.inverted(width, term, depth),
            (Operator::ShiftLeft | Operator::ShiftRight | Operator::ShiftRightSigned, &[term, amount]) => {
                self.shifted(operator, width, term, amount)
            }
            (
                Operator::UnsignedDivide
                | Operator::UnsignedRemainder
                | Operator::SignedDivide
                | Operator::SignedRemainder,
                &[left, right],
            ) => self.divided(operator, width, left, right, depth),
            (Operator::Extract(from), &[term]) => self.extracted(width, term, from, depth),
            (Operator::ExtendZero | Operator::ExtendSign, &[term]) => {
                self.extended(operator, width, term, depth)
            }
            (Operator::Concatenate, &[high, low]) => self.concatenated(width, high, low, depth),
            _ => None,
        }
    }

    /// The one argument of an operator that takes one, or the two of one that takes two.
    pub(super) fn unary_of(&self, term: Term, operator: Operator) -> Option<Term> {
        let node = self.node(term);
        (node.operator == operator).then(|| node.arguments()[0])
    }

    /// The argument and the constant of a term that is an operator on these.
    pub(super) fn with_constant(&self, term: Term, operator: Operator) -> Option<(Term, u64)> {
        let node = self.node(term);
        if node.operator != operator {
            return None;
        }
        let &[first, second] = node.arguments() else { return None };
        Some((first, self.constant_of(second)?))
    }

    fn chosen(
        &mut self,
        width: Width,
        condition: Term,
        then: Term,
        otherwise: Term,
        depth: u32,
    ) -> Option<Term> {
        if then == otherwise {
            return Some(then);
        }
        if let Some(value) = self.constant_of(condition) {
            return Some(if value == 1 { then } else { otherwise });
        }
        if let Some(opposite) = self.unary_of(condition, Operator::Not) {
            return Some(self.simplified(Operator::Choose, width, &[opposite, otherwise, then], depth));
        }
        // A condition that was just decided is not asked again.
        let then_again = self.branch_of(then, condition, true);
        let otherwise_again = self.branch_of(otherwise, condition, false);
        if then_again.is_some() || otherwise_again.is_some() {
            let branches = [condition, then_again.unwrap_or(then), otherwise_again.unwrap_or(otherwise)];
            return Some(self.simplified(Operator::Choose, width, &branches, depth));
        }
        if width != Width::BOOLEAN {
            return None;
        }
        match (self.constant_of(then), self.constant_of(otherwise)) {
            (Some(1), Some(0)) => Some(condition),
            (Some(0), Some(1)) => Some(self.simplified(Operator::Not, width, &[condition], depth)),
            (Some(1), None) => Some(self.simplified(Operator::Or, width, &[condition, otherwise], depth)),
            (None, Some(0)) => Some(self.simplified(Operator::And, width, &[condition, then], depth)),
            (Some(_), None) => {
                let opposite = self.simplified(Operator::Not, width, &[condition], depth);
                Some(self.simplified(Operator::And, width, &[opposite, otherwise], depth))
            }
            (None, Some(_)) => {
                let opposite = self.simplified(Operator::Not, width, &[condition], depth);
                Some(self.simplified(Operator::Or, width, &[opposite, then], depth))
            }
            _ => None,
        }
    }

    /// What a choice comes to where its condition is known.
    fn branch_of(&self, term: Term, condition: Term, holds: bool) -> Option<Term> {
        let node = self.node(term);
        (node.operator == Operator::Choose && node.arguments()[0] == condition)
            .then(|| node.arguments()[if holds { 1 } else { 2 }])
    }

    fn added(&mut self, width: Width, left: Term, right: Term, depth: u32) -> Option<Term> {
        if let Some(constant) = self.constant_of(right) {
            if constant == 0 {
                return Some(left);
            }
            let (inner, other) = self.with_constant(left, Operator::Add)?;
            let sum = self.constant(constant.wrapping_add(other), width);
            return Some(self.simplified(Operator::Add, width, &[inner, sum], depth));
        }
        if self.are_inverse(left, right) {
            return Some(self.constant(u64::MAX, width));
        }
        for (sum, other) in [(left, right), (right, left)] {
            if let Some((inner, constant)) = self.with_constant(sum, Operator::Add) {
                let outer = self.constant(constant, width);
                let rest = self.simplified(Operator::Add, width, &[inner, other], depth);
                return Some(self.simplified(Operator::Add, width, &[rest, outer], depth));
            }
        }
        None
    }

    fn are_inverse(&self, left: Term, right: Term) -> bool {
        self.unary_of(left, Operator::Not) == Some(right) || self.unary_of(right, Operator::Not) == Some(left)
    }

    fn multiplied(&mut self, width: Width, left: Term, right: Term, depth: u32) -> Option<Term> {
        let constant = self.constant_of(right)?;
        match constant {
            0 => return Some(right),
            1 => return Some(left),
            _ => {}
        }
        if let Some((inner, other)) = self.with_constant(left, Operator::Multiply) {
            let product = self.constant(constant.wrapping_mul(other), width);
            return Some(self.simplified(Operator::Multiply, width, &[inner, product], depth));
        }
        if constant.is_power_of_two() {
            let amount = self.constant(u64::from(constant.trailing_zeros()), width);
            return Some(self.simplified(Operator::ShiftLeft, width, &[left, amount], depth));
        }
        None
    }

    /// And, or, exclusive or.
    fn joined(
        &mut self,
        operator: Operator,
        width: Width,
        left: Term,
        right: Term,
        depth: u32,
    ) -> Option<Term> {
        if left == right {
            return Some(if operator == Operator::Xor { self.constant(0, width) } else { left });
        }
        if self.are_inverse(left, right) {
            let value = if operator == Operator::And { 0 } else { u64::MAX };
            return Some(self.constant(value, width));
        }
        let Some(constant) = self.constant_of(right) else {
            // (a and b) and a is a and b; likewise for or.
            let is_part = |whole: Term, part: Term| {
                let node = self.node(whole);
                operator != Operator::Xor && node.operator == operator && node.arguments().contains(&part)
            };
            return if is_part(left, right) {
                Some(left)
            } else if is_part(right, left) {
                Some(right)
            } else {
                None
            };
        };
        let is_all = constant == width.mask();
        match operator {
            Operator::And if constant == 0 => return Some(right),
            Operator::And if is_all => return Some(left),
            Operator::Or if constant == 0 => return Some(left),
            Operator::Or if is_all => return Some(right),
            Operator::Xor if constant == 0 => return Some(left),
            Operator::Xor if is_all => return Some(self.simplified(Operator::Not, width, &[left], depth)),
            _ => {}
        }
        let (inner, other) = self.with_constant(left, operator)?;
        let both = match operator {
            Operator::And => constant & other,
            Operator::Or => constant | other,
            _ => constant ^ other,
        };
        let both = self.constant(both, width);
        Some(self.simplified(operator, width, &[inner, both], depth))
    }

    fn inverted(&mut self, width: Width, term: Term, depth: u32) -> Option<Term> {
        if let Some(inner) = self.unary_of(term, Operator::Not) {
            return Some(inner);
        }
        // not (a + c) is (not a) - c.
        let (inner, constant) = self.with_constant(term, Operator::Add)?;
        let inverted = self.simplified(Operator::Not, width, &[inner], depth);
        let constant = self.constant(constant.wrapping_neg(), width);
        Some(self.simplified(Operator::Add, width, &[inverted, constant], depth))
    }

    fn shifted(&mut self, operator: Operator, width: Width, term: Term, amount: Term) -> Option<Term> {
        if self.constant_of(term) == Some(0) {
            return Some(term);
        }
        let amount = self.constant_of(amount)?;
        if amount == 0 {
            return Some(term);
        }
        (amount >= u64::from(width.bits()) && operator != Operator::ShiftRightSigned)
            .then(|| self.constant(0, width))
    }

    fn divided(
        &mut self,
        operator: Operator,
        width: Width,
        left: Term,
        right: Term,
        depth: u32,
    ) -> Option<Term> {
        let divisor = self.constant_of(right)?;
        let is_minus_one = signed(divisor, width) == -1 && width != Width::BOOLEAN;
        match operator {
            Operator::UnsignedDivide | Operator::UnsignedRemainder if !divisor.is_power_of_two() => None,
            Operator::UnsignedDivide => {
                let amount = self.constant(u64::from(divisor.trailing_zeros()), width);
                Some(self.simplified(Operator::ShiftRight, width, &[left, amount], depth))
            }
            Operator::UnsignedRemainder => {
                let mask = self.constant(divisor - 1, width);
                Some(self.simplified(Operator::And, width, &[left, mask], depth))
            }
            Operator::SignedDivide if is_minus_one => Some(self.negate(left)),
            Operator::SignedRemainder if is_minus_one => Some(self.constant(0, width)),
            // In one bit, 1 is -1: nothing is taken for one there.
            Operator::SignedDivide if divisor == 1 && width != Width::BOOLEAN => Some(left),
            Operator::SignedRemainder if divisor == 1 && width != Width::BOOLEAN => {
                Some(self.constant(0, width))
            }
            _ => None,
        }
    }

    fn extracted(&mut self, width: Width, term: Term, from: u8, depth: u32) -> Option<Term> {
        if width == self.width(term) {
            return Some(term);
        }
        let node = self.node(term);
        let inner = *node.arguments().first()?;
        let end = u32::from(from) + width.bits();
        let within = |bits: u32| end <= bits;
        match node.operator {
            Operator::Extract(further) => {
                Some(self.simplified(Operator::Extract(from + further), width, &[inner], depth))
            }
            Operator::ExtendZero | Operator::ExtendSign if within(self.width(inner).bits()) => {
                Some(self.simplified(Operator::Extract(from), width, &[inner], depth))
            }
            Operator::ExtendZero if u32::from(from) >= self.width(inner).bits() => {
                Some(self.constant(0, width))
            }
            Operator::ExtendZero | Operator::ExtendSign if from == 0 => {
                Some(self.simplified(node.operator, width, &[inner], depth))
            }
            Operator::Concatenate => {
                let low = node.arguments()[1];
                let low_bits = self.width(low).bits();
                if within(low_bits) {
                    Some(self.simplified(Operator::Extract(from), width, &[low], depth))
                } else if u32::from(from) >= low_bits {
                    let from = from - low_bits as u8;
                    Some(self.simplified(Operator::Extract(from), width, &[inner], depth))
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    fn extended(&mut self, operator: Operator, width: Width, term: Term, depth: u32) -> Option<Term> {
        if width == self.width(term) {
            return Some(term);
        }
        let node = self.node(term);
        let inner = *node.arguments().first()?;
        match (operator, node.operator) {
            // What was extended by zeros has no sign.
            (_, Operator::ExtendZero) => Some(self.simplified(Operator::ExtendZero, width, &[inner], depth)),
            (Operator::ExtendSign, Operator::ExtendSign) => {
                Some(self.simplified(Operator::ExtendSign, width, &[inner], depth))
            }
            _ => None,
        }
    }

    fn concatenated(&mut self, width: Width, high: Term, low: Term, depth: u32) -> Option<Term> {
        if self.constant_of(high) == Some(0) {
            return Some(self.simplified(Operator::ExtendZero, width, &[low], depth));
        }
        // Neighbouring parts of one term.
        let (high_node, low_node) = (self.node(high), self.node(low));
        let (Operator::Extract(high_from), Operator::Extract(low_from)) =
            (high_node.operator, low_node.operator)
        else {
            return None;
        };
        let whole = low_node.arguments()[0];
        let are_neighbours = high_node.arguments()[0] == whole
            && u32::from(high_from) == u32::from(low_from) + low_node.width.bits();
        are_neighbours.then(|| self.simplified(Operator::Extract(low_from), width, &[whole], depth))
    }
}
