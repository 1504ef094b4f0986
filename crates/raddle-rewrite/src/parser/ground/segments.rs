//! Parts of texts that have been read before. States come one after the other and differ in little: what stands
//! between one label and the next, as in `buf: (d(0) | d(1)) dc: nil`, is mostly what stood there in the state
//! before. What the automaton did with such a part is remembered, by the part and the state of the automaton before
//! it, and done again without looking at its tokens.
//!
//! Guarantee: what an automaton does with some tokens depends on nothing but its state and the tokens, as long as it
//! does not look below where its stack was; only then is it remembered. Where parts begin and end is a guess that
//! decides what is saved, never what is read.

use super::{BLANK, CLASS, PLAIN, SPECIAL};
use crate::terms::TermId;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// Longer parts are not remembered.
const LONGEST: usize = 400;
/// When so many parts are remembered, all are forgotten.
const MOST: usize = 20_000;

/// Where the stacks of a reader end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Heights {
    pub states: usize,
    pub values: usize,
    pub lengths: usize,
}

/// What was put on the stacks.
#[derive(Debug)]
pub(super) struct Segment {
    before: u32,
    text: Box<str>,
    pub states: Box<[u32]>,
    pub values: Box<[TermId]>,
    pub lengths: Box<[u32]>,
    /// What the last token means to the next one.
    pub may_join: bool,
    pub joining: bool,
}

/// All parts that are remembered.
#[derive(Debug, Default)]
pub(super) struct Segments {
    found: FxHashMap<u64, Segment>,
}

impl Segments {
    fn key(before: u32, text: &str) -> u64 {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        hasher.write_u32(before);
        hasher.finish()
    }

    pub(super) fn find(&self, before: u32, text: &str) -> Option<&Segment> {
        let found = self.found.get(&Self::key(before, text))?;
        (found.before == before && *found.text == *text).then_some(found)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of a segment")]
    pub(super) fn keep(
        &mut self,
        before: u32,
        text: &str,
        states: &[u32],
        values: &[TermId],
        lengths: &[u32],
        may_join: bool,
        joining: bool,
    ) {
        if self.found.len() >= MOST {
            self.found.clear();
        }
        let segment = Segment {
            before,
            text: text.into(),
            states: states.into(),
            values: values.into(),
            lengths: lengths.into(),
            may_join,
            joining,
        };
        self.found.insert(Self::key(before, text), segment);
    }

    pub(super) fn clear(&mut self) {
        self.found.clear();
    }
}

/// Whether a part may begin after a token.
pub(super) fn is_label(token: &str) -> bool {
    token.ends_with(':')
}

/// The part that begins here: up to the next label, or to a comma or a bracket that closes what was opened earlier.
/// `None` if there is none that is worth remembering.
pub(super) fn segment(text: &str) -> Option<&str> {
    let bytes = &text.as_bytes()[..text.len().min(LONGEST + 1)];
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match CLASS[usize::from(byte)] {
            BLANK => at += 1,
            SPECIAL => {
                match byte {
                    b'(' | b'[' | b'{' => depth += 1,
                    b',' if depth > 0 => {}
                    b',' => break,
                    _ if depth == 0 => break,
                    _ => depth -= 1,
                }
                at += 1;
            }
            PLAIN => {
                let start = at;
                while at < bytes.len() && CLASS[usize::from(bytes[at])] == PLAIN {
                    at += 1;
                }
                if depth == 0 && bytes[at - 1] == b':' {
                    at = start;
                    break;
                }
            }
            _ => return None,
        }
    }
    if at > LONGEST || at == text.len() {
        return None;
    }
    let part = text[..at].trim_ascii_end();
    (!part.is_empty()).then_some(part)
}
