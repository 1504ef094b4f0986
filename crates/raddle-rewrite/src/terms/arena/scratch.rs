//! Intermediate terms: nodes of operators without axioms that exist only while a term is being reduced. They are
//! not interned, so equal terms may have different ids; each is in normal form. Sets may be intermediate too; their
//! arguments are elements and other sets in any order, and only interning makes one flat set in order of them. So may
//! lists, whose elements are elsewhere: see `slices`, and natural numbers of 64 bits. What is kept or matched modulo axioms, but for lists in direct
//! patterns, is frozen first: interned, and remembered in the node. What is no longer needed is dropped by copying
//! the rest (C. Cheney, "A Nonrecursive List Compacting Algorithm", 1970).

use super::immediate::ZERO_ARGUMENT;
use super::slices::{Place, Slices};
use super::{NO_TERM, TermId, Terms};
use crate::terms::signature::{Shape, SymbolId};
use crate::terms::sorts::SortId;
use num_bigint::BigUint;

/// Ids of intermediate terms start here and end where numbers start.
pub(super) const FIRST: u32 = 0x8000_0000;
const END: u32 = 0xC000_0000;
/// Words before a node's arguments: its symbol; its sort and number of arguments; its interned form, if known.
pub(super) const HEADER: usize = 3;
/// No more arguments than this.
pub(crate) const MOST_ARGUMENTS: usize = 253;
/// Instead of a number of arguments: the node is a natural number, which two words hold.
const NUMBER: u32 = 254;
const NUMBER_WORDS: usize = 2;
/// Instead of a number of arguments: the node is a list. It says where its elements are and from where to where.
pub(super) const LIST: u32 = 255;
pub(super) const LIST_WORDS: usize = 3;
/// Collections start at this many words: few enough for the processor's cache, and very few where tests should
/// see many collections.
const LEAST: usize = if cfg!(debug_assertions) { 1 << 7 } else { 1 << 16 };

/// So many words are kept free before ids run out.
const MARGIN: usize = 1 << 20;

/// The memory of intermediate terms.
#[derive(Debug, Clone)]
pub(super) struct Scratch {
    pub(super) words: Vec<TermId>,
    /// The elements of lists.
    pub(super) slices: Slices,
    /// Collect when there are so many words.
    limit: usize,
    /// The other half of a copying collection, kept for its memory.
    spare: Vec<TermId>,
}

impl Scratch {
    pub(super) fn new() -> Scratch {
        Scratch { words: Vec::new(), slices: Slices::default(), limit: LEAST, spare: Vec::new() }
    }

    #[inline]
    pub(super) fn at(term: TermId) -> usize {
        (term.0 - FIRST) as usize
    }

    #[inline]
    pub(super) fn symbol(&self, term: TermId) -> SymbolId {
        SymbolId(self.words[Self::at(term)].0)
    }

    #[inline]
    pub(super) fn sort(&self, term: TermId) -> SortId {
        SortId((self.words[Self::at(term) + 1].0 >> 8) as u16)
    }

    /// The interned form of a term, if it is known.
    #[inline]
    pub(super) fn interned(&self, term: TermId) -> TermId {
        self.words[Self::at(term) + 2]
    }

    /// The arguments of a term that is no list.
    #[inline]
    pub(super) fn arguments(&self, term: TermId) -> &[TermId] {
        let at = Self::at(term);
        let length = (self.words[at + 1].0 & 0xFF) as usize;
        &self.words[at + HEADER..at + HEADER + length]
    }

    /// The value of a number.
    #[inline]
    pub(super) fn number(&self, term: TermId) -> Option<u64> {
        let at = Self::at(term);
        (self.words[at + 1].0 & 0xFF == NUMBER)
            .then(|| u64::from(self.words[at + HEADER].0) << 32 | u64::from(self.words[at + HEADER + 1].0))
    }

    /// A new number.
    pub(super) fn add_number(&mut self, symbol: SymbolId, sort: SortId, value: u64) -> TermId {
        let id = FIRST + self.words.len() as u32;
        let head = [TermId(symbol.0), TermId(u32::from(sort.0) << 8 | NUMBER), NO_TERM];
        self.words.extend_from_slice(&head);
        self.words.extend_from_slice(&[TermId((value >> 32) as u32), TermId(value as u32)]);
        TermId(id)
    }

    /// Changes every reference to an interned term.
    pub(super) fn change(&mut self, mut change: impl FnMut(TermId) -> TermId) {
        let mut at = 0;
        while at < self.words.len() {
            let (length, terms) = payload(self.words[at + 1]);
            self.words[at + 2] = NO_TERM;
            for index in at + HEADER..at + HEADER + terms {
                if !self.words[index].is_scratch() {
                    self.words[index] = change(self.words[index]);
                }
            }
            at += HEADER + length;
        }
        self.slices.change(change);
    }

    pub(super) fn bytes(&self) -> usize {
        (self.words.len() + self.spare.capacity()) * 4 + self.slices.bytes()
    }
}

/// How many words follow the header, and how many of them are terms; the place of a list's elements may be one.
#[inline]
fn payload(word: TermId) -> (usize, usize) {
    match word.0 & 0xFF {
        LIST => (LIST_WORDS, 1),
        NUMBER => (NUMBER_WORDS, 0),
        length => (length as usize, length as usize),
    }
}

/// The region of the list at a place, and where its elements are; `None` for anything else.
fn in_region(words: &[TermId], at: usize) -> Option<(usize, u32, u32)> {
    let list = words[at + 1].0 & 0xFF == LIST && words[at + HEADER].is_scratch();
    list.then(|| (Scratch::at(words[at + HEADER]), words[at + HEADER + 1].0, words[at + HEADER + 2].0))
}

impl TermId {
    /// Whether this is an intermediate term.
    #[inline]
    pub(crate) fn is_scratch(self) -> bool {
        self.0.wrapping_sub(FIRST) < END - FIRST
    }
}

impl Terms {
    /// A new intermediate term in normal form.
    #[inline]
    pub(crate) fn make_scratch(&mut self, symbol: SymbolId, sort: SortId, arguments: &[TermId]) -> TermId {
        let words = &mut self.scratch.words;
        let id = FIRST + words.len() as u32;
        let head = [TermId(symbol.0), TermId(u32::from(sort.0) << 8 | arguments.len() as u32), NO_TERM];
        match *arguments {
            [one] => words.extend_from_slice(&[head[0], head[1], head[2], one]),
            [one, two] => words.extend_from_slice(&[head[0], head[1], head[2], one, two]),
            _ => {
                words.extend_from_slice(&head);
                words.extend_from_slice(arguments);
            }
        }
        TermId(id)
    }

    /// Whether intermediate terms should be collected before more are made.
    #[inline]
    pub(crate) fn scratch_is_full(&self) -> bool {
        self.scratch.words.len() + self.scratch.slices.len() >= self.scratch.limit
    }

    /// Whether intermediate terms take more memory than ids can name.
    pub(crate) fn scratch_is_exhausted(&self) -> bool {
        self.scratch.limit >= (END - FIRST) as usize - MARGIN
    }

    /// Forgets all intermediate terms.
    pub(crate) fn clear_scratch(&mut self) {
        self.scratch.words.clear();
        self.scratch.slices.clear();
        self.scratch.limit = LEAST;
        if self.scratch.words.capacity() > LEAST * 8 || self.scratch.slices.is_large(LEAST * 8) {
            self.scratch = Scratch::new();
        }
    }

    /// Keeps only the intermediate terms that the roots need; the roots are changed to where these are then.
    pub(crate) fn collect_scratch(&mut self, roots: &mut [&mut [TermId]]) {
        let mut from = std::mem::take(&mut self.scratch.words);
        let mut to = std::mem::take(&mut self.scratch.spare);
        to.clear();
        let mut count = 0;
        for root in roots.iter_mut() {
            count += root.len();
            for term in root.iter_mut() {
                *term = forward(*term, &mut from, &mut to);
            }
        }
        let slices = &mut self.scratch.slices;
        let mut lists = slices.start_collection();
        let mut at = 0;
        loop {
            while at < to.len() {
                let (length, terms) = payload(to[at + 1]);
                if length == terms {
                    for index in at + HEADER..at + HEADER + length {
                        to[index] = forward(to[index], &mut from, &mut to);
                    }
                } else if let Some((region, from, until)) = in_region(&to, at) {
                    lists.need(region, from, until);
                }
                at += HEADER + length;
            }
            if !lists.step(slices, |element| forward(element, &mut from, &mut to)) {
                break;
            }
        }
        lists.finish(slices);
        at = 0;
        while at < to.len() {
            if let Some((region, from, until)) = in_region(&to, at) {
                let (new, from, until) = lists.find(region, from, until);
                to[at + HEADER] = TermId(FIRST + new as u32);
                (to[at + HEADER + 1], to[at + HEADER + 2]) = (TermId(from), TermId(until));
            }
            at += HEADER + payload(to[at + 1]).0;
        }
        // The stacks were scanned too, so deep ones must not be scanned too often.
        let live = to.len() + slices.len() + count;
        self.scratch.limit = (LEAST.max(2 * live)).min((END - FIRST) as usize - MARGIN);
        self.scratch.words = to;
        self.scratch.spare = from;
    }

    /// The interned form of a term.
    #[inline]
    pub(crate) fn freeze(&mut self, term: TermId) -> TermId {
        if term.is_scratch() { self.freeze_scratch(term) } else { term }
    }

    fn freeze_scratch(&mut self, term: TermId) -> TermId {
        let known = self.scratch.words[Scratch::at(term) + 2];
        if known != NO_TERM {
            return known;
        }
        let mut stack = vec![term];
        let mut arguments: super::Arguments = super::Arguments::new();
        let mut parts: super::Arguments = super::Arguments::new();
        while let Some(&top) = stack.last() {
            let at = Scratch::at(top);
            if self.scratch.words[at + 2] != NO_TERM {
                stack.pop();
                continue;
            }
            arguments.clear();
            let height = stack.len();
            let (symbol, sort) = (self.scratch.symbol(top), self.scratch.sort(top));
            if let Some(value) = self.scratch.number(top) {
                let frozen = self.make_iterated(symbol, ZERO_ARGUMENT[0], &BigUint::from(value));
                self.keep_frozen(top, frozen);
                stack.pop();
                continue;
            }
            if self.scratch.is_list(top) {
                if let Some(frozen) = self.freeze_list(top, &mut stack) {
                    self.keep_frozen(top, frozen);
                    stack.pop();
                }
                continue;
            }
            let set = self.signature.get(symbol).shape == Shape::AssociativeCommutative;
            parts.push(top);
            while let Some(part) = parts.pop() {
                for &argument in self.scratch.arguments(part) {
                    if !argument.is_scratch() {
                        arguments.push(argument);
                        continue;
                    }
                    match self.scratch.words[Scratch::at(argument) + 2] {
                        // A set that is only a part of this one is not made.
                        NO_TERM if set && self.scratch.symbol(argument) == symbol => parts.push(argument),
                        NO_TERM => stack.push(argument),
                        frozen => arguments.push(frozen),
                    }
                }
            }
            if stack.len() > height {
                continue;
            }
            let frozen = if set {
                self.make(symbol, &arguments)
            } else {
                self.intern_with_sort(symbol, 0, &arguments, Some(sort))
            };
            self.keep_frozen(top, frozen);
            stack.pop();
        }
        self.scratch.words[Scratch::at(term) + 2]
    }

    fn keep_frozen(&mut self, term: TermId, frozen: TermId) {
        if self.normal(frozen).is_none() {
            self.set_normal(frozen, frozen);
        }
        self.scratch.words[Scratch::at(term) + 2] = frozen;
    }

    /// The arguments of an intermediate term.
    #[inline]
    pub(super) fn scratch_arguments(&self, term: TermId) -> &[TermId] {
        match self.scratch.words[Scratch::at(term) + 1].0 & 0xFF {
            LIST => match self.scratch.list(term) {
                (Place::Region(_), from, to) => self.scratch.slices.get(from, to),
                (Place::Interned(list), from, to) => &self.arguments(list)[from as usize..to as usize],
            },
            NUMBER => &ZERO_ARGUMENT,
            _ => self.scratch.arguments(term),
        }
    }
}

/// Where a term is after it has been copied; a frozen one is its interned form.
#[inline]
fn forward(term: TermId, from: &mut [TermId], to: &mut Vec<TermId>) -> TermId {
    const MOVED: u32 = u32::MAX;
    if !term.is_scratch() {
        return term;
    }
    let at = Scratch::at(term);
    if from[at].0 == MOVED {
        return from[at + 1];
    }
    if from[at + 2] != NO_TERM {
        return from[at + 2];
    }
    let (length, _) = payload(from[at + 1]);
    let moved = TermId(FIRST + to.len() as u32);
    to.extend_from_slice(&from[at..at + HEADER + length]);
    from[at].0 = MOVED;
    from[at + 1] = moved;
    moved
}
