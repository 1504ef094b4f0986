//! Operations on strings. Maude's strings are bytes: each byte is the character with its number.

use super::evaluate::Machine;
use super::floats::float_text;
use crate::names::Name;
use crate::terms::TermId;
use crate::terms::hooks::StringOp;
use num_bigint::BigInt;
use num_traits::{Num, ToPrimitive};
use smallvec::SmallVec;

impl Machine<'_> {
    pub(crate) fn string_operation(&mut self, operation: StringOp, term: TermId) -> Option<TermId> {
        let arguments: SmallVec<[TermId; 3]> = SmallVec::from_slice(self.terms.arguments(term));
        let first = *arguments.first()?;
        match operation {
            StringOp::Char => {
                let code = self.terms.small_value(first)?;
                if code > 255 {
                    return None;
                }
                let text = char::from_u32(code as u32)?.to_string();
                return self.terms.string(&text);
            }
            StringOp::ToString => return self.number_text(&arguments),
            StringOp::DecimalFloat => return self.decimal_float(&arguments, term),
            _ => {}
        }
        let text = self.terms.string_value(first)?;
        match operation {
            StringOp::Ascii => {
                if text.chars().nth(1).is_some() {
                    return None;
                }
                let code = text.chars().next()? as u64;
                self.terms.small_natural(code)
            }
            StringOp::Length => self.terms.small_natural(text.chars().count() as u64),
            StringOp::UpperCase => self.terms.string(&text.to_ascii_uppercase()),
            StringOp::LowerCase => self.terms.string(&text.to_ascii_lowercase()),
            StringOp::Concatenate => {
                let other = self.terms.string_value(*arguments.get(1)?)?;
                self.terms.string(&format!("{text}{other}"))
            }
            StringOp::Less | StringOp::LessOrEqual | StringOp::Greater | StringOp::GreaterOrEqual => {
                let other = self.terms.string_value(*arguments.get(1)?)?;
                let order = text.chars().cmp(other.chars());
                self.terms.boolean(match operation {
                    StringOp::Less => order.is_lt(),
                    StringOp::LessOrEqual => order.is_le(),
                    StringOp::Greater => order.is_gt(),
                    _ => order.is_ge(),
                })
            }
            StringOp::Substring => {
                let start = self.clamped(*arguments.get(1)?)?;
                let length = self.clamped(*arguments.get(2)?)?;
                let part: String = text.chars().skip(start).take(length).collect();
                self.terms.string(&part)
            }
            StringOp::Find | StringOp::ReverseFind => self.find(operation, &text, &arguments),
            StringOp::ToRational => {
                let base = self.terms.small_value(*arguments.get(1)?)?;
                self.rational_from_text(&text, u32::try_from(base).ok()?)
            }
            StringOp::ToFloat => {
                let value = crate::parser::leaves::float(&text)?;
                self.terms.float(value)
            }
            StringOp::Char | StringOp::ToString | StringOp::DecimalFloat => None,
        }
    }

    fn clamped(&self, term: TermId) -> Option<usize> {
        let value = self.terms.natural_value(term)?;
        Some(value.to_usize().unwrap_or(usize::MAX))
    }

    fn find(&mut self, operation: StringOp, text: &str, arguments: &[TermId]) -> Option<TermId> {
        let pattern: Vec<char> = self.terms.string_value(*arguments.get(1)?)?.chars().collect();
        let start = self.clamped(*arguments.get(2)?)?;
        let text: Vec<char> = text.chars().collect();
        let fits = |at: usize| text.get(at..).is_some_and(|rest| rest.starts_with(&pattern));
        let found = if operation == StringOp::Find {
            (start..=text.len()).find(|&at| fits(at))
        } else {
            let last = text.len().checked_sub(pattern.len());
            last.and_then(|last| (0..=last.min(start)).rev().find(|&at| fits(at)))
        };
        match found {
            Some(at) => self.terms.small_natural(at as u64),
            None => {
                let symbol = *self.terms.signature.overloads(Name::new("notFound")).first()?;
                Some(self.terms.make(symbol, &[]))
            }
        }
    }

    fn number_text(&mut self, arguments: &[TermId]) -> Option<TermId> {
        let first = *arguments.first()?;
        if let Some(value) = self.terms.float_value(first) {
            return self.terms.string(&float_text(value));
        }
        let base = self.terms.small_value(*arguments.get(1)?)?;
        if !(2..=36).contains(&base) {
            return None;
        }
        let base = base as u32;
        let text = if let Some(value) = self.terms.integer_value(first) {
            value.to_str_radix(base)
        } else if Some(self.terms.symbol(first)) == self.terms.signature.known.division {
            let parts = self.terms.arguments(first);
            let (left, right) = (self.terms.integer_value(parts[0])?, self.terms.integer_value(parts[1])?);
            format!("{}/{}", left.to_str_radix(base), right.to_str_radix(base))
        } else {
            return None;
        };
        self.terms.string(&text)
    }

    fn rational_from_text(&mut self, text: &str, base: u32) -> Option<TermId> {
        if !(2..=36).contains(&base) {
            return None;
        }
        let (left, right) = match text.split_once('/') {
            Some((left, right)) => (left, Some(right)),
            None => (text, None),
        };
        // Neither a sign before zero nor a zero before other digits is read.
        let is_plain = |digits: &str| {
            digits.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric() && first != b'0')
        };
        if left != "0" && !is_plain(left.strip_prefix('-').unwrap_or(left))
            || right.is_some_and(|right| !is_plain(right))
        {
            return None;
        }
        let left = BigInt::from_str_radix(left, base).ok()?;
        let Some(right) = right else { return self.terms.integer(&left) };
        let right = BigInt::from_str_radix(right, base).ok()?;
        let divisor = num_integer::gcd(left.clone(), right.clone());
        if right <= BigInt::from(0) {
            return None;
        }
        let (left, right) = (left / &divisor, right / divisor);
        if right == BigInt::from(1) {
            return self.terms.integer(&left);
        }
        crate::parser::leaves::rational_term(self.terms, &left, right.magnitude())
    }

    /// `decFloat(f, n)`: sign, digits and exponent of a float.
    fn decimal_float(&mut self, arguments: &[TermId], term: TermId) -> Option<TermId> {
        let value = self.terms.float_value(*arguments.first()?)?;
        let digits = self.clamped(*arguments.get(1)?)?;
        if value.is_nan() {
            return None;
        }
        let range = self.terms.signature.get(self.terms.symbol(term)).range;
        let symbol = self
            .terms
            .signature
            .overloads(Name::new("<_`,_`,_>"))
            .iter()
            .copied()
            .find(|&id| self.terms.signature.get(id).range == range)?;
        let sign = if value == 0.0 {
            0
        } else if value < 0.0 {
            -1
        } else {
            1
        };
        let (text, exponent) = if value.is_infinite() {
            ("Infinity".to_owned(), 0)
        } else if value == 0.0 {
            ("0".repeat(digits.clamp(1, 400)), 0)
        } else {
            let count = if digits == 0 { 767 } else { digits.min(1100) };
            let shown = format!("{:.*e}", count - 1, value.abs());
            let (mantissa, exponent) = shown.split_once('e')?;
            let mut text: String = mantissa.chars().filter(char::is_ascii_digit).collect();
            if digits == 0 {
                text.truncate(text.trim_end_matches('0').len());
            }
            (text, exponent.parse::<i64>().ok()? + 1)
        };
        let sign = self.terms.integer(&BigInt::from(sign))?;
        let text = self.terms.string(&text)?;
        let exponent = self.terms.integer(&BigInt::from(exponent))?;
        Some(self.terms.make(symbol, &[sign, text, exponent]))
    }
}
