//! Tokens that are terms by themselves: variables, numbers, strings, quoted identifiers; and the values of such texts.

use super::chart::Leaf;
use super::grammar::{Grammar, Nonterminal};
use crate::names::Name;
use crate::terms::signature::Shape;
use crate::terms::{SymbolId, TermId, Terms};
use num_bigint::{BigInt, BigUint};
use std::sync::Arc;

/// The terms that a token is by itself.
pub(super) fn leaves_of(grammar: &mut Grammar, terms: &mut Terms, name: Name) -> Arc<[Leaf]> {
    let text = name.text();
    let mut found: Vec<TermId> = Vec::new();
    if let Some(&sort) = grammar.variables.get(&name) {
        found.push(terms.variable(name, sort));
    }
    let quoted = text.starts_with('\'') && terms.signature.known.qid.is_some();
    if let Some(colon) = text.rfind(':')
        && !quoted
        && colon > 0
        && colon + 1 < text.len()
    {
        let sort = &text[colon + 1..];
        let kind = sort.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
        let sorts = &terms.signature.sorts;
        let sort = match kind {
            Some(inner) => sorts.find(Name::new(inner)).map(|sort| sorts.error(sorts.kind(sort))),
            None => sorts.find(Name::new(sort)),
        };
        if let Some(sort) = sort {
            found.push(terms.variable(Name::new(&text[..colon]), sort));
        }
    }
    literal(terms, text, &mut found);
    iteration(grammar, terms, name, text);
    let leaf = |terms: &Terms, term| {
        let kind = terms.signature.sorts.kind(terms.sort(term));
        Leaf { nonterminal: Nonterminal(kind.0), term }
    };
    found.iter().map(|&term| leaf(terms, term)).collect()
}

fn literal(terms: &mut Terms, text: &str, found: &mut Vec<TermId>) {
    let first = text.as_bytes()[0];
    match first {
        b'"' if text.len() >= 2 => {
            if let Some(value) = unescape(&text[1..text.len() - 1]) {
                found.extend(terms.string(&value));
            }
        }
        b'\'' => found.extend(terms.qid(Name::new(&text[1..]))),
        b'0'..=b'9' | b'-' | b'.' | b'I' | b'N' => {
            if text.bytes().all(|byte| byte.is_ascii_digit()) {
                if let Ok(value) = text.parse::<BigUint>()
                    && (value.bits() > 0 || text.len() > 1)
                {
                    found.extend(terms.natural(&value));
                }
            } else if let Some(value) = signed_integer(text) {
                if terms.signature.known.minus.is_some() {
                    found.extend(terms.integer(&value));
                }
            } else if let Some((numerator, denominator)) = rational(text) {
                found.extend(rational_term(terms, &numerator, &denominator));
            } else if let Some(value) = float(text) {
                found.extend(terms.float(value));
            }
        }
        _ => {}
    }
}

fn signed_integer(text: &str) -> Option<BigInt> {
    let digits = text.strip_prefix('-')?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value: BigInt = digits.parse().ok()?;
    (value.bits() > 0).then(|| -value)
}

fn rational(text: &str) -> Option<(BigInt, BigUint)> {
    let (numerator, denominator) = text.split_once('/')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(numerator.strip_prefix('-').unwrap_or(numerator)) || !digits(denominator) {
        return None;
    }
    let value: BigInt = numerator.parse().ok()?;
    let denominator: BigUint = denominator.parse().ok()?;
    (denominator.bits() > 0).then_some((value, denominator))
}

pub(crate) fn rational_term(terms: &mut Terms, numerator: &BigInt, denominator: &BigUint) -> Option<TermId> {
    let division = terms.signature.known.division?;
    let numerator = terms.integer(numerator)?;
    let denominator = terms.natural(denominator)?;
    Some(terms.make(division, &[numerator, denominator]))
}

/// The value of a token that is a float: digits with a dot or an exponent, or an infinity.
pub(crate) fn float(text: &str) -> Option<f64> {
    match text {
        "Infinity" => return Some(f64::INFINITY),
        "-Infinity" => return Some(f64::NEG_INFINITY),
        _ => {}
    }
    let body = text.strip_prefix(['-', '+']).unwrap_or(text);
    let shaped = body.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && body.bytes().any(|byte| byte.is_ascii_digit())
        && body.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'))
        && (body.contains('.') || body.contains(['e', 'E']));
    if shaped { text.parse().ok() } else { None }
}

/// The value of a string between its quotes.
pub(crate) fn unescape(text: &str) -> Option<String> {
    let mut value = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            // Strings are bytes; each is kept as the character with its number.
            value.extend(c.encode_utf8(&mut [0; 4]).bytes().map(char::from));
            continue;
        }
        match chars.next()? {
            'n' => value.push('\n'),
            't' => value.push('\t'),
            'r' => value.push('\r'),
            'a' => value.push('\u{7}'),
            'b' => value.push('\u{8}'),
            'f' => value.push('\u{c}'),
            'v' => value.push('\u{b}'),
            digit @ '0'..='7' => {
                let mut code = digit as u32 - '0' as u32;
                for _ in 0..2 {
                    match chars.peek() {
                        Some(&next @ '0'..='7') => {
                            code = code * 8 + (next as u32 - '0' as u32);
                            chars.next();
                        }
                        _ => break,
                    }
                }
                value.push(char::from_u32(code & 0xff)?);
            }
            other => value.push(other),
        }
    }
    Some(value)
}

/// Adds the production of `f^n` for an iterated operator `f`.
fn iteration(grammar: &mut Grammar, terms: &Terms, name: Name, text: &str) {
    let Some((base, count)) = text.rsplit_once('^') else { return };
    if base.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) || !count.starts_with(|c| c != '0')
    {
        return;
    }
    if grammar.by_first_word.contains_key(&name) {
        return;
    }
    let known: Vec<SymbolId> = terms
        .signature
        .overloads(Name::new(base))
        .iter()
        .copied()
        .filter(|&id| terms.signature.get(id).shape == Shape::Iterated)
        .collect();
    for id in known {
        grammar.add_iteration(&terms.signature, id, name);
    }
}
