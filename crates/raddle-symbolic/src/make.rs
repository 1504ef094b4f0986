//! Making terms. What is made is simplified at once (`make/simplify.rs`), so that conditions which hold for every input, or for
//! none, mostly come out as constants, and the same condition written in two ways mostly as the same term.

mod compare;
mod simplify;

use crate::semantics;
use crate::term::{Operator, Term, Terms, Width};

/// How deep a simplification may go into a term. What lies deeper stays as it is.
const DEEPEST: u32 = 100;

impl Terms {
    /// A value that is known.
    pub fn constant(&mut self, value: u64, width: Width) -> Term {
        self.intern(Operator::Constant(value & width.mask()), width, &[])
    }

    /// Truth or falsehood.
    pub fn boolean(&mut self, value: bool) -> Term {
        self.constant(u64::from(value), Width::BOOLEAN)
    }

    /// An operator on its arguments, simplified. The width is the result's; only extracting and extending leave a choice.
    ///
    /// # Panics
    /// If the number of arguments or their widths don't fit the operator.
    pub fn make(&mut self, operator: Operator, width: Width, arguments: &[Term]) -> Term {
        self.assert_fits(operator, width, arguments);
        self.simplified(operator, width, arguments, 0)
    }

    fn simplified(&mut self, operator: Operator, width: Width, arguments: &[Term], depth: u32) -> Term {
        let mut places = [Term::NONE; 3];
        places[..arguments.len()].copy_from_slice(arguments);
        let arguments = &mut places[..arguments.len()];
        if let Some(value) = self.folded(operator, width, arguments) {
            return self.constant(value, width);
        }
        if operator.commutes() {
            // A constant comes second; else who was made first comes first.
            let is_constant = |term: Term| self.constant_of(term).is_some();
            if is_constant(arguments[0]) || !is_constant(arguments[1]) && arguments[1] < arguments[0] {
                arguments.swap(0, 1);
            }
        }
        if depth < DEEPEST
            && let Some(simpler) = self.rewritten(operator, width, arguments, depth + 1)
        {
            return simpler;
        }
        self.intern(operator, width, arguments)
    }

    /// The value of an operator on constants.
    fn folded(&self, operator: Operator, width: Width, arguments: &[Term]) -> Option<u64> {
        let mut values = [(0, width); 3];
        for (place, argument) in values.iter_mut().zip(arguments) {
            *place = (self.constant_of(*argument)?, self.width(*argument));
        }
        semantics::apply(operator, width, &values[..arguments.len()])
    }

    fn assert_fits(&self, operator: Operator, width: Width, arguments: &[Term]) {
        assert_eq!(arguments.len(), operator.arity(), "arguments of {operator:?}");
        let of = |place: usize| self.width(arguments[place]);
        let fits = match operator {
            Operator::Constant(value) => value <= width.mask(),
            Operator::Unknown(_) => true,
            Operator::Choose => of(0) == Width::BOOLEAN && of(1) == width && of(2) == width,
            Operator::Equal | Operator::UnsignedLess | Operator::SignedLess => {
                width == Width::BOOLEAN && of(0) == of(1)
            }
            Operator::Not => of(0) == width,
            Operator::Extract(from) => u32::from(from) + width.bits() <= of(0).bits(),
            Operator::Concatenate => of(0).bits() + of(1).bits() == width.bits(),
            Operator::ExtendZero | Operator::ExtendSign => of(0) <= width,
            _ => of(0) == width && of(1) == width,
        };
        assert!(fits, "{operator:?} of {width:?} does not fit its arguments");
    }

    fn binary(&mut self, operator: Operator, left: Term, right: Term) -> Term {
        self.make(operator, self.width(left), &[left, right])
    }

    fn comparison(&mut self, operator: Operator, left: Term, right: Term) -> Term {
        self.make(operator, Width::BOOLEAN, &[left, right])
    }

    /// The sum, wrapped around.
    pub fn add(&mut self, left: Term, right: Term) -> Term {
        self.binary(Operator::Add, left, right)
    }

    /// The difference, wrapped around.
    pub fn subtract(&mut self, left: Term, right: Term) -> Term {
        let negated = self.negate(right);
        self.add(left, negated)
    }

    /// The negative number, wrapped around.
    pub fn negate(&mut self, term: Term) -> Term {
        let one = self.constant(1, self.width(term));
        let inverted = self.not(term);
        self.add(inverted, one)
    }

    /// The product, wrapped around.
    pub fn multiply(&mut self, left: Term, right: Term) -> Term {
        self.binary(Operator::Multiply, left, right)
    }

    /// The quotient, rounded towards zero.
    pub fn divide_signed(&mut self, left: Term, right: Term) -> Term {
        self.binary(Operator::SignedDivide, left, right)
    }

    /// The remainder, with the dividend's sign.
    pub fn remainder_signed(&mut self, left: Term, right: Term) -> Term {
        self.binary(Operator::SignedRemainder, left, right)
    }

    /// The quotient of numbers without sign.
    pub fn divide_unsigned(&mut self, left: Term, right: Term) -> Term {
        self.binary(Operator::UnsignedDivide, left, right)
    }

    /// The remainder of numbers without sign.
    pub fn remainder_unsigned(&mut self, left: Term, right: Term) -> Term {
        self.binary(Operator::UnsignedRemainder, left, right)
    }

    /// Bits of both; of booleans, whether both are true.
    pub fn and(&mut self, left: Term, right: Term) -> Term {
        self.binary(Operator::And, left, right)
    }

    /// Bits of either; of booleans, whether one is true.
    pub fn or(&mut self, left: Term, right: Term) -> Term {
        self.binary(Operator::Or, left, right)
    }

    /// Bits of one alone; of booleans, whether they differ.
    pub fn xor(&mut self, left: Term, right: Term) -> Term {
        self.binary(Operator::Xor, left, right)
    }

    /// All bits the other way round; of a boolean, whether it is false.
    pub fn not(&mut self, term: Term) -> Term {
        self.make(Operator::Not, self.width(term), &[term])
    }

    /// To the left.
    pub fn shift_left(&mut self, term: Term, amount: Term) -> Term {
        self.binary(Operator::ShiftLeft, term, amount)
    }

    /// To the right, zeros coming in.
    pub fn shift_right(&mut self, term: Term, amount: Term) -> Term {
        self.binary(Operator::ShiftRight, term, amount)
    }

    /// To the right, copies of the sign coming in.
    pub fn shift_right_signed(&mut self, term: Term, amount: Term) -> Term {
        self.binary(Operator::ShiftRightSigned, term, amount)
    }

    /// Whether both are the same.
    pub fn equal(&mut self, left: Term, right: Term) -> Term {
        self.comparison(Operator::Equal, left, right)
    }

    /// Whether the first is less, in two's complement.
    pub fn less_signed(&mut self, left: Term, right: Term) -> Term {
        self.comparison(Operator::SignedLess, left, right)
    }

    /// Whether the first is less, without sign.
    pub fn less_unsigned(&mut self, left: Term, right: Term) -> Term {
        self.comparison(Operator::UnsignedLess, left, right)
    }

    /// One of two, by a condition.
    pub fn choose(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        self.make(Operator::Choose, self.width(then), &[condition, then, otherwise])
    }

    /// Some bits of a term.
    pub fn extract(&mut self, term: Term, from: u8, width: Width) -> Term {
        self.make(Operator::Extract(from), width, &[term])
    }

    /// The first's bits above the second's.
    pub fn concatenate(&mut self, high: Term, low: Term) -> Term {
        let width = Width::new(self.width(high).bits() + self.width(low).bits());
        self.make(Operator::Concatenate, width, &[high, low])
    }

    /// Zeros above a term.
    pub fn extend_zero(&mut self, term: Term, width: Width) -> Term {
        self.make(Operator::ExtendZero, width, &[term])
    }

    /// Copies of the sign above a term.
    pub fn extend_sign(&mut self, term: Term, width: Width) -> Term {
        self.make(Operator::ExtendSign, width, &[term])
    }
}
