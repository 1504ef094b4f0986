//! Arithmetic on natural numbers, integers and the parts of rationals, with big numbers behind a fast path for
//! those that fit a machine word.

use super::evaluate::Machine;
use crate::terms::TermId;
use crate::terms::hooks::NumberOp;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{Signed, ToPrimitive, Zero};
use smallvec::SmallVec;

/// Results larger than this many bits are left alone.
const MOST_BITS: u64 = 1 << 26;

impl Machine<'_> {
    /// `- x` on numbers: a negative number's argument is positive, so only zero and negatives compute.
    pub(crate) fn negate(&mut self, term: TermId) -> Option<TermId> {
        let argument = self.terms.arguments(term)[0];
        let value = self.terms.integer_value(argument)?;
        (value.sign() != Sign::Plus).then(|| self.terms.integer(&-value)).flatten()
    }

    /// `i / n` in lowest terms.
    pub(crate) fn divide(&mut self, term: TermId) -> Option<TermId> {
        let (left, right) = (self.terms.arguments(term)[0], self.terms.arguments(term)[1]);
        let (left, right) = (self.terms.integer_value(left)?, self.terms.natural_value(right)?);
        if right.is_zero() || left.is_zero() {
            return None;
        }
        let right = BigInt::from(right);
        let divisor = left.gcd(&right);
        if divisor == BigInt::from(1) && right != BigInt::from(1) {
            return None;
        }
        let (left, right) = (left / &divisor, right / divisor);
        if right == BigInt::from(1) {
            return self.terms.integer(&left);
        }
        crate::parser::leaves::rational_term(self.terms, &left, right.magnitude())
    }

    /// Folds the numbers among the arguments of `+`, `*`, `gcd` and the like into one.
    pub(crate) fn fold_numbers(&mut self, operation: NumberOp, term: TermId) -> Option<TermId> {
        let arguments: SmallVec<[TermId; 8]> = SmallVec::from_slice(self.terms.arguments(term));
        if let (NumberOp::Add | NumberOp::Multiply, [left, right]) = (operation, arguments.as_slice())
            && let (Some(left), Some(right)) = (self.terms.small_value(*left), self.terms.small_value(*right))
        {
            let value =
                if operation == NumberOp::Add { left.checked_add(right) } else { left.checked_mul(right) };
            if let Some(value) = value {
                return self.terms.small_natural(value);
            }
        }
        let mut folded: Option<BigInt> = None;
        let mut numbers = 0;
        let mut others: SmallVec<[TermId; 8]> = SmallVec::new();
        for &argument in &arguments {
            let Some(value) = self.terms.integer_value(argument) else {
                others.push(argument);
                continue;
            };
            numbers += 1;
            folded = Some(match folded {
                None => value,
                Some(total) => fold(operation, &total, &value)?,
            });
        }
        if numbers < 2 {
            return None;
        }
        let value = self.terms.integer(&folded?)?;
        if others.is_empty() {
            return Some(value);
        }
        others.push(value);
        let symbol = self.terms.symbol(term);
        Some(self.terms.make(symbol, &others))
    }

    /// Operations with a fixed number of arguments.
    pub(crate) fn number_operation(&mut self, operation: NumberOp, term: TermId) -> Option<TermId> {
        let arguments: SmallVec<[TermId; 3]> = SmallVec::from_slice(self.terms.arguments(term));
        if let [left, right] = arguments.as_slice()
            && let (Some(left), Some(right)) = (self.terms.small_value(*left), self.terms.small_value(*right))
        {
            match operation {
                NumberOp::Less => return self.terms.boolean(left < right),
                NumberOp::LessOrEqual => return self.terms.boolean(left <= right),
                NumberOp::Greater => return self.terms.boolean(left > right),
                NumberOp::GreaterOrEqual => return self.terms.boolean(left >= right),
                NumberOp::SymmetricDifference => return self.terms.small_natural(left.abs_diff(right)),
                NumberOp::Quotient if right > 0 => return self.terms.small_natural(left / right),
                NumberOp::Remainder if right > 0 => return self.terms.small_natural(left % right),
                NumberOp::Subtract if left >= right => return self.terms.small_natural(left - right),
                _ => {}
            }
        }
        let values: SmallVec<[BigInt; 3]> =
            arguments.iter().map(|&argument| self.terms.integer_value(argument)).collect::<Option<_>>()?;
        match values.as_slice() {
            [value] => match operation {
                NumberOp::Absolute => self.terms.integer(&value.abs()),
                NumberOp::Not => self.terms.integer(&!value.clone()),
                _ => None,
            },
            [left, right] => self.binary_operation(operation, left, right),
            [base, exponent, modulus] => {
                if exponent.is_negative() || modulus.is_zero() {
                    return None;
                }
                let value = base.modpow(exponent, &modulus.abs());
                self.terms.integer(&value)
            }
            _ => None,
        }
    }

    fn binary_operation(&mut self, operation: NumberOp, left: &BigInt, right: &BigInt) -> Option<TermId> {
        let value = match operation {
            NumberOp::Less => return self.terms.boolean(left < right),
            NumberOp::LessOrEqual => return self.terms.boolean(left <= right),
            NumberOp::Greater => return self.terms.boolean(left > right),
            NumberOp::GreaterOrEqual => return self.terms.boolean(left >= right),
            NumberOp::Divides if !left.is_zero() => {
                return self.terms.boolean((right % left).is_zero());
            }
            NumberOp::Subtract => left - right,
            NumberOp::SymmetricDifference => (left - right).abs(),
            // Towards zero, as Maude divides.
            NumberOp::Quotient if !right.is_zero() => left / right,
            NumberOp::Remainder if !right.is_zero() => left % right,
            NumberOp::Power => power(left, right)?,
            NumberOp::ShiftRight => left >> right.to_u64()?,
            NumberOp::ShiftLeft => {
                let places = right.to_u64()?;
                if left.bits() + places > MOST_BITS {
                    return None;
                }
                left << places
            }
            _ => return None,
        };
        self.terms.integer(&value)
    }
}

fn power(base: &BigInt, exponent: &BigInt) -> Option<BigInt> {
    let exponent: BigUint = exponent.to_biguint()?;
    let small = exponent.to_u32();
    if base.magnitude() <= &BigUint::from(1u32) {
        let even = !exponent.bit(0);
        return Some(match base.sign() {
            Sign::NoSign => BigInt::from(u8::from(exponent.is_zero())),
            Sign::Minus if even => BigInt::from(1),
            _ => base.clone(),
        });
    }
    let exponent = small?;
    if base.bits().saturating_mul(u64::from(exponent)) > MOST_BITS {
        return None;
    }
    Some(base.pow(exponent))
}

fn fold(operation: NumberOp, left: &BigInt, right: &BigInt) -> Option<BigInt> {
    Some(match operation {
        NumberOp::Add => left + right,
        NumberOp::Multiply => left * right,
        NumberOp::Gcd => left.gcd(right),
        NumberOp::Lcm => left.lcm(right),
        NumberOp::Min => left.min(right).clone(),
        NumberOp::Max => left.max(right).clone(),
        NumberOp::Xor => left ^ right,
        NumberOp::And => left & right,
        NumberOp::Or => left | right,
        _ => return None,
    })
}
