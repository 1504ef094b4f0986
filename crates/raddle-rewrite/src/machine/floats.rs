//! Operations on floats, and how floats are written.

use super::evaluate::Machine;
use crate::terms::TermId;
use crate::terms::hooks::FloatOp;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive};
use smallvec::SmallVec;

impl Machine<'_> {
    pub(crate) fn float_operation(&mut self, operation: FloatOp, term: TermId) -> Option<TermId> {
        let arguments: SmallVec<[TermId; 2]> = SmallVec::from_slice(self.terms.arguments(term));
        if operation == FloatOp::FromRational {
            return self.float_from_rational(*arguments.first()?);
        }
        let values: SmallVec<[f64; 2]> =
            arguments.iter().map(|&argument| self.terms.float_value(argument)).collect::<Option<_>>()?;
        let result = match values.as_slice() {
            [x] => match operation {
                FloatOp::Negate => -x,
                FloatOp::Absolute => x.abs(),
                FloatOp::Floor => x.floor(),
                FloatOp::Ceiling => x.ceil(),
                FloatOp::SquareRoot if *x >= 0.0 => x.sqrt(),
                FloatOp::Exponential => x.exp(),
                FloatOp::Logarithm if *x == 0.0 => f64::NEG_INFINITY,
                FloatOp::Logarithm if *x > 0.0 => x.ln(),
                FloatOp::Sine => x.sin(),
                FloatOp::Cosine => x.cos(),
                FloatOp::Tangent => x.tan(),
                FloatOp::ArcSine => x.asin(),
                FloatOp::ArcCosine => x.acos(),
                FloatOp::ArcTangent => x.atan(),
                FloatOp::ToRational => return self.rational_from_float(*x),
                _ => return None,
            },
            [x, y] => match operation {
                FloatOp::Negate => x - y,
                FloatOp::Add => x + y,
                FloatOp::Multiply => x * y,
                FloatOp::Divide if *y != 0.0 => x / y,
                FloatOp::Remainder if *y != 0.0 => x % y,
                FloatOp::Power => power(*x, *y)?,
                FloatOp::Min => x.min(*y),
                FloatOp::Max => x.max(*y),
                FloatOp::ArcTangent => x.atan2(*y),
                FloatOp::Less => return self.terms.boolean(x < y),
                FloatOp::LessOrEqual => return self.terms.boolean(x <= y),
                FloatOp::Greater => return self.terms.boolean(x > y),
                FloatOp::GreaterOrEqual => return self.terms.boolean(x >= y),
                _ => return None,
            },
            _ => return None,
        };
        // What is not a number stays an expression.
        if result.is_nan() { None } else { self.terms.float(result) }
    }

    fn float_from_rational(&mut self, term: TermId) -> Option<TermId> {
        let value = if let Some(value) = self.terms.integer_value(term) {
            ratio(&value, &BigUint::one())
        } else if Some(self.terms.symbol(term)) == self.terms.signature.known.division {
            let parts = self.terms.arguments(term);
            ratio(&self.terms.integer_value(parts[0])?, &self.terms.natural_value(parts[1])?)
        } else {
            return None;
        };
        self.terms.float(value)
    }

    fn rational_from_float(&mut self, value: f64) -> Option<TermId> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let exponent = ((bits >> 52) & 0x7FF) as i64;
        let fraction = bits & ((1 << 52) - 1);
        let (mut mantissa, mut exponent) =
            if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
        while mantissa != 0 && mantissa & 1 == 0 && exponent < 0 {
            mantissa >>= 1;
            exponent += 1;
        }
        if mantissa == 0 {
            return self.terms.small_natural(0);
        }
        let sign = if value < 0.0 { Sign::Minus } else { Sign::Plus };
        let mantissa = BigInt::from_biguint(sign, BigUint::from(mantissa));
        if exponent >= 0 {
            return self.terms.integer(&(mantissa << exponent as u64));
        }
        let denominator = BigUint::one() << (-exponent) as u64;
        crate::parser::leaves::rational_term(self.terms, &mantissa, &denominator)
    }
}

/// The float nearest to a ratio; ties go to the even neighbour.
fn ratio(numerator: &BigInt, denominator: &BigUint) -> f64 {
    let negative = numerator.sign() == Sign::Minus;
    let numerator = numerator.magnitude();
    if numerator.bits() == 0 {
        return 0.0;
    }
    // Scaled so that the quotient has 66 bits or so; what is cut off is remembered in its last bit.
    let shift = 66 + denominator.bits() as i64 - numerator.bits() as i64;
    let (scaled_up, scaled_down) = if shift >= 0 {
        (numerator << shift as u64, denominator.clone())
    } else {
        (numerator.clone(), denominator << (-shift) as u64)
    };
    let quotient = &scaled_up / &scaled_down;
    let exact = &quotient * &scaled_down == scaled_up;
    let wide = quotient.to_u128().unwrap_or(u128::MAX) | u128::from(!exact);
    let value = wide as f64 * 2f64.powi(-(shift.clamp(-1000, 1000) as i32));
    let value =
        if shift.abs() > 1000 { value * 2f64.powi(-((shift - shift.signum() * 1000) as i32)) } else { value };
    if negative { -value } else { value }
}

fn power(base: f64, exponent: f64) -> Option<f64> {
    if base < 0.0 && exponent.fract() != 0.0 || base == 0.0 && exponent < 0.0 {
        return None;
    }
    Some(base.powf(exponent))
}

/// A float as Maude writes it: the shortest digits that read back, with an exponent outside a small range.
pub(crate) fn float_text(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 {
        return if value.is_sign_negative() { "-0.0" } else { "0.0" }.to_owned();
    }
    // As many digits as tell every number from its neighbours; Maude writes them all.
    let text = format!("{value:.16e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let negative = mantissa.starts_with('-');
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let sign = if negative { "-" } else { "" };
    let (head, tail) = digits.split_at(1);
    let tail = tail.trim_end_matches('0');
    let tail = if tail.is_empty() { "0" } else { tail };
    if exponent == 0 {
        return format!("{sign}{head}.{tail}");
    }
    let direction = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{head}.{tail}e{direction}{}", exponent.abs())
}
