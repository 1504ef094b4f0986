//! Rules for comparisons: equality, and less by either reading. Most conditions of a path are these.

use crate::semantics::signed;
use crate::term::{Operator, Term, Terms, Width};

impl Terms {
    pub(super) fn compared(
        &mut self,
        operator: Operator,
        left: Term,
        right: Term,
        depth: u32,
    ) -> Option<Term> {
        if left == right {
            return Some(self.boolean(operator == Operator::Equal));
        }
        if let Some(simpler) = self.compared_in_branches(operator, left, right, depth) {
            return Some(simpler);
        }
        if let Some(narrower) = self.compared_narrower(operator, left, right, depth) {
            return Some(narrower);
        }
        match operator {
            Operator::Equal => self.equalled(left, right, depth),
            _ => self.ordered(operator, left, right, depth),
        }
    }

    /// A choice that has a constant as a branch, compared with a constant: each branch is compared by itself.
    fn compared_in_branches(
        &mut self,
        operator: Operator,
        left: Term,
        right: Term,
        depth: u32,
    ) -> Option<Term> {
        let choice = match (self.constant_of(left), self.constant_of(right)) {
            (None, Some(_)) => self.node(left),
            (Some(_), None) => self.node(right),
            _ => return None,
        };
        if choice.operator != Operator::Choose {
            return None;
        }
        let &[condition, then, otherwise] = choice.arguments() else { return None };
        if self.constant_of(then).is_none() && self.constant_of(otherwise).is_none() {
            return None;
        }
        let is_left = self.constant_of(left).is_none();
        let mut compare = |branch: Term| {
            let sides = if is_left { [branch, right] } else { [left, branch] };
            self.simplified(operator, Width::BOOLEAN, &sides, depth)
        };
        let (then, otherwise) = (compare(then), compare(otherwise));
        Some(self.simplified(Operator::Choose, Width::BOOLEAN, &[condition, then, otherwise], depth))
    }

    /// An extended term compared with a constant, or with another that was extended alike from the same width: the
    /// narrow terms are compared.
    fn compared_narrower(&mut self, operator: Operator, left: Term, right: Term, depth: u32) -> Option<Term> {
        let extension = |terms: &Self, term: Term| {
            let node = terms.node(term);
            matches!(node.operator, Operator::ExtendZero | Operator::ExtendSign)
                .then(|| (node.operator, node.arguments()[0]))
        };
        let (left_extension, right_extension) = (extension(self, left), extension(self, right));
        if let (Some((how, inner)), Some((other_how, other))) = (left_extension, right_extension) {
            if how != other_how || self.width(inner) != self.width(other) {
                return None;
            }
            // Numbers without sign stay in order however they are read; those with a sign where it is read.
            let narrow = match (operator, how) {
                (Operator::Equal, _) => Operator::Equal,
                (_, Operator::ExtendZero) => Operator::UnsignedLess,
                (Operator::SignedLess, _) => Operator::SignedLess,
                _ => return None,
            };
            return Some(self.simplified(narrow, Width::BOOLEAN, &[inner, other], depth));
        }
        let ((how, inner), constant, is_left) = match (left_extension, right_extension) {
            (Some(extension), None) => (extension, self.constant_of(right)?, true),
            (None, Some(extension)) => (extension, self.constant_of(left)?, false),
            _ => return None,
        };
        let wide = self.width(left);
        let narrow = self.width(inner);
        let (smallest, largest) = match how {
            Operator::ExtendZero => (0, i128::from(narrow.mask())),
            _ => (i128::from(signed(narrow.sign(), narrow)), i128::from(narrow.mask() >> 1)),
        };
        // The constant as the comparison reads it. A sign-extended term read without sign has a hole in its range.
        let number = match (operator, how) {
            (Operator::UnsignedLess, Operator::ExtendZero) => i128::from(constant),
            (Operator::UnsignedLess, _) => return None,
            _ => i128::from(signed(constant, wide)),
        };
        if number < smallest || number > largest {
            let holds = match (operator, is_left) {
                (Operator::Equal, _) => false,
                (_, true) => number > largest,
                (_, false) => number < smallest,
            };
            return Some(self.boolean(holds));
        }
        let operator = match (operator, how) {
            (Operator::Equal, _) => Operator::Equal,
            (_, Operator::ExtendZero) => Operator::UnsignedLess,
            _ => Operator::SignedLess,
        };
        let constant = self.constant(constant, narrow);
        let sides = if is_left { [inner, constant] } else { [constant, inner] };
        Some(self.simplified(operator, Width::BOOLEAN, &sides, depth))
    }

    fn equalled(&mut self, left: Term, right: Term, depth: u32) -> Option<Term> {
        let width = self.width(left);
        let Some(constant) = self.constant_of(right) else {
            // The same amount on both sides makes no difference, and a different one all.
            let (left_base, left_amount) = self.with_constant(left, Operator::Add).unwrap_or((left, 0));
            let (right_base, right_amount) = self.with_constant(right, Operator::Add).unwrap_or((right, 0));
            if left_base == right_base {
                return Some(self.boolean(left_amount == right_amount));
            }
            if left_amount == right_amount && left_amount != 0 {
                return Some(self.simplified(
                    Operator::Equal,
                    Width::BOOLEAN,
                    &[left_base, right_base],
                    depth,
                ));
            }
            return None;
        };
        if width == Width::BOOLEAN {
            return Some(if constant == 1 {
                left
            } else {
                self.simplified(Operator::Not, width, &[left], depth)
            });
        }
        let with = |terms: &mut Self, inner: Term, value: u64| {
            let constant = terms.constant(value, width);
            Some(terms.simplified(Operator::Equal, Width::BOOLEAN, &[inner, constant], depth))
        };
        if let Some((inner, amount)) = self.with_constant(left, Operator::Add) {
            return with(self, inner, constant.wrapping_sub(amount));
        }
        if let Some((inner, other)) = self.with_constant(left, Operator::Xor) {
            return with(self, inner, constant ^ other);
        }
        if let Some(inner) = self.unary_of(left, Operator::Not) {
            return with(self, inner, !constant);
        }
        let node = self.node(left);
        if node.operator == Operator::Concatenate {
            let &[high, low] = node.arguments() else { return None };
            let low_width = self.width(low);
            let low_constant = self.constant(constant, low_width);
            let high_constant = self.constant(constant >> low_width.bits(), self.width(high));
            let low = self.simplified(Operator::Equal, Width::BOOLEAN, &[low, low_constant], depth);
            let high = self.simplified(Operator::Equal, Width::BOOLEAN, &[high, high_constant], depth);
            return Some(self.simplified(Operator::And, Width::BOOLEAN, &[high, low], depth));
        }
        None
    }

    fn ordered(&mut self, operator: Operator, left: Term, right: Term, depth: u32) -> Option<Term> {
        let width = self.width(left);
        // The smallest and largest words by this reading.
        let (smallest, largest) = match operator {
            Operator::UnsignedLess => (0, width.mask()),
            _ => (width.sign(), width.mask() >> 1),
        };
        if let Some(constant) = self.constant_of(right) {
            if constant == smallest {
                return Some(self.boolean(false));
            }
            if constant == smallest.wrapping_add(1) & width.mask() {
                let smallest = self.constant(smallest, width);
                return Some(self.simplified(Operator::Equal, Width::BOOLEAN, &[left, smallest], depth));
            }
            if constant == largest {
                let same = self.simplified(Operator::Equal, Width::BOOLEAN, &[left, right], depth);
                return Some(self.simplified(Operator::Not, Width::BOOLEAN, &[same], depth));
            }
        }
        if let Some(constant) = self.constant_of(left) {
            if constant == largest {
                return Some(self.boolean(false));
            }
            if constant == smallest {
                let same = self.simplified(Operator::Equal, Width::BOOLEAN, &[right, left], depth);
                return Some(self.simplified(Operator::Not, Width::BOOLEAN, &[same], depth));
            }
            if constant == largest.wrapping_sub(1) & width.mask() {
                let largest = self.constant(largest, width);
                return Some(self.simplified(Operator::Equal, Width::BOOLEAN, &[right, largest], depth));
            }
        }
        None
    }
}
