//! The total order on terms that arranges the arguments of commutative operators: by symbol (fewer arguments
//! first, then the order of declaration), then by arguments; variables by the first use of their sorts and names. It decides what is printed, never what is true.

use super::arena::{TermId, Terms};
use super::hooks::Hook;
use super::signature::Shape;
use std::cmp::Ordering;

impl Terms {
    /// Compares two terms. Equal ids are equal terms, so only the first difference is followed down: a loop.
    pub fn compare(&self, a: TermId, b: TermId) -> Ordering {
        let (mut a, mut b) = (a, b);
        'descend: loop {
            if a == b {
                return Ordering::Equal;
            }
            if let (Some(a), Some(b)) = (a.immediate(), b.immediate())
                && a > 0
                && b > 0
            {
                return a.cmp(&b);
            }
            let (left, right) = (self.symbol(a), self.symbol(b));
            if left != right {
                let key = |symbol| (self.signature.get(symbol).arity(), symbol);
                return key(left).cmp(&key(right));
            }
            let symbol = self.signature.get(left);
            let (xs, ys) = (self.arguments(a), self.arguments(b));
            match symbol.shape {
                Shape::Variable => {
                    let place = |term| self.literals.variable_place(self.payload(term));
                    return place(a).cmp(&place(b)).then(self.payload(a).cmp(&self.payload(b)));
                }
                Shape::Iterated => {
                    let (x, y) = (self.payload(a), self.payload(b));
                    let order = match (self.counts.small(x), self.counts.small(y)) {
                        (Some(x), Some(y)) => x.cmp(&y),
                        _ => self.counts.get(x).cmp(&self.counts.get(y)),
                    };
                    if order.is_ne() {
                        return order;
                    }
                    (a, b) = (xs[0], ys[0]);
                    continue 'descend;
                }
                _ if xs.is_empty() => return self.compare_literals(symbol.hook, a, b),
                Shape::Associative | Shape::AssociativeCommutative if xs.len() != ys.len() => {
                    return xs.len().cmp(&ys.len());
                }
                _ => {}
            }
            for (&x, &y) in xs.iter().zip(ys) {
                if x != y {
                    (a, b) = (x, y);
                    continue 'descend;
                }
            }
            return xs.len().cmp(&ys.len());
        }
    }

    fn compare_literals(&self, hook: Hook, a: TermId, b: TermId) -> Ordering {
        let (x, y) = (self.payload(a), self.payload(b));
        match hook {
            Hook::StringLiteral => self.literals.string(x).cmp(self.literals.string(y)),
            Hook::FloatLiteral => self.literals.float(x).total_cmp(&self.literals.float(y)),
            Hook::QidLiteral => {
                let text = |index: u32| crate::names::Name::from_index(index as usize).text();
                text(x).cmp(text(y))
            }
            _ => x.cmp(&y),
        }
    }
}
