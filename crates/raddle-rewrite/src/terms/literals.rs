//! Values that nodes point to: strings, floats, quoted identifiers, variables, large counts.

use super::arena::{TermId, Terms};
use super::hooks::Hook;
use super::signature::SymbolId;
use super::sorts::SortId;
use crate::names::{Name, TokenOrder};
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Strings, floats and variables of an arena.
#[derive(Debug, Clone, Default)]
pub struct Literals {
    strings: Vec<Arc<str>>,
    string_index: FxHashMap<Arc<str>, u32>,
    floats: Vec<f64>,
    float_index: FxHashMap<u64, u32>,
    variables: Vec<(Name, SortId)>,
    /// For each variable, its place among all: by the first use of its sort, then by the first use of its name.
    variable_places: Vec<(u32, u64)>,
    first_of_sort: FxHashMap<SortId, u32>,
    /// When each name came up in this session.
    pub(crate) order: TokenOrder,
    /// How terms are written.
    pub(crate) printing: crate::print::Printing,
    variable_index: FxHashMap<(Name, SortId), u32>,
    /// Variables that the module declares: they are written without their sorts.
    pub(crate) declared: FxHashMap<Name, SortId>,
}

impl Literals {
    /// A string's value.
    pub fn string(&self, index: u32) -> &Arc<str> {
        &self.strings[index as usize]
    }

    pub(super) fn add_string(&mut self, text: &str) -> u32 {
        if let Some(&index) = self.string_index.get(text) {
            return index;
        }
        let kept: Arc<str> = text.into();
        let index = self.strings.len() as u32;
        self.strings.push(Arc::clone(&kept));
        self.string_index.insert(kept, index);
        index
    }

    /// A float's value.
    pub fn float(&self, index: u32) -> f64 {
        self.floats[index as usize]
    }

    pub(super) fn add_float(&mut self, value: f64) -> u32 {
        // There is one zero.
        let value = if value == 0.0 { 0.0 } else { value };
        let bits = if value.is_nan() { f64::NAN.to_bits() } else { value.to_bits() };
        let index = self.floats.len() as u32;
        let found = *self.float_index.entry(bits).or_insert(index);
        if found == index {
            self.floats.push(value);
        }
        found
    }

    /// A variable's name and sort.
    pub fn variable(&self, index: u32) -> (Name, SortId) {
        self.variables[index as usize]
    }

    pub(crate) fn add_variable(&mut self, name: Name, sort: SortId) -> u32 {
        let index = self.variables.len() as u32;
        let found = *self.variable_index.entry((name, sort)).or_insert(index);
        if found == index {
            self.variables.push((name, sort));
            let first = *self.first_of_sort.entry(sort).or_insert(index);
            let known = self.order.place(name).map(u64::from);
            self.variable_places.push((first, known.unwrap_or((1 << 32) + u64::from(index))));
        }
        found
    }

    /// A variable's place among all others.
    pub(crate) fn variable_place(&self, index: u32) -> (u32, u64) {
        self.variable_places[index as usize]
    }
}

/// Counts of iterated operators: small ones stand in the node itself.
#[derive(Debug, Clone, Default)]
pub struct Counts {
    large: Vec<BigUint>,
    index: FxHashMap<BigUint, u32>,
}

const LARGE: u32 = 1 << 31;

impl Counts {
    /// The count behind a payload.
    pub fn get(&self, payload: u32) -> BigUint {
        if payload < LARGE { BigUint::from(payload) } else { self.large[(payload - LARGE) as usize].clone() }
    }

    /// The count, if it is small.
    #[inline]
    pub fn small(&self, payload: u32) -> Option<u64> {
        (payload < LARGE).then_some(u64::from(payload))
    }

    /// The count, if it fits a machine word.
    pub fn word(&self, payload: u32) -> Option<u64> {
        if payload < LARGE {
            return Some(u64::from(payload));
        }
        self.large[(payload - LARGE) as usize].to_u64()
    }

    /// The payload for a count.
    pub fn add(&mut self, count: &BigUint) -> u32 {
        match count.to_u32() {
            Some(small) if small < LARGE => small,
            _ => {
                let index = self.large.len() as u32;
                let found = *self.index.entry(count.clone()).or_insert(index);
                if found == index {
                    self.large.push(count.clone());
                }
                LARGE + found
            }
        }
    }
}

impl Terms {
    pub(crate) fn constant_sort(&self, symbol: SymbolId, payload: u32) -> SortId {
        let kept = self.signature.get(symbol);
        let sorts = &self.signature.sorts;
        let named = |name: &str| sorts.find(Name::new(name)).filter(|&sort| sorts.kind(sort) == kept.range);
        let largest = || {
            let ranges = || kept.declarations.iter().map(|declaration| declaration.range);
            ranges().find(|&sort| ranges().all(|other| sorts.is_at_most(other, sort)))
        };
        let special = match kept.hook {
            // The smaller of the two sorts of strings is for single characters, of floats for the finite ones.
            Hook::StringLiteral if self.literals.string(payload).chars().count() != 1 => largest(),
            Hook::FloatLiteral if !self.literals.float(payload).is_finite() => largest(),
            Hook::QidLiteral => qid_sort_name(Name::from_index(payload as usize).text())
                .and_then(named)
                .or_else(|| named("Qid")),
            _ => None,
        };
        special
            .or_else(|| sorts.least(kept.declarations.iter().map(|declaration| declaration.range)))
            .unwrap_or(sorts.error(kept.range))
    }

    /// A string literal.
    pub fn string(&mut self, text: &str) -> Option<TermId> {
        let symbol = self.signature.known.string?;
        let payload = self.literals.add_string(text);
        Some(self.literal(symbol, payload))
    }

    /// The value of a string literal.
    pub fn string_value(&self, term: TermId) -> Option<Arc<str>> {
        (self.signature.get(self.symbol(term)).hook == Hook::StringLiteral)
            .then(|| Arc::clone(self.literals.string(self.payload(term))))
    }

    /// A float literal.
    pub fn float(&mut self, value: f64) -> Option<TermId> {
        let symbol = self.signature.known.float?;
        let payload = self.literals.add_float(value);
        Some(self.literal(symbol, payload))
    }

    /// The value of a float literal.
    pub fn float_value(&self, term: TermId) -> Option<f64> {
        (self.signature.get(self.symbol(term)).hook == Hook::FloatLiteral)
            .then(|| self.literals.float(self.payload(term)))
    }

    /// A quoted identifier, given without its quote.
    pub fn qid(&mut self, name: Name) -> Option<TermId> {
        let symbol = self.signature.known.qid?;
        Some(self.literal(symbol, name.index() as u32))
    }

    /// The name in a quoted identifier.
    pub fn qid_value(&self, term: TermId) -> Option<Name> {
        (self.signature.get(self.symbol(term)).hook == Hook::QidLiteral)
            .then(|| Name::from_index(self.payload(term) as usize))
    }

    /// The term for a natural number.
    pub fn natural(&mut self, value: &BigUint) -> Option<TermId> {
        let zero = self.signature.known.zero?;
        let zero = self.make(zero, &[]);
        let successor = self.signature.known.successor?;
        Some(self.make_iterated(successor, zero, value))
    }

    /// The term for a small natural number.
    pub fn small_natural(&mut self, value: u64) -> Option<TermId> {
        if let Some(number) = self.immediate(value) {
            return Some(number);
        }
        self.natural(&BigUint::from(value))
    }

    /// The term for an integer.
    pub fn integer(&mut self, value: &BigInt) -> Option<TermId> {
        let magnitude = self.natural(value.magnitude())?;
        if value.sign() == Sign::Minus {
            let minus = self.signature.known.minus?;
            return Some(self.make(minus, &[magnitude]));
        }
        Some(magnitude)
    }

    /// The value of a natural number.
    pub fn natural_value(&self, term: TermId) -> Option<BigUint> {
        let known = &self.signature.known;
        let symbol = Some(self.symbol(term));
        if symbol == known.zero {
            return Some(BigUint::default());
        }
        if symbol == known.successor {
            let inner = self.arguments(term)[0];
            if Some(self.symbol(inner)) == known.zero {
                return Some(self.iterations(term));
            }
        }
        None
    }

    /// The value of a natural number that fits a machine word.
    #[inline]
    pub fn small_value(&self, term: TermId) -> Option<u64> {
        if let Some(value) = term.immediate() {
            return Some(u64::from(value));
        }
        let known = &self.signature.known;
        let symbol = Some(self.symbol(term));
        if symbol == known.successor {
            let inner = self.arguments(term)[0];
            if Some(self.symbol(inner)) == known.zero {
                return self.counts.word(self.payload(term));
            }
            return None;
        }
        (symbol == known.zero).then_some(0)
    }

    /// The value of an integer.
    pub fn integer_value(&self, term: TermId) -> Option<BigInt> {
        if Some(self.symbol(term)) == self.signature.known.minus {
            let inner = self.natural_value(self.arguments(term)[0])?;
            return Some(-BigInt::from(inner));
        }
        self.natural_value(term).map(BigInt::from)
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, value: bool) -> Option<TermId> {
        let known = &self.signature.known;
        let symbol = if value { known.truth } else { known.falsehood }?;
        Some(self.make(symbol, &[]))
    }
}

/// What a quoted identifier stands for at the meta-level.
fn qid_sort_name(text: &str) -> Option<&'static str> {
    if is_kind_text(text) {
        return Some("Kind");
    }
    // The last dot or colon decides, and the brackets of structured sorts hide what is in them.
    let mut depth = 0;
    let bytes = text.as_bytes();
    for at in (0..bytes.len()).rev() {
        match bytes[at] {
            b'}' | b']' => depth += 1,
            b'{' | b'[' => depth -= 1,
            byte @ (b'.' | b':') if depth == 0 => {
                let named = at > 0 && (is_sort_text(&text[at + 1..]) || is_kind_text(&text[at + 1..]));
                return named.then_some(if byte == b'.' { "Constant" } else { "Variable" });
            }
            _ => {}
        }
    }
    is_sort_text(text).then_some("Sort")
}

/// Whether a quoted identifier is the name of a kind: sorts between brackets.
fn is_kind_text(text: &str) -> bool {
    text.strip_prefix("`[").and_then(|rest| rest.strip_suffix("`]")).is_some_and(|inner| {
        inner.is_empty() || inner.split("`,").all(|sort| is_sort_text(sort) || inner.contains('{'))
    })
}

/// Whether a quoted identifier is the name of a sort, perhaps of one with parameters: `Map`{Nat`,Nat`}`.
fn is_sort_text(text: &str) -> bool {
    let mut depth = 0usize;
    // Whether a name, or a list of parameters, has just ended.
    let mut named = false;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let special = if c == '`' { chars.clone().next() } else { None };
        match (c, special) {
            ('`', Some('{')) if named => (depth, named) = (depth + 1, false),
            ('`', Some('}')) if named && depth > 0 => depth -= 1,
            ('`', Some(',')) if named && depth > 0 => named = false,
            ('`', Some('{' | '}' | ',' | '[' | ']')) | ('{' | '}' | ',' | '[' | ']' | '.' | ':', _) => {
                return false;
            }
            _ => {
                named = true;
                continue;
            }
        }
        chars.next();
    }
    named && depth == 0
}

#[cfg(test)]
mod tests {
    use super::qid_sort_name;

    /// As Maude 3.2 has them.
    #[test]
    fn quoted_identifiers_stand_for_what_maude_says() {
        let cases = [
            ("Sort", "s_^2 _+_ `( L`{A`} L`{A`,B`} < \"a\" a~b 1 -1 L`{A`}`{B`} _ a`(b"),
            ("Kind", "`[A`] `[A`,B`] `[`] `[L`{A`}`]"),
            (
                "Constant",
                "a.b.c a:B.c a.`[B`] L`{A`}.B a.L`{A`} 1.5 a..b a.b.`[c`] a`,b.c a`{.c `{`}.c a.`[b`,c`]",
            ),
            ("Variable", "a:b a.b:c a:`[B`] a:L`{A`,B`} a::b a:b:c"),
            (
                "Qid",
                "`[ a`,b L`{A a. .a : :: a: :a . `{ `, L`{`} `{A`} L`[A`] a.b`,c a.b`{c a:b`{c `[A A`] `[A`]B",
            ),
        ];
        for (sort, texts) in cases {
            for text in texts.split(' ') {
                assert_eq!(qid_sort_name(text).unwrap_or("Qid"), sort, "'{text}");
            }
        }
    }
}
