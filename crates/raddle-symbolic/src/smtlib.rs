//! Terms as SMT-LIB text (logic QF_BV), and values read back from it.
//!
//! A term that is used more than once is defined once, so that the text grows with the number of terms, not with that of
//! the paths through them. Booleans are words of one bit here too.

use std::fmt::Write as _;

use crate::semantics;
use crate::term::{Operator, Term, Terms, Variable, Width};

/// Declares the unknowns of some conditions, defines what they are made of and asserts them; for `check-sat` to follow.
pub fn assertions(terms: &Terms, conditions: &[Term]) -> String {
    let mut text = String::new();
    for part in terms.parts(conditions.iter().copied()) {
        let node = terms.node(part);
        let bits = node.width.bits();
        match node.operator {
            Operator::Constant(_) => {}
            Operator::Unknown(_) => writeln!(text, "(declare-const t{} (_ BitVec {bits}))", part.index())
                .expect("writing to a string does not fail"),
            _ => {
                let definition = definition(terms, part);
                writeln!(text, "(define-fun t{} () (_ BitVec {bits}) {definition})", part.index())
                    .expect("writing to a string does not fail");
            }
        }
    }
    for condition in conditions {
        writeln!(text, "(assert (= {} #b1))", name(terms, *condition))
            .expect("writing to a string does not fail");
    }
    text
}

/// Asks for the values of unknowns; there must be some.
pub fn question(terms: &Terms, variables: &[Variable]) -> String {
    let names: Vec<String> = variables.iter().map(|variable| name(terms, terms.term_of(*variable))).collect();
    format!("(get-value ({}))\n", names.join(" "))
}

/// The values in an answer to [`question`], in its order: every literal in hexadecimal, binary or decimal form.
pub fn values(answer: &str) -> Option<Vec<u64>> {
    let tokens: Vec<&str> =
        answer.split(['(', ')', ' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect();
    let mut values = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        if let Some(digits) = token.strip_prefix("#x") {
            values.push(u64::from_str_radix(digits, 16).ok()?);
        } else if let Some(digits) = token.strip_prefix("#b") {
            values.push(u64::from_str_radix(digits, 2).ok()?);
        } else if token == "_" {
            // (_ bv10 32)
            let digits = tokens.next()?.strip_prefix("bv")?;
            values.push(digits.parse().ok()?);
            tokens.next()?;
        }
    }
    Some(values)
}

fn name(terms: &Terms, term: Term) -> String {
    match terms.node(term).operator {
        Operator::Constant(value) => constant(value, terms.width(term)),
        _ => format!("t{}", term.index()),
    }
}

fn constant(value: u64, width: Width) -> String {
    let bits = width.bits() as usize;
    format!("#b{value:0bits$b}")
}

fn definition(terms: &Terms, term: Term) -> String {
    let node = terms.node(term);
    let argument = |place: usize| name(terms, node.arguments()[place]);
    let plain = |word: &str| {
        let arguments: Vec<String> = (0..node.arguments().len()).map(argument).collect();
        format!("({word} {})", arguments.join(" "))
    };
    let comparison = |word: &str| format!("(ite {} #b1 #b0)", plain(word));
    let extension = |word: &str| {
        let more = node.width.bits() - terms.width(node.arguments()[0]).bits();
        format!("((_ {word} {more}) {})", argument(0))
    };
    match node.operator {
        Operator::Constant(value) => constant(value, node.width),
        Operator::Unknown(_) => name(terms, term),
        Operator::Choose => format!("(ite (= {} #b1) {} {})", argument(0), argument(1), argument(2)),
        Operator::Equal => comparison("="),
        Operator::UnsignedLess => comparison("bvult"),
        Operator::SignedLess => comparison("bvslt"),
        Operator::Add => plain("bvadd"),
        Operator::Multiply => plain("bvmul"),
        Operator::UnsignedDivide => plain("bvudiv"),
        Operator::UnsignedRemainder => plain("bvurem"),
        Operator::SignedDivide => plain("bvsdiv"),
        Operator::SignedRemainder => plain("bvsrem"),
        Operator::And => plain("bvand"),
        Operator::Or => plain("bvor"),
        Operator::Xor => plain("bvxor"),
        Operator::Not => plain("bvnot"),
        Operator::ShiftLeft => plain("bvshl"),
        Operator::ShiftRight => plain("bvlshr"),
        Operator::ShiftRightSigned => plain("bvashr"),
        Operator::Extract(from) => {
            format!("((_ extract {} {from}) {})", u32::from(from) + node.width.bits() - 1, argument(0))
        }
        Operator::Concatenate => plain("concat"),
        Operator::ExtendZero => extension("zero_extend"),
        Operator::ExtendSign => extension("sign_extend"),
    }
}

/// A term as a person reads it, for reports and for tests that failed: `(a + 3) < b`. Unknowns are `x0`, `x1`, ….
pub fn readable(terms: &Terms, term: Term) -> String {
    // From the parts up; a part that would be long is named by its number.
    let mut words: rustc_hash::FxHashMap<Term, String> = rustc_hash::FxHashMap::default();
    for part in terms.parts([term]) {
        let node = terms.node(part);
        let argument = |place: usize| words[&node.arguments()[place]].clone();
        let infix = |sign: &str| format!("({} {sign} {})", argument(0), argument(1));
        let text = match node.operator {
            Operator::Constant(value) if node.width == Width::BOOLEAN => (value == 1).to_string(),
            Operator::Constant(value) => semantics::signed(value, node.width).to_string(),
            Operator::Unknown(variable) => format!("x{}", variable.index()),
            Operator::Choose => format!("({} ? {} : {})", argument(0), argument(1), argument(2)),
            Operator::Equal => infix("=="),
            Operator::UnsignedLess => infix("<u"),
            Operator::SignedLess => infix("<"),
            Operator::Add => infix("+"),
            Operator::Multiply => infix("*"),
            Operator::UnsignedDivide => infix("/u"),
            Operator::UnsignedRemainder => infix("%u"),
            Operator::SignedDivide => infix("/"),
            Operator::SignedRemainder => infix("%"),
            Operator::And => infix("&"),
            Operator::Or => infix("|"),
            Operator::Xor => infix("^"),
            Operator::Not if node.width == Width::BOOLEAN => format!("!{}", argument(0)),
            Operator::Not => format!("~{}", argument(0)),
            Operator::ShiftLeft => infix("<<"),
            Operator::ShiftRight => infix(">>>"),
            Operator::ShiftRightSigned => infix(">>"),
            Operator::Extract(from) => {
                format!("{}[{from}..{}]", argument(0), u32::from(from) + node.width.bits())
            }
            Operator::Concatenate => infix("::"),
            Operator::ExtendZero => format!("zero{}({})", node.width.bits(), argument(0)),
            Operator::ExtendSign => format!("sign{}({})", node.width.bits(), argument(0)),
        };
        const LONGEST: usize = 400;
        let text = if text.len() > LONGEST { format!("t{}", part.index()) } else { text };
        words.insert(part, text);
    }
    words.remove(&term).unwrap_or_default()
}
