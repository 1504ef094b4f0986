//! Ground terms at the speed of reading: texts such as the states of a program, of which there are millions. Tokens
//! are looked up in one table, an automaton says what to do with each, and the operators are applied at once.
//! Nothing is allocated for a text whose words are known.
//!
//! Guarantee: `read` gives the term that the chart gives, or nothing. It gives nothing where a text has comments,
//! variables or escapes, where a token is several things, where the automaton has a choice, and where the text is
//! no term: all that is left to the chart.

mod segments;

use self::segments::{Heights, Segments, is_label, segment};
use super::automaton::{Automaton, END, Effect, START, Step, Terminal};
use super::grammar::Grammar;
use super::leaves::leaves_of;
use crate::names::Name;
use crate::syntax::lexer::is_special;
use crate::terms::arena::NO_TERM;
use crate::terms::{TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// A token that has been seen before.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// What it is to the automaton; `None` where the chart must decide.
    terminal: Option<Terminal>,
    /// Its term, if it is one by itself.
    term: TermId,
    /// Whether a bracket after it might belong to the sort of a variable.
    takes_bracket: bool,
    /// Whether a sort's name can begin with it.
    begins_sort: bool,
}

/// Reads ground terms of one module.
#[derive(Debug)]
pub(crate) struct GroundReader {
    automaton: Automaton,
    words: FxHashMap<Box<str>, Known>,
    /// Literals, in the arena that the reader is used with; emptied when they are many.
    literals: FxHashMap<Box<str>, Known>,
    sort_words: FxHashSet<Name>,
    states: Vec<u32>,
    values: Vec<TermId>,
    /// The lengths of the lists that are being read.
    lengths: Vec<u32>,
    segments: Segments,
    /// How few states there have been since a part of the text began.
    lowest: usize,
}

/// A part of the text that is being read and may be remembered.
struct Open<'t> {
    before: u32,
    text: &'t str,
    /// How much of the whole text is left after it.
    left: usize,
    heights: Heights,
}

/// So many literals are remembered.
const MOST_LITERALS: usize = 20_000;

impl GroundReader {
    /// A reader for the grammar of an arena's signature.
    pub fn new(grammar: &mut Grammar, terms: &mut Terms) -> GroundReader {
        let automaton = Automaton::new(grammar);
        let mut sort_words: FxHashSet<Name> = FxHashSet::default();
        for sort in terms.signature.sorts.plain() {
            let name = terms.signature.sorts.name(sort).text();
            let end = name.find(is_special).unwrap_or(name.len());
            sort_words.insert(Name::new(&name[..end]));
        }
        let mut words = FxHashMap::default();
        for (&word, &terminal) in &automaton.words {
            // A word that is also a variable or a literal is two things.
            let alone = leaves_of(grammar, terms, word).is_empty();
            let known = Known {
                terminal: alone.then_some(terminal),
                term: NO_TERM,
                takes_bracket: takes_bracket(word.text()),
                begins_sort: sort_words.contains(&word),
            };
            words.insert(word.text().into(), known);
        }
        GroundReader {
            automaton,
            words,
            literals: FxHashMap::default(),
            sort_words,
            states: Vec::new(),
            values: Vec::new(),
            lengths: Vec::new(),
            segments: Segments::default(),
            lowest: 0,
        }
    }

    /// Forgets the terms of an arena that is about to be emptied.
    pub fn forget(&mut self) {
        self.literals.clear();
        self.segments.clear();
    }

    /// The term of a text, if it is certain that the chart would find just this one.
    pub fn read(&mut self, grammar: &mut Grammar, terms: &mut Terms, text: &str) -> Option<TermId> {
        self.states.clear();
        self.values.clear();
        self.lengths.clear();
        self.states.push(START);
        if self.literals.len() > MOST_LITERALS {
            self.literals.clear();
        }
        let mut tokens = Tokens { rest: text };
        let (mut may_join, mut joining) = (false, false);
        let mut open: Option<Open<'_>> = None;
        loop {
            let token = tokens.next()?;
            let known = if token.is_empty() {
                Known { terminal: Some(END), term: NO_TERM, takes_bracket: false, begins_sort: false }
            } else {
                match self.words.get(token) {
                    Some(&known) => known,
                    None => self.literal(grammar, terms, token)?,
                }
            };
            // `X:List { Nat }` and `X: [ Nat ]` are one token to the chart.
            if joining && known.begins_sort {
                return None;
            }
            joining = may_join && matches!(token, "{" | "[");
            may_join = known.takes_bracket || (may_join && matches!(token, "}"));
            if self.feed(terms, known.terminal?, known.term)? {
                return if self.values.len() == 1 { self.values.pop() } else { None };
            }
            if let Some(part) = open.take_if(|part| tokens.rest.len() <= part.left)
                && tokens.rest.len() == part.left
            {
                self.keep_segment(&part, may_join, joining);
            }
            if open.is_none()
                && is_label(token)
                && let Some(text) = segment(tokens.rest)
            {
                let before = *self.states.last()?;
                if let Some(known) = self.segments.find(before, text) {
                    self.states.extend_from_slice(&known.states);
                    self.values.extend_from_slice(&known.values);
                    self.lengths.extend_from_slice(&known.lengths);
                    (may_join, joining) = (known.may_join, known.joining);
                    tokens.rest = &tokens.rest[text.len()..];
                } else {
                    let heights = self.heights();
                    self.lowest = heights.states;
                    open = Some(Open { before, text, left: tokens.rest.len() - text.len(), heights });
                }
            }
        }
    }

    fn heights(&self) -> Heights {
        Heights { states: self.states.len(), values: self.values.len(), lengths: self.lengths.len() }
    }

    /// Remembers a part of a text, if nothing below it was looked at.
    fn keep_segment(&mut self, part: &Open<'_>, may_join: bool, joining: bool) {
        let (from, to) = (part.heights, self.heights());
        if self.lowest >= from.states && to.values >= from.values && to.lengths >= from.lengths {
            self.segments.keep(
                part.before,
                part.text,
                &self.states[from.states..],
                &self.values[from.values..],
                &self.lengths[from.lengths..],
                may_join,
                joining,
            );
        }
    }

    /// Takes one token; whether the sentence is complete.
    #[inline]
    fn feed(&mut self, terms: &mut Terms, terminal: Terminal, term: TermId) -> Option<bool> {
        loop {
            let state = *self.states.last()?;
            match self.automaton.step(state, terminal) {
                Step::Shift(next) => {
                    self.states.push(next);
                    if term != NO_TERM {
                        self.values.push(term);
                    }
                    return Some(false);
                }
                Step::Reduce { symbols, effect, class } => {
                    match effect {
                        Effect::Apply(symbol, count) => {
                            let start = self.values.len() - count as usize;
                            let made = terms.make(symbol, &self.values[start..]);
                            self.values.truncate(start);
                            self.values.push(made);
                        }
                        Effect::Keep => {}
                        Effect::First => self.lengths.push(1),
                        Effect::More => *self.lengths.last_mut()? += 1,
                        Effect::Close(symbol) => {
                            let count = self.lengths.pop()? + 1;
                            let start = self.values.len() - count as usize;
                            let made = terms.make(symbol, &self.values[start..]);
                            self.values.truncate(start);
                            self.values.push(made);
                        }
                        Effect::Accept => return Some(true),
                        Effect::Unclear => return None,
                    }
                    self.states.truncate(self.states.len() - symbols as usize);
                    self.lowest = self.lowest.min(self.states.len());
                    let state = *self.states.last()?;
                    let next = self.automaton.go(state, class)?;
                    self.states.push(next);
                }
                Step::Unclear => return None,
            }
        }
    }

    /// A token that is no word of the grammar: a literal, or something for the chart.
    fn literal(&mut self, grammar: &mut Grammar, terms: &mut Terms, token: &str) -> Option<Known> {
        if let Some(&known) = self.literals.get(token) {
            return Some(known);
        }
        // `f^3` would add to the grammar.
        if token.contains('^') && token.ends_with(|last: char| last.is_ascii_digit()) {
            return None;
        }
        let plain_number = token.len() < 20 && token.bytes().all(|byte| byte.is_ascii_digit());
        let term = if plain_number {
            // Numbers come in any amount: their texts are not kept as names.
            if token.starts_with('0') || grammar.has_variable(token) {
                return None;
            }
            terms.natural(&token.parse::<u64>().ok()?.into())?
        } else if token.starts_with('"') {
            terms.string(&token[1..token.len() - 1])?
        } else {
            let leaves = leaves_of(grammar, terms, Name::new(token));
            let [leaf] = leaves[..] else { return None };
            leaf.term
        };
        if !terms.is_ground(term) {
            return None;
        }
        let kind = terms.signature.sorts.kind(terms.sort(term));
        let known = Known {
            terminal: Some(self.automaton.leaf(kind.0)),
            term,
            takes_bracket: takes_bracket(token),
            begins_sort: !plain_number && self.sort_words.contains(&Name::new(token)),
        };
        self.literals.insert(token.into(), known);
        Some(known)
    }
}

/// Whether a bracket after the token might belong to the sort of a variable.
fn takes_bracket(token: &str) -> bool {
    token.rfind(':').is_some_and(|colon| colon > 0)
}

/// The tokens of a plain text.
struct Tokens<'t> {
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    /// The next token, which is empty at the end; nothing if the text is not plain.
    #[inline]
    fn next(&mut self) -> Option<&'t str> {
        let bytes = self.rest.as_bytes();
        let mut start = 0;
        while start < bytes.len() && matches!(bytes[start], b' ' | b'\n' | b'\t' | b'\r') {
            start += 1;
        }
        let Some(&first) = bytes.get(start) else {
            self.rest = "";
            return Some("");
        };
        let mut end = start + 1;
        match CLASS[usize::from(first)] {
            SPECIAL => {}
            QUOTE => loop {
                match *bytes.get(end)? {
                    b'"' => {
                        end += 1;
                        break;
                    }
                    b'\\' | b'\n' => return None,
                    byte if byte.is_ascii_control() => return None,
                    _ => end += 1,
                }
            },
            PLAIN => {
                while end < bytes.len() && CLASS[usize::from(bytes[end])] == PLAIN {
                    end += 1;
                }
                // A quote inside a token, a backquote, a control character or one beyond ASCII.
                if end < bytes.len() && !matches!(CLASS[usize::from(bytes[end])], BLANK | SPECIAL) {
                    return None;
                }
                if matches!(&bytes[start..end], [b'*', b'*', b'*', ..] | [b'-', b'-', b'-', ..]) {
                    return None;
                }
            }
            _ => return None,
        }
        let token = &self.rest[start..end];
        self.rest = &self.rest[end..];
        Some(token)
    }
}

const PLAIN: u8 = 0;
const SPECIAL: u8 = 1;
const BLANK: u8 = 2;
const QUOTE: u8 = 3;
const STRANGE: u8 = 4;

/// What each byte is to the reader.
const CLASS: [u8; 256] = {
    let mut class = [STRANGE; 256];
    let mut byte = 0x21;
    while byte < 0x7f {
        class[byte] = match byte as u8 {
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' => SPECIAL,
            b'"' => QUOTE,
            b'`' => STRANGE,
            _ => PLAIN,
        };
        byte += 1;
    }
    class[b' ' as usize] = BLANK;
    class[b'\n' as usize] = BLANK;
    class[b'\t' as usize] = BLANK;
    class[b'\r' as usize] = BLANK;
    class
};

#[cfg(test)]
mod tests;
