//! `java.lang.StrictMath`: functions that the JDK takes from its C library.

use super::footprint::COMPUTES;
use super::{NativeMethod, declared};

macro_rules! unary {
    ($name:literal, $function:expr) => {
        declared($name, "(D)D", COMPUTES, |_, _, arguments| {
            let function: fn(f64) -> f64 = $function;
            Ok(function(f64::from_bits(arguments[0])).to_bits())
        })
    };
}

pub const METHODS: &[NativeMethod] = &[
    unary!("sin", f64::sin),
    unary!("cos", f64::cos),
    unary!("tan", f64::tan),
    unary!("asin", f64::asin),
    unary!("acos", f64::acos),
    unary!("atan", f64::atan),
    unary!("log", f64::ln),
    unary!("log10", f64::log10),
    unary!("sqrt", f64::sqrt),
    unary!("sinh", f64::sinh),
    unary!("cosh", f64::cosh),
    unary!("tanh", f64::tanh),
    unary!("expm1", f64::exp_m1),
    unary!("log1p", f64::ln_1p),
    unary!("exp", f64::exp),
    unary!("cbrt", f64::cbrt),
    declared("atan2", "(DD)D", COMPUTES, |_, _, arguments| {
        Ok(f64::from_bits(arguments[0]).atan2(f64::from_bits(arguments[2])).to_bits())
    }),
    declared("IEEEremainder", "(DD)D", COMPUTES, |_, _, arguments| {
        let (left, right) = (f64::from_bits(arguments[0]), f64::from_bits(arguments[2]));
        Ok(remainder(left, right).to_bits())
    }),
];

/// The remainder with the quotient rounded to the nearest even number.
fn remainder(left: f64, right: f64) -> f64 {
    if left.is_nan() || right.is_nan() || left.is_infinite() || right == 0.0 {
        return f64::NAN;
    }
    if right.is_infinite() {
        return left;
    }
    let right = right.abs();
    let mut rest = left.abs() % (2.0 * right);
    if right * 2.0 == f64::INFINITY {
        rest = left.abs() % right;
    }
    let half = right / 2.0;
    if rest > half {
        rest -= right;
        if rest >= half {
            rest -= right;
        }
    }
    if left.is_sign_negative() { -rest } else { rest }
}
