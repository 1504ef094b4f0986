//! What each operator means: the one definition that evaluation, simplification and the tests of the circuits stand on.
//!
//! Words are held in 64 bits with zeros above their width. Division by zero and shifts by too much have the values that
//! SMT-LIB gives them, so that other solvers can be asked the same questions.

use crate::term::{Operator, Width};

/// A word of some width as a number in two's complement.
pub fn signed(value: u64, width: Width) -> i64 {
    let unused = 64 - width.bits();
    ((value << unused) as i64) >> unused
}

/// The value of an operator, given the values and widths of its arguments and the width of its result. An unknown has none.
pub fn apply(operator: Operator, width: Width, arguments: &[(u64, Width)]) -> Option<u64> {
    let first = || arguments[0].0;
    let second = || arguments[1].0;
    let of = || arguments[0].1;
    let signs = || (signed(first(), of()), signed(second(), of()));
    let value = match operator {
        Operator::Constant(value) => value,
        Operator::Unknown(_) => return None,
        Operator::Choose => {
            if first() == 1 {
                second()
            } else {
                arguments[2].0
            }
        }
        Operator::Equal => u64::from(first() == second()),
        Operator::UnsignedLess => u64::from(first() < second()),
        Operator::SignedLess => {
            let (left, right) = signs();
            u64::from(left < right)
        }
        Operator::Add => first().wrapping_add(second()),
        Operator::Multiply => first().wrapping_mul(second()),
        Operator::UnsignedDivide => first().checked_div(second()).unwrap_or(u64::MAX),
        Operator::UnsignedRemainder => first().checked_rem(second()).unwrap_or(first()),
        Operator::SignedDivide => {
            let (left, right) = signs();
            match right {
                0 if left < 0 => 1,
                0 => u64::MAX,
                _ => left.wrapping_div(right) as u64,
            }
        }
        Operator::SignedRemainder => {
            let (left, right) = signs();
            if right == 0 { first() } else { left.wrapping_rem(right) as u64 }
        }
        Operator::And => first() & second(),
        Operator::Or => first() | second(),
        Operator::Xor => first() ^ second(),
        Operator::Not => !first(),
        Operator::ShiftLeft => shift(second(), width).map_or(0, |amount| first() << amount),
        Operator::ShiftRight => shift(second(), width).map_or(0, |amount| first() >> amount),
        Operator::ShiftRightSigned => {
            let amount = shift(second(), width).unwrap_or(width.bits() - 1);
            (signed(first(), width) >> amount) as u64
        }
        Operator::Extract(from) => first() >> from,
        Operator::Concatenate => (first() << arguments[1].1.bits()) | second(),
        Operator::ExtendZero => first(),
        Operator::ExtendSign => signed(first(), of()) as u64,
    };
    Some(value & width.mask())
}

/// How far to shift, unless nothing is left then.
fn shift(amount: u64, width: Width) -> Option<u32> {
    u32::try_from(amount).ok().filter(|amount| *amount < width.bits())
}
