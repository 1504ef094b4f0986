//! Operators that Rust code evaluates, on reduced arguments. `None` means that the code has nothing to say, and
//! equations are tried.

use super::evaluate::{Machine, Stop};
use crate::names::Name;
use crate::syntax::lexer::is_special;
use crate::terms::TermId;
use crate::terms::hooks::Hook;

impl Machine<'_> {
    pub(crate) fn apply_hook(&mut self, hook: Hook, term: TermId) -> Option<TermId> {
        match hook {
            Hook::None
            | Hook::True
            | Hook::False
            | Hook::Branch
            | Hook::Successor
            | Hook::StringLiteral
            | Hook::FloatLiteral
            | Hook::Counter
            | Hook::QidLiteral => None,
            Hook::Equal | Hook::NotEqual => {
                let arguments = self.terms.arguments(term);
                let equal = arguments[0] == arguments[1];
                // Terms with variables could still become equal, as Maude sees them they are just different.
                self.terms.boolean(equal == (hook == Hook::Equal))
            }
            Hook::SortTest(sort) => {
                let argument = self.terms.arguments(term)[0];
                let holds = self.has_sort(argument, sort);
                self.terms.boolean(holds)
            }
            Hook::Minus => self.negate(term),
            Hook::Division => self.divide(term),
            Hook::FoldNumber(operation) => self.fold_numbers(operation, term),
            Hook::Number(operation) => self.number_operation(operation, term),
            Hook::StringOp(operation) => self.string_operation(operation, term),
            Hook::FloatOp(operation) => self.float_operation(operation, term),
            Hook::QidToString => {
                let name = self.terms.qid_value(self.terms.arguments(term)[0])?;
                self.terms.string(name.text())
            }
            Hook::StringToQid => {
                let text = self.terms.string_value(self.terms.arguments(term)[0])?;
                self.terms.qid(Name::new(&identifier_text(&text)?))
            }
            Hook::PrintTokens => self.print_tokens(term),
            Hook::Tokenize => self.tokenize(term),
            Hook::Random => {
                let index = self.terms.small_value(self.terms.arguments(term)[0])?;
                let value = random(index);
                self.terms.small_natural(value)
            }
            Hook::ModelCheck => self.model_check(term),
            Hook::Meta(operation) => {
                let meta = self.meta?;
                meta.apply(operation, self, term)
            }
            Hook::Unsupported => {
                let name = self.terms.signature.get(self.terms.symbol(term)).name;
                self.stop = Some(Stop::Unsupported(format!("the built-in operator {name}")));
                None
            }
        }
    }
}

/// The number at an index of the Mersenne twister (MT19937) that starts from seed 0, as Maude's `random` does.
///
/// Source: M. Matsumoto, T. Nishimura, "Mersenne Twister" (1998), with the seeding of 2002.
fn random(index: u64) -> u64 {
    const SIZE: usize = 624;
    const SHIFT: usize = 397;
    let mut state = [0u32; SIZE];
    for at in 1..SIZE {
        let last = state[at - 1];
        state[at] = 1_812_433_253u32.wrapping_mul(last ^ (last >> 30)).wrapping_add(at as u32);
    }
    let mut value = 0u32;
    let rounds = index / SIZE as u64;
    for round in 0..=rounds {
        for at in 0..SIZE {
            let mixed = (state[at] & 0x8000_0000) | (state[(at + 1) % SIZE] & 0x7FFF_FFFF);
            let twist = if mixed & 1 == 1 { 0x9908_B0DF } else { 0 };
            state[at] = state[(at + SHIFT) % SIZE] ^ (mixed >> 1) ^ twist;
        }
        if round == rounds {
            value = state[(index % SIZE as u64) as usize];
        }
    }
    value ^= value >> 11;
    value ^= (value << 7) & 0x9D2C_5680;
    value ^= (value << 15) & 0xEFC6_0000;
    value ^= value >> 18;
    u64::from(value)
}

/// The text of an identifier made of any text: what would end a token is quoted, and blanks only part words.
fn identifier_text(text: &str) -> Option<String> {
    if text.contains('"') {
        return None;
    }
    let mut made = String::new();
    let mut after_word = false;
    let mut gap = false;
    for c in text.chars() {
        if c.is_whitespace() || c == '`' {
            gap = true;
            continue;
        }
        let special = is_special(c);
        if special || (gap && after_word) {
            made.push('`');
        }
        made.push(c);
        after_word = !special;
        gap = false;
    }
    Some(made)
}
